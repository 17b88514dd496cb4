// The typed tree of a routes file: calls with arguments, options and a block, each with its span.
//
// The tree is generic: it knows the shape of a call, not what a keyword means. It is total: whatever the text,
// there is a tree of everything that could be understood, and what was missing is simply absent.
//
//   get '/users/:id', to => 'users#show', id => /\d+/
//   └ Declaration  keyword "get" · arguments: StringValue, Pair "to", Pair "id" · no block
//
// No two nodes share a span, and no node keeps an offset anywhere else, so a tree can be moved in place by its spans.

import type { Source, Span } from './source.js';

/** A call: `keyword argument, argument, … { block }`. */
export interface Declaration {
  readonly kind: 'declaration';
  /** The text that it stands in. */
  readonly source: Source;
  /** From the keyword to the last argument or the closing bracket; a final `;` is not part of it. */
  readonly span: Span;
  /** The word that it begins with. */
  readonly keyword: Word;
  /** Values and pairs in the order in which they were written. */
  readonly arguments: readonly Argument[];
  /** What stands in its `{ … }` or `do … end`. */
  readonly block: Block | undefined;
  /** Where the arguments stood in parentheses: the span from `(` to `)`. */
  readonly parentheses: Span | undefined;
  /**
   * Something in its notation was a mistake, which has been reported. What the call seems to lack may be what could
   * not be understood, so nothing is to be reported as missing from it.
   */
  readonly damaged: boolean;
}

/** A word and where it stands. */
export interface Word {
  /** As written. */
  readonly text: string;
  /** Where it stands. */
  readonly span: Span;
}

/** The declarations between `{` and `}`, or `do` and `end`. */
export interface Block {
  /** With its brackets. */
  readonly span: Span;
  /** Which brackets it has. */
  readonly notation: 'braces' | 'do';
  /** Whether its closing bracket is in the text; otherwise the block ends where the indentation, or the text, ends it. */
  readonly isClosed: boolean;
  /** It is two blocks, of which a call should have but one: from the first's bracket to the last's. */
  readonly isJoined?: true | undefined;
  /** In the order of the text. */
  readonly declarations: readonly Declaration[];
}

/** What stands between the brackets of a block, or between its `do` and `end`. */
export function insideOf({ span: { start, end }, notation }: Block): Span {
  return notation === 'do' ? { start: start + 2, end: end - 3 } : { start: start + 1, end: end - 1 };
}

/** Where the arguments of a declaration end, and one more would be written. */
export function argumentsEnd({ arguments: written, keyword }: Declaration): number {
  return (written.at(-1) ?? keyword).span.end;
}

/** A declaration without its block. */
export function headSpan(declaration: Declaration): Span {
  const { block, keyword, parentheses } = declaration;
  const end = Math.max(argumentsEnd(declaration), parentheses && !block ? parentheses.end : 0);
  return { start: keyword.span.start, end };
}

/** What stands between the commas of a call. */
export type Argument = Value | Pair;

/**
 * `key => value`, `key: value`, `:key<…>`, `:key(…)` or `:!key` (false).
 *
 * A bare `:key` among the arguments is a `StringValue` with the notation 'symbol': whether it is a positional or
 * an option set to true is decided by the row of the call's keyword (`callPart`).
 */
export interface Pair {
  readonly kind: 'pair';
  /** From the key to the end of the value. */
  readonly span: Span;
  /** `key => value`, `key: value`, or `:key(value)`. */
  readonly notation: 'arrow' | 'label' | 'adverb';
  /** A callable only in `mount &app => '/path'`. */
  readonly key: PairKey;
  /** Absent where the text stopped after `=>`; a syntax error has been reported then. */
  readonly value: Value | undefined;
}

