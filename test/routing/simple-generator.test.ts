// The generator of simple paths gives what the generator of any paths gives, and refuses what that refuses, in the same words.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ConstrainedGenerator,
  isConstrainedSimply,
} from '../../src/routing/generation/constrained-generator.js';
import { UrlGenerationError } from '../../src/routing/generation/generation-errors.js';
import type { Generator } from '../../src/routing/generation/generator.js';
import { optionsOf, pathWithOptions, positionalOf } from '../../src/routing/generation/path-of-call.js';
import { ReadingGenerator } from '../../src/routing/generation/path-reading.js';
import { isSimplyWritten } from '../../src/routing/generation/helper-table.js';
import { isOptions } from '../../src/routing/generation/segment-value.js';
import { SimpleGenerator } from '../../src/routing/generation/simple-generator.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { namedRoutes, routeDefinition, type WrittenRoute } from '../support/named-routes.js';

const simple: readonly WrittenRoute[] = [
  '/',
  '/about',
  '/robots.txt',
  '/users/:id',
  '/:slug',
  '/users/:user_id/posts/:id/edit',
  '/v1.0/line-items/:id(.:format)',
  '/:a/:b/:c(.:format)',
  '/status(.:format)',
  { path: '/lists/:id', defaults: { q: 'x', format: 'json' } },
];

it.each([
  '/:slug-:id',
  '/(:locale)/posts',
  '/files/*path',
  '/café',
  '/a b',
  '/..',
  '/(.:format)',
  '/a.:format',
  '/:id(.:kind)',
  '/:id(.:format)/x',
  { path: '/:id', constraints: { id: /\d+/ } },
  { path: '/:id', defaults: { id: '1' } },
] satisfies WrittenRoute[])('leaves %j to the generator of any paths', (written) => {
  expect(isSimplyWritten(routeDefinition('thing', written))).toBe(false);
});

const value = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('7', 'a', 'a b', 'a.b', 'a/b', 'é', 'json', '.x', 'x.', 'en') },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(0, 7, -1, 1.5, NaN, 5n, true, null, undefined) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>('', '.', '..', '\ud800', Symbol('s'), ['x'], new Date(0)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ id: 4 }, { id: 4, email: 'x' }, { user_id: 2 }, { toParam: () => 'p' }),
  },
);
const params = fc.dictionary(
  fc.constantFrom(
    'id',
    'user_id',
    'slug',
    'a',
    'b',
    'c',
    'format',
    'q',
    'page',
    'anchor',
    'trailingSlash',
    'query',
  ),
  value,
  { maxKeys: 4 },
);
const options = fc.oneof(
  params,
  fc.tuple(params, params).map(([given, currentParams]) => ({ ...given, currentParams })),
);
const call = fc
  .tuple(fc.array(fc.oneof({ weight: 4, arbitrary: value }, params), { maxLength: 5 }), fc.option(options))
  .map(([before, last]): readonly unknown[] => (last === null ? before : [...before, last]));

function outcome(generator: Generator, values: readonly unknown[], isFor: boolean): unknown {
  const last = values.at(-1);
  try {
    const options = isFor ? (isOptions(last) ? last : undefined) : optionsOf(generator, values);
    return pathWithOptions(generator, positionalOf(values, options, generator.required), options);
  } catch (problem) {
    if (!(problem instanceof UrlGenerationError)) throw problem;
    const { message, route, pattern, segment } = problem;
    return { message, route, pattern, segment };
  }
}

const constrained: readonly WrittenRoute[] = [
  { path: '/users/:id', constraints: { id: /\d+/ } },
  {
    path: '/users/:user_id/posts/:id(.:format)',
    constraints: { user_id: /[a-z]+/, format: ['json', 'xml'] },
  },
  { path: '/releases/:id', constraints: { id: /.+/ } },
  { path: '/guarded/:id', constraints: { id: (value) => value !== '7' } },
];

it.each([...simple, ...constrained])('%j', (written) => {
  const definition = routeDefinition('thing', written);
  const isSimple = !constrained.includes(written);
  expect(isSimplyWritten(definition)).toBe(isSimple);
  expect(isConstrainedSimply(definition)).toBe(true);
  const Simple = isSimple ? SimpleGenerator : ConstrainedGenerator;
  const generators = [new Simple(definition), new ReadingGenerator(definition)] as const;
  fc.assert(
    fc.property(call, fc.boolean(), (values, isFor) => {
      const [given, expected] = generators.map((each) => outcome(each, values, isFor));
      expect(given).toEqual(expected);
    }),
    { seed: 20_261_122, numRuns: 600 },
  );
});

it('leaves values with dots before a format to the generator of any paths', () => {
  const written = { path: '/releases/:id(.:format)', constraints: { id: /[\d.]+/ } };
  expect(isConstrainedSimply(routeDefinition('thing', written))).toBe(false);
});

it('tells a router without what its paths need to be compiled with URL helpers', () => {
  const routes = namedRoutes({ post: '/:slug-:id', user: '/users/:id' });
  const helpers = new UrlHelpers({ router: { ...routes, generation: undefined } });
  expect(helpers.pathFor('user', 7)).toBe('/users/7');
  expect(() => helpers.pathFor('post', 'a', 7)).toThrow('compiled without URL helpers');
});
