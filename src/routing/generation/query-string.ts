// Makes the query of params.
//
//   { q: 'a b', tags: ['x', 'y'], by: { name: 'n' } }   →   by[name]=n&q=a%20b&tags[]=x&tags[]=y
//
// Keys are sorted at every level and lists keep their order; null and undefined are left out. The brackets of the notation are not escaped;
// brackets in the text of a key are.

import { describeValue } from './generation-errors.js';
import type { ErrorMaker } from './origin.js';
import { isOptions, textOfValue, type ParamRecord } from './segment-value.js';

/** A value of the query. Lists and objects may nest up to 32 levels. */
export type QueryValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Date
  | ParamRecord
  | readonly QueryValue[]
  | { readonly [key: string]: QueryValue };

/** Encodes a name or value of the query. Throws a `URIError` for a lone surrogate. */
export type EncodeText = (text: string) => string;

/** The keys of params, sorted. Most objects have sorted keys already, and checking is faster than sorting. */
export function sortedKeys(params: Readonly<Record<string, unknown>>): readonly string[] {
  const keys = Object.keys(params);
  let before = '';
  for (const key of keys) {
    if (before > key) return keys.sort();
    before = key;
  }
  return keys;
}

/**
 * Adds a value to a query, which begins with `?` or is empty (docs/url-helpers.md, "Encoding"). The key is encoded already. `levels` is how
 * deep the value may still nest.
 *
 * @throws URIError for a lone surrogate, and `maker`'s error for a value that cannot be in a query
 */
export function withParam(
  query: string,
  key: string,
  value: unknown,
  maker: ErrorMaker,
  encode: EncodeText,
  levels = 32,
): string {
  if (value === null || value === undefined) return query;
  if (typeof value === 'object') {
    let all = query;
    if (levels === 0) throw maker.error(`cannot have ${describeValue(key)} in its query; it nests too deep`);
    if (Array.isArray(value)) {
      for (const item of value) all = withParam(all, `${key}[]`, item, maker, encode, levels - 1);
      return all;
    }
    if (isOptions(value)) {
      for (const inner of sortedKeys(value))
        all = withParam(all, `${key}[${encode(inner)}]`, value[inner], maker, encode, levels - 1);
      return all;
    }
  }
  // The type of `toJSON` hides that an invalid date gives null.
  const text = textOfValue(value instanceof Date ? value.toJSON() : value);
  if (text === undefined)
    throw maker.error(
      `cannot have ${describeValue(value)} as ${describeValue(key)} in its query; give text, a number, a list or a plain object`,
    );
  return `${query}${query ? '&' : '?'}${key}=${encode(text)}`;
}
