// Recognition of simple tables against the one that tries every route in order, on tables and paths made by chance.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import { matchPattern } from '../../src/routing/patterns/backtracking.js';
import { canonicalPath } from '../../src/routing/patterns/request-path.js';
import type { Route } from '../../src/routing/patterns/route.js';
import { listOf } from '../../src/routing/patterns/route-list.js';
import type { Match } from '../../src/routing/recognition/match.js';
import { PlainSearch } from '../../src/routing/recognition/plain-search.js';
import { explainRoute, type Explanation } from '../../src/routing/recognition/explain.js';
import type { Recognition } from '../../src/routing/recognition/recognition.js';
import { isSimple, simpleRecognition } from '../../src/routing/recognition/simple-recognition.js';
import { inheritsNothing } from '../support/inherits-nothing.js';
import { seededRandom } from '../support/random.js';
import { methods, randomPath, randomTable } from '../support/random-routes.js';
import { routesOf } from '../support/routes-of.js';

/** It says why a route does not answer, and not what would let it. */
class ShortSearch extends PlainSearch {
  override explain(...[route, path, asked]: Parameters<PlainSearch['explain']>): Explanation {
    return explainRoute(route, path, asked, { valuesOf: matchPattern });
  }
}

test('it answers, and explains, as the search that tries every route in order', () => {
  let found = 0;
  for (let round = 0; round < 40; round++) {
    const random = seededRandom(7_000_003 + round);
    const definitions = randomTable(random, { size: 4 + (round % 30), isPlain: true }).filter(isSimple);
    const list = listOf(definitions);
    const routes = list.all;
    for (let k = 0; k < 40 && routes.length > 0; k++) {
      const path = randomPath(random, definitions);
      const method = methods[random(methods.length)]!;
      const [simply, plainly] = [simpleRecognition(list), new ShortSearch(routes)].map((each) =>
        answers(each, routes, method, path),
      );
      if (simply !== plainly) expect(simply, `${method} ${path}`).toBe(plainly);
      if (simply!.startsWith('{')) found++;
    }
  }
  expect(found).toBeGreaterThan(500);
});

test.each([
  ['/', true],
  ['/a/:b/c-d/:e', true],
  ['/a(.:format)', true],
  ['/a/:b(.:format)', true],
  ['/a/b:c', false],
  ['/a/:b.c', false],
  ['/a:b/c', false],
  ['/a/*b', false],
  ['/a(.:format)/b', false],
  ['/a(.*rest)', false],
  ['/a(:b)', false],
  ['/a(-:b)', false],
  ['/a(.b)', false],
  ['/a(.)', false],
  ['/a(.:b-c)', false],
  ['/a(.:b:c)', false],
  ['/a(/:b)', false],
  ['(/:locale)/a', false],
  ['/a(.:b(.:c))', false],
  // It ends the text of a branch.
  ['/a\0b', false],
])('that %s is text and whole segments, with an extension at most: %j', (path, simple) => {
  expect(routesOf({ [`GET ${path}`]: {} }).map(isSimple)).toEqual([simple]);
});

test.each([
  ['/a.b/7/d', 'a value before those that were looked at has a dot'],
  ['/a.b/7/c.json/', 'a slash behind an extension'],
  ['/posts?path=/a/b//c%', 'signs in a query mean nothing'],
  ['/posts/7?path=/a.b/', 'nor do they behind a value'],
  ['/posts/7.json?page=1', 'a query behind an extension'],
  ['/posts/?page=1', 'a slash before a query'],
  ['/posts//7', 'a doubled slash'],
  ['/posts%2Fnew', 'an escaped slash'],
  ['/posts/new%2Ehtml', 'an escaped dot of a text'],
  ['/posts/7%2Ejson', 'an escaped dot of a value'],
  ['/p%6Fsts/caf%C3%A9', 'escapes in a text and in a value'],
  ['/posts/%', 'half an escape'],
  ['/?page=1', 'the root with a query'],
  ['//', 'nothing but slashes'],
  ['posts/7', 'no slash at all before it'],
  ['', 'nothing'],
])('%s is answered as it is defined: %s', (path) => {
  const list = listOf(
    routesOf({
      'GET /': {},
      'GET /a.b/:x/c(.:format)': {},
      'GET /:y/:z/d': {},
      'POST /posts': {},
      'GET /posts(.:format)': {},
      'GET /posts/new.html': {},
      'GET /posts/:id(.:format)': { defaults: { format: 'html' } },
    }),
  );
  for (const method of ['GET', 'HEAD', 'get', 'POST', 'PURGE'])
    expect(answers(simpleRecognition(list), list.all, method, path)).toBe(
      answers(new ShortSearch(list.all), list.all, method, path),
    );
});

