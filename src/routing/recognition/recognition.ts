// What a router asks of whoever knows its routes.
//
// `Matcher` answers for routes of any kind, `simpleRecognition` for tables of text and whole segments, and `PlainSearch` is the definition
// that both are held to.

import type { RequestContext } from '../patterns/constraints.js';
import type { Route } from '../patterns/route.js';
import type { AskedMethod, Explanation } from './explain.js';
import type { Match } from './match.js';

/** Where the context of a request is, which is read only when a constraint asks. */
export interface ContextSource {
  /** What constraints on the request look at; a request without one meets none that names an attribute. */
  readonly context?: RequestContext | undefined;
}

/** What a router asks about its routes. A path may be in any form, with or without query. */
export interface Recognition {
  /** The first declared route that answers. */
  find(method: string, path: string, source: ContextSource): Match | undefined;
  /** The first declared route behind another one, by its index, that answers. */
  findAfter(index: number, method: string, path: string, source: ContextSource): Match | undefined;
  /** Whether some route would answer if its verbs were no matter. */
  answersPath(method: string, path: string, source: ContextSource): boolean;
  /** The verbs that the path answers, each once in declaration order, HEAD right after GET. */
  allowedMethods(path: string, source: ContextSource): readonly string[];
  /** Why a route does or does not answer; the path is canonical, undefined where it cannot be decoded. Throws what a callable throws. */
  explain(route: Route, path: string | undefined, asked: AskedMethod): Explanation;
}

/** The verbs of these routes, each once, HEAD right after GET. */
export function verbsOf(routes: readonly Pick<Route, 'verbs'>[]): string[] {
  const verbs = new Set(routes.flatMap((route) => route.verbs));
  if (verbs.has('GET')) verbs.delete('HEAD');
  return [...verbs].flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : verb));
}
