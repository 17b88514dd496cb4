// Routes, and calls of their helpers, made up by fast-check: patterns of every shape with constraints and defaults, and
// values that mostly fit.

import fc from 'fast-check';
import type { WrittenConstraint } from './definition.js';
import { anyText } from './any-text.js';

export interface GeneratedRoute {
  readonly path: string;
  readonly constraints: Readonly<Record<string, WrittenConstraint>>;
  readonly defaults: Readonly<Record<string, string>>;
}

export interface GeneratedCall {
  readonly route: GeneratedRoute;
  /** By name; null leaves one out. */
  readonly values: Readonly<Record<string, string | null>>;
}

/** A name is put in for each `#`. */
const shapes = fc.constantFrom(
  '/posts',
  '/a.b',
  '/café',
  '/100%',
  '/:#',
  '/:#',
  '/:#',
  '/v:#',
  '/:#-page',
  '/:#-:#',
  '/:#.:#',
  '/:#.x-:#',
  '/:#:#',
  '/*#',
  '/*#',
  '/*#/end',
  '/*#.txt',
  '/x*#',
  '(/:#)',
  '(/:#)',
  '(/:#)',
  '(/in/:#)',
  '(/:#(/:#))',
  '(/:#/:#)',
  '(-:#)',
  '(-tng)',
  '(/*#)',
  '(.:#)',
  '(/:#)/posts',
);

const constraints: readonly WrittenConstraint[] = [
  /\d+/,
  /[^/]+/,
  /en|de/,
  /.+/s,
  /[a-c]*-?[a-c]*/,
  'en',
  ['en', 'a.b', '7'],
  [/\d+/, 'posts'],
  (value) => value.length < 4,
];

const texts = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '7',
      'en',
      'de',
      'posts',
      'a',
      'a.b',
      'a-b',
      'a.json',
      'x',
      'end',
      'page',
      'in',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.string({
      unit: fc.constantFrom('a', '.', '-', '/', '7', '%', ' ', 'é', '😀', '?', '#', "'"),
      minLength: 0,
      maxLength: 6,
    }),
  },
  { weight: 1, arbitrary: anyText({ maxLength: 5 }) },
);

const route: fc.Arbitrary<GeneratedRoute & { readonly names: readonly string[] }> = fc
  .record({
    shapes: fc.array(shapes, { minLength: 1, maxLength: 4 }),
    format: fc.constantFrom('', '', '(.:format)', '.:format'),
    constraints: fc.array(fc.option(fc.constantFrom(...constraints), { freq: 2 }), {
      minLength: 6,
      maxLength: 6,
    }),
    defaults: fc.array(fc.option(fc.constantFrom('en', '7', 'a.b', 'posts'), { freq: 4 }), {
      minLength: 6,
      maxLength: 6,
    }),
  })
  .map((made) => {
    const names: string[] = [];
    const nextName = (): string => {
      const name = `n${names.length}`;
      names.push(name);
      return name;
    };
    const path = made.shapes.join('').replace(/#/g, nextName) + made.format;
    if (made.format !== '') names.push('format');
    const pick = <Value>(values: readonly (Value | null)[]): Record<string, Value> =>
      Object.fromEntries(
        names.flatMap((name, index) => (values[index] == null ? [] : [[name, values[index]]])),
      );
    return { path, names, constraints: pick(made.constraints), defaults: pick(made.defaults) };
  });

export const generatedCall: fc.Arbitrary<GeneratedCall> = route.chain(
  ({ names, ...made }) =>
    fc.record({
      route: fc.constant(made),
      values: fc.record(Object.fromEntries(names.map((name) => [name, fc.option(texts, { freq: 5 })])), {
        requiredKeys: [],
      }),
    }) as fc.Arbitrary<GeneratedCall>,
);
