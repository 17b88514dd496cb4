// The language of a regex against the engine's own opinion, word by word, and the search for words.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  classesOf,
  complementOf,
  hasSymbol,
  intersectionOf,
  lastSymbol,
  rangeSet,
  unionOf,
} from '../../src/proofs/regular-language/character-set.js';
import { type Expression, Expressions } from '../../src/proofs/regular-language/expression.js';
import { regexLanguage } from '../../src/proofs/regular-language/regex-language.js';
import { sampleWords, shortestWord } from '../../src/proofs/regular-language/search.js';

const seed = 20_260_701;

/** Whether a word belongs to a language. */
function hasWord(expressions: Expressions, language: Expression, word: string): boolean {
  let at = language;
  for (let i = 0; i < word.length; i++) at = expressions.derivative(at, word.charCodeAt(i));
  return at.nullable;
}

/** All of the first blocks, one in 37 of the others, and those that fold into another block: ẞ, ι, Ω, K and Å. */
const codes = [
  ...Array.from({ length: 0x600 }, (_, code) => code),
  ...Array.from({ length: 3500 }, (_, k) => 0x600 + k * 37).filter((code) => code < 0xd800 || code > 0xdfff),
  ...[0x1e9e, 0x1fbe, 0x2126, 0x212a, 0x212b],
];

function wordsOver(letters: readonly string[], length: number): string[] {
  const words = [''];
  let last = [''];
  for (let i = 0; i < length; i++) {
    last = last.flatMap((word) => letters.map((letter) => word + letter));
    words.push(...last);
  }
  return words;
}

const wholly = (regex: RegExp): RegExp => new RegExp(`^(?:${regex.source})$`, regex.flags);

/** Sources over a tiny alphabet, with every construction that the reader knows and some that it must refuse. */
const source: fc.Arbitrary<string> = fc.letrec<{
  source: string;
  alternative: string;
  piece: string;
  atom: string;
}>((tie) => ({
  source: fc.array(tie('alternative'), { minLength: 1, maxLength: 2 }).map((parts) => parts.join('|')),
  alternative: fc.array(tie('piece'), { maxLength: 3 }).map((parts) => parts.join('')),
  piece: fc.oneof(
    { weight: 4, arbitrary: tie('atom') },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('atom'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,2}', '{0,3}?', '{2,}'))
        .map(([atom, quantifier]) => atom + quantifier),
    },
    { weight: 1, arbitrary: fc.constantFrom('^', '$', '\\b', '(?=a)', '(?!b)', '(?<=a)') },
  ),
  atom: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'a',
      'b',
      'A',
      '.',
      '\\.',
      '[ab]',
      '[^a]',
      '[a-b.]',
      '\\w',
      '\\W',
      '\\D',
      '[^\\/]',
      '[^]',
      '[]',
    ),
    tie('source').map((inner) => `(?:${inner})`),
    tie('source').map((inner) => `(${inner})`),
  ),
})).source;

describe('the language of a regex', () => {
  const words = wordsOver(['a', 'b', 'A', '.', '/'], 4);

  it('has exactly the words that the engine matches whole, or says that it cannot tell', () => {
    fc.assert(
      fc.property(source, fc.constantFrom('', 'i', 's', 'u', 'iu'), (text, flags) => {
        const regex = new RegExp(text, flags);
        const expressions = new Expressions();
        const language = regexLanguage(expressions, regex, { approximation: 'exact' });
        if (!language) return;
        const whole = wholly(regex);
        const found = words.filter((word) => hasWord(expressions, language, word));
        expect(found).toEqual(words.filter((word) => whole.test(word)));
      }),
      { seed, numRuns: 250 },
    );
  });

  it('has at least those words where it may be larger', () => {
    fc.assert(
      fc.property(source, (text) => {
        const regex = new RegExp(text);
        const expressions = new Expressions();
        const language = regexLanguage(expressions, regex, { approximation: 'more' })!;
        const whole = wholly(regex);
        const lacking = words.filter((word) => whole.test(word) && !hasWord(expressions, language, word));
        expect(lacking).toEqual([]);
      }),
      { seed, numRuns: 150 },
    );
  });

  it.each([
    '.',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\D',
    'k',
    '[k-s]',
    '[^k]',
    '\\p{L}',
    '[^\\p{Lu}x]',
    'é',
    '[\\u{1f600}-\\u{1f64f}]',
  ])('agrees with the engine on every character that %s may match', (text) => {
    for (const flags of ['', 'i', 'u', 'iu', 'su']) {
      if (!flags.includes('u') && (text.includes('\\p') || text.includes('\\u{'))) continue;
      const regex = new RegExp(text, flags);
      const expressions = new Expressions();
      const language = regexLanguage(expressions, regex, { approximation: 'exact' })!;
      const whole = wholly(regex);
      for (const code of codes) {
        const character = String.fromCodePoint(code);
        const found = hasWord(expressions, language, character);
        if (found !== whole.test(character)) expect([flags, code, found]).toEqual([flags, code, !found]);
      }
    }
  });

  it('refuses what asks about its surroundings or its own past', () => {
    const refused = [/(a)\1/, /a\b/, /(?=a)a/, /(?<!x)a/, /(?:a?^b)/, /(?:^a|b)+/];
    for (const regex of refused) {
      expect(regexLanguage(new Expressions(), regex, { approximation: 'exact' })).toBeUndefined();
    }
  });

  it('takes anchors at the ends for what they are', () => {
    const expressions = new Expressions();
    const plain = regexLanguage(expressions, /a+/, { approximation: 'exact' });
    expect(regexLanguage(expressions, /^a+$/, { approximation: 'exact' })).toBe(plain);
    expect(regexLanguage(expressions, /^(?:^a+$)$/, { approximation: 'exact' })).toBe(plain);
    expect(regexLanguage(expressions, /a^b/, { approximation: 'exact' })).toBe(expressions.nothing);
  });
});

