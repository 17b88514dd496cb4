// The tokens arranged so far, and questions about the current place: whether a statement begins there, whether a value must follow,
// and which bracket is around it.

import * as brackets from './bracket-messages.js';
import type { Frame } from './brackets.js';
import { isLiteral } from './neighbours.js';
import * as tokens from './tokens.js';
import type { Token } from './tokens.js';

type TokenType = Token['tokenType'];

export class ArrangedTokens {
  /** The input of the parser. */
  readonly input: Token[] = [];
  /** The previous token as it was arranged. Undefined after program text. */
  previous: Token | undefined = undefined;
  /** The innermost open bracket. */
  top: Frame | undefined = undefined;
  /** Whether the current token is the first on its line. */
  isFirst = true;
  /** The brackets that are open, outermost first. */
  protected readonly stack: Frame[] = [];
  /** Whether the last `=>` has something before it that may be a key. */
  #hasKey = false;

  /** `depth` is the number of brackets open around these tokens. */
  constructor(readonly depth: number) {}

  /** Whether any bracket is open here. */
  get isNested(): boolean {
    return this.depth + this.stack.length > 0;
  }

  emit(token: Token): void {
    if (this.depth + this.stack.length <= brackets.deepestNesting) this.input.push(token);
    const { tokenType } = token;
    if (tokenType === tokens.Arrow || tokenType === tokens.Equals)
      this.#hasKey =
        this.previous?.tokenType === tokens.Key || (this.previous !== undefined && isLiteral(this.previous));
    this.previous = token;
  }

  /** Emits a token with a type. Returns `index`. */
  take(token: Token, type: TokenType, index: number): number {
    token.tokenType = type;
    this.emit(token);
    return index;
  }

  /** Whether the previous token has one of these types. */
  isAfter(one: TokenType, two = one, three = one, four = one): boolean {
    const type = this.previous?.tokenType;
    return type === one || type === two || type === three || type === four;
  }

  /** Whether statements stand here, and not the contents of parentheses, a list or a hash. */
  isInBlock(): boolean {
    return !this.top || this.top.role === 'block';
  }

  /** The same, or directly inside the parentheses of a call. */
  isInStatement(): boolean {
    return this.isInBlock() || this.top?.role === 'call';
  }

  /** Whether a `do` is open. */
  hasDo(): boolean {
    return this.stack.some(({ kind }) => kind === 'end');
  }

  /** Whether the next token is the module of the lone `&` before it, which has been reported: `& name`. */
  isModule(): boolean {
    return this.isAfter(tokens.Callable) && this.previous?.image === '&';
  }

  /** Whether a value must follow. */
  isDue(): boolean {
    return this.isAfter(tokens.Label) || (this.#hasKey && this.isAfter(tokens.Arrow, tokens.Equals));
  }

  /** Whether the previous token is a value, and none must follow. */
  isBehindValue(): boolean {
    return this.previous !== undefined && isLiteral(this.previous) && !this.isDue();
  }

  /** Whether a statement begins here regardless of lines. */
  isBoundary(): boolean {
    return !this.previous || this.isAfter(tokens.Semicolon, tokens.BlockOpen, tokens.BlockClose);
  }

  /** Whether a token that is no word is at the beginning of a statement. */
  isAtStatement(): boolean {
    if (!this.isInBlock()) return false;
    return (
      this.isBoundary() || (this.isFirst && !this.isDue() && !this.isAfter(tokens.Comma, tokens.Keyword))
    );
  }
}
