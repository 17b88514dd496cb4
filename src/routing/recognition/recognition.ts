// What a router needs to know about its routes.
//
// `Matcher` answers for routes of any kind, `simpleRecognition` for tables of text and whole segments. `PlainSearch` defines the right
// answers.

import type { RequestContext } from '../patterns/constraints.js';
import type { Route } from '../patterns/route.js';
import type { AskedMethod, Explanation } from './explain.js';
import type { Match } from './match.js';

/** Holds the context of a request, which is read only if a constraint needs it. */
export interface ContextSource {
  /** What request constraints look at. A request without context meets no constraint on an attribute. */
  readonly context?: RequestContext | undefined;
}

/** The questions a router has about its routes. Paths may be in any form, with or without a query. */
export interface Recognition {
  /** The match of the first declared route that answers. */
  find(method: string, path: string, source: ContextSource): Match | undefined;
  /** The match of the first route declared after the one with this index. */
  findAfter(index: number, method: string, path: string, source: ContextSource): Match | undefined;
  /** Whether some route answers the path, whatever its verbs. */
  answersPath(method: string, path: string, source: ContextSource): boolean;
  /** The verbs of all routes that answer the path, each once, in declaration order, with HEAD right after GET. */
  allowedMethods(path: string, source: ContextSource): readonly string[];
  /** Why a route does or does not answer. The path is canonical, or undefined if it cannot be decoded. Throws what a callable throws. */
  explain(route: Route, path: string | undefined, asked: AskedMethod): Explanation;
}

/** The verbs of these routes, each once, with HEAD right after GET. */
export function verbsOf(routes: readonly Pick<Route, 'verbs'>[]): string[] {
  const verbs = new Set(routes.flatMap((route) => route.verbs));
  if (verbs.has('GET')) verbs.delete('HEAD');
  return [...verbs].flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : verb));
}
