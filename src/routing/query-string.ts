// The params that no segment took, as a query.
//
//   { q: 'a b', tags: ['x', 'y'], by: { name: 'n' } }   →   by[name]=n&q=a%20b&tags[]=x&tags[]=y
//
// Keys are sorted on every level, lists keep their order, null and undefined are left out. The brackets of the
// notation are written plain; brackets that belong to a key's own text are escaped.

import { textOfValue, type ParamRecord } from './segment-value.js';
import { encodeQueryText } from './url-encoding.js';

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

/** Says where a value stands that can be in no query (`by[name]`), and what it is. Must throw. */
export type QueryRefusal = (key: string, value: unknown, reason: 'value' | 'depth') => never;

const deepest = 32;

/**
 * The query of these keys of `params`, without its `?`; empty where there is nothing to write (section 4.3).
 *
 * @throws URIError for a text that is not well-formed Unicode
 */
export function queryString(params: Readonly<Record<string, unknown>>, keys: readonly string[], refuse: QueryRefusal): string {
  const pairs: string[] = [];
  const sorted = keys.length > 1 ? [...keys].sort() : keys;
  for (const key of sorted) {
    const value = params[key];
    if (value !== null && value !== undefined) write(pairs, encodeQueryText(key), value, refuse, 0);
  }
  return pairs.join('&');
}

/** Appends the pairs of one value under a key that is encoded already. */
function write(pairs: string[], key: string, value: unknown, refuse: QueryRefusal, depth: number): void {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') {
    const text = textOfValue(value);
    pairs.push(`${key}=${encodeQueryText(text ?? refuse(key, value, 'value'))}`);
    return;
  }
  if (depth === deepest) refuse(key, value, 'depth');
  if (Array.isArray(value)) {
    for (const item of value) write(pairs, `${key}[]`, item, refuse, depth + 1);
    return;
  }
  const text = value instanceof Date ? dateText(value) : isNested(value) ? undefined : textOfValue(value);
  if (text !== undefined) {
    pairs.push(`${key}=${encodeQueryText(text)}`);
    return;
  }
  if (!isNested(value)) refuse(key, value, 'value');
  const nested = value as Readonly<Record<string, unknown>>;
  for (const inner of Object.keys(nested).sort()) write(pairs, `${key}[${encodeQueryText(inner)}]`, nested[inner], refuse, depth + 1);
}

function dateText(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** A plain object is keys and values; any other one has to have a text. */
function isNested(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && typeof (value as { toParam?: unknown }).toParam !== 'function';
}
