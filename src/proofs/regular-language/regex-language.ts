// Makes regular languages of JavaScript regexes: the words that a RegExp matches as a whole.
//
//   /\d+|new/  →  the union of [0-9] repeated, and n·e·w
//
// The flags i, s and u are supported. Backreferences are not regular; look-around and `\b` depend on what is around them. With `exact`, a
// regex with one of these has no language. With `more`, they count as always true, which gives a larger language.
//
// Words consist of UTF-16 units. With the flag u, a code point above 0xFFFF is a surrogate pair.

import { type AST, RegExpParser, RegExpSyntaxError } from '@eslint-community/regexpp';
import { type CharacterSet, complementOf, lastUnit, rangeSet, unionOf } from './character-set.js';
import type { Expression, Expressions } from './expression.js';

/** What to do with parts that have no language: `exact` gives no result, `more` a language that contains at least the regex's words. */
export type Approximation = 'exact' | 'more';

interface RegexReading {
  readonly approximation: Approximation;
  /** Maps a set of UTF-16 units to symbols. Applied to every set once. */
  readonly symbolsOf?: (units: CharacterSet) => CharacterSet;
}

/** The words that the regex matches from beginning to end; undefined if they are not known. */
export function regexLanguage(
  expressions: Expressions,
  regex: RegExp,
  { approximation, symbolsOf = (units) => units }: RegexReading,
): Expression | undefined {
  const reader = new Reader(expressions, regex, approximation === 'more', symbolsOf);
  try {
    const { pattern } = new RegExpParser().parseLiteral(`/${regex.source}/${regex.flags}`);
    if (regex.flags.includes('v')) throw new NotRegular();
    return reader.alternatives(pattern.alternatives, { before: 'none', after: 'none' });
  } catch (error) {
    if (!(error instanceof NotRegular || error instanceof RegExpSyntaxError)) throw error;
    return approximation === 'more' ? expressions.anything : undefined;
  }
}

/** Thrown and caught only in this file. */
class NotRegular extends Error {}

/** How many units a piece, or what is beside it, has: none, at least one, or unknown. */
type Width = 'none' | 'some' | 'maybe';

interface Surroundings {
  readonly before: Width;
  readonly after: Width;
}

class Reader {
  constructor(
    readonly expressions: Expressions,
    readonly regex: RegExp,
    readonly isLenient: boolean,
    readonly symbolsOf: (units: CharacterSet) => CharacterSet,
  ) {}

  alternatives(alternatives: readonly AST.Alternative[], around: Surroundings): Expression {
    return this.expressions.union(
      ...alternatives.map(({ elements }) => {
        const widths = elements.map(widthOf);
        return this.expressions.sequence(
          ...elements.map((element, index) =>
            this.#element(element, {
              before: widths.slice(0, index).reduce(together, around.before),
              after: widths.slice(index + 1).reduce(together, around.after),
            }),
          ),
        );
      }),
    );
  }

  #element(element: AST.Element, around: Surroundings): Expression {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#codePoints(codePointsOf(element, this.regex.flags));
      case 'CapturingGroup':
        return this.alternatives(element.alternatives, around);
      case 'Group':
        if (element.modifiers) return this.#unknown();
        return this.alternatives(element.alternatives, around);
      case 'Quantifier':
        return this.#quantifier(element, around);
      case 'Assertion':
        return this.#assertion(element, around);
      default:
        return this.#unknown();
    }
  }

  #quantifier({ element, min, max }: AST.Quantifier, around: Surroundings): Expression {
    if (max === 0) return this.expressions.emptyWord;
    // In a second repetition the first one is before it, so assertions inside are uncertain.
    const inside = max === 1 ? around : { before: orMaybe(around.before), after: orMaybe(around.after) };
    return this.expressions.repeat(this.#element(element, inside), min, max);
  }

  #assertion(assertion: AST.Assertion, { before, after }: Surroundings): Expression {
    if (assertion.kind === 'start' || assertion.kind === 'end') {
      const beyond = assertion.kind === 'start' ? before : after;
      if (beyond === 'none') return this.expressions.emptyWord;
      if (beyond === 'some' && !this.regex.flags.includes('m')) return this.expressions.nothing;
    }
    if (this.isLenient) return this.expressions.emptyWord;
    throw new NotRegular();
  }

  #unknown(): Expression {
    if (this.isLenient) return this.expressions.anything;
    throw new NotRegular();
  }

  /** The language of one of these code points (units without the flag u). */
  #codePoints(set: CharacterSet): Expression {
    const { expressions } = this;
    if (!this.regex.unicode) return expressions.set(this.symbolsOf(set));
    const parts: Expression[] = [];
    const units: CharacterSet[] = [];
    for (const [low, high] of set) {
      if (low <= lastUnit) units.push(rangeSet(low, Math.min(high, lastUnit)));
      if (high > lastUnit) parts.push(...this.#pairs(Math.max(low, lastUnit + 1), high));
    }
    return expressions.union(expressions.set(this.symbolsOf(unionOf(...units))), ...parts);
  }

  /** The surrogate pairs for a range of code points above 0xFFFF. High units with the same low units are combined. */
  #pairs(low: number, high: number): Expression[] {
    const unitsOf = (codePoint: number): [number, number] => [
      0xd800 + ((codePoint - 0x10000) >> 10),
      0xdc00 + ((codePoint - 0x10000) & 0x3ff),
    ];
    const pair = (highs: CharacterSet, lows: CharacterSet): Expression =>
      this.expressions.sequence(this.expressions.set(highs), this.expressions.set(lows));
    const [firstHigh, firstLow] = unitsOf(low);
    const [lastHigh, lastLow] = unitsOf(high);
    if (firstHigh === lastHigh) return [pair(rangeSet(firstHigh), rangeSet(firstLow, lastLow))];
    const pairs = [
      pair(rangeSet(firstHigh), rangeSet(firstLow, 0xdfff)),
      pair(rangeSet(lastHigh), rangeSet(0xdc00, lastLow)),
    ];
    if (firstHigh + 1 < lastHigh) {
      pairs.push(pair(rangeSet(firstHigh + 1, lastHigh - 1), rangeSet(0xdc00, 0xdfff)));
    }
    return pairs;
  }
}

