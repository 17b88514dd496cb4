// One line for each diagnostic, `file:line:column: message [severity/code]`, which most editors can read.

import { escapeControls } from '../../http/printable.js';
import type { Diagnostic } from '../../language/diagnostics.js';

export function unixReport(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(
      ({ file, range, message, severity, code }) =>
        `${escapeControls(file)}:${range.start.line}:${range.start.column}: ${escapeControls(message)} [${severity}/${code}]`,
    )
    .join('\n');
}