/** `text` is the key as written, without quotes or colon (a callable's is its text after `&`). */
export interface PairKey {
  /** Without its quotes or its colon. */
  readonly text: string;
  /** As it is written, with quotes. */
  readonly span: Span;
  /** `key`, `'key'`, `:key` or `&key`. */
  readonly notation: 'word' | 'string' | 'symbol' | 'callable';
  /** Where the key is a callable: `&blog => '/blog'`. */
  readonly callable?: CallableValue;
  /** Where the key is a string: `'/about' => 'pages#about'`. */
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

/** A string, a symbol (`:name`) or a word of a `<…>`, `%w[…]`, `%i[…]` list: to the language they are one. */
export interface StringValue {
  readonly kind: 'string';
  /** With its quotes or its colon. */
  readonly span: Span;
  /** `'a'`, `"a"`, `:a`, a word of a list, or what stands without quotes, which was reported. */
  readonly notation: 'single' | 'double' | 'symbol' | 'word' | 'bare';
  /** The text that it stands for, its escapes resolved. */
  readonly value: string;
  /** The offset in the file of the character at an index of `value` (`value.length` gives the end). */
  offsetOf(index: number): number;
}

/** Where the characters of a string stand, from one index to another; all of them, without its quotes or colon, unless given. */
export function spanIn(value: StringValue, start = 0, end = value.value.length): Span {
  return { start: value.offsetOf(start), end: value.offsetOf(end) };
}

/** A whole number. */
export interface NumberValue {
  readonly kind: 'number';
  /** Where it stands. */
  readonly span: Span;
  /** Its value, which is exact up to 2⁵³. */
  readonly value: number;
  /** As written: `1_000`, `3.0`. */
  readonly text: string;
}

/** `true` or `false`. */
export interface BooleanValue {
  readonly kind: 'boolean';
  /** Where it stands. */
  readonly span: Span;
  /** Which of the two. */
  readonly value: boolean;
}

/** `/source/flags`. `regex` is absent when the pattern does not compile (`invalid-regex` has been reported). */
export interface RegexValue {
  readonly kind: 'regex';
  /** With its slashes and flags. */
  readonly span: Span;
  /** What stands between the slashes. */
  readonly pattern: string;
  /** The letters behind the last slash. */
  readonly flags: string;
  /** Compiled; undefined where JavaScript refuses it, which has been reported. */
  readonly regex: RegExp | undefined;
}

/** Several values in brackets. */
export interface ListValue {
  readonly kind: 'list';
  /** With its brackets. */
  readonly span: Span;
  /** `<a b>`, `['a', 'b']`, `%w[a b]` or `%i[a b]`. */
  readonly notation: 'angle' | 'bracket' | 'percent-w' | 'percent-i';
  /** In the order of the text. */
  readonly items: readonly Value[];
}

/** Keys and values in braces. */
export interface HashValue {
  readonly kind: 'hash';
  /** With its braces. */
  readonly span: Span;
  /** In the order of the text. */
  readonly pairs: readonly Pair[];
}

/** `&module#export`, or `${…}` of a template literal. */
export interface CallableValue {
  readonly kind: 'callable';
  /** From the `&` on. */
  readonly span: Span;
  /** The text between `&` and `#`; empty for an inline callable. */
  readonly module: string;
  /** Absent means the default export. */
  readonly export: string | undefined;
  /** Where the name of the module stands. */
  readonly moduleSpan: Span;
  /** Where the name of the export stands; undefined for the default export. */
  readonly exportSpan: Span | undefined;
  /** Of a template literal: which `${…}` it was, from 0. */
  readonly inline: number | undefined;
}

/** `&handlers#health`, as the route table shows it; `inline` for a template's function. */
export function callableLabel(value: CallableValue): string {
  if (value.inline !== undefined) return 'inline';
  return value.export === undefined ? `&${value.module}` : `&${value.module}#${value.export}`;
}

/** `*`: every verb. */
export interface StarValue {
  readonly kind: 'star';
  /** Where it stands. */
  readonly span: Span;
}

/** `redirect(…)` as a value; `call` has its arguments. */
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

/** The values of a list; any other value stands for itself. */
export function itemsOf(value: Value | undefined): readonly Value[] {
  if (!value) return [];
  return value.kind === 'list' ? value.items : [value];
}

/** The regexes that a value is, or a list of them. */
export function regexesIn(value: Value | undefined): readonly RegexValue[] {
  return itemsOf(value).filter((item) => item.kind === 'regex');
}

/** What stands between the delimiters of a regex, `/…/` or `%r{…}`. */
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

/** Calls `visit` with every value below a declaration's own arguments (not its block), nested ones too. */
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

/** Two blocks of one call, the second being a mistake. */
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