describe('the search for words', () => {
  const within = (a: RegExp, b: RegExp) => {
    const expressions = new Expressions();
    const [first, second] = [a, b].map((regex) =>
      regexLanguage(expressions, regex, { approximation: 'exact' })!,
    );
    const found = shortestWord(
      expressions,
      expressions.intersection(first!, expressions.complement(second!)),
    );
    return typeof found === 'string' ? found : String.fromCharCode(...found);
  };

  it('finds the shortest and most readable word that is in one language and not in the other', () => {
    expect(within(/\d+/, /\w+/)).toBe('none');
    expect(within(/\w+/, /\d+/)).toBe('a');
    expect(within(/.*/, /\d*/)).toBe('a');
    expect(within(/[a-z]{3,}/, /[a-z]{3}|[a-z]{5,}/)).toBe('aaaa');
    expect(within(/(?:ab)*/, /(?:a|b)*/)).toBe('none');
    expect(within(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}/, /[\w-]+/)).toBe('none');
  });

  it('says so when its budget is used up, rather than anything wrong', () => {
    expect(within(/.*a.{16}/, /.*b.{17}/)).toBe('unknown');
  });

  it('agrees with counting the words', () => {
    const words = wordsOver(['a', 'b'], 6);
    const letters = fc.letrec<{ source: string }>((tie) => ({
      source: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('a', 'b', '[ab]'),
        fc.tuple(tie('source'), tie('source')).map(([a, b]) => `${a}${b}`),
        fc.tuple(tie('source'), tie('source')).map(([a, b]) => `(?:${a}|${b})`),
        fc.tuple(tie('source'), fc.constantFrom('*', '?', '{2}')).map(([a, times]) => `(?:${a})${times}`),
      ),
    })).source;
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const [first, second] = [new RegExp(a), new RegExp(b)];
        const [wholeFirst, wholeSecond] = [wholly(first), wholly(second)];
        const counterexample = words.find((word) => wholeFirst.test(word) && !wholeSecond.test(word));
        const found = within(first, second);
        if (counterexample !== undefined) expect(found.length).toBe(counterexample.length);
        else if (found !== 'none' && found !== 'unknown') expect(found.length).toBeGreaterThan(6);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('gives several words that differ in kind', () => {
    const expressions = new Expressions();
    const language = regexLanguage(expressions, /\d{1,2}|new/, { approximation: 'exact' }) as Expression;
    const words = sampleWords(expressions, language, 3).map((word) => String.fromCharCode(...word));
    expect(words).toEqual(['7', '77', 'new']);
  });
});

describe('sets of symbols', () => {
  const set = fc
    .array(fc.tuple(fc.nat(40), fc.nat(6)), { maxLength: 5 })
    .map((ranges) => unionOf(...ranges.map(([low, length]) => rangeSet(low, low + length))));

  it('behave as sets', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        for (let symbol = 0; symbol < 50; symbol++) {
          const [inA, inB] = [hasSymbol(a, symbol), hasSymbol(b, symbol)];
          expect(hasSymbol(unionOf(a, b), symbol)).toBe(inA || inB);
          expect(hasSymbol(intersectionOf(a, b), symbol)).toBe(inA && inB);
          expect(hasSymbol(complementOf(a), symbol)).toBe(!inA);
        }
      }),
      { seed, numRuns: 200 },
    );
  });

  it('cut the alphabet into classes that no set tells apart', () => {
    fc.assert(
      fc.property(fc.array(set, { maxLength: 4 }), (sets) => {
        const classes = classesOf(sets);
        expect(unionOf(...classes)).toEqual([[0, lastSymbol]]);
        for (const each of classes) {
          for (const other of sets) {
            const common = intersectionOf(each, other);
            expect([[], each]).toContainEqual(common);
          }
        }
      }),
      { seed, numRuns: 200 },
    );
  });
});
