// Decides if one route hides another: the earlier one answers every request of the later one. It then has all verbs and all paths of the
// later one, and its request constraints follow from the later one's.
//
//   get '/photos/:id'    hides    get '/photos/new'      witness: /photos/new
//   get '/:page', page => /\w+/   does not hide   get '/:slug'  (only the later one has `/a-b`)
//
// The paths are compared as regular languages: `later & ~earlier` has no word. An earlier route with callables hides only a route with the
// same callables, because it is not known what they accept.

import { allowsAttribute, type AttributeTest } from '../routing/patterns/constraints.js';
import { isLikeness } from './likeness.js';
import {
  addLiteral,
  dotPiecePaths,
  hasDotPiece,
  matchesWord,
  pathLanguage,
  pathOf,
  requestPaths,
  separator,
  type Shape,
  shapeLanguage,
} from './path-language.js';
import { plainlyIncludes } from './plain-inclusion.js';
import { type Expression, Expressions } from './regular-language/expression.js';
import type { Approximation } from './regular-language/regex-language.js';
import { type Found, sampleWords, shortestWord, type Word } from './regular-language/search.js';
import { anyOtherMethod, declaredVerbs, requestsExclude, requestsImply } from './request-implication.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import { answersMethod, type RouteDefinition } from '../routing/patterns/route.js';
import { hasExactValues, sampleValue } from './value-samples.js';

/** If there are more expressions, they are forgotten before the next question. */
const mostExpressions = 300_000;

/** Answers questions about routes, and remembers the language of each. */
export class RouteRelations {
  /** Most tables never need languages. */
  #made: Languages | undefined;
  readonly #exact = new Map<RouteDefinition, boolean>();

  get #languages(): Languages {
    return (this.#made ??= new Languages());
  }

  /** A path that shows that `earlier`, declared first, answers every request of `later`; undefined if it does not, or it is not certain. */
  hides(earlier: RouteDefinition, later: RouteDefinition): string | undefined {
    const verbs = verbsOf(later);
    if (verbs.length === 0 || !verbs.every((verb) => answersMethod(earlier, verb))) return undefined;
    if (!requestsImply(later, earlier)) return undefined;
    if (!this.covers([earlier], later)) return undefined;
    return this.pathOf(later);
  }

  /** A path that both routes match and for which both may answer one request; undefined if there is none, or it is not certain. */
  overlap(a: RouteDefinition, b: RouteDefinition): string | undefined {
    const [word] = this.commonWords(a, b, 1);
    return word && pathOf(word);
  }

  /** Some paths that both routes match, as words, shorter ones first. Empty if no request can be for both routes. */
  commonWords(a: RouteDefinition, b: RouteDefinition, most: number): readonly Word[] {
    if (!sharesVerb(a, b) || requestsExclude(a, b)) return [];
    this.#makeRoom();
    const { expressions } = this.#languages;
    const first = this.#languages.of(a, 'exact');
    const second = this.#languages.of(b, 'exact');
    if (!first || !second) return [];
    const both = expressions.intersection(first, second);
    const found = shortestWord(expressions, both);
    if (typeof found === 'string') return [];
    return most === 1 ? [found] : [found, ...sampleWords(expressions, both, most)];
  }

  /** Whether every path of a route is a path of the others. Verbs and request constraints are ignored. */
  covers(others: readonly RouteDefinition[], route: RouteDefinition): boolean {
    if (others.some((other) => isLikeness(other, route))) return true;
    // A literal pattern has one path, which is simply tried, whatever the constraints.
    const only = isLiteral(route.pattern) ? this.sample(route) : undefined;
    if (only && typeof only !== 'string')
      return others.some((other) => !asksSegmentCallable(other) && matchesWord(other, only));
    return this.uncovered(others, route) === 'none';
  }

