// The paths that a pattern matches, as a regular language.
//
//   /files/:id(.:format)  →  SEP f·i·l·e·s SEP [^.]+ ( . [^.]+ )?
//
// Words are paths as recognition sees them: split at their own slashes and decoded piece by piece. A slash or a dot
// that was escaped (`%2F`, `%2E`) is text that ends nothing, so two symbols above the UTF-16 units keep apart what
// decoding would confuse: `separator` is a path's own slash, `escapedDot` a dot from `%2E`; the units `/` and `.`
// are an escaped slash and a plain dot. The root path is the empty word, as if every slash belonged to what follows.
//
// How a path is split among the names of a pattern never decides whether it matches (other ways are tried), so the
// language of a pattern is simply that of its parts one after the other.

import { matchSteps } from '../routing/patterns/backtracking.js';
import { patternSteps } from '../routing/patterns/steps.js';
import type { MatchedConstraint, SegmentConstraint } from '../routing/patterns/constraints.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import type { PatternPart } from '../routing/patterns/pattern-parts.js';
import * as requestPath from '../routing/patterns/request-path.js';
import type { RouteDefinition } from '../routing/patterns/route.js';
import {
  type CharacterSet,
  complementOf,
  hasSymbol,
  lastUnit,
  rangeSet,
  unionOf,
} from './regular-language/character-set.js';
import type { Expression, Expressions } from './regular-language/expression.js';
import { type Approximation, regexLanguage } from './regular-language/regex-language.js';
import type { Word } from './regular-language/search.js';

/** A slash of the path itself. */
export const separator = lastUnit + 1;
/** A dot that was written `%2E`. */
const escapedDot = lastUnit + 2;

const slash = 0x2f;
const dot = 0x2e;
const units = rangeSet(0, lastUnit);
/** What a piece of a path is made of. */
const text = unionOf(units, rangeSet(escapedDot));
const textWithoutDot = unionOf(complementOf(rangeSet(dot), 0, lastUnit), rangeSet(escapedDot));
const everything = unionOf(text, rangeSet(separator));

/** Of longer patterns and values nothing is told: each character would be an expression, and no request has so many. */
const longestText = 4_096;

/**
 * The paths of a pattern under the constraints on its segments, or with `more` at least these; request constraints are not its business. Undefined
 * where they cannot be told: `exact` where a callable decides, or what no regular language can say.
 */
export function pathLanguage(
  expressions: Expressions,
  pattern: Pattern,
  constraints: RouteDefinition['segmentConstraints'],
  approximation: Approximation,
): Expression | undefined {
  if (pattern.text === '/') return expressions.emptyWord;
  if (pattern.text.length > longestText) return undefined;
  /** What the parts from one on match, and what stands behind the list. */
  const from = (parts: readonly PatternPart[], index: number, after: Rest): Rest => {
    const part = parts[index];
    if (!part) return after;
    const rest = from(parts, index + 1, after);
    switch (part.kind) {
      case 'literal':
        return restOf((isBehindValue) =>
          joined(literalLanguage(expressions, part.text, isBehindValue), rest(false)),
        );
      case 'segment':
      case 'glob':
        return restOf((isBehindValue) => joined(value(part, isBehindValue), rest(true)));
      case 'group': {
        const inside = from(part.parts, 0, rest);
        return restOf((isBehindValue) => either(inside(isBehindValue), rest(isBehindValue)));
      }
      default:
        return part satisfies never;
    }
  };
  const joined = (first: Expression | undefined, second: Expression | undefined): Expression | undefined =>
    first && second && expressions.sequence(first, second);
  const either = (one: Expression | undefined, other: Expression | undefined): Expression | undefined =>
    one && other && expressions.union(one, other);
  const value = (part: NamePart, isBehindValue: boolean): Expression | undefined => {
    const language = valueLanguage(expressions, part.kind, constraints.get(part.name) ?? [], approximation);
    return language && isBehindValue
      ? expressions.intersection(language, beginningUnescaped(expressions))
      : language;
  };
  const language = from(pattern.parts, 0, () => expressions.emptyWord)(false);
  // Where the group that opens the pattern is left out, the path's first slash is still before whatever is next.
  return language && pattern.parts[0]?.kind === 'group'
    ? expressions.union(language, expressions.sequence(expressions.set(rangeSet(separator)), language))
    : language;
}

