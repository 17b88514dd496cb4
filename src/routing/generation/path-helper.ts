// The function that makes one route's paths from a helper's arguments: segment values, then perhaps options.
//
//   helper(5)                       /users/5
//   helper(5, { page: 2 })          /users/5?page=2
//   helper({ id: 5, anchor: 'x' })  /users/5#x      all keys are names of the pattern or options
//   helper({ id: 5, email: 'x' })   /users/5        a record, of which only the key is used
//
// Nearly every call gives plain text and numbers and is written by the plan of its shape (call-plans.ts). Everything else goes through
// `pathOfAll`, which says what is wrong.

import { type CallPlan, CallPlans, callIfPlain, valuesPlan, writtenCall } from './call-plans.js';
import { describeValue, type UrlGenerationError } from './generation-errors.js';
import type { Generator, NamedValues } from './generator.js';
import { queryString } from './query-string.js';
import { isOptions, keyOfRecord, textOfValue } from './segment-value.js';
import { encodeFragment } from './url-encoding.js';
import { urlOption, useOfKey } from './url-options.js';

/** Segment values, then perhaps options; gives a path. */
export type PathHelper = (...values: readonly unknown[]) => string;

/** The helper of one route. */
export interface CompiledHelper {
  readonly generator: Generator;
  /** For the helpers named after the route: a plain object in the place of a required segment is a record. */
  readonly path: PathHelper;
  /** What `path` does, with `count` of these values. */
  pathOf(count: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown): string;
  /** The same for any number of values. */
  pathOfAll(values: readonly unknown[]): string;
  /** For `pathFor`, with `count` of these values: the last is the options if it is a plain object. */
  pathFor(count: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown): string;
  /** The same for any number of values. */
  pathForAll(values: readonly unknown[]): string;
  /** What `path` takes for options among its values. */
  optionsOf(values: readonly unknown[]): NamedValues | undefined;
}

/** Prepares the helper of one route (docs/url-helpers.md, "By name"). It throws `UrlGenerationError`. */
export function compilePathHelper(generator: Generator): CompiledHelper {
  return new RouteHelper(generator);
}

/** A helper as a function, prepared when it is first called. */
export function helperFunction(prepare: () => CompiledHelper): PathHelper {
  let prepared: CompiledHelper | undefined;
  // A rest parameter would make an array at every call.
  return function helper(a?: unknown, b?: unknown, c?: unknown, d?: unknown) {
    const count = arguments.length;
    prepared ??= prepare();
    // oxlint-disable-next-line prefer-rest-params
    return count <= mostValues ? prepared.pathOf(count, a, b, c, d) : prepared.pathOfAll([...arguments]);
  };
}

/** So many values a call may have and still be quick. */
const mostValues = 4;
const noOptions: NamedValues = /* @__PURE__ */ Object.freeze({});

class RouteHelper implements CompiledHelper {
  readonly generator: Generator;
  /** How many names need a value. */
  readonly #required: number;
  /** By the number of values, none of which is options. */
  readonly #plans: readonly (CallPlan | undefined)[];
  readonly #helperPlans: CallPlans;
  readonly #pathForPlans: CallPlans;
  readonly path: PathHelper;

  constructor(generator: Generator) {
    this.generator = generator;
    this.#required = generator.slots.filter((slot) => !slot.isOptional).length;
    this.#plans = Array.from({ length: mostValues + 1 }, (_, count) => valuesPlan(generator, count));
    this.#helperPlans = new CallPlans(generator, 'helper');
    this.#pathForPlans = new CallPlans(generator, 'pathFor');
    this.path = helperFunction(() => this);
  }

  pathOf(count: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown): string {
    return (
      this.#planned(this.#helperPlans, count, a, b, c, d) ?? this.pathOfAll([a, b, c, d].slice(0, count))
    );
  }

  pathFor(count: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown): string {
    return this.#planned(this.#pathForPlans, count, a, b, c, d) ?? this.#named([a, b, c, d].slice(0, count));
  }

