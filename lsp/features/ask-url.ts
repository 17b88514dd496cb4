// Answers a URL typed into the symbol search: the route that answers the request, and why the routes before it do not.
//
//   GET /products/new     GET /products/new → products#new           it answers
//                         GET /products/new ✗ GET /products/:id      ':id' is 'new', which has to be /\d+/
//
// Clients filter the list by the query, so every name begins with it. Nothing of the application is run: a callable is assumed to accept
// everything.

import type { Analysis } from '../../src/analysis/analyze.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import { readRequest } from '../../src/lint/expectations.js';
import { isVerbKeyword } from '../../src/language/roles.js';
import { targetText, type Route } from '../../src/routing/patterns/route.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import { Router } from '../../src/routing/router/router.js';
import type { FoundSymbol } from './outline.js';
import { headSpan } from '../../src/language/declarations.js';

/** How many of the routes before the answer are listed, the nearest misses first. */
const mostTold = 50;

const routers = new WeakMap<Analysis, Router>();

/** A router for the routes of a text, as far as they are known without running the application. */
export function routerOf(analysis: Analysis): Router {
  const known = routers.get(analysis);
  if (known) return known;
  const router = new Router({ recognition, routes: analysis.routes.map(({ definition }) => definition) });
  routers.set(analysis, router);
  return router;
}

/** The request in a query: a verb with a path or a URL, or a URL alone, which means GET. */
export function questionIn(query: string): { readonly verb: string; readonly address: string } | undefined {
  const found = /^\s*(?:([A-Za-z]+)\s+|(?=http))(\/\S*|https?:\/\/\S+)\s*$/.exec(query);
  const [, verb = 'GET', address = ''] = found ?? [];
  // But `get /photos/:id` searches for a pattern.
  const isVerb = isVerbKeyword(verb.toLowerCase()) || verb.toUpperCase() === 'HEAD';
  return found && isVerb && !/\/[:*(]/.test(address) ? { verb: verb.toUpperCase(), address } : undefined;
}

/** The answer to a request as a list of places: first the route that answers, then routes that do not. */
export function answers(snapshot: Snapshot, verb: string, address: string): readonly FoundSymbol[] {
  const { analysis } = snapshot;
  const asked = readRequest(address.replace(/#.*$/, ''));
  if (!asked) return [];
  const { path, context } = asked;
  const router = routerOf(analysis);
  const question = `${verb} ${address}`;
  const tried = router.explain(verb, path, { context });
  const match = router.recognize(verb, path, { context });
  const placed = (name: string, container: string, route: Route): readonly FoundSymbol[] => {
    const declaration = analysis.routes[route.index]?.declaration;
    if (!declaration) return [];
    return [{ name, container, source: declaration.source, span: headSpan(declaration) }];
  };
  const status =
    router.recognitionStatus(verb, path, { context }) === 'method-not-allowed'
      ? `405: it answers ${router.allowedMethods(path, { context }).join(', ')}`
      : '404';
  const params = Object.entries(match?.params ?? {}).map(([name, value]) => ` ${name}=${value}`);
  const first = match
    ? placed(
        `${question} → ${targetText(match.target)}${params.join('')}`,
        `${address} is answered here`,
        match.route,
      )
    : [
        {
          name: `${question} → ${status}`,
          container: `${question} is answered by no route`,
          source: snapshot.source,
          span: { start: 0, end: 0 },
        },
      ];
  const others = tried
    .filter(({ matched }) => !matched)
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, mostTold)
    .flatMap(({ route, message }) =>
      placed(`${question} ✗ ${route.verbs.join('|')} ${route.pattern}`, `${address}: ${message}`, route),
    );
  return [...first, ...others];
}
