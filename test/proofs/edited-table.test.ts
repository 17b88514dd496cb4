// A table that takes over what is known of an earlier one answers as one that is made anew, whatever was asked of the earlier one.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Precedence } from '../../src/proofs/precedence.js';
import type { Likeness, PatternRoutes } from '../../src/proofs/patterns-by-key.js';
import { RouteRelations } from '../../src/proofs/relation.js';
import { withoutGroups } from '../../src/routing/patterns/pattern.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { generatedRoute, route } from '../support/written-routes.js';

const anyone = (): boolean => true;
const onlyGets = ({ verbs }: RouteDefinition): boolean => verbs.includes('GET');

const sameShape: Likeness = {
  keysOf: ({ text }) => [text.replaceAll(/[:*]\w+/g, ':')],
  isNotable: (patterns) => patterns.flatMap(({ members }) => members).length > 1,
};

const withoutOptional = (definition: RouteDefinition): RouteDefinition => ({
  ...definition,
  pattern: withoutGroups(definition.pattern),
});

/** What a table says; of the first routes alone for a caller who does not ask for everything. */
function told(table: Precedence, count: number): unknown {
  const { routes } = table;
  const asked = routes.slice(0, count);
  const ordersOf = ({ members }: PatternRoutes): unknown =>
    members.map(({ route: each, order }) => [order, routes.indexOf(each)]);
  return [
    asked.map((each, order) => table.hiding(each, order, anyone)),
    asked.map((each, order) => table.hiding(each, order, onlyGets)),
    asked.map((each) => table.hidingInstead(each, withoutOptional, anyone)),
    asked.map((each) => table.orderOf(each)),
    asked.map((each) => {
      const word = new RouteRelations().sample(each);
      return typeof word === 'string' ? word : new Set(table.matching(word));
    }),
    count % 2 === 0
      ? table.alike(sameShape).map(({ key, patterns }) => [key, patterns.map((each) => ordersOf(each))])
      : undefined,
  ];
}

const edit = fc.record({
  at: fc.nat(40),
  gone: fc.nat(4),
  come: fc.array(generatedRoute, { maxLength: 4 }),
  asked: fc.nat(40),
});

it('a table takes over what still holds, and nothing else', () => {
  let hidden = 0;
  fc.assert(
    fc.property(
      fc.array(generatedRoute, { maxLength: 20 }),
      fc.array(edit, { minLength: 1, maxLength: 12 }),
      (first, edits) => {
        let routes = first;
        let table = new Precedence(routes);
        told(table, 40);
        for (const { at, gone, come, asked } of edits) {
          routes = routes.toSpliced(at, gone, ...come);
          table = new Precedence(routes, table);
          const fresh = new Precedence(routes);
          expect(told(table, asked)).toEqual(told(fresh, asked));
          hidden += [...fresh.unreachable(anyone)].length;
        }
      },
    ),
    { seed: 20_261_123, numRuns: 60 },
  );
  expect(hidden).toBeGreaterThan(50);
});

it('a table in which something else is typed again and again answers for what stands there', () => {
  const others = Array.from({ length: 100 }, (_, index) => route(`GET /photos/${index}/:id`));
  let table = new Precedence(others);
  for (let typed = 0; typed < 500; typed++) {
    const routes = [route(`GET /:any/${typed}/:id`), ...others];
    table = new Precedence(routes, table);
    expect(table.hiding(routes[0] ?? route('GET /'), 0)).toBeUndefined();
    const hider = typed < 100 ? [routes[0]] : undefined;
    expect(table.hiding(routes[typed + 1] ?? route('GET /none'), typed + 1)?.by).toEqual(hider);
  }
});
