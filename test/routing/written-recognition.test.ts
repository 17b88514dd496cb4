// Recognition as a module has it that was compiled for speed, against the one that tries every route in order.

import { describe, expect, test } from 'vitest';
import { compiledModule } from '../../src/compiler/compiled-module.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { PlainSearch } from '../../src/routing/recognition/plain-search.js';
import { isSimple } from '../../src/routing/recognition/simple-recognition.js';
import { Router } from '../../src/routing/router/router.js';
import { compiledRouter, noHelpers } from '../support/compiled-router.js';
import { expectEqual } from '../support/expect-equal.js';
import { inheritsNothing } from '../support/inherits-nothing.js';
import { seededRandom } from '../support/random.js';
import { contexts, distorted, methods, randomPath, randomTable } from '../support/random-routes.js';
import { routesOf, type WrittenRoute } from '../support/routes-of.js';

/** A router of a module that was compiled for speed, and one that tries every route. */
function both(definitions: readonly RouteDefinition[]): readonly [compiled: Router, plain: Router] {
  return [
    compiledRouter(definitions, noHelpers, { helpers: false, optimize: 'speed' }),
    new Router({ recognition: (routes) => new PlainSearch(routes.all), routes: definitions }),
  ];
}

/** All that a router says of a request. */
function answers(router: Router, method: string, path: string, context = contexts[0]!): unknown {
  const match = router.recognize(method, path, { context });
  if (match) expectEqual(inheritsNothing(match.params), true);
  return {
    match: match && { ...match, route: match.route.index, params: Object.entries(match.params) },
    allowed: router.allowedMethods(path, { context }),
  };
}

describe('it answers as one that tries every route in order', () => {
  test.each([
    ['tables of text and whole segments', true, 40, isSimple],
    ['tables of everything that a pattern can have', false, 8, () => true],
  ])('%s', (_, isPlain, size, isWanted) => {
    let found = 0;
    for (let round = 0; round < 40; round++) {
      const random = seededRandom(50_000_003 + round);
      const definitions = randomTable(random, { size: 1 + (round % size), isPlain }).filter(isWanted);
      const [compiled, plain] = both(definitions);
      for (let k = 0; k < 60 && definitions.length > 0; k++) {
        const method = methods[random(methods.length)]!;
        const path = randomPath(random, definitions);
        const context = contexts[random(contexts.length)]!;
        const told = answers(compiled, method, path, context);
        expectEqual(told, answers(plain, method, path, context), `${method} ${path}`);
        if ((told as { match: unknown }).match !== undefined) found++;
      }
    }
    expect(found).toBeGreaterThan(300);
  });
});

const table: Readonly<Record<string, WrittenRoute>> = {
  'GET /': 'pages#home',
  'GET /"quoted"/\u2028/`${text}`': 'pages#odd',
  'GET /posts': 'posts#index',
  'POST /posts': 'posts#create',
  'GET /posts/new': 'posts#new',
  'GET /posts/:id(.:format)': { to: 'posts#show', defaults: { format: 'html"\u2029</script>' } },
  'PATCH|PUT /posts/:id': 'posts#update',
  'DELETE /posts/:id': 'posts#destroy',
  'GET /odd/:__proto__/:constructor': 'odd#show',
  'GET /odd/:é': 'odd#letter',
  'POST /odd/:é/marks': 'odd#mark',
  'DELETE /odd/:é/marks': 'odd#unmark',
  'HEAD /alive': () => '',
};
const constrained: typeof table = {
  ...table,
  'GET /years/:year': { to: 'years#show', where: { year: /\d{4}/ } },
  'GET /years/:year/:month': { to: 'years#month', where: { month: ['may', /1[0-2]/], year: /\d+/ } },
  'GET /files/*path': 'files#show',
  'GET /a/:b-:c': 'pieces#show',
};
/** So many routes that one search is written for several methods. */
const wide: typeof table = {
  ...table,
  ...Object.fromEntries(
    [...'abcdefghijkl'].flatMap((letter) => [
      [`POST /${letter}`, `${letter}#create`],
      [`DELETE /${letter}`, `${letter}#destroy`],
    ]),
  ),
};

test.each([
  ['simple', table],
  ['wide', wide],
  ['constrained', constrained],
])('a path with whatever it can have at each of its places, in a %s table', (_, written) => {
  const [compiled, plain] = both(routesOf(written));
  const paths = [
    '/',
    '/posts',
    '/posts/new',
    '/posts/7',
    '/odd/a/b',
    '/odd/a',
    '/odd/a/marks',
    '/alive',
    '/none',
    '',
    '//',
  ];
  paths.push(
    '/"quoted"/\u2028/`${text}`',
    '/years/1999',
    '/years/1999/12',
    '/years/9/may',
    '/files/a/b',
    '/a/b-c',
  );
  for (const path of paths.flatMap((each) => [each, ...distorted(each)]))
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'get', 'Delete', 'OPTIONS', 'PURGE'])
      expectEqual(answers(compiled, method, path), answers(plain, method, path), `${method} ${path}`);
});

/** The line of a module that names what finds its routes. */
function recognitionOf(written: Readonly<Record<string, WrittenRoute>>, search = true): string {
  const { code } = compiledModule({
    definitions: routesOf(written),
    customHelpers: noHelpers,
    helpers: false,
    quick: search,
    quickRecognition: search,
    importOf: () => ({ module: './callables.js', name: 'callable' }),
  });
  return /^ {2}recognition: (.*),$/m.exec(code)![1]!;
}

test('a module has a search of its own where its table is small', () => {
  const large = Object.fromEntries(Array.from({ length: 65 }, (_, k) => [`GET /page${k}`, 'pages#show']));
  expect(recognitionOf(table)).toBe('writtenRecognition(simpleRecognition, search)');
  expect(recognitionOf(constrained)).toBe('writtenRecognition(quickRecognition, search)');
  expect(recognitionOf(large)).toBe('quickRecognition');
  expect(recognitionOf(table, false)).toBe('simpleRecognition');
  expect(recognitionOf(large, false)).toBe('simpleRecognition');
});

test('a module of many routes remembers paths without values', () => {
  const many = Object.fromEntries(Array.from({ length: 129 }, (_, k) => [`GET /page${k}`, 'pages#show']));
  expect(recognitionOf(many, false)).toBe('literalRecognition(simpleRecognition)');
});

test('what users write is text in the search', () => {
  const { code } = compiledModule({
    definitions: routesOf(table),
    customHelpers: noHelpers,
    helpers: false,
    quick: true,
    importOf: () => ({ module: './callables.js', name: 'callable' }),
  });
  expect(code).toContain('"/\\"quoted\\"/\\u2028/`${text}`"');
  expect(code).toContain('"html\\"\\u2029<\\/script>"');
  expect(code).not.toMatch(/this\.é|[\u2028\u2029]/);
});
