import { describe, expect, test } from 'vitest';
import type { RequestConstraint } from '../../src/routing/patterns/constraints.js';
import type { Router } from '../../src/routing/router/router.js';
import { answer } from '../support/answer.js';
import { routerOf, type WrittenRoute } from '../support/routes-of.js';

test('a method is the same in capitals and small letters, however often it is asked for', () => {
  const router = routerOf({ 'GET /posts/:id': 'posts#show', 'PURGE /posts/:id': 'posts#purge' });
  for (let turn = 0; turn < 3; turn++) {
    for (const method of ['get', 'GET', 'Get', 'head'])
      expect(answer(router, method, '/posts/7')).toBe('posts#show id=7');
    expect(answer(router, 'purge', '/posts/7')).toBe('posts#purge id=7');
    for (const method of ['put', 'PUT', 'trace', ''])
      expect(answer(router, method, '/posts/7')).toBe('method-not-allowed');
  }
});

test('a path is long enough by what its escapes stand for, with the least that a route may have', () => {
  const router = routerOf({
    'GET /posts/:id(.:format)': 'posts#show',
    'DELETE /posts/:id': 'posts#destroy',
    'GET /photos(/:page)': 'photos#index',
    'PUT /files/*path': 'files#write',
    'POST /öl': 'oil#create',
  });
  expect(answer(router, 'DELETE', '/posts/7')).toBe('posts#destroy id=7');
  expect(answer(router, 'DELETE', '/posts/%37')).toBe('posts#destroy id=7');
  expect(answer(router, 'DELETE', '/p%6fsts/7')).toBe('posts#destroy id=7');
  expect(answer(router, 'DELETE', '/%70osts/7')).toBe('posts#destroy id=7');
  expect(answer(router, 'DELETE', '//posts//7/')).toBe('posts#destroy id=7');
  for (const path of ['/posts', '/posts/', '/posts?id=7', '/p%6fsts'])
    expect(answer(router, 'DELETE', path)).toBe('not-found');
  expect(answer(router, 'GET', '/posts/7')).toBe('posts#show id=7');
  expect(answer(router, 'GET', '/photos')).toBe('photos#index');
  expect(answer(router, 'PUT', '/files/a')).toBe('files#write path=a');
  expect(answer(router, 'PUT', '/files/')).toBe('not-found');
  expect(answer(router, 'POST', '/%C3%B6l')).toBe('oil#create');
});

test('a path may be of any length, however often it is asked for', () => {
  const long = `/${'x'.repeat(300)}`;
  const router = routerOf({
    [`GET ${long}`]: 'long#show',
    [`POST ${long}/:id`]: 'long#update',
    ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`GET /${name}`, `${name}#show`])),
  });
  for (let turn = 0; turn < 300; turn++) {
    expect(answer(router, 'GET', long)).toBe('long#show');
    expect(answer(router, 'POST', `${long}/7`)).toBe('long#update id=7');
    expect(answer(router, 'GET', '/e')).toBe('e#show');
    expect(answer(router, 'GET', `/y${long}`)).toBe('not-found');
  }
});

