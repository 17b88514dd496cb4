// A call that has been read against its row of the signature table. TypeScript derives the types of its positionals and options from the
// row.
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
  /** The place of the option's name. */
  readonly nameSpan: Span;
  /** Its value, of a kind that the option's row accepts. */
  readonly value: ValueOf<Kind>;
}

/** The valid options of a call. */
export interface GivenOptions extends Omit<ReadonlyMap<OptionName, ReadOption>, 'get'> {
  /** The option of this name. Its value has a kind that the option's row accepts. */
  get<Name extends OptionName>(
    name: Name,
  ): ReadOption<(typeof optionTable)[Name]['accepts'][number]> | undefined;
  /** Whether any of these options is given. */
  hasOneOf(names: ReadonlySet<string>): boolean;
}

/** The values of a row's positionals, in order, undefined if missing or invalid. A repeated positional has only its valid values. */
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

/** A call read against its row. `Rows` are the rows of the positionals. */
export interface ReadCall<Rows extends readonly PositionalRow[] = readonly PositionalRow[]> {
  /** The call in the syntax tree. */
  readonly declaration: Declaration;
  /** The row of its keyword. */
  readonly row: KeywordRow;
  /** The positionals in their places. Undefined if missing or invalid. */
  readonly positionals: GivenPositionals<Rows>;
  /** Only the valid positionals, without gaps. */
  readonly values: readonly Value[];
  /** The options, by their canonical names. */
  readonly options: GivenOptions;
  /** Pairs that are no option: any key of `constraints`, `defaults`, `direct`; elsewhere a regex whose key should be a segment. */
  readonly extras: readonly Pair[];
  /** The options in the text, valid or not. */
  readonly mentioned: Pick<ReadonlyMap<string, Span>, 'has'>;
  /** The call has an unknown option, which may be meant as what seems to be missing: `tto => 'a#b'`. */
  readonly hasUnknownOption: boolean;
  /** The call has a positional of a kind that its row does not accept. */
  readonly hasBadPositional: boolean;
}

/** A call of one keyword. */
export type CallOf<Word extends Keyword> = ReadCall<(typeof keywords)[Word]['positionals']>;

/** The result of reading a call. It is a class for the reason in written-nodes.ts. */
export class WrittenCall implements ReadCall {
  constructor(
    readonly declaration: Declaration,
    readonly row: KeywordRow,
    readonly positionals: ReadCall['positionals'],
    readonly values: readonly Value[],
    readonly options: GivenOptions,
    readonly extras: readonly Pair[],
    /** The place of each option in the text, valid or not. */
    readonly mentioned: Pick<ReadonlyMap<string, { readonly nameSpan: Span }>, 'get' | 'has'>,
    readonly hasUnknownOption: boolean,
    readonly hasBadPositional: boolean,
  ) {}
}
