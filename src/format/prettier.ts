// The Prettier plugin, `waypost/prettier`: routes files, Markdown fences marked `routes`, and `routes` templates.
//
//   { "plugins": ["waypost/prettier"] }        in .prettierrc
//
// What Prettier prints is what `waypost format` writes: the style has no options, and `printWidth` and its like mean
// nothing here. Prettier has no way for a plugin to join in printing TypeScript; the nearest that it has is to give it
// another printer for the trees of JavaScript and TypeScript, which is its own with our templates taken out. A plugin
// that is listed later and does the same takes its place.

import type { AstPath, Doc, Options, Parser, Plugin, Printer, SupportLanguage } from 'prettier';
import { builders } from 'prettier/doc';
import { placeholderMark } from '../../grammar/scanners.js';
import { templateSource } from '../language/syntax.js';
import { formatRoutes } from './format.js';

/** All that Prettier needs to know of a routes file: there is one node, and it is the whole text. */
export interface RoutesNode {
  /** The only kind of node that the printer knows: a whole file. */
  readonly type: 'routes';
  /** The text as it was. */
  readonly text: string;
  /** The text as it is printed. */
  readonly formatted: string;
}

/** The language that the plugin adds, by file names and extensions. */
export const languages: SupportLanguage[] = [
  {
    name: 'Waypost routes',
    aliases: ['routes'],
    parsers: ['routes'],
    extensions: ['.routes'],
    filenames: ['routes'],
    vscodeLanguageIds: ['routes'],
  },
];

/** Line ends stay as they are, as under `waypost format`, unless the configuration says otherwise. */
export const defaultOptions: Partial<Options> = { endOfLine: 'auto', tabWidth: 2 };

const pragma = /^\s*#\s*@(?:format|prettier)\s*(?:\n|$)/;

const parser: Parser<RoutesNode> = {
  astFormat: 'routes',
  parse(text) {
    const formatting = formatRoutes(text);
    if (formatting.refused !== undefined) throw new Error(`left as it is: ${formatting.refused}`);
    return { type: 'routes', text, formatted: formatting.text };
  },
  locStart: () => 0,
  locEnd: ({ text }) => text.length,
  hasPragma: (text) => pragma.test(text),
};

const printer: Printer<RoutesNode> = {
  print({ node }, { parentParser }: Options & { readonly parentParser?: string | null | undefined }) {
    // what is left as it is may end in white space, which only a literal line keeps; a fence may stand in a list, which only others indent
    const newline = parentParser ? builders.hardline : builders.literalline;
    return builders.join(newline, node.formatted.replace(/^\uFEFF/, '').split(/\r\n?|\n/));
  },
  insertPragma: (text) => `# @format\n\n${text}`,
};

/** The parser of routes files: `parser: 'routes'`. */
export const parsers: Record<string, Parser> = { routes: parser };

/**
 * The printer of routes files, and one for JavaScript and TypeScript that lays out `routes` templates in them. Prettier takes a function for a printer
 * too, and calls it when it needs one: TypeScript is not read for a routes file.
 */
export const printers = { routes: printer, estree: scriptPrinter as unknown as Printer } satisfies Record<
  string,
  Printer
>;

async function scriptPrinter(): Promise<Printer> {
  const { printers: own } = await import('prettier/plugins/estree');
  const printer: Printer & { readonly embed?: { readonly getVisitorKeys?: unknown } | undefined } =
    own.estree;
  const embed: NonNullable<Printer['embed']> = (path, options) =>
    isRoutesTemplate(path)
      ? async (_textToDoc, print) => printTemplate(path, print)
      : (printer.embed?.(path, options) ?? null);
  return { ...printer, embed: Object.assign(embed, { getVisitorKeys: printer.embed?.getVisitorKeys }) };
}

/** What is read of the syntax tree of a script. */
interface TemplateNode {
  readonly type: string;
  readonly quasis: readonly { readonly value: { readonly raw: string } }[];
}

/** `` routes`…` `` and `` draw`…` ``. */
function isRoutesTemplate({ node, parent, key }: AstPath): boolean {
  const types = [node, parent].map((each: unknown) => (each as { readonly type?: string } | null)?.type);
  if (types[0] !== 'TemplateLiteral' || types[1] !== 'TaggedTemplateExpression' || key !== 'quasi')
    return false;
  const { tag } = parent as { readonly tag: { readonly type: string; readonly name?: string } };
  return tag.type === 'Identifier' && (tag.name === 'routes' || tag.name === 'draw');
}

function printTemplate(path: AstPath, print: (path: AstPath) => Doc): Doc | undefined {
  const { quasis } = path.node as TemplateNode;
  const raw = quasis.map(({ value }) => value.raw);
  if (raw.some((text) => text.includes(placeholderMark))) return undefined;
  const formatting = formatRoutes(withoutIndentation(templateSource(raw).text), {
    inlineCallables: raw.length - 1,
    endOfLine: 'lf',
    finalNewline: 'remove',
  });
  if (formatting.refused !== undefined) return undefined;
  const { text } = formatting;
  if (text === '') return '``';
  const expressions = path.map(print, 'expressions');
  const isOneLine = !text.includes('\n') && raw.every((part) => !/[\r\n]/.test(part));
  if (isOneLine) return ['`', withExpressions(text.replace(/;$/, ''), expressions), '`'];
  const lines = text.split('\n').map((line) => withExpressions(line, expressions));
  return [
    '`',
    builders.indent([builders.hardline, builders.join(builders.hardline, lines)]),
    builders.hardline,
    '`',
  ];
}

/**
 * Takes the indentation that all lines but the first have in common, which the template gets from what is around it: otherwise
 * a line that is left as it is would move with every run.
 */
function withoutIndentation(text: string): string {
  const [first = '', ...lines] = text.split(/\r\n?|\n/);
  let shared: string | undefined;
  for (const line of lines) {
    const own = /^[ \t]*(?=\S)/.exec(line)?.[0];
    if (own === undefined) continue;
    shared ??= own;
    while (!own.startsWith(shared)) shared = shared.slice(0, -1);
  }
  const { length } = shared ?? '';
  return [first, ...lines.map((line) => line.slice(length))].join('\n');
}

/** A line with `${…}` where the marks of its callables stand. */
function withExpressions(line: string, expressions: readonly Doc[]): Doc {
  return line
    .split(placeholderMark)
    .map((part, index) =>
      index % 2 === 0 ? part : ['${', expressions[Number(part)] ?? '', builders.lineSuffixBoundary, '}'],
    );
}

/** The Prettier plugin of routes files (docs/style.md, "Where it runs"). */
const plugin: Plugin = { languages, parsers, printers, defaultOptions };
export default plugin;
