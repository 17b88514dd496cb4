// Expectations as they are written, in comments of any length.

import { expect, test } from 'vitest';
import { type Expectation, readExpectation } from '../../src/analysis/expectation.js';

const read = (text: string): Expectation | undefined =>
  readExpectation({ text, span: { start: 10, end: 10 + text.length } });

test('each word has its place in the file', () => {
  expect(read("#>  GET /a  =>  posts#show id=7 q='a b'  ")).toMatchObject({
    kind: 'answer',
    verb: { text: 'GET', span: { start: 14, end: 17 } },
    expected: { text: "posts#show id=7 q='a b'", span: { start: 26, end: 49 } },
    target: 'posts#show',
    action: { text: 'show', span: { start: 32, end: 36 } },
    params: [{ value: { text: '7' } }, { value: { text: 'a b', span: { start: 45, end: 48 } } }],
  });
  expect(read("#> postPath('(a)', q => 'b)') => /a")).toMatchObject({
    kind: 'path',
    name: { text: 'post', span: { start: 13, end: 17 } },
    values: "'(a)', q => 'b)'",
    expected: { text: '/a', span: { start: 43, end: 45 } },
  });
});

test.each(['', ' => ', 'GET => ', '=> posts#show', 'GET posts => posts#show x'])('%j is none', (text) => {
  expect(read(`#>${text}`)?.kind).toBe(text.startsWith('GET posts') ? 'answer' : 'none');
});

const spaces = ' '.repeat(100_000);

test.each([
  ['none', `a${spaces}b`],
  ['answer', `GET /x => a${spaces}b`],
  ['answer', `GET /x => a${' b'.repeat(50_000)}`],
  ['none', 'path('.repeat(20_000)],
  ['none', `x-path(${') '.repeat(50_000)}${spaces}b`],
  ['none', `/a meta.x ${'a '.repeat(50_000)}`],
  ['none', `${'a-'.repeat(50_000)}path`],
])('%s is seen at once in a comment of any length', (kind, text) => {
  expect(read(`#> ${text}`)?.kind).toBe(kind);
});
