// The state of one walk over a syntax tree: the problems found so far, and the current position.

import { endOf } from '../../grammar/inline-code.js';
import type { Problem, WrittenEdit } from '../../grammar/problem.js';
import type { Token } from '../../grammar/tokens.js';
import { applyEdits, type Source, type Span } from './source.js';

export class Reading {
  readonly problems: Problem[] = [];
  /** Whether the call that is being built has a mistake in it. */
  isDamaged = false;
  /** The end of the last token read. */
  end = 0;

  constructor(readonly source: Source) {}

  /** Moves past a token. */
  take(token: Token): Token {
    this.end = endOf(token);
    return token;
  }

  /** Moves past a closing bracket. One without text is missing, which has been reported. */
  takeCloser(token: Token): Token {
    if (token.image === '') this.isDamaged = true;
    return this.take(token);
  }

  report(problem: Problem): void {
    this.problems.push(problem);
    this.isDamaged = true;
  }

  text(span: Span): string {
    return this.source.textOf(span);
  }

  /** A range of the text after the fixes of these problems. */
  mended(span: Span, problems: readonly Problem[]): string {
    return this.edited(
      span,
      problems.flatMap(({ fix }) => fix?.edits ?? []),
    );
  }

  /** A range of the text after these edits. */
  edited({ start, end }: Span, edits: readonly WrittenEdit[]): string {
    return applyEdits(
      this.text({ start, end }),
      edits.map((edit) => ({ span: { start: edit.start - start, end: edit.end - start }, text: edit.text })),
    );
  }

  /** The callable that ends directly before an offset, if any. */
  callableBefore(offset: number): string | undefined {
    return /&[^\s&,;()[\]{}<>'"=]+$/.exec(this.source.text.slice(Math.max(0, offset - 200), offset))?.[0];
  }

  /** The string or unquoted path after an offset on its line, with blanks before and a `)` after it. Undefined if there is none. */
  stringAfter(offset: number): string | undefined {
    const string =
      /^[ \t]*(?:'[^'\\\r\n]*'|"[^"\\\r\n]*"|\/(?:%\{\w+\}|[\w:.*/-])+(?=[ \t]*(?:[,;)\r\n]|$)))(?:[ \t]*\))?/;
    return string.exec(this.source.text.slice(offset, offset + 500))?.[0];
  }

  /** The string that ends directly before an offset, if any. */
  stringBefore(offset: number): string | undefined {
    const { text } = this.source;
    const quote = text[offset - 1];
    if (quote !== "'" && quote !== '"') return undefined;
    return text.slice(text.lastIndexOf(quote, offset - 2), offset);
  }
}
