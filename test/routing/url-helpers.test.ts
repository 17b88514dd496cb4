// URL helpers by name and from records: what the interface promises, line by line.

import { describe, expect, it } from 'vitest';
import { UnknownRouteError, UrlGenerationError } from '../../src/routing/generation/generation-errors.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { namedRoutes, type WrittenRoute } from '../support/named-routes.js';

type Loose = (...values: readonly unknown[]) => string;

/** Helpers that TypeScript lets be called with anything. */
function helpersOf(
  routes: Readonly<Record<string, WrittenRoute>>,
  defaultUrlOptions?: Record<string, unknown>,
) {
  return new UrlHelpers({
    router: namedRoutes(routes),
    ...(defaultUrlOptions && { defaultUrlOptions }),
  }) as unknown as UrlHelpers & {
    pathFor: Loose;
    urlFor: Loose;
    polymorphicPath: Loose;
    polymorphicUrl: Loose;
  } & Record<string, Loose>;
}

function pathFor(route: WrittenRoute, ...values: readonly unknown[]): string {
  return helpersOf({ thing: route }).pathFor('thing', ...values);
}

describe('segment values', () => {
  it('fill the segments in order', () => {
    expect(pathFor('/about')).toBe('/about');
    expect(pathFor('/')).toBe('/');
    expect(pathFor('/users/:id', 5)).toBe('/users/5');
    expect(pathFor('/users/:user_id/posts/:id', 5, 'first')).toBe('/users/5/posts/first');
    expect(pathFor('/a/:a/b/:b/c/:c/d/:d', 1, 2, 3, 4)).toBe('/a/1/b/2/c/3/d/4');
  });

  it('may be given by name, and are then taken out first', () => {
    expect(pathFor('/users/:user_id/posts/:id', { user_id: 5, id: 6 })).toBe('/users/5/posts/6');
    expect(pathFor('/users/:user_id/posts/:id', 6, { user_id: 5 })).toBe('/users/5/posts/6');
    expect(pathFor('/users/:user_id/posts/:id', 5, { id: 6 })).toBe('/users/5/posts/6');
  });

  it('go to the required names first, further ones to the optional names from left to right', () => {
    const route = '/(:locale)/posts/:id(.:format)';
    expect(pathFor(route, 5)).toBe('/posts/5');
    expect(pathFor(route, 'fr', 5)).toBe('/fr/posts/5');
    expect(pathFor(route, 'fr', 5, 'json')).toBe('/fr/posts/5.json');
    expect(pathFor(route, 5, { format: 'json' })).toBe('/posts/5.json');
    expect(pathFor(route, 5, { locale: 'fr' })).toBe('/fr/posts/5');
  });

  it('leave an optional name out as null or undefined', () => {
    const route = '/(:locale)/posts/:id';
    expect(pathFor(route, null, 5)).toBe('/posts/5');
    expect(pathFor(route, undefined, 5)).toBe('/posts/5');
    expect(pathFor(route, 5, { locale: null })).toBe('/posts/5');
    expect(pathFor(route, 5, { locale: undefined })).toBe('/posts/5');
  });

  it('are strings, numbers, booleans, and objects by their toParam() or id', () => {
    class Post {
      constructor(
        readonly id: number,
        readonly slug?: string,
      ) {}
    }
    class Page extends Post {
      toParam() {
        return `${this.id}-${this.slug}`;
      }
    }
    expect(pathFor('/:id', 10n)).toBe('/10');
    expect(pathFor('/:id', -1)).toBe('/-1');
    expect(pathFor('/:id', true)).toBe('/true');
    expect(pathFor('/:id', new Post(7))).toBe('/7');
    expect(pathFor('/:id', new Page(7, 'hello'))).toBe('/7-hello');
    expect(pathFor('/:id', { toParam: () => 'x' })).toBe('/x');
    expect(pathFor('/:a/:b', { id: 1 }, { toParam: () => 'x' })).toBe('/1/x');
    expect(pathFor('/:id', { id: 7 })).toBe('/7');
    expect(pathFor('/:a/:b', { id: 1 }, { id: 2 }, { q: 3 })).toBe('/1/2?q=3');
  });

  it('take their default where a required one has no value', () => {
    const route = { path: '/pages/:page', defaults: { page: '1' } };
    expect(pathFor(route)).toBe('/pages/1');
    expect(pathFor(route, 2)).toBe('/pages/2');
    expect(pathFor({ path: '/:locale/posts/:id', defaults: { locale: 'en' } }, 5)).toBe('/en/posts/5');
  });

  it('are left out of an optional group where they equal their default', () => {
    const route = { path: '/r(/:a(/:b))', defaults: { a: '1', b: '2' } };
    expect(pathFor(route)).toBe('/r');
    expect(pathFor(route, 1, 2)).toBe('/r');
    expect(pathFor(route, 5, 2)).toBe('/r/5');
    expect(pathFor(route, 5, 3)).toBe('/r/5/3');
    expect(pathFor(route, 1, 3)).toBe('/r/1/3');
    expect(pathFor(route, { b: 3 })).toBe('/r/1/3');
  });

  it('write a group of literal text always', () => {
    expect(pathFor('/trek(-tng)/:episode', 9)).toBe('/trek-tng/9');
  });
});

