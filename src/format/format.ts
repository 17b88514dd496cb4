// The formatter. It prints a routes file in the style that `docs/style.md` describes.
//
//   syntax → lay out (pieces) → join (text) → parse again → compare → edits
//
// It changes spelling and white space, never the meaning. The printed text is parsed again and has to give the same
// declarations and comments; otherwise the text is left as it is, with a reason. Statements with a mistake in their
// notation are kept as written, and everything around them is formatted.

import { lineEnd } from '../../grammar/scanners.js';
import type { Declaration } from '../language/declarations.js';
import { applyEdits, Source, type Span, type SpanEdit } from '../language/source.js';
import { parseSyntax, type Syntax } from '../language/syntax.js';
import { CommentIndex } from './call-layout.js';
import { layOut, textStart, type Layout, type LayoutPiece } from './document-layout.js';
import { addEdits } from './edits.js';
import { areAlike, changedComment, changedDeclaration, changedMeaning, isSameCall } from './meaning.js';

export { applyEdits };

/** Options of the formatter (docs/style.md). */
export interface FormatOptions {
  /** The parsed text, if the caller has it. */
  readonly syntax?: Syntax;
  /** The line ends. `auto`, the default, uses those of the first line. */
  readonly endOfLine?: 'auto' | 'lf' | 'crlf' | 'cr';
  /** Whether the last line has a line end; `add` by default. */
  readonly finalNewline?: 'add' | 'keep' | 'remove';
  /** Whether the text begins with a byte order mark; `keep` by default. */
  readonly byteOrderMark?: 'add' | 'keep' | 'remove';
  /** If the text was made by `templateSource`: the number of `${…}` in the template literal. */
  readonly inlineCallables?: number;
}

/** The formatted text with the edits that lead to it; or the reason why it was not formatted. */
export type Formatting = Formatted | Refused;

/** A text in canonical layout. */
export interface Formatted {
  /** The whole formatted text. */
  readonly text: string;
  /** The edits that lead to it, in the order of the text and without overlap; none if the text was formatted already. */
  readonly edits: readonly SpanEdit[];
  /** Absent, because the text was formatted. */
  readonly refused?: undefined;
}

/** The result if the text has to be left as it is. */
export interface Refused {
  /** Why the text was left as it is, mostly because of a mistake, whose line it names. */
  readonly refused: string;
}

/** Edits in order and without overlap; or the reason why there are none. */
export type RangeFormatting = Omit<Formatted, 'text'> | Refused;

/** Formats a routes file (docs/style.md). Never throws. If the text is formatted already, it is returned unchanged, without edits. */
export function formatRoutes(text: string, options: FormatOptions = {}): Formatting {
  const syntax = options.syntax ?? parseSyntax(new Source('routes', text), options);
  const layout = layOut(syntax);
  const whole = assembled(layout, text, options);
  const isPlain = syntax.diagnostics.length === 0 && layout.pieces.every(({ kind }) => kind !== 'verbatim');
  const reason = isPlain
    ? changedPieces(syntax, layout.pieces, options)
    : refusal(syntax, whole.text, options);
  if (reason === undefined) return whole;
  for (const piece of layout.pieces) {
    if (piece.call && changedPieces(syntax, [piece], options) !== undefined)
      piece.text = text.slice(piece.start, piece.end).replace(/\r\n?/g, '\n');
  }
  const careful = assembled(layout, text, options);
  return refusal(syntax, careful.text, options) === undefined
    ? careful
    : { refused: explained(reason, syntax) };
}

/** The reason for the user. If a mistake leaves open which brackets belong together, indentation decides and must not change. */
function explained(reason: string, { diagnostics }: Syntax): string {
  const mistake = diagnostics.find(({ code }) => code === 'unmatched-bracket') ?? diagnostics[0];
  if (mistake)
    return `the mistake on line ${mistake.range.start.line} leaves open what stands in which block; mend it first`;
  return `${reason}, which is a bug in waypost`;
}

function refusal(syntax: Syntax, text: string, options: FormatOptions): string | undefined {
  if (text === syntax.source.text) return undefined;
  return changedMeaning(syntax, parseSyntax(new Source(syntax.source.file, text), options));
}

/** Makes the text and the edits only on access: a command that writes a file needs no edits, an editor no text. */
function assembled(layout: Layout, text: string, options: FormatOptions): Formatted {
  let formatted: string | undefined;
  let edits: readonly SpanEdit[] | undefined;
  return {
    get text() {
      return (formatted ??= textOf(layout, text, options));
    },
    get edits() {
      return (edits ??= formatted === text ? [] : editsOf(layout, text, options));
    },
  };
}

