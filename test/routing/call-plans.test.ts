// What a call writes by the plan of its shape is what the general way writes, and what that refuses no plan writes.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { NamedValues } from '../../src/routing/generation/generator.js';
import { optionsOf, pathWithOptions, positionalOf } from '../../src/routing/generation/path-of-call.js';
import { ReadingGenerator } from '../../src/routing/generation/path-reading.js';
import { helperFunction, PlannedCalls } from '../../src/routing/generation/quick-calls.js';
import { isOptions } from '../../src/routing/generation/segment-value.js';
import { runTexts } from '../../src/routing/patterns/run-texts.js';
import { Post, Slug, value, values } from '../support/call-values.js';
import { routeDefinition, type WrittenRoute } from '../support/named-routes.js';

// Hundreds of thousands of calls are refused here, and what is refused is compared by its message.
Error.stackTraceLimit = 1;

const routes: readonly WrittenRoute[] = [
  '/about',
  '/users/:id',
  '/users/:user_id/posts/:id',
  '/(:locale)/posts/:id',
  '/(:locale)',
  '/reports/:id(.:format)',
  '/a/:id(/b/:b(/c/:c))',
  '/files/*path',
  '/:query/:anchor',
  { path: '/years/:id', constraints: { id: /\d{4}/ } },
  { path: '/lists/:id/:kind', constraints: { kind: ['new', 'old.ones'] }, defaults: { q: 'x' } },
  { path: '/(:locale)/things/:id', defaults: { locale: 'en' } },
  { path: '/guarded/:id', constraints: { id: (value) => value !== '7' } },
  '/a/:a/:b/:c/:id/:kind',
  '/a/:a/:b/:c/:id(/:kind(/:q))',
  '/flights/:a-:b',
  '/trips/:id(-:b)',
  '/x/:a--:b-in-:c(.:format)',
  { path: '/spans/:a-:b', constraints: { a: /\d+/ } },
  '/dots/:a.:b',
  '/:a:b',
  '/files/*path/edit',
  '/all/*path(.:format)',
  { path: '/tree/*path', constraints: { path: /[a-z/]+/ } },
  { path: '/list(/:id)', defaults: { id: '7' } },
  { path: '/list(/:a/:b)', defaults: { a: '7', b: 'a b' } },
  { path: '/list(/:a(/:b))/:id', defaults: { a: '7', b: 'en', id: '7' } },
  { path: '/flights/:a(-:b)', defaults: { b: '7' } },
  { path: '/list(/*path)', defaults: { path: 'x/y' } },
  { path: '/list(/:id)', defaults: { id: 'Infinity' } },
  { path: '/list(/:id)', defaults: { id: '1.5' } },
  { path: '/table(.:format)', defaults: { format: '7' } },
  { path: '/list(/:id)', constraints: { id: /\d{4}/ }, defaults: { id: '7' } },
  { path: '/pages/:id', defaults: { id: '.' } },
];

function outcome(make: () => string): string {
  try {
    return make();
  } catch (problem) {
    return String(problem);
  }
}

/** The calls of a route, and the paths of the same calls when they are looked at closely. */
function helperOf(written: WrittenRoute) {
  const generator = new ReadingGenerator(routeDefinition('thing', written));
  const calls = new PlannedCalls(generator);
  const pathOf = (given: readonly unknown[], options: NamedValues | undefined): string =>
    pathWithOptions(generator, positionalOf(given, options, generator.required), options);
  const path = (given: readonly unknown[]): string => pathOf(given, optionsOf(generator, given));
  const pathFor = (given: readonly unknown[]): string => {
    const last = given.at(-1);
    return pathOf(given, isOptions(last) ? last : undefined);
  };
  const helper = {
    path: calls.path,
    pathFor: (given: readonly unknown[]): string => {
      const quick = calls.pathOf(given, true);
      return quick ?? pathFor(given);
    },
  };
  return { helper, names: generator.slots.map(({ name }) => name), path, pathFor };
}

