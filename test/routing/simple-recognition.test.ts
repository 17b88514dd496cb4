// Recognition of simple tables against the one that tries every route in order, on tables and paths made by chance.

import { expect, test } from 'vitest';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import { canonicalPath } from '../../src/routing/patterns/request-path.js';
import type { Route } from '../../src/routing/patterns/route.js';
import { listOf } from '../../src/routing/patterns/route-list.js';
import type { Match } from '../../src/routing/recognition/match.js';
import { PlainSearch } from '../../src/routing/recognition/plain-search.js';
import type { Recognition } from '../../src/routing/recognition/recognition.js';
import { isSimple, simpleRecognition } from '../../src/routing/recognition/simple-recognition.js';
import { inheritsNothing } from '../support/inherits-nothing.js';
import { methods, randomPath, randomTable, seededRandom } from '../support/random-routes.js';
import { routesOf } from '../support/routes-of.js';

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
      const [simply, plainly] = [simpleRecognition(list), new PlainSearch(routes)].map((each) =>
        answers(each, routes, method, path),
      );
      if (simply !== plainly) expect(simply, `${method} ${path}`).toBe(plainly);
      if (simply!.startsWith('{')) found++;
    }
  }
  expect(found).toBeGreaterThan(500);
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
