// The paths that a pattern matches, as a regular language: the languages of its parts, one after the other.
//
//   /files/:id(.:format)  →  SEP f·i·l·e·s SEP [^.]+ ( . [^.]+ )?
//
// Words are paths as recognition sees them: split at their slashes, with decoded pieces. Escaped slashes and dots (`%2F`, `%2E`) are text,
// so two symbols above the UTF-16 units keep apart what decoding would make equal. `separator` is a slash of the path, and the unit `/` an
// escaped slash. `escapedDot` is an escaped dot, and the unit `.` a plain dot. The root path is the empty word.

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

/** A slash that separates pieces. */
export const separator = lastUnit + 1;
/** A dot that is written as `%2E`. */
const escapedDot = lastUnit + 2;

const slash = 0x2f;
const dot = 0x2e;
const units = rangeSet(0, lastUnit);
/** The symbols of a piece. */
const text = unionOf(units, rangeSet(escapedDot));
const textWithoutDot = unionOf(complementOf(rangeSet(dot), 0, lastUnit), rangeSet(escapedDot));
const everything = unionOf(text, rangeSet(separator));

/** The languages of longer patterns and values are not made: each character would be an expression, and no request is that long. */
const longestText = 4_096;

/**
 * The paths of a pattern under its segment constraints; with `more`, a language that contains at least these. Request constraints are
 * ignored. Undefined if the language is not known: with `exact`, if a callable or something that is not regular decides.
 */
export function pathLanguage(
  expressions: Expressions,
  pattern: Pattern,
  constraints: RouteDefinition['segmentConstraints'],
  approximation: Approximation,
): Expression | undefined {
  if (pattern.text === '/') return expressions.emptyWord;
  if (pattern.text.length > longestText) return undefined;
  /** What the parts from `index` on match, followed by `after`. */
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
  // If the group that begins the pattern is left out, the path's first slash still comes before the next part.
  return language && pattern.parts[0]?.kind === 'group'
    ? expressions.union(language, expressions.sequence(expressions.set(rangeSet(separator)), language))
    : language;
}

type NamePart = Extract<PatternPart, { readonly kind: 'segment' | 'glob' }>;

/**
 * What the rest of a pattern matches. After a value, it cannot begin with an escaped dot, which does not end a value. Undefined as for
 * `pathLanguage`.
 */
type Rest = (isBehindValue: boolean) => Expression | undefined;

/** The same function, which makes each of its two results once. */
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

/** The values of a segment or glob under its constraints, as words. Undefined as for `pathLanguage`. */
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

/** All symbols that decode to one of these units: a dot in a value may be escaped, and a glob contains separators. */
function symbolsOfUnits(set: CharacterSet, kind: 'segment' | 'glob'): CharacterSet {
  const withDot = hasSymbol(set, dot) ? unionOf(set, rangeSet(escapedDot)) : set;
  return kind === 'glob' && hasSymbol(set, slash) ? unionOf(withDot, rangeSet(separator)) : withDot;
}

/**
 * The words of a literal text. If it is after a value (`isBehindValue`), a dot at its beginning ends the value, so it cannot be escaped.
 */
function literalLanguage(expressions: Expressions, literal: string, isBehindValue = false): Expression {
  const symbolsAt = (unit: number, place: number): CharacterSet => {
    if (unit === slash) return rangeSet(separator);
    return isBehindValue && place === 0 ? rangeSet(unit) : symbolsOfUnits(rangeSet(unit), 'segment');
  };
  return expressions.sequence(
    ...unitsOf(literal).map((unit, place) => expressions.set(symbolsAt(unit, place))),
  );
}

/** A shape of paths, such as `/admin/**` or `/users/*` (see reach.ts). */
export type Shape = string;

/** The paths of a shape. `**` is any number of pieces, `*` and `:name` are any text within a piece. */
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

/** Paths with a piece that is `.` or `..`. A client that resolves such pieces sends another path. */
export function dotPiecePaths(expressions: Expressions): Expression {
  const any = expressions.repeat(expressions.set(everything), 0, Infinity);
  const slash = expressions.set(rangeSet(separator));
  const dots = expressions.repeat(expressions.set(unionOf(rangeSet(dot), rangeSet(escapedDot))), 1, 2);
  return expressions.sequence(any, slash, dots, expressions.optional(expressions.sequence(slash, any)));
}

/** Whether a word is one of `dotPiecePaths`. */
export function hasDotPiece(word: Word): boolean {
  return piecesOf(word).some((piece) => /^\.\.?$/.test(piece));
}

/** All paths that a request can have: their pieces are not empty and are well-formed Unicode. */
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

/** Whether a route matches a path, as recognition decides it, but without asking its callables. */
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

/** The path as it is in a request, percent-encoded where needed. */
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

/** The UTF-16 units of a text, as a word. */
export function unitsOf(value: string): number[] {
  return Array.from({ length: value.length }, (_, at) => value.charCodeAt(at));
}

/** The decoded texts of a path's pieces. */
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

/** Adds a pattern's literal text to a word. Every slash in it is a separator. */
export function addLiteral(word: number[], text: string): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    word.push(unit === slash ? separator : unit);
  }
}
