// The search that is written for a small table, against the one that tries every route in order.

import { describe, expect, test } from 'vitest';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { listOf } from '../../src/routing/patterns/route-list.js';
import { PlainSearch } from '../../src/routing/recognition/plain-search.js';
import { Tree } from '../../src/routing/recognition/radix-tree.js';
import { Walks } from '../../src/routing/recognition/tree-walk.js';
import { heldIn } from '../../src/routing/recognition/loaded-recognition.js';
import { recognition } from '../../src/routing/recognition/matcher.js';
import { searchProgram } from '../../src/routing/recognition/written-search.js';
import { parseRoutes } from '../../src/interpreter/load.js';
import { seededRandom } from '../support/random.js';
import { distorted, methods, randomPath, randomTable } from '../support/random-routes.js';
import { inheritsNothing } from '../support/inherits-nothing.js';
import { routesOf, type WrittenRoute } from '../support/routes-of.js';
import { searchOf } from '../support/search-of.js';

const tables = Number(process.env['WAYPOST_MATCHER_TABLES'] ?? 50);
const seed = Number(process.env['WAYPOST_MATCHER_SEED'] ?? 1);
const often = 1_200;

/** How many of these paths it answers itself, each as the definition says. */
function check(routes: readonly RouteDefinition[], asked: readonly (readonly [string, string])[]): number {
  const search = searchOf(routes)!;
  const plain = new PlainSearch(listOf(routes).all);
  let answered = 0;
  for (const [method, path] of asked) {
    const match = search(method, path);
    if (match === null) continue;
    answered++;
    const expected = plain.find(method, path, {});
    const shown = `${method} ${path} in\n${routes.map(({ verbs, pattern }) => `${verbs.join()} ${pattern.text}`).join('\n')}`;
    expect(match?.route.index, shown).toBe(expected?.route.index);
    if (!match || !expected) continue;
    expect(inheritsNothing(match.params)).toBe(true);
    expect(Object.entries(match.params), shown).toEqual(Object.entries(expected.params));
    expect({ ...match, params: 0, route: 0 }).toEqual({ ...expected, params: 0, route: 0 });
  }
  return answered;
}

describe('the search written for a table answers as one that tries every route in order, or says that it cannot tell', () => {
  const byChance = (size: (round: number) => number, isPlain: boolean, offset: number): number => {
    let answered = 0;
    for (let round = 0; round < tables; round++) {
      const random = seededRandom(seed * 1_000_003 + offset + round);
      const routes = randomTable(random, { size: size(round), isPlain });
      if (searchOf(routes) === undefined) continue;
      const asked = Array.from(
        { length: 60 },
        () => [methods[random(methods.length)]!, randomPath(random, routes)] as const,
      );
      answered += check(
        routes,
        asked.filter(([, path]) => !/\p{Surrogate}/u.test(path)),
      );
    }
    return answered / (60 * tables);
  };

  test('on tables of plain segments and text', () => {
    expect(byChance((round) => 1 + (round % 40), true, 30_000_000)).toBeGreaterThan(0.3);
  });

  test('on tables of everything that a pattern can have', () => {
    expect(byChance((round) => 1 + (round % 8), false, 40_000_000)).toBeGreaterThan(0.1);
  });
});

const table: Readonly<Record<string, WrittenRoute>> = {
  'GET /': 'pages#home',
  'GET /about-the-whole-of-this-house': 'pages#about',
  'GET /posts': 'posts#index',
  'POST /posts': 'posts#create',
  'GET /posts/new': 'posts#new',
  'GET /posts/:id': 'posts#show',
  'PATCH|PUT /posts/:id': 'posts#update',
  'GET /posts/:post_id/comments-and-answers/:id': 'comments#show',
  'GET /feeds/:name(.:format)': 'feeds#show',
  'GET /feeds/latest.xml': 'feeds#latest',
  'GET /years/:year': { to: 'years#show', where: { year: /\d{4}/ } },
  'GET /years/:name/:day': { to: 'years#day', defaults: { zone: 'utc' } },
  'GET /odd/:__proto__/:constructor': 'odd#show',
  'GET /odd/:é': 'odd#letter',
  'GET /files/*path': 'files#show',
  'GET /files/*path/raw': 'files#raw',
  'GET /assets/fonts': 'assets#fonts',
  'GET /assets/*path': 'assets#show',
  'GET /late/:id': 'late#any',
  'GET /late/word': 'late#word',
  'ANY /anything/:id': 'any#thing',
  'GET /:locale/assets/*path': 'assets#localised',
};

