// Every fix, of the grammar and of the rules, held to what it is for: the file has fewer mistakes than before and no new one,
// no route that answered stops answering, and a second round changes a file only for the better again.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { analyze, type Analysis } from '../../src/analysis/analyze.js';
import type { Bindings } from '../../src/interpreter/bindings.js';
import { applyFixes } from '../../src/lint/fixes.js';
import { lint } from '../../src/lint/lint.js';
import { shapeOf } from '../../src/routing/patterns/pattern-shape.js';
import { readDiagnosticFixture } from '../support/diagnostic-fixtures.js';
import { lintText } from '../support/linted-text.js';

const reread = (text: string): Analysis => analyze(text, { file: 'routes' });
const inFile = (declarations: string): string =>
  `routes {\n  ${declarations}\n  get '/other', to => 'o#p'\n}\n`;

async function fixedText(text: string): Promise<string> {
  return applyFixes('routes', text, await lintText(text), reread).text;
}

const errors = (text: string): string[] =>
  reread(text).diagnostics.flatMap(({ severity, code, message }) =>
    severity === 'error' ? [`${code} ${message}`] : [],
  );
const rows = (text: string): string[] =>
  reread(text).routes.map(({ definition: { verbs, pattern } }) => `${verbs.join('|')} ${shapeOf(pattern)}`);

const mistakes: readonly string[] = [
  "get '/[[...slug]]', to => 'x#y'",
  "get '/:id<int>', to => 'x#y'",
  "get '/a/{id}/n/{id}', to => 'x#y'",
  "get '/a/{id}/n/{other}', to => 'x#y'",
  "get '/{id}', to => 'x#y', constraints => { host => 'a' }",
  "get '/x', to => \"x#y'",
  "get '/x', to -> 'x#y'",
  "get '/x', to => 'x#y', id => rx/\\d+/",
  "get /x', to => 'x#y'",
  "get '/x', to => x#y'",
  "get '/x, to => 'x#y'",
  "mount DelayedJobWeb, at => '/jobs'",
  "mount DelayedJobWeb => '/jobs'",
  "mount A::B, at => '/x'",
  "get '/a', to => redirect('/a')",
  "get '/stories/:id', to => redirect('/storie/%{id}')",
  "get '/a', to => 'x#y'\n get '/a', to => 'x#y', as => 'foo'",
  "get '/a', to => 'x#y', as => 'foo'\n get '/a', to => 'x#y', as => 'foo'",
  "resources 'photos', only: :index",
  "resources 'photos' only => <index>",
  "get '/x' => 'x#y',",
  "get '/x', to = 'x#y'",
  "get '/x', redirect('/y')",
  "get '/x', to => 'x#y' }",
  "namespace 'x', { get '/x', to => 'x#y'",
  "get '/x', to => x#y",
  "get \"/x', to => 'x#y'",
  "get '/x\", to => 'x#y'",
  "get('/x', to => 'x#y'",
  "get '/x', to => 'x#y')",
  "resources :photos do\n get 'x', to => 'x#y'\n }",
  "get '/:id', to => 'x#y', id => /^\\d+$/",
  "match '/x', to => 'x#y', via => 'get'",
  "get '/a b', to => 'x#y'",
  "get '/', to => 'x#y'\n get '/', to => 'x#y', constraints => { hots => 'a' }",
];
const fixtures = ['test/fixtures/lint', 'test/fixtures/syntax'].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.routes'))
    .map((file) => readDiagnosticFixture(readFileSync(`${folder}/${file}`, 'utf8')).text),
);

it.each([...mistakes.map(inFile), ...fixtures])('%s', async (text) => {
  let current = text;
  for (let round = 0; round < 10; round++) {
    const next = await fixedText(current);
    if (next === current) break;
    const before = errors(current);
    const after = errors(next);
    expect(after.filter((each) => !before.includes(each))).toEqual([]);
    expect(after.length).toBeLessThanOrEqual(before.length);
    expect(new Set(rows(next)).size).toBeGreaterThanOrEqual(new Set(rows(current)).size);
    current = next;
  }
  expect(await fixedText(current)).toBe(current);
});