describe('a plain object in the place of a required segment', () => {
  const row = { id: 7, slug: 'seven', email: 'a@b.c', passwordHash: 'secret', anchor: 'x' };
  const helpers = new UrlHelpers({
    router: namedRoutes({
      user: '/users/:id',
      article: '/articles/:slug',
      'bookmark-notes': '/bookmarks/:bookmark_id/notes',
      post: '/(:locale)/posts/:id(.:format)',
      page: { path: '/pages/:page', defaults: { page: '1' } },
      three: '/:a/x/:b/y/:c',
      four: '/:a/:b/:c/:d',
    }),
    defaultUrlOptions: { host: 'example.org' },
  });

  it('is a record, of which only the key is used', () => {
    expect(helpers.userPath!(row)).toBe('/users/7');
    expect(helpers.userUrl!(row)).toBe('http://example.org/users/7');
    expect(helpers.userPath!(row, { page: 2 })).toBe('/users/7?page=2');
    expect(helpers.articlePath!(row)).toBe('/articles/seven');
    expect(helpers.articlePath!(Object.assign(Object.create(null) as object, row))).toBe('/articles/seven');
    expect(helpers.bookmarkNotesPath!(row)).toBe('/bookmarks/7/notes');
    expect(helpers['bookmark-notes-url']!(row, { protocol: 'https' })).toBe(
      'https://example.org/bookmarks/7/notes',
    );
    expect(helpers.postPath!(row)).toBe('/posts/7');
    expect(helpers.postPath!('fr', row)).toBe('/fr/posts/7');
    expect(helpers.pagePath!(row)).toBe('/pages/7');
  });

  it('is a record in any of several places', () => {
    expect(helpers.threePath!(row, row, row)).toBe('/7/x/7/y/7');
    expect(helpers.threePath!(1, { id: 2, q: 3 } as never, 3)).toBe('/1/x/2/y/3');
    expect(helpers.threePath!({ a: 1, q: 3 } as never, 2, 3)).toBe('/1/x/2/y/3');
    expect(helpers.threePath!(1, 2, { c: 3, q: 3 })).toBe('/1/x/2/y/3');
    expect(helpers.fourPath!(1, row, 3, row)).toBe('/1/7/3/7');
  });

  it('is the options where all its keys are names of the pattern or options', () => {
    expect(helpers.userPath!({ id: 7, anchor: 'x', query: { page: 2 } })).toBe('/users/7?page=2#x');
    expect(helpers.postPath!(5, { locale: 'de', page: 2 })).toBe('/de/posts/5?page=2');
    expect(helpers.pagePath!({ trailingSlash: true })).toBe('/pages/1/');
  });

  it('is refused where it has no key, and never becomes the query', () => {
    const nameless = { email: 'a@b.c', passwordHash: 'secret' };
    expect(() => helpers.userPath!(nameless)).toThrow(
      "the route 'user' (/users/:id) cannot have an object as ':id'",
    );
    expect(() => helpers.pagePath!(nameless)).toThrow(UrlGenerationError);
    expect(() => helpers.userPath!({ ...row, id: null })).toThrow(UrlGenerationError);
  });

  it('stays the options of pathFor and urlFor', () => {
    expect(helpers.pathFor('user', { id: 7, page: 2 })).toBe('/users/7?page=2');
    expect(helpers.urlFor('user', { id: 7, page: 2 })).toBe('http://example.org/users/7?page=2');
  });
});

describe('the option query', () => {
  const helpers = new UrlHelpers({ router: namedRoutes({ search: '/search', query: '/queries/:query' }) });

  it('holds the query, and wins over keys that are left over', () => {
    expect(helpers.searchPath!({ query: { q: 'a b', anchor: 'x' } })).toBe('/search?anchor=x&q=a%20b');
    expect(helpers.searchPath!({ q: 1, page: 3, query: { q: 2 } })).toBe('/search?page=3&q=2');
    expect(helpers.pathFor('search', { query: { tags: ['x'] } })).toBe('/search?tags[]=x');
    expect(helpers.searchPath!({ query: undefined, q: 1 })).toBe('/search?q=1');
  });

  it('gives way to a name of the pattern, and has to be an object', () => {
    expect(helpers.queryPath!({ query: 'x' } as never)).toBe('/queries/x');
    expect(() => helpers.searchPath!({ query: 'q=1' } as never)).toThrow(
      "cannot have 'q=1' as its query; give an object of names and values",
    );
  });
});