describe('the route declared first wins', () => {
  test('whatever its shape', () => {
    const router = routerOf({
      'GET /:page': 'pages#show',
      'GET /about': 'pages#about',
      'GET /posts/new': 'posts#new',
      'GET /posts/:id': 'posts#show',
      'GET /posts/:id/edit': 'posts#edit',
      'GET /*rest': 'pages#lost',
      'GET /posts/:id/delete': 'posts#delete',
    });
    expect(answer(router, 'GET', '/about')).toBe('pages#show page=about');
    expect(answer(router, 'GET', '/posts/new')).toBe('posts#new');
    expect(answer(router, 'GET', '/posts/news')).toBe('posts#show id=news');
    expect(answer(router, 'GET', '/posts/new/edit')).toBe('posts#edit id=new');
    expect(answer(router, 'GET', '/posts/7/delete')).toBe('pages#lost rest=posts/7/delete');
  });

  test('for HEAD too, which GET answers', () => {
    const router = routerOf({
      'GET /a': 'a#get',
      'HEAD /a': 'a#head',
      'HEAD /b': 'b#head',
      'GET /b': 'b#get',
    });
    expect(answer(router, 'HEAD', '/a')).toBe('a#get');
    expect(answer(router, 'HEAD', '/b')).toBe('b#head');
    expect(answer(router, 'GET', '/b')).toBe('b#get');
  });

  test('and one that answers any method answers those that nobody knows', () => {
    const router = routerOf({ 'POST /a': 'a#post', 'ANY /a': 'a#any' });
    expect(['POST', 'post', 'GET', 'PURGE', 'x'].map((method) => answer(router, method, '/a'))).toEqual([
      'a#post',
      'a#post',
      'a#any',
      'a#any',
      'a#any',
    ]);
    expect(answer(routerOf({ 'GET /a': 'a#get' }), 'PURGE', '/a')).toBe('method-not-allowed');
  });
});

test('paths that begin with another character than all routes are told however they are written', () => {
  const router = routerOf({ 'GET /api/posts': 'posts#index', 'GET /api/posts/:id': 'posts#show' });
  for (const path of ['/api/posts/7', '//api/posts/7', 'api/posts/7', '/%61pi/posts/7', '///api//posts/7/'])
    expect(answer(router, 'GET', path)).toBe('posts#show id=7');
  for (const path of [
    '/',
    '',
    '/?api',
    '/wp-login.php',
    '//wp',
    '/%62pi/posts',
    'bpi/posts',
    '/épi',
    '/.env',
  ])
    expect(answer(router, 'GET', path)).toBe('not-found');
  const accented = routerOf({ 'GET /é/:id': 'e#show', 'GET /é': 'e#index' });
  for (const path of ['/é', '/%C3%A9', 'é', '//é/']) expect(answer(accented, 'GET', path)).toBe('e#index');
  expect(answer(accented, 'GET', '/i')).toBe('not-found');
});

test('a table without routes answers nothing', () => {
  const router = routerOf({});
  expect(answer(router, 'GET', '/')).toBe('not-found');
  expect(router.allowedMethods('/a')).toEqual([]);
});

