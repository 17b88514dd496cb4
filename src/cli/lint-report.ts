// Prints the linter's findings: for people (code frames, related places, hints) or for programs.

import { escapeJson } from '../http/printable.js';
import type { Diagnostic } from '../language/diagnostics.js';
import type { Source } from '../language/source.js';
import { countText, diagnosticTexts, sourceReader } from './diagnostics.js';
import type { Terminal } from './terminal.js';
import { version } from './version.js';

export const reportFormats = ['stylish', 'json', 'sarif', 'github', 'junit', 'unix'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface ReportContext {
  /** Every linted file. */
  readonly files: readonly string[];
  readonly suppressed: readonly Diagnostic[];
  /** The linted texts by name. Other files are read when a code frame needs them. */
  readonly sources: ReadonlyMap<string, Source>;
  /** Whether fixes have been applied, except those that would do harm. */
  readonly isFixed: boolean;
  readonly terminal: Terminal;
}

/** Prints the findings. Only the module of the wanted format is loaded. */
export async function printReport(
  format: ReportFormat,
  diagnostics: readonly Diagnostic[],
  context: ReportContext,
): Promise<void> {
  const { terminal } = context;
  switch (format) {
    case 'stylish':
      return terminal.print(stylishReport(diagnostics, context));
    case 'json':
      return terminal.print(escapeJson((await import('../lint/reporters/json.js')).jsonReport(diagnostics)));
    case 'sarif': {
      const { sarifReport } = await import('../lint/reporters/sarif.js');
      return terminal.print(
        escapeJson(sarifReport(diagnostics, { version, suppressed: context.suppressed })),
      );
    }
    case 'junit':
      return terminal.print(
        (await import('../lint/reporters/junit.js')).junitReport(diagnostics, context.files),
      );
    case 'github':
      return printLines((await import('../lint/reporters/github.js')).githubReport(diagnostics), terminal);
    case 'unix':
      return printLines((await import('../lint/reporters/unix.js')).unixReport(diagnostics), terminal);
    default:
      format satisfies never;
  }
}

function printLines(text: string, terminal: Terminal): void {
  if (text !== '') terminal.print(text);
}

function stylishReport(
  diagnostics: readonly Diagnostic[],
  { sources, isFixed, terminal }: ReportContext,
): string {
  const sourceOf = sourceReader(terminal.cwd, sources);
  const fixable = isFixed ? 0 : diagnostics.filter(({ fix }) => fix).length;
  const hint =
    fixable === 0 ? '' : `; --fix may mend ${fixable === diagnostics.length ? 'all of them' : fixable}`;
  return [
    ...Array.from(diagnosticTexts(diagnostics, sourceOf, terminal), (text) => `${text}\n`),
    countText(diagnostics, terminal.colors) + hint,
  ].join('\n');
}
