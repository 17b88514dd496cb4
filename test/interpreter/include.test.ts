// Files that a routes file includes: where they are looked for, what they mean at their place, and what goes wrong.

import { describe, expect, test } from 'vitest';
import { parseRoutes } from '../../src/interpreter/load.js';
import type { Router } from '../../src/routing/router/router.js';
import { errorOf, filesOf, mistakes } from '../support/routes-errors.js';

function patterns(router: Router): string[] {
  return router.routes.map((route) => route.pattern);
}

describe('include', () => {
  test('reads a file relative to the one that says it, `.routes` being tried', () => {
    const read = filesOf({
      'config/parts/a': "get '/a', to => 'x#a'; include 'b'; include '../c.routes'",
      'config/parts/b.routes': "get '/b', to => 'x#b'",
      'config/c.routes': "draw { get '/c', to => 'x#c' }",
      '/absolute': "get '/d', to => 'x#d'",
    });
    const router = parseRoutes("routes { include './parts/a'; include '/absolute' }", {
      file: 'config/routes',
      read,
    });
    expect(patterns(router)).toEqual(['/a', '/b', '/c', '/d']);
    expect(router.routes.map(({ location }) => location!.file)).toEqual([
      'config/parts/a',
      'config/parts/b.routes',
      'config/c.routes',
      '/absolute',
    ]);
  });

  test('has the scope, the names and the concerns of its place, and gives its own', () => {
    const read = filesOf({ part: "concerns 'one'; concern 'two' { get 'two', on => 'member' }" });
    const router = parseRoutes(
      "routes { concern 'one' { get 'one', on => 'member' } resources 'xs', only => [] { include 'part'; concerns 'two' } }",
      { read },
    );
    expect(router.routes.map(({ name }) => name)).toEqual(['one-x', 'two-x']);
  });

  test('may read one file in several places', () => {
    const read = filesOf({ part: "get '/p', to => 'x#p', as => 'p'" });
    const router = parseRoutes(
      "routes { namespace 'a' { include 'part' } namespace 'b' { include 'part' } }",
      { read },
    );
    expect(router.routes.map(({ name, pattern }) => `${name} ${pattern}`)).toEqual(['a-p /a/p', 'b-p /b/p']);
  });

  test('reads no more files than somebody can mean: neither a chain without end nor ever new names of one file', () => {
    let asked = 0;
    const next = (path: string): string => {
      asked++;
      return `include '${path}x'`;
    };
    expect(mistakes("routes { include 'f' }", { read: next })).toEqual([expect.stringMatching(/ too-deep$/)]);
    expect(asked).toBeLessThan(1_000);
    const twice = (path: string): string => `include '${path}x'; include '${path}y'`;
    expect(mistakes("routes { include 'f' }", { read: twice })).toEqual([
      expect.stringMatching(/ too-deep$/),
    ]);
  });

  test('is told where `read` gives no text', () => {
    const read = (() => Promise.resolve('')) as unknown as (path: string) => string;
    expect(() => parseRoutes("routes { include 'part' }", { read })).toThrow(
      /^read gives the text of a file, or undefined where there is none, not a/,
    );
  });

  test('of a file that is not there is `missing-file`', () => {
    expect(mistakes("routes { include 'x' }")).toEqual(['routes:1:18 missing-file']);
    expect(errorOf("routes { include 'x' }", { file: 'config/routes' }).diagnostics[0]!.message).toBe(
      "there is no routes file 'x' (looked for config/x and config/x.routes)",
    );
  });

  test('points into the file that has the mistake', () => {
    const read = filesOf({ part: "get '/a', to => 'x#a';\nget '/b', too => 'x#b'" });
    const error = errorOf("routes { include 'part'; get '/c', to => 5 }", { read });
    expect(error.diagnostics.map(({ code, file, range }) => `${file}:${range.start.line} ${code}`)).toEqual([
      'routes:1 invalid-value',
      'part:2 unknown-option',
    ]);
    expect(error.message).toContain("2 | get '/b', too => 'x#b'");
  });

  test('of a file in itself shows the chain', () => {
    const read = filesOf({
      a: "include 'b'",
      b: "get '/b', to => 'x#b'; include 'a'",
      self: "include 'self'",
    });
    const [only, ...others] = errorOf("routes { include 'a' }", { read }).diagnostics;
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      code: 'cyclic-include',
      file: 'b',
      message: 'the file includes itself: a → b → a; take one of these includes out',
    });
    expect(mistakes("routes { include 'self' }", { read })).toEqual(['self:1:9 cyclic-include']);
    expect(
      mistakes("routes { include 'routes' }", { read: filesOf({ routes: "routes { include 'routes' }" }) }),
    ).toEqual(['routes:1:18 cyclic-include']);
  });

  test('of a file whose path is said in two ways is one file', () => {
    const read = filesOf({ 'x/a': "include '../x/./a'" });
    expect(mistakes("routes { include 'x/a' }", { read })).toEqual(['x/a:1:9 cyclic-include']);
  });
});
