// The typed tree of a routes file: calls with arguments, options and a block, each with its span.
//
// The tree is generic: it knows the shape of a call, not the meaning of a keyword. It is total: any text has a tree of everything that
// could be understood. Missing parts are absent.
//
//   get '/users/:id', to => 'users#show', id => /\d+/
//   └ Declaration  keyword "get" · arguments: StringValue, Pair "to", Pair "id" · no block
//
// No two nodes share a span, and nodes keep offsets only in spans, so adding to the spans moves a tree in place.

import type { Source, Span } from './source.js';

/** A call: `keyword argument, argument, … { block }`. */
export interface Declaration {
  readonly kind: 'declaration';
  /** The source that it is in. */
  readonly source: Source;
  /** From the keyword to the last argument or closing bracket, without a final `;`. */
  readonly span: Span;
  /** Its first word. */
  readonly keyword: Word;
  /** Values and pairs, in source order. */
  readonly arguments: readonly Argument[];
  /** Its `{ … }` or `do … end`. */
  readonly block: Block | undefined;
  /** The span from `(` to `)`, if its arguments are in parentheses. */
  readonly parentheses: Span | undefined;
  /**
   * Its notation contains a mistake, which has been reported. What the call seems to lack may be in the part that could not be understood,
   * so nothing is reported as missing from it.
   */
  readonly damaged: boolean;
}

/** A word and its place. */
export interface Word {
  /** As written. */
  readonly text: string;
  /** Its place. */
  readonly span: Span;
}

/** The declarations between `{` and `}`, or `do` and `end`. */
export interface Block {
  /** With its brackets. */
  readonly span: Span;
  /** The kind of its brackets. */
  readonly notation: 'braces' | 'do';
  /** Whether its closing bracket is in the text. Otherwise it ends by indentation, or with the text. */
  readonly isClosed: boolean;
  /** It joins two blocks of one call, which should have only one. It spans both. */
  readonly isJoined?: true | undefined;
  /** In source order. */
  readonly declarations: readonly Declaration[];
}

/** The span between the brackets of a block. */
export function insideOf({ span: { start, end }, notation }: Block): Span {
  return notation === 'do' ? { start: start + 2, end: end - 3 } : { start: start + 1, end: end - 1 };
}

/** The end of a declaration's arguments, where another one could be added. */
export function argumentsEnd({ arguments: written, keyword }: Declaration): number {
  return (written.at(-1) ?? keyword).span.end;
}

/** The span of a declaration without its block. */
export function headSpan(declaration: Declaration): Span {
  const { block, keyword, parentheses } = declaration;
  const end = Math.max(argumentsEnd(declaration), parentheses && !block ? parentheses.end : 0);
  return { start: keyword.span.start, end };
}

/** An argument of a call. */
export type Argument = Value | Pair;

/**
 * `key => value`, `key: value`, `:key<…>`, `:key(…)` or `:!key` (false).
 *
 * A bare `:key` among the arguments is a `StringValue` with the notation 'symbol'. The row of the call's keyword decides whether it is a
 * positional or an option set to true (`callPart`).
 */
export interface Pair {
  readonly kind: 'pair';
  /** From the key to the end of the value. */
  readonly span: Span;
  /** `key => value`, `key: value`, or `:key(value)`. */
  readonly notation: 'arrow' | 'label' | 'adverb';
  /** A callable only in `mount &app => '/path'`. */
  readonly key: PairKey;
  /** Absent if the text ends after `=>`, which has been reported. */
  readonly value: Value | undefined;
}

/** The key of a pair. */
export interface PairKey {
  /** The key without quotes or colon. For a callable, the text after `&`. */
  readonly text: string;
  /** The place of the key, with quotes. */
  readonly span: Span;
  /** `key`, `'key'`, `:key` or `&key`. */
  readonly notation: 'word' | 'string' | 'symbol' | 'callable';
  /** The callable, if the key is one: `&blog => '/blog'`. */
  readonly callable?: CallableValue;
  /** The string, if the key is one: `'/about' => 'pages#about'`. */
  readonly string?: StringValue;
}

/** A value of the language. */
export type Value =
  | StringValue
  | NumberValue
  | BooleanValue
  | RegexValue
  | ListValue
  | HashValue
  | CallableValue
  | StarValue
  | RedirectValue;

/** A string, a symbol (`:name`), or a word of a `<…>`, `%w[…]` or `%i[…]` list. The language does not distinguish them. */
export interface StringValue {
  readonly kind: 'string';
  /** With its quotes or its colon. */
  readonly span: Span;
  /** `'a'`, `"a"`, `:a`, a word of a list, or a word without quotes (which was reported). */
  readonly notation: 'single' | 'double' | 'symbol' | 'word' | 'bare';
  /** The text, with escapes resolved. */
  readonly value: string;
  /** The offset in the file of the character at an index of `value`. `value.length` gives the end. */
  offsetOf(index: number): number;
}

/** The span of a string's characters from one index to another. By default all of them, without quotes or colon. */
export function spanIn(value: StringValue, start = 0, end = value.value.length): Span {
  return { start: value.offsetOf(start), end: value.offsetOf(end) };
}

/** A whole number. */
export interface NumberValue {
  readonly kind: 'number';
  /** Its place. */
  readonly span: Span;
  /** Its value, exact up to 2⁵³. */
  readonly value: number;
  /** As written: `1_000`, `3.0`. */
  readonly text: string;
}

/** `true` or `false`. */
export interface BooleanValue {
  readonly kind: 'boolean';
  /** Its place. */
  readonly span: Span;
  /** Which of the two. */
  readonly value: boolean;
}

