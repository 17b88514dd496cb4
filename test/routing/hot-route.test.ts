// The search that is written for the route which is asked for most, against the one that tries every route in order.

import { describe, expect, test } from 'vitest';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { listOf } from '../../src/routing/patterns/route-list.js';
import { HotRoute, routeProgram } from '../../src/routing/recognition/hot-route.js';
import { heldIn, loadedRecognition } from '../../src/routing/recognition/loaded-recognition.js';
import { Matcher } from '../../src/routing/recognition/matcher.js';
import { PlainSearch } from '../../src/routing/recognition/plain-search.js';
import { Tree } from '../../src/routing/recognition/radix-tree.js';
import { searchParts, type WrittenSearch } from '../../src/routing/recognition/search-parts.js';
import { Router } from '../../src/routing/router/router.js';
import { inheritsNothing } from '../support/inherits-nothing.js';
import { seededRandom } from '../support/random.js';
import { distorted, methods, randomPath, randomTable } from '../support/random-routes.js';
import { routesOf } from '../support/routes-of.js';

const tables = Number(process.env['WAYPOST_MATCHER_TABLES'] ?? 60);
const seed = Number(process.env['WAYPOST_MATCHER_SEED'] ?? 1);

/** What finds the paths of a route, by its index. */
function searchOf(
  definitions: readonly RouteDefinition[],
  index: number,
  routes = listOf(definitions),
): WrittenSearch | undefined {
  const values: Record<string, unknown> = { ...searchParts };
  const program = routeProgram(routes, new Tree(routes), index, heldIn(values));
  if (program === undefined) return undefined;
  return new Function(...Object.keys(values), program)(...Object.values(values)) as WrittenSearch;
}

describe('where it finds its route, that is the first one with the path', () => {
  const byChance = (size: (round: number) => number, isPlain: boolean, offset: number): number => {
    let answered = 0;
    for (let round = 0; round < tables; round++) {
      const random = seededRandom(seed * 1_000_003 + offset + round);
      const definitions = randomTable(random, { size: size(round), isPlain });
      const plain = new PlainSearch(listOf(definitions).all);
      const searches = definitions.map((_, index) => searchOf(definitions, index));
      for (let k = 0; k < 60; k++) {
        const method = methods[random(methods.length)]!;
        const path = randomPath(random, definitions);
        if (/\p{Surrogate}/u.test(path)) continue;
        const expected = plain.find(method, path, {});
        for (const [index, search] of searches.entries()) {
          const match = search?.(method, path);
          if (match?.route.index !== index) continue;
          answered++;
          const shown = `${method} ${path} in\n${definitions.map(({ verbs, pattern }) => `${verbs.join()} ${pattern.text}`).join('\n')}`;
          expect(expected?.route.index, shown).toBe(index);
          expect(Object.entries(match.params), shown).toEqual(Object.entries(expected!.params));
          expect(inheritsNothing(match.params)).toBe(true);
        }
      }
    }
    return answered;
  };

  test('on tables of plain segments and text', () => {
    expect(byChance((round) => 5 + (round % 60), true, 60_000_000)).toBeGreaterThan(tables * 2);
  });
  test('on tables of everything that a pattern can have', () => {
    expect(byChance((round) => 1 + (round % 30), false, 70_000_000)).toBeGreaterThan(tables);
  });
});

const definitions = routesOf({
  'GET /posts/new': 'posts#new',
  'GET /posts/:id': 'posts#show',
  'GET /posts/latest': 'posts#latest',
  'GET /posts/:post_id/comments/:id(.:format)': 'comments#show',
  'GET /files/*path': 'files#show',
  'GET /files/:name/raw': 'files#raw',
  'GET /about': 'pages#about',
  'POST /:anything/:id': 'any#create',
  'PUT /posts/:id': 'posts#update',
});
const indexOf = (text: string): number => definitions.findIndex(({ pattern }) => pattern.text === text);

