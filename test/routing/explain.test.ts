import { describe, expect, test } from 'vitest';
import { routerOf } from '../support/routes-of.js';

const router = routerOf({
  'GET /': 'home#index',
  'GET /posts/new': 'posts#new',
  'GET /posts/:id': { where: { id: /\d+/ } },
  'GET /posts/:id/edit': 'posts#edit',
  'DELETE /posts/:id': 'posts#destroy',
  'GET /files/*path': 'files#show',
  'GET /v:major.:minor': 'versions#show',
  'GET /api': {
    request: [{ kind: 'attribute', attribute: 'subdomain', test: { kind: 'string', value: 'api' } }],
  },
  'GET /area': {
    request: [{ kind: 'attribute', attribute: 'subdomain', test: { kind: 'presence', present: true } }],
  },
  'GET /bare': {
    request: [{ kind: 'attribute', attribute: 'host', test: { kind: 'presence', present: false } }],
  },
  'GET /local': {
    request: [
      {
        kind: 'attribute',
        attribute: 'host',
        test: {
          kind: 'callable',
          callable: (host: unknown) => host === 'localhost',
          label: '&guards#isLocal',
        },
      },
    ],
  },
  'GET /staff': { request: [{ kind: 'callable', callable: () => false, label: '&guards#isStaff' }] },
  'GET /odd/:id': { where: { id: () => false } },
});

function messages(method: string, path: string, context = {}): string[] {
  return router
    .explain(method, path, { context })
    .map(({ route, message }) => `${route.pattern}: ${message}`);
}

test('a value that ends at a dot is told of, with what lets dots in', () => {
  const files = routerOf({
    'GET /files/:name': 'files#show',
    'GET /files/:name/preview': 'files#preview',
    'GET /posts/:id(.:format)': 'posts#show',
    'GET /tags/:tag': { where: { tag: /[a-z]+/ } },
  });
  const told = (path: string): string[] =>
    files.explain('GET', path).map(({ message, nearness }) => `${message} (${nearness.toFixed(1)})`);
  expect(told('/files/a.b.png').slice(0, 2)).toEqual([
    "':name' takes 'a' alone of 'a.b.png', since a value ends at a dot; `name => /.+/` lets dots in, `format => true` an extension (0.7)",
    "':name' takes 'a' alone of 'a.b.png', since a value ends at a dot; `name => /.+/` lets dots in (0.5)",
  ]);
  expect(told('/files/%C3%A9.png/preview')[1]).toBe(
    "':name' takes 'é' alone of 'é.png', since a value ends at a dot; `name => /.+/` lets dots in (0.4)",
  );
  expect(told('/files/.png')[0]).toBe("piece 2 of the path is '.png' where the pattern has ':name' (0.4)");
  expect(told('/posts/1.a.b')[2]).toBe("the path goes on with '.b' where the pattern ends (0.3)");
  expect(told('/tags/a.b')[3]).toBe("the path goes on with '.b' where the pattern ends (0.5)");
});

describe('every route is explained that was tried', () => {
  test('up to the one that answers', () => {
    expect(messages('GET', '/posts/7')).toEqual([
      "/: the path goes on with '/posts/7' where the pattern ends",
      "/posts/new: piece 2 of the path is '7' where the pattern has 'new'",
      '/posts/:id: it answers',
    ]);
  });

  test('all of them where none answers', () => {
    expect(messages('GET', '/posts/abc/comments')).toEqual([
      "/: the path goes on with '/posts/abc/comments' where the pattern ends",
      "/posts/new: piece 2 of the path is 'abc' where the pattern has 'new'",
      "/posts/:id: the path goes on with '/comments' where the pattern ends",
      "/posts/:id/edit: piece 3 of the path is 'comments' where the pattern has 'edit'",
      "/posts/:id: the path goes on with '/comments' where the pattern ends",
      "/files/*path: piece 1 of the path is 'posts' where the pattern has 'files'",
      "/v:major.:minor: piece 1 of the path is 'posts' where the pattern has 'v'",
      "/api: piece 1 of the path is 'posts' where the pattern has 'api'",
      "/area: piece 1 of the path is 'posts' where the pattern has 'area'",
      "/bare: piece 1 of the path is 'posts' where the pattern has 'bare'",
      "/local: piece 1 of the path is 'posts' where the pattern has 'local'",
      "/staff: piece 1 of the path is 'posts' where the pattern has 'staff'",
      "/odd/:id: piece 1 of the path is 'posts' where the pattern has 'odd'",
    ]);
  });

  test.each([
    ['GET', '/posts/abc', '/posts/:id', "':id' is 'abc', which has to be /\\d+/"],
    ['GET', '/posts', '/posts/:id/edit', "the path ends where the pattern has ':id'"],
    ['GET', '/files', '/files/*path', "the path ends where the pattern has '*path'"],
    ['GET', '/v1', '/v:major.:minor', "the path ends where the pattern has '.'"],
    ['GET', '/posts/7.json', '/posts/:id', "the path goes on with '.json' where the pattern ends"],
    ['PUT', '/posts/7', '/posts/:id', 'it answers GET, not PUT'],
    ['GET', '/api', '/api', "the request has no subdomain, which has to be 'api'"],
    ['GET', '/area', '/area', 'the request has no subdomain, and there has to be one'],
    ['GET', '/local', '/local', 'the request has no host, for which &guards#isLocal asks'],
    ['GET', '/staff', '/staff', '&guards#isStaff said no to the request'],
    ['GET', '/odd/1', '/odd/:id', "':id' is '1', to which &guards#allows said no"],
    ['GET', '/posts/%zz', '/posts/:id', 'the path has an escape that is malformed or no UTF-8'],
  ])('%s %s %s: %s', (method, path, pattern, message) => {
    expect(router.explain(method, path).find(({ route }) => route.pattern === pattern)?.message).toBe(
      message,
    );
  });

  test('with what the context has', () => {
    const explained = (path: string, context: object): string | undefined =>
      router.explain('GET', path, { context }).find(({ route }) => route.pattern === path)?.message;
    expect(explained('/api', { subdomain: 'www' })).toBe(
      "the request's subdomain is 'www', which has to be 'api'",
    );
    expect(explained('/bare', { host: 'a.example' })).toBe(
      "the request's host is 'a.example', and there must be none",
    );
    expect(explained('/local', { host: 'a.example' })).toBe(
      "the request's host is 'a.example', to which &guards#isLocal said no",
    );
    expect(explained('/local', { host: 'localhost' })).toBe('it answers');
    expect(router.explain('GET', '/api', { context: { subdomain: 'api' } }).at(-1)).toMatchObject({
      matched: true,
      reason: 'matched',
      nearness: 1,
    });
  });
});

test('the nearest misses come first when sorted by nearness', () => {
  const nearest = router.explain('PUT', '/posts/7').toSorted((a, b) => b.nearness - a.nearness);
  expect(nearest.slice(0, 2).map(({ route, reason }) => [route.verbs, reason])).toEqual([
    [['GET'], 'verb'],
    [['DELETE'], 'verb'],
  ]);
  expect(
    router.explain('GET', '/posts/7/edti').toSorted((a, b) => b.nearness - a.nearness)[0]!.route.pattern,
  ).toBe('/posts/:id/edit');
});

test('a path that ends with a piece lacks the next one', () => {
  const products = routerOf({ 'GET /products/new/all': 'products#all' });
  expect(['/products', '/products/new'].map((path) => products.explain('GET', path)[0]?.message)).toEqual([
    "the path ends where the pattern has 'new'",
    "the path ends where the pattern has 'all'",
  ]);
});