describe('values by name alone', () => {
  const path = '/users/:user_id/posts/:id';

  it('may stand in any order, in an object with or without prototype', () => {
    expect(pathFor(path, { user_id: 1, id: 2 })).toBe('/users/1/posts/2');
    expect(pathFor(path, { id: 2, user_id: 1 })).toBe('/users/1/posts/2');
    expect(pathFor(path, Object.assign(Object.create(null) as object, { id: 'a b', user_id: 1 }))).toBe(
      '/users/1/posts/a%20b',
    );
    expect(pathFor('/posts/:id(.:format)', { id: 2 })).toBe('/posts/2');
    expect(pathFor('/:__proto__/x', JSON.parse('{"__proto__":"a"}'))).toBe('/a/x');
  });

  it('are none that an object only inherits, and as many as there are names', () => {
    expect(() => pathFor(path, { user_id: 1, idd: 2 })).toThrow("lacks a value for ':id'");
    expect(() => pathFor('/:toString', {})).toThrow("lacks a value for ':toString'");
    expect(() => pathFor('/:valueOf', { toString: 'x' })).toThrow("lacks a value for ':valueOf'");
  });
});

describe('encoding', () => {
  it('escapes a value as one segment', () => {
    expect(pathFor('/users/:id', 'a b')).toBe('/users/a%20b');
    expect(pathFor('/users/:id', 'a/b?c#d%e')).toBe('/users/a%2Fb%3Fc%23d%25e');
    expect(pathFor('/users/:id', 'café')).toBe('/users/caf%C3%A9');
    expect(pathFor('/users/:id', '😀')).toBe('/users/%F0%9F%98%80');
    expect(pathFor('/users/:id', 'a\'b"<c>\r\n')).toBe("/users/a'b%22%3Cc%3E%0D%0A");
  });

  it('writes a dot as %2E where the segment stops at dots, and as it is where a constraint lets it through', () => {
    expect(pathFor('/users/:id', 'a.b')).toBe('/users/a%2Eb');
    expect(pathFor({ path: '/v/:version', constraints: { version: /[^/]+/ } }, '1.2.3')).toBe('/v/1.2.3');
  });

  it('keeps the slashes of a glob', () => {
    expect(pathFor('/files/*path', 'a b/c.txt')).toBe('/files/a%20b/c.txt');
    expect(pathFor('/files/*path', ['a', 'b', 7])).toBe('/files/a/b/7');
    expect(pathFor('/legacy(/*mounted_path)')).toBe('/legacy');
    expect(pathFor('/legacy(/*mounted_path)', 'x/y')).toBe('/legacy/x/y');
  });

  it('keeps the dots of a glob from being taken for a format', () => {
    expect(pathFor('/files/*path(.:format)', 'a.b/c', 'json')).toBe('/files/a.b/c.json');
    expect(pathFor('/files/*path(.:format)', 'c.tar', 'gz')).toBe('/files/c.tar.gz');
  });

  it('escapes the literal text of a pattern', () => {
    expect(pathFor('/café/100%/:id', 1)).toBe('/caf%C3%A9/100%25/1');
  });
});

