// Which routes can answer a path of a shape, held to what the router gives.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Reach } from '../../src/proofs/reach.js';
import type { RequestConstraint, RequestContext } from '../../src/routing/patterns/constraints.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import { Router } from '../../src/routing/router/router.js';
import { generatedRoute, worldPaths } from '../support/written-routes.js';

const contexts: readonly RequestContext[] = [
  {},
  { subdomain: 'api' },
  { subdomain: 'api', format: 'json' },
  { subdomain: 'www', format: 'a' },
];
const verbs = ['GET', 'HEAD', 'POST', 'PURGE'];
const isApi = ({ subdomain }: RequestContext): boolean => subdomain === 'api';
const demands = fc.subarray<RequestConstraint>(
  [
    { kind: 'attribute', attribute: 'subdomain', test: { kind: 'string', value: 'api' } },
    { kind: 'attribute', attribute: 'format', test: { kind: 'presence', present: true } },
    { kind: 'attribute', attribute: 'method', test: { kind: 'list', values: ['get', 'HEAD'] } },
    { kind: 'callable', callable: isApi as never, label: '&guards#isApi' },
  ],
  { maxLength: 2 },
);
const constrainedRoute: fc.Arbitrary<RouteDefinition> = fc
  .tuple(generatedRoute, fc.option(demands, { freq: 3 }))
  .map(([definition, requestConstraints]) => ({
    ...definition,
    requestConstraints: requestConstraints ?? [],
  }));

const shape = fc.constantFrom(
  '/**',
  '/a',
  '/a/**',
  '/*',
  '/*/b/**',
  '/**/a',
  '/a*',
  '/*.b',
  '/:x-:y/**',
  '/**/*/7',
  '/b/*',
);

/** The plain reading of a shape, of the pieces of a path as they stand there decoded. */
function hasShape(path: string, written: string): boolean {
  const parts = written.split('/').filter((part) => part !== '');
  const pieces = path.split('/').filter((part) => part !== '');
  const isPiece = (part: string, piece: string): boolean =>
    new RegExp(
      `^${part
        .split(/(\*|:\w+)/)
        .map((each) => (/^[*:]/.test(each) ? '.*' : each.replaceAll('.', '\\.')))
        .join('')}$`,
      's',
    ).test(decodeURIComponent(piece));
  const fits = (from: number, at: number): boolean => {
    if (from === parts.length) return at === pieces.length;
    const part = parts[from]!;
    if (part === '**') return fits(from + 1, at) || (at < pieces.length && fits(from, at + 1));
    return at < pieces.length && isPiece(part, pieces[at]!) && fits(from + 1, at + 1);
  };
  return fits(0, 0);
}

it('a route that is said to be out of reach is never given', () => {
  let unreached = 0;
  fc.assert(
    fc.property(fc.array(constrainedRoute, { minLength: 1, maxLength: 6 }), shape, (routes, written) => {
      const reach = new Reach(routes);
      const router = new Router({ recognition, routes });
      const paths = worldPaths.filter((path) => hasShape(path, written));
      const wrong: unknown[] = [];
      for (const verb of [undefined, ...verbs]) {
        const out = new Set(routes.filter((_, order) => !reach.reached(order, verb, written)));
        unreached += out.size;
        if (out.size === 0) continue;
        for (const path of paths) {
          for (const method of verb === undefined ? verbs : [verb]) {
            for (const context of contexts) {
              const given = router.recognize(method, path, { context })?.route.definition;
              if (given && out.has(given))
                wrong.push([verb, written, method, path, context, given.pattern.text]);
            }
          }
        }
      }
      expect(wrong).toEqual([]);
    }),
    { seed: 20_261_122, numRuns: 60 },
  );
  expect(unreached).toBeGreaterThan(100);
});

it('a route that is said to be reached for certain is given for the path', () => {
  let reachedRoutes = 0;
  fc.assert(
    fc.property(fc.array(constrainedRoute, { minLength: 1, maxLength: 6 }), shape, (routes, written) => {
      const reach = new Reach(routes);
      const router = new Router({ recognition, routes });
      routes.forEach((route, order) => {
        for (const verb of [undefined, ...verbs]) {
          const reached = reach.reached(order, verb, written);
          if (!reached?.isCertain) continue;
          reachedRoutes++;
          expect([reached.path, written, hasShape(reached.path, written)]).toEqual([
            reached.path,
            written,
            true,
          ]);
          const given = contexts.map(
            (context) => router.recognize(reached.verb, reached.path, { context })?.route.definition,
          );
          expect([verb, written, reached, given.includes(route)]).toEqual([verb, written, reached, true]);
        }
      });
    }),
    { seed: 20_261_122, numRuns: 60 },
  );
  expect(reachedRoutes).toBeGreaterThan(100);
});
