// Divides a routes file into pieces, and lays out each.
//
//   routes { # main          │ piece `routes { # main`
//                            │ gap    one line end: a blank line next to a brace is removed
//     get '/a'               │ piece `get '/a';`
//   }                        │ piece `}`
//
// A piece is a statement, the head of a statement with a block, a closing brace, a comment, or text that is kept as
// written. The gap between two pieces has only line ends and indentation. So each piece can be compared and replaced
// separately, and only the pieces that a range touches are laid out to format it.

import { lineEnd } from '../../grammar/scanners.js';
import { insideOf, type Block, type Comment, type Declaration } from '../language/declarations.js';
import { firstIndex } from '../language/first-index.js';
import type { Span } from '../language/source.js';
import type { Syntax } from '../language/syntax.js';
import { callHead, CommentIndex, type CallHead } from './call-layout.js';
import { flatText, printDoc } from './doc.js';
import { VerbatimPlaces, type Unit } from './verbatim.js';

/** The most columns of a line that can be broken. */
const lineWidth = 100;

export interface LayoutPiece {
  readonly kind: LayoutPieceKind;
  /** The start of the gap before it: the end of the previous piece, which may not be laid out. */
  readonly gapStart: number;
  readonly start: number;
  end: number;
  readonly depth: number;
  readonly isBlankBefore: boolean;
  /** The new text, without indentation on its first line, with "\n" as line end. */
  text: string;
  /** The call whose statement or head it is. It has to mean the same afterwards. */
  readonly call: Declaration | undefined;
  /** The text that closes the block that the piece opens; otherwise empty. */
  closer: string;
  /** Whether it is outside the window. Then only its text changes, not the gap before it. */
  readonly isOutside: boolean;
}

/** A statement or its head, the end of its block, a comment, or text that is kept as written. */
type LayoutPieceKind = 'call' | 'closer' | 'comment' | 'verbatim';

export interface Layout {
  readonly pieces: readonly LayoutPiece[];
  /** The start of the gap after the last piece. */
  readonly end: number;
}

/**
 * Lays out the pieces of a text that touch a window of it. If a piece reaches beyond the window, the window grows to the end of
 * its last line. The layout then starts again, because the end of a block may change its head.
 */
export function layOut(syntax: Syntax, window: Span = { start: 0, end: Number.POSITIVE_INFINITY }): Layout {
  const { text } = syntax.source;
  for (;;) {
    const layout = new DocumentLayout(syntax, window);
    layout.block(syntax.declarations, textStart(text), text.length, 0);
    if (layout.window.start === window.start && layout.window.end === window.end)
      return { pieces: layout.pieces, end: layout.at };
    window = layout.window;
  }
}

/** The offset after a byte order mark; 0 if there is none. */
export function textStart(text: string): number {
  return text.startsWith('\uFEFF') ? 1 : 0;
}

interface NewPiece extends Span {
  readonly kind: LayoutPieceKind;
  readonly text: string;
  readonly call?: Declaration;
  readonly closer?: string;
  /** Whether it has to change together with another piece, even outside the window. */
  readonly isTied?: boolean;
}

interface BlockPlace {
  readonly units: readonly Unit[];
  /** The end of the block's content, or of the file. */
  readonly end: number;
}

class DocumentLayout {
  readonly pieces: LayoutPiece[] = [];
  /** The end of the last piece, whether it was laid out or skipped. */
  at = 0;
  readonly #text: string;
  readonly #textStart: number;
  readonly #comments: CommentIndex;
  readonly #places: VerbatimPlaces;
  /** The last piece, if it was laid out: a comment may still be added at the end of its line. */
  #last: LayoutPiece | undefined;
  /** Whether the last piece has a comment at the end of its line. */
  #hasTrailing = false;
  /** Whether the next piece is the first of its block. */
  #isFirst = true;

  /** Grows during the layout: whatever shares a line with a piece is laid out too. */
  window: Span;

  constructor(syntax: Syntax, window: Span) {
    this.window = window;
    this.#text = syntax.source.text;
    this.#textStart = textStart(this.#text);
    this.#comments = new CommentIndex(syntax.comments);
    this.#places = new VerbatimPlaces(syntax);
  }

  /** Lays out the content of a block, or of the file. */
  block(declarations: readonly Declaration[], start: number, end: number, depth: number): void {
    this.at = Math.max(this.at, start);
    this.#isFirst = true;
    const units = this.#places.unitsOf(declarations, start, end);
    const place: BlockPlace = { units, end };
    const first = this.#firstInWindow(units);
    const before = units[first - 1];
    if (before) this.#pass(before.end);
    let behind = end;
    for (const unit of units.slice(first)) {
      if (unit.start < this.at) continue;
      if (unit.start > this.window.end) {
        behind = unit.start;
        break;
      }
      const isIgnored = this.#gap(unit.start, depth, place);
      if (unit.start < this.at) continue;
      const off = this.#places.offPlace(unit.start)?.end;
      if (off !== undefined)
        this.#verbatim({ start: unit.start, end: this.#offEnd(unit.start, off, place) }, depth);
      else this.#unit(unit, depth, isIgnored);
    }
    this.#gap(behind, depth, place);
  }