  /** The shortest path of a route that none of the others has. If the route's language is not known exactly, a larger one is used. */
  uncovered(others: readonly RouteDefinition[], route: RouteDefinition): Found {
    if (
      isUnconstrained(route) &&
      others.some((other) => isUnconstrained(other) && plainlyIncludes(other.pattern, route.pattern))
    ) {
      return 'none';
    }
    this.#makeRoom();
    const left = this.#left(route, others);
    return left ? shortestWord(this.#languages.expressions, left) : 'unknown';
  }

  /** The paths of a route that none of the others has; undefined if the route's paths are not known. */
  #left(route: RouteDefinition, others: readonly RouteDefinition[]): Expression | undefined {
    const { expressions } = this.#languages;
    const language = this.#languages.of(route, 'more');
    if (!language) return undefined;
    const known = others.flatMap((other) => this.#languages.of(other, 'exact') ?? []);
    return expressions.intersection(language, ...known.map((other) => expressions.complement(other)));
  }

  /** The shortest path of a shape that the route has and none of the others. If possible it has no piece that is `.` or `..`. */
  within(shape: Shape, route: RouteDefinition, others: readonly RouteDefinition[]): Found {
    this.#makeRoom();
    const { expressions } = this.#languages;
    const left = this.#left(route, others);
    if (!left) return 'unknown';
    const paths = expressions.intersection(left, shapeLanguage(expressions, shape));
    const found = shortestWord(expressions, paths);
    if (typeof found === 'string' || !hasDotPiece(found)) return found;
    const plain = expressions.intersection(paths, expressions.complement(dotPiecePaths(expressions)));
    const better = shortestWord(expressions, plain);
    return typeof better === 'string' ? found : better;
  }

  /** Whether all paths of a route are known exactly, so that it may hide others. */
  isExact(route: RouteDefinition): boolean {
    if (isUnconstrained(route)) return true;
    let isExact = this.#exact.get(route);
    if (isExact === undefined) {
      isExact = [...route.segmentConstraints].every(([name, constraints]) =>
        hasExactValues(route.pattern.globNames.has(name) ? 'glob' : 'segment', constraints),
      );
      this.#exact.set(route, isExact);
    }
    return isExact;
  }

  /** Some paths of the route as words, shorter ones first. */
  *words(route: RouteDefinition): Generator<Word> {
    const first = this.sample(route);
    if (typeof first === 'string') return;
    yield first;
    const language = this.#languages.of(route, 'more');
    if (language) yield* sampleWords(this.#languages.expressions, language, 60);
  }

  /** A path that the route certainly matches, without asking its segments' callables; undefined if none is found. */
  pathOf(route: RouteDefinition): string | undefined {
    for (const word of this.words(route)) if (matchesWord(route, word)) return pathOf(word);
    return undefined;
  }

  /**
   * A short and readable path of the route as a word: without optional groups, and with `7` for segments without constraints. `none` if it
   * has no path.
   */
  sample(route: RouteDefinition): Found {
    const { pattern, segmentConstraints } = route;
    if (pattern.text === '/') return [];
    const word: number[] = [];
    for (const part of pattern.parts) {
      if (part.kind === 'group') continue;
      if (part.kind === 'literal') {
        addLiteral(word, part.text);
        continue;
      }
      const value = sampleValue(part.kind, segmentConstraints.get(part.name) ?? []);
      if (typeof value === 'string') return value;
      for (const symbol of value) word.push(symbol);
    }
    return isRequestPath(word) ? word.slice() : this.uncovered([], route);
  }

  /** Starts anew if there are too many expressions. Called only between questions, because expressions of two makers must not be mixed. */
  #makeRoom(): void {
    if (this.#languages.expressions.size > mostExpressions) this.#made = undefined;
  }
}

/** The languages of routes, each made once. */
class Languages {
  readonly expressions = new Expressions();
  readonly #paths = requestPaths(this.expressions);
  readonly #known = {
    exact: new Map<RouteDefinition, Expression | undefined>(),
    more: new Map<RouteDefinition, Expression | undefined>(),
  };

  of(route: RouteDefinition, approximation: Approximation): Expression | undefined {
    const known = this.#known[approximation];
    if (known.has(route)) return known.get(route);
    const language = pathLanguage(this.expressions, route.pattern, route.segmentConstraints, approximation);
    const paths = language && this.expressions.intersection(language, this.#paths);
    known.set(route, paths);
    return paths;
  }
}

/** Whether a pattern has only one path. A dot in it may also come escaped; proofs speak of the path as helpers write it. */
export function isLiteral({ parts }: Pattern): boolean {
  return parts.length === 1 && parts[0]?.kind === 'literal';
}

/** Whether a callable decides about the values of the route's segments. */
export function asksSegmentCallable({ segmentConstraints }: RouteDefinition): boolean {
  if (segmentConstraints.size === 0) return false;
  return [...segmentConstraints.values()].some((all) => all.some(({ kind }) => kind === 'callable'));
}

const isUnconstrained = (route: RouteDefinition): boolean => route.segmentConstraints.size === 0;

/** Whether the word begins with a slash, does not end with one, and has no doubled slashes. */
function isRequestPath(word: Word): boolean {
  if (word.length === 0) return true;
  if (word[0] !== separator) return false;
  for (let at = 0; at < word.length; at++) {
    if (word[at] === separator && (at === word.length - 1 || word[at + 1] === separator)) return false;
  }
  return true;
}

/**
 * The methods that a route answers, as far as its constraints on the method allow. GET includes HEAD. `anyOtherMethod` is included for a
 * route that answers all methods.
 */
export function verbsOf(route: RouteDefinition): readonly string[] {
  const verbs = declaredVerbs(route);
  if (route.requestConstraints.length === 0) return verbs;
  // If its own constraints exclude each other, it answers no request.
  if (requestsExclude(route, route)) return [];
  const tests = methodTests(route);
  const named = route.any ? tests.map(namedMethods).find((names) => names !== undefined) : verbs;
  return named ? named.filter((verb) => tests.every((test) => allowsAttribute('method', test, verb))) : verbs;
}

/** Whether a route answers a method that `verbsOf` has returned, as far as its constraints on the method allow. */
export function mayAnswer(route: RouteDefinition, method: string): boolean {
  if (!answersMethod(route, method)) return false;
  if (route.requestConstraints.length === 0) return true;
  const verbs = verbsOf(route);
  if (verbs.includes(method)) return true;
  return (
    verbs.includes(anyOtherMethod) &&
    methodTests(route).every((test) => allowsAttribute('method', test, method))
  );
}

/** The tests of the request's method, without callables. */
function methodTests({ requestConstraints }: RouteDefinition): readonly AttributeTest[] {
  return requestConstraints.flatMap((each) =>
    each.kind === 'attribute' && each.attribute === 'method' && each.test.kind !== 'callable'
      ? [each.test]
      : [],
  );
}

function namedMethods(test: AttributeTest): readonly string[] | undefined {
  if (test.kind === 'string') return [test.value.toUpperCase()];
  const isNamed = test.kind === 'list' && test.values.every((value) => typeof value === 'string');
  return isNamed ? test.values.map((value) => String(value).toUpperCase()) : undefined;
}

/** Whether both routes answer some method. */
export function sharesVerb(a: RouteDefinition, b: RouteDefinition): boolean {
  const first = verbsOf(a);
  const second = verbsOf(b);
  if (first.length === 0 || second.length === 0) return false;
  return (
    first.includes(anyOtherMethod) ||
    second.includes(anyOtherMethod) ||
    first.some((verb) => second.includes(verb))
  );
}
