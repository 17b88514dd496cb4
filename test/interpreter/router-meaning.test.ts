// A router is made of calls that are let go of one by one; what is told of a text is what an editor tells, which keeps them.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Program } from '../../src/interpreter/program.js';
import { Source } from '../../src/language/source.js';
import { parseSyntax } from '../../src/language/syntax.js';
import { fixtureFiles, readDiagnosticFixture } from '../support/diagnostic-fixtures.js';
import { mangled, statements } from '../support/random-texts.js';
import { expectSameForRouter } from '../support/router-meaning.js';
import { runsOf } from '../support/runs.js';

const folder = 'test/fixtures/interpret';

test('every fixture comes to the same', () => {
  for (const name of fixtureFiles(folder)) {
    const file = join(folder, name);
    const { text } = readDiagnosticFixture(readFileSync(file, 'utf8'));
    const read = (path: string): string | undefined =>
      existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    expectSameForRouter(text, { file, read });
  }
});

test('so does each single mistake, in a file whose other declarations are good', () => {
  for (const line of readFileSync(join(folder, 'single-mistakes.list'), 'utf8').split('\n')) {
    const [, text] = /^[^\s#]\S* +(.*)$/.exec(line) ?? [];
    if (text !== undefined)
      expectSameForRouter(
        `routes {\n  get '/before', to => 'a#b'\n  ${text}\n  get '/after', to => 'a#c'\n}\n`,
      );
  }
});

const parts = new Map([
  ['part', "get '/in', to => 'a#b', bogus => 1\nconcerns 'unknown'\nget '/x', to => &guards#isStaff"],
  ['loop', "include 'loop'\nget '/l'\nget '/m', to => &missing"],
]);

test.each([
  ['a concern that nothing uses', "concern 'c' { get '/a', bogus => 1 }\nget '/b', to => 'a#b'"],
  [
    'a concern that is used twice',
    "concern 'c' { get 'a', to => &missing }\nscope '/x', concerns => 'c'\nscope '/y', concerns => 'c'",
  ],
  ['a file that is included twice', "include 'part'\nscope '/x' { include 'part' }"],
  ['a file that a concern includes', "concern 'c' { include 'part' }\nresources 'photos'"],
  ['a file that includes itself', "include 'loop'"],
  ['a block that means nothing', "bogus 'x' { get '/a', bogus => 1 }\nmember { get '/b', other => 2 }"],
  [
    'a callable where none may stand',
    "get '/a', to => 'a#b', on => &missing\nget '/b', defaults => { a => &missing }",
  ],
])('%s is told as in an editor', (_what, body) => {
  expectSameForRouter(`routes {\n${body}\n}\n`, { read: (path) => parts.get(path) });
});

test('whatever is declared, and whatever is broken, comes to the same', () => {
  const read = (path: string): string | undefined => parts.get(path);
  const check = (text: string): void => expectSameForRouter(text, { read });
  const declared = statements.map((body) => `routes {\n${body}\n}`);
  fc.assert(fc.property(declared, check), { numRuns: runsOf(200), seed: 12 });
  fc.assert(fc.property(mangled, check), { numRuns: runsOf(200), seed: 13 });
});

test('the modules that are imported before are those of all callables', () => {
  const text = "routes { get '/a', to => &one; scope through => &two { get '/b', to => &three#x } }";
  const { calls } = new Program(parseSyntax(new Source('routes', text)), { letsCallsGo: true });
  expect(calls.unbound.map(({ value }) => value.module)).toEqual(['one', 'two', 'three']);
});
