// One mistake costs one diagnostic, and not the declarations around it.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';

const around = {
  before: `  concern 'unused' { get 'never', to => 'never#come' }
  get '/before', to => 'around#before', as => 'before';
  resources 'photos', only => <index show> { get 'preview', on => 'member' }
`,
  after: `
  namespace 'admin' { root to => 'desk#show' }
  get '/after', to => 'around#after', as => 'after';
`,
};

function fileWith(text: string): string {
  return `routes {\n${around.before}  ${text}\n${around.after}}\n`;
}

const goodRoutes = analyze(fileWith('')).routeTable();
const mistakes = readFileSync('test/fixtures/interpret/single-mistakes.list', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^(\S+) +(.*)$/.exec(line)!.slice(1) as [code: string, text: string]);

describe('one mistake between good declarations', () => {
  test.each(mistakes)('%s: %s', (code, text) => {
    const { diagnostics, routeTable } = analyze(fileWith(text), { read: () => undefined });
    expect(diagnostics.map((diagnostic) => `${diagnostic.code}: ${diagnostic.message}`)).toEqual([
      expect.stringMatching(`^${code}: `),
    ]);
    expect(diagnostics[0]!.range.start.line, 'the line of the mistake').toBe(5);
    const names = new Set(goodRoutes.map((row) => `${row.verbs.join()} ${row.pattern} ${row.target}`));
    const kept = routeTable().filter((row) => names.has(`${row.verbs.join()} ${row.pattern} ${row.target}`));
    expect(kept).toEqual(goodRoutes);
  });
});

test('an option three letters from another is a default where it has a text, and that other where it has a list', () => {
  const message = (value: string): string | undefined =>
    analyze(`routes { get '/x', to => 'a#b', frmtas => ${value} }`).diagnostics[0]?.message;
  expect(message("'json'")).toContain("write `defaults => { frmtas => 'json' }`");
  expect(message('7')).toContain('write `defaults => { frmtas => 7 }`');
  expect(message('[1]')).toContain("did you mean 'format'?");
});

test.each([
  ["get '/x', to => 'WORD'", 'missing-target'],
  ["get '/x', to => 'a#b', foo => 'WORD'", 'unknown-option'],
  ["resources 'a', concerns => 'WORD'", 'unknown-concern'],
  ["get '/x?WORD=1', to => 'a#b'", 'invalid-value'],
])('what is said of a very long word is short: %s', (text, code) => {
  const [diagnostic] = analyze(fileWith(text.replace('WORD', 'y'.repeat(5_000)))).diagnostics;
  expect(diagnostic?.code).toBe(code);
  expect(diagnostic?.message.length).toBeLessThan(400);
});

test('what steers a terminal is named in a message', () => {
  const [diagnostic] = analyze(fileWith("get '/x', to => 'a\u001b[31m\u202eb'")).diagnostics;
  expect(diagnostic?.message).toContain("'a\\u{1b}[31m\\u{202e}b' names an action");
});

describe('the text that stands in for a mistake', () => {
  const suggested = [
    ['unknown-keyword', 'resorces', 'resources', "resorces 'xs'"],
    ['unknown-option', 'too', 'to', "get '/x', too => 'x#x', action => 'y', controller => 'z'"],
    ['invalid-only-except', 'indx', 'index', "resources 'xs', only => <indx>"],
    ['unknown-concern', "'unusd'", 'unused', "concerns 'unusd'"],
    [
      'unknown-constraint-key',
      'subdomian',
      'subdomain',
      "constraints(subdomian => 'x', { get '/x', to => 'x#x' })",
    ],
    ['invalid-value', "'membr'", 'member', "resources 'xs', only => [] { get 'y', on => 'membr' }"],
    ['invalid-value', 'pots', 'post', "match '/x', to => 'x#x', via => <pots>"],
    ['invalid-value', '%{idd}', '%{id}', "get '/x/:id', to => redirect('/y/%{idd}')"],
  ] as const;

  test.each(suggested)('%s: %s is suggested to be %s', (code, place, suggestion, text) => {
    const file = fileWith(text);
    const diagnostic = analyze(file).diagnostics.find((each) => each.code === code);
    expect(diagnostic?.suggestion).toBe(suggestion);
    expect(file.slice(diagnostic!.range.start.offset, diagnostic!.range.end.offset)).toBe(place);
  });
});

describe('what else a mistake is about', () => {
  test('a name, an option and a concern given twice point to the first', () => {
    const text =
      "routes {\n  get '/a', to => 'x#a', as => 'a';\n  get '/b', to => 'x#b', as => 'a';\n  concern 'c' { }\n  concern 'c' { }\n  get '/d', to => 'x#d', to => 'e#e';\n}\n";
    expect(
      analyze(text).diagnostics.map(({ code, related }) => [
        code,
        related?.map(({ range, message }) => [range.start.line, range.start.column, message]),
      ]),
    ).toEqual([
      ['duplicate-name', [[2, 32, "'a' is first given here"]]],
      ['duplicate-concern', [[4, 11, "'c' is first defined here"]]],
      ['duplicate-option', [[6, 13, "'to' is first given here"]]],
    ]);
  });

  test('a mistake that exists at the use of a concern points to the use', () => {
    const text =
      "routes {\n  concern 'c' { get 'list' }\n  resources 'photos', concerns => 'c';\n  concerns 'c';\n}\n";
    const [only, ...others] = analyze(text).diagnostics;
    expect(others).toEqual([]);
    expect(only).toMatchObject({ code: 'missing-target', range: { start: { line: 2, column: 17 } } });
    expect(only!.related).toMatchObject([
      { message: "'c' is used here", range: { start: { line: 4, column: 12 } } },
    ]);
  });
});
