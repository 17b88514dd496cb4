// The path of one call of a route's helper: segment values, then perhaps options.
//
//   helper(5)                       /users/5
//   helper(5, { page: 2 })          /users/5?page=2
//   helper({ id: 5, anchor: 'x' })  /users/5#x      all keys are names of the pattern or options
//   helper({ id: 5, email: 'x' })   /users/5        a record, of which only the key is used

import { describeValue } from './generation-errors.js';
import type { Generator, NamedValues } from './generator.js';
import { queryString } from './query-string.js';
import { isOptions, keyOfRecord, textOfValue } from './segment-value.js';
import { encodeFragment } from './url-encoding.js';
import { isParam, urlOption } from './url-options.js';

/** Segment values, then perhaps options; gives a path. */
export type PathHelper = (...values: readonly unknown[]) => string;

/** What a helper named after its route takes for options among its values: a plain object in the place of a required segment is a record. */
export function optionsOf(generator: Generator, values: readonly unknown[]): NamedValues | undefined {
  const last = values.at(-1);
  if (!isOptions(last)) return undefined;
  if (!Object.keys(last).some((key) => isParam(generator, key))) return last;
  const before = values.length - 1;
  if (before < generator.required) return undefined;
  // `('fr', row)` under `(/:locale)/posts/:id`: with one value more, the record's place is the required one.
  const name = generator.lastOf?.(values.length);
  return name !== undefined && textOfValue(keyOfRecord(last, name)) !== undefined ? undefined : last;
}

/** The path of values before options, with its query and fragment. */
export function pathWithOptions(
  generator: Generator,
  positional: readonly unknown[],
  options?: NamedValues,
): string {
  if (!options) return generator.path(positional);
  const option = urlOption(generator, options);
  const path = generator.path(positional, options, option('currentParams'), option('trailingSlash'));
  return path + queryOf(generator, options, option('query')) + fragmentOf(generator, option('anchor'));
}

/** The query of options: keys that have no other use, and those of the option `query`. */
function queryOf(generator: Generator, options: NamedValues, asked: unknown): string {
  const isAsked = asked !== undefined && asked !== null;
  if (isAsked && !isOptions(asked))
    throw generator.error(
      `cannot have ${describeValue(asked)} as its query; give an object of names and values`,
    );
  const left = Object.keys(options).filter((key) => isParam(generator, key));
  if (left.length === 0 && !isAsked) return '';
  const params = Object.create(null) as Record<string, unknown>;
  for (const key of left) params[key] = options[key];
  const query = encoded(generator, 'query', () =>
    queryString(Object.assign(params, asked), (key, value, isDeep) => {
      throw generator.error(
        isDeep
          ? `cannot have ${describeValue(key)} in its query; it nests too deep`
          : `cannot have ${describeValue(value)} as ${describeValue(key)} in its query; give text, a number, a list or a plain object`,
      );
    }),
  );
  return query && `?${query}`;
}

/** The anchor of options, with its `#`; '' where there is none. */
export function fragmentOf(generator: Generator, anchor: unknown): string {
  if (anchor === undefined || anchor === null || anchor === false) return '';
  const text = textOfValue(anchor);
  if (text === undefined)
    throw generator.error(`cannot have ${describeValue(anchor)} as its anchor; give a string`);
  return `#${encoded(generator, 'anchor', () => encodeFragment(text))}`;
}

function encoded(generator: Generator, part: string, write: () => string): string {
  try {
    return write();
  } catch (problem) {
    if (!(problem instanceof URIError)) throw problem;
    throw generator.error(`cannot have half of a surrogate pair in its ${part}; give whole characters`);
  }
}
