// Completion in the middle of a text that is there: a word is exchanged, and what belongs to it stays.

import { expect, it } from 'vitest';
import { complete } from '../../lsp/features/completion.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { Source } from '../../src/language/source.js';
import { fakeApplication } from '../support/fake-application.js';

/** What is offered at `|` inside a file, each as the lines would be with it. */
function offered(marked: string): string[] {
  const [before, after] = ['routes {\n', '\n}\n'];
  const text = before + marked.replace('|', '') + after;
  const snapshot = new Snapshot(new Source('routes', text));
  const items = complete(snapshot, before.length + marked.indexOf('|'), { application: fakeApplication });
  return items.map(({ insert, span }) =>
    (text.slice(0, span.start) + insert + text.slice(span.end)).slice(before.length, -after.length),
  );
}

const cases: Readonly<Record<string, readonly [text: string, offered: string]>> = {
  'a keyword': ["po| '/about', to => 'home#index'", "post '/about', to => 'home#index'"],
  'a keyword in its middle': ["p|st '/about', to => 'home#index'", "post '/about', to => 'home#index'"],
  'a keyword before an option': ["roo| to => 'home#index'", "root to => 'home#index'"],
  'a keyword before its block': ['sha| {\n}', 'shallow {\n}'],
  'a keyword with parentheses': ["const|(subdomain => 'x', {\n})", "constraints(subdomain => 'x', {\n})"],
  'a keyword behind a brace': ["resources 'a', { r|ecources 'b' }", "resources 'a', { resources 'b' }"],
  'an option': ["resources 'a', ex| => <index>", "resources 'a', except => <index>"],
  'an option as a label': ["resources 'a', ex|: <index>", "resources 'a', except: <index>"],
  'an option as an adverb': ["resources 'a', :ex|<index>", "resources 'a', :except<index>"],
  'an option on a line of its own': [
    "get '/a',\n  d|s => { a => 'b' }",
    "get '/a',\n  defaults => { a => 'b' }",
  ],
  'a key of a hash': ["get '/:id', constraints => { i| => /a/ }", "get '/:id', constraints => { id => /a/ }"],
  'a redirect': ["get '/a', to => redi|('/b')", "get '/a', to => redirect('/b')"],
  'a segment of a redirect': [
    "get '/:user', to => redirect('/~%{u|sr}')",
    "get '/:user', to => redirect('/~%{user}')",
  ],
};

it.each(Object.entries(cases))('%s is exchanged', (_, [marked, result]) => {
  expect(offered(marked)).toContain(result);
});

it.each([
  ["namespace 'a' do r| end", "namespace 'a' do root to => '$1' end"],
  ["namespace 'a' { r| }", "namespace 'a' { root to => '$1' }"],
  ["r|; get '/a'", "root to => '$1'; get '/a'"],
  ['r| # the first page', "root to => '$1' # the first page"],
])('a word behind which its statement ends gets what it needs: %s', (marked, result) => {
  expect(offered(marked)).toContain(result);
});

it.each([
  [
    "concern 'a' { concerns '|' }\nconcern 'b' { concerns 'a' }\nconcern 'c' { concerns 'b' }\nconcern 'd' { }",
    ['d'],
  ],
  ["concern 'a' { resources 'x', concerns => '|' }\nconcern 'b' { }", ['b']],
  ["concern 'a' { concerns 'b' }\nconcern 'b' { }\nresources 'x', concerns => '|'", ['a', 'b']],
])('a concern that would use itself is not offered: %s', (marked, names) => {
  const written = names.map((name) => marked.replace('|', name));
  expect(offered(marked)).toEqual(written);
});

it.each([
  "resources 'photos', path_names => { '|' => 'fresh' }",
  "resources 'photos', '|' => 'pictures'",
  "controller 'photos' { get '/all', '|' => 'photos#index' }",
])('a key in quotes is no name of a resource, and no path: %s', (marked) => {
  expect(offered(marked)).toEqual([]);
});

it.each([
  ['a word of a list', 'resources <admin/u|>', 'resources <admin/users>'],
  ['the middle of one', 'resources %w[photos admin/us|ers]', 'resources %w[photos admin/users]'],
  [
    'one that has points',
    "concern 'a.b' { }\nresources 'photos', concerns => <a.|>",
    "concern 'a.b' { }\nresources 'photos', concerns => <a.b>",
  ],
])('%s is exchanged as a whole', (_, marked, result) => {
  expect(offered(marked)).toContain(result);
});

it.each([
  ['names of resources', "resources 'photos', '|'", "resources 'photos', 'photos'"],
  ['those behind', "resources '|', 'photos'", "resources 'photos', 'photos'"],
  ['symbols', 'resources :photos, :|', 'resources :photos, :photos'],
  ['words', 'resources <admin/users |>', 'resources <admin/users admin/users>'],
  ['strings in a list', "resources ['photos', '|']", "resources ['photos', 'photos']"],
  ['what follows in a list', "resources [|, 'admin/users']", "resources ['admin/users', 'admin/users']"],
  ['verbs', "match '/a', via => [:get, '|']", "match '/a', via => [:get, 'get']"],
  [
    'concerns of an option',
    "concern 'a' { }\nresources 'photos', concerns => ['a', '|']",
    "concern 'a' { }\nresources 'photos', concerns => ['a', 'a']",
  ],
  ['concerns', "concern 'a' { }\nconcerns 'a', '|'", "concern 'a' { }\nconcerns 'a', 'a'"],
])('what is named beside is not offered again: %s', (_, marked, twice) => {
  expect(offered(marked)).not.toContain(twice);
});

it.each(["resources '|', 'photos'", 'resources :|, :photos', "resources ['|']", "resources ['photos', |]"])(
  'a resource that needs an option is offered only where the option is for it alone: %s',
  (marked) => {
    expect(offered(marked).filter((line) => line.includes('module'))).toEqual([]);
    expect(offered("resources '|'")).toContain("resources 'users', module => 'admin'");
  },
);
