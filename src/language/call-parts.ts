// Classifies the arguments of a call by the row of its keyword, in any notation. Both the reader and the formatter use this.
//
//   resources :photos, :shallow, only => <index>, odd => 1
//             └ positional └ flag └ option        └ key of no option
//
// Nothing is validated here: an option may have an invalid value, and a positional may be surplus.

import type { Argument, CallableValue, Declaration, Pair, StringValue, Value } from './declarations.js';
import { nearest } from './nearest.js';
import { optionOf, pairOption, positionalRow } from './roles.js';
import {
  canonicalOption,
  optionRow,
  type KeywordRow,
  type OptionName,
  type OptionRow,
  type PositionalRow,
} from './vocabulary.js';
import { acceptsTrue } from './value-kinds.js';

export type CallPart =
  /** Without a row if it is surplus, or if the keyword is unknown. */
  | { readonly kind: 'positional'; readonly value: Value; readonly row: PositionalRow | undefined }
  | { readonly kind: 'option'; readonly name: OptionName; readonly row: OptionRow; readonly pair: Pair }
  /** The first positional and an option in one pair: `'/about' => 'pages#about'`, `&blog => '/blog'`. */
  | {
      readonly kind: 'positional-and-option';
      readonly positional: StringValue | CallableValue;
      readonly name: OptionName;
      readonly pair: Pair;
    }
  /** A bare word that sets an option to true: `:shallow`. */
  | { readonly kind: 'flag'; readonly name: OptionName; readonly word: StringValue }
  /** A bare word of an option that needs a value: `:only`. */
  | {
      readonly kind: 'lacks-value';
      readonly name: OptionName;
      readonly row: OptionRow;
      readonly word: StringValue;
    }
  /** A bare word where no positional may stand. */
  | { readonly kind: 'word'; readonly word: StringValue }
  /** A word that belongs to the list of the option before it: `only => :index, :show`. */
  | { readonly kind: 'outside-list'; readonly list: Pair; readonly word: StringValue }
  /** A pair whose key is no option of the keyword. */
  | { readonly kind: 'key'; readonly pair: Pair };

/**
 * Classifies an argument. `row` is undefined if the keyword is unknown.
 *
 * @param given the number of positionals before it
 * @param list the last pair before it, if only strings are between the two
 */
export function callPart(
  argument: Argument,
  row: KeywordRow | undefined,
  given: number,
  list: Pair | undefined,
): CallPart {
  if (argument.kind === 'pair') return partOfPair(argument, row, given);
  if (row && list && argument.kind === 'string' && continuesList(argument, list))
    return { kind: 'outside-list', list, word: argument };
  const positional = row && positionalRow(row, given);
  // A required positional takes a bare word. After it, or after an option in its place, the same word is an option.
  const { presence, orOption } = row?.positionals[given] ?? {};
  const isDue = presence === 'required' && !(orOption && list);
  // A word without quotes has been reported. After the first positional it may be half an option, so it is no name.
  if (argument.kind === 'string' && argument.notation === 'bare' && given > 0 && !isDue)
    return { kind: 'positional', value: argument, row: undefined };
  if (argument.kind !== 'string' || argument.notation !== 'symbol' || isDue)
    return { kind: 'positional', value: argument, row: positional };
  return partOfSymbol(argument, row, positional);
}

function partOfSymbol(
  word: StringValue,
  row: KeywordRow | undefined,
  positional: PositionalRow | undefined,
): CallPart {
  const name = canonicalOption(word.value);
  const option = row && optionOf(row, name);
  if (option)
    return acceptsTrue(option.row.accepts)
      ? { kind: 'flag', name: option.name, word }
      : { kind: 'lacks-value', ...option, word };
  return positional || (row && !mayBeOption(name, row))
    ? { kind: 'positional', value: word, row: positional }
    : { kind: 'word', word };
}

/** Whether a word that is no option of the call may be meant as one. Any other word is a surplus string. */
function mayBeOption(word: string, row: KeywordRow): boolean {
  return optionRow(word) !== undefined || nearest(word, row.options, 1) !== undefined;
}

/** Classifies the arguments of a call, in order. */
export function callParts(
  { arguments: written }: Pick<Declaration, 'arguments'>,
  row: KeywordRow | undefined,
): readonly CallPart[] {
  let given = 0;
  let list: Pair | undefined;
  return written.map((argument) => {
    const part = callPart(argument, row, given, list);
    list = listAfter(argument, list);
    if (part.kind === 'positional-and-option' || (part.kind === 'positional' && part.row)) given++;
    return part;
  });
}

/** The option that a pair gives. Undefined if its key is no option of the call. */
export function pairedOption(
  pair: Pair,
  call: Pick<Declaration, 'arguments'>,
  row: KeywordRow | undefined,
): OptionName | undefined {
  const part = callParts(call, row).find((each) => 'pair' in each && each.pair === pair);
  return part && 'name' in part ? part.name : undefined;
}

/** The pair whose list a string after `argument` may continue. */
export function listAfter(argument: Argument, list: Pair | undefined): Pair | undefined {
  return argument.kind === 'pair' ? argument : argument.kind === 'string' ? list : undefined;
}

function continuesList(word: StringValue, { key, value }: Pair): boolean {
  const isList = value?.kind === 'list' && value.items.every(({ kind }) => kind === 'string');
  if (value?.kind !== 'string' && !isList) return false;
  const row = optionRow(key.text);
  // Any word may be the name of a concern. In quotes it may be one more resource.
  if (row?.role === 'concern') return word.notation === 'symbol' && optionRow(word.value) === undefined;
  return row?.accepts.includes('strings') === true && row.words?.includes(word.value) === true;
}

function partOfPair(pair: Pair, row: KeywordRow | undefined, given: number): CallPart {
  const { key } = pair;
  const paired = row && given === 0 ? pairOption(row, key) : undefined;
  const positional = key.callable ?? key.string;
  if (paired && positional) return { kind: 'positional-and-option', positional, name: paired, pair };
  const option = row && key.notation !== 'callable' ? optionOf(row, key.text) : undefined;
  return option ? { kind: 'option', name: option.name, row: option.row, pair } : { kind: 'key', pair };
}
