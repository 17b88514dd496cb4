// A plan says what the calls of one shape write. It is made once for each shape: the number of values, and the keys of the options.
//
//   pathFor('post', 5)                               "/posts/" value 0
//   pathFor('post', { locale: 'fr', id: 5, q: 'x' }) "/" locale "/posts/" id "?q=" q
//   postPath({ id: 5, email: 'x' })                  "/posts/" value `id`, a record
//
// Plans write texts, numbers, and records by their keys. If an optional value equals its default, the call is written by another plan,
// which leaves the name out. For any other value a plan returns undefined, and `pathWithOptions` handles the call. A function is written
// for a plan that is used often, if the host allows that (written-calls.ts).

import { never, type PatternSlot as Slot, quickNumber, writtenText } from './generation-slot.js';
import type { NamedValues } from './generator.js';
import { encoded, fragmentOf, queryOf } from './path-of-call.js';
import { type PatternGenerator as Generator, takers } from './pattern-generator.js';
import { withParam } from './query-string.js';
import { keyOfRecord, textOfValue } from './segment-value.js';
import { encodeQueryText, isPlainInQuery } from './url-encoding.js';
import { isName, isParam, type UrlOption } from './url-options.js';

/** What the calls of one shape write: a text, values with a text after each, then the query and the anchor. */
export interface CallPlan {
  /** All keys of the options, in their order. */
  readonly keys: readonly string[];
  readonly start: string;
  readonly values: readonly PlannedValue[];
  /** Whether values are written as they are, and all keys fit into the four variables in which `pathAlike` collects their values. */
  readonly isPlain: boolean;
  /** What `trailingSlash` writes: '/', or '' if it is not given or has no effect. */
  readonly slash: string;
  /** The params of the query, sorted by their keys. */
  readonly params: readonly PlannedParam[];
  /** Writes the option `query`, if it is one of the keys. */
  readonly query: ((options: NamedValues) => string) | undefined;
  /** Writes the value of the option `anchor`, if it is one of the keys. */
  readonly anchor: ((value: unknown) => string) | undefined;
  /** The index of `anchor` among the keys; -1 if it is not one of them. */
  readonly anchorPlace: number;
  /** The number of values in a call, including the options. */
  readonly count: number;
  /** How often the plan was used, and the functions written for it (learnt-plans.ts). */
  learnt: LearntCalls | undefined;
}

/** What is known about the calls of a plan. It gets its functions once it has been used often enough (written-calls.ts). */
export interface LearntCalls {
  /** How often the plan was used. */
  uses: number;
  /** `writtenCall` for this plan alone. */
  readonly written?: WriteCall;
  /** The same for any call; returns undefined for a call of another shape. */
  readonly writtenIfAlike?: QuickCall;
}

/** The path for `count` values; undefined if the call has to be handled by `pathWithOptions`. */
export type QuickCall = (
  count: number,
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
  /** All values, if there are more than four. */
  all?: readonly unknown[],
) => string | undefined;

type WriteCall = (
  options: NamedValues,
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
  all?: readonly unknown[],
) => string | undefined;

interface PlannedValue extends Pick<Slot, 'hasDots' | 'own'> {
  readonly slot: Slot;
  /** The key of the value in the options; undefined for a positional value. */
  readonly key: string | undefined;
  /** The index of the value. For the value of a key, the bitwise complement of the key's index: -1 for the first key, -2 for the second. */
  readonly place: number;
  /** Whether the value is found by the key `id` of a record. */
  readonly isId: boolean;
  /** The text after the value. */
  readonly after: string;
  /** The encoded default of an optional name; undefined if the name is required or has no default. */
  readonly standing: string | undefined;
  /** Writes the call if the value is the default. */
  readonly withDefault: WriteCall;
}

/** A key of the options that becomes a param of the query. */
interface PlannedParam {
  readonly generator: Generator;
  readonly key: string;
  /** The index of the key. */
  readonly place: number;
  /** The encoded key. */
  readonly name: string;
  /** The text before the value if it is the first param: `?page=`. */
  readonly first: string;
  /** The text before the value if it is a further param: `&page=`. */
  readonly next: string;
}

/** Where the value of each slot comes from: a key of the options, or the index of a value. */
type Sources = ReadonlyMap<Slot, string | number>;
const none: readonly never[] = [];

