// The error that loading throws. It has every diagnostic of the text, and a message that shows the first of them with their source lines.

import { placeholderMark } from '../../grammar/scanners.js';
import { errorsIn, type Diagnostic } from './diagnostics.js';
import { Source } from './source.js';

/**
 * Thrown by `parseRoutes` and `loadRoutes` for a text that has an error; the message shows its first hundred diagnostics (docs/language.md,
 * "When something is wrong").
 */
export class RoutesError extends Error {
  override readonly name = 'RoutesError';
  /** All diagnostics of the text and of the files that it includes, in source order. */
  declare readonly diagnostics: readonly Diagnostic[];

  /**
   * @param sources the texts that the diagnostics are about, by file name
   * @param loader the function whose caller is the first line of the stack
   */
  constructor(
    diagnostics: readonly Diagnostic[],
    sources: ReadonlyMap<string, Source>,
    loader: (...args: never[]) => unknown,
  ) {
    super(withoutMarks(describe(diagnostics, sources)));
    // Not enumerable: the message contains them already, and an uncaught error should not print them twice.
    Object.defineProperty(this, 'diagnostics', { value: diagnostics.map(readable) });
    Error.captureStackTrace?.(this, loader);
  }
}

function readable(diagnostic: Diagnostic): Diagnostic {
  const message = withoutMarks(diagnostic.message);
  return message === diagnostic.message ? diagnostic : { ...diagnostic, message };
}

/**
 * Replaces the marks of a template's values (`templateSource`) with `${}`, which has the same length, so columns stay the same. A mark
 * that was cut with a long text is removed.
 */
function withoutMarks(text: string): string {
  if (!text.includes(placeholderMark)) return text;
  const marks = new RegExp(`${placeholderMark}(\\d+)${placeholderMark}`, 'g');
  const cut = new RegExp(`${placeholderMark}\\d*(?=…)`, 'g');
  return text.replace(marks, (_, number: string) => `\${${' '.repeat(number.length - 1)}}`).replace(cut, '');
}

function describe(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, Source>): string {
  const errors = errorsIn(diagnostics).length;
  const file = diagnostics[0]?.file ?? 'routes';
  const head = `${file} has ${errors === 1 ? 'an error' : `${errors} errors`}`;
  const shown = diagnostics.slice(0, mostShown);
  const more = diagnostics.length - shown.length;
  return [
    head,
    ...shown.map((diagnostic) => codeFrame(diagnostic, sources.get(diagnostic.file))),
    ...(more > 0 ? [`… and ${more} more`] : []),
  ].join('\n\n');
}

/** The maximum of diagnostics in a message. */
const mostShown = 100;

/** The diagnostic with its source line and a caret, in plain text. */
function codeFrame(diagnostic: Diagnostic, source: Source | undefined): string {
  const { start, end } = diagnostic.range;
  const head = `${diagnostic.file}:${start.line}:${start.column} ${diagnostic.code}: ${diagnostic.message}`;
  if (!source) return head;
  const { text, from } = window(source.lineText(start.line), start.column - 1);
  const column = start.column - 1 - from;
  const width =
    end.line === start.line
      ? Math.max(1, Math.min(end.column - start.column, text.length - column))
      : Math.max(1, text.length - column);
  const number = String(start.line);
  const margin = ' '.repeat(number.length);
  return [
    head,
    `  ${number} | ${text.replaceAll('\t', ' ')}`,
    `  ${margin} | ${' '.repeat(column)}${'^'.repeat(width)}`,
  ].join('\n');
}

const widest = 160;

/** The part of a very long line around a column. */
function window(line: string, column: number): { text: string; from: number } {
  if (line.length <= widest) return { text: line, from: 0 };
  const from = Math.max(0, Math.min(column - widest / 2, line.length - widest));
  return { text: line.slice(from, from + widest), from };
}

/** Sorts diagnostics by file, in the given order (other files follow by name), and then by place. */
export function inSourceOrder(diagnostics: readonly Diagnostic[], files: Iterable<string>): Diagnostic[] {
  const order = new Map([...files].map((file, index) => [file, index]));
  return diagnostics.toSorted(
    (a, b) =>
      (order.get(a.file) ?? order.size) - (order.get(b.file) ?? order.size) ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      a.range.start.offset - b.range.start.offset,
  );
}