const paths = [
  '/',
  '/about-the-whole-of-this-house',
  '/posts',
  '/posts/new',
  '/posts/newer',
  '/posts/7',
  '/posts/7/comments-and-answers/8',
  '/posts/7/comments-and-answerz/8',
  '/feeds/a.json',
  '/feeds/latest.xml',
  '/years/1999',
  '/years/then',
  '/years/a/b',
  '/odd/a/b',
  '/odd/a',
  '/files/a/b',
  '/assets/fonts',
  '/assets/fonts/a.woff',
  '/en/assets/a/b',
  '/late/word',
  '/anything/7',
];
const asked = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'PURGE', 'get'].flatMap((method) =>
  paths
    .flatMap((path) => [path, ...(method === 'GET' || method === 'PUT' ? distorted(path) : [])])
    .map((path) => [method, path] as const),
);

test('a path with whatever it can have at each of its places', () => {
  expect(check(routesOf(table), asked)).toBeGreaterThan(asked.length / 3);
});

test('a path with whatever it can have behind its first slash', () => {
  const texts = [
    '',
    '/',
    '//',
    '/é',
    '/中',
    ...Array.from({ length: 128 }, (_, code) => `/${String.fromCharCode(code)}`),
  ];
  const paths = texts.flatMap((text) => [
    text,
    `${text}/`,
    `${text}b`,
    `${text}osts`,
    `${text}?x`,
    text.slice(1),
  ]);
  const rows = {
    'GET /a': 'a#a',
    'GET /posts': 'a#b',
    'GET /posts/:id': 'a#c',
    'GET /é': 'a#d',
    'GET /%': 'a#e',
    'GET /zb': 'a#f',
  };
  const tablesOf = [
    rows,
    { 'GET /': 'a#g', ...rows },
    { 'GET /(.:format)': 'a#h', ...rows },
    { ...rows, 'GET (/:any)/b': 'a#i' },
  ];
  for (const each of tablesOf) {
    const routes = routesOf(each);
    check(
      routes,
      paths.map((path) => ['GET', path] as const),
    );
    const [list, matcher] = [listOf(routes).all, recognition(listOf(routes))];
    for (const path of paths)
      expect(matcher.find('GET', path, {})?.route.index, path).toBe(
        new PlainSearch(list).find('GET', path, {})?.route.index,
      );
  }
});

test('values that begin at the same place, behind slashes and dots', () => {
  const routes = routesOf({
    'GET /hello/:name': 'hello#show',
    'GET /files/:id/raw': 'files#raw',
    'GET (/.:format)': 'root#show',
    'GET /:id': 'ids#show',
    'GET /:page/at/:place': 'pages#at',
  });
  const begun = ['/hello/', '/files/', '/.', '/', '//', ''];
  const given = [
    '',
    '7',
    '7/raw',
    'b/at/b',
    '.',
    'json',
    'json/',
    '日本',
    'not-to-be-seen-in-twelve',
    'x-y.z?q',
    '%2e',
    '?',
    '/',
  ];
  const pairs = begun.flatMap((before) => given.map((value) => ['GET', before + value] as const));
  expect(check(routes, pairs)).toBeGreaterThan(pairs.length / 3);
});