type CallShape = Pick<CallPlan, 'count' | 'keys'> & { readonly isRecord?: boolean };

/** The plan of calls with `count` values and no options. `count` is at most the number of names. */
export function valuesPlan(generator: Generator, count: number): CallPlan | undefined {
  const given = new Map(takers(generator.slots, count).map((slot, place) => [slot, place]));
  return planOf(generator, given, { count, keys: none });
}

/**
 * The plan of a helper's call that ends with a plain object. The object is a record if a required name is left for it, otherwise options
 * (`PathHelper`).
 */
export function helperPlan(
  generator: Generator,
  before: number,
  keys: readonly string[],
): CallPlan | undefined {
  const taking = takers(generator.slots, before + 1);
  const slot = taking[before];
  const key = [slot?.name, 'id'].find((each) => each !== undefined && keys.includes(each));
  const isRecord = slot?.isOptional === false && (before < generator.required || key !== undefined);
  if (!isRecord || !keys.some((each) => isParam(generator, each)))
    return optionsPlan(generator, before, keys);
  if (key === undefined) return undefined;
  const given = new Map<Slot, string | number>(taking.map((each, place) => [each, place]));
  given.set(slot, key);
  return planOf(generator, given, { count: before + 1, keys, isRecord });
}

/** The plan of calls with `before` values and then options with these keys. */
export function optionsPlan(
  generator: Generator,
  before: number,
  keys: readonly string[],
): CallPlan | undefined {
  if (keys.includes('currentParams') && !isName(generator, 'currentParams')) return undefined;
  const open = generator.slots.filter(({ name }) => !keys.includes(name));
  if (before > open.length) return undefined;
  const taking = takers(open, before);
  const given = new Map<Slot, string | number>(taking.map((slot, place) => [slot, place]));
  for (const slot of generator.slots) if (!open.includes(slot)) given.set(slot, slot.name);
  return planOf(generator, given, { count: before + 1, keys });
}

function planOf(generator: Generator, given: Sources, shape: CallShape): CallPlan | undefined {
  const plan = generator.quickPlan([...given.keys()]);
  if (!plan) return undefined;
  const { slots, literals } = plan;
  let start = literals[0]!;
  const values: (PlannedValue & { after: string })[] = [];
  for (const [k, slot] of slots.entries()) {
    const source = given.get(slot);
    const { hasDots } = slot;
    const own = generator.ownOf(slot, plan);
    const fallback = slot.fallback === undefined ? undefined : writtenText({ own, hasDots }, slot.fallback);
    const after = literals[k + 1]!;
    if (source === undefined) {
      if (fallback === undefined) return undefined;
      const last = values.at(-1);
      if (last) last.after += fallback + after;
      else start += fallback + after;
      continue;
    }
    const standing = slot.isOptional ? fallback : undefined;
    values.push({
      slot,
      key: typeof source === 'string' ? source : undefined,
      place: typeof source === 'string' ? ~shape.keys.indexOf(source) : source,
      after,
      own,
      hasDots,
      isId: typeof source === 'string' && source !== slot.name,
      standing,
      withDefault: planned(standing, () =>
        planOf(generator, new Map([...given].filter(([other]) => other !== slot)), shape),
      ),
    });
  }
  const keys = shape.isRecord ? none : shape.keys;
  const asks = (key: UrlOption): boolean => keys.includes(key) && !isName(generator, key);
  const asksQuery = asks('query');
  const params = keys.filter((key) => isParam(generator, key)).sort();
  const slash =
    asks('trailingSlash') && !plan.endsInFormat && !(values.at(-1)?.after ?? start).endsWith('/') ? '/' : '';
  return {
    // Written out field by field: with spread objects, plans would not share one hidden class.
    count: shape.count,
    keys: shape.keys,
    start,
    // Copied, because an array that has grown keeps unused capacity.
    values: values.slice(),
    isPlain: slash === '' && arePlain(values, shape.keys),
    slash,
    params: asksQuery ? none : params.map((key) => plannedParam(generator, key, keys.indexOf(key))),
    query: queryWriter(generator, params, asksQuery),
    anchor: anchorWriter(generator, asks('anchor')),
    anchorPlace: keys.indexOf('anchor'),
    learnt: undefined,
  };
}

