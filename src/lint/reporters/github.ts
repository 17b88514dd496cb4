// Workflow commands of GitHub Actions, which show diagnostics beside the lines of a pull request.
//
//   ::warning file=config/routes,line=3,endLine=3,col=7,endColumn=20,title=unreachable-route::'GET /photos/new' …

import { escapeControls } from '../../http/printable.js';
import type { Diagnostic, Severity } from '../../language/diagnostics.js';

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

export function githubReport(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ file, range: { start, end }, message, severity, code }) => {
      const properties = [
        `file=${property(file)}`,
        `line=${start.line}`,
        `endLine=${end.line}`,
        // GitHub accepts columns only for a range within one line.
        ...(start.line === end.line ? [`col=${start.column}`, `endColumn=${end.column}`] : []),
        `title=${property(code)}`,
      ];
      return `::${commands[severity]} ${properties.join(',')}::${data(message)}`;
    })
    .join('\n');
}

function data(text: string): string {
  return text.split('\n').map(escapeControls).join('\n').replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
