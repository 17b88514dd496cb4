// URL helpers by name: what becomes of values and options in a path.

import { describe, expect, it } from 'vitest';
import { UrlGenerationError } from '../../src/routing/generation/generation-errors.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { namedRoutes } from '../support/named-routes.js';
import { helpersOf, pathFor } from '../support/loose-helpers.js';

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

  it('may have undefined behind them, which is what a caller without options hands on', () => {
    const helpers = helpersOf(
      { post: '/(:locale)/posts/:id', about: '/about', comment: '/posts/:post_id/comments/:id' },
      { host: 'a.b' },
    );
    helpers.direct(
      'archive',
      (year: unknown, options: unknown) => `/archive/${String(year)}/${JSON.stringify(options)}`,
    );
    for (let turn = 0; turn < 3; turn++) {
      expect(helpers.pathFor('post', 5, undefined)).toBe('/posts/5');
      expect(helpers.pathFor('post', 'fr', 5, undefined)).toBe('/fr/posts/5');
      expect(helpers.postPath!(5, undefined)).toBe('/posts/5');
      expect(helpers.postPath!({ id: 5 }, undefined)).toBe('/posts/5');
      expect(helpers.commentPath!(5, 7, undefined)).toBe('/posts/5/comments/7');
      expect(helpers.postUrl!('fr', 5, undefined)).toBe('http://a.b/fr/posts/5');
      expect(helpers.aboutPath!(undefined)).toBe('/about');
      expect(helpers.archivePath!(1999, undefined)).toBe('/archive/1999/%7B%7D');
    }
    expect(() => helpers.commentPath!(5, undefined)).toThrow("lacks a value for ':id'");
    expect(() => helpers.postPath!(undefined)).toThrow("lacks a value for ':id'");
    expect(() => helpers.postPath!('fr', 5, null)).toThrow('takes at most 2, but was given 3');
    expect(() => helpers.postPath!('fr', 5, 'x')).toThrow('takes at most 2, but was given 3');
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
    expect(() => pathFor('/:id', { toParam: () => ({ id: 7 }) })).toThrow("cannot have an object as ':id'");
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

  it('escapes each character by itself, and in long texts, as it has to be where it stands', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    for (const character of [...ascii, 'é', '€', '😀'])
      for (const text of [character, `${character}x`, character.repeat(9)]) {
        const escaped = encodeURIComponent(text);
        expect(pathFor('/q', { [text]: text })).toBe(`/q?${escaped}=${escaped}`);
        if (text !== '.') expect(pathFor('/q/:id', text)).toBe(`/q/${escaped.replaceAll('.', '%2E')}`);
      }
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
