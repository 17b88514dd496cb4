// The lines of an edit, widened to whole statements of one list, and parsed separately.
//
//   get '/a'
//   get '/b│         the window: its new declarations replace its old ones
//   get '/c'
//
// Neither the old nor the new result may depend on anything outside the window. If it may, the window is widened by its neighbours.

import { indentAt } from '../../grammar/inline-code.js';
import type { Extent, Problem } from '../../grammar/problem.js';
import { angleList, percentList } from '../../grammar/scanners.js';
import type { Comment } from './declarations.js';
import { firstIndex } from './first-index.js';
import { growSpan, moveComments, moveDeclarations, movedExtents, movedProblem, moveTokens } from './move.js';
import { haveNoPartners, isUnmatched } from './reparse-frame.js';
import { bracketsAround, growAround, lineEnd, lineStart, type Level } from './reparse-levels.js';
import { Source, type SourceEdit } from './source.js';
import {
  beginsStatement,
  beginsStatementBehind,
  depthOf,
  endsOpen,
  endsStatement,
  isLooseEnd,
} from './statement-edges.js';
import { ParsedSyntax, parseSyntax, type SyntaxToken } from './syntax.js';

/** The number of widenings before the whole text is parsed instead. */
const mostWidenings = 3;
/** The nesting limit around and in the window. Only a parse of the whole text reports `too-deep`. */
const deepest = 90;
/** Longer loose statements are parsed with the whole text. Their unchanged parts are kept then, too. */
const longestLoose = 4_000;
/** The number of statements that can be put into a list in one call. */
const mostReplacements = 20_000;

/** Whole lines with whole statements that contain an edit. */
export class Window {
  #start: number;
  #end: number;
  /** The indexes of its statements: from `#first` up to `#last`, exclusive. */
  #first = 0;
  #last = 0;
  readonly #text: string;

  constructor(
    readonly before: ParsedSyntax,
    readonly level: Level,
    readonly edit: SourceEdit,
  ) {
    this.#text = before.source.text;
    this.#start = this.#lineStart(edit.start);
    // An edit of whole lines does not touch the next line.
    const isWhole =
      edit.start === this.#start &&
      (edit.text === '' || edit.text.endsWith('\n')) &&
      edit.end === this.#lineStart(edit.end);
    this.#end = isWhole ? edit.end : Math.min(this.#lineEnd(edit.end), level.lines.end);
  }

