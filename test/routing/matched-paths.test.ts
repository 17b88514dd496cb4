// What a path is to a router as it was sent, and what its match takes from it.

import { describe, expect, test } from 'vitest';
import { answer } from '../support/answer.js';
import { inheritsNothing } from '../support/inherits-nothing.js';
import { routerOf } from '../support/routes-of.js';

describe('params', () => {
  test('inherit nothing, and come in the order of the pattern, defaults last', () => {
    const router = routerOf({
      'GET /:__proto__/:constructor(/:b)': { defaults: { toString: 'x', b: 'y', a: 'z' } },
      'GET /': { defaults: { a: 'b' } },
    });
    const { params } = router.recognize('GET', '/1/2')!;
    expect(inheritsNothing(params)).toBe(true);
    expect(Object.entries(params)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', 'x'],
      ['b', 'y'],
      ['a', 'z'],
    ]);
    expect(Object.keys(router.recognize('GET', '/1/2/3')!.params)).toEqual([
      '__proto__',
      'constructor',
      'b',
      'toString',
      'a',
    ]);
    expect(inheritsNothing(router.recognize('GET', '/')!.params)).toBe(true);
  });

  test('of one match are not those of another', () => {
    const router = routerOf({ 'GET /a/:id': 'a#show', 'GET /b': { defaults: { x: '1' } } });
    const first = router.recognize('GET', '/a/1')!;
    expect([router.recognize('GET', '/a/2')!.params['id'], first.params['id']]).toEqual(['2', '1']);
    expect(() => {
      (router.recognize('GET', '/b')!.params as Record<string, string>)['x'] = '2';
    }).toThrow(TypeError);
  });

  test('hold decoded text', () => {
    const router = routerOf({
      'GET /a/:id(.:format)': 'a#show',
      'GET /f/*path': 'f#show',
      'GET /100%/é': 'a#percent',
    });
    expect(answer(router, 'GET', '/a/x%2Fy')).toBe('a#show id=x/y');
    expect(answer(router, 'GET', '/a/x%2ejson')).toBe('a#show id=x.json');
    expect(answer(router, 'GET', '/a/x%2ey.json')).toBe('a#show id=x.y format=json');
    expect(answer(router, 'GET', '/a/%25%3F%23+')).toBe('a#show id=%?#+');
    expect(answer(router, 'GET', '/a/%F0%9F%90%AE')).toBe('a#show id=🐮');
    expect(answer(router, 'GET', '/f/a%2Fb/c%252F')).toBe('f#show path=a/b/c%2F');
    expect(answer(router, 'GET', '/100%25/%c3%a9')).toBe('a#percent');
    expect(answer(router, 'GET', '/100%25/é')).toBe('a#percent');
    expect(answer(router, 'GET', '/100%/é')).toBe('not-found');
  });
});

describe('a path', () => {
  const router = routerOf({
    'GET /': 'home#index',
    'GET /posts/:id': 'posts#show',
    'GET /robots.txt': 'files#robots',
    'GET /f/*path': 'f#show',
  });

  test.each([
    ['/', 'home#index'],
    ['', 'home#index'],
    ['//', 'home#index'],
    ['?a=b', 'home#index'],
    ['/?/posts/7', 'home#index'],
    ['posts/7', 'posts#show id=7'],
    ['//posts///7//', 'posts#show id=7'],
    ['/posts/7?x=/y', 'posts#show id=7'],
    ['/posts/7/?x', 'posts#show id=7'],
    ['/%70osts/7', 'posts#show id=7'],
    ['/posts%2F7', 'not-found'],
    ['/posts/7.json', 'not-found'],
    ['/posts/.json', 'not-found'],
    ['/posts/a#b', 'posts#show id=a#b'],
    ['/robots%2Etxt', 'files#robots'],
    ['/robots.txt/', 'files#robots'],
    ['/f/a//b/', 'f#show path=a/b'],
    ['/f/', 'not-found'],
    ['/POSTS/7', 'not-found'],
  ])('%j: %s', (path, expected) => expect(answer(router, 'GET', path)).toBe(expected));

  test.each([
    '/posts/%',
    '/posts/%2',
    '/posts/%zz',
    '/posts/%ff',
    '/posts/%c3%28',
    '/f/a/%ed%a0%80',
    '/f/%c3/%a9',
    '/%',
  ])('%j matches nothing', (path) => {
    expect(answer(router, 'GET', path)).toBe('not-found');
    expect(router.allowedMethods(path)).toEqual([]);
  });

  test('of any length, with any characters, is answered', () => {
    const long = 'a'.repeat(1_000_000);
    expect(router.recognize('GET', `/posts/${long}`)?.params['id']).toBe(long);
    expect(router.recognize('GET', `/f${'/a'.repeat(500_000)}`)?.params['path']).toHaveLength(999_999);
    expect(router.recognize('GET', '/'.repeat(1_000_000))?.action).toBe('index');
    expect(router.recognize('GET', `/posts/${'%41'.repeat(300_000)}`)?.params['id']).toHaveLength(300_000);
    expect(router.recognize('GET', `/posts${'/a'.repeat(10_000)}`)).toBe(undefined);
    for (const path of [
      '/posts/\ud800',
      '/\udc25',
      '/posts/\udc2f%41',
      '/posts/\ud800%2e',
      '\udc3f',
      '/f/\udc2e//\ud83d%25',
    ]) {
      expect(() => [
        router.recognize('GET', path),
        router.recognitionStatus('PUT', path),
        router.allowedMethods(path),
        router.explain('GET', path),
      ]).not.toThrow();
    }
  });
});
