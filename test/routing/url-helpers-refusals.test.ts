// What URL helpers refuse, and the words in which they do.

import { describe, expect, it } from 'vitest';
import { UrlGenerationError } from '../../src/routing/generation/generation-errors.js';
import { type WrittenRoute } from '../support/named-routes.js';
import { pathFor } from '../support/loose-helpers.js';

describe('a route that cannot be generated', () => {
  const error = (route: WrittenRoute, ...values: readonly unknown[]): UrlGenerationError => {
    try {
      pathFor(route, ...values);
    } catch (problem) {
      if (problem instanceof UrlGenerationError) return problem;
      throw problem;
    }
    throw new Error('a path was made');
  };

  it('names itself, its pattern and the segment', () => {
    expect(error('/users/:id')).toMatchObject({
      name: 'UrlGenerationError',
      route: 'thing',
      pattern: '/users/:id',
      segment: 'id',
    });
  });

  it.each<[string, WrittenRoute, readonly unknown[], string]>([
    [
      'a missing value',
      '/users/:id',
      [],
      "the route 'thing' (/users/:id) lacks a value for ':id'; give it as a segment value or as { id: … }",
    ],
    [
      'one of two missing',
      '/:a/:b',
      [1],
      "the route 'thing' (/:a/:b) lacks a value for ':b'; give it as a segment value or as { b: … }",
    ],
    [
      'one too many',
      '/users/:id',
      [1, 2],
      "the route 'thing' (/users/:id) takes at most 1, but was given 2; its segments are ':id'",
    ],
    [
      'any at all',
      '/about',
      [1],
      "the route 'thing' (/about) takes no segment values, but was given 1; it has no segments",
    ],
    [
      'one too many beside a named one',
      '/:a/:b',
      [1, 2, { a: 3 }],
      "the route 'thing' (/:a/:b) takes at most 1 more, but was given 2; its segments are ':a', ':b'",
    ],
    [
      'one beside a named one that is all',
      '/:a',
      [1, { a: 3 }],
      "the route 'thing' (/:a) takes no segment values more, but was given 1; its segments are ':a'",
    ],
    [
      'an empty one',
      '/users/:id',
      [''],
      "the route 'thing' (/users/:id) cannot have an empty string as ':id'; it must not be empty",
    ],
    [
      'an empty optional one',
      '/(:locale)/a',
      [''],
      "the route 'thing' ((/:locale)/a) cannot have an empty string as ':locale'; it must not be empty",
    ],
    [
      'null',
      '/users/:id',
      [null],
      "the route 'thing' (/users/:id) cannot have null as ':id'; give a string, a number, or an object with toParam() or an id",
    ],
    [
      'an object without id',
      '/users/:id',
      [new Map()],
      "the route 'thing' (/users/:id) cannot have an object of class Map as ':id'; give a string, a number, or an object with toParam() or an id",
    ],
    [
      'a list',
      '/users/:id',
      [[1]],
      "the route 'thing' (/users/:id) cannot have a list as ':id'; give a string, a number, or an object with toParam() or an id",
    ],
    [
      'a symbol',
      '/users/:id',
      [Symbol('x')],
      "the route 'thing' (/users/:id) cannot have a symbol as ':id'; give a string, a number, or an object with toParam() or an id",
    ],
    [
      'a number that is none',
      '/users/:id',
      [NaN],
      "the route 'thing' (/users/:id) cannot have NaN as ':id'; give a string, a number, or an object with toParam() or an id",
    ],
    [
      'a lone surrogate',
      '/users/:id',
      ['\ud800'],
      "the route 'thing' (/users/:id) cannot have '\\ud800' as ':id'; it has half of a surrogate pair, which is no text",
    ],
    [
      'a step up',
      '/users/:id',
      ['..'],
      "the route 'thing' (/users/:id) cannot have '..' as ':id'; '.' and '..' are steps of a path and no text",
    ],
    [
      'a step up in a glob',
      '/f/*path',
      ['a/../b'],
      "the route 'thing' (/f/*path) cannot have 'a/../b' as '*path'; '.' and '..' are steps of a path and no text",
    ],
    [
      'a glob with slashes that do not count',
      '/f/*path',
      ['/a'],
      "the route 'thing' (/f/*path) cannot have '/a' as '*path'; it must not begin or end with a slash, nor have two in a row",
    ],
    [
      'a group without all its names',
      '/p(/:y(/:m))',
      [{ m: 2 }],
      "the route 'thing' (/p(/:y(/:m))) lacks a value for ':y', which stands together with ':m'; give it as a segment value or as { y: … }",
    ],
    [
      'a regex',
      { path: '/u/:id', constraints: { id: /\d+/ } },
      ['x'],
      "the route 'thing' (/u/:id) cannot have 'x' as ':id'; it must match /\\d+/ as a whole",
    ],
    [
      'a long value',
      { path: '/u/:id', constraints: { id: /\d+/ } },
      ['x'.repeat(81)],
      `the route 'thing' (/u/:id) cannot have '${'x'.repeat(79)}…' as ':id'; it must match /\\d+/ as a whole`,
    ],
    [
      'a regex that matches a part',
      { path: '/u/:id', constraints: { id: /\d+/ } },
      ['1\n'],
      "the route 'thing' (/u/:id) cannot have '1\\n' as ':id'; it must match /\\d+/ as a whole",
    ],
    [
      'a string',
      { path: '/u/:id', constraints: { id: 'me' } },
      ['x'],
      "the route 'thing' (/u/:id) cannot have 'x' as ':id'; it must be 'me'",
    ],
    [
      'a list of strings',
      { path: '/u/:id', constraints: { id: ['me', 'you'] } },
      ['x'],
      "the route 'thing' (/u/:id) cannot have 'x' as ':id'; it must be one of ['me', 'you']",
    ],
    [
      'a callable',
      { path: '/u/:id', constraints: { id: (id) => id === 'me' } },
      ['x'],
      "the route 'thing' (/u/:id) cannot have 'x' as ':id'; &guards#allows must let it through",
    ],
    [
      'an optional value’s constraint',
      { path: '/(:l)/a', constraints: { l: /en|de/ } },
      ['fr'],
      "the route 'thing' ((/:l)/a) cannot have 'fr' as ':l'; it must match /en|de/ as a whole",
    ],
    [
      'values that run together',
      '/:x-:y',
      ['a', 'b-c'],
      "the route 'thing' (/:x-:y) cannot be given these values: its path '/a-b-c' would be recognised with :x = 'a-b', :y = 'c'; give values that keep apart",
    ],
    [
      'a name that another takes',
      '/(:a)(/:b)',
      [{ b: 'x' }],
      "the route 'thing' ((/:a)(/:b)) cannot be given these values: its path '/x' would be recognised with :a = 'x'; give values that keep apart",
    ],
    [
      'a symbol in the query',
      '/a',
      [{ q: { r: Symbol('x') } }],
      "the route 'thing' (/a) cannot have a symbol as 'q[r]' in its query; give text, a number, a list or a plain object",
    ],
    [
      'an object in the query',
      '/a',
      [{ q: new Map() }],
      "the route 'thing' (/a) cannot have an object of class Map as 'q' in its query; give text, a number, a list or a plain object",
    ],
    [
      'half a character in the query',
      '/a',
      [{ q: '\udc00' }],
      "the route 'thing' (/a) cannot have half of a surrogate pair in its query; give whole characters",
    ],
    [
      'half a character in the anchor',
      '/a',
      [{ anchor: '\udc00' }],
      "the route 'thing' (/a) cannot have half of a surrogate pair in its anchor; give whole characters",
    ],
    [
      'a symbol as anchor',
      '/a',
      [{ anchor: Symbol('x') }],
      "the route 'thing' (/a) cannot have a symbol as its anchor; give a string",
    ],
  ])('says so of %s', (_, route, values, message) => {
    expect(error(route, ...values).message).toBe(message);
  });

  it('says so of more names than its helpers can tell apart', () => {
    const values = Array.from({ length: 51 }, (_, index) => index);
    const route = values.map((value) => `/:n${value}`).join('');
    expect(error(route, ...values).message).toMatch(
      / has more than 50 segments, which is more than its helpers can tell apart$/,
    );
    expect(pathFor(route.slice(0, -'/:n50'.length), ...values.slice(0, 50))).toMatch(/^\/0\/1\/.*\/49$/);
  });

  it('refuses a query without end', () => {
    const endless: Record<string, unknown> = {};
    endless['a'] = endless;
    expect(() => pathFor('/a', endless)).toThrow('it nests too deep');
  });
});