function textOf(layout: Layout, text: string, options: FormatOptions): string {
  const sheet = sheetOf(text, options);
  let formatted = '';
  for (const piece of layout.pieces)
    formatted += gapBefore(piece, sheet) + withNewlines(piece.text, sheet.newline);
  return formatted + gapAfter(layout, sheet);
}

function editsOf(layout: Layout, text: string, options: FormatOptions): SpanEdit[] {
  const sheet = sheetOf(text, options);
  const edits: SpanEdit[] = [];
  for (const piece of layout.pieces) {
    addGapEdits(edits, piece, sheet);
    addEdits(edits, text, piece, withNewlines(piece.text, sheet.newline));
  }
  const start = layout.pieces.length > 0 ? layout.end : 0;
  addEdits(edits, text, { start, end: text.length }, gapAfter(layout, sheet));
  return edits;
}

/**
 * Formats the lines of a text that the ranges touch (docs/style.md). The cost depends on the ranges, not on the text. Never throws.
 *
 * @param syntax the parsed text
 * @param ranges offsets in UTF-16 units, in any order; they may overlap
 */
export function formatRanges(
  syntax: Syntax,
  ranges: readonly Span[],
  options: FormatOptions = {},
): RangeFormatting {
  const { text } = syntax.source;
  const windows = wholeLines(text, ranges);
  const { edits, pieces } = rangeEdits(syntax, windows, options);
  const hasMistakes = mayMoveMistakes(syntax, windows);
  const isSplit = pieces.some(({ isOutside }) => isOutside);
  let reason = changedPieces(syntax, pieces, options);
  // The whole text is compared in two cases. If there are mistakes, new indentation may change which brackets belong together. If both ends
  // of a block changed but not its inside, statements on the lines of those ends may have changed too.
  if (hasMistakes || isSplit) reason ??= refusal(syntax, applyEdits(text, edits), options);
  if (reason === undefined) return { edits };
  if (hasMistakes && !isSplit) return { refused: explained(reason, syntax) };
  const outermost = syntax.declarations.filter(({ span }) =>
    windows.some(({ start, end }) => span.end >= start && span.start <= end),
  );
  const whole = rangeEdits(
    syntax,
    wholeLines(text, [...windows, ...outermost.map(({ span }) => span)]),
    options,
  );
  reason = refusal(syntax, applyEdits(text, whole.edits), options);
  return reason === undefined ? { edits: whole.edits } : { refused: explained(reason, syntax) };
}

/** A range's indentation can matter to mistakes that are at most this many UTF-16 units away. */
const reach = 1_000;

/** Whether new indentation may turn mistakes into other ones: unmatched brackets anywhere, and other mistakes near the lines. */
function mayMoveMistakes({ problems }: Syntax, windows: readonly Span[]): boolean {
  return problems.some(
    (problem) =>
      problem.code === 'unmatched-bracket' ||
      windows.some(({ start, end }) => problem.start < end + reach && problem.end > start - reach),
  );
}

function rangeEdits(
  syntax: Syntax,
  windows: readonly Span[],
  options: FormatOptions,
): { edits: SpanEdit[]; pieces: readonly LayoutPiece[] } {
  const { text } = syntax.source;
  const sheet = sheetOf(text, options);
  const edits: SpanEdit[] = [];
  const layouts = windows.map((window) => ({ window, layout: layOut(syntax, window) }));
  const pieces = inOrder(layouts.flatMap(({ layout }) => layout.pieces));
  for (const piece of pieces) {
    const sharesLine = !/[\r\n]/.test(text.slice(piece.gapStart, piece.start));
    if (!piece.isOutside || sharesLine) addGapEdits(edits, piece, sheet);
    addEdits(edits, text, piece, withNewlines(piece.text, sheet.newline));
  }
  const last = layouts.at(-1);
  if (last?.window.end === text.length)
    addEdits(edits, text, { start: last.layout.end, end: text.length }, gapAfter(last.layout, sheet));
  return { edits, pieces };
}

/** The pieces of several windows in order, without duplicates. */
function inOrder(pieces: LayoutPiece[]): LayoutPiece[] {
  pieces.sort((one, other) => one.start - other.start || Number(one.isOutside) - Number(other.isOutside));
  return pieces.filter(({ start }, index) => start !== pieces[index - 1]?.start);
}

/** The number of pieces that are parsed and compared at once. It is small, because short-lived trees are cheap to collect. */
const mostCompared = 64;

/** The printed text of each call that was found to mean the same. After an edit, a call is another object. */
const sound = new WeakMap<Declaration, string>();

/**
 * Compares each changed piece separately. Its text, with the end of its block if it opens one, is parsed and has to give the same
 * call. Every piece is a complete statement, so pieces that are right separately are right together.
 */
