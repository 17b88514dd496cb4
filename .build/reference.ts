// Generates the reference of the language as Markdown from the signature table.
//
// It shows every keyword with its arguments, options and an example, and every option with its values. After a row is added
// to the table, `npm run generate` adds it to docs/language.md.

import { describeKinds } from '../src/language/value-kinds.js';
import { errorCodes } from '../src/language/diagnostics.js';
import {
  keywords,
  options,
  redirectRow,
  type KeywordRow,
  type OptionRow,
  type PositionalRow,
} from '../src/language/vocabulary.js';

/** The chapters and their keywords, in reading order. */
const chapters = [
  ['Files', ['routes', 'draw', 'include']],
  ['Routes', ['get', 'post', 'put', 'patch', 'delete', 'options', 'match', 'root', 'mount']],
  ['Resources', ['resources', 'resource', 'member', 'collection', 'new', 'shallow']],
  ['Surroundings', ['namespace', 'scope', 'controller', 'constraints', 'defaults']],
  ['Layers and facts', ['through', 'meta']],
  ['Reuse', ['concern', 'concerns']],
  ['URL helpers', ['direct', 'resolve']],
] as const satisfies readonly (readonly [string, readonly (keyof typeof keywords)[]])[];

/** The whole reference: declarations by chapter, `redirect`, options, codes of errors. Headings begin at the third level. */
export function referenceText(): string {
  const left = new Set<string>(Object.keys(keywords));
  const declarations = chapters.flatMap(([heading, words]) => [
    `### ${heading}`,
    ...words.map((word) => {
      left.delete(word);
      return keywordText(word, keywords[word]);
    }),
  ]);
  if (left.size > 0) throw new Error(`the reference has no chapter for ${[...left].join(', ')}`);
  return [
    ...declarations,
    '### Redirects',
    keywordText('redirect', redirectRow),
    '### Options',
    ...Object.entries(options).map(([name, row]) => optionText(name, row)),
    '### Mistakes',
    'A file with one of these mistakes does not load.',
    [
      '| code | meaning |',
      '|---|---|',
      ...Object.entries(errorCodes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
    ].join('\n'),
  ].join('\n\n');
}

function keywordText(word: string, row: KeywordRow): string {
  const parts = [`#### \`${signature(word, row)}\``, `${row.doc}.`];
  if (row.options.length > 0)
    parts.push(`Options: ${row.options.map((name) => linkTo(name, row)).join(', ')}.`);
  if (row.anyKey) parts.push('Takes any `key => value`.');
  parts.push(fenced(row.example));
  return parts.join('\n\n');
}

function linkTo(name: string, row: KeywordRow): string {
  const link = `[\`${name}\`](#${anchorOf(name)})`;
  return row.required?.some((each) => each === name) ? `${link} (required)` : link;
}

/** The signature of a keyword, `scope [path], { … }`. Parts in brackets are optional. */
function signature(word: string, { positionals, block }: KeywordRow): string {
  const written = positionals.map(positionalText).join(', ');
  const head = written === '' ? word : `${word} ${written}`;
  return block === 'none'
    ? head
    : `${head}${written === '' ? '' : ','} ${block === 'required' ? '{ … }' : '[{ … }]'}`;
}

function positionalText({ name, presence, repeats }: PositionalRow): string {
  const text = repeats ? `${name}, …` : name;
  return presence === 'required' ? text : `[${text}]`;
}

function optionText(name: string, { accepts, words, doc, example }: OptionRow): string {
  const values = words ? ` One of ${words.map((word) => `\`${word}\``).join(', ')}.` : '';
  return [
    `#### \`${name}\` (option)`,
    `${doc}. Takes ${describeKinds(accepts)}.${values}`,
    fenced(example),
  ].join('\n\n');
}

/** The anchor that GitHub gives to the heading of an option. */
function anchorOf(name: string): string {
  return `${name}-option`;
}

function fenced(example: string): string {
  return `\`\`\`routes\n${example}\n\`\`\``;
}
