// A path that is made to be refused costs no more than its length, and is answered as the definition says.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compiledModule } from '../../src/compiler/compiled-module.js';
import { parseRoutes } from '../../src/index.js';
import { matchSteps } from '../../src/routing/patterns/backtracking.js';
import { segmentDemand } from '../../src/routing/patterns/constraints.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import { hasHardPaths, matchByReachability } from '../../src/routing/patterns/reachability.js';
import { canonicalPath } from '../../src/routing/patterns/request-path.js';
import { hasLinearSpans, spansOf } from '../../src/routing/patterns/spans.js';
import { patternSteps } from '../../src/routing/patterns/steps.js';
import { seededRandom } from '../support/random.js';
import { randomPath, randomTable } from '../support/random-routes.js';

const runs = Number(process.env['WAYPOST_FUZZ_RUNS'] ?? 1_000);

it('gives the captures that trying every choice gives', () => {
  let found = 0;
  for (let round = 0; round < runs / 5; round++) {
    const random = seededRandom(30_000_000 + round);
    const routes = randomTable(random, { size: 6, isPlain: false });
    for (let k = 0; k < 20; k++) {
      const path = canonicalPath(randomPath(random, routes));
      if (path === undefined || /\p{Surrogate}/u.test(path)) continue;
      for (const route of routes) {
        const steps = patternSteps(route);
        const expected = matchSteps(steps, path, 0, true);
        found += Number(expected !== undefined);
        const actual = matchByReachability(steps, path, 0, true);
        if (JSON.stringify(actual) !== JSON.stringify(expected))
          expect(actual, `${route.pattern.text} ${path}`).toEqual(expected);
      }
    }
  }
  expect(found).toBeGreaterThan(runs / 5);
});

const regexes = [
  ...[/a+/, /[ab]*b?/, /(a|ab)+/, /a{2,3}|b/, /[^]+/, /\bab|b\b/, /^a.*$/, /\B-|a\B/, /(?:a?){3}-/],
  ...[/(?!ab)[ab-]+/, /(?=a).*(?<!-)/, /^(?!a$)(?!b).+/, /(?:(?!--)[a-])+/, /.*(?<=b|a-)$/, /a(?=b)./],
  ...[/😀+/u, /[^a]+/u, /\u{1F600}?a/u, /./, /.b?/s, /A/i],
  ...[
    /(?:a(?!b)|b(?=-|$)|-)+/,
    /a*(?:(?<!b)-|b(?<=ab))*/,
    /(?:(?=a(?!-\b)).)*b?/,
    /(?:.(?!^|b))+/,
    /b(?=-)-(?<!a-)/,
  ],
  ...[/(?:😀(?!a)|a(?=😀\B))+/u, /(?:(?<=^|a)[^]|b(?<!ab))*/u],
];
const text = fc
  .array(fc.constantFrom('a', 'b', '-', '😀', '\n', 'A'), { minLength: 1, maxLength: 8 })
  .map((each) => each.join(''));

it('a constraint says of all values at once what it says of each', () => {
  let followed = 0;
  const constraint = fc.oneof(
    fc.constantFrom(...regexes).map((regex) => ({ kind: 'regex' as const, regex })),
    text.map((value) => ({ kind: 'string' as const, value })),
    fc
      .array(fc.oneof(text, fc.constantFrom(...regexes)), { minLength: 1, maxLength: 3 })
      .map((values) => ({ kind: 'list' as const, values })),
  );
  fc.assert(
    fc.property(
      fc.array(constraint, { minLength: 1, maxLength: 3 }),
      text,
      fc.array(fc.boolean(), { minLength: 17, maxLength: 17 }),
      (constraints, value, choices) => {
        const demand = segmentDemand(constraints);
        const { test } = demand;
        const spans = spansOf(demand);
        followed += Number(hasLinearSpans(demand));
        const isBoundary = (at: number): boolean => !/[\udc00-\udfff]/.test(value[at] ?? '');
        const ends = new Uint8Array(value.length + 1);
        for (let at = 1; at <= value.length; at++) ends[at] = Number(isBoundary(at) && choices[at]);
        const starts = new Uint8Array(value.length + 1);
        spans.startsOf(value, ends, 0, value.length, starts);
        for (let start = 0; start < value.length; start++) {
          if (!isBoundary(start)) continue;
          const behind = ends.map((isOne, end) => (end > start ? isOne : 0));
          const expected = behind.map((isOne, end) =>
            isOne === 1 && test!(value.slice(start, end)) ? 1 : 0,
          );
          expect([...spans.endsOf(value, start, value.length, behind)]).toEqual([...expected]);
          expect([start, starts[start]]).toEqual([start, Number(expected.includes(1))]);
        }
      },
    ),
    { seed: 20_261_122, numRuns: runs },
  );
  expect(followed).toBeGreaterThan(runs / 2);
});

