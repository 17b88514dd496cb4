// The params that no segment took, as a query.
//
//   { q: 'a b', tags: ['x', 'y'], by: { name: 'n' } }   →   by[name]=n&q=a%20b&tags[]=x&tags[]=y
//
// Keys are sorted on every level, lists keep their order, null and undefined are left out. The brackets of the
// notation are written plain; brackets that belong to a key's own text are escaped.

import { describeValue } from './generation-errors.js';
import type { ErrorMaker } from './origin.js';
import { isOptions, textOfValue, type ParamRecord } from './segment-value.js';

/** What may stand in a query: nested to any sensible depth. */
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

/** Writes a name or a value of the query; throws a `URIError` for a lone surrogate. */
export type EncodeText = (text: string) => string;

/** The keys of params in their order in a query. Most are in it already, and sorting takes longer than looking. */
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
 * A query that begins with `?`, or is empty, with what a value is under an encoded key, nested to so many levels (docs/url-helpers.md, "Encoding").
 *
 * @throws URIError for a text that is not well-formed Unicode, and `maker`'s error for a value that can be in no query
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
  // Of a date that is none `toJSON` is null, whatever its type says.
  const text = textOfValue(value instanceof Date ? value.toJSON() : value);
  if (text === undefined)
    throw maker.error(
      `cannot have ${describeValue(value)} as ${describeValue(key)} in its query; give text, a number, a list or a plain object`,
    );
  return `${query}${query ? '&' : '?'}${key}=${encode(text)}`;
}
