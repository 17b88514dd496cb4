// Which routes hide which: examples first, then generated routes against every path of a small world, tried one by one.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestConstraint } from '../../src/routing/patterns/constraints.js';
import { RouteRelations } from '../../src/proofs/relation.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { Precedence } from '../../src/proofs/precedence.js';
import { recognise } from '../support/reference-matcher.js';
import { segmentConstraint } from '../support/definition.js';
import { generatedRoute, route, worldPaths } from '../support/written-routes.js';

const seed = 20_260_702;

const overlap = (a: RouteDefinition, b: RouteDefinition): string | undefined =>
  new RouteRelations().overlap(a, b);

const witness = (earlier: RouteDefinition, later: RouteDefinition): string | undefined =>
  new RouteRelations().hides(earlier, later);
const unreachable = (...routes: RouteDefinition[]): [number, number[], string | undefined][] =>
  [...new Precedence(routes).unreachable()].map((found) => [
    routes.indexOf(found.route),
    found.by.map((other) => routes.indexOf(other)),
    found.witness,
  ]);

describe('an earlier route hides a later one', () => {
  it.each<[string, RouteDefinition, RouteDefinition, string]>([
    ['a segment hides a literal', route('GET /photos/:id'), route('GET /photos/new'), '/photos/new'],
    ['a segment hides a segment', route('GET /:a'), route('GET /:b'), '/7'],
    ['the same path twice', route('GET /about'), route('GET /about'), '/about'],
    [
      'a glob hides what is below it',
      route('GET /files/*path'),
      route('GET /files/:dir/:name'),
      '/files/7/7',
    ],
    [
      'an optional group hides the path without it',
      route('GET /(:locale)/about'),
      route('GET /about'),
      '/about',
    ],
    [
      'an optional group hides the path with it',
      route('GET /about(.:format)'),
      route('GET /about.json'),
      '/about.json',
    ],
    ['a regex hides a narrower one', route('GET /:a', { a: /\w+/ }), route('GET /:b', { b: /\d+/ }), '/7'],
    [
      'a regex hides the strings that it matches',
      route('GET /:a', { a: /\w+/ }),
      route('GET /:b', { b: ['x', 'y'] }),
      '/x',
    ],
    [
      'a plain segment hides a constrained one without dots',
      route('GET /p/:a'),
      route('GET /p/:id', { id: /\d+/ }),
      '/p/7',
    ],
    [
      'a segment that admits dots hides one that does not',
      route('GET /:a', { a: /[^]+/ }),
      route('GET /:b'),
      '/7',
    ],
    ['a list hides one of its values', route('GET /:a', { a: ['en', 'de'] }), route('GET /de'), '/de'],
    [
      'what a later callable lets through is less',
      route('GET /:a'),
      route('GET /:b', { b: () => true }),
      '/7',
    ],
    [
      'a literal path is tried, whatever the regex',
      route('GET /:a', { a: /(?!new$)[a-z]+/ }),
      route('GET /x'),
      '/x',
    ],
    [
      'a group that opens the path is left out',
      route('GET /.json'),
      route('GET (/:a).json', { a: [] }),
      '/.json',
    ],
    [
      'what a later look-ahead lets through is less',
      route('GET /:a', { a: /[a-z]+/ }),
      route('GET /:b', { b: /(?!new$)[a-z]+/ }),
      '/a',
    ],
    ['GET answers HEAD', route('GET /x'), route('HEAD /x'), '/x'],
    ['every verb is any verb', route('* /x'), route('PATCH|PUT /x'), '/x'],
    [
      'a mount hides what is below it',
      route('* /legacy(/*mounted_path)'),
      route('GET /legacy/x'),
      '/legacy/x',
    ],
    ['a mount hides its own point', route('* /legacy(/*mounted_path)'), route('GET /legacy'), '/legacy'],
    ['pieces of several names', route('GET /:x-:y'), route('GET /:a-:b-:c'), '/7-7-7'],
    ['the root', route('GET /(:locale)'), route('GET /'), '/'],
    ['text beyond ASCII', route('GET /:a'), route('GET /café'), '/caf%C3%A9'],
    [
      'letter case that does not matter',
      route('GET /:a', { a: /[a-z]+/i }),
      route('GET /:b', { b: /[A-Z]+/ }),
      '/A',
    ],
  ])('%s', (_, earlier, later, path) => {
    expect(witness(earlier, later)).toBe(path);
  });

  it.each<[string, RouteDefinition, RouteDefinition]>([
    ['another verb', route('POST /x'), route('GET /x')],
    ['HEAD alone does not answer GET', route('HEAD /x'), route('GET /x')],
    ['any verb is more than seven', route('GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS /x'), route('* /x')],
    ['a literal is less than a segment', route('GET /photos/new'), route('GET /photos/:id')],
    ['a plain segment stops at a dot', route('GET /:a'), route('GET /robots.txt')],
    [
      'a plain segment stops at a dot that a constraint lets through',
      route('GET /:a'),
      route('GET /:b', { b: /[^\/]+/ }),
    ],
    ['an escaped slash is no character of [^/]', route('GET /:a', { a: /[^\/]+/ }), route('GET /:b')],
    ['a line end is no character of a dot', route('GET /:a', { a: /.+/ }), route('GET /:b')],
    ['a glob takes at least one character', route('GET /files/*path'), route('GET /files')],
    ['a mount does not reach its neighbour', route('* /legacy(/*mounted_path)'), route('GET /legacyx')],
    [
      'what an earlier callable lets through is not known',
      route('GET /:a', { a: () => true }),
      route('GET /x'),
    ],
    [
      'what an earlier look-ahead lets through is not known',
      route('GET /:a', { a: /(?!new$)[a-z]+/ }),
      route('GET /:b', { b: /x|y/ }),
    ],
    ['a route that matches nothing is not hidden', route('GET /:a'), route('GET /:b', { b: /(?!)x|[]/ })],
  ])('but not so: %s', (_, earlier, later) => {
    expect(witness(earlier, later)).toBeUndefined();
  });

  it('and callables on segments hide their own likeness', () => {
    const isKnown = (): boolean => true;
    expect(witness(route('GET /:a', { a: isKnown }), route('GET /:a', { a: isKnown }))).toBe('/7');
    expect(witness(route('GET /:a', { a: isKnown }), route('GET /:a', { a: () => false }))).toBeUndefined();
  });

  it('where its demands on the request follow from those of the later one', () => {
    const on = (
      attribute: 'host' | 'protocol' | 'format',
      value: string | RegExp | string[] | boolean,
    ): RequestConstraint => ({
      kind: 'attribute',
      attribute,
      test:
        typeof value === 'boolean'
          ? { kind: 'presence', present: value }
          : (segmentConstraint(value) as never),
    });
    const guard = (label: string): RequestConstraint => ({ kind: 'callable', callable: undefined, label });
    const demanding = (...demands: RequestConstraint[]) => route('GET /x', {}, demands);
    const follows = (general: RequestConstraint[], specific: RequestConstraint[]) =>
      witness(demanding(...general), demanding(...specific)) !== undefined;

    expect(follows([], [on('host', 'a')])).toBe(true);
    expect(follows([on('host', 'a')], [])).toBe(false);
    expect(follows([on('host', 'a')], [on('host', 'a'), guard('&g#x')])).toBe(true);
    expect(follows([on('host', ['a', 'b'])], [on('host', 'b')])).toBe(true);
    expect(follows([on('host', 'b')], [on('host', ['a', 'b'])])).toBe(false);
    expect(follows([on('host', /example/)], [on('host', 'api.example.com')])).toBe(true);
    expect(follows([on('host', /example/)], [on('host', /example/)])).toBe(true);
    expect(follows([on('host', /example/)], [on('host', /api.example/)])).toBe(false);
    expect(follows([on('host', true)], [on('host', 'a')])).toBe(true);
    expect(follows([on('host', true)], [on('host', /a*/)])).toBe(false);
    expect(follows([on('host', false)], [on('host', 'a')])).toBe(false);
    expect(follows([on('protocol', 'https://')], [on('protocol', 'https')])).toBe(true);
    expect(follows([guard('&g#x')], [guard('&g#x')])).toBe(true);
    expect(follows([guard('&g#x')], [guard('&g#y')])).toBe(false);
    expect(follows([guard('inline')], [guard('inline')])).toBe(false);
    // The format falls back to the captured one, and these two capture different ones.
    expect(
      witness(
        route('GET /*path', {}, [on('format', 'json')]),
        route('GET /:id.:format', {}, [on('format', 'json')]),
      ),
    ).toBeUndefined();
  });

  it('or several hide it together', () => {
    expect(unreachable(route('GET /x'), route('GET /y'), route('GET /:a', { a: ['x', 'y'] }))).toEqual([
      [2, [0, 1], '/x'],
    ]);
    expect(unreachable(route('GET /x'), route('POST /x'), route('GET|POST /x'))).toEqual([[2, [0, 1], '/x']]);
    expect(
      unreachable(
        route('GET /:a', { a: /\d/ }),
        route('GET /:a', { a: /\D/ }),
        route('GET /:a', { a: /\w/ }),
      ),
    ).toEqual([[2, [0, 1], '/7']]);
    expect(unreachable(route('GET /x'), route('GET /:a', { a: ['x', 'y'] }))).toEqual([]);
  });

  it('and one that does so alone is named alone', () => {
    expect(unreachable(route('GET /x'), route('GET /:a'), route('GET /:b', { b: ['x', 'y'] }))).toEqual([
      [2, [1], '/y'],
    ]);
  });

  it('and routes that may decline are not blamed when one asks so', () => {
    const routes = [route('* /legacy(/*mounted_path)'), route('GET /legacy/x')];
    expect([...new Precedence(routes).unreachable((each) => !each.any)]).toEqual([]);
    expect([...new Precedence(routes).unreachable()]).toHaveLength(1);
  });
});