describe('tables of many routes that are alike', () => {
  const nouns = Array.from({ length: 90 }, (_, k) => `${'abcdefghi'[k % 9]}${'xyz'[k % 3]}thing${k}`);
  const router = routerOf(
    Object.fromEntries(
      nouns.flatMap((noun, k): [string, WrittenRoute][] => [
        [`GET /${noun}`, `${noun}#index`],
        [`POST /${noun}`, `${noun}#create`],
        [`GET /${noun}/:${noun}_id/parts/*rest`, `${noun}#parts`],
        // Every third has them the other way round, and every fifth has a constraint.
        ...((k % 3 === 0
          ? [
              [`GET /${noun}/:id(.:format)`, `${noun}#show`],
              [`GET /${noun}/new`, `${noun}#new`],
            ]
          : [
              [`GET /${noun}/new`, `${noun}#new`],
              [
                `GET /${noun}/:id(.:format)`,
                k % 5 === 0 ? { to: `${noun}#show`, where: { id: /\d+/ } } : `${noun}#show`,
              ],
            ]) satisfies [string, WrittenRoute][]),
        [`DELETE /${noun}/:${noun}`, `${noun}#destroy`],
      ]),
    ),
  );

  test('each is answered by its own', () => {
    for (const [k, noun] of nouns.entries()) {
      const asked = (method: string, path: string): string => answer(router, method, `/${noun}${path}`);
      expect(asked('GET', '')).toBe(`${noun}#index`);
      expect(asked('POST', '')).toBe(`${noun}#create`);
      expect(asked('DELETE', '')).toBe('method-not-allowed');
      expect(asked('GET', '/new')).toBe(k % 3 === 0 ? `${noun}#show id=new` : `${noun}#new`);
      expect(asked('GET', '/7.json')).toBe(`${noun}#show id=7 format=json`);
      expect(asked('GET', '/seven')).toBe(
        k % 3 !== 0 && k % 5 === 0 ? 'method-not-allowed' : `${noun}#show id=seven`,
      );
      expect(asked('DELETE', '/new')).toBe(`${noun}#destroy ${noun}=new`);
      expect(asked('GET', '/7/parts/a/b')).toBe(`${noun}#parts ${noun}_id=7 rest=a/b`);
      expect(router.allowedMethods(`/${noun}`)).toEqual(['GET', 'HEAD', 'POST']);
      expect(router.allowedMethods(`/${noun}/7`)).toEqual(['GET', 'HEAD', 'DELETE']);
      expect(asked('GET', '/7/none')).toBe('not-found');
    }
  });

  test.each([
    ['numbered at their end', (k: number) => `/articles/${10_000 + k}`],
    ['numbered at both ends', (k: number) => `/${10_000 + k}/articles/${20_000 - k}`],
    ['of any length', (k: number) => `/${(k * 7919).toString(2 + (k % 30))}/x`],
    ['that differ in many places', (k: number) => `/${k.toString(2).padStart(12, '0').replaceAll('0', 'a')}`],
    ['of another alphabet', (k: number) => `/${String.fromCharCode(0x4e00 + k, 0x5000 + (k % 50))}`],
  ])('and of literal paths %s: each is found, and none that is nearly one', (_, pathOf) => {
    const paths = Array.from({ length: 3_000 }, (__, k) => pathOf(k));
    const literal = routerOf(
      Object.fromEntries([...new Set(paths)].map((path) => [`GET ${path}`, `pages#show`] as const)),
    );
    // Twice, since a path's match is kept when it was asked for.
    for (const path of [...paths, ...paths])
      if (literal.recognize('GET', path)?.route.pattern !== path)
        expect(literal.recognize('GET', path)?.route.pattern).toBe(path);
    const known = new Set(paths);
    for (const path of paths) {
      const other = `${path.slice(0, -1)}${path.endsWith('~') ? '-' : '~'}`;
      if (!known.has(other)) expect(literal.recognize('GET', other)).toBeUndefined();
    }
  });

  test('with more methods than there are bits in a number', () => {
    const methods = Array.from({ length: 70 }, (_, k) => `M${k}`);
    const many = routerOf({
      ...Object.fromEntries(methods.map((method) => [`${method} /a/:id`, `a#${method.toLowerCase()}`])),
      'ANY /b': 'b#any',
    });
    for (const method of methods) {
      expect(answer(many, method, '/a/7')).toBe(`a#${method.toLowerCase()} id=7`);
      expect(answer(many, method, '/b')).toBe('b#any');
    }
    expect(many.allowedMethods('/a/7')).toEqual(methods);
    expect(answer(many, 'GET', '/a/7')).toBe('method-not-allowed');
    expect(answer(many, 'OTHER', '/b')).toBe('b#any');
  });
});

describe('methods that a path answers', () => {
  test('come in declaration order, each once, HEAD right after GET', () => {
    const router = routerOf({
      'PATCH|PUT /a/:id': 'a#update',
      'HEAD /a/:id': 'a#head',
      'GET /a/:id': 'a#show',
      'DELETE /a/:id': 'a#destroy',
      'GET /a/7': 'a#seven',
    });
    expect(router.allowedMethods('/a/8')).toEqual(['PATCH', 'PUT', 'GET', 'HEAD', 'DELETE']);
    expect(router.allowedMethods('/a/7')).toEqual(['PATCH', 'PUT', 'GET', 'HEAD', 'DELETE']);
    expect(router.allowedMethods('/b')).toEqual([]);
    router.allowedMethods('/a/8').pop();
    expect(router.allowedMethods('/a/8')).toHaveLength(5);
  });

  test('are those of routes whose constraints hold, that on the method among them', () => {
    const onlyGet: RequestConstraint = {
      kind: 'attribute',
      attribute: 'method',
      test: { kind: 'string', value: 'GET' },
    };
    const router = routerOf({ 'ANY /a': { request: [onlyGet] }, 'DELETE /b/:id': { where: { id: /\d+/ } } });
    expect([router.recognitionStatus('GET', '/a'), router.recognitionStatus('POST', '/a')]).toEqual([
      'found',
      'not-found',
    ]);
    expect([router.recognitionStatus('GET', '/b/7'), router.recognitionStatus('GET', '/b/x')]).toEqual([
      'method-not-allowed',
      'not-found',
    ]);
    expect([router.allowedMethods('/b/7'), router.allowedMethods('/b/x')]).toEqual([['DELETE'], []]);
  });
});

