// The tokens as they have been arranged so far, and what they say about the place that has been reached: whether a statement
// begins there, whether a value is due, which bracket stands around it.

import * as brackets from './bracket-messages.js';
import type { Frame } from './brackets.js';
import { isLiteral } from './neighbours.js';
import * as tokens from './tokens.js';
import type { Token } from './tokens.js';

type TokenType = Token['tokenType'];

export class ArrangedTokens {
  /** What the parser reads. */
  readonly input: Token[] = [];
  /** The token before the one that is being arranged, as it was arranged; none after program text. */
  previous: Token | undefined = undefined;
  /** The bracket around it. */
  top: Frame | undefined = undefined;
  /** Whether it is the first on its line. */
  isFirst = true;
  /** The brackets that are open, outermost first. */
  protected readonly stack: Frame[] = [];
  /** Whether something stands before the last `=>` that may be a key. */
  #hasKey = false;

  /** `depth` is how many brackets are open around the tokens. */
  constructor(readonly depth: number) {}

  /** Whether a bracket is open around it. */
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

  /** Emits a token as one of a type; returns its index. */
  take(token: Token, type: TokenType, index: number): number {
    token.tokenType = type;
    this.emit(token);
    return index;
  }

  /** Whether the token before is of one of these types. */
  isAfter(one: TokenType, two = one, three = one, four = one): boolean {
    const type = this.previous?.tokenType;
    return type === one || type === two || type === three || type === four;
  }

  /** Whether statements stand here, and not what is in parentheses, a list or a hash. */
  isInBlock(): boolean {
    return !this.top || this.top.role === 'block';
  }

  /** The same, or directly in the parentheses of a call. */
  isInStatement(): boolean {
    return this.isInBlock() || this.top?.role === 'call';
  }

  /** Whether a `do` is open. */
  hasDo(): boolean {
    return this.stack.some(({ kind }) => kind === 'end');
  }

  /** Whether what comes next is the module of the `&` before it, which has been reported: `& name`. */
  isModule(): boolean {
    return this.isAfter(tokens.Callable) && this.previous?.image === '&';
  }

  /** Whether a value must come next. */
  isDue(): boolean {
    return this.isAfter(tokens.Label) || (this.#hasKey && this.isAfter(tokens.Arrow, tokens.Equals));
  }

  /** Whether a value stands before, and none is due. */
  isBehindValue(): boolean {
    return this.previous !== undefined && isLiteral(this.previous) && !this.isDue();
  }

  /** Whether a statement begins here, whatever the line. */
  isBoundary(): boolean {
    return !this.previous || this.isAfter(tokens.Semicolon, tokens.BlockOpen, tokens.BlockClose);
  }

  /** Whether a token that is no word stands where a statement begins. */
  isAtStatement(): boolean {
    if (!this.isInBlock()) return false;
    return (
      this.isBoundary() || (this.isFirst && !this.isDue() && !this.isAfter(tokens.Comma, tokens.Keyword))
    );
  }
}
