import { describe, expect, test } from 'vitest';
import { isPlainPiece, parsePattern } from '../../src/routing/patterns/pattern.js';
import { patternText } from '../../src/routing/patterns/pattern-parts.js';
import { seededRandom } from '../support/random.js';

const shown = (text: string): string => parsePattern(text).pattern.text;

describe('a pattern is shown in one form', () => {
  test.each([
    ['', '/'],
    ['/', '/'],
    ['///', '/'],
    ['posts', '/posts'],
    ['/posts/', '/posts'],
    ['//posts///:id//', '/posts/:id'],
    ['posts/:id.json', '/posts/:id.json'],
    ['files/*path', '/files/*path'],
    ['/:from-:to', '/:from-:to'],
    ['/größe/:größe', '/größe/:größe'],
  ])('%j is %j', (text, expected) => expect(shown(text)).toBe(expected));
});

describe('a group that opens a piece owns the slash before it', () => {
  test.each([
    ['/(:locale)/about', '(/:locale)/about'],
    ['(:locale)/about', '(/:locale)/about'],
    ['(/:locale)/about', '(/:locale)/about'],
    ['/(:locale)', '(/:locale)'],
    ['/posts/(:id)', '/posts(/:id)'],
    ['/posts/(:id)/edit', '/posts(/:id)/edit'],
    ['/((:a)/:b)', '((/:a)/:b)'],
    ['/:year(/:month(/:day))', '/:year(/:month(/:day))'],
    ['/posts(.:format)', '/posts(.:format)'],
    ['/posts(:id)', '/posts(:id)'],
  ])('%j is %j', (text, expected) => expect(shown(text)).toBe(expected));

  test.each([
    ['/a/(b/)c', '/a(/b)/c'],
    ['/a(b/)/c', '/a(b)/c'],
    ['/a(b/)', '/a(b)'],
    ['/a(b/)c', '/a(b/)c'],
    ['/x(/)y', '/x(/)y'],
    ['/x(/)', '/x'],
    ['/(/)x', '/x'],
    ['/x()/y', '/x/y'],
    ['/x/((y)/z/)w', '/x((/y)/z)/w'],
  ])('and keeps another only where it must: %j is %j', (text, expected) =>
    expect(shown(text)).toBe(expected),
  );
});

test('a path of whole pieces is the pattern that any other way of writing it is', () => {
  const random = seededRandom(11);
  const pieces = [
    'posts',
    'v1.0',
    ':id',
    ':post_id',
    '7',
    '-',
    'a.b-c',
    ':_x',
    ':id2',
    'größe',
    '.x',
    ':7',
    'a:b',
  ];
  for (let k = 0; k < 2000; k++) {
    const count = 1 + random(5);
    const text = Array.from({ length: count }, () => `/${pieces[random(pieces.length)]!}`).join('');
    // A path that ends in a slash is scanned, and loses it.
    const { pattern, problems } = parsePattern(`${text}/`);
    expect(parsePattern(text)).toEqual({ pattern, problems, isPlain: expect.any(Boolean) });
    // So is one that begins without a slash, which scopes and resources have.
    expect(parsePattern(text.slice(1)).pattern).toEqual(pattern);
    if (isPlainPiece(text) || isPlainPiece(text.slice(1))) expect(problems).toEqual([]);
  }
});

test('the parts are text, segments, globs and groups', () => {
  const { pattern, problems } = parsePattern('/(:locale)/files/*path(.:format)');
  expect(problems).toEqual([]);
  expect(pattern.parts).toEqual([
    {
      kind: 'group',
      parts: [
        { kind: 'literal', text: '/' },
        { kind: 'segment', name: 'locale' },
      ],
    },
    { kind: 'literal', text: '/files/' },
    { kind: 'glob', name: 'path' },
    {
      kind: 'group',
      parts: [
        { kind: 'literal', text: '.' },
        { kind: 'segment', name: 'format' },
      ],
    },
  ]);
  expect(pattern.names).toEqual(['locale', 'path', 'format']);
  expect([...pattern.optionalNames]).toEqual(['locale', 'format']);
  expect([...pattern.globNames]).toEqual(['path']);
});

test('a backslash makes text of parentheses, colons and stars, and is text before anything else', () => {
  const { pattern, problems } = parsePattern('/a\\(b\\)/12\\:30/\\*/c\\d');
  expect(problems).toEqual([]);
  expect(pattern.parts).toEqual([{ kind: 'literal', text: '/a(b)/12:30/*/c\\d' }]);
  expect(pattern.text).toBe('/a\\(b\\)/12\\:30/\\*/c\\d');
});

describe('a mistake is reported at its place', () => {
  test.each([
    ['/posts/(:id', 'unmatched-bracket', '('],
    ['/posts/:id)', 'unmatched-bracket', ')'],
    ['/posts/:id/comments/:id', 'duplicate-param', ':id', 20],
    ['/:a/*a', 'duplicate-param', '*a'],
    ['/posts/:', 'invalid-value', ':'],
    ['/posts/*/x', 'invalid-value', '*'],
    ['/at/12:30', 'invalid-value', ':'],
    ['/posts?page=1', 'invalid-value', '?'],
    ['/posts#top', 'invalid-value', '#'],
  ])('%j: %s', (text, code, wrong, start = text.lastIndexOf(wrong)) => {
    const { problems } = parsePattern(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code, start, end: start + wrong.length });
    expect(problems[0]!.message).toContain(`'${wrong}'`);
  });

  test('several in their order', () => {
    expect(parsePattern('/(:a/:?)/:a)').problems.map(({ code, start }) => [code, start])).toEqual([
      ['invalid-value', 5],
      ['invalid-value', 6],
      ['duplicate-param', 9],
      ['unmatched-bracket', 11],
    ]);
  });

  test('what can be understood of the rest is', () => {
    expect(shown('/posts/(:id')).toBe('/posts(/:id)');
    expect(shown('/posts/:id)')).toBe('/posts/:id');
    expect(parsePattern('/:id/:id').pattern.names).toEqual(['id']);
  });

  test('groups nested too deep, and too many names, cost one problem and no stack', () => {
    const deep = parsePattern('('.repeat(20_000) + 'a' + ')'.repeat(20_000));
    expect(deep.problems.map(({ code }) => code)).toEqual(['invalid-value', 'invalid-value']);
    const wide = parsePattern(Array.from({ length: 20_000 }, (_, k) => `/:n${k}`).join(''));
    expect(wide.problems.map(({ code, start }) => [code, start])).toEqual([['invalid-value', 5891]]);
  });
});

test('the shown form is read as the same pattern', () => {
  const random = seededRandom(5);
  const pieces = ['/', '/', 'a', ':b', '*c', '(', ')', '(', ')', '\\(', '\\:', '.', ':d', '-', 'é'];
  for (let k = 0; k < 20_000; k++) {
    const text = Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join('');
    const { pattern, problems } = parsePattern(text);
    if (problems.length > 0) continue;
    const again = parsePattern(pattern.text);
    expect([again.pattern, again.problems], text).toEqual([pattern, []]);
    expect(patternText(pattern.parts)).toBe(pattern.text);
  }
});
