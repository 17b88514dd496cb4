// Pairs the brackets while the tokens go by, and gives the parser a sequence in which every bracket has its partner.
//
// If the brackets fit, nothing is added or left out. Otherwise the tokens are read again with the surplus of openers and closers:
// `decide` says what each closer closes. If a statement begins that the open brackets around it cannot contain, the bracket that was
// never closed gets a closer without text.

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
  /** Whether, so far, everything in a block is indented deeper than the statement of the block. */
  isLaidOut = true;
  /** The previous token of the text. */
  #before: Token | undefined;
  #line = 0;
  #indent = 0;
  /** The indentation of the last statement that began a line. */
  #statementIndent = 0;
  /** The indentation of the first statement outside all brackets. */
  #level = -1;
  #isTooDeep = false;
  /** The last run of closers that were left out, and the index of the last of them. */
  #strays: { readonly start: number; readonly end: number; readonly last: number } | undefined;
  /** The last bracket that was closed without a closer, and the openers around it that ended at the same place. */
  #missing:
    { readonly place: Extent; readonly line: number; readonly openers: string[]; closer?: Token } | undefined;
  /** The index of the second of two swapped closers. */
  #swapped = -1;

  /** Without a surplus, it gives up at the first bracket that does not fit. */
  constructor(
    readonly near: Neighbours,
    readonly surplus: Surplus | undefined,
    depth: number,
    /** Whether the text ends with these tokens. */
    readonly isAtEnd: boolean,
  ) {
    super(depth);
  }

  /** Moves on to the next token of the text. */
  advance(token: Token, before: Token | undefined): void {
    this.#before = before;
    const indent = indentAt(this.near.text, token.startOffset);
    this.isFirst = indent >= 0;
    if (!this.isFirst) return;
    this.#line++;
    this.#indent = indent;
  }

  /** Closes everything that is open at the end of the text. False if it gives up. */
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

  /** The range of all tokens if brackets were guessed, otherwise nothing. */
  get guessed(): readonly Extent[] {
    return this.surplus ? [this.near.place(0, this.near.all.length - 1)] : [];
  }

  /** The end of the previous token. */
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

  /** Closes the bracket that a closer belongs to, or leaves the closer out. False if it gives up. */
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

  /** Whether a closer and its neighbour have changed places: `)}` for `})`. */
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

  /** The indentation inside the innermost of `count` blocks whose statements begin lines. -1 if there is none. */
  #bodyIndentIn(count: number): number {
    for (let at = count - 1; at >= 0; at--) {
      const indent = this.stack[at]?.bodyIndent ?? -1;
      if (indent >= 0) return indent;
    }
    return -1;
  }

  /** Leaves out a stray closer. Several in a row are one mistake. */
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

  /** Before a statement: closes open parentheses, lists and hashes of which the file has too many. */
  closeUnclosed(): void {
    while (this.surplus && this.top && !this.isInBlock() && this.surplus[this.top.kind] > 0)
      this.#closeMissing();
  }

  /** Closes the list or hash that cannot contain the next token, if the file has too many of its kind. */
  endEnclosed(role: Frame['role'], other = role): void {
    const { top, surplus } = this;
    if (!surplus || !top || (top.role !== role && top.role !== other) || surplus[top.kind] <= 0) return;
    const comma = this.isAfter(tokens.Comma) ? this.input.pop() : undefined;
    if (comma) this.previous = this.input.at(-1);
    this.#closeMissing();
    if (comma) this.emit(comma);
  }

  /**
   * Closes the hashes and lists that cannot contain the statement that begins this line: no comma stands before it, and it is not
   * their next item. False if it gives up.
   */
  endForStatement(): boolean {
    if (this.isAfter(tokens.HashOpen, tokens.LeftBracket, tokens.Comma, tokens.Key)) return true;
    while (this.top && (this.top.role === 'hash' || this.top.role === 'list')) {
      if (!this.surplus) return false;
      this.#closeMissing();
    }
    return true;
  }

  /** Begins a statement. First closes the blocks that have ended by its indentation, if the file has too many open. */
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
    // If a bracket is guessed here, it may belong to the statement before.
    if (isOut || (level >= 0 && indent > level) || this.#mayBeBlock()) this.isLaidOut = false;
  }

  /** Notes a word that begins a line but no statement, and may look like one. */
  noteWord(): void {
    if (this.isFirst && !this.isInBlock() && this.#indent <= this.#statementIndent) this.isLaidOut = false;
  }

  /** Whether the block around a statement may have ended before it, so that the statement belongs to what is around the block. */
  #hasEnded(): boolean {
    const { top, surplus } = this;
    if (!top || !surplus || surplus[top.kind] <= 0) return false;
    const around = this.stack.at(-2);
    if (around && around.role !== 'block' && surplus[around.kind] <= 0) return false;
    return top.bodyIndent > top.indent && this.#indent <= top.indent;
  }

  /**
   * Ends the statement before an argument that begins a line, has no comma before it, and is indented no deeper than that statement.
   * The argument is then a statement whose first word is missing.
   */
  endStatement(): void {
    if (!this.isFirst || !this.isAtStatement() || this.isBoundary() || this.#indent > this.#statementIndent)
      return;
    if (!this.isAfter(tokens.Arrow, tokens.Equals)) this.emit(newToken(tokens.Semicolon, '', this.#end()));
  }

  /** Whether a line continues the arguments of the statement before: it follows a comma or `=>`, and is indented deeper. */
  isContinuation(): boolean {
    return (
      this.isFirst &&
      this.isInBlock() &&
      this.#indent > this.#statementIndent &&
      this.isAfter(tokens.Comma, tokens.Arrow, tokens.Label)
    );
  }

  /** Whether a token may belong to the current statement: it is on the same line, or on one that is indented deeper. */
  mayGoOn(token: Token): boolean {
    const indent = indentAt(this.near.text, token.startOffset);
    return indent < 0 || indent > this.#statementIndent;
  }

  /** Inserts a missing `{` or `do` before a statement that is indented deeper than the one before, if the file has too few. */
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

  /** Whether the next line begins with a statement that is indented deeper than the current one. */
  isIndentedBehind(index: number): boolean {
    const indent = this.isAtStatement() ? this.#indent : this.#statementIndent;
    return this.near.endsLine(index) && this.near.bodyIndent(index) > indent;
  }

  /** Opens the block that a `:` was meant to open. It ends with its indentation. False if it gives up. */
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

  /** Counts an opener of a surplus kind as one of another kind. */
  mean(kind: BracketKind, other: BracketKind): void {
    if (!this.surplus) return;
    this.surplus[kind]--;
    this.surplus[other]++;
  }

  /** Whether the token before is the keyword that wraps a whole file. Its declarations need not be indented. */
  isWrapped(): boolean {
    return !this.top && this.depth === 0 && this.isAfter(tokens.Keyword) && isWrapper(this.previous);
  }

  /** Whether a block without its opener may begin with this statement. */
  #mayBeBlock(isStatement = false): boolean {
    if (this.isBoundary()) return false;
    const isDeeper = this.#indent > this.#statementIndent - (this.isWrapped() ? 1 : 0);
    if (this.isInBlock()) return isDeeper;
    return this.top?.role === 'call' && (this.isAfter(tokens.Comma) || (isStatement && isDeeper));
  }

  /** Inserts the closer that the innermost bracket lacks, and reports the bracket. */
  #closeMissing(): void {
    const frame = this.top;
    if (!frame) return;
    if (frame.colon) {
      if (this.surplus) this.surplus.brace--;
      return this.#closeTop(newToken(tokens.BlockClose, '', this.#end()));
    }
    const place = placeOf(frame.token);
    const inner = this.#missing;
    // Brackets that open on one line and lack their closers at one place, such as `({`, are one mistake, reported at the innermost.
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

  /** Closes everything at the end of a text that is cut off. This is one mistake, reported at the innermost bracket. */
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
