// The formatter: a routes file in its canonical style, which `docs/style.md` describes.
//
//   syntax ─ lay out (pieces) ─ join (text) ─ parse again ─ compare ─ edits
//
// It changes spelling and white space, never meaning: what it has printed is parsed again, and unless that gives the
// same declarations and every comment, the text is left alone and the reason given. What has a mistake in its notation
// stays as it is; everything around it is formatted.

import { lineEnd } from '../../grammar/scanners.js';
import type { Declaration } from '../language/declarations.js';
import { applyEdits, Source, type Span, type SpanEdit } from '../language/source.js';
import { parseSyntax, type Syntax } from '../language/syntax.js';
import { CommentIndex } from './call-layout.js';
import { layOut, textStart, type Layout, type LayoutPiece } from './document-layout.js';
import { addEdits } from './edits.js';
import { areAlike, changedComment, changedDeclaration, changedMeaning, isSameCall } from './meaning.js';

export { applyEdits };

/** How a text is laid out (docs/style.md). */
export interface FormatOptions {
  /** The text parsed already, where somebody has it. */
  readonly syntax?: Syntax;
  /** How lines end; `auto`, which is the default, keeps what the first line has. */
  readonly endOfLine?: 'auto' | 'lf' | 'crlf' | 'cr';
  /** Whether the last line ends as the others do; it does unless this says otherwise. */
  readonly finalNewline?: 'add' | 'keep' | 'remove';
  /** A byte order mark at the beginning is kept unless this says otherwise. */
  readonly byteOrderMark?: 'add' | 'keep' | 'remove';
  /** How many `${…}` the template literal has that the text is made of by `templateSource`. */
  readonly inlineCallables?: number;
}

/** The formatted text with the edits that lead to it, in order and apart from each other; or why there is none. */
export type Formatting = Formatted | Refused;

/** A text in canonical layout. */
export interface Formatted {
  /** The whole text. */
  readonly text: string;
  /** What has to be changed to get there, in the order of the text; none where it is laid out already. */
  readonly edits: readonly SpanEdit[];
  /** Absent: the text could be laid out. */
  readonly refused?: undefined;
}

/** The text is to be left as it is, for this reason. */
export interface Refused {
  /** Why the text was left as it is: the first mistake, with its line. */
  readonly refused: string;
}

/** Edits in order and apart from each other; or why there are none. */
export type RangeFormatting = Omit<Formatted, 'text'> | Refused;

/** Formats a routes file (docs/style.md). Never throws; a text that is formatted already comes back as it is, without edits. */
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

/** Where a mistake leaves open which brackets belong together, indentation says so, and must not change. */
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

/** The text and its edits are each made when somebody asks for them: who writes a file needs no edits, an editor no text. */
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
 * Formats the lines of a text that the ranges touch (docs/style.md). The cost follows the ranges, not the text. Never throws.
 *
 * @param syntax the text, parsed
 * @param ranges offsets in the text, in UTF-16 units; in any order, and they may overlap
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
  // Where there are mistakes, a change of indentation may change what belongs together; and where both ends of a block have changed but not
  // its inside, statements on the same lines as those ends may have been changed too. Then the whole text is compared.
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

/** How many units away from a range a mistake may be for the range's indentation to matter to it. */
const reach = 1_000;

/** Whether indenting some lines anew may turn mistakes into other ones: those near the lines, and those of brackets anywhere. */
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

/** Pieces of several windows, each once. */
function inOrder(pieces: LayoutPiece[]): LayoutPiece[] {
  pieces.sort((one, other) => one.start - other.start || Number(one.isOutside) - Number(other.isOutside));
  return pieces.filter(({ start }, index) => start !== pieces[index - 1]?.start);
}

/** How many pieces are parsed and compared at once: so few that the garbage collector takes their trees while they are young. */
const mostCompared = 64;

/** What each call was printed as when that was found to mean the same. A call that is edited is another one. */
const sound = new WeakMap<Declaration, string>();

/**
 * Compares each changed piece by itself: its text is parsed, with a closer added where it opens a block, and has to give the
 * call that it was. Every piece ends its statement, so that pieces which are right one by one are right together.
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

// What stands between pieces

/** A text that is laid out, and how its lines end then. */
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

/** Where the line begins that an offset is on. */
export function lineStart(text: string, offset: number): number {
  let at = Math.min(offset, text.length);
  while (at > 0 && text[at - 1] !== '\n' && text[at - 1] !== '\r') at--;
  return at;
}

/** The ranges, grown to whole lines and in order; what touches is one. */
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
