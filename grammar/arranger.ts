// Gives every token its role, and pairs the brackets.
//
// Words, braces and `do … end` mean different things at different places, and no word is reserved. The tokens beside a token, its line and
// the bracket around it decide its role:
//
//   only { only => true; only }      Keyword BlockOpen  Key Arrow BooleanWord …
//
// In the result all brackets are balanced: stray closers are removed, missing ones are added without text, and a piece of program text
// is one token. The parser therefore needs neither lookahead nor recovery, and a mistake does not spread.

import type { BracketKind, Surplus } from './brackets.js';
import { beginsCodeValue, endOf, indentAt, isParameter, mayBeEnd, upperCaseVerbs } from './inline-code.js';
import * as foreign from './foreign-messages.js';
import * as brackets from './bracket-messages.js';
import * as messages from './messages.js';
import { isWrapper, type Neighbours } from './neighbours.js';
import { Pairing } from './pairing.js';
import { plainArguments } from './plain-arguments.js';
import { ProgramText } from './program-text.js';
import { Signs } from './signs.js';
import type { Excerpt } from './excerpt.js';
import type { Extent, Problem } from './problem.js';
import * as tokens from './tokens.js';
import { newToken, type Token } from './tokens.js';

export interface Arrangement {
  /** The input of the parser. These are the tokens of the text, with their types changed in place. */
  readonly input: Token[];
  readonly problems: readonly Problem[];
  /** The statements that contain a bracket without a partner, so that one was guessed. */
  readonly guessed: readonly Extent[];
  /** Whether the indentation alone shows where each statement ends. Open brackets in one statement then do not affect the others. */
  readonly isLaidOut: boolean;
  /** Statements with irregular indentation. Beside others they are laid out, but their content must be read as a whole. */
  readonly loose: readonly Extent[];
}

const booleans = new Set(['true', 'false', 'True', 'False', 'nil']);

export class Arranger {
  readonly #to: Pairing;
  readonly #code: ProgramText;
  readonly #signs: Signs;

  constructor(
    readonly near: Neighbours,
    surplus: Surplus | undefined,
    { depth, isAtEnd }: Excerpt,
  ) {
    this.#to = new Pairing(near, surplus, depth, isAtEnd);
    this.#code = new ProgramText(near, this.#to);
    this.#signs = new Signs(near, this.#to, this.#code);
  }