type NamePart = Extract<PatternPart, { readonly kind: 'segment' | 'glob' }>;

/** What the rest of a pattern matches: behind a value it begins with no escaped dot, since none ends a value. Undefined as for `pathLanguage`. */
type Rest = (isBehindValue: boolean) => Expression | undefined;

/** The same, made once. */
function restOf(make: Rest): Rest {
  const made = new Map<boolean, Expression | undefined>();
  return (isBehindValue) => {
    if (!made.has(isBehindValue)) made.set(isBehindValue, make(isBehindValue));
    return made.get(isBehindValue);
  };
}

function beginningUnescaped(expressions: Expressions): Expression {
  return expressions.sequence(
    expressions.set(complementOf(rangeSet(escapedDot), 0, escapedDot)),
    expressions.repeat(expressions.set(everything), 0, Infinity),
  );
}

/** The values of one segment or glob under its constraints, as words. */
export function valueLanguage(
  expressions: Expressions,
  kind: 'segment' | 'glob',
  constraints: readonly SegmentConstraint[],
  approximation: Approximation,
): Expression | undefined {
  const demands: Expression[] = [];
  for (const constraint of constraints) {
    if (constraint.kind === 'callable') {
      if (approximation === 'exact') return undefined;
      continue;
    }
    const demand = demandOf(expressions, kind, constraint, approximation);
    if (!demand) return undefined;
    demands.push(demand);
  }
  const set = kind === 'glob' ? everything : demands.length > 0 ? text : textWithoutDot;
  return expressions.intersection(expressions.repeat(expressions.set(set), 1, Infinity), ...demands);
}

function demandOf(
  expressions: Expressions,
  kind: 'segment' | 'glob',
  constraint: MatchedConstraint,
  approximation: Approximation,
): Expression | undefined {
  const symbolsOf = (set: CharacterSet): CharacterSet => symbolsOfUnits(set, kind);
  const equal = (value: string): Expression | undefined =>
    value.length > longestText
      ? undefined
      : expressions.sequence(...unitsOf(value).map((unit) => expressions.set(symbolsOf(rangeSet(unit)))));
  const matching = (regex: RegExp): Expression | undefined =>
    regex.source.length > longestText
      ? undefined
      : regexLanguage(expressions, regex, { approximation, symbolsOf });
  switch (constraint.kind) {
    case 'string':
      return equal(constraint.value);
    case 'regex':
      return matching(constraint.regex);
    case 'list': {
      const members: Expression[] = [];
      for (const value of constraint.values) {
        const member = typeof value === 'string' ? equal(value) : matching(value);
        if (!member) return undefined;
        members.push(member);
      }
      return expressions.union(...members);
    }
    default:
      return constraint satisfies never;
  }
}

/** The symbols that decode to one of the units: in a value a dot may have been escaped, and a glob spans slashes. */
function symbolsOfUnits(set: CharacterSet, kind: 'segment' | 'glob'): CharacterSet {
  const withDot = hasSymbol(set, dot) ? unionOf(set, rangeSet(escapedDot)) : set;
  return kind === 'glob' && hasSymbol(set, slash) ? unionOf(withDot, rangeSet(separator)) : withDot;
}

/** `isBehindValue`: a dot that it begins with ends the value before it, which no escaped one does. */
function literalLanguage(expressions: Expressions, literal: string, isBehindValue = false): Expression {
  const symbolsAt = (unit: number, place: number): CharacterSet => {
    if (unit === slash) return rangeSet(separator);
    return isBehindValue && place === 0 ? rangeSet(unit) : symbolsOfUnits(rangeSet(unit), 'segment');
  };
  return expressions.sequence(
    ...unitsOf(literal).map((unit, place) => expressions.set(symbolsAt(unit, place))),
  );
}

/** How paths look: `/admin/**`, `/users/*` (see reach.ts). */
export type Shape = string;

