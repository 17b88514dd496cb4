// Any text whatever has a tree: real files with tokens deleted, doubled, inserted, and texts of no sense at all.

import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tokenize } from '../../grammar/lexer.js';
import type { Declaration } from '../../src/language/declarations.js';
import { Source } from '../../src/language/source.js';
import { parseSyntax, type Syntax } from '../../src/language/syntax.js';
import { anyText } from '../support/any-text.js';
import { fixtureFiles, readDiagnosticFixture } from '../support/diagnostic-fixtures.js';
import { outline } from '../support/outline.js';
import { again, expectLinear } from '../support/growth.js';
import { expectSoundSyntax } from '../support/syntax-invariants.js';

const parse = (text: string): Syntax => parseSyntax(new Source('routes', text));

const fixtures = fixtureFiles('test/fixtures/syntax').map(
  (file) => readDiagnosticFixture(readFileSync(join('test/fixtures/syntax', file), 'utf8')).text,
);
const samples = ['spree-api', 'lobsters', 'openstreetmap'].map((name) =>
  readFileSync(`samples/${name}/routes`, 'utf8'),
);
const example = readFileSync('test/fixtures/syntax/statements/example.routes', 'utf8');

/** The declarations of a tree, each on a line of its own, without the brackets of their blocks. */
function lines({ declarations }: Syntax): string[] {
  return outline(declarations)
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/ !$/, '')
        .replace(/ (?:\{|do)$/, ''),
    )
    .filter((line) => line !== '' && line !== '}' && line !== 'end');
}

/** The declarations that stand deepest, along the last of each block. */
function lastOf(declarations: readonly Declaration[]): readonly Declaration[] {
  const inside = declarations.at(-1)?.block?.declarations ?? [];
  return inside.length > 0 ? lastOf(inside) : declarations;
}

/** How many of the first lines the second ones lack. */
function lost(before: readonly string[], after: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of after) left.set(line, (left.get(line) ?? 0) + 1);
  let count = 0;
  for (const line of before) {
    const number = left.get(line) ?? 0;
    if (number === 0) count++;
    else left.set(line, number - 1);
  }
  return count;
}

describe('one mistake', () => {
  for (const [name, text, step] of [
    ['the example', example, 1],
    ['lobsters', samples[1]!, 23],
    ['openstreetmap', samples[2]!, 23],
    ['spree-api', samples[0]!, 23],
  ] as const) {
    test(`a token deleted from ${name} is told once, and costs no more than its own declaration`, () => {
      const before = lines(parse(text));
      const { tokens } = tokenize(text);
      const outliers: string[] = [];
      for (let index = 0; index < tokens.length; index += step) {
        const { image, startOffset } = tokens[index]!;
        const mutated = `${text.slice(0, startOffset)} ${text.slice(startOffset + image.length)}`;
        const syntax = parse(mutated);
        const { diagnostics } = syntax;
        if (diagnostics.length > 1 || lost(before, lines(syntax)) > 2) {
          outliers.push(
            `${image} at ${startOffset}: ${diagnostics.map(({ message }) => message).join(' | ')}`,
          );
        }
      }
      expect(outliers).toEqual([]);
    });
  }

  test('leaves every other declaration as it was', () => {
    const statements = [
      "get '/a', to => 'a#b', constraints => { id => /\\d+/ }",
      "resources <b c>, only => <index show>, { member { get 'd' } }",
      "scope(path => '/e', { get '/f', to => redirect('/g', status => 302) })",
      "match '/h', via => [:get, 'post'], to: &i#j, :shallow, :only<k>",
      'namespace :l do\n    resources :m\n  end',
      "root to => 'n#o'",
    ];
    const noise = [...',;=>()[]{}|.@*\'"/<', 'do', 'end', 'word', 'to:', ':sym', '&mod', '5', '%w[a]', '->'];
    const mistake = fc.record({
      at: fc.nat(statements.length - 1),
      token: fc.nat(60),
      change: fc.constantFrom('delete', 'double', 'insert'),
      piece: fc.constantFrom(...noise.filter((piece) => !'(){}[]\'"/<doend='.includes(piece))),
    });
    fc.assert(
      fc.property(mistake, ({ at, token, change, piece }) => {
        const statement = statements[at]!;
        const { tokens } = tokenize(statement);
        const { startOffset, image } = tokens[token % tokens.length]!;
        const isBracket = /^(?:[()[\]{}]|do|end)$/.test(image);
        const insert = {
          delete: ' ',
          double: isBracket ? image : ` ${image} ${image} `,
          insert: ` ${image} ${piece} `,
        }[change];
        const changed = (
          statement.slice(0, startOffset) +
          insert +
          statement.slice(startOffset + image.length)
        ).trimStart();
        const others = statements.filter((_, index) => index !== at);
        const text = [
          'routes {',
          ...statements.map((each, index) => `  ${index === at ? changed : each}`),
          '}',
        ].join('\n');
        expect(lost(lines(parse(others.join('\n'))), lines(parse(text)))).toBe(0);
      }),
      { numRuns: 1_000, seed: 7 },
    );
  });
});