describe('two routes overlap', () => {
  it('in a path that both match', () => {
    expect(overlap(route('GET /photos/:id'), route('GET /:kind/new'))).toBe('/photos/new');
    expect(overlap(route('GET /:a', { a: /\d+x?/ }), route('GET /:b', { b: /\w{3}x/ }))).toBe('/777x');
    expect(overlap(route('GET /*path'), route('GET /:id.:format'))).toBe('/7.7');
    expect(overlap(route('GET /a'), route('GET /b'))).toBeUndefined();
    expect(overlap(route('GET /a'), route('POST /a'))).toBeUndefined();
  });

  it('and a route has a path of its own unless its constraints contradict', () => {
    expect(
      new RouteRelations().pathOf(route('GET /:year/:month', { year: /\d{4}/, month: /0[1-9]|1[0-2]/ })),
    ).toBe('/7777/11');
    expect(new RouteRelations().pathOf(route('GET /:a', { a: /[a-z]+\/[a-z]+/ }))).toBe('/a%2Fa');
    expect(new RouteRelations().sample(route('GET /:a', { a: /a\b.+/ }))).not.toBe('none');
    expect(new RouteRelations().sample(route('GET /:a', { a: [] }))).toBe('none');
  });
});

const matchesPath = (definition: RouteDefinition, path: string): boolean =>
  recognise([{ ...definition, any: true, requestConstraints: [] }], 'GET', path) !== undefined;

