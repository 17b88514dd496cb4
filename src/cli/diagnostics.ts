// Prints diagnostics on a terminal: the place, the message, the lines with carets, related places and the hint.

import { resolve } from 'node:path';
import type { Analysis } from '../analysis/analyze.js';
import { escapeControls, maskControls } from '../http/printable.js';
import { errorsIn, type Diagnostic, type RelatedPlace, type Severity } from '../language/diagnostics.js';
import { Source } from '../language/source.js';
import { readRegularFile } from '../node/files/regular-file.js';
import { exitStatus } from './exit-status.js';
import { columnsOf, type Colors, type Terminal } from './terminal.js';

/** Prints diagnostics to the error output, and their count. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], terminal: Terminal): void {
  for (const text of diagnosticTexts(diagnostics, sourceReader(terminal.cwd), terminal))
    terminal.printError(`${text}\n`);
  terminal.printError(countText(diagnostics, terminal.colors));
}

/** Whether an analysis has errors with other codes than `ignored`. If so, prints them and sets the exit status 1. */
export function hasErrors(
  { diagnostics }: Analysis,
  terminal: Terminal,
  ignored: ReadonlySet<string> = new Set(),
): boolean {
  const errors = errorsIn(diagnostics).filter(({ code }) => !ignored.has(code));
  if (errors.length === 0) return false;
  printDiagnostics(errors, terminal);
  terminal.exitCode = exitStatus.findings;
  return true;
}

/** The most diagnostics that are printed. A file that is no routes file may have as many mistakes as words. */
const mostPrinted = 1_000;

/** One block of lines for each diagnostic. If there are too many, the first ones and the number of the others. */
export function* diagnosticTexts(
  diagnostics: readonly Diagnostic[],
  sourceOf: (file: string) => Source | undefined,
  terminal: Terminal,
): Generator<string> {
  for (const diagnostic of diagnostics.slice(0, mostPrinted))
    yield diagnosticText(diagnostic, sourceOf, terminal);
  if (diagnostics.length > mostPrinted)
    yield `… and ${diagnostics.length - mostPrinted} more; \`waypost lint --format json\` prints them all`;
}

/** Makes a function that reads files, of which some are known already. It returns undefined for a file that cannot be read. */
export function sourceReader(
  cwd: string,
  known: Iterable<readonly [string, Source]> = [],
): (file: string) => Source | undefined {
  const sources = new Map<string, Source | undefined>(known);
  return (file) => {
    if (!sources.has(file)) {
      sources.set(file, undefined);
      try {
        sources.set(file, new Source(file, readRegularFile(resolve(cwd, file)).toString()));
      } catch {
        // Only the place is shown then.
      }
    }
    return sources.get(file);
  };
}

/** Diagnostics that mark a whole target, of which the suggestion is only a part. */
const suggestsPart: ReadonlySet<string> = new Set(['unknown-controller', 'unknown-action']);

/** A diagnostic as a block of lines, with the source around its place. */
function diagnosticText(
  diagnostic: Diagnostic,
  sourceOf: (file: string) => Source | undefined,
  terminal: Terminal,
): string {
  const { colors } = terminal;
  const paint = severityColor(diagnostic.severity, colors);
  const lines = [
    `${paint(`${diagnostic.severity}[${diagnostic.code}]`)}${colors.bold(`: ${escapeControls(diagnostic.message)}`)}`,
  ];
  lines.push(...frame(diagnostic, sourceOf(diagnostic.file), paint, terminal));
  for (const related of diagnostic.related ?? []) {
    lines.push(
      `${colors.cyan('note')}: ${escapeControls(related.message)}`,
      ...frame(related, sourceOf(related.file), colors.cyan, terminal),
    );
  }
  const { code, fix, suggestion } = diagnostic;
  const hint = fix?.title ?? (suggestion && !suggestsPart.has(code) && `write \`${suggestion}\` here`);
  if (hint) lines.push(`${colors.green('help')}: ${escapeControls(hint)}`);
  return lines.join('\n');
}

function frame(
  { file, range }: Diagnostic | RelatedPlace,
  source: Source | undefined,
  paint: (text: string) => string,
  { colors, columns = Infinity }: Terminal,
): string[] {
  const { start, end } = range;
  const place = `${escapeControls(file)}:${start.line}:${start.column}`;
  if (!source) return [`  ${colors.dim('-->')} ${place}`];
  const last = source.lineStarts.length;
  const from = Math.max(1, start.line - 1);
  const to = Math.min(last, start.line + 1);
  const width = String(to).length;
  const gutter = (text = ''): string => colors.dim(`${text.padStart(width)} |`);
  const lines = [`${' '.repeat(width)}${colors.dim('-->')} ${place}`];
  for (let number = from; number <= to; number++) {
    const { text, cut } = cutLine(
      source.lineText(number),
      number === start.line ? start.column - 1 : 0,
      columns - width - 3,
    );
    if (number !== start.line && text.trim() === '') continue;
    lines.push(`${gutter(String(number))} ${text}`.trimEnd());
    if (number !== start.line) continue;
    const column = start.column - 1 - cut;
    const length = end.line === start.line ? end.column - start.column : text.length - column;
    const before = columnsOf(text.slice(0, Math.max(0, column)));
    const carets = Math.max(1, columnsOf(text.slice(column, column + length)));
    lines.push(`${gutter()} ${' '.repeat(before)}${paint('^'.repeat(carets))}`);
  }
  return lines;
}

/**
 * Cuts a long line around a column so that it fits beside its line number, never inside a character. A tab is shown as one space, so that
 * carets are in the right place.
 */
function cutLine(line: string, column: number, room: number): { text: string; cut: number } {
  const widest = Math.max(20, Math.min(140, room));
  const before = Math.floor((widest * 3) / 7);
  const from = line.length <= widest ? 0 : Math.max(0, Math.min(column - before, line.length - widest));
  const piece = maskControls(line.slice(from, from + widest));
  let start = 0;
  let end = piece.length;
  const isWide = columnsOf(piece) > widest;
  // No character takes more than two columns.
  const tooMany = (columns: number, most: number): number => Math.max(0, Math.ceil((columns - most) / 2));
  for (let more = 1; isWide && more > 0; start += more)
    more = tooMany(columnsOf(piece.slice(start, column - from)), before);
  for (let more = 1; isWide && more > 0; end -= more)
    more = tooMany(columnsOf(piece.slice(start, end)), widest);
  if (isInPair(line, from + start)) start += 1;
  if (isInPair(line, from + end)) end -= 1;
  return { text: piece.slice(start, end), cut: from + start };
}

/** Whether an offset is between the halves of a surrogate pair. */
function isInPair(text: string, place: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, place - 1), place + 1));
}

const severityColors = { error: 'red', warning: 'yellow', info: 'blue' } as const;

function severityColor(severity: Severity, colors: Colors): (text: string) => string {
  return (text) => colors.bold(colors[severityColors[severity]](text));
}

/** The counts by severity: `2 errors, 1 warning`. */
export function countText(diagnostics: readonly Diagnostic[], colors: Colors): string {
  const parts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const { length } = diagnostics.filter((diagnostic) => diagnostic.severity === severity);
    const words = `${length} ${severity}${length === 1 || severity === 'info' ? '' : 's'}`;
    return length === 0 ? [] : severityColor(severity, colors)(words);
  });
  return parts.length === 0 ? colors.green('no problems') : parts.join(', ');
}
