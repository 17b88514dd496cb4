// Values that callers give as text: strings, numbers, booleans, and records by their `toParam()` or `id`.
//
//   'a b' → "a b"     7 → "7"     { id: 7 } → "7"     new Post(…) with toParam() → "7-hello"     Symbol() → undefined

import { isPlainObject } from '../../http/object-shape.js';

/** What may stand for a segment of a path. Any other object needs `toParam()` or an `id`. */
export type SegmentValue = string | number | bigint | boolean | ParamRecord;

/** A record, as the helpers see it. */
export type ParamRecord = { toParam(): string | number | bigint } | { readonly id: string | number | bigint };

/** Marks to TypeScript alone what may be an argument of some helper, whatever else it has: options, a record. No object has it. */
export declare const anyArgument: unique symbol;

/** A record that has the value of a segment under the segment's own name. */
export type RecordBy<Name extends string> = {
  readonly [key in Name]: string | number | bigint;
} & { readonly [anyArgument]?: never };

/**
 * The text of a value (docs/url-helpers.md, "Values"), or undefined where it has none: null, a symbol, a function, a number that is
 * none, a list, an object without `toParam()` and `id`.
 */
export function textOfValue(value: unknown): string | undefined {
  if (typeof value === 'object') return value === null ? undefined : textOfRecord(value);
  const isText = typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean';
  return isText || (typeof value === 'number' && Number.isFinite(value)) ? String(value) : undefined;
}

function textOfRecord(record: object): string | undefined {
  if (Array.isArray(record)) return undefined;
  const { toParam, id }: { readonly toParam?: unknown; readonly id?: unknown } = record;
  const param: unknown = typeof toParam === 'function' ? toParam.call(record) : id;
  return typeof param === 'object' || typeof param === 'boolean' ? undefined : textOfValue(param);
}

/**
 * What of a record stands for a segment of this name (docs/url-helpers.md, "Values"): what a plain object has under the name, as has an object
 * of a class without an `id`. Any other value stands for itself.
 */
export function keyOfRecord(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (isOptions(value)) return Object.hasOwn(value, name) ? value[name] : value;
  const { toParam, id }: { readonly toParam?: unknown; readonly id?: unknown } = value;
  const hasParam = typeof toParam === 'function' || id !== undefined;
  return !hasParam && name in value && !(name in Object.prototype) ? Reflect.get(value, name) : value;
}

/** Whether a value is names and values, such as options: a plain object, which has no `toParam`. */
export function isOptions(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  // The engine knows the prototype of an object of which it has read something.
  const { toParam }: { readonly toParam?: unknown } = value;
  return typeof toParam !== 'function' && isPlainObject(value);
}