describe('a sound tree and no exception', () => {
  test('for every fixture', () => {
    for (const text of fixtures) expectSoundSyntax(parse(text));
  });

  test('for fixtures with pieces of each other', () => {
    const piece = fc
      .constantFrom(...fixtures)
      .chain((text) => fc.tuple(fc.constant(text), fc.nat(text.length), fc.nat(60)));
    fc.assert(
      fc.property(piece, piece, ([one, at], [other, from, length]) => {
        expectSoundSyntax(parse(one.slice(0, at) + other.slice(from, from + length) + one.slice(at)));
      }),
      { numRuns: 400, seed: 3 },
    );
  });

  test('for pieces of notation in any order', () => {
    const pieces = [
      ...[
        '{',
        '}',
        '(',
        ')',
        '[',
        ']',
        ' do ',
        ' end ',
        ',',
        ';',
        '=>',
        '=',
        ':',
        '|',
        '.',
        '->',
        '*',
        '#{',
        '#',
        '\\',
        '\n',
        '\r\n',
        ' ',
        '\t',
      ],
      ...[
        'get ',
        'redirect',
        ' true ',
        ' if ',
        ' sub ',
        'to:',
        ':only',
        '<',
        '>',
        ':!',
        "'",
        '"',
        '/',
        '%w[',
        '%r{',
        '&m#e',
        '&',
        '5',
        '0.',
        '${',
        '\uFFFC',
        '\uFEFF',
        '\ud800',
        'é',
        '𝒳',
        '\0',
      ],
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (list) =>
        expectSoundSyntax(parse(list.join(''))),
      ),
      { numRuns: 1_500, seed: 5 },
    );
  });

  test('for any characters', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => expectSoundSyntax(parse(text))),
      { numRuns: 500, seed: 11 },
    );
  });
});

describe('a text out of all measure', () => {
  const deep = 10_000;
  for (const [name, text] of [
    ['blocks', `${'a {'.repeat(deep)}${'}'.repeat(deep)}`],
    ['blocks that are never closed', 'a {\n'.repeat(deep)],
    ['blocks of `do`', `${'a do '.repeat(deep)}${'end '.repeat(deep)}`],
    ['lists', `get 'a', b => ${'['.repeat(deep)}${']'.repeat(deep)}`],
    ['parentheses', `get${'('.repeat(deep)}${')'.repeat(deep)}`],
    ['hashes', `get 'a', b => ${'{ a => '.repeat(deep)}1${'}'.repeat(deep)}`],
  ] as const) {
    test(`${name}, ten thousand deep: one diagnostic, and what follows survives`, () => {
      const { diagnostics, declarations } = parse(`${text}\nroot to => 'x#y'`);
      expect(diagnostics.map(({ code }) => code)).toEqual(['syntax-error']);
      expect(diagnostics[0]!.message).toMatch(/^brackets nest at most 100 deep/);
      if (!name.includes('never')) expect(outline(declarations)).toMatch(/root to => 'x#y'\n$/);
    });
  }

  test('what could not be read because it is too deep is not missing', () => {
    const [innermost] = lastOf(parse(`${'a {'.repeat(deep)}${'}'.repeat(deep)}`).declarations);
    expect(innermost).toMatchObject({ block: undefined, damaged: true });
  });

  test('a hundred deep is fine', () => {
    expect(parse(`${'a {'.repeat(100)}${'}'.repeat(100)}`).diagnostics).toEqual([]);
  });

  /** Milliseconds of the processor. */
  function cost(text: string): number {
    const before = process.cpuUsage().user;
    expect(parse(text).diagnostics.length).toBeLessThan(1_100);
    return (process.cpuUsage().user - before) / 1_000;
  }

  for (const unit of [
    ...['}', '{', '(', ')', '[', ']', "'", '"', '/', '<', '>', ',', '=>', ':', '&', '|', '#{', '%w[', '%r{'],
    ...["'a, to => \\", '"a, to => \\', '/a, to => \\', '/[a, to => \\', '%r{a, to => \\'],
    ...[
      'do ',
      'end ',
      'if ',
      'a ',
      'a, ',
      'a: ',
      ':a',
      'redirect(',
      'sub {',
      '-> , ',
      '-> ,:a',
      '} {',
      '({',
      ')(',
      "'}'",
    ],
    ...[
      '}\n',
      'a {\n',
      'a {\n}}\n',
      'end\nif a\n',
      '  if a\nend\n',
      ')\n  }\n',
      "get '/a', ( {\n",
      'a\n  b do\n',
      '<\n',
      '; }',
    ],
  ]) {
    test(`of ${JSON.stringify(unit)} eight times as much costs about eight times as much`, again, () =>
      expectLinear((size) => cost(unit.repeat(size / unit.length)), 40_000),
    );
  }

  // What nearly is a value in another notation, and is none at its very end.
  for (const [start, unit, end] of [
    ["get 'a', b => (", 'a: ', '(b))'],
    ["get 'a', b => (a =>", ' ', '(b))'],
    ["get 'a', (", 'to => ', '(b))'],
    ["get 'a', b => { id", ' ', '/x }'],
    ["resources 'a', ()", ' ', '=> { get ( }'],
    // Brackets of a line, all of them open where the next statement begins.
    ["get 'a', ", '(', ' => 1\nget'],
  ] as const) {
    test(
      `of ${JSON.stringify(unit)} in ${start} eight times as much costs about eight times as much`,
      again,
      () => expectLinear((size) => cost(start + unit.repeat(size / unit.length) + end), 320_000),
    );
  }

  // A token longer than what a regex can step back through; more tokens than a file may have, and more than can be spread into a call.
  for (const [unit, megabytes] of [
    ['a', 10],
    [' ', 10],
    ['"#{', 10],
    ["'\\", 10],
    ['é', 5],
    ['{', 3],
    ["'", 1],
    ["get '/a', to => 'b#c'; ", 1],
  ] as const) {
    test(`a line of ${megabytes} megabytes of ${JSON.stringify(unit)}`, { timeout: 60_000 }, () => {
      const { diagnostics } = parse(unit.repeat((megabytes * 1_000_000) / unit.length));
      expect(diagnostics.length).toBeLessThan(1_100);
    });
  }
});