function changedPieces(
  syntax: Syntax,
  pieces: readonly LayoutPiece[],
  options: FormatOptions,
): string | undefined {
  const { text } = syntax.source;
  const { newline } = sheetOf(text, options);
  const changed = pieces.flatMap((piece) => {
    const { call, start, end } = piece;
    if (!call || sound.get(call) === piece.text) return [];
    const printed = withNewlines(piece.text, newline);
    return end - start === printed.length && text.startsWith(printed, start) ? [] : [{ call, piece }];
  });
  for (let first = 0; first < changed.length; first += mostCompared) {
    const compared = changed.slice(first, first + mostCompared);
    const reason = changedMeaningOf(compared, syntax, options);
    if (reason !== undefined) return reason;
    for (const { call, piece } of compared) sound.set(call, piece.text);
  }
  return undefined;
}

function changedMeaningOf(
  pieces: readonly { readonly call: Declaration; readonly piece: LayoutPiece }[],
  syntax: Syntax,
  options: FormatOptions,
): string | undefined {
  const after = parseSyntax(
    new Source(
      syntax.source.file,
      pieces.map(({ piece: { text, closer } }) => `${text}\n${closer}\n`).join(''),
    ),
    options,
  );
  const isSame =
    after.diagnostics.length === 0 &&
    areAlike(pieces, after.declarations, ({ call, piece }, other) =>
      isSamePiece(call, other, piece.closer !== ''),
    );
  if (!isSame) return 'a declaration would mean something else';
  const comments = new CommentIndex(syntax.comments);
  const before = pieces.flatMap(({ piece: { start, end } }) => comments.between(start, end));
  return changedComment(before, after.comments);
}

function isSamePiece(before: Declaration, after: Declaration, isHead: boolean): boolean {
  return isHead ? isSameCall(before, after) : changedDeclaration([before], [after]) === undefined;
}

// The gaps between pieces

/** A text, and the line end that it gets. */
interface Sheet {
  readonly text: string;
  readonly newline: string;
  readonly options: FormatOptions;
}

function sheetOf(text: string, options: FormatOptions): Sheet {
  const { endOfLine = 'auto' } = options;
  const newline = { auto: /\r\n?|\n/.exec(text)?.[0] ?? '\n', lf: '\n', crlf: '\r\n', cr: '\r' }[endOfLine];
  return { text, newline, options };
}

function gapBefore(piece: LayoutPiece, { text, newline, options }: Sheet): string {
  if (piece.gapStart <= textStart(text)) return markOf(text, options);
  return newline + (piece.isBlankBefore ? newline : '') + ' '.repeat(2 * piece.depth);
}

/** Adds the edits that put the right gap before a piece. */
function addGapEdits(edits: SpanEdit[], piece: LayoutPiece, sheet: Sheet): void {
  const { text } = sheet;
  const start = piece.gapStart <= textStart(text) ? 0 : piece.gapStart;
  addEdits(edits, text, { start, end: piece.start }, gapBefore(piece, sheet));
}

function gapAfter(layout: Layout, { text, newline, options }: Sheet): string {
  const { finalNewline = 'add' } = options;
  if (layout.pieces.length === 0 && layout.end <= textStart(text)) return markOf(text, options);
  if (finalNewline === 'add') return newline;
  return finalNewline === 'keep' && /[\r\n]/.test(text.slice(layout.end)) ? newline : '';
}

function markOf(text: string, { byteOrderMark = 'keep' }: FormatOptions): string {
  const isMarked = byteOrderMark === 'add' || (byteOrderMark === 'keep' && text.startsWith('\uFEFF'));
  return isMarked ? '\uFEFF' : '';
}

function withNewlines(text: string, newline: string): string {
  return newline === '\n' ? text : text.replaceAll('\n', newline);
}

/** The offset at which the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  let at = Math.min(offset, text.length);
  while (at > 0 && text[at - 1] !== '\n' && text[at - 1] !== '\r') at--;
  return at;
}

/** The ranges as whole lines, in order. Ranges that touch are joined. */
function wholeLines(text: string, ranges: readonly Span[]): Span[] {
  const grown = ranges
    .map(({ start, end }) => {
      const from = Math.max(0, Math.min(start, text.length));
      const to = Math.max(from, Math.min(end, text.length));
      return {
        start: lineStart(text, from),
        end: lineEnd(text, to),
      };
    })
    .sort((one, other) => one.start - other.start);
  const merged: Span[] = [];
  for (const span of grown) {
    const last = merged.at(-1);
    if (last && span.start <= last.end + 1)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
}
