// Pairs the brackets while the tokens go by, and hands the parser a sequence in which every one has its partner.
//
// In a file whose brackets fit, nothing is added and nothing left out. Otherwise the whole is gone through again with the
// file's surplus of openers and closers at hand: `decide` then says what a closer closes, and where a statement begins
// that the brackets around it cannot hold, the one that was never closed is closed by a token without text.

import { ArrangedTokens } from './arranged-tokens.js';
import { areSwapped, closingType, decide, type BracketKind, type Frame, type Surplus } from './brackets.js';
import { endOf, indentAt } from './inline-code.js';
import * as brackets from './bracket-messages.js';
import { isWrapper, placeOf, type Neighbours } from './neighbours.js';
import type { Extent, Problem } from './problem.js';
import * as tokens from './tokens.js';
import { newToken, type Token } from './tokens.js';

export class Pairing extends ArrangedTokens {
  readonly problems: Problem[] = [];
  /** Whether everything in a block is indented deeper than the statement that it belongs to, as far as has been read. */
  isLaidOut = true;
  /** The token before it in the text. */
  #before: Token | undefined;
  #line = 0;
  #indent = 0;
  /** The indentation of the statement that was begun last at the beginning of a line. */
  #statementIndent = 0;
  /** The indentation of the first statement that is in no bracket. */
  #level = -1;
  #isTooDeep = false;
  /** The closers that were left out last, one after the other, and the index of the last one. */
  #strays: { readonly start: number; readonly end: number; readonly last: number } | undefined;
  /** The innermost of the brackets that were closed last without a closer, those around it that were closed at the same place, and what closed them. */
  #missing:
    { readonly place: Extent; readonly line: number; readonly openers: string[]; closer?: Token } | undefined;
  /** The second of two closers that stand in the wrong order. */
  #swapped = -1;

  /** Without a surplus it gives up at the first bracket that does not fit. */
  constructor(
    readonly near: Neighbours,
    readonly surplus: Surplus | undefined,
    depth: number,
    /** Whether the text ends with them. */
    readonly isAtEnd: boolean,
  ) {
    super(depth);
  }

  /** Goes on to a token of the text, behind the one before. */
  advance(token: Token, before: Token | undefined): void {
    this.#before = before;
    const indent = indentAt(this.near.text, token.startOffset);
    this.isFirst = indent >= 0;
    if (!this.isFirst) return;
    this.#line++;
    this.#indent = indent;
  }

  /** Closes what is still open at the end of the text; false where it gives up. */
  finish(): boolean {
    this.#reportStrays();
    if (this.stack.length === 0) return true;
    if (!this.surplus) return false;
    this.#before = this.near.all.at(-1);
    while (this.top?.colon) this.#closeMissing();
    if (this.stack.length > 1 && this.isAtEnd && this.top) this.#closeCutOff(this.top);
    while (this.top) this.#closeMissing();
    return true;
  }

  /** All of the tokens, where brackets were guessed in them. */
  get guessed(): readonly Extent[] {
    return this.surplus ? [this.near.place(0, this.near.all.length - 1)] : [];
  }

