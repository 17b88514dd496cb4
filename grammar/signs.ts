// Decides what signs between words mean: `=>` and what people write instead, `;`, `:`, and characters that begin no token.
//
//   get '/a'; to => 'x#a'        was meant as a comma
//   resources 'photos':          begins a block that ends with its indentation
//   get('/a', …).name('a')       a method of another router

import * as brackets from './bracket-messages.js';
import * as foreign from './foreign-messages.js';
import * as messages from './messages.js';
import { isLiteral, type Neighbours } from './neighbours.js';
import type { Pairing } from './pairing.js';
import type { ProgramText } from './program-text.js';
import * as tokens from './tokens.js';
import { newToken, type Token } from './tokens.js';

/** Methods that take tokens return the index of the last token that they took, or -1 to give up. */
export class Signs {
  constructor(
    readonly near: Neighbours,
    readonly to: Pairing,
    readonly code: ProgramText,
  ) {}

  /** Whether a word is a key. The first word of a statement is none if a symbol in quotes follows, or if it begins a route of Cro. */
  isKey(index: number): boolean {
    if (!this.near.isKey(index)) return false;
    return !this.to.isAtStatement() || !(this.near.isBeforeSymbol(index) || this.code.signature(index));
  }

  /** A `=>`, or what people write instead. A second one is left out. */
  arrow(token: Token, index: number): number {
    if (!this.to.isDue() || this.to.isFirst)
      return this.#beforeBlock(token, index) ?? this.to.take(token, token.tokenType, index);
    this.to.problems.push(messages.secondArrow(this.near.place(index, index), token.image));
    return index;
  }