describe('options', () => {
  it('that are no names become the query, keys sorted', () => {
    expect(pathFor('/posts', { q: 'a b', page: 2, empty: '' })).toBe('/posts?empty=&page=2&q=a%20b');
    expect(pathFor('/posts/:id', 5, { 'a&b': 'c=d#e+f' })).toBe('/posts/5?a%26b=c%3Dd%23e%2Bf');
    expect(pathFor('/posts', { gone: undefined, none: null })).toBe('/posts');
  });

  it('nest in the query', () => {
    expect(pathFor('/posts', { tags: ['b', 'a'], by: { name: 'x', age: 3 } })).toBe(
      '/posts?by[age]=3&by[name]=x&tags[]=b&tags[]=a',
    );
    expect(pathFor('/posts', { a: [{ b: 1 }, { b: [2] }], empty: [], none: {} })).toBe(
      '/posts?a[][b]=1&a[][b][]=2',
    );
    expect(pathFor('/posts', { 'a[b]': 1 })).toBe('/posts?a%5Bb%5D=1');
    expect(pathFor('/posts', { on: new Date(0) })).toBe('/posts?on=1970-01-01T00%3A00%3A00.000Z');
    expect(pathFor('/posts', { by: { toParam: () => '7-x' } })).toBe('/posts?by=7-x');
  });

  it('never write a default into the query', () => {
    expect(pathFor({ path: '/s', defaults: { kind: 'a' } }, { kind: 'b', page: 2 })).toBe('/s?page=2');
  });

  it('set the anchor, encoded as a fragment', () => {
    expect(pathFor('/posts/:id', 5, { anchor: 'comments' })).toBe('/posts/5#comments');
    expect(pathFor('/posts/:id', 5, { anchor: 'a b#c/d?e', q: 1 })).toBe('/posts/5?q=1#a%20b%23c/d?e');
    expect(pathFor('/posts/:id', 5, { anchor: undefined })).toBe('/posts/5');
  });

  it('end the path with one slash, before the query', () => {
    expect(pathFor('/posts/:id', 5, { trailingSlash: true, q: 1, anchor: 'x' })).toBe('/posts/5/?q=1#x');
    expect(pathFor('/', { trailingSlash: true })).toBe('/');
    expect(pathFor('/posts(.:format)', { trailingSlash: true, format: 'json' })).toBe('/posts.json');
    expect(pathFor('/posts', { trailingSlash: false })).toBe('/posts');
  });

  it('give way to a name of the pattern', () => {
    expect(pathFor('/go/:host/:anchor', { host: 'a b', anchor: 'x' })).toBe('/go/a%20b/x');
  });

  it('put the format into the query where the pattern has none', () => {
    expect(pathFor('/posts', { format: 'json' })).toBe('/posts?format=json');
  });

  it('may inherit nothing, and are never read from what an object inherits', () => {
    const bare = Object.assign(Object.create(null) as object, { id: 5, q: 1 });
    expect(pathFor('/posts/:id', bare)).toBe('/posts/5?q=1');
    expect(() => pathFor('/posts/:constructor')).toThrow(UrlGenerationError);
    expect(pathFor('/posts/:__proto__', JSON.parse('{"__proto__": "x"}'))).toBe('/posts/x');
    expect(pathFor('/posts', JSON.parse('{"__proto__": "x"}'))).toBe('/posts?__proto__=x');
  });
});

describe('currentParams', () => {
  const route = '/(:locale)/users/:user_id/posts/:id(.:format)';
  const currentParams = { locale: 'fr', user_id: '1', id: '2', format: 'json', other: 'x' };

  it('fill the names that nothing else fills, but never the format', () => {
    expect(pathFor(route, { currentParams })).toBe('/fr/users/1/posts/2');
    expect(pathFor(route, 9, { currentParams })).toBe('/fr/users/1/posts/9');
    expect(pathFor(route, 8, 9, { currentParams })).toBe('/fr/users/8/posts/9');
    expect(pathFor(route, 'de', 8, 9, { currentParams })).toBe('/de/users/8/posts/9');
  });

  it('give way to null', () => {
    expect(pathFor(route, 8, 9, { currentParams, locale: null })).toBe('/users/8/posts/9');
  });

  it('are left behind where they do not fit', () => {
    const constrained = { path: '/(:locale)/posts', constraints: { locale: /en|de/ } };
    expect(pathFor(constrained, { currentParams })).toBe('/posts');
    expect(pathFor('/p(/:y(/:m))', { currentParams: { m: '2' } })).toBe('/p');
  });
});

