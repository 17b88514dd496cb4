import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Source } from '../../src/language/source.js';
import { Reading } from '../../src/language/reading.js';
import { TreeBuilder } from '../../src/language/tree-builder.js';
import { arrange } from '../../grammar/arrange.js';
import { generated } from '../../grammar/generated.js';
import { parseTokens, RoutesParser } from '../../grammar/parser.js';
import { tokenize } from '../../grammar/lexer.js';
import { Keyword } from '../../grammar/tokens.js';

test('the grammar is valid: no ambiguity, no left recursion, no empty repetition', () => {
  expect(() => new RoutesParser({ skipValidations: false })).not.toThrow();
});

for (const { file, text } of generated) {
  test(`${file} is fresh`, () => expect(readFileSync(file, 'utf8')).toBe(text()));
}

test('the grammar is total: no sequence of tokens needs the recovery of the parser', () => {
  const pieces = [
    ...[
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      'do',
      'end',
      ',',
      ';',
      '=>',
      '=',
      ':',
      '|',
      '.',
      '->',
      '*',
      '@',
      '\n',
      '\n  ',
    ],
    ...[
      'get',
      'redirect',
      'true',
      'if',
      'sub',
      'to:',
      ':only',
      ':only<a>',
      ':id(',
      ':!x',
      "'a'",
      '"b',
      '/x/',
      '<a b>',
      '<a',
      '&m#e',
      '&',
      '5',
      '2fa',
      '%w[a]',
    ],
  ];
  const soup = fc.array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(' ', '', '\n')), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(soup, (list) => {
      const text = list.map(([piece, gap]) => piece + gap).join('');
      const { input } = arrange(text, tokenize(text).tokens);
      expect(parseTokens(input).errors).toEqual([]);
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

test('below that there is a net: tokens that nobody has arranged cost the statements that cannot be read', () => {
  const text = "get '/a' }\nget ) '/b' { get '/c' ] }\n";
  const { tokens } = tokenize(text);
  for (const token of tokens) if (token.image === 'get') token.tokenType = Keyword;
  const { tree, errors } = parseTokens(tokens);
  expect(errors).not.toEqual([]);
  const builder = new TreeBuilder(new Reading(new Source('routes', text)), false);
  expect(() => builder.build(tree)).not.toThrow();
});