describe('what leaves more than one way', () => {
  const router = routerOf({
    'GET /dates/:from-:to': 'dates#between',
    'GET /v:major.:minor': 'versions#show',
    'GET /copy/*from/to/*to': 'files#copy',
    'GET /files/*path(.:format)': 'files#show',
    'GET /raw/:id(.:format)': { to: 'raw#show', where: { id: /[^/]+/ } },
    'GET /mixed/:id(-:slug)': { to: 'mixed#show', where: { id: /\d+/ } },
    'GET /two/:a:b': 'two#show',
  });

  test.each([
    ['/dates/a-b-c', 'dates#between from=a-b to=c'],
    ['/dates/-', 'not-found'],
    ['/dates/a-', 'not-found'],
    ['/v1.2', 'versions#show major=1 minor=2'],
    ['/copy/a/to/b/to/c', 'files#copy from=a/to/b to=c'],
    ['/copy/to/to', 'not-found'],
    ['/files/a/b.tar.gz', 'files#show path=a/b.tar format=gz'],
    ['/files/a.b/c', 'files#show path=a.b/c'],
    ['/files/.x', 'files#show path=.x'],
    ['/files/a/.x', 'files#show path=a/ format=x'],
    ['/files/a.', 'files#show path=a.'],
    ['/raw/a.json', 'raw#show id=a.json'],
    ['/mixed/7-seven-up', 'mixed#show id=7 slug=seven-up'],
    ['/mixed/7', 'mixed#show id=7'],
    ['/two/😀😀', 'two#show a=😀 b=😀'],
    ['/two/😀', 'not-found'],
  ])('%s: %s', (path, expected) => expect(answer(router, 'GET', path)).toBe(expected));

  test('costs time that does not run away with the length of the path', () => {
    const nested = routerOf({
      'GET /*a/x/*b/x/*c/y': 'a#a',
      'GET /:a-:b-:c-:d!': 'b#b',
      'GET /z/*a(/b)(/*c)/end(/:d)': 'c#c',
    });
    for (const path of ['/x'.repeat(100_000), `/${'a-'.repeat(100_000)}`, `/z${'/b'.repeat(50_000)}`])
      expect(nested.recognize('GET', path)).toBe(undefined);
  });

  test('is left to backtracking where groups are many', () => {
    const groups = Array.from({ length: 20 }, (_, k) => `(/a${k}/:n${k})`).join('');
    const many = routerOf({
      [`GET /x${groups}`]: 'many#show',
      [`GET ${groups}`]: 'many#bare',
      'GET /x/y': 'x#y',
    });
    expect(answer(many, 'GET', '/x')).toBe('many#show');
    expect(answer(many, 'GET', '/x/a3/1/a17/2')).toBe('many#show n3=1 n17=2');
    expect(answer(many, 'GET', '/x/a17/1/a3/2')).toBe('not-found');
    expect(answer(many, 'GET', '/a0/1/a19/2')).toBe('many#bare n0=1 n19=2');
    expect(answer(many, 'GET', '/')).toBe('many#bare');
    expect(answer(many, 'GET', '/x/y')).toBe('x#y');
  });

  test('is found behind characters that nobody writes', () => {
    const texts = Array.from({ length: 8 }, (_, code) => String.fromCharCode(code));
    const router = routerOf(
      Object.fromEntries(
        texts.flatMap((text, code): [string, string][] => [
          [`GET /a${text}`, `a#text${code}`],
          [`GET /${text}/:id(.:format)`, `a#name${code}`],
          [`GET /${text}b/*rest`, `a#glob${code}`],
        ]),
      ),
    );
    for (const [code, text] of texts.entries()) {
      for (const written of [text, encodeURIComponent(text)]) {
        expect(answer(router, 'GET', `/a${written}`)).toBe(`a#text${code}`);
        expect(answer(router, 'GET', `/${written}/7.x`)).toBe(`a#name${code} id=7 format=x`);
        expect(answer(router, 'GET', `/${written}b/c/d`)).toBe(`a#glob${code} rest=c/d`);
      }
    }
    expect(answer(router, 'GET', '/a')).toBe('not-found');
  });

  test('is found behind an escaped dot of an extension, whatever text stands beside it', () => {
    for (const path of ['/(.:format)', '(/abc)(.:format)', '(/é)(.:format)'])
      expect(answer(routerOf({ [`GET ${path}`]: 'a#a' }), 'GET', '/%2Ejson')).toBe('a#a format=json');
  });

  test('is found behind text of any alphabet', () => {
    const words = ['zebra', 'äpfel', '日本', '日没', 'яблоко', '😀', '😁', 'zebu'];
    const worded = routerOf(Object.fromEntries(words.map((word) => [`GET /${word}/:id`, `${word}#show`])));
    for (const word of words) {
      expect(answer(worded, 'GET', `/${word}/1`)).toBe(`${word}#show id=1`);
      expect(answer(worded, 'GET', encodeURI(`/${word}/1`))).toBe(`${word}#show id=1`);
    }
    expect(answer(worded, 'GET', '/日/1')).toBe('not-found');
  });
});