describe('absolute URLs', () => {
  const routes = { user: '/users/:id', root: '/', go: '/go/:host' };

  it('are the origin and the path', () => {
    expect(helpersOf(routes, { host: 'example.com' }).urlFor('user', 5)).toBe('http://example.com/users/5');
    expect(helpersOf(routes, { host: 'example.com', protocol: 'https', port: 8443 }).urlFor('root')).toBe(
      'https://example.com:8443/',
    );
  });

  it('leave out the port that is the protocol’s own', () => {
    expect(helpersOf(routes, { host: 'a.b', port: 80 }).urlFor('root')).toBe('http://a.b/');
    expect(helpersOf(routes, { host: 'a.b', protocol: 'https', port: '443' }).urlFor('root')).toBe(
      'https://a.b/',
    );
    expect(helpersOf(routes, { host: 'a.b:80' }).urlFor('root')).toBe('http://a.b/');
    expect(helpersOf(routes, { host: 'a.b', port: 443 }).urlFor('root')).toBe('http://a.b:443/');
  });

  it('take host, protocol and port of the call first', () => {
    const helpers = helpersOf(routes, { host: 'a.b', protocol: 'https', port: 3000 });
    expect(helpers.urlFor('user', 5, { host: 'c.d' })).toBe('https://c.d:3000/users/5');
    expect(helpers.urlFor('user', 5, { host: 'c.d:4000' })).toBe('https://c.d:4000/users/5');
    expect(helpers.urlFor('user', 5, { protocol: 'http', port: null, q: 1 })).toBe('http://a.b/users/5?q=1');
    expect(helpers.urlFor('user', { id: 5, port: 1 })).toBe('https://a.b:1/users/5');
    expect(helpers.urlFor('go', { host: 'c.d' })).toBe('https://a.b:3000/go/c%2Ed');
  });

  it('know every form of a host and of a protocol', () => {
    const url = (options: Record<string, unknown>): string => helpersOf(routes, options).urlFor('root');
    expect(url({ host: 'localhost:3000' })).toBe('http://localhost:3000/');
    expect(url({ host: '[::1]:3000' })).toBe('http://[::1]:3000/');
    expect(url({ host: '127.0.0.1' })).toBe('http://127.0.0.1/');
    expect(url({ host: 'bücher.example' })).toBe('http://xn--bcher-kva.example/');
    expect(url({ host: 'a.b', protocol: 'https:' })).toBe('https://a.b/');
    expect(url({ host: 'a.b', protocol: 'HTTPS://' })).toBe('https://a.b/');
    expect(url({ host: 'a.b', protocol: 'wss' })).toBe('wss://a.b/');
  });

  it('cannot be made without a host', () => {
    expect(() => helpersOf(routes).urlFor('user', 5)).toThrow(
      "the route 'user' (/users/:id) has no host; give one as { host: 'example.com' } or in defaultUrlOptions",
    );
  });

  it.each([
    [{ host: 'a.b\r\nX: y' }],
    [{ host: 'a.b/c' }],
    [{ host: 'a.b?c' }],
    [{ host: 'a@b' }],
    [{ host: 'http://a.b' }],
    [{ host: 'a b' }],
    [{ host: 'a.b\\c' }],
    [{ host: 7 }],
    [{ host: 'é/b' }],
    [{ host: 'a.b', protocol: 'javascript' }],
    [{ host: 'a.b', protocol: 'javascript:' }],
    [{ host: 'a.b', protocol: 'http://x.y/' }],
    [{ host: 'a.b', protocol: 'ht\ntp' }],
    [{ host: 'a.b', protocol: Symbol('x') }],
    [{ host: 'a.b', port: 0 }],
    [{ host: 'a.b', port: 65_536 }],
    [{ host: 'a.b', port: '80/x' }],
    [{ host: 'a.b', port: 1.5 }],
    [{ host: 'a.b:99999' }],
  ])('refuse %j', (options) => {
    expect(() => helpersOf(routes, options).urlFor('root')).toThrow(UrlGenerationError);
    expect(() => helpersOf(routes, { host: 'ok.org' }).urlFor('root', options)).toThrow(
      /^the route 'root' \(\/\) cannot have the (host|protocol|port) /,
    );
  });
});

describe('helpers by name', () => {
  const helpers = helpersOf(
    {
      'edit-user': '/users/:id/edit',
      'new-line_item': '/line_items/new',
      'api-2fa': '/2fa',
      polymorphic: '/p',
    },
    { host: 'a.b' },
  );

  it('answer in every spelling', () => {
    expect(helpers['edit-user-path']!(5)).toBe('/users/5/edit');
    expect(helpers['editUserPath']!(5)).toBe('/users/5/edit');
    expect(helpers['edit_user_path']!(5)).toBe('/users/5/edit');
    expect(helpers['edit-user-url']!(5)).toBe('http://a.b/users/5/edit');
    expect(helpers['editUserUrl']!(5, { q: 1 })).toBe('http://a.b/users/5/edit?q=1');
    expect(helpers['newLineItemPath']!()).toBe('/line_items/new');
    expect(helpers['api2faPath']!()).toBe('/2fa');
    expect(helpers.pathFor('editUser', 5)).toBe('/users/5/edit');
    expect(helpers.pathFor('edit_user', 5)).toBe('/users/5/edit');
  });

  it('need no object when they are called', () => {
    const { editUserPath, editUserUrl } = helpers;
    expect(editUserPath!(5)).toBe('/users/5/edit');
    expect(editUserUrl!(5)).toBe('http://a.b/users/5/edit');
    expect(helpers['editUserPath']).toBe(helpers['editUserPath']);
  });

  it('give way to the helpers’ own methods', () => {
    expect(helpers.polymorphicPath).toBe(UrlHelpers.prototype.polymorphicPath);
    expect(helpers['polymorphic-path']).toBe(UrlHelpers.prototype.polymorphicPath);
    expect(helpers.pathFor('polymorphic')).toBe('/p');
  });

  it('are undefined where the name has another shape, so that helpers can be awaited and printed', async () => {
    expect(await Promise.resolve(helpers)).toBe(helpers);
    expect(helpers['then']).toBeUndefined();
    expect(helpers['Path']).toBeUndefined();
    expect(helpers['toJSON']).toBeUndefined();
    expect(String(helpers)).toBe('[object Object]');
    expect(JSON.stringify(helpers)).toBe('{}');
    expect(helpers).toBeInstanceOf(UrlHelpers);
  });

  it('throw when they are called under an unknown name, with the nearest ones', () => {
    expect(() => helpers['editUsrPath']!(5)).toThrow(UnknownRouteError);
    expect(() => helpers['editUsrPath']!(5)).toThrow(
      "no route is named 'editUsr'; did you mean 'edit-user'?",
    );
    expect(() => helpers.pathFor('edit-usr', 5)).toThrow(
      "no route is named 'edit-usr'; did you mean 'edit-user'?",
    );
    expect(() => helpers.urlFor('wholly-other')).toThrow(/^no route is named 'wholly-other'$/);
    expect(() => helpers.pathFor('__proto__')).toThrow(UnknownRouteError);
    expect(() => helpers.pathFor('constructor')).toThrow(UnknownRouteError);
  });
});

