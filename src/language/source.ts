// A text with a name, and places in it.
//
// Everything inside waypost speaks in offsets (UTF-16 units from 0) and spans of them; lines and columns are
// worked out only where somebody reads them. A line ends at "\n", "\r\n" or a lone "\r", as in editors.

import { firstIndex } from './first-index.js';

/** A half-open stretch of one source: `start` is inside, `end` is the first unit after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Replaces a span of a text by another text. */
export interface SpanEdit {
  readonly span: Span;
  readonly text: string;
}

/** Another text in the place of a stretch of a source. */
export interface SourceEdit extends Span {
  /** What stands in the place of the span now. */
  readonly text: string;
}

/** A place for people: `offset` in UTF-16 units from 0, `line` and `column` from 1 (columns in UTF-16 units). */
export interface Position {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** One text that was read, under the name that diagnostics show. */
export class Source {
  readonly file: string;
  #text: string;
  #lineStarts: number[] | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** Puts another text into the place of a span. Whoever has spans of this source moves them along: `reparse` does. */
  replace({ start, end }: Span, text: string): void {
    this.#text = this.#text.slice(0, start) + text + this.#text.slice(end);
    this.#lineStarts = undefined;
  }

  /** The offset at which each line begins, the first being 0. */
  get lineStarts(): readonly number[] {
    return (this.#lineStarts ??= findLineStarts(this.text));
  }

  /** The place of an offset; offsets outside the text are moved to its nearest end. */
  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    const line = this.lineAt(at);
    return { offset: at, line, column: at - this.lineStarts[line - 1]! + 1 };
  }

  /** The line, from 1, that an offset is on. */
  lineAt(offset: number): number {
    return Math.max(
      firstIndex(this.lineStarts, (start) => start > offset),
      1,
    );
  }

  rangeOf(span: Span): Range {
    return { start: this.positionAt(span.start), end: this.positionAt(span.end) };
  }

  /** The text of a line (from 1), without its line end. */
  lineText(line: number): string {
    const starts = this.lineStarts;
    const start = starts[line - 1];
    if (start === undefined) return '';
    let end = starts[line] ?? this.text.length;
    while (end > start && /[\r\n]/.test(this.text[end - 1]!)) end--;
    return this.text.slice(start, end);
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) starts.push(i + 1);
    else if (code === 13) {
      if (text.charCodeAt(i + 1) === 10) i++;
      starts.push(i + 1);
    }
  }
  return starts;
}
