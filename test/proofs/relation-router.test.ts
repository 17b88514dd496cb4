// What is said about hidden routes, held to what the router itself does.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RequestConstraint, RequestContext } from '../../src/routing/patterns/constraints.js';
import { RouteRelations } from '../../src/proofs/relation.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import { Router } from '../../src/routing/router/router.js';
import { Precedence } from '../../src/proofs/precedence.js';
import { generatedRoute, worldPaths } from '../support/written-routes.js';

const contexts: RequestContext[] = [
  {},
  { subdomain: 'api', format: 'json' },
  { subdomain: 'www', host: 'www.example.com' },
  { format: '' },
];
const methods = ['GET', 'HEAD', 'POST', 'PURGE'];

const isApi = ({ subdomain }: RequestContext): boolean => subdomain === 'api';
const demands: fc.Arbitrary<RequestConstraint[]> = fc.subarray<RequestConstraint>(
  [
    { kind: 'attribute', attribute: 'subdomain', test: { kind: 'string', value: 'api' } },
    { kind: 'attribute', attribute: 'subdomain', test: { kind: 'list', values: ['api', /w+/] } },
    { kind: 'attribute', attribute: 'subdomain', test: { kind: 'regex', regex: /w+/ } },
    { kind: 'attribute', attribute: 'format', test: { kind: 'presence', present: true } },
    { kind: 'attribute', attribute: 'format', test: { kind: 'regex', regex: /^[ab]/ } },
    { kind: 'attribute', attribute: 'method', test: { kind: 'list', values: ['get', 'HEAD'] } },
    { kind: 'callable', callable: isApi as never, label: '&guards#isApi' },
  ],
  { maxLength: 2 },
);

const constrainedRoute: fc.Arbitrary<RouteDefinition> = fc
  .tuple(
    generatedRoute,
    fc.option(demands, { freq: 3 }),
    fc.option(fc.constantFrom('a', 'json'), { freq: 6 }),
  )
  .map(([definition, requestConstraints, format]) => ({
    ...definition,
    requestConstraints: requestConstraints ?? [],
    defaults: new Map(format === null ? [] : [['format', format]]),
  }));

it('no route is called unreachable that the router ever gives', () => {
  let accused = 0;
  fc.assert(
    fc.property(fc.array(constrainedRoute, { minLength: 2, maxLength: 8 }), (routes) => {
      const unreachable = new Set([...new Precedence(routes).unreachable()].map((found) => found.route));
      accused += unreachable.size;
      if (unreachable.size === 0) return;
      const router = new Router({ recognition, routes });
      for (const path of worldPaths) {
        for (const method of methods) {
          for (const context of contexts) {
            const given = router.recognize(method, path, { context })?.route;
            expect([method, path, context, given && unreachable.has(given.definition)]).not.toEqual([
              method,
              path,
              context,
              true,
            ]);
          }
        }
      }
    }),
    { seed: 20_260_703, numRuns: 150 },
  );
  expect(accused).toBeGreaterThan(30);
});

it('a witness is a path that the router gives to the hidden route where it stands alone, and overlaps are common paths', () => {
  const answers = (definition: RouteDefinition, path: string): boolean => {
    const unconstrained = { ...definition, requestConstraints: [] };
    return new Router({ recognition, routes: [unconstrained] }).allowedMethods(path).length > 0;
  };
  fc.assert(
    fc.property(constrainedRoute, constrainedRoute, (a, b) => {
      const hidden = new RouteRelations().hides(a, b);
      if (hidden !== undefined)
        expect([hidden, answers(a, hidden), answers(b, hidden)]).toEqual([hidden, true, true]);
      const path = new RouteRelations().overlap(a, b);
      if (path !== undefined) expect([path, answers(a, path), answers(b, path)]).toEqual([path, true, true]);
    }),
    { seed: 20_260_704, numRuns: 1000 },
  );
});