test('an escape is seen behind a character of two units', () => {
  const recognition = simpleRecognition(listOf(routesOf({ 'GET /no😀/why': {} })));
  expect(recognition.find('GET', '/no😀/wh%79', {})?.route.index).toBe(0);
});

test('no routes answer nothing', () => {
  const nobody = simpleRecognition(listOf([]));
  expect(nobody.find('GET', '/', {})).toBeUndefined();
  expect(nobody.allowedMethods('/posts//', {})).toEqual([]);
});

test('the methods of a path are those of all routes that it reaches, whatever was asked for before', () => {
  const recognition = simpleRecognition(
    listOf(
      routesOf({
        'GET /posts/new': {},
        'POST /posts/:id': {},
        'PUT /:section/new': {},
        'DELETE /:section/:id': {},
        'PATCH /:section/:id(.:format)': {},
      }),
    ),
  );
  const methods: Readonly<Record<string, string>> = {
    '/posts/new': 'GET,HEAD,POST,PUT,DELETE,PATCH',
    '/posts/7': 'POST,DELETE,PATCH',
    '/pages/new': 'PUT,DELETE,PATCH',
    '/pages/7': 'DELETE,PATCH',
    '/pages/7.json': 'PATCH',
    '/posts/7.json': 'PATCH',
    '/posts/new/': 'GET,HEAD,POST,PUT,DELETE,PATCH',
    '/posts/%37': 'POST,DELETE,PATCH',
    '/posts': '',
  };
  for (const before of Object.keys(methods))
    for (const [path, all] of Object.entries(methods)) {
      recognition.allowedMethods(before, {});
      expect(recognition.allowedMethods(path, {}).join(), `${path} after ${before}`).toBe(all);
    }
});

test('nothing is remembered of the paths whose methods are asked for', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const recognition = simpleRecognition(listOf(routesOf({ 'GET /posts/:id': {}, 'PUT /posts/:id': {} })));
  const heapBehind = (first: number): number => {
    for (let k = 0; k < 20_000; k++) recognition.allowedMethods(`/posts/${first + k}%2E5`, {});
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heapBehind(0);
  expect(heapBehind(20_000) - before).toBeLessThan(1_000_000);
});

/** All that is said of a request, as text. */
function answers(recognition: Recognition, routes: readonly Route[], method: string, path: string): string {
  const told = (match: Match | undefined): string =>
    match
      ? JSON.stringify({ ...match, route: match.route.index, params: Object.entries(match.params) })
      : 'nothing';
  const match = recognition.find(method, path, {});
  if (match) expect(inheritsNothing(match.params)).toBe(true);
  const asked = { method: method.toUpperCase(), context: {} };
  return [
    told(match),
    told(recognition.findAfter(match?.route.index ?? 0, method, path, {})),
    recognition.answersPath(method, path, {}),
    recognition.allowedMethods(path, {}).join(),
    ...routes.map((route) => {
      const { reason, message, nearness } = recognition.explain(route, canonicalPath(path), asked);
      return `${route.pattern}: ${reason} ${nearness} ${message}`;
    }),
  ].join('\n');
}

test.each([
  ['/', true],
  ['/posts', true],
  ['/posts/new.html', true],
  ['/posts/:id', true],
  ['/posts/:id/comments/:comment_id(.:format)', true],
  ['/posts(.:format)', true],
  ['/日本/:id', true],
  ['/(.:format)', false],
  ['/posts/:id.html', false],
  ['/posts/p:id', false],
  ['/posts/:id-:slug', false],
  ['/posts(/:id)', false],
  ['/files/*path', false],
  ['/100%25', false],
  ['/a\\:b', false],
])('%s is simple: %s', (path, answer) => {
  expect(parsePattern(path).problems).toEqual([]);
  expect(isSimple(routesOf({ [`GET ${path}`]: 'things#show' })[0]!)).toBe(answer);
});

test('a route with a constraint is not simple', () => {
  expect(isSimple(routesOf({ 'GET /posts/:id': { where: { id: /\d+/ } } })[0]!)).toBe(false);
});