  /** Undefined if a bracket does not fit and there is no surplus to judge by. */
  run(): Arrangement | undefined {
    const { all } = this.near;
    for (let index = 0; index < all.length; index++) {
      const token = this.near.at(index);
      this.#to.advance(token, all[index - 1]);
      const last = this.#step(token, index);
      if (last < 0) return undefined;
      const isPlain = last === index && token.tokenType === tokens.Keyword && this.#to.isFirst;
      index = isPlain ? plainArguments(this.near, this.#to, index) : last;
    }
    if (!this.#to.finish()) return undefined;
    const { input, problems, guessed, isLaidOut } = this.#to;
    return { input, problems, guessed, isLaidOut, loose: [] };
  }

  /** Arranges the token at `index`, and what follows if it is program text. Returns the index of the last one, or -1 to give up. */
  #step(token: Token, index: number): number {
    switch (token.tokenType) {
      case tokens.Word:
        return this.#repeatedWord(token, index) ?? this.#word(token, index);
      case tokens.LeftBrace:
        return this.#inParentheses(token, index) ?? this.#brace(token, index);
      case tokens.LeftBracket: {
        const last = this.#inParentheses(token, index);
        if (last !== undefined) return last;
        break;
      }
      case tokens.LeftParen:
        if (this.#to.isDue()) return this.#signs.parenthesis(token, index);
        break;
      case tokens.RightBrace:
        return this.#close(index, 'brace');
      case tokens.RightParen:
        return this.#close(index, 'paren');
      case tokens.RightBracket:
        return this.#close(index, 'bracket');
      case tokens.LambdaArrow:
        return this.#signs.lambdaArrow(token, index);
      case tokens.Label:
        if (this.#signs.beginsBlock(index)) return this.#signs.labelledBlock(token, index);
        this.#to.endEnclosed('list');
        break;
      case tokens.Semicolon:
        return this.#signs.semicolon(token, index);
      case tokens.Stray:
        return this.#signs.stray(token, index);
      case tokens.Arrow:
      case tokens.Equals:
        return this.#signs.arrow(token, index);
      case tokens.Comma:
        return this.#signs.comma(token, index);
    }
    return this.#argument(token, index);
  }

  /** A token that begins an argument, or a statement without its first word. */
  #argument(token: Token, index: number): number {
    if (token.tokenType === tokens.BareTarget && this.#to.isModule()) return index;
    const splat = this.#code.splat(index);
    if (splat !== undefined) return splat;
    const isAtStatement = this.#to.isAtStatement();
    if (!isAtStatement && token.tokenType === tokens.LeftBracket) {
      const last = this.#code.controllerAction(index);
      if (last !== undefined) return last;
    }
    const isNumber = token.tokenType === tokens.Integer;
    if (isAtStatement && !isNumber && this.near.isGluedTo(this.near.code.bracketEnd(index), '.'))
      return this.#code.chain(index);
    this.#to.endStatement();
    if (!isAtStatement && this.#isBlock(index)) return this.#otherBlock(token, index);
    if (token.tokenType === tokens.LeftParen) {
      if (this.#to.isAfter(tokens.Comma)) {
        const last = this.near.code.parenthesisedEnd(index);
        if (last > this.near.code.bracketEnd(index)) return this.#code.value(index, last);
      }
      this.#to.open(token, 'paren', isAtStatement || this.#to.isAfter(tokens.Keyword) ? 'call' : 'group');
    } else if (token.tokenType === tokens.LeftBracket) this.#to.open(token, 'bracket', 'list');
    else this.#to.emit(token);
    return index;
  }

  /** A block in parentheses or brackets. A `}` may close it. */
  #otherBlock(token: Token, index: number): number {
    const { near } = this;
    const { surplus, problems } = this.#to;
    const kind = token.image === '(' ? 'paren' : 'bracket';
    const last = near.code.bracketEnd(index);
    const isBrace = surplus !== undefined && surplus[kind] > 0 && surplus.brace < 0;
    if (isBrace) this.#to.mean(kind, 'brace');
    const close = isBrace ? '}' : last > index ? near.place(last, last) : undefined;
    const opener = near.withSignBefore(index, this.#to.previous);
    problems.push(brackets.notABlock(opener, near.text, close));
    this.#to.open(token, isBrace ? 'brace' : kind, 'block', tokens.BlockOpen);
    return index;
  }

  /** Whether a `(` or `[` was meant as the `{` of a block: statements follow it on lines of their own. */
  #isBlock(index: number): boolean {
    const { image } = this.near.at(index);
    if (image !== '(' && image !== '[') return false;
    const isWrapped = this.#to.isWrapped();
    if (isWrapped && (image === '[' || !this.near.all[index + 1])) return true;
    const isBehindComma = this.#to.isAfter(tokens.Comma);
    const isBrace = (this.#to.surplus?.brace ?? 0) < 0 && this.#to.isAfter(tokens.Keyword, tokens.Comma);
    const isBehindHead =
      this.#to.isBehindValue() || isBrace || (isBehindComma && this.near.beginsDeclarations(index));
    const mayBe = isWrapped || (isBehindHead && this.#to.isInStatement());
    if (mayBe && this.near.statementFollows(index)) return true;
    return isBehindComma && this.#to.isInBlock() && this.near.levelFollows(index);
  }

  /** Leaves out a word that is repeated directly. Undefined if it is not repeated, or if it may be the first word of a statement. */
  #repeatedWord({ image }: Token, index: number): number | undefined {
    const to = this.#to;
    const mayBeFirst = to.isInBlock() && (to.isFirst || to.isBoundary());
    if (mayBeFirst || !this.near.isRepeated(index)) return undefined;
    const next = this.near.at(index + 1).startOffset;
    to.problems.push(messages.repeatedWord(this.near.place(index, index), image, next));
    return index;
  }

  #word(token: Token, index: number): number {
    const to = this.#to;
    if (to.isDue() && !to.isFirst && this.near.isKey(index) && isParameter(token.image))
      return this.#code.value(index, this.near.code.parenthesisedEnd(index));
    if (this.#signs.isKey(index)) {
      to.endEnclosed('list');
      to.endStatement();
      return this.#to.take(token, tokens.Key, index);
    }
    if (this.#isBoolean(token)) return this.#to.take(token, tokens.BooleanWord, index);
    if (token.image === 'redirect') {
      const last = this.#redirect(token, index);
      if (last !== undefined) return last;
    }
    if (token.image === 'end' ? this.#isEnd() : this.#meansEnd(token, index))
      return this.#close(index, 'end');
    // In a block of a text whose brackets fit, nothing is to be inserted.
    if (to.isFirst && (to.surplus || !to.isInBlock())) {
      const isStatement = this.near.mayBeStatement(index);
      if (isStatement && !to.endForStatement()) return -1;
      if (token.image !== 'do' && (isStatement || !to.isDue())) to.openMissing(isStatement);
      to.noteWord();
    }
    return this.#otherWord(token, index);
  }

  /** Everywhere except at the beginning of a statement `true` is a boolean. */
  #isBoolean({ image }: Token): boolean {
    const to = this.#to;
    if (!booleans.has(image)) return false;
    return to.isDue() || to.isAfter(tokens.Comma) || !to.isInBlock() || !(to.isFirst || to.isBoundary());
  }

  /** `redirect(…)` where a value may stand. Undefined if the word is no redirect. */
  #redirect(token: Token, index: number): number | undefined {
    const next = this.near.all[index + 1];
    if (!next || !(this.#to.isDue() || this.#mayBeArgument())) return undefined;
    if (next.tokenType === tokens.LeftParen || this.#closerOfArguments(index + 1))
      return this.#to.take(token, tokens.Redirect, index);
    const last = this.near.code.bracketEnd(index + 1);
    const isCode = last > index + 1 && (next.image === '{' || next.image === 'do');
    return isCode ? this.#code.value(index, last) : undefined;
  }

  /** Whether an `end` closes a block. Elsewhere it is an ordinary word. */
  #isEnd(): boolean {
    const to = this.#to;
    return to.isFirst || (to.isInBlock() && !to.isDue() && !to.isAfter(tokens.Comma));
  }

  /** Whether a word is a misspelt `end`: the `end` of a `do` is missing, or the `}` of a block at this indentation. */
  #meansEnd(token: Token, index: number): boolean {
    const { surplus, problems, top } = this.#to;
    if (!surplus || !mayBeEnd(this.near.text, this.near.all, index)) return false;
    const isOfDo = surplus.end > 0 && this.#to.hasDo();
    const isAligned = top?.role === 'block' && top.indent === indentAt(this.near.text, token.startOffset);
    if (!isOfDo && !(isAligned && surplus.brace > 0)) return false;
    surplus.end--;
    if (isOfDo) problems.push(brackets.wrongCloser(this.near.place(index, index), token.image, 'do'));
    return true;
  }

  /** A word that is neither key nor value: it opens a block, begins a statement, or has no meaning. */
  #otherWord(token: Token, index: number): number {
    const to = this.#to;
    if (to.isContinuation()) return this.#looseWord(token, index);
    if (token.image === 'do' && this.#mayOpen(index)) return this.#block(token, index, 'end');
    if (to.isInBlock() && (to.isFirst || to.isBoundary())) {
      return this.near.isLoneDo(index) ? this.#block(token, index, 'end') : this.#statement(token, index);
    }
    if (to.isDue() || to.isAfter(tokens.Comma, tokens.LeftParen, tokens.LeftBracket, tokens.HashOpen))
      return this.#looseWord(token, index);
    if (to.isAfter(tokens.Keyword)) {
      if (beginsCodeValue(token.image, this.near.all[index + 1])) return this.#code.value(index);
      if (this.near.endsArgument(index) || this.near.isForeign(index)) return this.#looseWord(token, index);
    }
    if (this.#to.isModule()) return index;
    return this.#to.take(token, tokens.StrayWord, index);
  }

  /** Whether a `do` opens a block. At the end of a line it does, even if a list is open before it. */
  #mayOpen(index: number): boolean {
    const to = this.#to;
    if (to.isDue() && this.near.endsLine(index) && to.isInStatement())
      to.emit(newToken(tokens.Comma, '', this.near.at(index).startOffset));
    if (to.isDue() || to.isBoundary()) return false;
    if (this.near.endsLine(index)) to.endEnclosed('hash', 'list');
    return to.isInStatement();
  }

  /** Whether `redirect(…)` may be meant as an argument although no `to =>` stands before it. */
  #mayBeArgument(): boolean {
    return (
      this.#to.isAfter(tokens.LeftParen, tokens.Comma) ||
      (this.#to.isAfter(tokens.Keyword, tokens.LooseWord, tokens.Arrow) && !this.#to.isFirst)
    );
  }

  /** The first word of a statement. */
  #statement(token: Token, index: number): number {
    this.#to.beginStatement();
    if (!this.#to.isInBlock()) return this.#looseWord(token, index);
    const code = this.#code.statement(index);
    if (code !== undefined) return code;
    if (this.near.isGluedTo(index, '.') || this.near.isGluedTo(index, ':')) {
      const last = this.near.code.gluedEnd(index);
      const draw = this.near.at(last);
      const next = this.near.all[last + 1]?.image;
      if (draw.image !== 'draw' || (next !== '{' && next !== 'do')) return this.#code.chain(index);
      const place = this.near.place(index, last);
      this.#to.problems.push(brackets.foreignDraw(place, this.near.textOf(index, last), this.#to.isNested));
      return this.#to.take(draw, tokens.Keyword, last);
    }
    const path = this.near.all[index + 1];
    const line = path?.tokenType === tokens.BarePath && this.#routeLine(token, path, index);
    if (line) return line;
    if (path?.tokenType === tokens.BarePath && upperCaseVerbs.has(token.image))
      this.#to.problems.push(
        foreign.requestLine(this.near.place(index, index), endOf(path), token.image, path.image),
      );
    return this.#to.take(token, tokens.Keyword, index);
  }

  /** A verb, a path and a target separated only by blanks, up to the end of the line. Undefined for anything else. */
  #routeLine(verb: Token, path: Token, index: number): number | undefined {
    const start = verb.startOffset;
    const behind = this.near.text.slice(endOf(path), endOf(path) + 200);
    const [rest = '', target = ''] =
      /^[ \t]+(?:->[ \t]*)?(\p{L}[\p{L}\p{M}\p{Nd}_/-]*#[\p{L}_][\p{L}\p{M}\p{Nd}_]*);?[ \t]*(?=[\n\r]|$)/u.exec(
        behind,
      ) ?? [];
    if (rest === '' || !upperCaseVerbs.has(verb.image.toUpperCase())) return undefined;
    const place = { start, end: endOf(path) + rest.trimEnd().replace(/;$/, '').length };
    const text = this.near.text.slice(place.start, place.end);
    this.#to.take(verb, tokens.Keyword, index);
    let last = index + 1;
    while (this.near.all[last + 1] && this.near.at(last + 1).startOffset < place.end) last++;
    return this.#code.emit(foreign.routeLine(place, text, verb.image, path.image, target), index + 1, last);
  }

  /** A word in the place of an argument or value. */
  #looseWord(token: Token, index: number): number {
    if (beginsCodeValue(token.image, this.near.all[index + 1])) return this.#code.value(index);
    const action = this.#to.isAfter(tokens.Comma) ? this.#code.controllerAction(index) : undefined;
    if (action !== undefined) return action;
    if (this.#to.isDue() && this.near.isOperated(index)) return this.#code.value(index);
    if (!this.near.isForeign(index)) return this.#to.take(token, tokens.LooseWord, index);
    let last = this.near.code.gluedEnd(index);
    // A `do` begins the block of the declaration.
    if (this.near.at(last).image === 'new' && this.near.all[last + 1]?.image === '{')
      last = this.near.code.bracketEnd(last + 1);
    return this.#code.emit(
      foreign.foreignWord(this.near.place(index, last), this.near.textOf(index, last)),
      index,
      last,
    );
  }

  #brace(token: Token, index: number): number {
    const pairFollows = this.near.pairFollows(index);
    const isEmpty = this.near.all[index + 1]?.image === '}';
    if (this.#to.isDue() && !pairFollows && this.#to.isInStatement() && this.near.statementsFollow(index))
      this.#to.emit(newToken(tokens.Comma, '', token.startOffset));
    if (!this.#to.isDue() && !pairFollows) this.#to.endEnclosed('hash', 'list');
    const mayBeBlock = !this.#to.isDue() && this.#to.isInStatement();
    const isHash = pairFollows
      ? !mayBeBlock || !this.near.isBlockOfPairs(index)
      : isEmpty && (!mayBeBlock || this.near.goesOnAt(index + 2));
    if (isHash) {
      this.#to.endStatement();
      this.#to.open(token, 'brace', 'hash', tokens.HashOpen);
      return index;
    }
    if (mayBeBlock && !this.#code.isHashOfWords(index)) return this.#block(token, index, 'brace');
    const last = this.near.begunHash(index);
    if (last === undefined) return this.#code.value(index);
    return this.#code.emit(brackets.unclosed(this.near.place(index, index), this.near.text), index, last);
  }

  /** The arguments of a call in other brackets: `get { '/a', to => 'a#b' }`, `redirect['/x')`. Undefined if there are none. */
  #inParentheses(token: Token, index: number): number | undefined {
    const to = this.#to;
    const isOfCall = to.isAfter(tokens.Keyword);
    const closer = isOfCall || to.isAfter(tokens.Redirect) ? this.#closerOfArguments(index) : undefined;
    if (!closer) return undefined;
    const last = this.near.code.bracketEnd(index);
    const close = closer === 'paren' ? undefined : this.near.place(last, last);
    const mayBeBlock = isOfCall && token.image === '{' && !this.near.isPair(index + 1);
    to.problems.push(
      brackets.otherParentheses(this.near.place(index, index), token.image, close, mayBeBlock),
    );
    if (closer === 'paren') to.mean(token.image === '{' ? 'brace' : 'bracket', 'paren');
    to.open(token, closer, isOfCall ? 'call' : 'group', tokens.LeftParen);
    return index;
  }

  /** The kind of closer of the arguments that a `{` or `[` opens. Undefined if it begins a block, a hash, a list or code. */
  #closerOfArguments(index: number): BracketKind | undefined {
    const { near } = this;
    const { surplus } = this.#to;
    const image = near.all[index]?.image;
    if ((image !== '{' && image !== '[') || isWrapper(near.all[index - 1])) return undefined;
    const kind = image === '{' ? 'brace' : 'bracket';
    if (surplus && surplus[kind] > 0 && surplus.paren < 0 && near.beginsArguments(index)) return 'paren';
    return near.holdsArguments(index) ? kind : undefined;
  }

  #block(token: Token, index: number, kind: BracketKind): number {
    if (this.near.isCodeBlock(index)) {
      const last = this.near.code.bracketEnd(index);
      return this.#code.emit(
        foreign.codeBlock(this.near.place(index, last), this.near.textOf(index, last)),
        index,
        last,
      );
    }
    this.#to.open(token, kind, 'block', tokens.BlockOpen);
    return index;
  }

  #close(index: number, kind: BracketKind): number {
    return this.#to.close(index, kind) ? index : -1;
  }
}
