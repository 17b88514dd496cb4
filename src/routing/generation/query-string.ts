// The params that no segment took, as a query.
//
//   { q: 'a b', tags: ['x', 'y'], by: { name: 'n' } }   →   by[name]=n&q=a%20b&tags[]=x&tags[]=y
//
// Keys are sorted on every level, lists keep their order, null and undefined are left out. The brackets of the
// notation are written plain; brackets that belong to a key's own text are escaped.

import { isPlainObject } from '../../http/plain-object.js';
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
 * The query of these keys of `params`, without its `?`; empty where there is nothing to write (docs/url-helpers.md, "Encoding").
 *
 * @throws URIError for a text that is not well-formed Unicode
 */
export function queryString(
  params: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  refuse: QueryRefusal,
): string {
  const sorted = isSorted(keys) ? keys : [...keys].sort();
  let query = '';
  for (const key of sorted)
    query += pairsOf(query === '' ? '' : '&', encodeQueryText(key), params[key], refuse, 0);
  return query;
}

function isSorted(keys: readonly string[]): boolean {
  let before = '';
  for (const key of keys) {
    if (before > key) return false;
    before = key;
  }
  return true;
}

/** The pairs of one value under a key that is encoded already; `join` stands before the first, `&` before each other. */
function pairsOf(join: '' | '&', key: string, value: unknown, refuse: QueryRefusal, depth: number): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return `${join}${key}=${encodeQueryText(value)}`;
  if (typeof value !== 'object')
    return `${join}${key}=${encodeQueryText(textOfValue(value) ?? refuse(key, value, 'value'))}`;
  if (depth === deepest) refuse(key, value, 'depth');
  let pairs = '';
  const append = (inner: string, item: unknown): void => {
    pairs += pairsOf(pairs === '' ? join : '&', inner, item, refuse, depth + 1);
  };
  if (Array.isArray(value)) {
    for (const item of value) append(`${key}[]`, item);
    return pairs;
  }
  if (!isNested(value)) {
    const text = value instanceof Date ? dateText(value) : textOfValue(value);
    return `${join}${key}=${encodeQueryText(text ?? refuse(key, value, 'value'))}`;
  }
  for (const inner of Object.keys(value).sort()) append(`${key}[${encodeQueryText(inner)}]`, value[inner]);
  return pairs;
}

/** A value of the query that is text, a number or a boolean, encoded; undefined for any other. */
export function quickQueryText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? `${value}` : undefined;
  if (typeof value === 'boolean') return `${value}`;
  if (typeof value !== 'string') return undefined;
  try {
    return encodeQueryText(value);
  } catch {
    return undefined;
  }
}

function dateText(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** A plain object is keys and values; any other one has to have a text. */
function isNested(value: object): value is Readonly<Record<string, unknown>> {
  return isPlainObject(value) && typeof value['toParam'] !== 'function';
}
