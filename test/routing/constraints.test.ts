import { describe, expect, test } from 'vitest';
import {
  allowsAttribute,
  allowsRequest,
  constraintText,
  mayAdmitDot,
  segmentDemand,
  valueTest,
} from '../../src/routing/patterns/constraints.js';
import { regexTest } from '../../src/routing/patterns/regex-test.js';

describe('a constraint on a segment', () => {
  test.each([
    [/\d+/, '12', true],
    [/\d+/, '12a', false],
    [/a|ab/, 'ab', true],
    [/^\d+$/, '12', true],
    [/\d+/gy, '12', true],
    [/^a$/m, 'b\na', false],
    [/a$|b/m, 'a\nb', false],
    [/[a-z]+/i, 'ABC', true],
  ])('%s matches the whole of a value: %j %s', (regex, value, expected) => {
    for (let k = 0; k < 3; k++) expect(valueTest({ kind: 'regex', regex })(value)).toBe(expected);
  });

  test.each([
    /\d+/,
    /[0-9]+/,
    /\d{4}/,
    /\d{2,}/,
    /\d{0,2}/,
    /[0-9]{1,3}/,
    /\d{0}/,
    /\d+/m,
    /\d+/iu,
    /\d*/,
    /\d/,
    /\d+|x/,
    /[0-9]+?/,
  ])('%s answers of digits as the engine does', (regex) => {
    const whole = new RegExp(`^(?:${regex.source})$`, regex.flags.replace('m', ''));
    for (const value of [
      '',
      '1',
      '12',
      '123',
      '1234',
      '12345',
      '12a4',
      'a234',
      '123a',
      '12.4',
      '١٢',
      '1\n',
      'x',
      '-1',
    ])
      expect(`${value} ${regexTest(regex, 'whole')(value)}`).toBe(`${value} ${whole.test(value)}`);
  });

  test('is equal to a string, and among a list', () => {
    expect(valueTest({ kind: 'string', value: 'a' })('a')).toBe(true);
    expect(valueTest({ kind: 'string', value: 'a' })('ab')).toBe(false);
    expect(valueTest({ kind: 'list', values: ['en', /f[ri]/] })('fi')).toBe(true);
    expect(valueTest({ kind: 'list', values: ['en', /f[ri]/] })('fin')).toBe(false);
  });

  test('is compiled once', () => {
    const regex = /\d+/;
    expect(regexTest(regex, 'whole')).toBe(regexTest(regex, 'whole'));
  });

  test.each([/\d+/, /[a-z_]+/, /[A-Z]\w{2,3}/, /en|fr/, /(?:a|b)+-\d*/, /^\d+$/, /[a-z0-9-]+/])(
    '%s is seen to let no dot through',
    (regex) => {
      expect(mayAdmitDot({ kind: 'regex', regex })).toBe(false);
    },
  );

  test.each([
    /./,
    /[^/]+/,
    /\D+/,
    /\S+/,
    /a\.b/,
    /[!-z]/,
    /[.]/,
    /\x2e/,
    /\u002e/,
    /\p{P}/u,
    /\W/,
    /[\s\S]/,
    /[+-/]/,
  ])('%s may let a dot through', (regex) => {
    expect(mayAdmitDot({ kind: 'regex', regex })).toBe(true);
  });

  test('of which there are several, all must hold', () => {
    const demand = segmentDemand([
      { kind: 'regex', regex: /[^/]+/ },
      { kind: 'list', values: ['a', 'b.c'] },
    ]);
    expect(demand.admitsDots).toBe(true);
    expect([demand.test!('a'), demand.test!('b.c'), demand.test!('d')]).toEqual([true, true, false]);
  });
});

describe('a constraint on the request', () => {
  test.each([
    ['host', { kind: 'string', value: 'example.com' }, 'example.com', true],
    ['host', { kind: 'string', value: 'example.com' }, undefined, false],
    ['host', { kind: 'regex', regex: /example/ }, 'www.example.com', true],
    ['host', { kind: 'regex', regex: /^$/ }, undefined, false],
    ['port', { kind: 'string', value: '8080' }, 8080, true],
    ['port', { kind: 'list', values: ['80', /^8\d{3}$/] }, 8080, true],
    ['protocol', { kind: 'string', value: 'https' }, 'https:', true],
    ['protocol', { kind: 'string', value: 'https://' }, 'https', true],
    ['method', { kind: 'string', value: 'get' }, 'GET', true],
    ['subdomain', { kind: 'presence', present: true }, 'api', true],
    ['subdomain', { kind: 'presence', present: true }, '', false],
    ['subdomain', { kind: 'presence', present: false }, '', true],
    ['subdomain', { kind: 'presence', present: false }, undefined, true],
    ['subdomain', { kind: 'presence', present: false }, 'api', false],
  ] as const)('on %s %j given %j: %s', (attribute, written, value, expected) => {
    expect(allowsAttribute(attribute, written, value)).toBe(expected);
  });

  test('takes the format and the method of the request itself where the context has none', () => {
    const format = {
      kind: 'attribute',
      attribute: 'format',
      test: { kind: 'string', value: 'json' },
    } as const;
    const method = {
      kind: 'attribute',
      attribute: 'method',
      test: { kind: 'string', value: 'POST' },
    } as const;
    const asked = { context: {}, method: 'POST' };
    expect([
      allowsRequest(format, asked, 'json'),
      allowsRequest(format, { ...asked, context: { format: 'xml' } }, 'json'),
    ]).toEqual([true, false]);
    expect([
      allowsRequest(method, asked, undefined),
      allowsRequest(method, { ...asked, context: { method: 'GET' } }, undefined),
    ]).toEqual([true, false]);
  });

  test('as a callable gets the context itself', () => {
    const context = { host: 'a' };
    const seen: unknown[] = [];
    const callable = { matches: (given: unknown) => seen.push(given) };
    expect(
      allowsRequest({ kind: 'callable', callable, label: '&a' }, { context, method: 'GET' }, undefined),
    ).toBe(true);
    expect(seen).toEqual([context]);
    expect(seen[0]).toBe(context);
  });

  test('as a callable may throw, and must not answer a promise', () => {
    const ask = (callable: () => unknown): boolean =>
      allowsRequest(
        { kind: 'callable', callable, label: '&guards#isStaff' },
        { context: {}, method: 'GET' },
        undefined,
      );
    expect(() => ask(() => Promise.resolve(false))).toThrow(
      new TypeError(
        'the constraint &guards#isStaff answered a promise, and recognition does not wait: let it answer true or false at once',
      ),
    );
    const thenable = {};
    Reflect.set(thenable, 'then', () => undefined);
    expect(() => ask(() => thenable)).toThrow(TypeError);
    expect(() =>
      ask(() => {
        throw new RangeError('mine');
      }),
    ).toThrow(RangeError);
  });
});

test('a constraint is shown as it would be written', () => {
  expect(constraintText({ kind: 'regex', regex: /\d+/i })).toBe('/\\d+/i');
  expect(constraintText({ kind: 'list', values: ['a', /b/] })).toBe("['a', /b/]");
  expect(constraintText({ kind: 'presence', present: true })).toBe('true');
  expect(constraintText({ kind: 'callable', callable: undefined, label: '&guards#isStaff' })).toBe(
    '&guards#isStaff',
  );
});