describe('callables', () => {
  const guard = (label: string, callable: (argument: never) => unknown): RequestConstraint => ({
    kind: 'callable',
    callable,
    label,
  });

  test('are asked in declaration order, once each, and only where the route could answer', () => {
    const asked: string[] = [];
    const say = (name: string, outcome: boolean) => guard(name, () => (asked.push(name), outcome));
    const router = routerOf({
      'GET /:a/b': { to: 'first#a', request: [say('first', false)] },
      'GET /a/:b(/c)': { to: 'second#a', request: [say('second', false)] },
      'POST /a/b': { to: 'post#a', request: [say('post', true)] },
      'GET /a/b/c': { to: 'longer#a', request: [say('longer', true)] },
      'GET /a/b': { to: 'third#a', request: [say('third', true), say('also third', true)] },
      'GET /*rest': { to: 'fourth#a', request: [say('fourth', true)] },
    });
    expect(answer(router, 'GET', '/a/b')).toBe('third#a');
    expect(asked).toEqual(['first', 'second', 'third', 'also third']);
  });

  test('on segments get the value that was found, and none where there is none', () => {
    const asked: string[] = [];
    const odd = (value: string): boolean => asked.push(value) > 0 && value.length % 2 === 1;
    const router = routerOf({
      'GET /a(/:id)(.:format)': { to: 'a#show', where: { id: odd } },
      'GET /*rest': 'rest#show',
    });
    expect(
      ['/a', '/a.json', '/a/b%2Fc', '/a/bb', '/a/b.json'].map((path) => answer(router, 'GET', path)),
    ).toEqual([
      'a#show',
      'a#show format=json',
      'a#show id=b/c',
      'rest#show rest=a/bb',
      'a#show id=b format=json',
    ]);
    expect(asked).toEqual(['b/c', 'bb', 'b']);
  });

  test('are asked once where a route has two ways to the same path', () => {
    const asked: string[] = [];
    const router = routerOf({
      'GET (/:locale)/:id(/:tab)': {
        to: 'posts#show',
        where: { id: (value: string) => (asked.push(value), value === 'posts') },
      },
      'GET /*rest': 'rest#show',
    });
    expect(answer(router, 'GET', '/posts/7')).toBe('rest#show rest=posts/7');
    expect(answer(router, 'GET', '/en/posts')).toBe('posts#show locale=en id=posts');
    expect(asked).toEqual(['7', 'posts']);
  });

  test('are asked once where an escaped dot is a part of the value', () => {
    const asked: string[] = [];
    const odd = (value: string): boolean => asked.push(value) > 0 && value.length % 2 === 0;
    const router = routerOf({ 'GET /*path(.:format)': { to: 'files#show', where: { path: odd } } });
    expect(answer(router, 'GET', '/a%2Ejson')).toBe('files#show path=a.json');
    expect(asked).toEqual(['a.json']);
  });

  test('may ask the router itself', () => {
    let inner = '';
    const router: Router = routerOf({
      'GET /x/:a/:b': {
        to: 'x#x',
        request: [guard('&a', () => (inner = answer(router, 'GET', '/y/111/222//?q')) === '')],
      },
      'GET /:k/:a/:b': { to: 'y#y', where: { b: (value) => value !== 'none' } },
    });
    expect(answer(router, 'GET', '/x/1/2')).toBe('y#y k=x a=1 b=2');
    expect(inner).toBe('y#y k=y a=111 b=222');
  });

  test('may throw, and leave nothing behind', () => {
    const router = routerOf({
      'GET /a/:id': {
        to: 'a#a',
        request: [
          guard('&a', () => {
            throw new RangeError('mine');
          }),
        ],
      },
      'GET /:a/:b': 'b#b',
      'GET /p/:id/x': { to: 'p#p', request: [guard('&p', () => Promise.resolve(true))] },
    });
    expect(() => router.recognize('GET', '/a/1%41/?x')).toThrow(new RangeError('mine'));
    expect(answer(router, 'GET', '/b/%41')).toBe('b#b a=b b=A');
    expect(() => router.recognize('GET', '/p/1/x')).toThrow(/^the constraint &p answered a promise/);
  });

  test('leave nothing behind where a context throws while it is read', () => {
    const host: RequestConstraint = {
      kind: 'attribute',
      attribute: 'host',
      test: { kind: 'string', value: 'a.org' },
    };
    const router = routerOf({
      'GET /p/1': { to: 'p#first', request: [host] },
      'GET /p/:id(.:format)': { to: 'p#show', request: [host] },
      'GET /*rest': { to: 'p#rest', where: { rest: /.*/ }, request: [host] },
    });
    const broken = {
      get host(): string {
        throw new Error('no host yet');
      },
    };
    for (const path of ['/p/1', '/p/1.json', '/p/a%2Fb/', '/p//x'])
      expect(() => router.recognize('GET', path, { context: broken })).toThrow('no host yet');
    const other = routerOf({ 'GET /p/:id': 'p#show', 'GET /a/b': 'a#b' });
    expect(answer(other, 'GET', '/p/1/')).toBe('p#show id=1');
    expect(answer(other, 'GET', '/a//b')).toBe('a#b');
    expect(answer(other, 'GET', '/p/a%2Fb?q=1')).toBe('p#show id=a/b');
    expect(answer(router, 'GET', '/p/1.json', { host: 'a.org' })).toBe('p#show id=1 format=json');
  });

  test('are not asked when a table is prepared', () => {
    let count = 0;
    const router = routerOf({ 'GET /a': { request: [guard('&a', () => ++count % 2)] }, 'GET /b': 'b#b' });
    router.recognize('GET', '/b');
    expect(count).toBe(0);
    expect([router.recognize('GET', '/a'), router.recognize('GET', '/a')].map(Boolean)).toEqual([
      true,
      false,
    ]);
  });
});
