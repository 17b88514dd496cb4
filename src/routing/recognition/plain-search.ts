// The definition of recognition: every route is tried in declaration order, and the first that answers is the match.
//
// `Matcher` gives the same answers faster, with a tree and a table of literal paths. If callables must be called in an order that the tree
// does not follow, it falls back to `firstAnswer`, with only the routes that the path can reach.

import { matchPattern } from '../patterns/backtracking.js';
import { allowsRequest, callablesAllow, type RequestContext } from '../patterns/constraints.js';
import { canonicalPath } from '../patterns/request-path.js';
import { answersMethod, type Route } from '../patterns/route.js';
import { allDemands } from './demands.js';
import { type AskedMethod, type Explanation, explainRoute } from './explain.js';
import { type Match, matchOf } from './match.js';
import { type ContextSource, type Recognition, verbsOf } from './recognition.js';

const noContext: RequestContext = /* @__PURE__ */ Object.freeze({});

/** Recognition by trying every route. Tests compare `Matcher` with it. */
export class PlainSearch implements Recognition {
  readonly #routes: readonly Route[];

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
  }

  find(method: string, path: string, source: ContextSource): Match | undefined {
    return this.findAfter(-1, method, path, source);
  }

  findAfter(index: number, method: string, path: string, source: ContextSource): Match | undefined {
    const upper = method.toUpperCase();
    const routes = this.#routes.filter(
      (route) => route.index > index && answersMethod(route.definition, upper),
    );
    return firstAnswer(routes, canonicalPath(path), upper, source);
  }

  answersPath(method: string, path: string, source: ContextSource): boolean {
    return firstAnswer(this.#routes, canonicalPath(path), method.toUpperCase(), source) !== undefined;
  }

  allowedMethods(path: string, source: ContextSource): readonly string[] {
    return verbsOf(allAnswers(this.#routes, canonicalPath(path), source));
  }

  explain(route: Route, path: string | undefined, asked: AskedMethod): Explanation {
    return explainRoute(route, path, asked, allDemands);
  }
}

/** The match of the first of these routes that answers a canonical path. Their verbs are ignored. */
export function firstAnswer(
  routes: Iterable<Route>,
  canonical: string | undefined,
  method: string | undefined,
  source: ContextSource,
): Match | undefined {
  if (canonical === undefined) return undefined;
  for (const route of routes) {
    const values = valuesOf(route, canonical, method, source);
    if (values) return matchOf(route, values);
  }
  return undefined;
}

/** The routes that answer a canonical path, whatever their verbs. */
export function allAnswers(
  routes: Iterable<Route>,
  canonical: string | undefined,
  source: ContextSource,
): Route[] {
  if (canonical === undefined) return [];
  return [...routes].filter((route) => valuesOf(route, canonical, undefined, source) !== undefined);
}

/** The values that the path gives a route, if the route answers apart from its verbs. */
function valuesOf(
  route: Route,
  canonical: string,
  method: string | undefined,
  source: ContextSource,
): Map<string, string> | undefined {
  const values = matchPattern(route.definition, canonical);
  return values && allowsAll(route, (name) => values.get(name), method, source) ? values : undefined;
}

/** Whether a route's callables and request constraints accept a path that matches its pattern. */
export function allowsAll(
  route: Route,
  valueOf: (name: string) => string | undefined,
  method: string | undefined,
  source: ContextSource,
): boolean {
  const { segmentConstraints, requestConstraints, defaults } = route.definition;
  if (!callablesAllow(segmentConstraints, valueOf)) return false;
  if (requestConstraints.length === 0) return true;
  const format = valueOf('format') ?? defaults.get('format');
  const request = { method, context: source.context ?? noContext };
  return requestConstraints.every((constraint) => allowsRequest(constraint, request, format));
}