  /** The end of the token before in the text. */
  #end(): number {
    return this.#before ? endOf(this.#before) : 0;
  }

  // Openers and closers of the text

  open(token: Token, kind: BracketKind, role: Frame['role'], type = token.tokenType): void {
    const depth = this.depth + this.stack.length;
    if (depth >= brackets.deepestNesting && !this.#isTooDeep) {
      this.#isTooDeep = true;
      this.problems.push(brackets.tooDeep(placeOf(token)));
    }
    if (depth === brackets.deepestNesting)
      this.emit(newToken(tokens.InlineCode, token.image, token.startOffset));
    token.tokenType = type;
    if (depth < brackets.deepestNesting) this.input.push(token);
    this.previous = token;
    this.#push({
      kind,
      role,
      token,
      indent: this.#indent,
      line: this.#line,
      bodyIndent: -1,
      statementIndent: this.#statementIndent,
    });
  }

  /** Closes the bracket that a closer belongs to, or leaves the closer out; false where it gives up. */
  close(index: number, kind: BracketKind): boolean {
    const token = this.near.at(index);
    if (this.isFirst && this.#indent < this.#bodyIndentIn(this.stack.length - 1)) this.isLaidOut = false;
    if (this.surplus ? this.#isSwapped(index, kind) : this.top?.kind === kind) {
      this.#closeTop(token);
      return true;
    }
    if (!this.surplus) return false;
    const closer = {
      kind,
      line: this.#line,
      indent: this.#indent,
      isFirst: this.isFirst,
      nextIndent: this.near.nextIndent(index),
    };
    const decision = decide(this.stack, closer, this.surplus);
    const isSurplus = decision !== 'stray' && decision.isWrongKind && this.surplus[decision.frame.kind] <= 0;
    if (decision === 'stray' || (isSurplus && this.near.closesNext(index, decision.frame))) {
      this.surplus[kind]++;
      this.#leaveOut(index);
      return true;
    }
    while (this.top && this.top !== decision.frame) this.#closeMissing();
    if (decision.isWrongKind && this.top) {
      this.surplus[kind]++;
      this.surplus[this.top.kind]--;
      const { image } = this.top.token;
      if (image !== ':')
        this.problems.push(brackets.wrongCloser(this.near.place(index, index), token.image, image));
    }
    this.#closeTop(token);
    return true;
  }

  /** Whether a closer and the one behind it, or before it, have changed places: `)}` for `})`. */
  #isSwapped(index: number, kind: BracketKind): boolean {
    if (index === this.#swapped) return true;
    const { top, surplus } = this;
    if (!top || !surplus || !areSwapped(this.stack, kind, surplus) || !this.near.closesNext(index, top))
      return false;
    this.#swapped = index + 1;
    const meant = this.near.at(index + 1).image + this.near.at(index).image;
    const [place, text] = [this.near.place(index, index + 1), this.near.textOf(index, index + 1)];
    this.problems.push(brackets.swappedClosers(place, text, meant));
    return true;
  }

  /** The indentation in the innermost block with statements on lines of their own, of so many brackets; -1 where there is none. */
  #bodyIndentIn(count: number): number {
    for (let at = count - 1; at >= 0; at--) {
      const indent = this.stack[at]?.bodyIndent ?? -1;
      if (indent >= 0) return indent;
    }
    return -1;
  }

  /** Several in a row are one mistake. */
  #leaveOut(index: number): void {
    const token = this.near.at(index);
    if (this.isFirst && this.#indent < this.#bodyIndentIn(this.stack.length)) this.isLaidOut = false;
    if (this.#strays && this.#strays.last === index - 1) {
      this.#strays = { start: this.#strays.start, end: endOf(token), last: index };
      return;
    }
    this.#reportStrays();
    this.#strays = { start: token.startOffset, end: endOf(token), last: index };
  }

  #reportStrays(): void {
    if (!this.#strays) return;
    const { start, end } = this.#strays;
    this.problems.push(brackets.strayCloser({ start, end }, this.near.text.slice(start, end)));
  }

  // Brackets that are missing

  /** Closes the parentheses, lists and hashes that stand open where a statement begins, if the file has too many of them. */
  closeUnclosed(): void {
    while (this.surplus && this.top && !this.isInBlock() && this.surplus[this.top.kind] > 0)
      this.#closeMissing();
  }

  /** Closes the list or hash in which what comes next cannot stand, if the file has too many of its kind. */
  endEnclosed(role: Frame['role'], other = role): void {
    const { top, surplus } = this;
    if (!surplus || !top || (top.role !== role && top.role !== other) || surplus[top.kind] <= 0) return;
    const comma = this.isAfter(tokens.Comma) ? this.input.pop() : undefined;
    if (comma) this.previous = this.input.at(-1);
    this.#closeMissing();
    if (comma) this.emit(comma);
  }

  /**
   * Closes the hashes and lists in which a statement that begins a line cannot stand: something else than their next item, and no comma,
   * stands before it. False where it gives up.
   */
  endForStatement(): boolean {
    if (this.isAfter(tokens.HashOpen, tokens.LeftBracket, tokens.Comma, tokens.Key)) return true;
    while (this.top && (this.top.role === 'hash' || this.top.role === 'list')) {
      if (!this.surplus) return false;
      this.#closeMissing();
    }
    return true;
  }

  /** Begins a statement: first closes the blocks that its indentation shows to have ended, if the file has too many open. */
  beginStatement(): void {
    if (!this.isFirst) return;
    while (this.#hasEnded()) {
      this.#closeMissing();
      this.closeUnclosed();
    }
    this.#noteStatement();
    if (this.top && this.top.bodyIndent < 0 && this.top.line !== this.#line)
      this.top.bodyIndent = this.#indent;
    this.#statementIndent = this.#indent;
  }

  #noteStatement(): void {
    const indent = this.#indent;
    if (this.#level < 0) this.#level = indent;
    const level = this.top ? this.top.bodyIndent : this.#level;
    const isOut = indent < level || (this.top && indent <= this.top.statementIndent);
    // Where a bracket is guessed it may belong to the statement before.
    if (isOut || (level >= 0 && indent > level) || this.#mayBeBlock()) this.isLaidOut = false;
  }

  /** A word that begins no statement may look like one, going by the line that it begins. */
  noteWord(): void {
    if (this.isFirst && !this.isInBlock() && this.#indent <= this.#statementIndent) this.isLaidOut = false;
  }

  /** Whether the block around a statement may have ended before it, and the statement may stand in what is around that. */
  #hasEnded(): boolean {
    const { top, surplus } = this;
    if (!top || !surplus || surplus[top.kind] <= 0) return false;
    const around = this.stack.at(-2);
    if (around && around.role !== 'block' && surplus[around.kind] <= 0) return false;
    return top.bodyIndent > top.indent && this.#indent <= top.indent;
  }

  /**
   * Ends the statement before an argument that begins a line, without a comma before it and indented no deeper than
   * that statement: it is a statement of its own whose first word is missing.
   */
  endStatement(): void {
    if (!this.isFirst || !this.isAtStatement() || this.isBoundary() || this.#indent > this.#statementIndent)
      return;
    if (!this.isAfter(tokens.Arrow, tokens.Equals)) this.emit(newToken(tokens.Semicolon, '', this.#end()));
  }

  /** Whether a line goes on with the arguments of the statement before: a comma or `=>` stands before it, and it is indented deeper. */
  isContinuation(): boolean {
    return (
      this.isFirst &&
      this.isInBlock() &&
      this.#indent > this.#statementIndent &&
      this.isAfter(tokens.Comma, tokens.Arrow, tokens.Label)
    );
  }

  /** Whether a token of the same line, or of one that is indented deeper, may belong to the statement that is being read. */
  mayGoOn(token: Token): boolean {
    const indent = indentAt(this.near.text, token.startOffset);
    return indent < 0 || indent > this.#statementIndent;
  }

  /** Puts in the `{` or `do` that is missing before a statement indented deeper than the one before, if the file has too few. */
  openMissing(isStatement: boolean): void {
    this.closeUnclosed();
    const { previous, surplus } = this;
    if (!surplus || !previous || !this.#mayBeBlock(isStatement)) return;
    const kind = surplus.brace < 0 ? 'brace' : 'end';
    if (surplus[kind] >= 0) return;
    surplus[kind]++;
    const opener = kind === 'end' ? 'do' : '{';
    const isInParentheses = !this.isInBlock() && !this.isAfter(tokens.Comma, tokens.LeftParen);
    this.problems.push(brackets.missingOpener(placeOf(previous), opener, isInParentheses ? ',' : ''));
    if (isInParentheses) this.emit(newToken(tokens.Comma, '', endOf(previous)));
    const open = newToken(tokens.BlockOpen, '', endOf(previous));
    this.emit(open);
    this.#push({
      kind,
      role: 'block',
      token: open,
      indent: this.#statementIndent,
      line: this.#line - 1,
      bodyIndent: this.#indent,
      statementIndent: this.#statementIndent,
    });
  }

  /** Whether the next line begins with a statement that is indented deeper than the one that is being read, or stands where it begins. */
  isIndentedBehind(index: number): boolean {
    const indent = this.isAtStatement() ? this.#indent : this.#statementIndent;
    return this.near.endsLine(index) && this.near.bodyIndent(index) > indent;
  }

  /** Opens the block that a `:` is meant to open, which ends as its indentation does; false where it gives up. */
  openByIndent(colon: Token): boolean {
    if (!this.surplus) return false;
    this.surplus.brace++;
    this.emit(newToken(tokens.BlockOpen, '', colon.startOffset));
    this.#push({
      kind: 'brace',
      role: 'block',
      token: colon,
      colon,
      indent: this.#statementIndent,
      line: this.#line,
      bodyIndent: -1,
      statementIndent: this.#statementIndent,
    });
    return true;
  }

  /** Takes an opener of a kind, of which the file has too many, for one of another. */
  mean(kind: BracketKind, other: BracketKind): void {
    if (!this.surplus) return;
    this.surplus[kind]--;
    this.surplus[other]++;
  }

  /** Whether the token before is the keyword of a whole file, whose declarations need not be indented. */
  isWrapped(): boolean {
    return !this.top && this.depth === 0 && this.isAfter(tokens.Keyword) && isWrapper(this.previous);
  }

  /** Whether a block whose opener is missing may begin with a statement. */
  #mayBeBlock(isStatement = false): boolean {
    if (this.isBoundary()) return false;
    const isDeeper = this.#indent > this.#statementIndent - (this.isWrapped() ? 1 : 0);
    if (this.isInBlock()) return isDeeper;
    return this.top?.role === 'call' && (this.isAfter(tokens.Comma) || (isStatement && isDeeper));
  }

  /** Puts in the closer that the innermost bracket lacks, and reports the bracket. */
  #closeMissing(): void {
    const frame = this.top;
    if (!frame) return;
    if (frame.colon) {
      if (this.surplus) this.surplus.brace--;
      return this.#closeTop(newToken(tokens.BlockClose, '', this.#end()));
    }
    const place = placeOf(frame.token);
    const inner = this.#missing;
    // Brackets of one line that are missing at one place, `({` say, are one mistake, told at the innermost.
    if (inner && inner.closer === this.previous && inner.line === frame.line && !this.#isTooDeep) {
      inner.openers.unshift(frame.token.image);
      this.problems[this.problems.length - 1] = brackets.cutOff(inner.place, inner.openers);
    } else {
      const end = frame.role === 'block' ? undefined : this.near.endOfArguments(frame, this.previous);
      if (!this.#isTooDeep) this.problems.push(brackets.unclosed(place, this.near.text, end));
      this.#missing = { place, line: frame.line, openers: [frame.token.image] };
    }
    if (this.surplus) this.surplus[frame.kind]--;
    const closer = newToken(closingType(frame), '', this.#end());
    this.#closeTop(closer);
    if (this.#missing) this.#missing.closer = closer;
  }

  /** Closes everything at the end of a text that is cut off, which is one mistake: told at the innermost bracket. */
  #closeCutOff(frame: Frame): void {
    const { token } = frame;
    if (!this.#isTooDeep) {
      const openers = this.stack.flatMap(({ token: { image }, colon }) => (colon ? [] : [image]));
      this.problems.push(brackets.cutOff(placeOf(token), openers));
    }
    for (let open: Frame | undefined = frame; open; open = this.top) {
      if (this.surplus) this.surplus[open.kind]--;
      this.#closeTop(newToken(closingType(open), '', this.#end()));
    }
  }

  #colonBlock(colon: Token, { image, startOffset }: Token): Problem {
    const { text } = this.near;
    const [indent = ''] = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', colon.startOffset) + 1)) ?? [];
    return brackets.colonBlock(placeOf(colon), image === '' ? { at: startOffset, indent } : image);
  }

  #push(frame: Frame): void {
    this.top = frame;
    this.stack.push(frame);
  }

  #closeTop(token: Token): void {
    const bodyIndent = this.top?.bodyIndent ?? -1;
    if (token.image !== '' && this.isFirst && bodyIndent >= 0 && this.#indent >= bodyIndent)
      this.isLaidOut = false;
    if (this.top) token.tokenType = closingType(this.top);
    if (this.top?.colon) this.problems.push(this.#colonBlock(this.top.colon, token));
    this.emit(token);
    this.stack.pop();
    this.top = this.stack.at(-1);
  }
}
