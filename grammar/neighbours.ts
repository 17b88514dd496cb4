// Questions about the tokens beside a token, as the lexer found them: the lookahead that `arrange` uses. Nothing is changed here.

import type { Frame } from './brackets.js';
import { CodeFinder, endOf, indentAt, isArrow, isCloser, isWord, upperCaseVerbs } from './inline-code.js';
import type { Extent } from './problem.js';
import type { Token } from './tokens.js';
import { isLineEnd } from './scanners.js';
import * as tokens from './tokens.js';

/** The limit, in tokens, of the search for the opener of the arguments before a block. */
const farthestOpener = 200;

export class Neighbours {
  readonly code: CodeFinder;
  /** The last requested line, from the first offset in it that was asked for. */
  #line = { start: -1, end: -1 };

  constructor(
    readonly text: string,
    readonly all: readonly Token[],
  ) {
    this.code = new CodeFinder(text, all);
  }

  /** The token at an index, which must exist. */
  at(index: number): Token {
    const token = this.all[index];
    if (!token) throw new RangeError(`there is no token ${index}, which is a bug in waypost`);
    return token;
  }

  /** Whether `=>`, or what people write instead of it, follows a token. */
  isKey(index: number): boolean {
    const next = this.all[index + 1];
    return next !== undefined && this.#isArrow(next);
  }

  /** Whether a pair begins at an index: a key with its `=>`, a label, or an adverb with its value. */
  isPair(index: number): boolean {
    const first = this.all[index];
    if (!first) return false;
    if (first.tokenType === tokens.Label || first.tokenType === tokens.AdverbName) return true;
    if (!isWord(first) || this.all[index + 1]?.tokenType !== tokens.Arrow) return false;
    // `member => { get 'x' }` is a block with an arrow too many.
    return this.all[index + 2]?.image !== '{' || this.pairFollows(index + 2);
  }

