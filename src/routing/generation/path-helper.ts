// The function that makes one route's paths from a helper's arguments: segment values, then perhaps options.
//
//   helper(5)                       /users/5
//   helper(5, { page: 2 })          /users/5?page=2
//   helper({ id: 5, anchor: 'x' })  /users/5#x      all keys are names of the pattern or options
//   helper({ id: 5, email: 'x' })   /users/5        a record, of which only the key is used
//
// A call without options and with values that are plain text or numbers, which is nearly every call, is one
// concatenation in a closure of the right shape; so is one that gives just the required names in one object. Everything
// else goes through `#general`, which says what is wrong.

import { propertyKey } from '../patterns/steps.js';
import { describeValue } from './generation-errors.js';
import { quickSegment } from './generation-slot.js';
import type { Generator, NamedValues } from './generator.js';
import type { PathPlan } from './path-plan.js';
import { queryString, type QueryValue } from './query-string.js';
import { isOptions, keyOfRecord, textOfValue } from './segment-value.js';
import { encodeFragment } from './url-encoding.js';

/** What every helper takes beside the names of its pattern and the params of the query. */
export interface PathOptions {
  /** What stands behind `#`. */
  readonly anchor?: string | number | undefined;
  /** Ends the path with a slash, unless it has one or ends with a format. */
  readonly trailingSlash?: boolean | undefined;
  /** Params of the current request, for names of the pattern that are not given otherwise. */
  readonly currentParams?: Readonly<Record<string, string | undefined>> | undefined;
  /** The params of the query, which win over keys of the options that are left over. */
  readonly query?: { readonly [param: string]: QueryValue } | undefined;
}

/** Segment values, then perhaps options; gives a path. */
export type PathHelper = (...values: readonly unknown[]) => string;

/** Options that say how a URL is made. They are never in its query; a name of the pattern wins over them. */
export const urlOptions = [
  'anchor',
  'trailingSlash',
  'currentParams',
  'query',
  'host',
  'protocol',
  'port',
] as const;
export type UrlOption = (typeof urlOptions)[number];

/** The value of a URL option, unless the pattern has a name like it. */
export function urlOption(generator: Generator, options: NamedValues, option: UrlOption): unknown {
  if (!Object.hasOwn(options, option) || hasName(generator, option)) return undefined;
  return options[option];
}

function hasName({ slots }: Generator, name: string): boolean {
  return slots.some((slot) => slot.name === name);
}

/** The helper of one route. */
export interface CompiledHelper {
  readonly generator: Generator;
  /** For the helpers named after the route: a plain object in the place of a required segment is a record. */
  readonly path: PathHelper;
  /** For `pathFor`: the last of these values is the options. */
  pathWithOptions(values: readonly unknown[]): string;
  /** What `path` takes for options among its values. */
  optionsOf(values: readonly unknown[]): NamedValues | undefined;
}

/** Prepares the helper of one route (docs/url-helpers.md, "By name"). It throws `UrlGenerationError`. */
export function compilePathHelper(generator: Generator): CompiledHelper {
  return new RouteHelper(generator);
}

class RouteHelper implements CompiledHelper {
  readonly generator: Generator;
  /** Keys of options that have a use of their own; any other is one of the query. */
  readonly #ownKeys: ReadonlySet<string>;
  /** How many names need a value. */
  readonly #required: number;
  /** The path of an object that gives just the required names, all plain values; '' for any other. */
  readonly #named: (given: NamedValues) => string;
  readonly path: PathHelper;

