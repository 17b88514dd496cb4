// Makes texts of the values that callers give: strings, numbers, booleans, and records by their `toParam()` or `id`.
//
//   'a b' → "a b"     7 → "7"     { id: 7 } → "7"     new Post(…) with toParam() → "7-hello"     Symbol() → undefined

import { isPlainObject } from '../../http/object-shape.js';

/** A value for a segment of a path. Other objects need `toParam()` or an `id`. */
export type SegmentValue = string | number | bigint | boolean | ParamRecord;

/** A record for which `toParam()` or `id` gives the value of a segment. */
export type ParamRecord = { toParam(): string | number | bigint } | { readonly id: string | number | bigint };

/** A key that exists only as a type. It marks types whose objects may have any other properties: options, records. */
export declare const anyArgument: unique symbol;

/** A record that has the value of a segment under the segment's name. */
export type RecordBy<Name extends string> = {
  readonly [key in Name]: string | number | bigint;
} & { readonly [anyArgument]?: never };

/**
 * The text of a value (docs/url-helpers.md, "Values"); undefined for null, symbols, functions, NaN and infinite numbers, lists, and objects
 * without `toParam()` and `id`.
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
 * The value that a record gives for a segment of this name (docs/url-helpers.md, "Values"): the property of that name, if a plain object
 * has it, or an object of a class has neither `toParam()` nor an `id`. Any other value is returned as it is.
 */
export function keyOfRecord(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (isOptions(value)) return Object.hasOwn(value, name) ? value[name] : value;
  const { toParam, id }: { readonly toParam?: unknown; readonly id?: unknown } = value;
  const hasParam = typeof toParam === 'function' || id !== undefined;
  return !hasParam && name in value && !(name in Object.prototype) ? Reflect.get(value, name) : value;
}

/** Whether a value is an object of names and values, such as options: a plain object without `toParam`. */
export function isOptions(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  // `toParam` is read first because V8 then knows the object's hidden class, which makes the check of the prototype fast.
  const { toParam }: { readonly toParam?: unknown } = value;
  return typeof toParam !== 'function' && isPlainObject(value);
}