  /** The first unit that the window can touch. If the window starts in a `waypost-format off` region, the first unit of that region. */
  #firstInWindow(units: readonly Unit[]): number {
    let low = firstIndex(units, ({ end }) => end >= this.window.start);
    const off = this.#places.offPlace(this.window.start);
    while (off && (units[low - 1]?.end ?? 0) > off.start) low--;
    return low;
  }

  /** Lays out the comments before a statement or a closing brace. Returns whether the last of them is `# prettier-ignore`. */
  #gap(end: number, depth: number, block: BlockPlace): boolean {
    let isIgnored = false;
    for (const comment of this.#comments.between(this.at, end)) {
      const { start } = comment.span;
      if (start < this.at) continue;
      isIgnored = false;
      const off = this.#places.offPlace(start)?.end;
      if (off !== undefined) {
        this.#verbatim({ start, end: this.#offEnd(start, off, block) }, depth);
        continue;
      }
      if (this.#isBehindLast(start)) this.#addTrailing(comment);
      else {
        this.#add({ kind: 'comment', start, end: comment.span.end, text: comment.text.trimEnd() }, depth);
        isIgnored = /^#\s*prettier-ignore\s*$/.test(comment.text);
      }
    }
    return isIgnored;
  }

  #unit(unit: Unit, depth: number, isIgnored: boolean): void {
    if (isIgnored || !unit.declaration || this.#places.cuts(unit.declaration)) this.#verbatim(unit, depth);
    else if (unit.hasBrokenHead && unit.declaration.block)
      this.#brokenHead(unit.declaration, unit.declaration.block, unit.end, depth);
    else this.#statement(unit.declaration, unit.end, depth);
  }

  /** The end of a `waypost-format off` region in a block. A declaration that begins in it belongs to it as a whole. */
  #offEnd(start: number, off: number, { units, end }: BlockPlace): number {
    const last = start + this.#text.slice(start, Math.min(off, end)).trimEnd().length;
    return units.reduce(
      (at, unit) => (unit.start >= start && unit.start < last ? Math.max(at, unit.end) : at),
      last,
    );
  }

  #statement(call: Declaration, end: number, depth: number): void {
    const { block, span } = call;
    const start = span.start;
    if (!this.#touches(start, end)) {
      this.#pass(end);
      return;
    }
    if (!block) {
      const head = callHead(call, this.#comments, span.end, lineWidth - 2 * depth);
      this.#addHead(head, { start, end }, depth, call);
      return;
    }
    const oneLine = this.#oneLine(call, block, depth);
    if (oneLine !== undefined) {
      this.#add({ kind: 'call', start, end, text: oneLine, call }, depth);
      return;
    }
    const { start: open, end: close } = insideOf(block);
    const head = callHead(call, this.#comments, block.span.start, lineWidth - 2 * depth);
    // `do` and `end` change together, and so do the parentheses around a block.
    const isTied =
      this.#text.slice(close, span.end) !== head.closer &&
      (this.#touches(start, open) || this.#touches(close, end));
    this.#addHead(head, { start, end: open }, depth, call, isTied);
    const isEmpty =
      block.declarations.length === 0 &&
      this.#comments.between(open, close).length === 0 &&
      head.after.length === 0;
    if (isEmpty && this.#last && !/[^\s;]/.test(this.#text.slice(open, close))) {
      this.#last.text += head.closer;
      this.#last.closer = '';
      this.#extend(end);
    } else {
      this.#inside(block, open, close, depth);
      this.#close(close, end, head.closer, depth, isTied);
    }
    for (const comment of this.#comments.between(block.span.end, span.end))
      this.#behind(comment.text.trimEnd(), depth);
  }

  #inside(block: Block, open: number, close: number, depth: number): void {
    if (this.#touches(open, close)) this.block(block.declarations, open, close, depth + 1);
    else this.#pass(close);
  }

  #close(start: number, end: number, text: string, depth: number, isTied = false): void {
    this.#add({ kind: 'closer', start, end, text, isTied }, depth);
  }

  /** A head with a mistake and the end of its block are kept as written. */
  #brokenHead(call: Declaration, block: Block, end: number, depth: number): void {
    const { start: open, end: close } = insideOf(block);
    this.#verbatim({ start: call.span.start, end: open }, depth);
    this.#inside(block, open, close, depth);
    this.#close(close, end, this.#slice(close, end), depth);
  }

  /** `member { get 'preview' }`, if its author wrote it on one line and it fits; otherwise undefined. */
  #oneLine(call: Declaration, block: Block, depth: number): string | undefined {
    const [inner, second] = block.declarations;
    if (!inner || second || inner.block || inner.damaged) return undefined;
    const written = this.#text.slice(call.span.start, call.span.end);
    if (/[\r\n]/.test(written) || this.#places.hasMistake(call.span)) return undefined;
    if (this.#comments.between(call.span.start, call.span.end).length > 0) return undefined;
    const head = callHead(call, this.#comments, block.span.start, lineWidth);
    const body = callHead(inner, this.#comments, inner.span.end, lineWidth, true);
    const opening = flatText(head.doc);
    const content = flatText(body.doc);
    if (opening === undefined || content === undefined) return undefined;
    const text = `${opening} ${content} ${head.closer}`;
    return text.length + 2 * depth <= lineWidth ? text : undefined;
  }

  #addHead(head: CallHead, span: Span, depth: number, call: Declaration, isTied = false): void {
    const indentation = 2 * depth;
    const body = printDoc(head.doc, indentation, lineWidth);
    const text = head.above.length === 0 ? body : [...head.above, body].join(`\n${' '.repeat(indentation)}`);
    this.#add(
      {
        kind: 'call',
        start: span.start,
        end: span.end,
        text,
        call,
        closer: call.block ? head.closer : '',
        isTied,
      },
      depth,
    );
    head.after.forEach((text, index) => this.#behind(text, index === 0 || !call.block ? depth : depth + 1));
  }

  /** Moves a comment after the last piece: to the end of its line, or below it if there is a comment already. */
  #behind(text: string, depth: number): void {
    const last = this.#last;
    if (!last) return;
    last.text += this.#hasTrailing ? `\n${' '.repeat(2 * depth)}${text}` : ` ${text}`;
    this.#hasTrailing = true;
  }

  #isBehindLast(start: number): boolean {
    return (
      this.at > this.#textStart && !this.#hasTrailing && !/[\r\n]/.test(this.#text.slice(this.at, start))
    );
  }

  #addTrailing(comment: Comment): void {
    // After text that was not understood, the "comment" may be part of it, such as the rest of a string without its quote.
    const gap = this.#last?.kind === 'verbatim' ? this.#slice(this.at, comment.span.start) : ' ';
    if (this.#last) this.#last.text += gap + comment.text.trimEnd();
    this.#extend(comment.span.end);
    this.#hasTrailing = true;
  }

  #verbatim({ start, end }: Span, depth: number): void {
    if (this.#touches(start, end))
      this.#add({ kind: 'verbatim', start, end, text: this.#slice(start, end) }, depth);
    else this.#pass(end);
  }

  #add(piece: NewPiece, depth: number): void {
    const { kind, start, end, text, call, closer = '', isTied = false } = piece;
    const isOutside = !this.#touches(start, end);
    if (isOutside && !isTied) {
      this.#pass(end);
      return;
    }
    const isBlankBefore = !this.#isFirst && kind !== 'closer' && hasBlankLine(this.#text, this.at, start);
    this.#last = { kind, gapStart: this.at, start, end, depth, isBlankBefore, text, call, closer, isOutside };
    this.pieces.push(this.#last);
    this.#growWindow(start, end, isOutside);
    this.at = end;
    this.#isFirst = false;
    this.#hasTrailing = false;
  }

  /** Grows the window to the end of the piece's line: after the change the piece may end with a comment or a parenthesis. */
  #growWindow(start: number, end: number, isOutside: boolean): void {
    const to = lineEnd(this.#text, Math.max(end, this.window.end));
    const isAlone =
      this.#comments.between(start, end).length === 0 &&
      (start < this.window.start || this.#text.slice(end, to).trim() === '');
    if (isOutside ? isAlone : end <= this.window.end) return;
    this.window = { start: Math.min(start, this.window.start), end: to };
  }

  /** Skips text that is not laid out. */
  #pass(end: number): void {
    this.#last = undefined;
    this.at = Math.max(this.at, end);
    this.#isFirst = false;
    this.#hasTrailing = false;
  }

  #extend(end: number): void {
    this.at = Math.max(this.at, end);
    if (!this.#last) return;
    this.#last.end = this.at;
    this.#growWindow(this.#last.start, this.at, this.#last.isOutside);
  }

  #touches(start: number, end: number): boolean {
    return end >= this.window.start && start <= this.window.end;
  }

  #slice(start: number, end: number): string {
    return this.#text.slice(start, end).replace(/\r\n?/g, '\n');
  }
}

/** Whether there is a blank line between two offsets. */
function hasBlankLine(text: string, start: number, end: number): boolean {
  return /(?:\r\n|\n|\r(?!\n))[^\S\r\n]*[\r\n]/.test(text.slice(start, end));
}
