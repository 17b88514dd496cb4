// The arguments of one call, or between brackets, while they are read. Reports missing and surplus commas between them.
//
//   '/a' to => 'x#y',, as => 'z'
//       └ missing     └ one too many

import * as foreign from '../../grammar/foreign-messages.js';
import * as messages from '../../grammar/messages.js';
import type { Problem } from '../../grammar/problem.js';
import type { Token } from '../../grammar/tokens.js';
import * as strings from '../../grammar/string-messages.js';
import * as values from '../../grammar/value-messages.js';
import { tokenSpan } from './cst-places.js';
import type { Argument } from './declarations.js';
import type { Reading } from './reading.js';
import type { Span } from './source.js';
import { acceptsTrue } from './value-kinds.js';
import { type KeywordRow, keywordRow, optionRow } from './vocabulary.js';

/** What encloses the arguments. */
export type Enclosing = 'call' | 'list' | 'hash' | 'group';

/** The arguments of a call read so far. `row` is undefined if its keyword is unknown. */
export interface BegunCall {
  readonly list: readonly Argument[];
  readonly row: KeywordRow | undefined;
  readonly reading: Reading;
}

export class ArgumentSequence implements BegunCall {
  readonly list: Argument[] = [];
  /** Whether the statement may end at a comma: no bracket is open, and no block can follow. */
  mayEnd = false;
  /** The span of the last argument. A missing comma is reported there. */
  #last: Span | undefined;
  #comma: Token | undefined;
  /** A mistake was reported directly before, so a missing comma is not reported. */
  isExcused = true;

  /** @param word makes the problem of a word without quotes, if that does not depend on a call */
  constructor(
    readonly reading: Reading,
    readonly enclosing: Enclosing,
    readonly row: KeywordRow | undefined,
    readonly word = values.bareWord,
  ) {}

  /** The comma after the last argument, if nothing follows and no other mistake was reported there. */
  get dangling(): Token | undefined {
    return this.isExcused && !this.isMisspelt ? undefined : this.#comma;
  }

  /** Whether the last argument as a whole is a mistake. */
  get isMisspelt(): boolean {
    return this.isExcused && this.reading.problems.at(-1)?.end === this.#last?.end;
  }

  /** The comma before the next argument, if the statement may end at it. */
  get end(): Span | undefined {
    return this.mayEnd && this.#comma ? tokenSpan(this.#comma) : undefined;
  }

  /** Moves past an argument and its comma. `isExcused`: the argument was a mistake. */
  pass(place: Span, comma?: Token, isExcused = false): void {
    this.#last = place;
    this.#comma = comma;
    this.isExcused = isExcused;
  }

  /** Moves past a comma that follows no argument. */
  passLone(comma: Token): void {
    if (this.#comma || !this.#last) this.reading.report(messages.surplusComma(tokenSpan(comma), comma.image));
    this.#comma = comma;
  }

  /** Moves past something that is no argument. */
  passJunk(place: Span): void {
    this.reading.end = place.end;
    const text = this.reading.text(place);
    const isDeclaration = keywordRow(text) !== undefined && optionRow(text) === undefined;
    if (!this.isExcused || !this.#last)
      this.reading.report(
        isDeclaration
          ? messages.declarationAsArgument(place, text, undefined)
          : messages.nothingMeant(place, text, this.#comma !== undefined),
      );
    this.reading.isDamaged = true;
    this.isExcused = true;
  }

  /** Called when an argument begins at `start`. Reports a missing comma before it. */
  expect(start: number): void {
    if (!this.#last || this.#comma || this.isExcused || this.#last.end > start) return;
    const { reading } = this;
    const { end } = this.#last;
    const isLong = reading.text(this.#last).includes('\n');
    const last = isLong ? { start: end - 1, end } : this.#last;
    const before = reading.text(last);
    const isGlued = end === start;
    const next = reading.source.text.charAt(start);
    const isQuote = next === "'" || next === '"';
    const string = isGlued && isQuote ? reading.stringBefore(start) : undefined;
    if (isQuote && /^\s*\\\s*$/.test(reading.text({ start: end, end: start }))) {
      if (!reading.isDamaged)
        reading.report(strings.stringInPieces(last, before, start, before.endsWith(next)));
      reading.isDamaged = true;
    } else if (string) reading.report(messages.gluedToString({ start, end: start + 1 }, next, string));
    else if (isGlued && before.startsWith(':')) reading.report(messages.adverbWithBracket(last, before));
    else if (lacksArrow(before) && /['"<[&{/\d]/.test(next))
      reading.report(messages.missingArrow(last, before));
    else
      reading.report(
        (isGlued ? indexed(start, reading) : undefined) ??
          pairsAsBlock(start, this) ??
          messages.missingComma(last, before),
      );
  }

  /** Called for a `=>` in the place of an argument. Reports its missing key, unless a mistake was just reported. */
  expectKey(arrow: Token): void {
    if (!this.isExcused || this.#comma || !this.#last)
      this.reading.report(messages.missingKey(tokenSpan(arrow), arrow.image, this.#comma !== undefined));
  }
}

/** Brackets after a callable: `&auth#roles['admin']`. */
function indexed(start: number, reading: Reading): Problem | undefined {
  const [index = ''] = /^\[[^[\]\n\r]*\]/.exec(reading.text({ start, end: start + 200 })) ?? [];
  const callable = index && reading.callableBefore(start);
  return callable ? foreign.calledCallable({ start, end: start + index.length }, index, callable) : undefined;
}

/** Pairs in the place of a block, `resources 'photos' { member => 'preview' }`: one of their keys is a keyword and no option. */
function pairsAsBlock(start: number, { row, reading }: BegunCall): Problem | undefined {
  const [opener = '', word = '', sign = ''] =
    row && row.block !== 'none'
      ? (beginningOfPairs.exec(reading.text({ start, end: start + 100 })) ?? [])
      : [];
  const inner = optionRow(word) ? undefined : keywordRow(word);
  if (!inner) return undefined;
  const place = { start: start + opener.indexOf(word), end: start + opener.length };
  return messages.arrowAfterKeyword(place, word, sign, inner.example);
}

const beginningOfPairs = /^\{\s*([a-z]+)\s*(=>|:)/;

/** Whether a symbol names an option that needs a value: `:to 'pages#about'`. */
function lacksArrow(before: string): boolean {
  const row = before.startsWith(':') ? optionRow(before.slice(1)) : undefined;
  return row !== undefined && !acceptsTrue(row.accepts);
}

/** The offset at which the value of an argument begins, including the bracket of a one-word list (whose value is only the word). */
export function beginningOf(argument: Argument | undefined, { source }: Reading): number | undefined {
  const value = argument?.kind === 'pair' ? argument.value : argument;
  if (!value) return undefined;
  const { start } = value.span;
  let open = start - 1;
  while (/\s/.test(source.text.charAt(open))) open--;
  return source.text[open] === '<' ? open : start;
}
