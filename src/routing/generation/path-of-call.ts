// The path of one call of a route's helper: segment values, then perhaps options.
//
//   helper(5)                       /users/5
//   helper(5, { page: 2 })          /users/5?page=2
//   helper({ id: 5, anchor: 'x' })  /users/5#x      all keys are names of the pattern or options
//   helper({ id: 5, email: 'x' })   /users/5        a record, of which only the key is used

import { describeValue } from './generation-errors.js';
import type { Generator, NamedValues } from './generator.js';
import { type EncodeText, sortedKeys, withParam } from './query-string.js';
import { isOptions, keyOfRecord, textOfValue } from './segment-value.js';
import { encodeFragment } from './url-encoding.js';
import { isParam, urlOption } from './url-options.js';

/** Segment values, then perhaps options; gives a path. */
export type PathHelper = (...values: readonly unknown[]) => string;

/**
 * What a call has for options among its values: for `pathFor` and `urlFor` a plain object at the end, for a helper named after its route such an
 * object unless it is a record, in the place of a required segment.
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
  // `('fr', row)` under `(/:locale)/posts/:id`: with one value more, the record's place is the required one.
  const name = generator.lastOf?.(values.length);
  return name !== undefined && textOfValue(keyOfRecord(last, name)) !== undefined ? undefined : last;
}

/**
 * The values of a call before its options. Behind those of required segments, of which there are `least`, options may be undefined: a caller hands on
 * what he was not given.
 */
export function positionalOf(
  values: readonly unknown[],
  options: NamedValues | undefined,
  least: number,
): readonly unknown[] {
  return options || (values.length > least && values.at(-1) === undefined) ? values.slice(0, -1) : values;
}

/** The path of values before options, with its query and fragment. */
export function pathWithOptions(
  generator: Generator,
  positional: readonly unknown[],
  options?: NamedValues,
): string {
  if (!options) return generator.path(positional);
  // Options are what an object lists, each read once.
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

/** The query of these params and of those of the option `query`, which win, with its `?`. */
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

/** The anchor of options, with its `#`; '' where there is none. */
export function fragmentOf(generator: Generator, anchor: unknown): string {
  if (anchor === undefined || anchor === null || anchor === false) return '';
  const text = textOfValue(anchor);
  if (text === undefined)
    throw generator.error(`cannot have ${describeValue(anchor)} as its anchor; give a string`);
  return encoded(generator, 'anchor', () => `#${encodeFragment(text)}`);
}

/** What is written of a part of a URL, or the error that it has half of a surrogate pair. */
export function encoded(generator: Generator, part: string, write: () => string): string {
  try {
    return write();
  } catch (problem) {
    if (!(problem instanceof URIError)) throw problem;
    throw generator.error(`cannot have half of a surrogate pair in its ${part}; give whole characters`);
  }
}
