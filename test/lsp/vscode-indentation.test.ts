// How VS Code indents the next line, and the line that closes: by patterns, which know what a comment is.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { again, expectLinear, timeOf } from '../support/growth.js';

const { indentationRules } = JSON.parse(readFileSync('lsp/vscode/language-configuration.json', 'utf8')) as {
  indentationRules: Record<'increaseIndentPattern' | 'decreaseIndentPattern', string>;
};
const opens = new RegExp(indentationRules.increaseIndentPattern);
const closes = new RegExp(indentationRules.decreaseIndentPattern);

describe('the line behind this one goes in', () => {
  it.each([
    'routes {',
    "namespace 'admin', {",
    "resources 'photos' do",
    'member { # of one photo',
    'constraints(&guards#isStaff, {',
    'through &auth#signedIn, &limits#slow do',
    'through &auth#signed_in { # &limits#slow',
    'scope \'/#a\', path => "#b", {',
    "get '/it\\'s', through => [",
    'constraints(',
  ])('%s', (line) => expect(opens.test(line)).toBe(true));
});

describe('the line behind this one stays', () => {
  it.each([
    "get '/a', to => 'home#index';",
    'member { get "x" }',
    '# member {',
    "root to => 'home#index'; # {",
    'get "/a", to => &handlers#ping # do',
    "get '/{'",
    'mount &todo',
    'undo',
  ])('%s', (line) => expect(opens.test(line)).toBe(false));
});

it('closers go out', () => {
  for (const line of ['}', '  })', ']', '  end', 'end;']) expect(closes.test(line), line).toBe(true);
  for (const line of ["get '/end'", 'ending', 'x }']) expect(closes.test(line), line).toBe(false);
});

describe('eight times as long a line takes about eight times as long', again, () => {
  it.each(['x ', '&guards/staff#isSignedIn, ', '&', '&x', '{ ', "'x' ", '"', ' do'])('of %j', (text) =>
    expectLinear(
      (count) => timeOf(() => expect(opens.test(`get '/a', ${text.repeat(count)};`)).toBe(false)),
      80_000,
    ),
  );
});
