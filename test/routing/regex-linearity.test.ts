// What is said to be linear is so: examples, and generated regexes against `recheck`, which knows what the engine does.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unsafeRegex } from '../../src/lint/regex-safety.js';
import { patientCheck } from '../support/patient-check.js';
import { isPlainlyLinear, isSurelyLinear } from '../../src/routing/patterns/regex-linearity.js';

describe('a regex for a whole segment', () => {
  it.each([
    /\d+/,
    /[a-z0-9]+(?:-[a-z0-9]+)*/,
    /[^\/]+/,
    /en|de|pt-BR/,
    /\d{4}-\d{2}-\d{2}/,
    /v\d+(?:\.\d+)*/i,
    /[\w.-]+@[\w.-]+/,
    /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/,
    /(?:a|b|c)*d/,
    /a?b?c?/,
    /[a-z]{2,40}/,
    /a{1,500}b{1,500}/,
    /(?!new$|edit$)\w+/,
    /(?!.*--)[a-z-]+/,
    /(?:(?!--)[a-z-])+/,
    /(?=a)a/,
    /\d{4}\d{2}/,
    /jpe?g|png|pdf/,
    /[^-]+-[^-]+/,
  ])('%s is linear', (regex) => {
    expect(isSurelyLinear(regex, 'whole')).toBe(true);
  });

  it.each([
    /(a+)+/,
    /(a|a)*/,
    /(a*)*/,
    /(?:a|ab|b)*c/,
    /(\w+\s?)*/,
    /.*.*/,
    /\w+\d+/,
    /(?:a?b?)*/,
    /(?:x+x+)+y/,
    /([a-z]+-?)+/,
    /(?:a|a){50}/,
    /a{1,30}a{1,30}/,
    /a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaa/,
    /(?:|)(?:|)(?:|)(?:|)x/,
  ])('%s is not', (regex) => {
    expect(isSurelyLinear(regex, 'whole')).toBe(false);
  });

  it.each([/(a)\1/, /\w*(?=.*x)y/, /(?:a(?=.*b))*/, /(?:|){30}/, /(?:a?){30}/, /(?<=a.*)b/])(
    '%s is too hard to tell',
    (regex) => {
      expect(isSurelyLinear(regex, 'whole')).toBe(false);
    },
  );
});

it('what most constraints are is seen from their text alone, and nothing that a text could stall', () => {
  const plain = [/\d+/, /[a-z0-9-]+/, /\w{3,20}/, /[^\/]+/, /v\d+/, /en|de|pt-BR/, /\d{4}-\d{2}-\d{2}/];
  const joined = [/[a-z0-9]+(?:-[a-z0-9]+)*/, /v\d+(?:\.\d+)?/, /\w+(-\w+)+/, /[^,]+(?:,[^,]*)*/];
  for (const regex of [...plain, ...joined, /[0-9a-f]{8}/, /.+\.pdf/, /(new|edit)/i])
    expect([regex.source, isPlainlyLinear(regex, 'whole')]).toEqual([regex.source, true]);
  const split = [
    /[a-z-]+(?:-[a-z]+)*/,
    /[a-z]+(?:-[a-z-]+)*/,
    /\w+(?:.\w+)*/,
    /.+(?:-\w+)*/,
    /\w+(?:[-]\w+)*/,
    /\w+(?:x\w+)*/,
  ];
  for (const regex of [...split, /\w+\w+/, /(a+)+/, /a?a?/, /(a|b)*/, /\w+|\w+x/, /(a)\1/, /\b\w+/, /(?=a)a/])
    expect([regex.source, isPlainlyLinear(regex, 'whole')]).toEqual([regex.source, false]);
  expect(isPlainlyLinear(/\d+x/, 'anywhere')).toBe(false);
});

it('a regex that is looked for anywhere begins at every place', () => {
  expect(isSurelyLinear(/example/, 'anywhere')).toBe(true);
  expect(isSurelyLinear(/^\d+x/, 'anywhere')).toBe(true);
  expect(isSurelyLinear(/\d+x/, 'anywhere')).toBe(false);
});

it('what is called linear is never vulnerable', async () => {
  const piece = fc.letrec<{ piece: string }>((tie) => ({
    piece: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('a', 'b', '[ab]', '.', '\\d'),
      fc.tuple(tie('piece'), tie('piece')).map(([a, b]) => a + b),
      fc.tuple(tie('piece'), tie('piece')).map(([a, b]) => `(?:${a}|${b})`),
      fc.tuple(tie('piece'), fc.constantFrom('*', '+', '?', '{1,3}')).map(([a, times]) => `(?:${a})${times}`),
      fc
        .tuple(
          fc.constantFrom('a', '[a-]', '[^-]', '.'),
          fc.constantFrom('-', '.', '\\.', 'a'),
          fc.constantFrom('b', '[^-]', '\\d'),
        )
        .map(([first, between, next]) => `${first}+(?:${between}${next}*)*`),
    ),
  })).piece;
  // With something in front that is too hard to tell, so that the heavy tool is asked.
  const heavy = async (source: string): Promise<boolean> => {
    const applied = { regex: new RegExp(`(?:|)${source}`), anchored: 'whole' } as const;
    return typeof (await unsafeRegex(applied, patientCheck)) === 'object';
  };
  expect(await heavy('(x+)+')).toBe(true);
  let linear = 0;
  await fc.assert(
    fc.asyncProperty(piece, async (source) => {
      if (!isSurelyLinear(new RegExp(source), 'whole')) return;
      linear++;
      expect([source, await heavy(source)]).toEqual([source, false]);
    }),
    { seed: 20_260_705, numRuns: 60 },
  );
  expect(linear).toBeGreaterThan(20);
});

it('an attack comes with how bad it is', async () => {
  expect(await unsafeRegex({ regex: /(a+)+/, anchored: 'whole' }, patientCheck)).toEqual({
    growth: 'exponential',
    degree: undefined,
    attack: expect.stringContaining('repeat'),
  });
  expect(await unsafeRegex({ regex: /\w+\d+/, anchored: 'whole' }, patientCheck)).toMatchObject({
    growth: 'polynomial',
    degree: 2,
  });
});
