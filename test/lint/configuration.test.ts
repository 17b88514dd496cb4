// The configuration: what may be written, what is said of anything else, and the schema that editors complete from.

import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configurationSchema, readConfiguration, readRuleArgument } from '../../src/lint/configuration.js';
import { rules } from '../../src/lint/registry.js';

const Ajv = createRequire(import.meta.url)('ajv') as typeof import('ajv').default;
const validate = new Ajv({ strict: false }).compile(configurationSchema(rules));

describe('what may be written', () => {
  it.each([
    [{}],
    [{ rules: {} }],
    [{ rules: { 'unsafe-get': 'off' } }],
    [{ rules: { 'unsafe-get': 'warn' } }],
    [{ rules: { 'unsafe-get': ['error'] } }],
    [{ rules: { 'unsafe-get': ['error', { actions: ['destroy'], reason: 'so' }] } }],
    [{ rules: { 'unsafe-get': { severity: 'info', reason: 'so' } } }],
    [{ rules: { 'deep-nesting': { max: 2 } } }],
    [{ rules: { 'path-style': ['warning', { style: 'camelCase' }] } }],
    [
      {
        $schema: './schema.json',
        files: ['a', 'b/*'],
        controllers: 'app',
        inflections: { octopuses: 'octopus' },
      },
    ],
    [{ files: 'config/routes' }],
  ])('%j', (value) => {
    expect([readConfiguration(value, rules).problems, validate(value)]).toEqual([[], true]);
  });

  it('and severities of other linters are understood', () => {
    const read = readConfiguration({ rules: { 'unsafe-get': 2, 'any-verb': 1, 'deep-nesting': 0 } }, rules);
    expect([read.problems, [...read.configuration.rules.values()].map(({ severity }) => severity)]).toEqual([
      [],
      ['error', 'warning', 'off'],
    ]);
  });
});

describe('what is said of anything else', () => {
  it.each<[unknown, string]>([
    [5, 'the configuration is a number: it has to be an object'],
    [[], 'the configuration is a list: it has to be an object'],
    [{ rule: {} }, "rule: there is no such key; did you mean 'rules'?"],
    [{ rules: [] }, 'rules: this is a list; write an object of rule codes and severities'],
    [
      { rules: { 'unsafe-got': 'off' } },
      "rules.unsafe-got: there is no such rule; did you mean 'unsafe-get'?",
    ],
    [
      { rules: { 'missing-target': 'off' } },
      'rules.missing-target: there is no such rule; it is an error, which cannot be set, since a file that has one does not load',
    ],
    [
      { rules: { 'unsafe-get': 'on' } },
      'rules.unsafe-get: "on" is no severity; write one of off, info, warning, error',
    ],
    [
      { rules: { 'unsafe-get': null } },
      'rules.unsafe-get: null is no severity; write one of off, info, warning, error',
    ],
    [
      { rules: { 'unsafe-get': ['warning', { severity: 'loud' }] } },
      'rules.unsafe-get: "loud" is no severity; write one of off, info, warning, error',
    ],
    [
      { rules: { 'unsafe-get': ['loud', { severity: 'warning' }] } },
      'rules.unsafe-get: "loud" is no severity; write one of off, info, warning, error',
    ],
    [{ rules: { 'deep-nesting': { max: '2' } } }, 'rules.deep-nesting.max: this is a string; write a number'],
    [
      { rules: { 'path-style': { style: 'loud' } } },
      "rules.path-style.style: 'loud' is none of kebab-case, snake_case, camelCase",
    ],
    [
      { rules: { 'unsafe-get': { actions: 'destroy' } } },
      'rules.unsafe-get.actions: this is a string; write a list of strings',
    ],
    [
      { rules: { 'unsafe-get': { constructor: 1 } } },
      'rules.unsafe-get.constructor: the rule has no such option (actions)',
    ],
    [{ rules: { 'any-verb': { max: 1 } } }, 'rules.any-verb.max: the rule has no such option; it has none'],
    [{ rules: { 'any-verb': ['off', 'why'] } }, 'rules.any-verb: the options are a string; write an object'],
    [{ rules: { 'any-verb': { reason: 1 } } }, 'rules.any-verb.reason: this is a number; write a sentence'],
    [{ files: [1] }, 'files: this is a list; write a list of paths'],
    [{ controllers: true }, 'controllers: this is a boolean; write the path of a folder'],
    [
      { inflections: ['octopus'] },
      'inflections: this is a list; write an object of plurals and their singulars',
    ],
    [
      { inflections: { octopuses: 'octopus', a: 1 } },
      'inflections.a: this is a number; write the singular in quotes',
    ],
  ])('%j', (value, problem) => {
    expect(readConfiguration(value, rules).problems).toEqual([problem]);
    expect(validate(value)).toBe(false);
  });

  it('and the rest of it holds all the same', () => {
    const { configuration } = readConfiguration(
      { nonsense: 1, rules: { nobody: 'off', 'unsafe-get': 'error' } },
      rules,
    );
    expect(configuration.rules.get('unsafe-get')?.severity).toBe('error');
    expect(readConfiguration(JSON.parse('{ "__proto__": { "rules": {} } }'), rules).problems).toHaveLength(1);
  });
});

/** Values that somebody may write where another is wanted, each of them often enough to stand beside a good one. */
const anything = fc.constantFrom<unknown>(
  ...[null, true, 0, 1, 2, 3, '', 'a', 'off', 'warn', 'warning', 'native', 'camelCase'],
  ...[[], ['a'], [1], {}, { a: 'b' }, { a: 1 }],
);
const options = fc.dictionary(
  fc.constantFrom('severity', 'reason', 'max', 'style', 'actions', 'none'),
  anything,
  { maxKeys: 2 },
);
const setting = fc.oneof(anything, options, fc.array(fc.oneof(anything, options), { maxLength: 3 }));
const settings = fc.dictionary(
  fc.constantFrom('deep-nesting', 'path-style', 'unsafe-get', 'any-verb', 'nobody'),
  setting,
  { maxKeys: 2 },
);
const keys = fc.constantFrom('$schema', 'files', 'controllers', 'inflections', 'regex', 'nonsense');
const written = fc.oneof(
  anything,
  fc
    .tuple(fc.dictionary(keys, anything, { maxKeys: 2 }), fc.option(settings))
    .map(([others, rules]) => ({ ...others, ...(rules && { rules }) })),
);

it('an editor marks in a configuration what the linter complains of, and nothing else', () => {
  const verdicts = (value: unknown): unknown => ({
    refused: readConfiguration(value, rules).problems.length > 0,
  });
  fc.assert(
    fc.property(written, (value) => {
      expect(verdicts(value)).toEqual({ refused: !validate(value) });
    }),
    { seed: 1, numRuns: 5000 },
  );
});

it('a rule on the command line is a code and a severity', () => {
  expect(readRuleArgument('unsafe-get:error', rules)).toMatchObject({
    code: 'unsafe-get',
    setting: { severity: 'error' },
  });
  expect(readRuleArgument('unsafe-get', rules)).toMatchObject({ setting: { severity: 'warning' } });
  expect(readRuleArgument('unsafe-got:off', rules)).toBe(
    "there is no rule 'unsafe-got'; did you mean 'unsafe-get'?",
  );
  expect(readRuleArgument('syntax-error:off', rules)).toBe(
    "there is no rule 'syntax-error'; it is an error, which cannot be set, since a file that has one does not load",
  );
  expect(readRuleArgument('unsafe-get:loud', rules)).toBe(
    "'loud' is no severity; write one of off, info, warning, error",
  );
});