it('is what the general way gives, whatever the values, and for any order of calls', () => {
  for (const written of routes) {
    const { helper, path, pathFor } = helperOf(written);
    fc.assert(
      fc.property(values, (given) => {
        expect(outcome(() => helper.path(...given))).toBe(outcome(() => path(given)));
        expect(outcome(() => helper.pathFor(given))).toBe(outcome(() => pathFor(given)));
      }),
      { seed: 20_261_122, numRuns: 100 },
    );
  }
});

it('is what the general way gives, however many values the first call had', () => {
  for (const written of routes) {
    const { names, path } = helperOf(written);
    for (let first = 0; first <= names.length + 1; first++) {
      const helper = helperFunction(() => new ReadingGenerator(routeDefinition('thing', written)));
      const calls = fc.array(fc.array(value, { maxLength: names.length + 1 }));
      outcome(() => helper(...[...names.map(() => '2026'), 7].slice(0, first)));
      fc.assert(
        fc.property(calls, (given) => {
          for (const values of given)
            expect(outcome(() => helper(...values))).toBe(outcome(() => path(values)));
        }),
        { seed: 20_261_123, numRuns: 10 },
      );
    }
  }
});

it('is what the general way gives for calls like the last one', () => {
  for (const written of routes) {
    const { helper, names, path, pathFor } = helperOf(written);
    // What nothing is written for is what standalone helpers have.
    const alone = helperFunction(() => new ReadingGenerator(routeDefinition('thing', written)));
    const shapes = [
      ['q', 'page'],
      ['anchor', 'q'],
      ['page', 'ä b', 'q', 'anchor'],
      ['query', 'page'],
      ['trailingSlash', 'q', 'a', 'b', 'c'],
      [...names, 'q'],
      ['q', ...names],
      ['id', 'email'],
    ];
    for (const keys of shapes)
      for (const before of new Set([0, 1, names.length]))
        fc.assert(
          fc.property(
            fc.array(fc.array(value, { minLength: 12, maxLength: 12 }), { minLength: 3 }),
            (calls) => {
              for (const given of calls) {
                const last = Object.fromEntries(keys.map((key, k) => [key, given[k]]));
                const all = [...given.slice(-before || 12), last];
                expect(outcome(() => helper.path(...all))).toBe(outcome(() => path(all)));
                expect(outcome(() => alone(...all))).toBe(outcome(() => path(all)));
                expect(outcome(() => helper.pathFor(all))).toBe(outcome(() => pathFor(all)));
              }
            },
          ),
          { seed: 20_261_123, numRuns: 2 },
        );
  }
});

