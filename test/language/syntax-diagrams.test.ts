// The diagrams of docs/grammar.md, held to what reads a text: what follows a diagram is read without a mistake, and together they reach
// every production of the parser that is not there for mistakes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CstNode, ISerializedGast } from 'chevrotain';
import { arrange } from '../../grammar/arrange.js';
import { parseTokens, RoutesParser } from '../../grammar/parser.js';
import { tokenize } from '../../grammar/lexer.js';
import { tokenTypes } from '../../grammar/tokens.js';
import { readExpectation } from '../../src/analysis/expectation.js';
import { readCall } from '../../src/language/call-reader.js';
import { Source } from '../../src/language/source.js';
import type { Diagram } from '../../.build/diagram.js';
import { diagramChapters } from '../../.build/syntax-diagrams.js';
import { parseSyntax } from '../../src/language/syntax.js';
import { keywordRow } from '../../src/language/vocabulary.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';

const diagrams = new Map(
  diagramChapters.flatMap(({ diagrams: each }) => each).map(({ name, diagram }) => [name, diagram]),
);

/** Texts that follow each diagram. */
const texts = fc.letrec<Record<string, string>>((tie) => {
  const depthIdentifier = fc.createDepthIdentifier();
  const depth = { depthIdentifier, maxDepth: 5, depthSize: 'small' } as const;
  const following = (diagram: Diagram, between: string): fc.Arbitrary<string> => {
    switch (diagram.kind) {
      case 'text':
        return fc.constant(diagram.text);
      case 'sort':
        return fc.constantFrom(...diagram.examples);
      case 'rule':
        return tie(diagram.name);
      case 'sequence': {
        const space = diagram.isGlued ? '' : ' ';
        return fc
          .tuple(...diagram.items.map((item) => following(item, space)))
          .map((parts) => parts.filter((part) => part !== '').join(space));
      }
      case 'choice':
        return fc.oneof(depth, ...diagram.items.map((item) => following(item, between)));
      case 'optional':
        return fc.option(following(diagram.item, between), { nil: '', ...depth });
      case 'repeated': {
        const space = diagram.separator?.kind === 'text' ? diagram.separator.text : between;
        return fc
          .array(following(diagram.item, between), { minLength: 1, maxLength: 3, ...depth })
          .map((parts) => parts.join(space));
      }
      default:
        return diagram satisfies never;
    }
  };
  // Statements stand on lines of their own.
  return Object.fromEntries(
    [...diagrams].map(([name, diagram]) => [name, following(diagram, name === 'file' ? '\n' : ' ')]),
  );
});

function samplesOf(name: string, count: number): string[] {
  const arbitrary = texts[name];
  if (!arbitrary) throw new Error(`there is no diagram ${name}`);
  // What names something has at least one character, which no diagram shows.
  const named = arbitrary.filter((text) => !/''|""/.test(text));
  return fc.sample(named, { numRuns: count, seed: 7 });
}

/** What is wrong with a text's notation, and with its calls where they are read against their rows. */
function mistakes(text: string, { readsCalls }: { readonly readsCalls: boolean }): string[] {
  const source = new Source('routes', text);
  const { declarations, diagnostics } = parseSyntax(source);
  const found = diagnostics.map(({ code, message }) => `${code}: ${message}`);
  if (!readsCalls) return found;
  for (const declaration of declarations) {
    const row = keywordRow(declaration.keyword.text);
    if (!row) found.push(`no keyword ${declaration.keyword.text}`);
    else readCall(declaration, row, ({ code, message }) => found.push(`${code}: ${message}`));
  }
  return found;
}

const chapterOf = (heading: string): string[] =>
  diagramChapters.find((chapter) => chapter.heading === heading)?.diagrams.map(({ name }) => name) ?? [];

/** Those of calls; what is named "options of …" is a part of one. */
const declarations = chapterOf('Declarations').filter((name) => !name.startsWith('options of '));

describe('what follows the diagrams has no mistake', () => {
  it.each(['file', 'call'])('%s', (name) => {
    for (const text of samplesOf(name, 300))
      expect({ text, found: mistakes(text, { readsCalls: false }) }).toEqual({ text, found: [] });
  });

  it.each(declarations)('%s', (name) => {
    for (const text of samplesOf(name, 60)) {
      const found = mistakes(text, { readsCalls: true }).filter(
        (each) => !each.startsWith('duplicate-option'),
      );
      expect({ text, found }).toEqual({ text, found: [] });
    }
  });

  it('path', () => {
    for (const text of samplesOf('path', 200)) {
      const found = parsePattern(text).problems.filter(({ code }) => code !== 'duplicate-param');
      expect({ text, found }).toEqual({ text, found: [] });
    }
  });

  it('expectation', () => {
    for (const text of samplesOf('expectation', 200)) {
      const read = readExpectation({ text, span: { start: 0, end: text.length } });
      expect({ text, kind: read?.kind }).not.toEqual({ text, kind: 'none' });
    }
  });
});

/** Kinds of tokens, and what the arranger has made something else of before a text is parsed. */
const kinds = ['Literal', 'Plain', 'Word'];
/** What only a template literal has. */
const ofTemplates = ['InlineCallable'];
/** What a text has by mistake alone. */
const forMistakes = [
  ...[
    'leftover',
    'LooseWord',
    'junk',
    'Stray',
    'StrayWord',
    'LambdaArrow',
    'Equals',
    'BareTarget',
    'BarePath',
  ],
  ...['QuotedWords', 'MismatchedQuoted', 'UnclosedSingleString', 'UnclosedDoubleString', 'ForeignQuoted'],
  ...['PunctuatedAngleList', 'UnclosedAngleList', 'MalformedNumber', 'UnclosedRegex', 'ForeignPercent'],
  ...['UnclosedPercent', 'InlineCode'],
];

it('the diagrams reach every token and production of the parser that is not there for mistakes', () => {
  const reached = new Set<string>();
  for (const name of ['file', ...declarations]) {
    for (const text of samplesOf(name, 300)) {
      const { input } = arrange(text, tokenize(text).tokens, 0);
      for (const { tokenType } of input) reached.add(tokenType.name);
      reach(parseTokens(input).tree, reached);
    }
  }
  const missing = [...productions()].filter((name) => !reached.has(name));
  expect(missing.sort()).toEqual([...kinds, ...ofTemplates, ...forMistakes].sort());
});

function reach(node: CstNode, reached: Set<string>): void {
  reached.add(node.name);
  for (const child of Object.values(node.children).flat()) if ('children' in child) reach(child, reached);
}

/** The names of the parser's rules, and of the tokens in them, with the tokens that are kinds of these. */
function productions(): Set<string> {
  const names = new Set<string>();
  const visit = (node: ISerializedGast & { readonly name?: string }): void => {
    if (node.name !== undefined) names.add(node.name);
    for (const inner of node.definition ?? []) visit(inner);
  };
  for (const rule of new RoutesParser({ skipValidations: false }).getSerializedGastProductions()) visit(rule);
  for (const { name, CATEGORIES } of tokenTypes)
    if (CATEGORIES?.some((category) => names.has(category.name))) names.add(name);
  return names;
}
