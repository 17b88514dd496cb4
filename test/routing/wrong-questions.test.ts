// Routers that are asked wrongly say so, however their routes are found: loaded, asked so often that a search is written for them, or compiled.

import { describe, expect, test } from 'vitest';
import { Request } from '../../src/http/request.js';
import { parseRoutes } from '../../src/interpreter/load.js';
import type { Router } from '../../src/routing/router/router.js';
import { compiledRouter, noHelpers } from '../support/compiled-router.js';

const controllers = { posts: { show: () => 'a post' } };
const simple = parseRoutes(
  "routes { get '/about', to => 'posts#show'; get '/posts/:id', to => 'posts#show' }",
  {
    controllers,
  },
);
const constrained = parseRoutes("routes { get '/posts/:id', to => 'posts#show', id => /\\d+/ }", {
  controllers,
});

function askedOften(router: Router): Router {
  for (let k = 0; k < 2_000; k++) router.recognize('GET', '/posts/7');
  return router;
}

function compiled({ routes }: Router, optimize: 'size' | 'speed'): Router {
  const definitions = routes.map(({ definition }) => definition);
  return compiledRouter(definitions, noHelpers, { controllers, optimize });
}

const fetched = new globalThis.Request('http://shop.example/posts/7');
const needs = 'a router takes a method and a path, or a Request of waypost, not';

describe.each<readonly [string, () => Router]>([
  ['loaded', () => parseRoutes("routes { get '/posts/:id', to => 'posts#show' }", { controllers })],
  ['asked often', () => askedOften(simple)],
  ['asked often, with constraints', () => askedOften(constrained)],
  ['compiled for size', () => compiled(simple, 'size')],
  ['compiled for speed', () => compiled(simple, 'speed')],
  ['compiled for size, with constraints', () => compiled(constrained, 'size')],
  ['compiled for speed, with constraints', () => compiled(constrained, 'speed')],
])('a router that is %s', (_, made) => {
  const router = made();

  test.each([
    ['nothing', [], 'undefined'],
    ['a method alone', ['GET'], 'undefined'],
    ['a path alone', ['/posts/7'], 'undefined'],
    ['a Fetch request', [fetched], 'an object of class Request'],
    ['a URL', ['GET', new URL(fetched.url)], 'an object of class URL'],
    ['a number', ['GET', 7], 'a value of type number'],
  ])('is not asked by %s', (__, given, kind) => {
    const asked = given as unknown as [method: string, path: string];
    for (const question of ['recognize', 'recognitionStatus', 'explain'] as const)
      expect(() => router[question](...asked), question).toThrow(new TypeError(`${needs} ${kind}`));
  });

  test.each([
    ['nothing', undefined, 'undefined'],
    ['a URL', new URL(fetched.url), 'an object of class URL'],
  ])('has no methods of %s', (__, path, kind) => {
    expect(() => router.allowedMethods(path as unknown as string)).toThrow(new TypeError(`${needs} ${kind}`));
  });

  test.each([
    ['nothing', undefined, 'undefined'],
    ['a path', '/posts/7', 'a value of type string'],
    ['a Fetch request', fetched, 'an object of class Request'],
    ['an object that looks like a request', { method: 'GET', path: '/posts/7' }, 'an object of class Object'],
  ])('is not called with %s', (__, request, kind) => {
    expect(() => router.call(request as unknown as Request)).toThrow(new TypeError(`${needs} ${kind}`));
  });

  test('answers those who ask well', async () => {
    expect(router.recognize('GET', '/posts/7')?.params['id']).toBe('7');
    const response = await router.call(new Request({ method: 'GET', path: '/posts/7' }));
    expect(response.body).toBe('a post');
  });
});