  /** The path of a call that has a plan; undefined where it has to be looked at closely. */
  #planned(
    plans: CallPlans,
    count: number,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): string | undefined {
    const last = count === 1 ? a : count === 2 ? b : count === 3 ? c : d;
    if (typeof last === 'object' && last !== null) {
      const known = plans.last(count - 1, last);
      const path = known && callIfPlain(known, last as NamedValues, a, b, c, d);
      if (path !== undefined) return path;
      if (isOptions(last)) {
        const plan = plans.find(count - 1, last);
        return plan && writtenCall(plan, last, a, b, c, d);
      }
    }
    const plan = this.#plans[count];
    return plan && writtenCall(plan, noOptions, a, b, c, d);
  }

  pathForAll(values: readonly unknown[]): string {
    return values.length <= mostValues ? this.pathFor(values.length, ...values) : this.#named(values);
  }

  #named(values: readonly unknown[]): string {
    const last = values.at(-1);
    return isOptions(last)
      ? pathWithOptions(this.generator, values.slice(0, -1), last)
      : this.pathOfAll(values);
  }

  optionsOf(values: readonly unknown[]): NamedValues | undefined {
    const last = values.at(-1);
    if (!isOptions(last)) return undefined;
    if (Object.keys(last).every((key) => useOfKey(this.generator, key) !== 'query')) return last;
    const before = values.length - 1;
    if (before < this.#required) return undefined;
    // `('fr', row)` under `(/:locale)/posts/:id`: with one value more, the record's place is the required one.
    const slot = this.generator.takers(values.length)[before];
    const isRecord = slot && !slot.isOptional && textOfValue(keyOfRecord(last, slot.name)) !== undefined;
    return isRecord ? undefined : last;
  }

  pathOfAll(values: readonly unknown[]): string {
    if (this.optionsOf(values)) return this.pathForAll(values);
    return this.generator.path(this.generator.assign(values)).path;
  }
}

/** A path with its query and fragment, for values and options of any kind. */
export function pathWithOptions(
  generator: Generator,
  positional: readonly unknown[],
  options: NamedValues,
): string {
  const current = urlOption(generator, options, 'currentParams');
  const values = generator.assign(positional, options, isRecord(current) ? current : undefined);
  const { path, endsInFormat } = generator.path(values);
  const slash =
    urlOption(generator, options, 'trailingSlash') && !endsInFormat && !path.endsWith('/') ? '/' : '';
  return path + slash + wholeQuery(generator, options) + fragmentOf(generator, options);
}

function isRecord(value: unknown): value is NamedValues {
  return typeof value === 'object' && value !== null;
}

/** The query of options: keys that have no other use, and those of the option `query`. */
function wholeQuery(generator: Generator, options: NamedValues): string {
  const left = Object.keys(options).filter((key) => useOfKey(generator, key) === 'query');
  const asked = urlOption(generator, options, 'query');
  if (asked === undefined || asked === null) return queryOf(generator, options, left);
  if (!isOptions(asked))
    throw generator.error(
      `cannot have ${describeValue(asked)} as its query; give an object of names and values`,
    );
  const params = Object.assign(Object.create(null) as Record<string, unknown>, asked);
  for (const key of left) if (!Object.hasOwn(params, key)) params[key] = options[key];
  return queryOf(generator, params, Object.keys(params));
}

/** `?` and the params of these keys; or nothing. */
function queryOf(generator: Generator, options: NamedValues, keys: readonly string[]): string {
  if (keys.length === 0) return '';
  try {
    const query = queryString(options, keys, (key, value, reason) => {
      if (reason === 'depth')
        throw generator.error(`cannot have ${describeValue(key)} in its query; it nests too deep`);
      throw generator.error(
        `cannot have ${describeValue(value)} as ${describeValue(key)} in its query; give text, a number, a list or a plain object`,
      );
    });
    return query === '' ? '' : `?${query}`;
  } catch (problem) {
    if (problem instanceof URIError) throw halfPair(generator, 'query');
    throw problem;
  }
}

function fragmentOf(generator: Generator, options: NamedValues): string {
  const anchor = urlOption(generator, options, 'anchor');
  if (anchor === undefined || anchor === null || anchor === false) return '';
  const text = textOfValue(anchor);
  if (text === undefined)
    throw generator.error(`cannot have ${describeValue(anchor)} as its anchor; give a string`);
  try {
    return `#${encodeFragment(text)}`;
  } catch {
    throw halfPair(generator, 'anchor');
  }
}

function halfPair(generator: Generator, part: string): UrlGenerationError {
  return generator.error(`cannot have half of a surrogate pair in its ${part}; give whole characters`);
}
