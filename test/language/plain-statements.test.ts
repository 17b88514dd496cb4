// Statements that are read without the parser, held to what the grammar makes of them: the same declarations and the same mistakes, in
// files as they are and with pieces left out, doubled and put in.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrange } from '../../grammar/arrange.js';
import { tokenize } from '../../grammar/lexer.js';
import { parseTokens } from '../../grammar/parser.js';
import { Reading } from '../../src/language/reading.js';
import { Source } from '../../src/language/source.js';
import { readStatements } from '../../src/language/statement-reader.js';
import { TreeBuilder } from '../../src/language/tree-builder.js';
import { fixtureFiles, readDiagnosticFixture } from '../support/diagnostic-fixtures.js';
import { mangled, statements } from '../support/random-texts.js';

const texts = [
  ...['syntax', 'interpret'].flatMap((folder) =>
    fixtureFiles(`test/fixtures/${folder}`).map(
      (file) => readDiagnosticFixture(readFileSync(join('test/fixtures', folder, file), 'utf8')).text,
    ),
  ),
  ...['spree-api', 'lobsters'].map((name) => readFileSync(`samples/${name}/routes`, 'utf8')),
];

function expectSame(text: string): void {
  const input = (): ReturnType<typeof arrange>['input'] => arrange(text, tokenize(text).tokens).input;
  const { declarations, problems } = readStatements(new Source('routes', text), input(), false);
  const reading = new Reading(new Source('routes', text));
  const parsed = new TreeBuilder(reading, false).build(parseTokens(input()).tree);
  expect(declarations).toEqual(parsed);
  const inOrder = (list: typeof problems): typeof problems =>
    list.toSorted((one, other) => one.start - other.start || one.end - other.end);
  expect(inOrder(problems)).toEqual(inOrder(reading.problems));
}

test('every fixture is read as the grammar has it', () => {
  for (const text of texts) expectSame(text);
});

test('so are declarations of no sense, and files with mistakes in them', () => {
  fc.assert(fc.property(fc.oneof(mangled, statements), expectSame), { numRuns: 600, seed: 3 });
});

test('plain statements are read without the parser', () => {
  const text =
    "routes {\n  get '/a', to => 'b#c', as: 'd'\n  get('/old', to => redirect('/a', status: 302))\n  scope(path => '/s') {\n  }\n  resources 'e', only => ['index', 'show'], id: { a => [/b/] }, {\n  }\n}\n";
  const source = new Source('routes', text);
  const { input } = arrange(text, tokenize(text).tokens);
  // Types that no grammar has: the parser would not understand them.
  for (const token of input) Object.defineProperty(token, 'tokenTypeIdx', { value: 0 });
  const { declarations, errors } = readStatements(source, input, false);
  expect(errors).toEqual([]);
  expect(declarations[0]?.block?.declarations.map(({ keyword }) => keyword.text)).toEqual([
    'get',
    'get',
    'scope',
    'resources',
  ]);
});

test('the arguments behind the first word of a line have the parts that they have behind a `;`, where tokens are arranged one by one', () => {
  const value = fc.constantFrom(
    "'a'",
    '"b"',
    ':c',
    '5',
    '/d/',
    '<e f>',
    '&g#h',
    '*',
    'true',
    'i',
    '[]',
    '{ j => 1 }',
  );
  const key = fc.constantFrom('', '', 'to => ', 'as: ', "'k' => ", 'to = ', 'true => ', 'end => ');
  const call = fc
    .array(fc.tuple(key, value), { maxLength: 4 })
    .chain((list) =>
      fc.tuple(fc.constant(list.map(([key, value]) => key + value)), fc.constantFrom(', ', ', ', ',', ' ')),
    )
    .map(([list, comma]) => `get ${list.join(comma)}`);
  const parts = (text: string): string[] =>
    arrange(text, tokenize(text).tokens).input.map(({ tokenType, image }) => `${tokenType.name} ${image}`);
  fc.assert(
    fc.property(call, (text) => {
      expect(parts(text)).toEqual(parts(`x; ${text}`).slice(2));
    }),
    { numRuns: 500, seed: 5 },
  );
});
