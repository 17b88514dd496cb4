// Typed helpers: what is written for a route, and what TypeScript then lets through.

import { describe, expect, it } from 'vitest';
import { helperForms } from '../../src/typescript/helper-forms.js';
import { noFacts } from '../../src/routing/patterns/facts.js';
import { segmentType } from '../../src/typescript/segment-type.js';
import { typedHelpers } from '../../src/typescript/typed-helpers.js';
import { segmentConstraint, type WrittenConstraint } from '../support/definition.js';
import { routeDefinition, type WrittenRoute } from '../support/named-routes.js';
import { linesWithErrors, typeErrors } from '../support/type-check.js';

function definitions(routes: Readonly<Record<string, WrittenRoute>>) {
  return Object.entries(routes).map(([name, route]) => routeDefinition(name, route));
}

const routes = {
  root: '/',
  about: '/about',
  user: { path: '/users/:id', constraints: { id: /\d+/ } },
  'edit-user': '/users/:id/edit',
  post: { path: '/(:locale)/posts/:id(.:format)', constraints: { locale: /en|de/, format: ['json', 'xml'] } },
  'user-post': '/users/:user_id/posts/:id',
  files: '/files/*path',
  page: { path: '/pages/:page', defaults: { page: '1' } },
  search: '/search/:query(/:anchor)',
  'new-line_item': '/line_items/new',
};

describe('the type of a segment', () => {
  it.each<[WrittenConstraint, string]>([
    [/en|de/, "'en' | 'de'"],
    [/(en|de)/, "'en' | 'de'"],
    [/^(?:en|pt-BR)$/, "'en' | 'pt-BR'"],
    [/^en|de$/, "'en' | 'de'"],
    [/a\.b|c/, "'a.b' | 'c'"],
    [/1|02/, "'1' | 1 | '02'"],
    [['en', 'de'], "'en' | 'de'"],
    [['en', /de|fr/], "'en' | 'de' | 'fr'"],
    ["it's", "'it\\'s'"],
    [/\d+/, 'number | bigint | string | ParamRecord'],
    [/[0-9]{1,5}/, 'number | bigint | string | ParamRecord'],
    [/[1-9]\d*/, 'number | bigint | string | ParamRecord'],
    [[/\d+/, /\d{4}/], 'number | bigint | string | ParamRecord'],
    [/en|de/i, 'SegmentValue'],
    [/en|d./, 'SegmentValue'],
    [/\w+/, 'SegmentValue'],
    [['en', /\w+/], 'SegmentValue'],
    [() => true, 'SegmentValue'],
  ])('under %s', (written, type) => {
    expect(segmentType([segmentConstraint(written)], false)).toBe(type);
  });

  it('is what all constraints let through', () => {
    expect(segmentType([segmentConstraint(/en|de|fr/), segmentConstraint(['fr', 'en', 'it'])], false)).toBe(
      "'en' | 'fr'",
    );
    expect(segmentType([segmentConstraint('a'), segmentConstraint('b')], false)).toBe('never');
    expect(segmentType([], true)).toBe('SegmentValue | readonly SegmentValue[]');
  });
});