  /** Parses the window's new text, widened until it cannot depend on what is outside. */
  parse(): ParsedSyntax | undefined {
    for (let widening = 0; widening <= mostWidenings; widening++) {
      if (!this.#toWholeStatements()) return undefined;
      if (this.#isSeparate()) {
        const parsed = this.#parseText();
        const isWhole = this.before.isSettled && parsed.isSettled;
        const isLaidOut = this.before.isLaidOut && parsed.isLaidOut && (parsed.isSettled || !this.#isFirst());
        if (!isWhole && (!isLaidOut || this.#leavesFirstOpen(parsed))) return undefined;
        // Nested open brackets are reported together.
        if (this.#isInOpenBlock() && this.#hasUnmatched(parsed)) return undefined;
        if (this.#fits(parsed) && (isWhole || (this.#isLaidOut(parsed) && this.#isClosedApart(parsed))))
          return parsed;
      }
      if (!this.#widen()) return undefined;
    }
    return undefined;
  }

  #parseText(): ParsedSyntax {
    const goesToEnd = this.level.around.length === 0 || this.#isInOpenBlock();
    return parseSyntax(new Source(this.before.source.file, this.#newText()), {
      excerpt: {
        isAtStart: this.#isFirst(),
        isAtEnd: goesToEnd && this.#isLast(),
        depth: bracketsAround(this.level),
      },
    });
  }

  /** Whether the window is at the beginning of the text. */
  #isFirst(): boolean {
    return this.level.around.length === 0 && this.#tokenFrom(this.#start) === 0;
  }

  /** Whether the window is at the end of the text. */
  #isLast(): boolean {
    return this.#tokenFrom(this.#end) === this.before.tokens.length;
  }

  #isInOpenBlock(): boolean {
    return this.level.around.some(({ block }) => !block!.isClosed);
  }

  /** Whether a bracket in the window has no partner, before or after the edit. */
  #hasUnmatched({ problems }: ParsedSyntax): boolean {
    const isHere = ({ start }: Problem): boolean => this.#start <= start && start < this.#end;
    return [...problems, ...this.before.problems.filter(isHere)].some(isUnmatched);
  }

  /** Whether a bracket may be open in the first of several statements. The text is then judged as a whole. */
  #leavesFirstOpen(parsed: ParsedSyntax): boolean {
    const { before, level } = this;
    const [first] = before.declarations;
    const isAtTop = level.around.length === 0;
    const count =
      before.declarations.length + (isAtTop ? parsed.declarations.length - this.#last + this.#first : 0);
    if (!first || count < 2) return false;
    const isHere = isAtTop ? this.#first === 0 : level.around[0] === first;
    return (
      (isHere && parsed.problems.some(isUnmatched)) ||
      this.#problemsOutside().some((problem) => isUnmatched(problem) && problem.start < first.span.end)
    );
  }

  /** Replaces the old statements of the window with the parsed ones, and moves the rest. */
  replace(parsed: ParsedSyntax): ParsedSyntax {
    const { before, edit, level } = this;
    const { source } = before;
    const by = edit.text.length - (edit.end - edit.start);
    const isLaidOut = before.isLaidOut && this.#isLaidOut(parsed);
    const problems = [
      ...before.problems.filter(({ start }) => start < this.#start),
      ...parsed.problems.map((problem) => movedProblem(problem, this.#start)),
      ...before.problems
        .filter(({ start }) => start >= this.#end)
        .map((problem) => movedProblem(problem, by)),
    ];
    const inPlace = ({ start, end }: Extent): Extent => ({
      start: this.#start + start,
      end: this.#start + end,
    });
    const guessed = [...movedExtents(this.#guessedOutside(), edit), ...parsed.guessed.map(inPlace)];
    const looseOutside = before.loose.filter(({ start, end }) => end <= this.#start || start >= this.#end);
    const loose = [...movedExtents(looseOutside, edit), ...parsed.loose.map(inPlace)];
    const tokens = before.tokens as SyntaxToken[];
    const comments = before.comments as Comment[];
    const firstToken = this.#tokenFrom(this.#start);
    const lastToken = this.#tokenFrom(this.#end);
    const firstComment = firstIndex(comments, ({ span }) => span.start >= this.#start);
    const lastComment = firstIndex(comments, ({ span }) => span.start >= this.#end);

    moveDeclarations(parsed.declarations, this.#start, source);
    moveTokens(parsed.tokens, this.#start);
    moveComments(parsed.comments, this.#start);
    moveTokens(tokens, by, lastToken);
    moveComments(comments, by, lastComment);
    moveDeclarations(level.list.slice(this.#last), by);
    growAround(before, level, edit);
    level.list.splice(this.#first, this.#last - this.#first, ...parsed.declarations);
    source.replace(edit, edit.text);
    const syntax = new ParsedSyntax({
      source,
      declarations: before.declarations,
      comments: spliced(comments, firstComment, lastComment, parsed.comments),
      tokens: () => spliced(tokens, firstToken, lastToken, parsed.tokens),
      problems,
      guessed,
      isCertain: before.isCertain && parsed.isCertain,
      isLaidOut,
      loose,
    });
    // A block that is never closed ends with the text.
    for (const { span, block } of level.around) {
      if (block!.isClosed) continue;
      const { end } = syntax.tokens.at(-1)!;
      growSpan(span, end - span.end);
      growSpan(block!.span, end - block!.span.end);
    }
    return syntax;
  }

  /** Widens the window to whole statements and loose extents. False if it then leaves its block. */
  #toWholeStatements(): boolean {
    const { list, lines } = this.level;
    for (;;) {
      this.#first = firstIndex(list, ({ span }) => span.end > this.#start);
      this.#last = firstIndex(list, ({ span }) => span.start >= this.#end);
      const [from, to] = [this.#start, this.#end];
      if (this.#first < this.#last)
        this.#takeIn({ start: list[this.#first]!.span.start, end: list[this.#last - 1]!.span.end });
      for (const extent of this.before.loose) {
        if (extent.end <= this.#start || extent.start >= this.#end) continue;
        if (extent.end - extent.start > longestLoose) return false;
        this.#takeIn(extent);
      }
      if (this.#start === from && this.#end === to) break;
    }
    return this.#start >= lines.start && this.#end <= lines.end;
  }

  #takeIn({ start, end }: Extent): void {
    this.#start = Math.min(this.#start, this.#lineStart(start));
    this.#end = Math.max(this.#end, this.#lineEnd(end));
  }

  #widen(): boolean {
    const { list, lines } = this.level;
    const previous = list[this.#first - 1];
    const next = list[this.#last];
    const [start, end] = [this.#start, this.#end];
    this.#start = previous ? this.#lineStart(previous.span.start) : lines.start;
    this.#end = next ? this.#lineEnd(next.span.end) : lines.end;
    return this.#start < start || this.#end > end;
  }

  /** Whether the old statements in the window were parsed independently of their surroundings. */
  #isSeparate(): boolean {
    const { list } = this.level;
    if (list[this.#first - 1]?.damaged || list[this.#last]?.damaged) return false;
    const first = this.#tokenFrom(this.#start);
    const last = this.#tokenFrom(this.#end);
    // Text after blocks that only the end of the text closed may close them.
    if (this.#isLast() && endsOpen(list[this.#first - 1])) return false;
    return (
      this.#isBesideStatements(first, last) &&
      this.#areItsEdgesFree(first, last) &&
      !this.before.problems.some(
        ({ start, end }) =>
          (start < this.#start && end >= this.#start) || (start < this.#end && end > this.#end),
      )
    );
  }

  /** Whether only statements of this list, or its brackets, are beside the tokens `first` to `last`. */
  #isBesideStatements(first: number, last: number): boolean {
    const { list, around } = this.level;
    const { tokens } = this.before;
    const block = around.at(-1)?.block;
    const previous = list[this.#first - 1];
    const next = list[this.#last];
    const from = previous?.span.end ?? (block ? block.span.start + 1 : 0);
    // Up to the beginning of the next statement, or the end of the block's closer.
    const to = next ? next.span.start + 1 : block ? block.span.end : this.#text.length + 1;
    for (let index = first - 1; index >= 0 && tokens[index]!.start >= from; index--)
      if (tokens[index]!.kind !== 'Semicolon') return false;
    for (let index = last; index < tokens.length && tokens[index]!.end < to; index++)
      if (tokens[index]!.kind !== 'Semicolon') return false;
    return true;
  }

  /** Whether a statement ends before the tokens `first` to `last` and one begins after them, and the same at their own edges. */
  #areItsEdgesFree(first: number, last: number): boolean {
    const { tokens } = this.before;
    const before = tokens[first - 1];
    if (before && (before.end > this.#start || !endsStatement(before))) return false;
    if (tokens[last] && !beginsStatementBehind(tokens, last)) return false;
    if (first === last) return true;
    const end = tokens[last - 1]!;
    return beginsStatement(tokens[first]!) && end.end <= this.#end && (!tokens[last] || endsStatement(end));
  }

  /** Whether the new statements are independent of their surroundings. */
  #fits({ tokens, problems, declarations }: ParsedSyntax): boolean {
    const [first] = tokens;
    const last = tokens.at(-1);
    const text = this.#newText();
    const isAtEnd = this.#end === this.#text.length;
    if (!isAtEnd && text !== '' && !text.endsWith('\n')) return false;
    if (first && !(beginsStatement(first) && (this.#isLast() || endsStatement(last!)))) return false;
    if (problems.some(({ code }) => code === 'inline-code') || declarations.length > mostReplacements)
      return false;
    // A semicolon after an open block belongs to that block.
    const behind = this.before.tokens[this.#tokenFrom(this.#end)];
    if (behind?.kind === 'Semicolon' && endsOpen(declarations.at(-1))) return false;
    return (
      this.level.around.length * 2 + depthOf(tokens) < deepest &&
      !tokens.some((token) => this.#closesOutside(token))
    );
  }

  /** Whether a list that is not closed in the window is closed after it. */
  #closesOutside({ kind, start }: SyntaxToken): boolean {
    if (kind !== 'UnclosedAngleList' && kind !== 'UnclosedPercent') return false;
    const text = this.#newText() + this.#text.slice(this.#end);
    return (kind === 'UnclosedAngleList' ? angleList : percentList)(text, start) >= 0;
  }

  /** Whether the indentation separates the statements in the window from each other and from their neighbours. */
  #isLaidOut(parsed: ParsedSyntax): boolean {
    const { list } = this.level;
    const [first] = list;
    if (!parsed.isLaidOut || !first || (this.#first === 0 && parsed.declarations.length === 0)) return false;
    const indent = indentAt(this.#text, first.span.start);
    // The text before the first declaration may be no declaration.
    const block = this.level.around.at(-1)?.block;
    const foremost = this.before.tokens[this.#tokenFrom(block ? block.span.start + 1 : 0)];
    const margin = foremost ? indentAt(this.#text, foremost.start) : -1;
    if (margin >= 0 && margin !== indent) return false;
    const next = list[this.#last];
    if (indent < 0 || (next && indentAt(this.#text, next.span.start) !== indent)) return false;
    const text = this.#newText();
    const indents = parsed.tokens.map(({ start }) => indentAt(text, start)).filter((each) => each >= 0);
    return (indents[0] ?? indent) === indent && indents.every((each) => each >= indent);
  }

  /** The guessed brackets outside the window. */
  #guessedOutside(): readonly Extent[] {
    return this.before.guessed.filter(({ start, end }) => start < this.#start || end > this.#end);
  }

  #problemsOutside(): Problem[] {
    return this.before.problems.filter(({ start }) => start < this.#start || start >= this.#end);
  }

  /** Whether the guesses outside stay the same: none of those brackets may be the partner of one in the window. */
  #isClosedApart(parsed: ParsedSyntax): boolean {
    const outside = this.#guessedOutside();
    if (outside.length === 0 && parsed.isSettled) return true;
    const { tokens, guessed } = this.before;
    const old = tokens.slice(this.#tokenFrom(this.#start), this.#tokenFrom(this.#end));
    if (old.some(isLooseEnd) || parsed.tokens.some(isLooseEnd)) return false;
    return (
      (outside.length === guessed.length && parsed.isSettled && !this.#hasUnmatched(parsed)) ||
      haveNoPartners([...parsed.problems, ...this.#problemsOutside()])
    );
  }

  #newText(): string {
    const { start, end, text } = this.edit;
    return this.#text.slice(this.#start, start) + text + this.#text.slice(end, this.#end);
  }

  #lineStart(offset: number): number {
    return lineStart(this.#text, offset);
  }

  #lineEnd(offset: number): number {
    return lineEnd(this.#text, offset);
  }

  #tokenFrom(offset: number): number {
    return firstIndex(this.before.tokens, ({ start }) => start >= offset);
  }
}

/** Longer lists are not spliced in place, since `splice` would get an argument for each item. */
const mostSpliced = 10_000;

/** Replaces the items between two indexes, in the same list if possible, since it may be very long. */
function spliced<Item>(list: Item[], start: number, end: number, items: readonly Item[]): readonly Item[] {
  if (items.length > mostSpliced) return list.slice(0, start).concat(items, list.slice(end));
  list.splice(start, end - start, ...items);
  return list;
}
