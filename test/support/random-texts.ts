// Texts made up by fast-check, for what has to hold of any routes file: sequences of declarations that mostly make no sense, pieces of the
// notation in any order, and real files with tokens taken out, doubled and swapped.

import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { keywords, options } from '../../src/language/vocabulary.js';
import { readDiagnosticFixture } from './diagnostic-fixtures.js';

const words = [
  'photos',
  'a',
  'sheep',
  'line_items',
  'admin/desk',
  'constructor',
  '__proto__',
  '2fa',
  'member',
  'index',
  'show',
  'sho',
  'GET',
  'all',
  'x#y',
  'x#y#z',
  '#',
  '',
];
const paths = [
  '/',
  '',
  'a',
  '/a/b',
  ':id',
  '/:id/:id',
  '(:locale)',
  '*rest',
  '/a(/:b',
  '/a)',
  '?x',
  ':photo_id',
  '/a/*b(.:format)',
  'a-b',
  '%{id}',
];

const string = fc.constantFrom(...words, ...paths).map((text) => `'${text}'`);
const value: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: string },
  fc.constantFrom(...words.filter((word) => /^\w+$/.test(word))).map((word) => `:${word}`),
  fc
    .array(fc.constantFrom('index', 'show', 'create', 'get', 'post', 'x'), { maxLength: 3 })
    .map((list) => `<${list.join(' ')}>`),
  fc.array(string, { maxLength: 3 }).map((list) => `[${list.join(', ')}]`),
  fc.constantFrom(
    'true',
    'false',
    'nil',
    '5',
    '302',
    '*',
    '/\\d+/',
    '/(/',
    '&guards#isStaff',
    '&apps/x',
    'redirect()',
    "redirect('/b/%{id}', status => 302)",
  ),
  fc
    .tuple(
      fc.constantFrom('id', 'new', 'subdomain', 'ip', 'photo_id'),
      fc.constantFrom("'x'", '/\\d+/', 'true', '[1, 2]', '&guards#is'),
    )
    .map(([key, each]) => `{ ${key} => ${each} }`),
);
const pair = fc
  .tuple(fc.constantFrom(...Object.keys(options), 'id', 'subdomain', 'tto'), value)
  .map(([name, each]) => `${name} => ${each}`);
const adverb = fc.constantFrom(':shallow', ':!shallow', ':format', ':only<show>', ':as(false)', ':nothing');

/** Declarations with any arguments, options and blocks: the inside of `routes { … }`. */
export const { statements } = fc.letrec<{ statements: string; statement: string }>((tie) => ({
  statement: fc
    .record({
      keyword: fc.constantFrom(...Object.keys(keywords), 'gett'),
      positionals: fc.array(value, { maxLength: 2 }),
      options: fc.array(fc.oneof({ weight: 4, arbitrary: pair }, adverb), { maxLength: 3 }),
      block: fc.option(tie('statements'), { freq: 2, depthIdentifier: 'blocks', maxDepth: 4 }),
    })
    .map(({ keyword, positionals, options, block }) => {
      const given = [...positionals, ...options].join(', ');
      return `${keyword} ${given}${block === null ? ';' : `${given === '' ? '' : ','} {\n${block}\n}`}`;
    }),
  statements: fc
    .array(tie('statement'), { maxLength: 3, depthIdentifier: 'blocks' })
    .map((list) => list.join('\n')),
}));

/** Pieces of the notation. */
export const pieces = fc.constantFrom(
  ...Object.keys(keywords),
  ...Object.keys(options),
  '{',
  '}',
  '(',
  ')',
  '<',
  '>',
  '=>',
  ',',
  ';',
  "'",
  '"',
  '#',
  '&',
  '/',
  '\n',
  ' ',
  ':',
  '*',
  'do',
  'end',
  'é',
  '\0',
  '${',
  '->',
  'if',
);

const folder = 'test/fixtures/lint';
const texts = readdirSync(folder)
  .filter((file) => file.endsWith('.routes'))
  .map((file) => readDiagnosticFixture(readFileSync(`${folder}/${file}`, 'utf8')).text);
/** The linter's fixtures with some of their tokens changed. */
export const mangled: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('drop', 'double', 'swap', 'insert'),
        fc.constantFrom('{', '}', '(', "'", '=>', ':', '/', '#>', '%{x}', '\u{1f600}'),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  )
  .map(([text, changes]) => {
    const tokens = text.match(/\s+|[\p{L}\p{N}_-]+|[^\s\p{L}\p{N}]/gu) ?? [];
    for (const [seed, kind, inserted] of changes) {
      const at = seed % tokens.length;
      if (kind === 'drop') tokens.splice(at, 1);
      else if (kind === 'double') tokens.splice(at, 0, tokens[at]!);
      else if (kind === 'insert') tokens.splice(at, 0, inserted);
      else if (at + 2 < tokens.length) tokens.splice(at, 3, tokens[at + 2]!, tokens[at + 1]!, tokens[at]!);
    }
    return tokens.join('');
  });
