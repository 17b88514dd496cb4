// One mistake, one message: what only follows from a mistake that is told already is not told again.

import { expect, it } from 'vitest';
import { lintText } from '../support/linted-text.js';

const concern = "concern 'votable', { post 'vote', to => 'votes#create' }";

it.each<[string, string, string]>([
  [
    'a concern that a misspelled keyword uses is not called unused',
    `${concern}\n resurces 'posts', concerns => 'votable'`,
    'unknown-keyword',
  ],
  [
    'nor one that a misspelled option names',
    `${concern}\n resources 'posts', concers => <votable>`,
    'unknown-option',
  ],
  [
    'nor one whose use is misspelled',
    `${concern}\n resources 'posts', concerns => 'votble'`,
    'unknown-concern',
  ],
  [
    'a block is not called empty whose routes have mistakes',
    "constraints(host => 'a', { gett '/x', to => 'a#b' })",
    'unknown-keyword',
  ],
  [
    'a route of a resource is not said to lie below the record where its level may be what is misspelled',
    "resources 'photos' { get 'preview', onn => 'member' }",
    'unknown-option',
  ],
  [
    'nor where a bracket is missing, and nobody knows which block it is in',
    "resources 'photos', {\n  get 'preview', on => 'member'\n   };\n   get '/about', to => 'pages#about'\n  };",
    'unmatched-bracket',
  ],
  [
    'and `match` is not said to have one verb while the second one stands beside it',
    "match '/search', to => 'search#run', via => 'get', 'post'",
    'unexpected-argument',
  ],
  [
    'a constraint of no route is not said to be there around already',
    "constraints(id => /[^.]+/, {\n resources 'facts' { constraints(id => /[^.]+/, { get 'values', to => 'values#index' }) }\n })",
    'unknown-constraint-key',
  ],
  [
    'a redirect that may not answer, for an option that could not be read, closes no circle',
    "get '/b', to => redirect('/a'), constrains => { host => 'b' }\n get '/a', to => redirect('/b')\n get '/b', to => redirect('/a')",
    'unknown-option',
  ],
  [
    'a concern whose definition does not parse is not called unknown',
    `concern: 'votable', { post 'vote', to => 'votes#create' }\n resources 'posts', concerns => 'votable'`,
    'syntax-error',
  ],
  [
    'nor one that is defined in the plural',
    `concerns 'votable', { post 'vote', to => 'votes#create' }\n resources 'posts', concerns => 'votable'`,
    'unexpected-argument',
  ],
  [
    'nor one that is defined in program text',
    `if staff\n ${concern}\n end\n resources 'posts', concerns => 'votable'`,
    'inline-code',
  ],
  [
    'the verbs of a `match` that stand at a block around it are not called missing',
    "scope '/a', via => 'get', {\n match '/x', to => 'a#b'\n match '/y', to => 'a#c'\n }",
    'unknown-option',
  ],
  [
    'of a `{` too many that is never closed, that it is too many is enough',
    "get '/a', to => 'a#b' {\n get '/c', to => 'a#b'",
    'unexpected-argument',
  ],
  [
    'and so are the options that stand in it',
    "get '/a/:id', to => 'a#b', {\n  id => /x/,\n  as => 'a'\n get '/c', to => 'a#b'",
    'unexpected-argument',
  ],
  [
    'a character that cannot be seen is passed over, wherever it stands',
    `\u200b${concern}\n resources 'posts', concerns => 'votable'`,
    'syntax-error',
  ],
  [
    'several of a line are told together',
    "get\u200b '/a/:id', constraints\u200b => { id =>\u200b /x/ }, to => 'a#b'\u2060",
    'syntax-error',
  ],
  [
    'what stands behind a block that is never closed may be meant to stand in it',
    "resources 'photos' {\n scope 'x' {\n  member { get 'a' }\n  get 'b', on => 'member'\n }\n get '/c', to => 'a#b'",
    'unmatched-bracket',
  ],
  [
    'a list that has lost its `[` is one mistake',
    "resources 'photos', only => 'index', 'show']",
    'unmatched-bracket',
  ],
  [
    'two sides of a conflict do not say the same twice',
    "get '/about', to => 'pages#about'\n<<<<<<< HEAD\nget '/a', to => 'a#b'\n=======\nget '/a', to => 'a#c'\n>>>>>>> topic",
    'syntax-error',
  ],
])('%s', async (_, text, code) => {
  expect((await lintText(`routes {\n ${text}\n}\n`)).map((diagnostic) => diagnostic.code)).toEqual([code]);
});

it('a concern that no line names is unknown all the same', async () => {
  const found = await lintText(
    "routes {\n concern: 'votable', { }\n resources 'posts', concerns => 'likable'\n}\n",
  );
  expect(found.map(({ code }) => code)).toEqual(['syntax-error', 'unknown-concern']);
});

it.each([' ', '\n'])('nor is one taken for defined where another is, with %j in the block', async (blank) => {
  const found = await lintText(
    `routes {\n concern 'both', {${blank}concerns 'votable${blank}}\n resources 'posts', concerns => 'votable'\n}\n`,
  );
  expect(found.map(({ code }) => code)).toEqual(['syntax-error', 'unknown-concern']);
});

it('a concern that nothing names is unused all the same', async () => {
  const found = await lintText(`routes {\n ${concern}\n gett '/x', to => 'votable-x#b'\n}\n`);
  expect(found.map(({ code }) => code)).toEqual(['unused-concern', 'unknown-keyword']);
});

it('the other places of an odd name are told with the first', async () => {
  const text = `routes {
  get '/teams/:id', to => 'teams#show'
  get '/teams/:key/coaches', to => 'coaches#index'
  get '/teams/:key/matches', to => 'matches#index'
}
`;
  const found = await lintText(text);
  expect(found.map(({ code, related }) => [code, related?.map(({ range }) => range.start.line)])).toEqual([
    ['inconsistent-param-name', [2, 4]],
  ]);
});

it.each<[string, Record<string, string>, string[]]>([
  ['is told with the glob', {}, ['glob-before-others']],
  [
    'is told with the glob where both are errors',
    { 'unreachable-route': 'error', 'glob-before-others': 'error' },
    ['glob-before-others'],
  ],
  [
    'is told too where it weighs more',
    { 'unreachable-route': 'error' },
    ['glob-before-others', 'unreachable-route'],
  ],
])('a route that a glob hides %s', async (_, severities, codes) => {
  const text =
    "routes {\n get '/docs/*page', to => 'docs#show'\n get '/docs/search', to => 'docs#search'\n}\n";
  expect((await lintText(text, { rules: severities })).map(({ code }) => code)).toEqual(codes);
});

it('a mistake at the same place of another file hides nothing', async () => {
  const text = "routes {\n  include 'others'\n  get '/users/{id}', to => 'users#show'\n}\n";
  const others = `${' '.repeat(text.indexOf('/users'))}gett '/x', to => 'a#b'\n`;
  const codes = (await lintText(text, { files: { 'others.routes': others } })).map(({ code }) => code);
  expect(codes.sort()).toEqual(['foreign-path-syntax', 'unknown-keyword']);
});