  constructor(generator: Generator) {
    this.generator = generator;
    this.#ownKeys = ownKeysOf(generator);
    this.#required = generator.slots.filter((slot) => !slot.isOptional).length;
    this.#named = namedHelper(generator.quickPlan(this.#required));
    this.path = quickHelper(
      generator,
      (given) => (isOptions(given) && this.#named(given)) || this.#general([given]),
      (...values) => this.#general(values),
    );
  }

  optionsOf(values: readonly unknown[]): NamedValues | undefined {
    const last = values.at(-1);
    if (!isOptions(last)) return undefined;
    if (Object.keys(last).every((key) => this.#ownKeys.has(key))) return last;
    const before = values.length - 1;
    if (before < this.#required) return undefined;
    // `('fr', row)` under `(/:locale)/posts/:id`: with one value more, the record's place is the required one.
    const slot = this.generator.takers(values.length)[before];
    const isRecord = slot && !slot.isOptional && textOfValue(keyOfRecord(last, slot.name)) !== undefined;
    return isRecord ? undefined : last;
  }

  /** Any arguments of a helper; the last may be options. */
  #general(values: readonly unknown[]): string {
    if (this.optionsOf(values)) return this.pathWithOptions(values);
    return this.generator.path(this.generator.assign(values)).path;
  }

  pathWithOptions(values: readonly unknown[]): string {
    const options = values.at(-1) as NamedValues;
    const named = values.length === 1 ? this.#named(options) : '';
    if (named !== '') return named;
    const keys = Object.keys(options);
    const isQueryOnly = !keys.some((key) => this.#ownKeys.has(key));
    // A plain object before the options is a value, which it might not be as the last argument.
    if (!isQueryOnly || values.length > 4 || isOptions(values.at(-2)))
      return pathWithOptions(this.generator, values.slice(0, -1), options);
    const path =
      values.length === 1
        ? this.path()
        : values.length === 2
          ? this.path(values[0])
          : values.length === 3
            ? this.path(values[0], values[1])
            : this.path(values[0], values[1], values[2]);
    return path + queryOf(this.generator, options, keys);
  }
}

const knownKeys = new WeakMap<Generator, ReadonlySet<string>>();

/** The names of the pattern, the defaults, which never stand in a query, and the URL options. */
function ownKeysOf(generator: Generator): ReadonlySet<string> {
  let keys = knownKeys.get(generator);
  if (!keys) {
    const { slots, definition } = generator;
    keys = new Set([...urlOptions, ...definition.defaults.keys(), ...slots.map(({ name }) => name)]);
    knownKeys.set(generator, keys);
  }
  return keys;
}

/** The path of one object, which may hold the values by name. */
type NamedHelper = (given: unknown) => string;

/** The helper in the shape of its route; `named` takes a call with one object, `general` takes the calls that are not plain. */
function quickHelper(generator: Generator, named: NamedHelper, general: PathHelper): PathHelper {
  const { slots } = generator;
  if (slots.some((slot) => slot.isOptional)) return optionalHelper(generator, named, general);
  const plan = generator.quickPlan(slots.length);
  if (!plan) return general;
  const { literals } = plan;
  if (slots.length === 0) return staticHelper(literals[0] || '/', general);
  if (slots.every((slot) => slot.quick === quickSegment)) {
    if (slots.length === 1) return oneHelper(literals, named, general);
    if (slots.length === 2) return twoHelper(literals, named, general);
    if (slots.length === 3) return threeHelper(literals, named, general);
  }
  return listHelper(plan, named, general);
}

// A rest parameter, or `arguments` handed on, would make an array at every call: these look at their number alone, and
// pass on as many as any call without a mistake in it has.

function staticHelper(path: string, general: PathHelper): PathHelper {
  return function helper(options?: unknown, surplus?: unknown) {
    return arguments.length === 0 ? path : general(...[options, surplus].slice(0, arguments.length));
  };
}

function oneHelper([before, after]: readonly string[], named: NamedHelper, general: PathHelper): PathHelper {
  return function helper(value?: unknown, options?: unknown, surplus?: unknown) {
    if (arguments.length === 1) {
      if (typeof value === 'object') return named(value);
      const text = quickSegment(value);
      if (text !== '') return before + text + after;
    }
    return general(...[value, options, surplus].slice(0, arguments.length));
  };
}

function twoHelper(
  [before, between, after]: readonly string[],
  named: NamedHelper,
  general: PathHelper,
): PathHelper {
  return function helper(first?: unknown, second?: unknown, options?: unknown, surplus?: unknown) {
    if (arguments.length === 1 && typeof first === 'object') return named(first);
    if (arguments.length === 2) {
      const a = quickSegment(first);
      const b = quickSegment(second);
      if (a !== '' && b !== '') return before + a + between + b + after;
    }
    return general(...[first, second, options, surplus].slice(0, arguments.length));
  };
}

function threeHelper(
  [before, afterFirst, afterSecond, after]: readonly string[],
  named: NamedHelper,
  general: PathHelper,
): PathHelper {
  return function helper(
    first?: unknown,
    second?: unknown,
    third?: unknown,
    options?: unknown,
    surplus?: unknown,
  ) {
    if (arguments.length === 1 && typeof first === 'object') return named(first);
    if (arguments.length === 3) {
      const a = quickSegment(first);
      const b = quickSegment(second);
      const c = quickSegment(third);
      if (a !== '' && b !== '' && c !== '') return before + a + afterFirst + b + afterSecond + c + after;
    }
    return general(...[first, second, third, options, surplus].slice(0, arguments.length));
  };
}

function listHelper(plan: PathPlan, named: NamedHelper, general: PathHelper): PathHelper {
  return function helper(...values) {
    if (values.length === 1 && typeof values[0] === 'object') return named(values[0]);
    return (values.length === plan.slots.length && quickPath(plan, values)) || general(...values);
  };
}

/** One plan for each number of values, as `(/:locale)/posts/:id` has for one and two. */
function optionalHelper(generator: Generator, named: NamedHelper, general: PathHelper): PathHelper {
  const plans = Array.from({ length: generator.slots.length + 1 }, (_, count) => generator.quickPlan(count));
  return function helper(...values) {
    if (values.length === 1 && typeof values[0] === 'object') return named(values[0]);
    const plan = plans[values.length];
    return (plan !== undefined && quickPath(plan, values)) || general(...values);
  };
}

/** Makes the path of an object that gives the names of a plan and no others, or '' where it needs a closer look. */
function namedHelper(plan: PathPlan | undefined): (given: NamedValues) => string {
  if (!plan || plan.slots.length === 0) return () => '';
  const { slots, literals } = plan;
  const names = slots.map(({ name }) => propertyKey(name));
  return (given) => {
    const keys = Object.keys(given);
    if (keys.length !== names.length) return '';
    // Mostly they are in the pattern's order.
    for (let i = 0; i < keys.length; i++) if (keys[i] !== names[i] && !names.includes(keys[i]!)) return '';
    let path = literals[0]!;
    for (let i = 0; i < slots.length; i++) {
      const text = slots[i]!.quick(given[names[i]!]);
      if (text === '') return '';
      path += text + literals[i + 1]!;
    }
    return path;
  };
}

/** The path of plain values, or '' where one of them needs a closer look. */
function quickPath({ literals, slots }: PathPlan, values: readonly unknown[]): string {
  let path = literals[0]!;
  for (let i = 0; i < slots.length; i++) {
    const text = slots[i]!.quick(values[i]);
    if (text === '') return '';
    path += text + literals[i + 1]!;
  }
  return path === '' ? '/' : path;
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
  const ownKeys = ownKeysOf(generator);
  const left = Object.keys(options).filter((key) => !ownKeys.has(key));
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
        throw generator.error(`cannot have ${quoteKey(key)} in its query; it nests too deep`);
      throw generator.error(
        `cannot have ${describeValue(value)} as ${quoteKey(key)} in its query; give text, a number, a list or a plain object`,
      );
    });
    return query === '' ? '' : `?${query}`;
  } catch (problem) {
    if (problem instanceof URIError)
      throw generator.error('cannot have half of a surrogate pair in its query; give whole characters');
    throw problem;
  }
}

function quoteKey(key: string): string {
  return describeValue(key);
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
    throw generator.error('cannot have half of a surrogate pair in its anchor; give whole characters');
  }
}