function together(a: Width, b: Width): Width {
  if (a === 'some' || b === 'some') return 'some';
  return a === 'none' && b === 'none' ? 'none' : 'maybe';
}

const orMaybe = (width: Width): Width => (width === 'some' ? 'some' : 'maybe');

function widthOf(element: AST.Element): Width {
  switch (element.type) {
    case 'Assertion':
      return 'none';
    case 'Group':
    case 'CapturingGroup': {
      const widths = element.alternatives.map(({ elements }) =>
        elements.map(widthOf).reduce<Width>(together, 'none'),
      );
      const [first = 'maybe', ...others] = widths;
      return others.every((width) => width === first) ? first : 'maybe';
    }
    case 'Quantifier': {
      const width = widthOf(element.element);
      if (element.max === 0 || width === 'none') return 'none';
      return element.min === 0 ? 'maybe' : width;
    }
    case 'Backreference':
    case 'ExpressionCharacterClass':
      return 'maybe';
    default:
      return 'some';
  }
}

type ClassLike = AST.Character | AST.CharacterSet | AST.CharacterClass;

const digits = rangeSet(0x30, 0x39);
const wordCharacters = unionOf(digits, rangeSet(0x41, 0x5a), rangeSet(0x5f), rangeSet(0x61, 0x7a));
const lineEnds = unionOf(rangeSet(0x0a), rangeSet(0x0d), rangeSet(0x2028, 0x2029));
const spaces = unionOf(
  rangeSet(0x09, 0x0d),
  ...[0x20, 0xa0, 0x1680, 0x202f, 0x205f, 0x3000, 0xfeff].map((code) => rangeSet(code)),
  rangeSet(0x2000, 0x200a),
  rangeSet(0x2028, 0x2029),
);

/** The code points (units without the flag u) that one character of a regex matches. */
function codePointsOf(element: ClassLike, flags: string): CharacterSet {
  if (flags.includes('i') && !(element.type === 'CharacterSet' && element.kind === 'any')) {
    return askedOfTheEngine(element.raw, flags);
  }
  const last = flags.includes('u') ? 0x10ffff : lastUnit;
  const negate = (set: CharacterSet, negated: boolean): CharacterSet =>
    negated ? complementOf(set, 0, last) : set;
  switch (element.type) {
    case 'Character':
      return rangeSet(element.value);
    case 'CharacterClass':
      return negate(
        unionOf(
          ...element.elements.map((member) => {
            if (member.type === 'CharacterClassRange') return rangeSet(member.min.value, member.max.value);
            if (member.type === 'Character' || member.type === 'CharacterSet')
              return codePointsOf(member, flags);
            throw new NotRegular();
          }),
        ),
        element.negate,
      );
    case 'CharacterSet':
      if (element.kind === 'any')
        return flags.includes('s') ? rangeSet(0, last) : complementOf(lineEnds, 0, last);
      if (element.kind === 'digit') return negate(digits, element.negate);
      if (element.kind === 'word') return negate(wordCharacters, element.negate);
      if (element.kind === 'space') return negate(spaces, element.negate);
      return askedOfTheEngine(element.raw, flags);
    default:
      return element satisfies never;
  }
}

const answers = new Map<string, CharacterSet>();
let everyUnit: string | undefined;
let everyCodePoint: string | undefined;

/**
 * What a class matches if letter case or a Unicode property matters. The engine is asked once, with a text of all characters. With the flag
 * u, lone surrogates are left out: no path has them.
 */
function askedOfTheEngine(raw: string, flags: string): CharacterSet {
  const unicode = flags.includes('u');
  const key = `${flags}/${raw}`;
  const known = answers.get(key);
  if (known) return known;
  const runs = new RegExp(`(?:${raw})+`, `g${flags.replace(/[gyd]/g, '')}`);
  const ranges: CharacterSet[] = [];
  if (unicode) {
    everyCodePoint ??= textOf(0, 0xd7ff) + textOf(0xe000, 0x10ffff);
    for (const { 0: run } of everyCodePoint.matchAll(runs)) {
      const low = run.codePointAt(0);
      const high = run.codePointAt(run.length - (isPairEnd(run) ? 2 : 1));
      if (low !== undefined && high !== undefined) ranges.push(...withoutSurrogates(low, high));
    }
  } else {
    everyUnit ??= textOf(0, lastUnit);
    for (const { 0: run } of everyUnit.matchAll(runs)) {
      ranges.push(rangeSet(run.charCodeAt(0), run.charCodeAt(run.length - 1)));
    }
  }
  if (answers.size >= 500) answers.clear();
  const set = unionOf(...ranges);
  answers.set(key, set);
  return set;
}

const isPairEnd = (text: string): boolean => /[\udc00-\udfff]$/.test(text);

function withoutSurrogates(low: number, high: number): CharacterSet[] {
  if (low > 0xd7ff || high < 0xe000) return [rangeSet(low, high)];
  return [rangeSet(low, 0xd7ff), rangeSet(0xe000, high)];
}

function textOf(low: number, high: number): string {
  let text = '';
  for (let code = low; code <= high; code++) text += String.fromCodePoint(code);
  return text;
}