describe('a route that cannot be generated', () => {
  const error = (route: WrittenRoute, ...values: readonly unknown[]): UrlGenerationError => {
    try {
      pathFor(route, ...values);
    } catch (problem) {
      if (problem instanceof UrlGenerationError) return problem;
      throw problem;
    }
    throw new Error('a path was made');
  };

  it('names itself, its pattern and the segment', () => {
    expect(error('/users/:id')).toMatchObject({
      name: 'UrlGenerationError',
      route: 'thing',
      pattern: '/users/:id',
      segment: 'id',
    });
  });

  it.each<[string, WrittenRoute, readonly unknown[], string]>([
    [
      'a missing value',
      '/users/:id',
      [],
      "the route 'thing' (/users/:id) lacks a value for ':id'; give it as a segment value or as { id: … }",
    ],
    [
      'one of two missing',
      '/:a/:b',
      [1],
      "the route 'thing' (/:a/:b) lacks a value for ':b'; give it as a segment value or as { b: … }",
    ],
    [
      'one too many',
      '/users/:id',
      [1, 2],
      "the route 'thing' (/users/:id) takes at most 1, but was given 2; its segments are ':id'",
    ],
    [
      'any at all',
      '/about',
      [1],
      "the route 'thing' (/about) takes no segment values, but was given 1; it has no segments",
    ],
    [
      'one too many beside a named one',
      '/:a/:b',
      [1, 2, { a: 3 }],
      "the route 'thing' (/:a/:b) has 1 of its names left, but was given 2; its segments are ':a', ':b'",
    ],
    [
      'an empty one',
      '/users/:id',
      [''],
      "the route 'thing' (/users/:id) cannot have an empty string as ':id'; it must not be empty",
    ],
    [
      'an empty optional one',
      '/(:locale)/a',
      [''],
      "the route 'thing' ((/:locale)/a) cannot have an empty string as ':locale'; it must not be empty",
    ],
    [
      'null',
      '/users/:id',
      [null],
      "the route 'thing' (/users/:id) cannot have null as ':id'; give a string, a number, or an object with toParam() or an id",
    ],
    [
      'an object without id',
      '/users/:id',
      [new Map()],
      "the route 'thing' (/users/:id) cannot have an object of class Map as ':id'; give a string, a number, or an object with toParam() or an id",
    ],
    [
      'a list',
      '/users/:id',
      [[1]],
      "the route 'thing' (/users/:id) cannot have a list as ':id'; give a string, a number, or an object with toParam() or an id",
    ],
    [
      'a symbol',
      '/users/:id',
      [Symbol('x')],
      "the route 'thing' (/users/:id) cannot have a symbol as ':id'; give a string, a number, or an object with toParam() or an id",
    ],
    [
      'a number that is none',
      '/users/:id',
      [NaN],
      "the route 'thing' (/users/:id) cannot have NaN as ':id'; give a string, a number, or an object with toParam() or an id",
    ],
    [
      'a lone surrogate',
      '/users/:id',
      ['\ud800'],
      "the route 'thing' (/users/:id) cannot have '\\ud800' as ':id'; it has half of a surrogate pair, which is no text",
    ],
    [
      'a step up',
      '/users/:id',
      ['..'],
      "the route 'thing' (/users/:id) cannot have '..' as ':id'; '.' and '..' are steps of a path and no text",
    ],
    [
      'a step up in a glob',
      '/f/*path',
      ['a/../b'],
      "the route 'thing' (/f/*path) cannot have 'a/../b' as '*path'; '.' and '..' are steps of a path and no text",
    ],
    [
      'a glob with slashes that do not count',
      '/f/*path',
      ['/a'],
      "the route 'thing' (/f/*path) cannot have '/a' as '*path'; it must not begin or end with a slash, nor have two in a row",
    ],
    [
      'a group without all its names',
      '/p(/:y(/:m))',
      [{ m: 2 }],
      "the route 'thing' (/p(/:y(/:m))) lacks a value for ':y', which stands together with ':m'; give it as a segment value or as { y: … }",
    ],
    [
      'a regex',
      { path: '/u/:id', constraints: { id: /\d+/ } },
      ['x'],
      "the route 'thing' (/u/:id) cannot have 'x' as ':id'; it must match /\\d+/ as a whole",
    ],
    [
      'a regex that matches a part',
      { path: '/u/:id', constraints: { id: /\d+/ } },
      ['1\n'],
      "the route 'thing' (/u/:id) cannot have '1\\n' as ':id'; it must match /\\d+/ as a whole",
    ],
    [
      'a string',
      { path: '/u/:id', constraints: { id: 'me' } },
      ['x'],
      "the route 'thing' (/u/:id) cannot have 'x' as ':id'; it must be 'me'",
    ],
    [
      'a list of strings',
      { path: '/u/:id', constraints: { id: ['me', 'you'] } },
      ['x'],
      "the route 'thing' (/u/:id) cannot have 'x' as ':id'; it must be one of ['me', 'you']",
    ],
    [
      'a callable',
      { path: '/u/:id', constraints: { id: (id) => id === 'me' } },
      ['x'],
      "the route 'thing' (/u/:id) cannot have 'x' as ':id'; &guards#isGood must let it through",
    ],
    [
      'an optional value’s constraint',
      { path: '/(:l)/a', constraints: { l: /en|de/ } },
      ['fr'],
      "the route 'thing' ((/:l)/a) cannot have 'fr' as ':l'; it must match /en|de/ as a whole",
    ],
    [
      'values that run together',
      '/:x-:y',
      ['a', 'b-c'],
      "the route 'thing' (/:x-:y) cannot be given these values: its path '/a-b-c' would be recognised with :x = 'a-b', :y = 'c'; give values that keep apart",
    ],
    [
      'a name that another takes',
      '/(:a)(/:b)',
      [{ b: 'x' }],
      "the route 'thing' ((/:a)(/:b)) cannot be given these values: its path '/x' would be recognised with :a = 'x'; give values that keep apart",
    ],
    [
      'a symbol in the query',
      '/a',
      [{ q: { r: Symbol('x') } }],
      "the route 'thing' (/a) cannot have a symbol as 'q[r]' in its query; give text, a number, a list or a plain object",
    ],
    [
      'an object in the query',
      '/a',
      [{ q: new Map() }],
      "the route 'thing' (/a) cannot have an object of class Map as 'q' in its query; give text, a number, a list or a plain object",
    ],
    [
      'half a character in the query',
      '/a',
      [{ q: '\udc00' }],
      "the route 'thing' (/a) cannot have half of a surrogate pair in its query; give whole characters",
    ],
    [
      'half a character in the anchor',
      '/a',
      [{ anchor: '\udc00' }],
      "the route 'thing' (/a) cannot have half of a surrogate pair in its anchor; give whole characters",
    ],
    [
      'a symbol as anchor',
      '/a',
      [{ anchor: Symbol('x') }],
      "the route 'thing' (/a) cannot have a symbol as its anchor; give a string",
    ],
  ])('says so of %s', (_, route, values, message) => {
    expect(error(route, ...values).message).toBe(message);
  });

  it('refuses a query without end', () => {
    const endless: Record<string, unknown> = {};
    endless['a'] = endless;
    expect(() => pathFor('/a', endless)).toThrow('it nests too deep');
  });
});

