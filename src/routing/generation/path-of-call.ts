// Makes the path for one call of a route's helper. This is the definition of what a call means; plans (call-plan.ts) give the same results
// faster.
//
//   helper(5)                       /users/5
//   helper(5, { page: 2 })          /users/5?page=2
//   helper({ id: 5, anchor: 'x' })  /users/5#x      all keys are options or names of the pattern
//   helper({ id: 5, email: 'x' })   /users/5        a record, of which only the key is used

import { describeValue } from './generation-errors.js';
import type { Generator, NamedValues } from './generator.js';
import { type EncodeText, sortedKeys, withParam } from './query-string.js';
import { isOptions, keyOfRecord, textOfValue } from './segment-value.js';
import { encodeFragment } from './url-encoding.js';
import { isParam, urlOption } from './url-options.js';

/** Takes segment values, then perhaps options; returns a path. */
export type PathHelper = (...values: readonly unknown[]) => string;

/**
 * The options among a call's values, if there are any. For `pathFor` and `urlFor` (`isFor`), a plain object at the end is always the
 * options. For a helper named after its route, it is a record if it has other keys than options and names, and is in the place of a
 * required segment.
 */
export function optionsOf(
  generator: Generator,
  values: readonly unknown[],
  isFor?: boolean,
): NamedValues | undefined {
  const last = values.at(-1);
  if (!isOptions(last)) return undefined;
  if (isFor || !Object.keys(last).some((key) => isParam(generator, key))) return last;
  if (values.length <= generator.required) return undefined;
  // `('fr', row)` for `(/:locale)/posts/:id`: with a value more than required, the record's place is that of the required `:id`.
  const name = generator.lastOf?.(values.length);
  return name !== undefined && textOfValue(keyOfRecord(last, name)) !== undefined ? undefined : last;
}

/**
 * The values of a call before its options. After the required values, of which there are `least`, an undefined value counts as missing
 * options: callers pass on options that they may not have been given.
 */
export function positionalOf(
  values: readonly unknown[],
  options: NamedValues | undefined,
  least: number,
): readonly unknown[] {
  return options || (values.length > least && values.at(-1) === undefined) ? values.slice(0, -1) : values;
}

/** The path for values and options, with query and fragment. */
export function pathWithOptions(
  generator: Generator,
  positional: readonly unknown[],
  options?: NamedValues,
): string {
  if (!options) return generator.path(positional);
  // Only enumerable properties count as options, and each is read once.
  const named = { ...options };
  const option = urlOption(generator, named);
  const path = generator.path(positional, named, option('currentParams'), option('trailingSlash'));
  const params = Object.entries(named).filter(([key]) => isParam(generator, key));
  return (
    path +
    queryOf(generator, Object.fromEntries(params), option('query')) +
    fragmentOf(generator, option('anchor'))
  );
}

/** The query with its `?`, or ''. Params of the option `query` (`asked`) win over the others. */
export function queryOf(
  generator: Generator,
  params: NamedValues | undefined,
  asked: unknown,
  encode: EncodeText = encodeURIComponent,
): string {
  const own = asked ?? {};
  if (!isOptions(own))
    throw generator.error(
      `cannot have ${describeValue(own)} as its query; give an object of names and values`,
    );
  const all: NamedValues = { ...params, ...own };
  return encoded(generator, 'query', () =>
    sortedKeys(all).reduce((query, key) => withParam(query, encode(key), all[key], generator, encode), ''),
  );
}

/** The fragment with its `#`, or '' if there is no anchor. */
export function fragmentOf(generator: Generator, anchor: unknown): string {
  if (anchor === undefined || anchor === null || anchor === false) return '';
  const text = textOfValue(anchor);
  if (text === undefined)
    throw generator.error(`cannot have ${describeValue(anchor)} as its anchor; give a string`);
  return encoded(generator, 'anchor', () => `#${encodeFragment(text)}`);
}

/** What `write` returns. If it throws a `URIError`, throws an error about half of a surrogate pair in this part of the URL. */
export function encoded(generator: Generator, part: string, write: () => string): string {
  try {
    return write();
  } catch (problem) {
    if (!(problem instanceof URIError)) throw problem;
    throw generator.error(`cannot have half of a surrogate pair in its ${part}; give whole characters`);
  }
}
