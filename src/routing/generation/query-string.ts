// The params that no segment took, as a query.
//
//   { q: 'a b', tags: ['x', 'y'], by: { name: 'n' } }   →   by[name]=n&q=a%20b&tags[]=x&tags[]=y
//
// Keys are sorted on every level, lists keep their order, null and undefined are left out. The brackets of the
// notation are written plain; brackets that belong to a key's own text are escaped.

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

/** Says where a value stands that can be in no query (`by[name]`), and what it is, or that it nests too deep. Must throw. */
export type QueryRefusal = (key: string, value: unknown, isDeep?: boolean) => never;

const deepest = 32;

/**
 * The query of these params, without its `?`; empty where there is nothing to write (docs/url-helpers.md, "Encoding").
 *
 * @throws URIError for a text that is not well-formed Unicode
 */
export function queryString(params: Readonly<Record<string, unknown>>, refuse: QueryRefusal): string {
  let query = '';
  const append = (key: string, value: unknown, depth: number): void => {
    if (value === null || value === undefined) return;
    if (typeof value === 'object') {
      if (depth === deepest) refuse(key, value, true);
      if (Array.isArray(value)) {
        for (const item of value) append(`${key}[]`, item, depth + 1);
        return;
      }
      if (isOptions(value))
        return appendAll(value, (inner) => `${key}[${encodeURIComponent(inner)}]`, depth + 1);
    }
    // Of a date that is none `toJSON` is null, whatever its type says.
    const text: string | null | undefined = value instanceof Date ? value.toJSON() : textOfValue(value);
    query += `${query && '&'}${key}=${encodeURIComponent(text ?? refuse(key, value))}`;
  };
  const appendAll = (
    values: Readonly<Record<string, unknown>>,
    keyOf: (inner: string) => string,
    depth: number,
  ): void => {
    for (const inner of Object.keys(values).sort()) append(keyOf(inner), values[inner], depth);
  };
  appendAll(params, encodeURIComponent, 0);
  return query;
}
