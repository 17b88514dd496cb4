// Patterns written as shapes and read again.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import { patternOf, shapeOf } from '../../src/routing/patterns/pattern-shape.js';

test.each([
  ['/', '/'],
  ['/posts/:id(.:format)', '/posts/:(.:)'],
  ['(/:locale)/files/*path/at(-:size(x:height))', '(/:)/files/*/at(-:(x:))'],
  ['/a\\:b', '/a\\:b'],
])('the shape of %s', (text, shape) => {
  const { pattern } = parsePattern(text);
  expect(shapeOf(pattern)).toBe(shape);
  expect(patternOf(shape, pattern.names)).toEqual(pattern);
});

test('a pattern is what its shape and its names say', () => {
  const texts = fc
    .array(fc.constantFrom('/', 'a', '.', ':id', ':x', '*rest', '(', ')', '\\:', '\\', '%', '\n', '日'))
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const { pattern, problems } = parsePattern(text);
      fc.pre(problems.length === 0);
      expect(patternOf(shapeOf(pattern), pattern.names, pattern.text)).toEqual(pattern);
    }),
  );
});