test.each([
  ['/posts/:id', '/posts/7', true],
  ['/posts/:id', '/posts/latest', true],
  ['/posts/:id', '/posts/new', false],
  ['/posts/:id', '/posts/a.b', false],
  ['/posts/:id', '/posts/7?page=2', true],
  ['/posts/:post_id/comments/:id(.:format)', '/posts/7/comments/8.json', true],
  ['/files/*path', '/files/a/raw', true],
  ['/files/:name/raw', '/files/a/raw', false],
])('the search of %s among %s', (pattern, path, isFound) => {
  const index = indexOf(pattern);
  expect(searchOf(definitions, index)!('GET', path)?.route.index === index).toBe(isFound);
});

test('a route without names has none, nor has one whose paths many others may have', () => {
  expect(searchOf(definitions, indexOf('/about'))).toBeUndefined();
  const many = routesOf(
    Object.fromEntries([
      ...Array.from({ length: 17 }, (_, k) => [`GET /:a/x${k}`, 'a#x']),
      ['GET /:a/:b', 'a#y'],
    ]),
  );
  expect(searchOf(many, 17)).toBeUndefined();
  expect(searchOf(many, 16)).toBeDefined();
});

test('the route that leads by enough is asked first, until others do', () => {
  const written: number[] = [];
  const routes = listOf(definitions);
  let asked = 0;
  const recognition = new Matcher(routes);
  recognition.hot = new HotRoute((index) => {
    written.push(index);
    const search = searchOf(definitions, index, routes);
    return (
      search &&
      ((method, path) => {
        asked++;
        return search(method, path);
      })
    );
  });
  const ask = (path: string, times: number): void => {
    for (let k = 0; k < times; k++) expect(recognition.find('GET', path, {})).toBeDefined();
  };
  for (let k = 0; k < 1_000; k++) {
    ask('/posts/7', 1);
    ask('/files/a', 1);
    ask('/posts/new', 1);
  }
  expect(written).toEqual([]);
  ask('/posts/7', 2_000);
  expect(written).toEqual([indexOf('/posts/:id')]);
  expect(asked).toBeGreaterThan(900);
  const before = asked;
  ask('/files/a', 4_000);
  expect(written).toEqual([indexOf('/posts/:id'), indexOf('/files/*path')]);
  // The first one was given up a thousand look-ups before the second was written.
  expect(asked - before).toBeLessThan(4_000 - 900);
});

test('a route whose paths its search leaves to the walk is not asked first for long', () => {
  const written: number[] = [];
  let asked = 0;
  const recognition = new Matcher(listOf(definitions));
  recognition.hot = new HotRoute((index) => {
    written.push(index);
    return () => {
      asked++;
      return null;
    };
  });
  for (let k = 0; k < 5_000; k++) recognition.find('GET', '/posts/7', {});
  expect(written).toEqual([indexOf('/posts/:id')]);
  expect(asked).toBe(61);
});

test('a table of a hundred routes answers as before while one of them is asked for most', () => {
  const large = routesOf(
    Object.fromEntries([
      ...Array.from({ length: 100 }, (_, k) => [`GET /word${k}/:id/part`, 'words#show']),
      ['GET /:other/:id/:part', 'others#show'],
    ]),
  );
  const router = new Router({ recognition: loadedRecognition, routes: large });
  const plain = new Router({ recognition: (routes) => new PlainSearch(routes.all), routes: large });
  const told = (of: Router, path: string): unknown => {
    const match = of.recognize('GET', path);
    return match && [match.route.index, Object.entries(match.params)];
  };
  for (let k = 0; k < 5_000; k++) router.recognize('GET', `/word7/${k}/part`);
  const asked = ['/word7/1/part', '/word7/1/parts', '/word7//part', '/word8/1/part', '/word7', '/w', ''];
  for (const path of asked.flatMap((each) => [each, ...distorted(each)]))
    expect(told(router, path), path).toEqual(told(plain, path));
});