describe('records', () => {
  class Record {
    constructor(readonly id?: number) {}
  }
  class BlogPost extends Record {}
  class Comment extends Record {}
  class Sheep extends Record {}
  class Profile extends Record {}
  class Draft {
    constructor(
      readonly isPersisted: boolean | (() => boolean),
      readonly id = 3,
    ) {}
  }
  const helpers = helpersOf(
    {
      'blog-posts': '/posts',
      'blog-post': '/posts/:id',
      'edit-blog-post': '/posts/:id/edit',
      'new-blog-post': '/posts/new',
      'blog-post-comments': '/posts/:post_id/comments',
      'new-blog-post-comment': '/posts/:post_id/comments/new(/:like)',
      'blog-post-comment': '/posts/:post_id/comments/:id',
      'admin-blog-post': '/admin/posts/:id',
      'sheep-index': '/sheep',
      sheep: '/sheep/:id',
      profile: '/profile',
      drafts: '/drafts',
      draft: '/drafts/:id',
    },
    { host: 'a.b' },
  );

  it('lead to their member when they are persisted, to the collection when they are new', () => {
    expect(helpers.polymorphicPath(new BlogPost(7))).toBe('/posts/7');
    expect(helpers.polymorphicPath(new BlogPost())).toBe('/posts');
    expect(helpers.polymorphicUrl(new BlogPost(7))).toBe('http://a.b/posts/7');
    expect(helpers.urlFor(new BlogPost(7))).toBe('http://a.b/posts/7');
    expect(helpers.urlFor(new BlogPost(7), { host: 'c.d', anchor: 'x' })).toBe('http://c.d/posts/7#x');
  });

  it('are persisted as isPersisted says, otherwise if they have an id', () => {
    expect(helpers.polymorphicPath(new Draft(true))).toBe('/drafts/3');
    expect(helpers.polymorphicPath(new Draft(() => false))).toBe('/drafts');
    expect(helpers.polymorphicPath(new BlogPost(0))).toBe('/posts/0');
  });

  it('nest in a list', () => {
    expect(helpers.polymorphicPath([new BlogPost(1), new Comment(2)])).toBe('/posts/1/comments/2');
    expect(helpers.polymorphicPath([new BlogPost(1), new Comment()])).toBe('/posts/1/comments');
    expect(helpers.polymorphicPath(['admin', new BlogPost(1)])).toBe('/admin/posts/1');
    expect(helpers.polymorphicPath([null, new BlogPost(1)])).toBe('/posts/1');
    expect(helpers.urlFor([new BlogPost(1), new Comment(2)])).toBe('http://a.b/posts/1/comments/2');
  });

  it('may be classes, and lead to an action', () => {
    expect(helpers.polymorphicPath(BlogPost)).toBe('/posts');
    expect(helpers.polymorphicPath([new BlogPost(1), Comment])).toBe('/posts/1/comments');
    expect(helpers.polymorphicPath(new BlogPost(7), { action: 'edit' })).toBe('/posts/7/edit');
    for (const post of [new BlogPost(), new BlogPost(7), BlogPost])
      expect(helpers.polymorphicPath(post, { action: 'new' })).toBe('/posts/new');
    for (const comment of [new Comment(), new Comment(2), Comment])
      expect(helpers.polymorphicPath([new BlogPost(1), comment], { action: 'new' })).toBe(
        '/posts/1/comments/new',
      );
  });

  it('know plurals that equal the singular, and singular resources', () => {
    expect(helpers.polymorphicPath(new Sheep())).toBe('/sheep');
    expect(helpers.polymorphicPath(new Sheep(2))).toBe('/sheep/2');
    expect(helpers.polymorphicPath(new Profile(2))).toBe('/profile');
    expect(helpers.polymorphicPath(new Profile())).toBe('/profile');
  });

  it('take options', () => {
    expect(helpers.polymorphicPath(new BlogPost(7), { page: 2, anchor: 'x', trailingSlash: true })).toBe(
      '/posts/7/?page=2#x',
    );
  });

  it('must have a class that a route is named for', () => {
    expect(() => helpers.polymorphicPath(new Comment(1))).toThrow(UnknownRouteError);
    expect(() => helpers.polymorphicPath(new Comment(1))).toThrow("no route is named 'comment'");
    expect(() => helpers.polymorphicPath({ id: 5 })).toThrow(
      'an object is neither the name of a route nor a record of a class',
    );
    for (const nothing of [null, undefined, Symbol('x'), 7, true])
      expect(() => helpers.urlFor(nothing)).toThrow(UrlGenerationError);
    expect(() => helpers.polymorphicPath([])).toThrow(UrlGenerationError);
    expect(() => helpers.polymorphicPath([null])).toThrow(UrlGenerationError);
    expect(() => helpers.polymorphicPath([7])).toThrow(UrlGenerationError);
    expect(() => helpers.polymorphicPath([new BlogPost(), new Comment(2)])).toThrow(
      "cannot have an object of class BlogPost as ':post_id'",
    );
  });
});

