// Routes that look alike and are not, routes that hide others in ways that are easily missed, and paths that are told as
// examples: which route is said to answer what.

import { expect, it } from 'vitest';
import { lintText } from '../support/linted-text.js';

const codes = ['duplicate-route', 'unreachable-route', 'overlapping-routes', 'glob-before-others', 'mount-hides-routes', 'constraint-never-matches']; // prettier-ignore

async function told(declarations: string, files?: Record<string, string>): Promise<string[]> {
  const found = await lintText(`routes {\n${declarations}\n}\n`, {
    files,
    rules: { 'overlapping-routes': 'warning' },
  });
  return found.flatMap(({ code, message }) => (codes.includes(code) ? [`${code}: ${message}`] : []));
}

const single = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));

it.each<[string, string]>([
  [
    'another default where a constraint asks for the format',
    `constraints(format => <json xml>, {
       get '/a', to => 'a#b'
       get '/a', to => 'a#b', defaults => { format => 'json' }
     })`,
  ],
  [
    'a list of one text, and a list of two',
    `get '/:a', to => 'a#b', a => ["a', 'b"]\nget '/:a', to => 'a#b', a => ['a', 'b']`,
  ],
  [
    'a pattern whose group is left out has a path that begins with what follows',
    `get '/:a', to => 'a#b'\nget '/:b/:c', to => 'a#b'\nget '/', to => 'a#b'\nget '/(:locale)(.:format)', to => 'a#b', locale => /x/, format => /a.b/`,
  ],
  [
    'hosts that exclude each other',
    `get '/a/:b', to => 'a#b', constraints => { host => 'a.example' }\nget '/:c/d', to => 'a#b', constraints => { host => 'b.example' }`,
  ],
  [
    'a subdomain, and none',
    `get '/a/:b', to => 'a#b', constraints => { subdomain => /./ }\nget '/:c/d', to => 'a#b', constraints => { subdomain => false }`,
  ],
])('nothing is said: %s', async (_, declarations) => {
  const isOverlapMeant = /host|subdomain/.test(declarations);
  const found = await told(declarations);
  expect(found.filter((each) => isOverlapMeant || !each.startsWith('overlapping-routes'))).toEqual([]);
});

it('one label in two folders is two callables', async () => {
  const inFolder = "get '/:a', to => 'a#b', constraints => { a => &guards#odd }";
  const files = { 'one/x.routes': inFolder, 'two/x.routes': inFolder, 'one/guards.js': 'export const odd = () => true', 'two/guards.js': 'export const odd = () => false' }; // prettier-ignore
  expect(await told("include 'one/x.routes'\ninclude 'two/x.routes'", files)).toEqual([]);
  expect(await told("include 'one/x.routes'\ninclude 'one/x.routes'", files)).toHaveLength(1);
});

it.each<[string, string, string]>([
  [
    'a path that the route before the glob does not take',
    `get '/:n', to => 'a#n', n => /\\d+/\nget '/*path', to => 'a#p'\nget '/:slug', to => 'a#s'`,
    "'GET /*path' gets '/a' before the routes declared for them; move it after them",
  ],
  [
    'no path of a glob that others have all of',
    `get '/:n', to => 'a#n'\nget '/*path', to => 'a#p'\nget '/:slug', to => 'a#s', slug => /\\d+/`,
    "'GET /:slug' is never reached: '/:n' on line 2 already answers '/7'",
  ],
  [
    'a literal path behind a look-ahead',
    `get '/:page', to => 'pages#show', page => /(?!admin).+/\nget '/about', to => 'pages#about'`,
    "'GET /about' is never reached: '/:page' on line 2 already answers '/about'",
  ],
  [
    'a verb that its constraint on the method shuts out',
    "get '/x', to => 'a#b', constraints => { method => 'POST' }",
    "'GET /x' never matches, since its constraint on the method lets none of its verbs through",
  ],
  [
    'a group that may be left out',
    "get '/x(/:id)', to => 'a#b', constraints => { id => [] }",
    "'/x(/:id)' matches only where its group is left out",
  ],
])('what is said is so: %s', async (_, declarations, message) => {
  expect(await told(declarations)).toContainEqual(expect.stringMatching(single(message)));
});

it('what a glob has all of is told once, of the glob', async () => {
  const [only, ...others] = await told(
    "get '/*path', to => 'a#p'\nget '/b', to => 'a#b'\nget '/c/:id', to => 'a#c'",
  );
  expect(only).toBe(
    "glob-before-others: 'GET /*path' gets '/b' and paths of another route before the routes declared for them; move it after them",
  );
  expect(others).toEqual([]);
});

it('no path is said to be for a route whose method another one takes', async () => {
  const found = await told(
    `match '/a', to => 'a#b', via => <get post>
     match '/a', to => 'a#c', via => *, constraints => { method => 'POST' }
     match '/a', to => 'a#d', via => *, constraints => { subdomain => 'api' }`,
  );
  expect(found).toEqual([
    "unreachable-route: 'any verb /a' is never reached: '/a' on line 2 already answers '/a'; declare it before that one",
  ]);
});
