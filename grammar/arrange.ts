// Gives every token the part that it plays at its place, and pairs the brackets.
//
// Words, braces and `do … end` mean different things at different places, and no word is reserved; which it is can be
// told from the tokens beside it, its line and the bracket around it:
//
//   only { only => true; only }      Keyword BlockOpen  Key Arrow BooleanWord …
//
// What comes out has its brackets balanced: a stray closer is gone, a missing one is there with no text, and program text
// has become one token. So the parser needs neither lookahead nor recovery, and a mistake cannot spread.

import { decide, surplusOf, type BracketKind, type Frame, type Surplus } from './brackets.js';
import { beginsCodeStatement, beginsCodeValue, CodeFinder, endOf, indentAt, isWord } from './inline-code.js';
import * as messages from './messages.js';
import type { Problem } from './problem.js';
import type { Token } from './tokens.js';
import * as tokens from './tokens.js';

type TokenType = Token['tokenType'];

export interface Arrangement {
  /** What the parser reads. The tokens are those of the text, with their types changed in place. */
  readonly input: Token[];
  readonly problems: readonly Problem[];
}

const booleans = new Set(['true', 'false', 'True', 'False', 'nil']);

/** `inlineCallables` is how many `${…}` a template literal had; the marks of any others are stray. */
export function arrange(text: string, all: readonly Token[], inlineCallables = 0): Arrangement {
  for (const token of all) {
    if (token.tokenType === tokens.InlineCallable && !(Number(token.image.slice(1, -1)) < inlineCallables)) retype(token, tokens.Stray);
  }
  const strict = new Arranger(text, all, undefined);
  if (strict.run()) return strict;
  for (const token of all) restore(token);
  const lenient = new Arranger(text, all, surplusOf(all));
  lenient.run();
  return lenient;
}

class Arranger implements Arrangement {
  readonly input: Token[] = [];
  readonly problems: Problem[] = [];
  readonly #stack: Frame[] = [];
  readonly #code: CodeFinder;
  #top: Frame | undefined;
  #previous: Token | undefined;
  /** The end of the token before the one that is being arranged. */
  #end = 0;
  #line = 0;
  #indent = 0;
  /** The indentation of the statement that was begun last at the beginning of a line. */
  #statementIndent = 0;
  #isTooDeep = false;
  #strayEnd = -1;
  /** Whether something stands before the last `=>` that may be a key. */
  #hasKey = false;

  /** Without a surplus it gives up at the first bracket that does not fit. */
  constructor(
    readonly text: string,
    readonly all: readonly Token[],
    readonly surplus: Surplus | undefined,
  ) {
    this.#code = new CodeFinder(text, all);
  }