describe('the forms of a call', () => {
  const forms = (route: WrittenRoute): readonly string[] => helperForms(routeDefinition('x', route));

  it('are by position and by name', () => {
    expect(forms('/about')).toEqual(['[options?: UrlOptions | undefined]']);
    expect(forms('/:a')).toEqual([
      "[a: SegmentValue | RecordBy<'a'>, options?: OptionsBeside<'a'> | undefined]",
      '[options: Given<{ readonly a: SegmentValue }, { readonly a: string }>]',
    ]);
    expect(forms('/:a/:b')).toEqual([
      "[a: SegmentValue | RecordBy<'a'>, b: SegmentValue | RecordBy<'b'>, options?: OptionsBeside<'a' | 'b'> | undefined]",
      "[b: SegmentValue | RecordBy<'b'>, options: Given<{ readonly a: SegmentValue }, { readonly a: string }, HelperOptions & { readonly [name in 'b']?: undefined }>]",
      "[a: SegmentValue | RecordBy<'a'>, options: { readonly b: SegmentValue } & HelperOptions & { readonly [name in 'a']?: undefined }]",
      '[options: Given<{ readonly a: SegmentValue; readonly b: SegmentValue }, { readonly a: string; readonly b: string }>]',
    ]);
  });

  it('leave out an option that a segment is called like', () => {
    expect(forms('/search/:query')).toEqual([
      "[query: SegmentValue | RecordBy<'query'>, options?: Omit<HelperOptions, 'query'> & { readonly [param: string]: QueryValue } & { readonly [name in 'query']?: undefined } | undefined]",
      "[options: Given<{ readonly query: SegmentValue }, { readonly query: string }, Omit<HelperOptions, 'query'>>]",
    ]);
  });

  it('put optional names where the pattern has them', () => {
    expect(forms('/(:l)/p/:id')).toEqual([
      "[id: SegmentValue, options?: { readonly l?: SegmentValue | null | undefined } & OptionsBeside<'id'> | undefined]",
      "[l: SegmentValue | null | undefined, id: SegmentValue, options?: OptionsBeside<'l' | 'id'> | undefined]",
      "[l: SegmentValue | null | undefined, options: { readonly id: SegmentValue } & OptionsBeside<'l'>]",
      '[options: Given<{ readonly l?: SegmentValue | null | undefined; readonly id: SegmentValue }, { readonly id: string }>]',
    ]);
  });

  it('let defaults stand in from the right', () => {
    expect(forms({ path: '/:a/:b', defaults: { b: '1' } })).toEqual([
      "[a: SegmentValue | RecordBy<'a'>, options?: { readonly b?: SegmentValue | undefined } & HelperOptions & { readonly [name in 'a']?: undefined }]",
      "[a: SegmentValue | RecordBy<'a'>, b: SegmentValue | RecordBy<'b'> | undefined, options?: OptionsBeside<'a' | 'b'> | undefined]",
      "[b: SegmentValue | RecordBy<'b'> | undefined, options: Given<{ readonly a: SegmentValue }, { readonly a: string }, HelperOptions & { readonly [name in 'b']?: undefined }>]",
      '[options: Given<{ readonly a: SegmentValue; readonly b?: SegmentValue | undefined }, { readonly a: string }>]',
    ]);
  });

  it('are as few for a long path as for each of its segments two', () => {
    const path = 'abcdefghijklmnopqrst'.replace(/./g, '/:$&');
    expect(forms(path)).toHaveLength(40);
  });
});