describe('a mounted router, and a request', () => {
  const helpers = helpersOf({ posts: '/posts', root: '/' });

  it('give their host and the path that they hang below', () => {
    const mounted = helpers.forRequest({
      host: 'a.b',
      protocol: 'https',
      port: 8443,
      scriptName: '/blog',
    }) as unknown as typeof helpers;
    expect(mounted.pathFor('posts')).toBe('/blog/posts');
    expect(mounted['postsPath']!()).toBe('/blog/posts');
    expect(mounted['postsUrl']!()).toBe('https://a.b:8443/blog/posts');
    expect(mounted.urlFor('root')).toBe('https://a.b:8443/blog/');
    expect(helpers['postsPath']!()).toBe('/posts');
  });

  it('give way to a default host', () => {
    const fixed = helpersOf({ posts: '/posts' }, { host: 'fixed.org' });
    expect(fixed.forRequest({ host: 'a.b', protocol: 'https', port: 1 }).urlFor('posts')).toBe(
      'http://fixed.org/posts',
    );
  });

  it('cannot lead off the site', () => {
    expect(helpers.forRequest({ scriptName: '//evil.com/x\r\n' }).pathFor('posts')).toBe(
      '/evil.com/x%0D%0A/posts',
    );
    expect(helpers.forRequest({ scriptName: '/\\evil' }).pathFor('posts')).toBe('/%5Cevil/posts');
    expect(() => helpers.forRequest({ host: 'a.b/c' }).urlFor('posts')).toThrow(UrlGenerationError);
  });
});
