// A JSON array of diagnostics, with the same properties as in `RoutesError.diagnostics`.

import type { Diagnostic } from '../../language/diagnostics.js';

export function jsonReport(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.length === 0
    ? '[]'
    : `[\n${diagnostics.map((diagnostic) => JSON.stringify(diagnostic)).join(',\n')}\n]`;
}