describe('the declaration', () => {
  const text = typedHelpers(definitions(routes), { file: 'config/routes', directNames: ['homepage'] });

  it('is written once for equal routes', async () => {
    expect(typedHelpers(definitions(routes), { file: 'config/routes', directNames: ['homepage'] })).toBe(
      text,
    );
    await expect(text).toMatchFileSnapshot('../fixtures/url-helpers/declaration.text');
  });

  it('strikes each helper of a deprecated route through', () => {
    const [definition] = definitions({ old: '/old' });
    const facts = { ...noFacts, deprecated: { date: '2026-12-01' } };
    expect(
      typedHelpers([{ ...definition!, facts }]).match(/(?<=\/\*\* .* @deprecated .*\n {2})[\w'-]+(?=\()/g),
    ).toEqual(['oldPath', 'oldUrl', "'old-path'", "'old-url'"]);
  });

  it('compiles by itself', () => {
    expect(typeErrors({ 'routes.d.ts': text })).toEqual([]);
    expect(typeErrors({ 'routes.d.ts': typedHelpers([]) })).toEqual([]);
  });

  it('lets good calls through and no others', () => {
    const before = [
      "import type { NamedRoutes, RouteHelpers } from './routes.js';",
      "import { UrlHelpers, type PathForValues, type UrlOptions } from 'waypost';",
      'declare const router: ConstructorParameters<typeof UrlHelpers>[0]["router"];',
      'const helpers = new UrlHelpers<RouteHelpers>({ router });',
      'class Post { constructor(readonly id: number) {} }',
      'const post = new Post(7);',
      'declare const row: { id: number; email: string; passwordHash: string | null; made: Date };',
      'declare const params: { user_id: string; id: string };',
      'declare const anyParams: Record<string, string>;',
      'declare const given: UrlOptions | undefined;',
      'declare const pageOrNone: number | undefined;',
    ].join('\n');
    const good = [
      'helpers.rootPath() satisfies string;',
      'helpers.aboutPath({ anchor: "us", page: 2, tags: ["a"], by: { name: "x" }, trailingSlash: true });',
      'helpers.userPath(5);',
      'helpers.userPath(5n);',
      'helpers.userPath("5", { q: 1 });',
      'helpers.userPath(post);',
      'helpers.userPath({ id: 5, query: { q: 1 }, anchor: "x" });',
      'helpers.userPath(row);',
      'helpers.userPath(row, { page: 2 });',
      'helpers.postPath("en", row);',
      'helpers.userPostPath(row, row);',
      'helpers.userPostPath({ user_id: 3 }, row);',
      "helpers.pathFor('user', { id: 5, q: 1 });",
      'helpers.userUrl(5, { host: "a.b", protocol: "https", port: 8443 });',
      "helpers['edit-user-path']('x');",
      "helpers['edit-user-url'](post, { host: 'a.b' });",
      'helpers.postPath(5);',
      'helpers.postPath("en", 5);',
      'helpers.postPath(null, 5, "json");',
      'helpers.postPath(5, { locale: "de", format: "xml" });',
      'helpers.postPath({ id: post, locale: undefined });',
      'helpers.postPath("de", { id: 5, page: 2 });',
      'helpers.postPath(5, "json", { locale: "de" });',
      'helpers.postPath(5, { currentParams: { locale: "fr" } });',
      'helpers.userPath({ currentParams: params });',
      'helpers.userPath({ currentParams: params, query: { page: 2 } });',
      'helpers.userPostPath({ currentParams: params });',
      'helpers.userPostPath(7, { currentParams: params });',
      'helpers.userPostPath(row, { currentParams: params, anchor: "x" });',
      "helpers.pathFor('user-post', 7, { currentParams: params });",
      'helpers.userPostPath({ currentParams: params, id: 7 });',
      'helpers.userPostPath(7, { currentParams: params, user_id: 3 });',
      'helpers.userPostPath(7, { user_id: 3, anchor: "x" });',
      'helpers.userPostPath(3, { id: 7, anchor: "x" });',
      'helpers.userPath(5, given);',
      'helpers.postPath("en", 5, given);',
      'helpers.aboutPath(given);',
      'helpers.pagePath(pageOrNone);',
      "helpers.pathFor('page', { page: 2, q: 1 });",
      "helpers.pathFor('user', { currentParams: params, page: 2 });",
      'helpers.searchPath("a", { page: 2 });',
      'helpers.searchPath({ query: 5, anchor: post });',
      "helpers.pathFor('search', { query: 'a', anchor: 'b', page: 2 });",
      'helpers.userPostPath(1, 2);',
      'helpers.userPostPath({ user_id: 1, id: 2 });',
      'helpers.filesPath("a/b");',
      'helpers.filesPath(["a", 2]);',
      'helpers.pagePath();',
      'helpers.pagePath(2);',
      'helpers.newLineItemPath();',
      "helpers['new-line-item-path']();",
      "helpers['new-line_item-url']();",
      'helpers.homepagePath("anything", 5);',
      "helpers.pathFor('post', 'en', 5);",
      "helpers.pathFor('new-line_item');",
      "helpers.urlFor('user', 5, { host: 'a.b' });",
      "helpers.pathFor<'user'>('user', 5);",
      "const link: RouteHelpers['pathFor'] = (name, ...values) => `#${helpers.pathFor(name, ...values)}`;",
      "export const toUser: (name: 'user' | 'edit-user', id: number) => string = link;",
      'export const shown = <Name extends keyof NamedRoutes>(name: Name, ...values: PathForValues<NamedRoutes[Name]>) => helpers.pathFor(name, ...values);',
      'helpers.urlFor(post, { host: "a.b" });',
      'helpers.polymorphicPath([post, post], { action: "edit" });',
      'helpers.direct("x", () => "/x").resolve("Post", (record: unknown) => [record]);',
    ];
    const bad = [
      'helpers.userPth(5);',
      'helpers.userPath();',
      'helpers.userPath(5, 6);',
      'helpers.userPath(5, { id: 6 });',
      'helpers.postPath(5, { id: 6, locale: "de" });',
      'helpers.userPostPath(1, 2, { user_id: 1 });',
      'helpers.pagePath(2, { page: 3 });',
      'helpers.postPath("en", 5, "json", { locale: "de" });',
      'helpers.userPath({ id: 5, q: 1 });',
      'helpers.userPath({ id: 5, passwordHash: "x" }, { page: 2 });',
      'helpers.postPath({ id: 5, locale: "en", q: 1 });',
      'helpers.pagePath({ q: 1 });',
      'helpers.userPath(true);',
      'helpers.userPath(null);',
      'helpers.userPath(undefined);',
      'helpers.userPath(new Map());',
      'helpers.userPath({ q: 1 });',
      'helpers.editUserPath(Symbol("x"));',
      'helpers.aboutPath(1);',
      'helpers.aboutPath({ q: Symbol("x") });',
      'helpers.aboutPath({ trailingSlash: 1 });',
      'helpers.postPath("fr", 5);',
      'helpers.postPath(5, { locale: "fr" });',
      'helpers.postPath("en", 5, "pdf");',
      'helpers.postPath("en", 5, "json", 7);',
      'helpers.userPath({ currentParams: anyParams });',
      'helpers.userPath({ currentParams: params, page: 2 });',
      'helpers.userPostPath(7, { currentParams: { id: "5" } });',
      'helpers.searchPath("a", { query: { page: 2 } });',
      'helpers.searchPath({ anchor: "a" });',
      'helpers.userPostPath(1);',
      'helpers.userPostPath({ user_id: 1 });',
      "helpers.pathFor('pst', 5);",
      "helpers.pathFor('post');",
      "helpers.pathFor('user' as string, 5);",
      "helpers.urlFor('user');",
      "helpers['edit-usr-path'](5);",
      'helpers.userUrl(5, { port: true });',
      'helpers.polymorphicPath("post");',
      'helpers.rootPath().length.x;',
    ];
    expect(linesWithErrors(before, [...good, ...bad], { 'routes.d.ts': text })).toEqual(bad);
  });

  it('gives helpers that can stand where those of any routes are asked for', () => {
    const before = [
      "import type { RouteHelpers } from './routes.js';",
      "import { UrlHelpers } from 'waypost';",
      'declare const typed: UrlHelpers<RouteHelpers>;',
      'declare const loose: UrlHelpers;',
      'declare const record: object;',
      'declare function page(helpers: UrlHelpers): string;',
    ].join('\n');
    const good = [
      'page(typed);',
      'page(typed.forRequest({}).direct("x", "/x"));',
      'page(loose.direct("x", "/x"));',
      'loose.userPath?.(record);',
    ];
    const bad = [
      'const all: UrlHelpers<RouteHelpers> = loose;',
      'typed.direct("x", "/x").userPth(5);',
      'loose.userPath?.(new Map());',
      'loose.userPath?.(new Date());',
      'loose.userPath?.(Symbol("x"));',
      'loose.userPath?.(() => 5);',
      'loose.userPath?.({ q: Symbol("x") });',
      'loose.userPath?.({ anchor: true });',
      'loose.polymorphicPath("user");',
    ];
    expect(linesWithErrors(before, [...good, ...bad], { 'routes.d.ts': text })).toEqual(bad);
  });

  it('can hold for every request and all helpers of a program', () => {
    const registered = typedHelpers(definitions(routes), { register: true });
    const before = [
      "import type { RouteHelpers } from './routes.js';",
      "import { type Request, UrlHelpers } from 'waypost';",
      'declare const router: ConstructorParameters<typeof UrlHelpers>[0]["router"];',
      'declare const request: Request;',
      'const helpers: RouteHelpers = new UrlHelpers({ router });',
    ].join('\n');
    const good = [
      'helpers.userPath(5);',
      'request.helpers.userPath(5);',
      "request.helpers.pathFor('user', 5);",
    ];
    const bad = [
      'request.helpers.userPath();',
      "request.helpers.pathFor('usr', 5);",
      'request.helpers.usrPath(5);',
    ];
    expect(linesWithErrors(before, [...good, ...bad], { 'routes.d.ts': registered })).toEqual(bad);
  });

  it('is loose where nothing is registered', () => {
    const before = "import type { Request } from 'waypost';\ndeclare const request: Request;";
    const good = [
      "request.helpers.pathFor('user', 5);",
      'request.helpers.anythingPath?.(5);',
      "request.helpers.urlFor('user', { id: 5 });",
    ];
    const bad = ["request.helpers.pathFor('user', Symbol('x'));", 'request.helpers.anything();'];
    expect(linesWithErrors(before, [...good, ...bad], {})).toEqual(bad);
  });

  it('has each property once, whatever the names and patterns', () => {
    const odd = {
      polymorphic: '/p',
      'api-2fa': '/2fa',
      api2fa: '/other',
      'a-b': '/a',
      a_b: '/a',
      comment: '/x\\*/y',
      class: '/:class/:new/:été',
      __proto__: '/proto',
      constructor: '/c',
    };
    const text = typedHelpers(definitions(odd));
    expect(typeErrors({ 'routes.d.ts': text })).toEqual([]);
    expect(text).not.toContain('polymorphicPath(');
    expect(text.match(/api2faPath\(/g)).toHaveLength(1);
    expect(text).toContain(
      "[class_: SegmentValue | RecordBy<'class'>, new_: SegmentValue | RecordBy<'new'>, été: SegmentValue | RecordBy<'été'>, options?: OptionsBeside<'class' | 'new' | 'été'> | undefined]",
    );
  });
});
