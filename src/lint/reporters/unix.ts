// One line a diagnostic, `file:line:column: message [severity/code]`, which editors and grep have understood for ages.

import type { Diagnostic } from '../../language/diagnostics.js';

export function unixReport(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(
      ({ file, range, message, severity, code }) =>
        `${oneLine(file)}:${range.start.line}:${range.start.column}: ${oneLine(message)} [${severity}/${code}]`,
    )
    .join('\n');
}

/** Text from a file must not end the line. */
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
}