/** The paths of a shape: `**` is any number of pieces, `*` and `:name` any text within one. */
export function shapeLanguage(expressions: Expressions, shape: Shape): Expression {
  const piece = expressions.sequence(
    expressions.set(rangeSet(separator)),
    expressions.repeat(expressions.set(text), 1, Infinity),
  );
  const within = (part: string): Expression =>
    /^[*:]/.test(part)
      ? expressions.repeat(expressions.set(text), 0, Infinity)
      : literalLanguage(expressions, part);
  return expressions.sequence(
    ...shape
      .split('/')
      .filter((part) => part !== '')
      .map((part) => {
        if (part === '**') return expressions.repeat(piece, 0, Infinity);
        if (/^(?:\*|:[\p{L}_][\p{L}\p{M}\p{Nd}_]*)$/u.test(part)) return piece;
        const parts = part.split(/(\*|:[\p{L}_][\p{L}\p{M}\p{Nd}_]*)/u).filter((each) => each !== '');
        return expressions.sequence(expressions.set(rangeSet(separator)), ...parts.map(within));
      }),
  );
}

/** The paths with a piece that is `.` or `..`: a client that takes it for a step sends another path in its place. */
export function dotPiecePaths(expressions: Expressions): Expression {
  const any = expressions.repeat(expressions.set(everything), 0, Infinity);
  const slash = expressions.set(rangeSet(separator));
  const dots = expressions.repeat(expressions.set(unionOf(rangeSet(dot), rangeSet(escapedDot))), 1, 2);
  return expressions.sequence(any, slash, dots, expressions.optional(expressions.sequence(slash, any)));
}

/** Whether a word is among `dotPiecePaths`. */
export function hasDotPiece(word: Word): boolean {
  return piecesOf(word).some((piece) => /^\.\.?$/.test(piece));
}

/** Every path that a request can have: pieces that are not empty, in well-formed Unicode. */
export function requestPaths(expressions: Expressions): Expression {
  const high = rangeSet(0xd800, 0xdbff);
  const low = rangeSet(0xdc00, 0xdfff);
  const single = unionOf(complementOf(unionOf(high, low), 0, lastUnit), rangeSet(escapedDot));
  const character = expressions.union(
    expressions.set(single),
    expressions.sequence(expressions.set(high), expressions.set(low)),
  );
  const piece = expressions.sequence(
    expressions.set(rangeSet(separator)),
    expressions.repeat(character, 1, Infinity),
  );
  return expressions.repeat(piece, 0, Infinity);
}

/** Whether a route matches the path, as recognition decides it, its callables not being asked. */
export function matchesWord(route: RouteDefinition, word: Word): boolean {
  return matchSteps(patternSteps(route), canonicalOf(word), 0, true) !== undefined;
}

const canonicalForms = new WeakMap<Word, string>();

/** The path in the form that recognition matches. */
function canonicalOf(word: Word): string {
  let canonical = canonicalForms.get(word);
  if (canonical === undefined) {
    canonical = requestPath.canonicalLiteral(word.map(canonicalSymbol).join(''));
    canonicalForms.set(word, canonical);
  }
  return canonical;
}

function canonicalSymbol(symbol: number): string {
  if (symbol === separator) return '/';
  if (symbol === escapedDot) return requestPath.escapedDot;
  return symbol === slash ? requestPath.escapedSlash : String.fromCharCode(symbol);
}

/** The path as a request would have it: what is not plain in a path is percent-encoded. */
export function pathOf(word: Word): string {
  let path = '';
  let run = '';
  const flush = (): void => {
    path += run.replace(/[^\w\-.~!$&'()*+,;=:@]+/g, encodeURIComponent);
    run = '';
  };
  for (const symbol of word) {
    if (symbol <= lastUnit) {
      run += String.fromCharCode(symbol);
      continue;
    }
    flush();
    path += symbol === separator ? '/' : '%2E';
  }
  flush();
  return path === '' ? '/' : path;
}

/** The word of a text's units. */
export function unitsOf(value: string): number[] {
  return Array.from({ length: value.length }, (_, at) => value.charCodeAt(at));
}

/** The decoded text of each piece of a path. */
export function piecesOf(word: Word): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const symbol of word.slice(1)) {
    if (symbol === separator) {
      pieces.push(piece);
      piece = '';
    } else piece += String.fromCharCode(symbol === escapedDot ? dot : symbol);
  }
  if (word.length > 0) pieces.push(piece);
  return pieces;
}

/** Adds a pattern's literal text, in which every slash separates, to a word. */
export function addLiteral(word: number[], text: string): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    word.push(unit === slash ? separator : unit);
  }
}
