// Layers that are expected, and layers that are written, in files of several folders.

import { afterAll, expect, test } from 'vitest';
import { lintText, removeApplications } from '../support/linted-text.js';

afterAll(removeApplications);

const guard = 'export function isStaff(request, next) { return next(request) }\n';

async function findings(text: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const codes = new Set(['failed-expectation', 'repeated-layer', 'missing-export']);
  const found = await lintText(text, { files });
  return found.filter(({ code }) => codes.has(code)).map(({ message }) => message);
}

test('one text in two folders is two layers', async () => {
  const text = `routes {
    #> /admin/** through &guards#isStaff
    get '/admin/a', to => 'a#a', through => &guards#isStaff
    scope 'twice', through => &guards#isStaff, { include 'other/more' }
    include 'other/more'
  }`;
  const files = {
    'guards.ts': guard,
    'other/guards.ts': guard,
    'other/more.routes': "routes { get '/admin/b', to => 'b#b', through => &guards#isStaff }",
  };
  expect(await findings(text, files)).toEqual([
    "'GET /admin/b' reaches 'GET /admin/b' (b#b), which goes through &guards#isStaff, not through &guards#isStaff",
  ]);
});

test('two texts in two folders may be one layer', async () => {
  const text = `routes {
    #> /admin/** through &guards#isStaff
    scope through => &guards#isStaff, { include 'other/once' }
    include 'other/more'
  }`;
  expect(
    await findings(text, {
      'guards.ts': guard,
      'other/once.routes': "routes { get '/c', to => 'c#c', through => &../guards#isStaff }",
      'other/more.routes': "routes { get '/admin/b', to => 'b#b', through => &../guards#isStaff }",
    }),
  ).toEqual(['the routes here go through &../guards#isStaff twice, and it runs twice; name it once']);
});

test('a package is one wherever it is named', async () => {
  const text = `routes {
    #> /admin/** through &@acme/guards#isStaff
    include 'other/more'
  }`;
  const more = "routes { get '/admin/b', to => 'b#b', through => &@acme/guards#isStaff }";
  const files = {
    'other/more.routes': more,
    'node_modules/@acme/guards/package.json': '{ "main": "guards.js" }',
    'node_modules/@acme/guards/guards.js': guard,
  };
  expect(await findings(text, files)).toEqual([]);
});

test('expectations are held while a module is still to be written, and one that is none is told beside any error', async () => {
  const expectations =
    '  #> GET /a -> a#a\n  #> GET /a => a#b\n  #> /a meta.area\n  #> GET /a => pages#show\n';
  const told = async (text: string): Promise<readonly string[]> =>
    (await lintText(text, { files: { 'controllers/a.js': 'export function b() {}\n' } })).map(
      ({ code, range }) => `${code} ${range.start.line}`,
    );
  expect(await told(`routes {\n  get '/a', to => &pages#show\n${expectations}}\n`)).toEqual([
    'missing-export 2',
    'invalid-expectation 3',
    'failed-expectation 4',
    'failed-expectation 5',
    'failed-expectation 6',
  ]);
  expect(await told(`routes {\n  gte '/a', to => 'a#b'\n${expectations}}\n`)).toEqual([
    'unknown-keyword 2',
    'invalid-expectation 3',
  ]);
});
