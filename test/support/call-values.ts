// Arguments of helpers in property tests: valid ones, odd ones, and some that are refused.

import fc from 'fast-check';

export class Post {
  constructor(readonly id: number) {}
}
export class Slug {
  toParam(): string {
    return 'a-slug';
  }
}

/** A value for a path or its query, valid or not. */
export const value = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...['7', 'a', 'a b', 'a.b', 'a/b', 'é', '2026', 'new', 'old.ones', 'en'],
      ...['x/y', 'x/y.z', '.x/y', 'x//y', '/x', 'x/', 'x/../y', 'x y/é', 'a-b', '--', '-in-'],
      ...['a-plain-text', 'a longer text', 'dots.in.a.text', 'text/with/slashes', 'ein größerer Text'],
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(0, 7, 2026, -1, 1.5, NaN, Infinity, 1e21, 5n, -5n, true, false),
  },
  { weight: 2, arbitrary: fc.constantFrom<unknown>('', '.', '..', '\ud800', null, undefined) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      new Post(3),
      new Slug(),
      { id: 4 },
      { id: 4, email: 'x' },
      { user_id: 2 },
      ['x', 'y'],
      ['x', 7, 'y z'],
      ['..'],
      { id: true },
      { id: { id: 5 } },
      { a: 'x', id: 5 },
      { q: 'a b', by: { up: true, at: undefined }, 'ä[b]': ['x', null, { c: '\ud800' }] },
      [],
      [['x', { q: 5 }], Symbol('s')],
      new Date(0),
      Symbol('s'),
    ),
  },
);
const key = fc.constantFrom(
  ...['id', 'user_id', 'locale', 'format', 'path', 'a', 'b', 'c', 'kind', 'q', 'page', 'email', 'ä b', '1'],
  ...['anchor', 'trailingSlash', 'query', 'currentParams', 'host', 'port', 'toParam'],
);
const options = fc.oneof(
  fc.dictionary(key, value, { maxKeys: 4 }),
  fc.dictionary(key, value, { maxKeys: 4 }).map((each) => Object.assign(Object.create(null) as object, each)),
);
/** The values of a call, perhaps with options at its end. */
export const values = fc
  .tuple(fc.array(fc.oneof({ weight: 4, arbitrary: value }, options), { maxLength: 7 }), fc.option(options))
  .map(([before, last]): readonly unknown[] => (last === null ? before : [...before, last]));