  run(): boolean {
    for (let index = 0; index < this.all.length; index++) {
      const last = this.#step(index);
      if (last < 0) return false;
      index = last;
    }
    if (this.#stack.length > 0 && !this.surplus) return false;
    this.#end = endOf(this.all.at(-1) ?? newToken(tokens.Stray, '', 0));
    while (this.#stack.length > 0) this.#closeMissing();
    return true;
  }

  /** Arranges the token at `index`, with what follows where it is code; returns the index of the last one, or -1 to give up. */
  #step(index: number): number {
    const token = this.all[index]!;
    if (index > 0) this.#end = endOf(this.all[index - 1]!);
    const indent = indentAt(this.text, token.startOffset);
    const isFirst = indent >= 0;
    if (isFirst) {
      this.#line++;
      this.#indent = indent;
    }
    switch (token.tokenType) {
      case tokens.Word:
        return this.#word(token, index, isFirst);
      case tokens.LeftBrace:
        return this.#brace(token, index);
      case tokens.LeftParen:
        if (this.#isDue()) return this.#codeValue(index, this.#code.parenthesisedEnd(index));
        if (this.#isCode(index, isFirst)) return this.#codeChain(index);
        if (isFirst) this.#endStatement();
        return this.#open(token, 'paren', this.#previous?.tokenType === tokens.Keyword || this.#startsStatement(isFirst) ? 'call' : 'group', index);
      case tokens.LeftBracket:
        if (this.#isCode(index, isFirst)) return this.#codeChain(index);
        if (isFirst) this.#endStatement();
        return this.#open(token, 'bracket', 'list', index);
      case tokens.RightBrace:
        return this.#close(token, 'brace', index, isFirst);
      case tokens.RightParen:
        return this.#close(token, 'paren', index, isFirst);
      case tokens.RightBracket:
        return this.#close(token, 'bracket', index, isFirst);
      case tokens.LambdaArrow:
        return this.#codeValue(index);
      case tokens.Label:
        this.#endEnclosed('list');
        if (isFirst) this.#endStatement();
        break;
      case tokens.Semicolon:
        if (!this.#inBlock()) this.#closeUnclosed();
        break;
      case tokens.Stray:
        if (this.#isColon(token) && this.#previous && !this.#isBoundary()) retype(token, tokens.Equals);
        break;
      default:
        if (token.tokenType.CATEGORIES?.includes(tokens.Literal) && this.#isCode(index, isFirst)) return this.#codeChain(index);
        if (isFirst && token.tokenType !== tokens.Arrow && token.tokenType !== tokens.Comma) this.#endStatement();
    }
    this.#emit(token);
    return index;
  }

  #word(token: Token, index: number, isFirst: boolean): number {
    const next = this.all[index + 1];
    if (next && (next.tokenType === tokens.Arrow || next.tokenType === tokens.Equals || this.#isColon(next))) {
      this.#endEnclosed('list');
      if (isFirst) this.#endStatement();
      return this.#take(token, tokens.Key, index);
    }
    const word = token.image;
    const previous = this.#previous?.tokenType;
    const isDue = this.#isDue();
    if (booleans.has(word) && (isDue || previous === tokens.Comma || !this.#inBlock() || (!isFirst && !this.#isBoundary()))) {
      return this.#take(token, tokens.BooleanWord, index);
    }
    const mayBeArgument = isDue || previous === tokens.LeftParen || previous === tokens.Comma || ((previous === tokens.Keyword || previous === tokens.LooseWord) && !isFirst);
    if (word === 'redirect' && mayBeArgument && next?.tokenType === tokens.LeftParen) {
      return this.#take(token, tokens.Redirect, index);
    }
    if (word === 'end' && (isFirst || (this.#inBlock() && !isDue && previous !== tokens.Comma))) return this.#close(token, 'end', index, isFirst);
    if (isFirst && !isDue && word !== 'do') {
      if (!this.#inBlock()) this.#closeUnclosed();
      this.#openMissing();
    }
    if (word === 'do' && !isDue && !this.#isBoundary() && (this.#inBlock() || this.#top?.role === 'call')) {
      return this.#isCodeBlock(index) ? this.#codeBlock(index) : this.#open(token, 'end', 'block', index, tokens.BlockOpen);
    }
    if (this.#inBlock() && (isFirst || this.#isBoundary())) return this.#statement(token, index, isFirst);
    if (isDue || previous === tokens.Comma || previous === tokens.LeftParen || previous === tokens.LeftBracket || previous === tokens.HashOpen) {
      return this.#looseWord(token, index);
    }
    if (previous === tokens.Keyword) {
      if (beginsCodeValue(word, next)) return this.#codeValue(index);
      if (!next || this.#endsArgument(next) || this.#isForeign(token, next)) return this.#looseWord(token, index);
    }
    // `& name`: the `&` has no module, which is reported, and the name is that module
    if (previous === tokens.Callable && this.#previous?.image === '&') return index;
    return this.#take(token, tokens.StrayWord, index);
  }

  /** The first word of a statement. */
  #statement(token: Token, index: number, isFirst: boolean): number {
    if (isFirst) {
      this.#closeByIndent();
      this.#statementIndent = this.#indent;
    }
    if (beginsCodeStatement(token.image)) {
      const last = this.#code.statementEnd(index);
      this.problems.push(messages.codeStatement(this.#place(index, last), token.image));
      this.#previous = undefined;
      return last;
    }
    if (this.#isGluedTo(index, '.') || this.#isGluedTo(index, ':')) {
      const last = this.#code.gluedEnd(index);
      const draw = this.all[last]!;
      const next = this.all[last + 1];
      if (draw.image !== 'draw' || !next || (next.image !== '{' && next.image !== 'do')) return this.#codeChain(index);
      this.problems.push(messages.foreignDraw(this.#place(index, last), this.#textOf(index, last)));
      return this.#take(draw, tokens.Keyword, last);
    }
    return this.#take(token, tokens.Keyword, index);
  }

  /** A word where an argument or value is due. */
  #looseWord(token: Token, index: number): number {
    const next = this.all[index + 1];
    if (beginsCodeValue(token.image, next)) return this.#codeValue(index);
    if (next && this.#isForeign(token, next)) {
      let last = this.#code.gluedEnd(index);
      if (this.all[last]!.image === 'new' && this.all[last + 1] && ['{', 'do'].includes(this.all[last + 1]!.image)) last = this.#code.bracketEnd(last + 1);
      this.problems.push(foreignProblem(this.#place(index, last), this.#textOf(index, last)));
      return this.#emitCode(index, last);
    }
    return this.#take(token, tokens.LooseWord, index);
  }

  /** Whether a word goes on as program text does: `Sidekiq::Web`, `users.index`, `users_path(1)`. */
  #isForeign(token: Token, next: Token): boolean {
    const { tokenType } = next;
    return next.startOffset === endOf(token) && (tokenType === tokens.Stray || tokenType === tokens.LeftParen || tokenType === tokens.LeftBracket);
  }

  #brace(token: Token, index: number): number {
    const isEmpty = this.all[index + 1]?.image === '}';
    if (!this.#isDue() && !this.#pairFollows(index)) this.#endEnclosed('hash', 'list');
    const mayBeBlock = !this.#isDue() && (this.#inBlock() || this.#top?.role === 'call');
    if ((this.#pairFollows(index) && !(mayBeBlock && this.#isBlockOfPairs(index))) || (isEmpty && (!mayBeBlock || this.all[index + 2]?.tokenType === tokens.Comma))) {
      return this.#open(token, 'brace', 'hash', index, tokens.HashOpen);
    }
    if (!mayBeBlock) return this.#codeValue(index);
    return this.#isCodeBlock(index) ? this.#codeBlock(index) : this.#open(token, 'brace', 'block', index, tokens.BlockOpen);
  }

  /**
   * Whether a `{` begins a block although a pair follows it, the first word of its first statement being gone: it ends
   * its line, and no block comes after it, as it would after the hash of `constraints` or `defaults`.
   */
  #isBlockOfPairs(index: number): boolean {
    const first = this.all[index + 1]!;
    if (indentAt(this.text, first.startOffset) < 0) return false;
    const next = this.all[this.#code.bracketEnd(index) + 1];
    return !next || (next.tokenType !== tokens.Comma && next.image !== '{' && next.image !== 'do');
  }

  /** Whether a hash begins at a `{`: a pair stands after it. */
  #pairFollows(index: number): boolean {
    const first = this.all[index + 1];
    const second = this.all[index + 2];
    if (!first) return false;
    if (first.tokenType === tokens.Arrow || first.tokenType === tokens.Label || first.tokenType === tokens.AdverbName || first.tokenType === tokens.NegatedAdverb) return true;
    if (!second) return false;
    if (first.tokenType === tokens.SymbolString && (second.tokenType === tokens.Comma || second.image === '}')) return true;
    const mayBeKey = isWord(first) || first.tokenType.CATEGORIES?.includes(tokens.Literal);
    return Boolean(mayBeKey) && (second.tokenType === tokens.Arrow || second.tokenType === tokens.Equals || this.#isColon(second));
  }

  // Brackets

  #open(token: Token, kind: BracketKind, role: Frame['role'], index: number, type: TokenType = token.tokenType): number {
    if (this.#stack.length >= messages.deepestNesting && !this.#isTooDeep) {
      this.#isTooDeep = true;
      this.problems.push(messages.tooDeep(this.#place(index, index)));
    }
    if (this.#stack.length === messages.deepestNesting && role !== 'block') this.#emit(codeToken(token.image, token.startOffset));
    retype(token, type);
    if (this.#stack.length < messages.deepestNesting) this.input.push(token);
    this.#previous = token;
    this.#top = { kind, role, token, indent: this.#indent, line: this.#line, bodyIndent: -1 };
    this.#stack.push(this.#top);
    return index;
  }

  #close(token: Token, kind: BracketKind, index: number, isFirst: boolean): number {
    if (this.#top?.kind === kind && !this.surplus) return this.#closeTop(token, index);
    if (!this.surplus) return -1;
    const closer = { kind, line: this.#line, indent: this.#indent, isFirst, nextIndent: this.#nextIndent(index) };
    const decision = decide(this.#stack, closer, this.surplus);
    if (decision === 'stray' || (decision.isWrongKind && this.#closesNext(index, this.#stack[decision.frame]!))) {
      this.surplus[kind]++;
      const place = this.#place(index, index);
      const last = this.problems.at(-1);
      if (this.#strayEnd === index - 1 && last) this.problems[this.problems.length - 1] = messages.strayCloser({ start: last.start, end: place.end }, this.text.slice(last.start, place.end));
      else this.problems.push(messages.strayCloser(place, token.image));
      this.#strayEnd = index;
      return index;
    }
    while (this.#stack.length > decision.frame + 1) this.#closeMissing();
    if (decision.isWrongKind && this.#top) {
      this.surplus[kind]++;
      this.surplus[this.#top.kind]--;
      this.problems.push(messages.wrongCloser(this.#place(index, index), token.image, this.#top.token.image));
    }
    return this.#closeTop(token, index);
  }

  #closeTop(token: Token, index: number): number {
    retype(token, closingType(this.#top!));
    this.#emit(token);
    this.#stack.pop();
    this.#top = this.#stack.at(-1);
    return index;
  }

  /** Puts in the closer that the innermost bracket lacks, and reports the bracket. */
  #closeMissing(): void {
    const frame = this.#top!;
    if (!this.#isTooDeep) this.problems.push(messages.unclosed({ start: frame.token.startOffset, end: endOf(frame.token) }, frame.token.image));
    if (this.surplus) this.surplus[frame.kind]--;
    this.#closeTop(newToken(closingType(frame), '', this.#end), -1);
  }

  /** Closes the parentheses, lists and hashes that stand open where a statement begins, if the file has too many of them. */
  #closeUnclosed(): void {
    while (this.surplus && this.#top && !this.#inBlock() && this.surplus[this.#top.kind] > 0) this.#closeMissing();
  }

  /** Closes the list or hash in which what comes next cannot stand, if the file has too many of its kind. */
  #endEnclosed(...roles: Frame['role'][]): void {
    if (!this.surplus || !this.#top || !roles.includes(this.#top.role) || this.surplus[this.#top.kind] <= 0) return;
    const comma = this.#previous?.tokenType === tokens.Comma ? this.input.pop() : undefined;
    if (comma) this.#previous = this.input.at(-1);
    this.#closeMissing();
    if (comma) this.#emit(comma);
  }

  /** Closes the blocks that the indentation of a statement shows to have ended, if the file has too many open. */
  #closeByIndent(): void {
    while (this.surplus && this.#top && this.surplus[this.#top.kind] > 0 && this.#top.bodyIndent > this.#top.indent && this.#indent <= this.#top.indent) {
      this.#closeMissing();
      this.#closeUnclosed();
    }
    if (this.#top && this.#top.bodyIndent < 0 && this.#top.line !== this.#line) this.#top.bodyIndent = this.#indent;
  }

  /** Puts in the `{` or `do` that is missing before a statement indented deeper than the one before, if the file has too few. */
  #openMissing(): void {
    const previous = this.#previous;
    if (!this.surplus || !previous || this.#isBoundary()) return;
    const kind = this.surplus.brace < 0 ? 'brace' : 'end';
    const isWithin = this.#inBlock() ? this.#indent > this.#statementIndent : this.#top?.role === 'call' && previous.tokenType === tokens.Comma;
    if (!isWithin || this.surplus[kind] >= 0) return;
    this.surplus[kind]++;
    this.problems.push(messages.missingOpener({ start: previous.startOffset, end: endOf(previous) }, kind === 'end' ? 'do' : '{'));
    const open = newToken(tokens.BlockOpen, '', endOf(previous));
    this.#emit(open);
    this.#top = { kind, role: 'block', token: open, indent: this.#statementIndent, line: this.#line - 1, bodyIndent: this.#indent };
    this.#stack.push(this.#top);
  }

  /** Whether the token after a closer closes a frame rightly, on the same line, so that the closer is one too many. */
  #closesNext(index: number, frame: Frame): boolean {
    const next = this.all[index + 1];
    const right = { paren: ')', bracket: ']', brace: '}', end: 'end' }[frame.kind];
    return next?.image === right && indentAt(this.text, next.startOffset) < 0;
  }

  #nextIndent(index: number): number {
    const next = this.all[index + 1];
    return next && isWord(next) && next.image !== 'end' ? indentAt(this.text, next.startOffset) : -1;
  }

  // Code

  /** Whether a value at the start of a statement is the beginning of a chain of calls: `%w[a b].each …`. */
  #isCode(index: number, isFirst: boolean): boolean {
    return this.#startsStatement(isFirst) && this.#isGluedTo(this.#code.bracketEnd(index), '.');
  }

  /** Whether a block holds program text: it has parameters, or one value and nothing else. */
  #isCodeBlock(index: number): boolean {
    const next = this.all[index + 1];
    if (!next) return false;
    if (next.tokenType === tokens.Stray && next.image === '|') return true;
    const isValue = next.tokenType.CATEGORIES?.includes(tokens.Literal) || next.tokenType === tokens.LeftBracket;
    return Boolean(isValue) && this.#code.bracketEnd(index) === this.#code.bracketEnd(index + 1) + 1;
  }

  #codeBlock(index: number): number {
    const last = this.#code.bracketEnd(index);
    this.problems.push(messages.codeBlock(this.#place(index, last), this.#textOf(index, last)));
    return this.#emitCode(index, last);
  }

  #codeValue(index: number, last = this.#code.valueEnd(index)): number {
    this.problems.push(messages.codeValue(this.#place(index, last), this.#textOf(index, last)));
    return this.#emitCode(index, last);
  }

  #codeChain(index: number): number {
    const last = this.#code.lineEnd(index);
    this.problems.push(messages.codeChain(this.#place(index, last), this.#textOf(index, last)));
    this.#previous = undefined;
    return last;
  }

  #emitCode(index: number, last: number): number {
    this.#emit(codeToken(this.#textOf(index, last), this.all[index]!.startOffset));
    return last;
  }

  // Tokens

  #emit(token: Token): void {
    if (this.#stack.length <= messages.deepestNesting) this.input.push(token);
    if (token.tokenType === tokens.Arrow || token.tokenType === tokens.Equals) {
      const before = this.#previous?.tokenType;
      this.#hasKey = before === tokens.Key || Boolean(before?.CATEGORIES?.includes(tokens.Literal));
    }
    this.#previous = token;
  }

  #take(token: Token, type: TokenType, index: number): number {
    retype(token, type);
    this.#emit(token);
    return index;
  }

  #inBlock(): boolean {
    return !this.#top || this.#top.role === 'block';
  }

  /** Whether a value must come next. */
  #isDue(): boolean {
    const type = this.#previous?.tokenType;
    return type === tokens.Label || (this.#hasKey && (type === tokens.Arrow || type === tokens.Equals));
  }

  /** Whether a statement begins here, whatever the line. */
  #isBoundary(): boolean {
    const type = this.#previous?.tokenType;
    return type === undefined || type === tokens.Semicolon || type === tokens.BlockOpen || type === tokens.BlockClose;
  }

  /** Whether a token that is no word stands where a statement begins. */
  #startsStatement(isFirst: boolean): boolean {
    if (!this.#inBlock()) return false;
    return this.#isBoundary() || (isFirst && !this.#isDue() && this.#previous?.tokenType !== tokens.Comma && this.#previous?.tokenType !== tokens.Keyword);
  }

  /**
   * Ends the statement before an argument that begins a line, without a comma before it and indented no deeper than
   * that statement: it is a statement of its own whose first word is missing.
   */
  #endStatement(): void {
    if (!this.#startsStatement(true) || this.#isBoundary() || this.#indent > this.#statementIndent) return;
    if (this.#previous?.tokenType === tokens.Arrow || this.#previous?.tokenType === tokens.Equals) return;
    this.#emit(newToken(tokens.Semicolon, '', this.#end));
  }

  #endsArgument(next: Token): boolean {
    const type = next.tokenType;
    if (type === tokens.Comma || type === tokens.Semicolon || type === tokens.LeftBrace || type === tokens.RightBrace) return true;
    if (type === tokens.RightParen || type === tokens.RightBracket) return true;
    return (isWord(next) && (next.image === 'do' || next.image === 'end')) || indentAt(this.text, next.startOffset) >= 0;
  }

  /** A lone `:`, as in `to : 'x'`. */
  #isColon(token: Token): boolean {
    return token.image === ':' && this.text[token.startOffset + 1] !== ':' && this.text[token.startOffset - 1] !== ':';
  }

  #isGluedTo(index: number, char: string): boolean {
    const next = this.all[index + 1];
    return next?.tokenType === tokens.Stray && next.image === char && next.startOffset === endOf(this.all[index]!);
  }

  #place(first: number, last: number): { start: number; end: number } {
    return { start: this.all[first]!.startOffset, end: endOf(this.all[last]!) };
  }

  #textOf(first: number, last: number): string {
    const { start, end } = this.#place(first, last);
    return this.text.slice(start, end);
  }
}

function foreignProblem(place: { start: number; end: number }, text: string): Problem {
  const [, label, word] = /^([\p{Ll}_][\p{L}\p{N}_-]*):(:[\p{L}_][\p{L}\p{N}_-]*)$/u.exec(text) ?? [];
  if (label !== undefined && word !== undefined) return messages.gluedLabel(place, `${label}:`, word);
  return /[.:?!([]/.test(text) ? messages.foreignConstant(place, text) : messages.nothingMeant(place, text);
}

function closingType(frame: Frame): TokenType {
  switch (frame.role) {
    case 'block':
      return tokens.BlockClose;
    case 'hash':
      return tokens.HashClose;
    case 'list':
      return tokens.RightBracket;
    case 'call':
    case 'group':
      return tokens.RightParen;
  }
}

function retype(token: Token, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx!;
}

/** Takes back what a first arrangement made of a token. */
function restore(token: Token): void {
  if (token.image === '{') retype(token, tokens.LeftBrace);
  else if (token.image === '}') retype(token, tokens.RightBrace);
  else if (token.tokenType === tokens.Equals && token.image === ':') retype(token, tokens.Stray);
  else if (isWord(token)) retype(token, tokens.Word);
}

function newToken(type: TokenType, image: string, startOffset: number): Token {
  return { image, startOffset, tokenType: type, tokenTypeIdx: type.tokenTypeIdx! };
}

function codeToken(image: string, startOffset: number): Token {
  return newToken(tokens.InlineCode, image, startOffset);
}
