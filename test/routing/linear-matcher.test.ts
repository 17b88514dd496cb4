// The matcher of linear time says of every regex and text what the engine of the language says.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinearMatcher } from '../../src/routing/patterns/linear-matcher.js';
import { parseRegex } from '../../src/routing/patterns/regex-syntax.js';
import { guarded, unsafeBecause } from '../../src/routing/patterns/guarded-regex.js';
import { regexTest, wholeRegex } from '../../src/routing/patterns/regex-test.js';

const matcherOf = (regex: RegExp): LinearMatcher | undefined => {
  const node = parseRegex(regex);
  return node && LinearMatcher.of(node, regex.flags);
};

const atoms = [
  ...['a', 'b', 'k', 's', 'é', 'ſ', '-', '.', '[ab]', '[^a]', '[^]', '[]', '[a-k]', '[\\w-]', '[^\\d/]'],
  ...['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\.', '\\/', '\\x61', '\\u0061', '\\t', '\\cA', '\\0'],
];
const unicodeAtoms = ['😀', '\\u{1F600}', '\\uD83D\\uDE00', '\\p{L}', '\\P{Lu}', '[😀-😎]', '[^😀]'];
const assertions = ['^', '$', '\\b', '\\B'];
const characters = [
  'a',
  'b',
  'k',
  's',
  'S',
  'K',
  '\u212a',
  'ſ',
  'é',
  'É',
  '-',
  '1',
  ' ',
  '\n',
  '\u2028',
  '/',
  '😀',
  '\ud83d',
  '\u0001',
  '\0',
];

const pieces = (flags: string): fc.Arbitrary<string> =>
  fc.letrec<{ piece: string }>((tie) => ({
    piece: fc.oneof(
      { depthSize: 'medium', maxDepth: 5 },
      fc.constantFrom(
        ...atoms,
        ...(flags.includes('u') ? unicodeAtoms : ['😀', '\\q', ']', 'x{', '\\u{61}']),
      ),
      fc.tuple(tie('piece'), tie('piece')).map(([a, b]) => a + b),
      fc.tuple(tie('piece'), tie('piece')).map(([a, b]) => `(?:${a}|${b})`),
      fc.tuple(tie('piece'), tie('piece')).map(([a, b]) => `(${a}|${b}|)`),
      fc
        .tuple(tie('piece'), fc.constantFrom('*', '+', '?', '{1,3}', '{2}', '{2,}', '*?', '{0,2}?'))
        .map(([a, times]) => `(?:${a})${times}`),
      fc
        .tuple(tie('piece'), fc.constantFrom('?=', '?!', '?<=', '?<!', '?<name>'), tie('piece'))
        .map(([a, kind, b]) => (kind === '?<name>' ? `(?:${a}${b})` : `(${kind}${a})${b}`)),
      fc.tuple(fc.constantFrom(...assertions), tie('piece')).map(([a, b]) => a + b),
      fc.tuple(tie('piece'), fc.constantFrom(...assertions)).map(([a, b]) => a + b),
    ),
  })).piece;

const cases = fc.constantFrom('', 'i', 's', 'u', 'iu', 'isu').chain((flags) =>
  fc.record({
    flags: fc.constant(flags),
    source: pieces(flags),
    texts: fc.array(
      fc.array(fc.constantFrom(...characters), { maxLength: 6 }).map((each) => each.join('')),
      {
        minLength: 4,
        maxLength: 8,
      },
    ),
  }),
);

it('says of any regex and text what the engine of the language says', () => {
  let matched = 0;
  fc.assert(
    fc.property(cases, ({ source, flags, texts }) => {
      const regex = new RegExp(source, flags);
      const matcher = matcherOf(regex);
      if (!matcher) return;
      const whole = wholeRegex(regex);
      const guardedWhole = regexTest(guarded(regex), 'whole');
      // All of a regex is compared at once: comparing takes longer than matching.
      const expected = texts.map((text) => [text, whole.test(text), regex.test(text), whole.test(text)]);
      matched += expected.filter(([, isWhole]) => isWhole).length;
      const actual = texts.map((text) => [
        text,
        matcher.test(text, 'whole'),
        matcher.test(text, 'anywhere'),
        guardedWhole(text),
      ]);
      expect(actual, String(regex)).toEqual(expected);
    }),
    { seed: 20_261_121, numRuns: Number(process.env['WAYPOST_FUZZ_RUNS'] ?? 750) },
  );
  expect(matched).toBeGreaterThan(100);
});

describe('what the engine of the language would take years for is answered', () => {
  it.each([
    /(a+)+/,
    /(a|a)*/,
    /(a|aa)+/,
    /(?:a?){50}a{50}/,
    /([a-z]+-?)+/,
    /(x+x+)+y/,
    /.*.*.*.*.*.*=/,
    /(?=(a+)+$)[a!]*b/,
    /(?<!(a+)+b)!/,
  ])('%s', (regex) => {
    expect(regexTest(guarded(regex), 'whole')(`${'a'.repeat(8_000)}!`)).toBe(false);
  });
});

it('a regex is unsafe where it is neither proved to be linear nor can be matched so', () => {
  const unsafe = [/(a)\1/, /(?<x>a+)+\k<x>/, new RegExp('(a)\\2'), /(?:a{1,40}){1,40}a{40}/];
  expect(unsafe.map((regex) => unsafeBecause(regex, 'whole'))).toEqual([
    ...['backreference', 'backreference', 'backreference', 'size'],
  ]);
  for (const regex of [/(a+)+/, /\w{1,2000}/, /(?!new$)\w+/, /(?<=a.*)b/, /\0/, /[^]/])
    expect([String(regex), unsafeBecause(regex, 'whole')]).toEqual([String(regex), undefined]);
  // Looked for anywhere, each `a` of a long text would begin another attempt.
  expect([unsafeBecause(/a{2000,}b/, 'whole'), unsafeBecause(/a{2000,}b/, 'anywhere')]).toEqual([
    undefined,
    'size',
  ]);
});