it('takes no object for one like the last, for which nothing is written', () => {
  const helper = helperFunction(() => new ReadingGenerator(routeDefinition('thing', '/users/:id')));
  const { path } = helperOf('/users/:id');
  const others: readonly object[] = [
    new Post(3),
    new Slug(),
    { page: 3 },
    { page: 3, id: 4 },
    { id: 3, page: 1, q: 'x' },
    { id: undefined, page: 1 },
    { id: 3, page: undefined },
    {},
    Object.create({ id: 3, page: 1 }) as object,
    Object.assign(Object.create({ page: 3 }) as object, { id: 3 }),
    Object.assign(Object.create(null) as object, { id: 3, page: 1 }),
    Object.defineProperty({ id: 3, page: 1 }, 'toParam', { value: () => 'x' }),
  ];
  for (const other of others) {
    for (const before of [[], [7]]) {
      for (let i = 0; i < 2; i++) {
        const same = [...before, { id: 3, page: 1 }];
        expect(outcome(() => helper(...same))).toBe(outcome(() => path(same)));
        expect(outcome(() => helper(...before, other))).toBe(outcome(() => path([...before, other])));
      }
    }
  }
  const hidden = Object.defineProperty({ page: 1 }, 'id', { value: 5 });
  for (const given of [[hidden], [7, hidden]])
    expect(outcome(() => helper(...given))).toBe(outcome(() => path(given)));
  expect(helper(7, { q: 'x', page: 1 })).toBe('/users/7?page=1&q=x');
  Object.defineProperty(Object.prototype, 'page', {
    value: 3,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  try {
    expect(helper(7, { q: 'x' })).toBe('/users/7?q=x');
  } finally {
    delete (Object.prototype as { page?: unknown }).page;
  }
});

it('reads each of the options once, and may be asked again by them', () => {
  const helper = helperFunction(() => new ReadingGenerator(routeDefinition('thing', '/users/:id')));
  let reads = 0;
  const asking = {
    page: 1,
    get q(): string {
      reads++;
      return helper(8, { page: 9, q: 'in' });
    },
  };
  expect(helper(7, { page: 1, q: 'x' })).toBe('/users/7?page=1&q=x');
  expect(helper(7, asking)).toBe('/users/7?page=1&q=%2Fusers%2F8%3Fpage%3D9%26q%3Din');
  expect(reads).toBe(1);
  const counting = {
    get anchor(): string {
      return `read-${++reads}`;
    },
  };
  expect(helper(7, { anchor: 'x' })).toBe('/users/7#x');
  expect(helper(7, counting)).toBe('/users/7#read-2');
  expect(reads).toBe(2);
});

it('is the same by a function that was written for calls that come again and again', () => {
  runTexts();
  for (const written of routes) {
    const { helper, names, path, pathFor } = helperOf(written);
    const withKeys =
      (keys: readonly string[]) =>
      (given: readonly unknown[]): readonly unknown[] => [
        Object.fromEntries([...names, ...keys].map((name, k) => [name, given[k]])),
      ];
    const named = withKeys(['ä b', 'anchor', 'trailingSlash', 'q', 'host']);
    const asked = withKeys(['query', 'page']);
    const alone = withKeys([]);
    const slashed = (given: readonly unknown[]): readonly unknown[] => [
      ...given.slice(0, names.length),
      { trailingSlash: given[9] },
    ];
    const record = (given: readonly unknown[]): readonly unknown[] => [
      ...given.slice(0, names.length - 1),
      { id: given[names.length - 1], email: given[0] },
    ];
    for (let i = 0; i < 1100; i++) {
      const given = Array.from({ length: 10 }, () => String(2000 + i));
      outcome(() => helper.path(...given.slice(0, names.length)));
      outcome(() => helper.pathFor(named(given)));
      for (const call of [asked, alone, slashed]) outcome(() => helper.pathFor(call(given)));
      outcome(() => helper.path(...record(given)));
    }
    fc.assert(
      fc.property(fc.array(value, { minLength: 10, maxLength: 10 }), (given) => {
        const positional = given.slice(0, names.length);
        expect(outcome(() => helper.path(...positional))).toBe(outcome(() => path(positional)));
        for (const call of [named, asked, alone, slashed])
          for (const values of [call(given), call(['7', ...given])])
            expect(outcome(() => helper.pathFor(values))).toBe(outcome(() => pathFor(values)));
        expect(outcome(() => helper.path(...record(given)))).toBe(outcome(() => path(record(given))));
      }),
      { seed: 20_261_122, numRuns: 80 },
    );
  }
});

it('is the same by functions for several shapes, whichever comes next', () => {
  runTexts();
  const { helper, path, pathFor } = helperOf('/(:locale)/posts/:id');
  const shapes = [['id'], ['locale', 'id'], ['id', 'q'], ['q', 'id'], ['id', 'ä b']];
  const calls = shapes.map((keys) => (given: readonly unknown[]): readonly unknown[] => [
    Object.fromEntries(keys.map((key, k) => [key, given[k]])),
  ]);
  for (const call of calls) {
    for (let i = 0; i < 1100; i++) {
      expect(helper.pathFor(call([i, 7]))).toBe(pathFor(call([i, 7])));
      expect(helper.path(...call([i, 7]))).toBe(path(call([i, 7])));
    }
  }
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...calls), value, value), { minLength: 4 }), (given) => {
      for (const [call, first, second] of given) {
        const values = call([first, second]);
        expect(outcome(() => helper.pathFor(values))).toBe(outcome(() => pathFor(values)));
        expect(outcome(() => helper.path(...values))).toBe(outcome(() => path(values)));
      }
    }),
    { seed: 20_261_122, numRuns: 100 },
  );
});