  #isArrow(token: Token): boolean {
    return isArrow(token) || this.isColon(token);
  }

  /** A lone `:`, as in `to : 'x'`. */
  isColon(token: Token): boolean {
    return (
      token.image === ':' &&
      this.text[token.startOffset + 1] !== ':' &&
      this.text[token.startOffset - 1] !== ':'
    );
  }

  /** Whether Ruby's symbol in quotes follows a word: `get :"about us"`. */
  isBeforeSymbol(index: number): boolean {
    const { startOffset = 0, image } = this.all[index + 1] ?? {};
    return image === ':' && /^\s:['"]/.test(this.text.slice(startOffset - 1, startOffset + 2));
  }

  /** Whether the stray character `char` follows a token without a space. */
  isGluedTo(index: number, char: string): boolean {
    const next = this.all[index + 1];
    return (
      next?.tokenType === tokens.Stray && next.image === char && next.startOffset === endOf(this.at(index))
    );
  }

  /** Whether a word continues like program text: `Sidekiq::Web`, `users.index`, `users->index`, `users_path(1)`. */
  isForeign(index: number): boolean {
    const next = this.all[index + 1];
    if (next?.startOffset !== endOf(this.at(index))) return false;
    return [tokens.Stray, tokens.LeftParen, tokens.LeftBracket, tokens.LambdaArrow].includes(next.tokenType);
  }

  /** Whether a word occurs twice in a row, with a blank between. Two blocks may end with `end end`. */
  isRepeated(index: number): boolean {
    const word = this.at(index);
    const next = this.all[index + 1];
    if (!next || next.image !== word.image || word.image === 'end' || this.isFirstOnLine(next)) return false;
    return isWord(next) && next.startOffset > endOf(word);
  }

  /** Whether an operator of program text follows a word: `staff ? 'a#b' : 'c#d'`. */
  isOperated(index: number): boolean {
    const next = this.all[index + 1];
    return next?.tokenType === tokens.Stray && /^[?+|]$/.test(next.image) && !this.isFirstOnLine(next);
  }

  /** Whether an argument would end with this word: the next token is missing, separates, closes, or begins a line or block. */
  endsArgument(index: number): boolean {
    const next = this.all[index + 1];
    if (!next || /^[,;{})\]]$/.test(next.image)) return true;
    return (isWord(next) && (next.image === 'do' || next.image === 'end')) || this.isFirstOnLine(next);
  }

  /** Whether nothing follows a token on its line. */
  endsLine(index: number): boolean {
    const next = this.all[index + 1];
    return next === undefined || this.isFirstOnLine(next);
  }

  isFirstOnLine(token: Token): boolean {
    return indentAt(this.text, token.startOffset) >= 0;
  }

  /** The indentation of the statement that begins the next line. -1 if none does. */
  nextIndent(index: number): number {
    const next = this.all[index + 1];
    return next && isWord(next) && next.image !== 'end' ? indentAt(this.text, next.startOffset) : -1;
  }

  /** The same, also for a statement that begins a block with `:`, such as `member:`. */
  bodyIndent(index: number): number {
    const next = this.all[index + 1];
    const isLabel = next?.tokenType === tokens.Label && this.endsLine(index + 1);
    return isLabel ? indentAt(this.text, next.startOffset) : this.nextIndent(index);
  }

  /** Whether there is a comma at an index with more after it. The last comma in parentheses, `{},)`, has nothing after it. */
  goesOnAt(index: number): boolean {
    return this.all[index]?.tokenType === tokens.Comma && this.all[index + 1]?.image !== ')';
  }

  /** Whether a `{` begins a hash: a pair follows it. */
  pairFollows(index: number): boolean {
    const first = this.all[index + 1];
    const second = this.all[index + 2];
    if (!first) return false;
    if ([tokens.Arrow, tokens.Label, tokens.AdverbName, tokens.NegatedAdverb].includes(first.tokenType))
      return true;
    if (!second) return false;
    if (
      first.tokenType === tokens.SymbolString &&
      (second.tokenType === tokens.Comma || second.image === '}')
    )
      return true;
    if (!(isWord(first) || isLiteral(first)) || !this.#isArrow(second)) return false;
    // In `{ get :` the colon may be the beginning of a symbol.
    return !this.isColon(second) || !this.endsArgument(index + 2);
  }

  /**
   * The last token of a hash that is only begun: after the `{`, only half a key or nothing stands on the line, and the text after
   * that is indented no deeper and does not close it.
   *
   *   get '/:id', to => 'photos#show', constraints => { i
   */
  begunHash(index: number): number | undefined {
    const next = this.all[index + 1];
    const last = next && isWord(next) && !this.isFirstOnLine(next) ? index + 1 : index;
    if (!this.endsLine(last)) return undefined;
    const behind = this.all[last + 1];
    if (!behind) return last;
    let first = index;
    while (first > 0 && !this.isFirstOnLine(this.at(first))) first--;
    const indent = indentAt(this.text, this.at(first).startOffset);
    const beside = indentAt(this.text, behind.startOffset);
    const closes = behind.image === '}' && beside >= indent;
    return closes || beside > indent ? undefined : last;
  }

  /**
   * Whether statements follow, on the next lines, a `{` in the place of a value. The `{` then begins the block of a call whose last
   * value is not written yet.
   *
   *   resources 'photos', only => {
   *     member { get 'preview' }
   */
  statementsFollow(index: number): boolean {
    const first = this.all[index + 1];
    return first !== undefined && this.isFirstOnLine(first) && this.statementFollows(index);
  }

  #isArgument(index: number): boolean {
    const token = this.all[index];
    return token !== undefined && (isLiteral(token) || this.isPair(index));
  }

  /** Whether an argument follows a bracket that is glued to the word before it, or that cannot begin a hash or list. */
  beginsArguments(index: number): boolean {
    if (!this.#isArgument(index + 1)) return false;
    const { startOffset, image } = this.at(index);
    const isGlued = index > 0 && endOf(this.at(index - 1)) === startOffset;
    return isGlued || (image === '{' && !this.pairFollows(index));
  }

  /** Whether brackets hold the arguments of a call: a value before a pair, a value in braces, or a block. */
  holdsArguments(index: number): boolean {
    if (!this.#isArgument(index + 1)) return false;
    const last = this.code.bracketEnd(index);
    if (last === index) return false;
    const isValue = !this.pairFollows(index);
    const isOfRedirect = this.all[index - 1]?.image === 'redirect';
    let holds = isValue && (isOfRedirect || (this.at(index).image === '{' && !this.isCodeBlock(index)));
    for (let at = index + 1; at < last; at = this.code.bracketEnd(at) + 1) {
      const token = this.at(at);
      const beginsStatement = isWord(token) && this.isFirstOnLine(token) && !this.isKey(at);
      if (token.tokenType === tokens.Semicolon || beginsStatement) return false;
      holds ||= (isValue && this.isPair(at)) || (this.#opensBlock(at) && this.statementFollows(at));
    }
    return holds;
  }

  /** Whether a word with an argument or a block follows a token. */
  statementFollows(index: number): boolean {
    const first = this.all[index + 1];
    const second = this.all[index + 2];
    if (!first || !second || this.isFirstOnLine(second)) return false;
    if (!isWord(first) || first.image === 'return') return false;
    const isSpaced = second.startOffset > endOf(first);
    return isSpaced && (isLiteral(second) || this.#opensBlock(index + 2));
  }

  /** The same for the word at an index, also if its arguments are pairs or stand in parentheses. */
  mayBeStatement(index: number): boolean {
    const next = this.all[index + 1];
    if (!next || this.isFirstOnLine(next)) return false;
    if (next.tokenType === tokens.LeftParen) return this.at(index).image !== 'redirect';
    return this.statementFollows(index - 1) || (isWord(next) && this.isKey(index + 1));
  }

  /** Whether a pair, a value or a block follows a sign on its line, so that the sign separates it from what is before. */
  isBeforeItem(index: number): boolean {
    const next = this.all[index + 1];
    if (!next || this.isFirstOnLine(next)) return false;
    return this.isPair(index + 1) || isLiteral(next) || this.#opensBlock(index + 1);
  }

  /** Whether a block with a statement follows a sign. After a `;`, which may end a statement, it must be on the same line. */
  isBeforeBlock(index: number): boolean {
    if (this.at(index).tokenType === tokens.Semicolon && this.endsLine(index)) return false;
    if (!this.#opensBlock(index + 1)) return false;
    const first = this.all[index + 2];
    return (
      this.statementFollows(index + 1) ||
      (first !== undefined && isWord(first) && this.mayBeStatement(index + 2))
    );
  }

  /** The same for another bracket that was meant as `{`: `namespace 'admin' => [ get '/x', to => … ]`. */
  isBeforeOtherBlock(index: number): boolean {
    const image = this.all[index + 1]?.image;
    return (image === '[' || image === '(') && this.beginsDeclarations(index + 1);
  }

  /** The range of a bracket, with the sign before it if that was left out. `previous` is the token before the sign. */
  withSignBefore(index: number, previous: Token | undefined): Extent {
    const sign = this.all[index - 1];
    const isLeftOut = sign !== undefined && sign !== previous && !isCloser(sign);
    return this.place(isLeftOut ? index - 1 : index, index);
  }

  /** Whether a declaration follows a bracket. On one line it must have an option, since `[to 'users#show']` may lack an arrow. */
  beginsDeclarations(index: number): boolean {
    return this.statementFollows(index) && (this.endsLine(index) || this.isPair(index + 4));
  }

  /** Whether a word with only a block follows a bracket: `resources 'photos', (member { … })`. */
  levelFollows(index: number): boolean {
    return this.#opensBlock(index + 2) && this.statementFollows(index);
  }

  /** Whether a `do` at the beginning of a statement is a block that belongs to nothing, as a `{` would be. */
  isLoneDo(index: number): boolean {
    return this.at(index).image === 'do' && (this.endsLine(index) || this.statementFollows(index));
  }

  #opensBlock(index: number): boolean {
    const image = this.all[index]?.image;
    return image === '{' || image === 'do';
  }

  /** Whether a bracket follows a comma or a verb and contains only pairs, separated by commas or line ends. */
  #isHashAlone(index: number): boolean {
    const before = this.all[index - 1];
    if (before?.tokenType !== tokens.Comma && !upperCaseVerbs.has(before?.image.toUpperCase() ?? ''))
      return false;
    const last = this.code.bracketEnd(index);
    for (let at = index + 1; at < last;) {
      if (!this.isPair(at) && !(isLiteral(this.at(at)) && this.isKey(at))) return false;
      const value = this.at(at).tokenType === tokens.Label ? at + 1 : at + 2;
      at = this.code.bracketEnd(value) + 1;
      const next = this.all[at];
      if (next?.tokenType === tokens.Comma) at++;
      else if (at < last && next && !this.isFirstOnLine(next)) return false;
    }
    return last > index;
  }

  /**
   * Whether a `{` begins a block although a pair follows it. Its first statement lacks its first word if the `{` ends its line and no block
   * follows, as after the hash of `constraints` or `defaults` (perhaps in parentheses that end before the block). Or the
   * pair is a statement with an arrow before its block: `{ member => { get 'x' } }`.
   */
  isBlockOfPairs(index: number): boolean {
    const isLabel = this.at(index + 1).tokenType === tokens.Label;
    const arrow = this.all[index + 2];
    const sign = isLabel ? index + 1 : arrow && this.#isArrow(arrow) ? index + 2 : undefined;
    if (sign && this.#opensBlock(sign + 1) && this.statementFollows(sign + 1)) return true;
    if (isLabel && this.statementFollows(index + 1)) return true;
    if (!this.isFirstOnLine(this.at(index + 1))) return false;
    if (this.#isHashAlone(index)) return false;
    let end = this.code.bracketEnd(index) + 1;
    if (this.all[end]?.tokenType === tokens.RightParen) end++;
    const next = this.all[end];
    return !next || (next.tokenType !== tokens.Comma && next.image !== '{' && next.image !== 'do');
  }

  /**
   * Whether a block is program text: it has parameters, is of a redirect, or contains a single value (except the block of a whole file).
   */
  isCodeBlock(index: number): boolean {
    const next = this.all[index + 1];
    if (next?.tokenType === tokens.Stray && next.image === '|') return true;
    if (this.#isBehindRedirect(index)) return !this.statementFollows(index);
    if (!next || isWrapper(this.all[index - 1])) return false;
    const isHash = next.image === '{' && this.pairFollows(index + 1);
    if (!isLiteral(next) && next.tokenType !== tokens.LeftBracket && !isHash) return false;
    return this.code.bracketEnd(index) === this.code.bracketEnd(index + 1) + 1;
  }

  /** Whether the arguments of a redirect end directly before a token: `redirect(status => 302) {`. */
  #isBehindRedirect(index: number): boolean {
    let depth = 0;
    for (let at = index - 1; at >= Math.max(0, index - farthestOpener); at--) {
      const { tokenType } = this.at(at);
      if (tokenType === tokens.RightParen) depth++;
      else if (depth === 0) return false;
      else if (tokenType === tokens.LeftParen && --depth === 0) return this.all[at - 1]?.image === 'redirect';
    }
    return false;
  }

  /** Whether the token after a closer is on its line and closes the bracket correctly. The closer is then one too many. */
  closesNext(index: number, { kind }: Frame): boolean {
    const next = this.all[index + 1];
    const right = { paren: ')', bracket: ']', brace: '}', end: 'end' }[kind];
    return next?.image === right && !this.isFirstOnLine(next);
  }

  /** The end of a bracket from `open` to its last token, `last`. Undefined if that is on another line or unclosed itself. */
  endOnLine(open: Token, last: Token | undefined): number | undefined {
    if (!last || last === open || last.tokenType.name.startsWith('Unclosed')) return undefined;
    const end = endOf(last);
    return end <= this.#lineEnd(open.startOffset) ? end : undefined;
  }

  /** Remembers the line, so that many open brackets on one line look at each character once. */
  #lineEnd(offset: number): number {
    const { start, end } = this.#line;
    if (offset < start || offset > end) {
      let at = offset;
      while (at < this.text.length && at !== start && !isLineEnd(this.text.charCodeAt(at))) at++;
      this.#line = { start: offset, end: at === start ? end : at };
    }
    return this.#line.end;
  }

  /** Where to insert the missing closer of a bracket that is no block: on its line, or after a block in it at its indentation. */
  endOfArguments({ token, role, indent }: Frame, last: Token | undefined): number | undefined {
    const isBehindBlock =
      role === 'call' &&
      last?.tokenType === tokens.BlockClose &&
      last.image !== '' &&
      indentAt(this.text, last.startOffset) === indent;
    return isBehindBlock ? endOf(last) : this.endOnLine(token, last);
  }

  /** The range from the beginning of one token to the end of another. */
  place(first: number, last: number): Extent {
    return { start: this.at(first).startOffset, end: endOf(this.at(last)) };
  }

  textOf(first: number, last: number): string {
    const { start, end } = this.place(first, last);
    return this.text.slice(start, end);
  }
}

export function placeOf(token: Token): Extent {
  return { start: token.startOffset, end: endOf(token) };
}

export function isLiteral(token: Token): boolean {
  return token.tokenType.CATEGORIES?.includes(tokens.Literal) ?? false;
}

/** Whether a word is the keyword that wraps a whole file. */
export function isWrapper(token: Token | undefined): boolean {
  return token?.image === 'routes' || token?.image === 'draw';
}
