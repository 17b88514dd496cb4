// The TextMate grammar, run by the engine that editors use.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar } from 'vscode-textmate';
import { textMateGrammar } from '../../grammar/textmate.js';
import { keywords } from '../../src/language/vocabulary.js';

const file = 'grammar/routes.tmLanguage.json';
let grammar: IGrammar;
let markdownGrammar: IGrammar;

beforeAll(async () => {
  await oniguruma.loadWASM(
    readFileSync(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm')),
  );
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: (name) => {
      const path = name === 'source.routes' ? file : 'lsp/vscode/markdown-codeblock.tmLanguage.json';
      const text = name === 'text.html.markdown' ? JSON.stringify(markdown) : readFileSync(path, 'utf8');
      return Promise.resolve(textmate.parseRawGrammar(text, path));
    },
    getInjections: (name) => (name === 'text.html.markdown' ? ['markdown.routes.codeblock'] : []),
  });
  grammar = (await registry.loadGrammar('source.routes'))!;
  markdownGrammar = (await registry.loadGrammar('text.html.markdown'))!;
});

/** As much of the grammar of Markdown as fences need: quotes and lists, which take the beginning of each of their lines. */
const markdown = {
  scopeName: 'text.html.markdown',
  patterns: [{ include: '#block' }],
  repository: {
    block: {
      patterns: [
        { begin: '(^|\\G)[ ]{0,3}(>) ?', while: '(^|\\G)\\s*(>) ?', patterns: [{ include: '#block' }] },
        {
          begin: '(^|\\G)([ ]{0,3})([*+-])([ \\t])',
          while: '((^|\\G)([ ]{2,4}|\\t))|(^[ \\t]*$)',
          patterns: [{ include: '#block' }],
        },
        { name: 'meta.paragraph.markdown', match: '(^|\\G).+$' },
      ],
    },
  },
};

/** The coloured pieces of a text, each with its innermost scope: `get(keyword.control)`. */
function coloured(text: string, by = grammar): string[] {
  let stack = textmate.INITIAL;
  return text.split('\n').flatMap((line) => {
    const { tokens, ruleStack } = by.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens
      .map(
        ({ startIndex, endIndex, scopes }) =>
          [line.slice(startIndex, endIndex), scopes.at(-1)!.replace(/\.routes$/, '')] as const,
      )
      .filter(
        ([piece, scope]) => piece.trim() !== '' && !scope.startsWith('punctuation') && scope !== 'source',
      )
      .map(([piece, scope]) => `${piece.trim()}(${scope})`);
  });
}

test('is fresh', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(textMateGrammar(Object.keys(keywords)));
});

test('knows every keyword of the signature table', () => {
  for (const keyword of Object.keys(keywords))
    expect(coloured(`${keyword} 'x'`)[0]).toBe(`${keyword}(keyword.control)`);
});

test.each(['', '> ', '  '])('colours a fence of Markdown in whose lines %j stands first', (mark) => {
  const lines = ['```routes', "get '/a", '  root', '```', 'get on'];
  const text = lines.map((line) => mark + line).join('\n');
  const pieces = coloured(mark === '  ' ? `- item\n\n${text}` : text, markdownGrammar);
  expect(pieces.filter((piece) => piece.includes('keyword'))).toEqual([
    'get(keyword.control)',
    'root(keyword.control)',
  ]);
});

describe('colours', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [
      "get '/a/:id(.:format)', to => 'users#show' # c",
      [
        'get(keyword.control)',
        '/a/(string.quoted.single)',
        'id(variable.parameter)',
        '((keyword.operator.optional)',
        '.(string.quoted.single)',
        'format(variable.parameter)',
        ')(keyword.operator.optional)',
        'to(entity.other.attribute-name)',
        '=>(keyword.operator.arrow)',
        'users(entity.name.type.controller)',
        'show(entity.name.function.action)',
        'c(comment.line.number-sign)',
      ],
    ],
    [
      'only get => 1, get: 2, :get',
      [
        'get(entity.other.attribute-name)',
        '=>(keyword.operator.arrow)',
        '1(constant.numeric)',
        'get(entity.other.attribute-name)',
        '2(constant.numeric)',
        'get(constant.other.symbol)',
      ],
    ],
    [
      'member { get :x } collection do get :y end',
      [
        'member(keyword.control)',
        'get(keyword.control)',
        'x(constant.other.symbol)',
        'collection(keyword.control)',
        'do(keyword.control)',
        'get(keyword.control)',
        'y(constant.other.symbol)',
        'end(keyword.control)',
      ],
    ],
    [
      'resources :a, :only<index show>, :!shallow',
      [
        'resources(keyword.control)',
        'a(constant.other.symbol)',
        'only(entity.other.attribute-name)',
        'index(string.unquoted)',
        'show(string.unquoted)',
        'shallow(entity.other.attribute-name)',
      ],
    ],
    [
      'match x, via => *, id => /[/]\\d+/i, y => %r{a{2}}',
      [
        'match(keyword.control)',
        'via(entity.other.attribute-name)',
        '=>(keyword.operator.arrow)',
        '*(keyword.operator.any)',
        'id(entity.other.attribute-name)',
        '=>(keyword.operator.arrow)',
        '[/]\\d+(string.regexp)',
        'i(keyword.other.flag)',
        'y(entity.other.attribute-name)',
        '=>(keyword.operator.arrow)',
        'a{2}(string.regexp)',
      ],
    ],
    [
      'mount &apps/blog#app, at => redirect(true)',
      [
        'mount(keyword.control)',
        'apps/blog(entity.name.namespace)',
        'app(entity.name.function)',
        'at(entity.other.attribute-name)',
        '=>(keyword.operator.arrow)',
        'redirect(support.function)',
        'true(constant.language)',
      ],
    ],
    [
      'root to: "a\\n#{b}%{c}"',
      [
        'root(keyword.control)',
        'to(entity.other.attribute-name)',
        'a(string.quoted.double)',
        '\\n(constant.character.escape)',
        '#{b}(invalid.illegal)',
        'c(variable.parameter)',
      ],
    ],
    [
      "get 'a\nget 'b'",
      ['get(keyword.control)', 'a(string.quoted.single)', 'get(keyword.control)', 'b(string.quoted.single)'],
    ],
    [
      'match <a\n  b>, via => <get',
      [
        'match(keyword.control)',
        'a(string.unquoted)',
        'b(string.unquoted)',
        'via(entity.other.attribute-name)',
        '=>(keyword.operator.arrow)',
        'get(string.unquoted)',
      ],
    ],
    [
      'only => <new\n  get\nmember { get :x }',
      [
        'only(entity.other.attribute-name)',
        '=>(keyword.operator.arrow)',
        'new(string.unquoted)',
        'get(string.unquoted)',
        'member(keyword.control)',
        'get(keyword.control)',
        'x(constant.other.symbol)',
      ],
    ],
  ];
  for (const [text, expected] of cases) {
    test(text, () => expect(coloured(text)).toEqual(expected));
  }
});