it('asks nothing that an object only inherits', () => {
  runTexts();
  const { helper } = helperOf('/users/:id');
  for (let i = 0; i < 1100; i++) expect(helper.pathFor([{ id: 5, page: 2 }])).toBe('/users/5?page=2');
  Object.defineProperty(Object.prototype, 'page', {
    value: 3,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  try {
    expect(helper.pathFor([{ id: 5 }])).toBe('/users/5');
    expect(helper.path({ id: 5 })).toBe('/users/5');
    expect(helper.pathFor([{ id: 5, page: 2 }])).toBe('/users/5?page=2');
  } finally {
    delete (Object.prototype as { page?: unknown }).page;
  }
});

it('takes no object for one with the same keys, though it was asked with those a thousand times', () => {
  runTexts();
  const { helper, path, pathFor } = helperOf('/users/:id');
  for (let i = 0; i < 1100; i++) {
    expect(helper.pathFor([{ id: i }])).toBe(`/users/${i}`);
    expect(helper.path({ id: i })).toBe(`/users/${i}`);
  }
  class Named {
    constructor(readonly id: number) {}
    toParam(): string {
      return `named-${this.id}`;
    }
  }
  const hidden = (of: object, key: string, value: unknown): object =>
    Object.defineProperty(of, key, { value });
  for (const given of [
    new Post(3),
    new Named(3),
    { page: 3 },
    { id: 3, page: 1 },
    { id: undefined },
    {},
    [3],
    hidden({ page: 3 }, 'id', 5),
    hidden({ id: 3 }, 'toParam', () => 'x'),
    hidden({ a: 1 }, 'id', 5),
    Object.create({ id: 3 }),
    Object.assign(Object.create(null), { id: 3 }),
  ]) {
    expect(outcome(() => helper.pathFor([given]))).toBe(outcome(() => pathFor([given])));
    expect(outcome(() => helper.path(given))).toBe(outcome(() => path([given])));
  }
});

it('takes what a record has under the name itself, though nothing lists it, and not its id', () => {
  runTexts();
  const { helper, path } = helperOf('/users/:slug');
  const ann = Object.defineProperty({ id: 3, email: 'x' }, 'slug', { value: 'ann' });
  for (let i = 0; i < 1100; i++) {
    expect(helper.path({ id: i, email: 'x' })).toBe(`/users/${i}`);
    if (i === 0 || i === 1099) {
      expect(path([ann])).toBe('/users/ann');
      expect(helper.path(ann)).toBe('/users/ann');
    }
  }
});

it('goes on when a route was called in more shapes than it remembers', () => {
  const { helper } = helperOf('/users/:id');
  for (let round = 0; round < 2; round++)
    for (let i = 0; i < 500; i++)
      expect(helper.pathFor([{ id: i, [`key${i}`]: 'x' }])).toBe(`/users/${i}?key${i}=x`);
  const wide = Object.fromEntries(Array.from({ length: 40 }, (_, k) => [`k${k}`, k]));
  expect(helper.pathFor([5, wide])).toContain('/users/5?k0=0&k1=1&k10=10');
  expect(helper.pathFor([5, { ['k'.repeat(500)]: 1 }])).toBe(`/users/5?${'k'.repeat(500)}=1`);
});

it('refuses a key that is half of a surrogate pair in the words of the general way', () => {
  const { helper, path, pathFor } = helperOf('/users/:id');
  for (const value of [1, null, [2]]) {
    const given = [7, { '\ud800': value }];
    expect(outcome(() => helper.pathFor(given))).toBe(outcome(() => pathFor(given)));
    expect(outcome(() => helper.path(...given))).toBe(outcome(() => path(given)));
    expect(outcome(() => helper.path(...given))).toMatch(/^UrlGenerationError: .* in its query/);
  }
});
