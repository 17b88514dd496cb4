// The linter's findings as text: for people (code frames, related places, hints) or for a machine.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Diagnostic } from '../language/diagnostics.js';
import { Source } from '../language/source.js';
import { githubReport } from '../lint/reporters/github.js';
import { jsonReport } from '../lint/reporters/json.js';
import { junitReport } from '../lint/reporters/junit.js';
import { sarifReport } from '../lint/reporters/sarif.js';
import { unixReport } from '../lint/reporters/unix.js';
import { countText, diagnosticText } from './diagnostics.js';
import type { Terminal } from './terminal.js';
import { version } from './version.js';

export const reportFormats = ['stylish', 'json', 'sarif', 'github', 'junit', 'unix'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface ReportContext {
  /** Every file that was looked at. */
  readonly files: readonly string[];
  readonly suppressed: readonly Diagnostic[];
  /** The texts as they were linted, by name; others are read when a frame needs them. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly terminal: Terminal;
}

export function printReport(format: ReportFormat, diagnostics: readonly Diagnostic[], context: ReportContext): void {
  const { terminal } = context;
  switch (format) {
    case 'stylish':
      return terminal.print(stylishReport(diagnostics, context));
    case 'json':
      return terminal.print(jsonReport(diagnostics));
    case 'sarif':
      return terminal.print(sarifReport(diagnostics, { version, suppressed: context.suppressed }));
    case 'junit':
      return terminal.print(junitReport(diagnostics, context.files));
    case 'github':
      return printLines(githubReport(diagnostics), terminal);
    case 'unix':
      return printLines(unixReport(diagnostics), terminal);
    default:
      format satisfies never;
  }
}

function printLines(text: string, terminal: Terminal): void {
  if (text !== '') terminal.print(text);
}

function stylishReport(diagnostics: readonly Diagnostic[], { sources, terminal }: ReportContext): string {
  const read = new Map(sources);
  const sourceOf = (file: string): Source | undefined => {
    if (!read.has(file)) {
      try {
        read.set(file, new Source(file, readFileSync(resolve(terminal.cwd, file), 'utf8')));
      } catch {
        return undefined;
      }
    }
    return read.get(file);
  };
  const fixable = diagnostics.filter(({ fix }) => fix).length;
  const hint = fixable === 0 ? '' : `; --fix mends ${fixable === diagnostics.length ? 'all of them' : fixable}`;
  return [...diagnostics.map((diagnostic) => `${diagnosticText(diagnostic, sourceOf, terminal.colors)}\n`), countText(diagnostics, terminal.colors) + hint].join('\n');
}
