// A call that has been read against its row of the signature table: what TypeScript knows of its positionals and options, it knows
// from the row.
//
//   CallOf<'mount'>    its first positional is a callable or missing, its option `at` a string

import type { Declaration, Pair, Value } from './declarations.js';
import type { Span } from './source.js';
import type { ValueOf } from './value-kinds.js';
import type {
  Keyword,
  KeywordRow,
  keywords,
  OptionName,
  options as optionTable,
  PositionalRow,
  ValueKind,
} from './vocabulary.js';

/** An option of a call. */
export interface ReadOption<Kind extends ValueKind = ValueKind> {
  /** Where the option's name stands. */
  readonly nameSpan: Span;
  /** Its value, of a kind that the option's row accepts. */
  readonly value: ValueOf<Kind>;
}

/** The options of a call, each with a value that its row accepts. */
export interface GivenOptions extends Omit<ReadonlyMap<OptionName, ReadOption>, 'get'> {
  /** The option of this name, with a value of a kind that its row accepts. */
  get<Name extends OptionName>(
    name: Name,
  ): ReadOption<(typeof optionTable)[Name]['accepts'][number]> | undefined;
  /** Whether any option of these names is there. */
  hasOneOf(names: ReadonlySet<string>): boolean;
}

/** A value for each positional of a row that was written well, in its place; of those that repeat, only such. */
export type GivenPositionals<Rows extends readonly PositionalRow[]> = Rows extends readonly []
  ? readonly []
  : Rows extends readonly [
        infer First extends PositionalRow,
        ...infer Others extends readonly PositionalRow[],
      ]
    ? First extends { readonly repeats: true }
      ? readonly ValueOf<First['accepts'][number]>[]
      : readonly [ValueOf<First['accepts'][number]>?, ...GivenPositionals<Others>]
    : readonly (Value | undefined)[];

/** `Rows` are those of the positionals. */
export interface ReadCall<Rows extends readonly PositionalRow[] = readonly PositionalRow[]> {
  /** The call as it stands in the text. */
  readonly declaration: Declaration;
  /** The row of its keyword. */
  readonly row: KeywordRow;
  /** The positionals in their places; undefined where one is missing or not good. */
  readonly positionals: GivenPositionals<Rows>;
  /** The good ones alone, whatever their places. */
  readonly values: readonly Value[];
  /** The options, by their canonical names. */
  readonly options: GivenOptions;
  /** Pairs of no declared option: any key of `constraints`, `defaults`, `direct`; elsewhere a regex under what should be a segment. */
  readonly extras: readonly Pair[];
  /** Options that were written, with a good value or not. */
  readonly mentioned: Pick<ReadonlyMap<string, Span>, 'has'>;
  /** An option was written that there is not, which may be what seems to be missing: `tto => 'a#b'`. */
  readonly hasUnknownOption: boolean;
  /** A positional was written whose kind its row does not accept. */
  readonly hasBadPositional: boolean;
}

/** A call of one keyword. */
export type CallOf<Word extends Keyword> = ReadCall<(typeof keywords)[Word]['positionals']>;

/** What a call came to. A class, as the nodes of the tree have (written-nodes.ts). */
export class WrittenCall implements ReadCall {
  constructor(
    readonly declaration: Declaration,
    readonly row: KeywordRow,
    readonly positionals: ReadCall['positionals'],
    readonly values: readonly Value[],
    readonly options: GivenOptions,
    readonly extras: readonly Pair[],
    /** Where each option was written, with a good value or not. */
    readonly mentioned: Pick<ReadonlyMap<string, { readonly nameSpan: Span }>, 'get' | 'has'>,
    readonly hasUnknownOption: boolean,
    readonly hasBadPositional: boolean,
  ) {}
}