/** `/source/flags`. `regex` is undefined if the pattern does not compile, which has been reported as `invalid-regex`. */
export interface RegexValue {
  readonly kind: 'regex';
  /** With its slashes and flags. */
  readonly span: Span;
  /** The text between the slashes. */
  readonly pattern: string;
  /** The letters after the last slash. */
  readonly flags: string;
  /** The compiled regex. Undefined if JavaScript rejects it, which has been reported. */
  readonly regex: RegExp | undefined;
}

/** Several values in brackets. */
export interface ListValue {
  readonly kind: 'list';
  /** With its brackets. */
  readonly span: Span;
  /** `<a b>`, `['a', 'b']`, `%w[a b]` or `%i[a b]`. */
  readonly notation: 'angle' | 'bracket' | 'percent-w' | 'percent-i';
  /** In source order. */
  readonly items: readonly Value[];
}

/** Keys and values in braces. */
export interface HashValue {
  readonly kind: 'hash';
  /** With its braces. */
  readonly span: Span;
  /** In source order. */
  readonly pairs: readonly Pair[];
}

/** `&module#export`, or `${…}` of a template literal. */
export interface CallableValue {
  readonly kind: 'callable';
  /** From the `&` on. */
  readonly span: Span;
  /** The text between `&` and `#`; empty for an inline callable. */
  readonly module: string;
  /** Undefined for the default export. */
  readonly export: string | undefined;
  /** The place of the module's name. */
  readonly moduleSpan: Span;
  /** The place of the export's name. Undefined for the default export. */
  readonly exportSpan: Span | undefined;
  /** The index of its `${…}` in a template literal, from 0. */
  readonly inline: number | undefined;
}

/** The callable as the route table shows it: `&handlers#health`, or `inline` for a function of a template. */
export function callableLabel(value: CallableValue): string {
  if (value.inline !== undefined) return 'inline';
  return value.export === undefined ? `&${value.module}` : `&${value.module}#${value.export}`;
}

/** `*`: every verb. */
export interface StarValue {
  readonly kind: 'star';
  /** Its place. */
  readonly span: Span;
}

/** `redirect(…)` as a value. */
export interface RedirectValue {
  readonly kind: 'redirect';
  /** From `redirect` to the closing bracket. */
  readonly span: Span;
  /** Its arguments, as those of a declaration. */
  readonly call: Declaration;
}

/** A `# comment`. */
export interface Comment {
  /** From the `#` to the end of the line. */
  readonly span: Span;
  /** With its `#`. */
  readonly text: string;
}

/** The items of a list, or a list of any other value. */
export function itemsOf(value: Value | undefined): readonly Value[] {
  if (!value) return [];
  return value.kind === 'list' ? value.items : [value];
}

/** The regexes in a value, which may be one or a list. */
export function regexesIn(value: Value | undefined): readonly RegexValue[] {
  return itemsOf(value).filter((item) => item.kind === 'regex');
}

/** The span between the delimiters of a regex, `/…/` or `%r{…}`. */
export function patternSpan({ pattern, span }: RegexValue, { text }: Source): Span {
  const start = span.start + (text[span.start] === '%' ? 3 : 1);
  return { start, end: start + pattern.length };
}

/** The values among a call's arguments. */
export function positionalsOf({ arguments: written }: Pick<Declaration, 'arguments'>): readonly Value[] {
  return written.filter((argument) => argument.kind !== 'pair');
}

/** The pairs among a call's arguments. */
export function pairsOf({ arguments: written }: Pick<Declaration, 'arguments'>): readonly Pair[] {
  return written.filter((argument) => argument.kind === 'pair');
}

/** Calls `visit` for every declaration of the tree, outermost first, in source order. */
export function walkDeclarations(
  declarations: readonly Declaration[],
  visit: (declaration: Declaration, parents: readonly Declaration[]) => void,
): void {
  const walk = (list: readonly Declaration[], parents: readonly Declaration[]): void => {
    for (const declaration of list) {
      visit(declaration, parents);
      if (declaration.block && declaration.block.declarations.length > 0)
        walk(declaration.block.declarations, parents.concat(declaration));
    }
  };
  walk(declarations, []);
}

/** Calls `visit` with every value in a declaration's arguments, including nested ones, but not with those in its block. */
export function walkValues(declaration: Declaration, visit: Visit): void {
  const { arguments: written } = declaration;
  for (let at = 0, argument = written[0]; argument; argument = written[++at])
    walkArgument(argument, declaration, visit);
}

type Visit = (value: Value, declaration: Declaration) => void;

function walkArgument(argument: Argument, declaration: Declaration, visit: Visit): void {
  if (argument.kind !== 'pair') return walkValue(argument, declaration, visit);
  if (argument.key.callable) walkValue(argument.key.callable, declaration, visit);
  if (argument.value) walkValue(argument.value, declaration, visit);
}

function walkValue(value: Value, declaration: Declaration, visit: Visit): void {
  visit(value, declaration);
  if (value.kind === 'list') for (const item of value.items) walkValue(item, declaration, visit);
  else if (value.kind === 'hash') for (const pair of value.pairs) walkArgument(pair, declaration, visit);
  else if (value.kind === 'redirect') walkValues(value.call, visit);
}

/** Joins two blocks of one call. The second is a mistake. */
export function joinedBlocks(first: Block, second: Block): Block {
  const span = { start: first.span.start, end: second.span.end };
  return {
    span,
    notation: first.notation,
    isClosed: second.isClosed,
    isJoined: true,
    declarations: [...first.declarations, ...second.declarations],
  };
}