it.each<[string, string]>([
  ["get '/[[...slug]]', to => 'x#y'", "get '/(*slug)', to => 'x#y'"],
  ["get '/a/{id}/n/{other}', to => 'x#y'", "get '/a/:id/n/:other', to => 'x#y'"],
  ["get '/x', to -> 'x#y'", "get '/x', to => 'x#y'"],
  ["get '/:id', to => 'x#y', id => ^\\d+$", "get '/:id', to => 'x#y', id => /\\d+/"],
  ["get '/:id', to => 'x#y', id => .+, as => 'x'", "get '/:id', to => 'x#y', id => /.+/, as => 'x'"],
])('%s is mended whole', async (written, meant) => {
  expect(await fixedText(inFile(written))).toBe(inFile(meant));
});

it.each([
  "get '/a/{id}/n/{id}', to => 'x#y'",
  "mount DelayedJobWeb, at => '/jobs'",
  "get '/a', to => 'x#y'\n get '/a', to => 'x#y', as => 'foo'",
  "get '/a', to => redirect('/a')",
])('%s is left for somebody who knows', async (written) => {
  expect(await fixedText(inFile(written))).toBe(inFile(written));
});

it('a path is mended at the head of a block, where it changes every route inside', async () => {
  expect(await fixedText("routes { scope ':locale?' { get 'users', to => 'users#index' } }\n")).toBe(
    "routes { scope '(:locale)' { get 'users', to => 'users#index' } }\n",
  );
});

it('a mistake is mended right beside another, which nobody can mend', async () => {
  expect(await fixedText("require 'x'\nRails.application.routes.draw do\n  get '/x', to: 'x#y'\nend\n")).toBe(
    "require 'x'\nroutes do\n  get '/x', to: 'x#y'\nend\n",
  );
});

it('an export behind a dot stands behind `#`', () => {
  const bindings: Bindings = {
    callable: ({ module }) =>
      module === 'guards' ? { kind: 'unseen' } : { kind: 'no-module', known: ['guards'] },
  };
  const read = (text: string): Analysis => analyze(text, { file: 'routes', bindings });
  const text = 'routes { through &guards.isStaff, { root to => &guards.home } }\n';
  expect(applyFixes('routes', text, read(text).diagnostics, read).text).toBe(
    'routes { through &guards#isStaff, { root to => &guards#home } }\n',
  );
});

it('no comment goes with what a fix takes out', async () => {
  const kept = `routes {
  resources 'photos', # all of them
    only => <index show new edit create update destroy>
  get '/about', to => 'pages#about'
  get '/about', # once more
    to => 'pages#about'
}
`;
  expect(await fixedText(kept)).toBe(kept);
  const changed = kept.replaceAll(/ # \S+ .*/g, '');
  expect(await fixedText(changed)).toBe(
    "routes {\n  resources 'photos'\n  get '/about', to => 'pages#about'\n}\n",
  );
});

it('a repeated resource is not to be taken out whose concern has more', async () => {
  const text = `routes {
  concern 'votable', { post 'vote', to => 'votes#create' }
  resources 'photos', only => <index>
  resources 'photos', only => <index>, concerns => 'votable'
}
`;
  const found = (await lintText(text)).map(({ code, fix }) => [code, fix]);
  expect(found).toContainEqual(['duplicate-route', undefined]);
});

it('a comment that silences nothing goes with its line, also behind a byte order mark', async () => {
  const text = "\ufeff# waypost-ignore-file unsafe-get: nobody knows\nroutes { root to => 'a#b' }\n";
  expect(await fixedText(text)).toBe("\ufeffroutes { root to => 'a#b' }\n");
});

it('what is wrong in the file that includes another keeps nobody from mending that', async () => {
  const included = "  # A search.\nmatch '/search', to => 'search#run', via => 'get'\n";
  const text = `routes {\n  frob '/x'\n  include 'search'\n}\n`;
  const read = (changed: string): Analysis => analyze(text, { file: 'routes', read: () => changed });
  const { diagnostics } = await lint(read(included));
  expect(diagnostics.map(({ code }) => code)).toEqual(['unknown-keyword', 'prefer-verb-over-match']);
  expect(applyFixes('search', included, diagnostics, read).text).toBe(
    "  # A search.\nget '/search', to => 'search#run'\n",
  );
});

it('a list of all actions that lifts a filter around its file is left', async () => {
  const included = "resources 'photos', only => <index show new create edit update destroy>\n";
  const text = "routes { scope('/a', only => <index>, { include 'photos' }) }\n";
  const { diagnostics } = await lint(analyze(text, { file: 'routes', read: () => included }));
  expect(diagnostics).toEqual([]);
});
