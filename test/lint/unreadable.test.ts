// What could not be read is unknown: nothing is proved from it, no rule speaks of another route because of it, and no fix
// takes a declaration out that is only alike because a constraint of the other one was lost.

import { afterAll, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { applyFixes } from '../../src/lint/fixes.js';
import { lintText, removeApplications } from '../support/linted-text.js';

afterAll(removeApplications);

const everyRule = { 'overlapping-routes': 'warning' } as const;

it.each<[string, string]>([
  ['a function as constraint', `constraints => ->(r) { r.ssl? }`],
  ['a misspelt option', `constrains => { id => /\\d+/ }`],
  ['a misspelt option with a label', `constraint: { id: /\\d+/ }`],
  ['a regex that does not compile', `constraints => { id => /[/ }`],
  ['a regex that is not one of JavaScript', `id => /\\A(?i)x\\z/`],
  ['a regex that is not closed', `id => /\\d+`],
  ['an unknown key', `constraints => { ids => /\\d+/ }`],
  ['an unknown request attribute', `constraints => { hots => 'a.example' }`],
  ['a constraint that is true', `constraints => { id => true }`],
  ['a constraint that is a hash', `constraints => { id => { min => 1 } }`],
  ['a constraint that is a word', `constraints => 'ssl'`],
  ['a lambda as a value', `constraints => { id => lambda { |v| v } }`],
  ['a format that is no value', `format => 7`],
  ['defaults that are none', `defaults => 'json'`],
  ['an option given twice', `id => /\\d+/, constraints => { host => 'a' }, constraints => { host => 'b' }`],
  ['a list of the wrong things', `constraints => { id => [true] }`],
])('%s leaves the route unknown, and its neighbours alone', async (_, written) => {
  for (const text of [
    `routes {\n  get '/x/:id', to => 'x#show', ${written}\n  get '/x/:id', to => 'x#show'\n}\n`,
    `routes {\n  get '/x/:id', to => 'x#show', ${written}\n  get '/x/new', to => 'x#new'\n}\n`,
    `routes {\n  get '/x/:id', to => 'x#show'\n  get '/x/:id', to => 'x#show', ${written}\n}\n`,
    `routes {\n  scope '/x', ${written.replace(/^format.*|^id => /, (found) => (found.startsWith('id') ? found : 'only => 7'))}, {\n    get '/:id', to => 'x#show'\n  }\n  get '/x/:id', to => 'x#show'\n}\n`,
  ]) {
    const found = await lintText(text, { rules: everyRule });
    const told = found
      .map(({ severity, code }) => `${severity} ${code}`)
      .filter((each) => !each.startsWith('error'));
    expect([text, told]).toEqual([text, []]);
    expect(found.length).toBeGreaterThan(0);
    const kept = applyFixes('routes', text, found, (changed) => analyze(changed, { file: 'routes' })).text;
    expect(kept.match(/\n *get /g)).toHaveLength(text.match(/\n *get /g)!.length);
  }
});

it('a mistake in a block leaves what is in it unknown, one beside a route does not', async () => {
  const routes = `get '/x/:id', to => 'x#show'\n  get '/x/:id', to => 'x#show'`;
  const inside = await lintText(`routes {\n constraints(hots => 'a', {\n  ${routes}\n })\n}\n`);
  expect(inside.map(({ code }) => code)).toEqual(['unknown-constraint-key']);
  const beside = await lintText(`routes {\n gett '/y', to => 'y#z'\n  ${routes}\n}\n`);
  expect(beside.map(({ code }) => code)).toEqual(['unknown-keyword', 'duplicate-route']);
});

it('a target that is not known leaves no doubt of what is answered, but no declaration is taken out beside it', async () => {
  const text = `routes {\n  get '/x', to => 'x#show', as => '7'\n  get '/x', to => 'x#show'\n}\n`;
  const found = await lintText(text);
  expect(applyFixes('routes', text, found, (changed) => analyze(changed, { file: 'routes' })).text).toBe(
    text,
  );
});

it('no rule speaks of a statement that is still being written', async () => {
  for (const written of [
    "resources 'users', only => <inde",
    "resource 'user', only => <",
    "get '/users//', to => 'us",
  ]) {
    const found = await lintText(`routes {\n  ${written}\n  get '/x', to => 'x#show'\n}\n`);
    expect([written, found.map(({ code }) => code)]).toEqual([written, ['syntax-error']]);
  }
});

it.each([
  ["get '/a', to => 'pages#a'", "'pages#a'"],
  ["get '/a', controller => 'pages', action => 'a'", "'pages'"],
  ["controller 'pages' { get '/a' }", "'pages'"],
  ["resources 'pages', only => <index>", "'pages'"],
])('a controller that cannot be read is told where it is named: %s', async (written, named) => {
  const text = `routes {\n  ${written}\n}\n`;
  const [found] = await lintText(text, { files: { 'controllers/pages.ts': 'export default (' } });
  expect(found?.code).toBe('unreadable-module');
  expect(text.slice(found?.range.start.offset, found?.range.end.offset)).toBe(named);
});
