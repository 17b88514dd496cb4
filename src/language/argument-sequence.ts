// The arguments of one call, or between brackets, as they are read: what is there already, and the commas between, one of which may be due next.
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

/** What stands around arguments. */
export type Enclosing = 'call' | 'list' | 'hash' | 'group';

/** The arguments of a call that were read, and its row where its keyword has one. */
export interface BegunCall {
  readonly list: readonly Argument[];
  readonly row: KeywordRow | undefined;
  readonly reading: Reading;
}

export class ArgumentSequence implements BegunCall {
  readonly list: Argument[] = [];
  /** Whether the statement may end at a comma: no bracket stands around, and no block can follow. */
  mayEnd = false;
  /** The place of the last argument, by which a missing comma is reported. */
  #last: Span | undefined;
  #comma: Token | undefined;
  /** Nothing more is said about a missing comma: a mistake has been reported just before. */
  isExcused = true;

  /** @param word what is said of a word without quotes, where that does not depend on a call */
  constructor(
    readonly reading: Reading,
    readonly enclosing: Enclosing,
    readonly row: KeywordRow | undefined,
    readonly word = values.bareWord,
  ) {}

  /** The comma after the last argument, if nothing has followed it and nothing is wrong there but the argument. */
  get dangling(): Token | undefined {
    return this.isExcused && !this.isMisspelt ? undefined : this.#comma;
  }

  /** Whether the last argument as a whole is a mistake. */
  get isMisspelt(): boolean {
    return this.isExcused && this.reading.problems.at(-1)?.end === this.#last?.end;
  }

  /** The comma before what comes next, in whose place the statement may end. */
  get end(): Span | undefined {
    return this.mayEnd && this.#comma ? tokenSpan(this.#comma) : undefined;
  }

  /** Goes past an argument and the comma after it; `isExcused` where it was a mistake. */
  pass(place: Span, comma?: Token, isExcused = false): void {
    this.#last = place;
    this.#comma = comma;
    this.isExcused = isExcused;
  }

  /** Goes past a comma that stands behind no argument. */
  passLone(comma: Token): void {
    if (this.#comma || !this.#last) this.reading.report(messages.surplusComma(tokenSpan(comma), comma.image));
    this.#comma = comma;
  }

  /** Goes past what is no argument at all. */
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

  /** An argument begins at `start`: reports the comma that is missing before it, if one is. */
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

  /** A `=>` stands where an argument is due: reports its missing key, unless that was a mistake of its own. */
  expectKey(arrow: Token): void {
    if (!this.isExcused || this.#comma || !this.#last)
      this.reading.report(messages.missingKey(tokenSpan(arrow), arrow.image, this.#comma !== undefined));
  }
}

/** What is said of brackets behind a callable: `&auth#roles['admin']`. */
function indexed(start: number, reading: Reading): Problem | undefined {
  const [index = ''] = /^\[[^[\]\n\r]*\]/.exec(reading.text({ start, end: start + 200 })) ?? [];
  const callable = index && reading.callableBefore(start);
  return callable ? foreign.calledCallable({ start, end: start + index.length }, index, callable) : undefined;
}

/** What is said of pairs in the place of a block, `resources 'photos' { member => 'preview' }`: a keyword among their keys is none of an option. */
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

/** Whether a symbol names an option that has to have a value: `:to 'pages#about'`. */
function lacksArrow(before: string): boolean {
  const row = before.startsWith(':') ? optionRow(before.slice(1)) : undefined;
  return row !== undefined && !acceptsTrue(row.accepts);
}

/** Where the value of an argument begins, with the bracket of a list of one word, whose value is the word alone. */
export function beginningOf(argument: Argument | undefined, { source }: Reading): number | undefined {
  const value = argument?.kind === 'pair' ? argument.value : argument;
  if (!value) return undefined;
  const { start } = value.span;
  let open = start - 1;
  while (/\s/.test(source.text.charAt(open))) open--;
  return source.text[open] === '<' ? open : start;
}