  /** Leaves out a sign between a call and its block: `resources 'photos' => { get … }`. Undefined if there is none. */
  #beforeBlock({ image }: Token, index: number): number | undefined {
    const { to } = this;
    const isBehindCall = to.isInStatement() && !to.isBoundary() && !to.isAfter(tokens.Keyword, tokens.Key);
    if (!isBehindCall || to.isDue()) return undefined;
    // It is reported with a bracket that opens no block.
    if (this.near.isBeforeOtherBlock(index)) return index;
    if (!this.near.isBeforeBlock(index)) return undefined;
    const { end } = this.near.place(index - 1, index - 1);
    to.problems.push(messages.signBeforeBlock(this.near.place(index, index), image, end));
    return index;
  }

  /** A `;`. In the middle of a call it was meant as a comma, or is one sign too many. */
  semicolon(token: Token, index: number): number {
    const { to } = this;
    if (!to.isInBlock()) to.closeUnclosed();
    if (!to.isInBlock() && !to.isDue() && this.near.isBeforeItem(index)) {
      to.problems.push(messages.signForComma(this.near.place(index, index), token.image));
      return to.take(token, tokens.Comma, index);
    }
    const block = this.#beforeBlock(token, index);
    if (block !== undefined) return block;
    const next = this.near.all[index + 1];
    // `get; '/x'`: for the tree this is a surplus comma.
    if (to.isAfter(tokens.Keyword) && next && isLiteral(next) && to.isInBlock() && to.mayGoOn(next))
      return this.to.take(token, tokens.Comma, index);
    return this.#beforeValue(token, index) ?? this.#forComma(token, index);
  }

  /** If a pair, or a value on the same line, follows a `;`, the call continues. The `;` is then read as a comma. */
  #forComma(token: Token, index: number): number {
    const { to } = this;
    const next = this.near.all[index + 1];
    const isWithin = to.isInBlock() && !to.isBoundary() && !to.isAfter(tokens.Comma, tokens.Keyword);
    const isPair = this.near.isPair(index + 1);
    const isValue =
      next !== undefined && (isLiteral(next) || next.image === '[') && !this.near.endsLine(index);
    if (!isWithin || !(isPair || isValue) || !to.mayGoOn(this.near.at(index + 1)))
      return this.to.take(token, token.tokenType, index);
    to.problems.push(
      messages.semicolonForComma(this.near.place(index, index), isPair ? undefined : 'an argument'),
    );
    return this.to.take(token, tokens.Comma, index);
  }

  comma(token: Token, index: number): number {
    return this.#beforeValue(token, index) ?? this.to.take(token, token.tokenType, index);
  }

  /** Leaves out a `,` or `;` between a key and its value on one line: `to => , 'a#b'`. Undefined if there is none. */
  #beforeValue({ image }: Token, index: number): number | undefined {
    const next = this.near.all[index + 1];
    if (!this.to.isDue() || !next || !isLiteral(next) || this.near.endsLine(index)) return undefined;
    // These may be arguments by themselves: `only => , :shallow`.
    const isArgument = next.tokenType === tokens.SymbolString || next.tokenType === tokens.Callable;
    if (isArgument || this.near.isKey(index + 1)) return undefined;
    this.to.problems.push(messages.secondArrow(this.near.place(index, index), image));
    return index;
  }

  /** A character that begins no token. */
  stray(token: Token, index: number): number {
    const { to, near } = this;
    const last = this.#programText(token.image, index);
    if (last !== undefined) return last;
    if (near.isColon(token)) return this.#colon(token, index);
    if (token.image === '\\' && near.endsLine(index)) {
      // Between two pieces of one string it is reported with them.
      const isInString = [index - 1, index + 1].every((at) => /^['"]/.test(near.all[at]?.image ?? ''));
      if (!isInString) to.problems.push(foreign.joinedLines(near.place(index, index)));
      return index;
    }
    const isComma = token.image === '.' && to.isBehindValue() && near.isPair(index + 1);
    if (isComma) to.problems.push(messages.signForComma(near.place(index, index), token.image));
    return to.take(token, isComma ? tokens.Comma : token.tokenType, index);
  }

  /** Program text that begins with a stray character. Undefined if none begins. */
  #programText(image: string, index: number): number | undefined {
    const { to, near, code } = this;
    switch (image) {
      // An interpolation of a template literal is not possible in a file: `to => ${show}`.
      case '$':
        if (to.isDue() && near.all[index + 1]?.image === '{')
          return code.value(index, near.code.bracketEnd(index + 1));
        if (to.isDue() && near.code.gluedEnd(index) > index)
          return code.value(index, near.code.gluedEnd(index));
        return to.isAtStatement() && near.code.gluedEnd(index) > index ? code.chain(index) : undefined;
      case '\\':
        return to.isDue() ? code.regex(index) : undefined;
      case '!':
      case '+':
        return to.isDue() && near.code.gluedEnd(index) > index ? code.signed(index) : undefined;
      case '@':
        return to.isAtStatement() ? code.chain(index, near.code.decoratorEnd(index)) : undefined;
      case '.':
        return this.#isMethod(index) ? code.method(index) : undefined;
      default:
        return undefined;
    }
  }

  /** Leaves out a `:` before a string, or directly after a symbol that ends there. Undefined if there is none. */
  #besideValue(token: Token, index: number): number | undefined {
    const { to, near } = this;
    const [before, next] = [near.all[index - 1], near.all[index + 1]];
    if (!before || !next) return undefined;
    const isAtArgument =
      next.startOffset === token.startOffset + 1 &&
      to.isAfter(tokens.Keyword, tokens.Comma, tokens.LeftParen, tokens.LeftBracket);
    if (/^['"]/.test(next.image) && (to.isDue() || isAtArgument)) {
      to.problems.push(foreign.quotedSymbol(near.place(index, index), next.image));
      return index;
    }
    const isBehindSymbol = to.isAfter(tokens.SymbolString) && near.isGluedTo(index - 1, ':');
    if (!isBehindSymbol || !/^[,;)\]]$/.test(next.image)) return undefined;
    to.problems.push(messages.colonBehindSymbol(near.place(index, index), before.image));
    return index;
  }

  /** A `:` by itself: before a string, after a symbol, before a block, or instead of `=>`. */
  #colon(token: Token, index: number): number {
    const { to, near } = this;
    const besideValue = this.#besideValue(token, index);
    if (besideValue !== undefined) return besideValue;
    const next = near.all[index + 1];
    const isLast = near.endsLine(index) || /^(?:\}|end)$/.test(next?.image ?? '');
    const opens = isLast || near.statementFollows(index);
    const isBehindHead = to.isBehindValue() || to.isAfter(tokens.RightParen);
    if (opens && to.isInBlock() && isBehindHead) {
      if (to.isIndentedBehind(index)) return to.openByIndent(token) ? index : -1;
      to.problems.push(brackets.colonAtEnd(near.place(index, index)));
      // The call lacks the block that was meant.
      return near.endsLine(index) ? to.take(token, token.tokenType, index) : index;
    }
    if (to.isBoundary()) return to.take(token, token.tokenType, index);
    token.tokenType = tokens.Equals;
    return this.arrow(token, index);
  }

  /** A `->`. The lexer reads it as `=>` only before a value. */
  lambdaArrow(token: Token, index: number): number {
    if (this.#isMethod(index)) return this.code.method(index);
    return this.#beforeBlock(token, index) ?? this.code.value(index);
  }

  /** A `(` in the place of a value: program text, a hash, or a value that needs no parentheses. */
  parenthesis(token: Token, index: number): number {
    const { to, near } = this;
    const last = near.code.parenthesisedEnd(index);
    if (last > index) return this.code.value(index, last);
    if (to.surplus) to.surplus.paren--;
    if (near.pairFollows(index)) {
      to.problems.push(brackets.notAHash(near.place(index, index), token.image));
      if (to.surplus) to.surplus.brace++;
      to.open(token, 'brace', 'hash', tokens.HashOpen);
      return index;
    }
    const next = near.endsLine(index) ? undefined : near.all[index + 1];
    if (!next || !(isLiteral(next) || next.image === '[')) return this.code.value(index);
    to.problems.push(brackets.parenthesisBeforeValue(near.place(index, index)));
    return index;
  }

  /** Whether a label begins a statement whose block is indented below it. */
  beginsBlock(index: number): boolean {
    return this.to.isAtStatement() && this.to.isFirst && this.to.isIndentedBehind(index);
  }

  /** `member:` before statements that are indented deeper. */
  labelledBlock({ image, startOffset }: Token, index: number): number {
    const end = startOffset + image.length - 1;
    this.to.beginStatement();
    this.to.emit(newToken(tokens.Keyword, image.slice(0, -1), startOffset));
    return this.to.openByIndent(newToken(tokens.Stray, ':', end)) ? index : -1;
  }

  /** Whether a sign begins a method call after the parentheses of a call: `get('/a', to => 'a#b').name('a')`. */
  #isMethod(index: number): boolean {
    const isGlued =
      index > 0 && this.near.place(index - 1, index - 1).end === this.near.at(index).startOffset;
    const isBehind =
      this.to.isAfter(tokens.RightParen, tokens.InlineCode) || (isGlued && this.to.isBehindValue());
    return isBehind && this.near.code.gluedEnd(index) > index + 1;
  }
}
