// The Prettier plugin, `waypost/prettier`: routes files, Markdown fences marked `routes`, and `routes` templates.
//
//   { "plugins": ["waypost/prettier"] }        in .prettierrc
//
// Prettier prints the same as `waypost format`: the style has no options, and `printWidth` has no effect. A plugin cannot
// extend Prettier's printing of TypeScript. This one therefore replaces the printer of JavaScript and TypeScript by a copy
// that handles our templates. If a plugin that is listed later does the same, that one is used instead.

import type { AstPath, Doc, Options, Parser, Plugin, Printer, SupportLanguage } from 'prettier';
import { builders } from 'prettier/doc';
import { placeholderMark } from '../../grammar/scanners.js';
import { templateSource } from '../language/syntax.js';
import { formatRoutes } from './format.js';

/** Prettier's syntax tree of a routes file: one node for the whole text. */
export interface RoutesNode {
  /** The type of the node; there is only this one. */
  readonly type: 'routes';
  /** The original text. */
  readonly text: string;
  /** The formatted text. */
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

/** By default, line ends are kept as with `waypost format`. */
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
    // Text that is kept as written may end in white space, which only a literal line keeps. In Markdown, a fence may be in a list and needs
    // indentation, which only a hard line gives.
    const newline = parentParser ? builders.hardline : builders.literalline;
    return builders.join(newline, node.formatted.replace(/^\uFEFF/, '').split(/\r\n?|\n/));
  },
  insertPragma: (text) => `# @format\n\n${text}`,
};

/** The parser of routes files: `parser: 'routes'`. */
export const parsers: Record<string, Parser> = { routes: parser };

/**
 * The printer of routes files, and one for JavaScript and TypeScript that formats `routes` templates in them. The second is a function,
 * which Prettier calls when it needs the printer, so Prettier's own printer is not loaded for routes files.
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

/** The part of a script's syntax tree that is read here. */
interface TemplateNode {
  readonly type: string;
  readonly quasis: readonly { readonly value: { readonly raw: string } }[];
}

/** Whether a node is the template of `` routes`…` `` or `` draw`…` ``. */
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
 * Removes the indentation that all lines except the first share, which comes from the code around the template. Without this,
 * lines that are kept as written would be indented further with every run.
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

/** A line with `${…}` in place of the marks of its callables. */
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