/** Whether there are at most four keys, and no value is found by the `id` of a record or has a default. */
function arePlain(values: readonly PlannedValue[], keys: readonly string[]): boolean {
  return keys.length <= 4 && values.every(({ isId, standing }) => !isId && standing === undefined);
}

/** A writer whose plan is made at its first use. Without a default it is never used. */
function planned(standing: string | undefined, make: () => CallPlan | undefined): WriteCall {
  if (standing === undefined) return never;
  let plan: CallPlan | undefined;
  return (options, a, b, c, d, all) => (plan ??= make()) && writtenCall(plan, options, a, b, c, d, all);
}

function plannedParam(generator: Generator, key: string, place: number): PlannedParam {
  const name = encodeQueryText(key);
  return { generator, key, place, name, first: `?${name}=`, next: `&${name}=` };
}

/** Writes the option `query`, if `isAsked`. `params` are the other keys that are params of the query. */
function queryWriter(generator: Generator, params: readonly string[], isAsked: boolean): CallPlan['query'] {
  if (!isAsked) return undefined;
  const left = (options: NamedValues): NamedValues | undefined =>
    params.length === 0 ? undefined : Object.fromEntries(params.map((key) => [key, options[key]]));
  return (options) => queryOf(generator, left(options), options['query'], encodeQueryText);
}

/** Writes the anchor, if `isAsked`. */
function anchorWriter(generator: Generator, isAsked: boolean): CallPlan['anchor'] {
  if (!isAsked) return undefined;
  return (anchor) =>
    typeof anchor === 'string' && isPlainInQuery(anchor) ? `#${anchor}` : fragmentOf(generator, anchor);
}

/** What a plan writes for these values and options; undefined if `pathWithOptions` has to handle the call. */
export function writtenCall(
  plan: CallPlan,
  options: NamedValues,
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
  all?: readonly unknown[],
): string | undefined {
  const { start, values, slash, params, query, anchor } = plan;
  let path = start;
  for (let i = 0; i < values.length; i++) {
    const planned = values[i]!;
    const { key, standing } = planned;
    const value = key === undefined ? valueAt(planned.place, a, b, c, d, all) : options[key];
    const text = writtenText(planned, value) ?? recordText(planned, value);
    // A record found by its `id` may have a list there, or an unlisted property under the name itself.
    if (text === undefined || (planned.isId && (typeof value === 'object' || planned.slot.name in options)))
      return undefined;
    if (standing !== undefined && text === standing) return planned.withDefault(options, a, b, c, d, all);
    path += text;
    if (planned.after) path += planned.after;
  }
  if (plan.keys.length === 0) return path;
  if (slash !== '' && options['trailingSlash']) path += slash;
  const asked = path;
  for (const param of params) {
    const value = options[param.key];
    const isFirst = path === asked;
    const text = quickQueryText(value);
    // Appended one by one: joining short texts first would copy them.
    path =
      text === undefined
        ? withOther(path, isFirst, param, value)
        : path + (isFirst ? param.first : param.next) + text;
  }
  if (query !== undefined) path += query(options);
  return anchor === undefined ? path : path + anchor(options['anchor']);
}

/** A path with a further param of any type, if it has a value. Throws for a value that cannot be in a query. */
export function withOther(
  path: string,
  isFirst: boolean,
  { generator, name }: PlannedParam,
  value: unknown,
): string {
  if (value === undefined || value === null) return path;
  const before = isFirst ? '' : '?';
  return encoded(
    generator,
    'query',
    () => path + withParam(before, name, value, generator, encodeQueryText).slice(before.length),
  );
}

export function valueAt(
  place: number,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
  all?: readonly unknown[],
): unknown {
  return place === 0 ? a : place === 1 ? b : place === 2 ? c : place === 3 ? d : all?.[place];
}

/** The encoded value of a record; undefined if it is no record, or `pathWithOptions` has to handle the call. */
export function recordText(planned: PlannedValue, value: unknown): string | undefined {
  if (typeof value !== 'object' || planned.isId) return undefined;
  return writtenText(planned, textOfValue(planned.place < 0 ? value : keyOfRecord(value, planned.slot.name)));
}

/** The encoded text of a string, number or boolean in the query; undefined for any other value. */
export function quickQueryText(value: unknown): string | undefined {
  if (typeof value !== 'string') return typeof value === 'boolean' ? `${value}` : quickNumber(value);
  try {
    return encodeQueryText(value);
  } catch {
    return undefined;
  }
}
