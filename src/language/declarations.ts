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
  readonly source: Source;
  /** From the keyword to the last argument or the closing bracket; a final `;` is not part of it. */
  readonly span: Span;
  readonly keyword: Word;
  /** Values and pairs in the order in which they were written. */
  readonly arguments: readonly Argument[];
  readonly block: Block | undefined;
  /** Where the arguments stood in parentheses: the span from `(` to `)`. */
  readonly parentheses: Span | undefined;
  /**
   * Something in its notation was a mistake, which has been reported. What the call seems to lack may be what could
   * not be understood, so nothing is to be reported as missing from it.
   */
  readonly damaged: boolean;
}

export interface Word {
  readonly text: string;
  readonly span: Span;
}

export interface Block {
  readonly span: Span;
  readonly notation: 'braces' | 'do';
  /** Whether its closing bracket is in the text; otherwise the block ends where the indentation or the text says. */
  readonly isClosed: boolean;
  readonly declarations: readonly Declaration[];
}

export type Argument = Value | Pair;

/**
 * `key => value`, `key: value`, `:key<…>`, `:key(…)` or `:!key` (false).
 *
 * A bare `:key` among the arguments is a `StringValue` with the notation 'symbol': whether it is a positional or
 * an option set to true is for the signature of the call to say (`signature-reader`).
 */
export interface Pair {
  readonly kind: 'pair';
  readonly span: Span;
  readonly notation: 'arrow' | 'label' | 'adverb';
  /** A callable only in `mount &app => '/path'`. */
  readonly key: PairKey;
  /** Absent where the text stopped after `=>`; a syntax error has been reported then. */
  readonly value: Value | undefined;
}

/** `text` is the key as written, without quotes or colon (a callable's is its text after `&`). */
export interface PairKey {
  readonly text: string;
  readonly span: Span;
  readonly notation: 'word' | 'string' | 'symbol' | 'callable';
  readonly callable?: CallableValue;
  readonly string?: StringValue;
}

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
  readonly span: Span;
  readonly notation: 'single' | 'double' | 'symbol' | 'word';
  readonly value: string;
  /** The offset in the file of the character at an index of `value` (`value.length` gives the end). */
  offsetOf(index: number): number;
}

export interface NumberValue {
  readonly kind: 'number';
  readonly span: Span;
  readonly value: number;
  /** As written: `1_000`, `3.0`. */
  readonly text: string;
}

export interface BooleanValue {
  readonly kind: 'boolean';
  readonly span: Span;
  readonly value: boolean;
}

/** `/source/flags`. `regex` is absent when the pattern does not compile (`invalid-regex` has been reported). */
export interface RegexValue {
  readonly kind: 'regex';
  readonly span: Span;
  readonly pattern: string;
  readonly flags: string;
  readonly regex: RegExp | undefined;
}

export interface ListValue {
  readonly kind: 'list';
  readonly span: Span;
  readonly notation: 'angle' | 'bracket' | 'percent-w' | 'percent-i';
  readonly items: readonly Value[];
}

export interface HashValue {
  readonly kind: 'hash';
  readonly span: Span;
  readonly pairs: readonly Pair[];
}

/** `&module#export`, or `${…}` of a template literal. */
export interface CallableValue {
  readonly kind: 'callable';
  readonly span: Span;
  /** The text between `&` and `#`; empty for an inline callable. */
  readonly module: string;
  /** Absent means the default export. */
  readonly export: string | undefined;
  readonly moduleSpan: Span;
  readonly exportSpan: Span | undefined;
  /** Of a template literal: which `${…}` it was, from 0. */
  readonly inline: number | undefined;
}

/** `*`: every verb. */
export interface StarValue {
  readonly kind: 'star';
  readonly span: Span;
}

/** `redirect(…)` as a value; `call` has its arguments. */
export interface RedirectValue {
  readonly kind: 'redirect';
  readonly span: Span;
  readonly call: Declaration;
}

export interface Comment {
  readonly span: Span;
  /** With its `#`. */
  readonly text: string;
}

/** The values among a call's arguments. */
export function positionalsOf(declaration: Declaration): readonly Value[] {
  return declaration.arguments.filter((argument): argument is Value => argument.kind !== 'pair');
}

/** The pairs among a call's arguments. */
export function pairsOf(declaration: Declaration): readonly Pair[] {
  return declaration.arguments.filter((argument): argument is Pair => argument.kind === 'pair');
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

/** Calls `visit` for every value below a declaration's own arguments (not its block), nested ones too. */
export function walkValues(declaration: Declaration, visit: (value: Value) => void): void {
  const walk = (value: Value): void => {
    visit(value);
    if (value.kind === 'list') value.items.forEach(walk);
    else if (value.kind === 'hash') value.pairs.forEach(walkPair);
    else if (value.kind === 'redirect') walkValues(value.call, visit);
  };
  const walkPair = (pair: Pair): void => {
    if (pair.key.callable) walk(pair.key.callable);
    if (pair.value) walk(pair.value);
  };
  for (const argument of declaration.arguments) {
    if (argument.kind === 'pair') walkPair(argument);
    else walk(argument);
  }
}