test('paths of text and segments need no walk', () => {
  const search = searchOf(routesOf(table))!;
  const told = [
    '/',
    '/about-the-whole-of-this-house',
    '/posts/7',
    '/posts/7/comments-and-answers/8',
    '/feeds/a.json',
    '/feeds/a-name-of-some-length.json?page=2',
    '/years/1999',
    '/years/a/b',
    '/assets/a/b.css',
    '/assets/fonts/a',
    '/assets/fonts/a/variable-italic.woff2',
    '/assets/a.css?v=2',
    '/assets/fonts/a/variable-italic.woff2?v=%2F//',
    '/posts?page=2',
    '/posts/7?a=/b',
  ];
  for (const path of told) expect(search('GET', path)?.route, path).toBeDefined();
  expect(search('GET', '/posts/new')!.params).toEqual({});
  expect(search('GET', '/feeds/a')!.params).toEqual({ name: 'a' });
  expect(search('DELETE', '/posts/7')).toBeUndefined();
  expect(search('GET', '/wp-admin')).toBeUndefined();
  expect(search('GET', '/years/then')).toBeUndefined();
  expect(search('GET', '/posts/7/nothing')).toBeUndefined();
  expect(search('get', '/posts/7')!.params).toEqual({ id: '7' });
  expect(search('trace', '/posts')).toBeUndefined();
});

test('a name that was declared before a text in its place needs no walk where more follows it', () => {
  const search = searchOf(
    routesOf({
      'GET /posts/:post_id/comments': 'comments#index',
      'GET /posts/new': 'posts#new',
      'GET /posts/:id': 'posts#show',
      'GET /posts/:id/:tab': 'posts#tab',
      'GET /posts/:id/notes': 'notes#index',
    }),
  )!;
  expect(search('GET', '/posts/news')!.params).toEqual({ id: 'news' });
  expect(search('GET', '/posts/new?page=2')!.route.index).toBe(1);
  expect(search('GET', '/posts/news/comments')!.route.index).toBe(0);
  expect(search('GET', '/posts/7/notes')).toBeNull();
});

test('a glob that was declared before a text in its place answers for all of its pieces', () => {
  const routes = routesOf({
    'GET /files/*path': 'files#show',
    'GET /files/new/image': 'files#image',
    'GET /pages/*path': 'pages#show',
    'GET /pages/new': 'pages#new',
  });
  const all = [
    '/files/new',
    '/files/new/image',
    '/files/new/image/7',
    '/pages/new',
    '/pages/news',
    '/pages/new/7',
  ];
  check(
    routes,
    all.map((path) => ['GET', path] as const),
  );
});

test('a glob behind a name in its place takes what that does not', () => {
  const search = searchOf(
    routesOf({
      'GET /': 'pages#home',
      'GET /posts': 'posts#index',
      'GET /:slug': 'pages#show',
      'POST /:slug': 'pages#create',
      'GET /:year/:month': { to: 'pages#month', where: { year: /\d{4}/ } },
      'GET|PUT /*path': 'pages#other',
    }),
  )!;
  const found = (method: string, path: string) => {
    const match = search(method, path);
    return match && { ...match.params };
  };
  expect(found('GET', '/about')).toEqual({ slug: 'about' });
  expect(found('GET', '/about?page=2')).toEqual({ slug: 'about' });
  expect(found('GET', '/2024/may')).toEqual({ year: '2024', month: 'may' });
  expect(found('GET', '/then/may')).toEqual({ path: 'then/may' });
  expect(found('GET', '/about/us/all?page=2')).toEqual({ path: 'about/us/all' });
  expect(found('GET', '/posts/7')).toEqual({ path: 'posts/7' });
  expect(found('GET', '/favicon.ico')).toEqual({ path: 'favicon.ico' });
  expect(found('PUT', '/about')).toEqual({ path: 'about' });
  expect(found('POST', '/about')).toEqual({ slug: 'about' });
  expect(found('POST', '/about/us')).toBeUndefined();
  for (const path of ['/about/', '/about//us', '/a%20b', '/about/a%20b', '//about'])
    expect(search('GET', path), path).toBeNull();
});