const methods = ['GET', 'HEAD', 'POST', 'PURGE'];
const answersMethod = (each: RouteDefinition, method: string): boolean =>
  each.any || each.verbs.includes(method) || (method === 'HEAD' && each.verbs.includes('GET'));
const shown = (each: RouteDefinition): unknown => [
  each.verbs.join('|'),
  each.pattern.text,
  [...each.segmentConstraints],
];

describe('on generated routes', () => {
  it('a hidden route has no path of its own, and the witness is a path of both', () => {
    let accused = 0;
    fc.assert(
      fc.property(generatedRoute, generatedRoute, (earlier, later) => {
        const found = new RouteRelations().hides(earlier, later);
        if (found === undefined) return;
        accused++;
        expect([found, matchesPath(earlier, found), matchesPath(later, found)]).toEqual([found, true, true]);
        const own = worldPaths.filter((path) => matchesPath(later, path) && !matchesPath(earlier, path));
        expect([shown(earlier), shown(later), own]).toEqual([shown(earlier), shown(later), []]);
      }),
      { seed, numRuns: 1500 },
    );
    expect(accused).toBeGreaterThan(60);
  });

  it('routes overlap where a path is common to both, and only there', () => {
    fc.assert(
      fc.property(generatedRoute, generatedRoute, (a, b) => {
        const path = new RouteRelations().overlap(a, b);
        if (path !== undefined)
          expect([path, matchesPath(a, path), matchesPath(b, path)]).toEqual([path, true, true]);
        else if (
          methods.some((method) => answersMethod(a, method) && answersMethod(b, method)) &&
          isPlain(a) &&
          isPlain(b)
        ) {
          expect(worldPaths.filter((common) => matchesPath(a, common) && matchesPath(b, common))).toEqual([]);
        }
      }),
      { seed, numRuns: 1200 },
    );
  });

  it('no route of a table is called unreachable that some request reaches, and none is missed that one other hides', () => {
    fc.assert(
      fc.property(fc.array(generatedRoute, { minLength: 2, maxLength: 7 }), (routes) => {
        const found = [...new Precedence(routes).unreachable()];
        for (const { route: accused, witness: path, by } of found) {
          const earlier = routes.slice(0, routes.indexOf(accused));
          expect(earlier).toEqual(expect.arrayContaining([...by]));
          if (path !== undefined) expect(matchesPath(accused, path)).toBe(true);
          for (const method of methods.filter((each) => answersMethod(accused, each))) {
            const reaching = worldPaths.filter(
              (each) =>
                matchesPath(accused, each) &&
                !earlier.some((other) => answersMethod(other, method) && matchesPath(other, each)),
            );
            expect([routes.map(shown), shown(accused), method, reaching]).toEqual([
              routes.map(shown),
              shown(accused),
              method,
              [],
            ]);
          }
        }
        const accused = new Set(found.map((each) => each.route));
        routes.forEach((later, index) => {
          const hider = routes.slice(0, index).find((earlier) => new RouteRelations().hides(earlier, later));
          if (hider)
            expect([shown(hider), shown(later), accused.has(later)]).toEqual([
              shown(hider),
              shown(later),
              true,
            ]);
        });
      }),
      { seed, numRuns: 250 },
    );
  });
});

/** Without constraints that only the engine understands. */
function isPlain(each: RouteDefinition): boolean {
  return [...each.segmentConstraints.values()]
    .flat()
    .every((one) => one.kind !== 'regex' || !/\\b|\(\?!/.test(one.regex.source));
}