describe('a path made to be refused is answered at once', () => {
  const dashes = `/${'-'.repeat(4_000)}`;
  it.each([
    ['/:slug-:id', 'slug => /[a-z-]+/, id => /\\d+/', dashes],
    ['/:a-:b-:c', 'b => /[a-z-]*x/', dashes],
    ['/:a-:b-:c-:d', 'a => /[a-z-]*y/, b => /[a-z-]*x/, c => /[a-z-]*y/', dashes],
    ['/:a-:b-:c', 'b => /(?!new)[a-z-]*x/', dashes],
    ['/:a-:b-:c', "constraints => { a => ['x', /-+y/], b => /[a-z-]*(?<!-)/ }", dashes],
    ['/(:a-)(:b-):c', 'a => /-+x/, b => /-*y/, c => /-*z/', dashes],
    ['/*a/x/*b', 'a => /[a-z\\/]*y/, b => /[a-z\\/]*y/', '/x'.repeat(4_000)],
    ['/*a/x/*b/y/*c', 'b => /[a-z\\/]*w/', '/x/y'.repeat(2_000)],
    ['/:a.:b', 'a => /[a-z.]+y/, b => /[a-z.]+y/', `/${'x.'.repeat(2_000)}`],
  ])('%s with %s', (pattern, constraints, path) => {
    const router = parseRoutes(`routes { get '${pattern}', to => 'pages#show', ${constraints} }`);
    expect(router.recognize('GET', path)).toBeUndefined();
    expect(router.recognitionStatus('POST', path)).toBe('not-found');
    expect(router.allowedMethods(path)).toEqual([]);
    expect(router.explain('GET', path).map(({ matched }) => matched)).toEqual([false]);
  });
});

it.each([
  ["get '/:slug-:id', to => 'pages#show', id => /\\d+/", true],
  ["get '/*path/edit', to => 'pages#edit', path => /[a-z\\/]+/", true],
  ["get '/:a-:b', to => 'pages#show'", false],
  ["resources 'pages', id => /\\d+/", false],
])('a compiled module of `%s` brings what such paths need: %s', (declaration, isNeeded) => {
  const { routes, customHelpers } = parseRoutes(`routes { ${declaration} }`);
  const definitions = routes.map(({ definition }) => definition);
  const none = { direct: new Map(), resolve: new Map() };
  const { code } = compiledModule({
    definitions,
    customHelpers: customHelpers ?? none,
    importOf: () => undefined,
  });
  expect(/^  boundMatching,$/m.test(code)).toBe(isNeeded);
});

it('the longest value that fits is taken of long paths as of short ones', () => {
  const router = parseRoutes(
    "routes { get '/:slug-:id(.:format)', to => 'pages#show', slug => /[a-z-]+/, id => /-*\\d+/ }",
  );
  for (const size of [3, 3_000]) {
    const match = router.recognize('GET', `/${'a-'.repeat(size)}-7.json`);
    expect(match?.params).toEqual({ slug: 'a-'.repeat(size), id: '7', format: 'json' });
  }
});

it('a pattern of many groups is judged by its steps, not by its ways', () => {
  const groups = Array.from({ length: 60 }, (_, k) => `(/:n${k})`).join('');
  const judged = (path: string): boolean =>
    hasHardPaths({ pattern: parsePattern(path).pattern, segmentConstraints: new Map() });
  expect([judged(`/many${groups}`), judged('/:a-:b')]).toEqual([false, false]);
});
