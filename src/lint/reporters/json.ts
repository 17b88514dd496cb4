// One JSON array of diagnostics, as `error.diagnostics` has them.

import type { Diagnostic } from '../../language/diagnostics.js';

export function jsonReport(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.length === 0
    ? '[]'
    : `[\n${diagnostics.map((diagnostic) => JSON.stringify(diagnostic)).join(',\n')}\n]`;
}
