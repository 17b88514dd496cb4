// Whatever the text, it is understood as far as can be: nothing throws, every place lies in the text, and what has no
// error makes a router.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { errorCodes } from '../../src/language/diagnostics.js';
import { keywords, options } from '../../src/language/vocabulary.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import { Router } from '../../src/routing/router/router.js';

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

const { statements } = fc.letrec<{ statements: string; statement: string }>((tie) => ({
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

const included = new Map([
  ['a', "resources 'as' { include 'x#y' }"],
  ['photos.routes', "concern 'photos' { get 'x', on => 'member' }\nconcerns 'a'"],
]);

describe('any sequence of declarations', () => {
  test('is understood, with every diagnostic at a place of the text and every route with a pattern', () => {
    fc.assert(
      fc.property(statements, (body) => {
        const text = `routes {\n${body}\n}`;
        const { diagnostics, interpretation, routes } = analyze(text, { read: (path) => included.get(path) });
        for (const { code, message, range, file, related = [] } of diagnostics) {
          expect(errorCodes).toHaveProperty([code]);
          expect(message).not.toMatch(/undefined|\[object|NaN|\.$/);
          const length = file === 'routes' ? text.length : included.get(file)!.length;
          expect(range.start.offset).toBeGreaterThanOrEqual(0);
          expect(range.end.offset).toBeGreaterThanOrEqual(range.start.offset);
          expect(range.end.offset).toBeLessThanOrEqual(length);
          for (const place of related) expect(place.message).not.toMatch(/undefined/);
        }
        for (const { definition } of routes) {
          expect(parsePattern(definition.pattern.text).pattern.text).toBe(definition.pattern.text);
          expect(definition.pattern.text).toMatch(/^\(?\/|^\(/);
          if (definition.name !== undefined) expect(definition.name).toMatch(/^[\p{L}_][\p{L}\p{N}_-]*$/u);
        }
        if (diagnostics.length === 0) {
          const router = new Router({
            routes: routes.map(({ definition }) => definition),
            customHelpers: interpretation.customHelpers,
          });
          for (const path of ['/', '/a', '/a/b', '/photos/7/edit'])
            router.recognize('GET', path, { context: { subdomain: 'x' } });
        }
      }),
      { numRuns: 1_500, seed: 4 },
    );
  });

  test('says the same whenever it is asked', () => {
    fc.assert(
      fc.property(statements, (body) => {
        const once = analyze(`routes {\n${body}\n}`);
        const again = analyze(`routes {\n${body}\n}`);
        expect(again.diagnostics).toEqual(once.diagnostics);
        expect(again.routeTable()).toEqual(once.routeTable());
      }),
      { numRuns: 150, seed: 5 },
    );
  });
});

describe('any text', () => {
  test('is understood', () => {
    const pieces = fc.constantFrom(
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
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (list) => {
        const { routeTable } = analyze(list.join(''), { wrapperIsOptional: true });
        routeTable();
        analyze(list.join(' '));
      }),
      { numRuns: 1_500, seed: 6 },
    );
  });
});