test('each method has its own routes, constraints and order at a place, whatever the others have there', () => {
  const verbs = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
  const routes = Object.fromEntries(
    ['users', 'posts', 'notes'].flatMap((noun) => [
      ...verbs.map((verb) => [`${verb} /${noun}/:id`, `${noun}#${verb}`]),
      [`GET /${noun}`, `${noun}#index`],
      [`POST /${noun}/search`, `${noun}#search`],
      [`GET /${noun}/:year/:month`, { to: `${noun}#month`, where: { month: /[01]\d/ } }],
      [`PUT /${noun}/:id/:month`, { to: `${noun}#word`, where: { month: ['may', 'june'] } }],
      [`GET /${noun}/:id/:word`, `${noun}#any`],
      [`DELETE /${noun}/:${noun}_id/:word`, `${noun}#drop`],
      [`PATCH /${noun}/*path`, `${noun}#glob`],
    ]),
  );
  const written = [
    '/users',
    '/posts/search',
    '/notes/7',
    '/posts/7/12',
    '/posts/7/may',
    '/users/7/word',
    '/users/7/8/9',
  ];
  const all = [...verbs, 'HEAD', 'TRACE'].flatMap((method) => written.map((path) => [method, path] as const));
  expect(check(routesOf(routes), all)).toBeGreaterThan(all.length * 0.8);
});

test('what the program cannot tell is left to the walk', () => {
  const search = searchOf(routesOf(table))!;
  for (const path of [
    '/posts/',
    '/posts/7/',
    '//posts',
    '/p%6Fsts',
    '/posts/?page=2',
    '/posts/a%20b',
    '/feeds/a.b.json',
    '/feeds/a.',
    '/feeds/a.json/',
    '/feeds/a.js%6Fn',
    '/files/a',
    '/assets/a//b.css',
    '/assets/a%20b.css',
    '/assets/a/',
    '/assets//fonts/variable-italic.woff2',
    '/assets/fonts/a//variable-italic.woff2',
    '/assets/fonts/a/variable%2Ditalic.woff2',
    '/assets/fonts/a/variable-italic/?v=2',
    '/late/word',
    '',
  ])
    expect(search('GET', path), path).toBeNull();
  expect(search('PURGE', '/posts')).toBeNull();
});

test('no text of a pattern, name or target is part of the program', () => {
  const routes = listOf(
    routesOf({ 'GET /it"s`${evil}\\/:id': 'evil#run', 'GET /a/very-long-text-of-evil/:é': 'evil#name' }),
  );
  const program = searchProgram(routes, new Walks(new Tree(routes)), heldIn({}));
  expect(program).not.toMatch(/evil|é|run/);
  const long = listOf(routesOf({ [`GET /${'x'.repeat(5_000)}`]: 'long#path' }));
  expect(searchProgram(long, new Walks(new Tree(long)), heldIn({}))).toBeUndefined();
});

test('a table that is asked again and again answers as before', () => {
  const text = `routes {\n  get '/posts/:id', to => &x#posts\n  get '/:a/:b.txt', to => &x#texts\n  post '/posts', to => &x#create\n}\n`;
  const router = parseRoutes(text, {
    modules: { x: { posts: () => '', texts: () => '', create: () => '' } },
  });
  const plain = new PlainSearch(router.routes);
  const all = [
    '/posts/7',
    '/posts/7?x',
    '/posts/a%2Fb/',
    '/posts/7/',
    '/posts/7//',
    '/posts/',
    '/none/',
    '/',
    '//',
    '/x/y.txt',
    '/x/y',
    '/posts',
    '',
  ];
  for (let turn = 0; turn < often; turn++) router.recognize('GET', '/posts/1');
  for (const method of ['GET', 'POST', 'post', 'PURGE'])
    for (const path of all)
      expect(router.recognize(method, path), `${method} ${path}`).toEqual(plain.find(method, path, {}));
});
