// A routes file on its way: while a statement is being written, nothing is said of what it seems to mean, and one diagnostic
// tells that brackets are open.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';

/** What is told of the shape of the text; everything else is about what it means. */
const notation = new Set(['syntax-error', 'unmatched-bracket', 'inline-code', 'invalid-regex']);

function codesOf(text: string): string[] {
  return analyze(text, { controllers: { photos: { index() {} } } }).diagnostics.map(({ code }) => code);
}

describe('a statement that does not parse', () => {
  test.each([
    ["routes {\n  resources 'photos', onl\n}\n", ['syntax-error']],
    ["routes {\n  resources 'photos', only => <in\n}\n", ['syntax-error']],
    ["routes {\n  get '/a', to => 'pho\n  get '/b', to => 'photos#index'\n}\n", ['syntax-error']],
    ["routes {\n  get '/a', to => 'no#such', as =>\n}\n", ['syntax-error']],
    [
      "routes {\n  concern 'x', tru { get '/x', to => 'photos#index' }\n  concern 'x' { }\n}\n",
      ['syntax-error'],
    ],
  ])('%s', (text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });
});

describe('a text that breaks off', () => {
  test('has one diagnostic for all the brackets that are open', () => {
    const text = "routes {\n  namespace 'admin' {\n    resources 'photos', only => <index> {\n";
    const [only, ...others] = analyze(text).diagnostics;
    expect(others).toEqual([]);
    expect(only).toMatchObject({ code: 'unmatched-bracket', range: { start: { line: 3 } } });
    expect(only!.message).toContain('`} } }`');
  });

  test('is not asked for what it has not come to', () => {
    const file = readFileSync('samples/blog/config/admin.routes', 'utf8');
    const told = new Set<string>();
    for (let end = 1; end < file.length; end += 3) {
      const found = analyze(file.slice(0, end), { wrapperIsOptional: true, read: () => '' }).diagnostics;
      const isBroken = found.some(({ code }) => notation.has(code));
      for (const { code } of found) if (isBroken && !notation.has(code)) told.add(code);
    }
    expect([...told]).toEqual([]);
  });
});

describe('a statement of which each letter is typed', () => {
  const others = [
    "  get '/before', to => 'photos#index'",
    "  namespace 'admin' {",
    "    resources 'photos'",
    '  }',
  ];
  const opening = [
    'routes {',
    "  namespace 'shop', path => 'x' {",
    "  resources 'photos', only => <index>, {",
    "  constraints(subdomain => 'api', {",
  ];

  /** The codes on the line that is typed, by what has been typed of it, where there are several. */
  function severalOn(before: string, typed: string, after: string): readonly string[] {
    const line = before.split('\n').length;
    return Array.from({ length: typed.length }, (_, index) => typed.slice(0, index + 1)).flatMap((part) => {
      const { diagnostics } = analyze(before + part + after, { wrapperIsOptional: true, read: () => '' });
      const here = diagnostics.filter(({ range }) => range.start.line === line);
      return here.length > 1 ? [`${part}: ${here.map(({ code }) => code).join(' ')}`] : [];
    });
  }

  test.each([
    "  get '/old/:id', to => redirect('/new/%{id}', status => 302)",
    "  get '(*path)', to => redirect(subdomain => 'www', path => '/%{path}'), constraints => { path => /[a-z]{2}/ }",
    "  resources 'photos', only => [:index, 'show'], path-names => { new => 'neu' }, { get 'preview', on => 'member' }",
    "  concern 'taggable', { resources 'tags', only => <index> }",
    "  constraints(subdomain => 'api', id: /\\d+/) { root to => 'photos#index' }",
    "  match '/x', to: 'photos#index', via: %w[get post], as: \"x\"",
  ])('has one diagnostic at most: %s', (typed) => {
    expect(severalOn(`routes {\n${others.join('\n')}\n`, typed, `\n${others.join('\n')}\n}\n`)).toEqual([]);
    expect(severalOn(`routes {\n${others.join('\n')}\n`, typed, '')).toEqual([]);
  });

  test.each(opening)('has one diagnostic at most where its block stands there already: %s', (typed) => {
    const [before, after] = typed.startsWith(' ') ? ['routes {\n', '  }\n}\n'] : ['', '}\n'];
    expect(severalOn(before, typed, `\n    get '/inside', to => 'photos#index'\n${after}`)).toEqual([]);
  });
});
