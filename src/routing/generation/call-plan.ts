// The plan of calls of one shape: what they write, decided once.
//
//   pathFor('post', 5)                               "/posts/" value 0
//   pathFor('post', { locale: 'fr', id: 5, q: 'x' }) "/" locale "/posts/" id "?q=" q
//   postPath({ id: 5, email: 'x' })                  "/posts/" value `id`, a record
//
// What a plan writes are texts, numbers, and records by their keys; where a value is the default of its name, another plan goes on that leaves the
// name out. A call with any other value has to be looked at closely. A plan that is used again and again gets a function that is written for it,
// where the host lets it.

import { never, type PatternSlot as Slot, quickNumber, writtenText } from './generation-slot.js';
import type { NamedValues } from './generator.js';
import { encoded, fragmentOf, queryOf } from './path-of-call.js';
import { type PatternGenerator as Generator, takers } from './pattern-generator.js';
import { withParam } from './query-string.js';
import { keyOfRecord, textOfValue } from './segment-value.js';
import { encodeQueryText, isPlainInQuery } from './url-encoding.js';
import { isName, isParam, type UrlOption } from './url-options.js';

/** What one shape of calls writes: a text, values with a text behind each, then the query. */
export interface CallPlan {
  /** All keys of the options, in their order. */
  readonly keys: readonly string[];
  readonly start: string;
  readonly values: readonly PlannedValue[];
  /** Whether each value is written as it comes, and the keys are so few that their values are taken while the keys are gone through. */
  readonly isPlain: boolean;
  /** What `trailingSlash` writes; '' where it is not asked, or writes nothing. */
  readonly slash: string;
  /** The params of the query, sorted by their keys. */
  readonly params: readonly PlannedParam[];
  /** What the option `query` writes, where it is one of the keys. */
  readonly query: ((options: NamedValues) => string) | undefined;
  /** What the value of the option `anchor` writes, where it is one of the keys. */
  readonly anchor: ((value: unknown) => string) | undefined;
  /** Which of the keys `anchor` is; -1 where it is none. */
  readonly anchorPlace: number;
  /** How many values its calls have, the options included. */
  readonly count: number;
  /** What was learnt of its calls (learnt-plans.ts). */
  learnt: LearntCalls | undefined;
}

/** What is known of the calls of a plan. Its functions are written once it has been used so often that it is worth them (written-calls.ts). */
export interface LearntCalls {
  /** How often the plan was used. */
  uses: number;
  /** `writtenCall` for this plan alone. */
  readonly written?: WriteCall;
  /** The same for any call: it gives undefined for one of another shape. */
  readonly writtenIfAlike?: QuickCall;
}

/** What a helper gives for so many values; undefined where they have to be looked at closely. */
export type QuickCall = (
  count: number,
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
  /** All values, where there are more than four. */
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
  /** Its key in the options; undefined for a value of its own. */
  readonly key: string | undefined;
  /** Which of the values it is; where it has a key, -1 for the first key, and so on. */
  readonly place: number;
  /** Whether the key is the `id` of a record. */
  readonly isId: boolean;
  /** The text behind it. */
  readonly after: string;
  /** The encoded default of an optional name; undefined where the name is required or has none. */
  readonly standing: string | undefined;
  /** What is written where the value is the default. */
  readonly withDefault: WriteCall;
}

/** A key of the options that is a param of the query. */
interface PlannedParam {
  readonly generator: Generator;
  readonly key: string;
  /** Which of the keys it is. */
  readonly place: number;
  /** The key, encoded. */
  readonly name: string;
  /** What stands before the value of the first param of a query: `?page=`. */
  readonly first: string;
  /** What stands before the value of a further one: `&page=`. */
  readonly next: string;
}

/** What a name's value is given as: by a key of the options, or as one of the values. */
type Sources = ReadonlyMap<Slot, string | number>;
const none: readonly never[] = [];

type CallShape = Pick<CallPlan, 'count' | 'keys'> & { readonly isRecord?: boolean };

/** The plan of `count` values without options, which are no more than there are names. */
export function valuesPlan(generator: Generator, count: number): CallPlan | undefined {
  const given = new Map(takers(generator.slots, count).map((slot, place) => [slot, place]));
  return planOf(generator, given, { count, keys: none });
}

/** A helper's plain object is options, or a record where a required name is left for it (`PathHelper`). */
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

/** The plan of values and then options with these keys. */
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
    // Field by field: plans that were spread would have shapes of their own.
    count: shape.count,
    keys: shape.keys,
    start,
    // A list that has grown has room for more.
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

/** Whether there are at most the four keys that `pathAlike` has places for, and each value is written as it comes: no `id` of a record, no default. */
function arePlain(values: readonly PlannedValue[], keys: readonly string[]): boolean {
  return keys.length <= 4 && values.every(({ isId, standing }) => !isId && standing === undefined);
}

/** Calls by a plan that is made when it is first needed, which it never is without a default. */
function planned(standing: string | undefined, make: () => CallPlan | undefined): WriteCall {
  if (standing === undefined) return never;
  let plan: CallPlan | undefined;
  return (options, a, b, c, d, all) => (plan ??= make()) && writtenCall(plan, options, a, b, c, d, all);
}

function plannedParam(generator: Generator, key: string, place: number): PlannedParam {
  const name = encodeQueryText(key);
  return { generator, key, place, name, first: `?${name}=`, next: `&${name}=` };
}

/** What the option `query` writes, if it is asked; `params` are the keys beside it that are params too. */
function queryWriter(generator: Generator, params: readonly string[], isAsked: boolean): CallPlan['query'] {
  if (!isAsked) return undefined;
  const left = (options: NamedValues): NamedValues | undefined =>
    params.length === 0 ? undefined : Object.fromEntries(params.map((key) => [key, options[key]]));
  return (options) => queryOf(generator, left(options), options['query'], encodeQueryText);
}

/** What an anchor writes, if it is asked. */
function anchorWriter(generator: Generator, isAsked: boolean): CallPlan['anchor'] {
  if (!isAsked) return undefined;
  return (anchor) =>
    typeof anchor === 'string' && isPlainInQuery(anchor) ? `#${anchor}` : fragmentOf(generator, anchor);
}

/** What a plan writes of these values and options; undefined where one of them needs a closer look. */
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
    // A record that is known by its `id` may have a list there, or what is not listed under the name itself.
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
    // One after the other: short texts that are joined before are copied.
    path =
      text === undefined
        ? withOther(path, isFirst, param, value)
        : path + (isFirst ? param.first : param.next) + text;
  }
  if (query !== undefined) path += query(options);
  return anchor === undefined ? path : path + anchor(options['anchor']);
}

/** A path with any param of the query more, if it has a value; throws for one that can be in no query. */
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

/** The encoded value of a record; undefined for what is none, and where it needs a closer look. */
export function recordText(planned: PlannedValue, value: unknown): string | undefined {
  if (typeof value !== 'object' || planned.isId) return undefined;
  return writtenText(planned, textOfValue(planned.place < 0 ? value : keyOfRecord(value, planned.slot.name)));
}

/** A value of the query that is text, a number or a boolean, encoded; undefined for any other. */
export function quickQueryText(value: unknown): string | undefined {
  if (typeof value !== 'string') return typeof value === 'boolean' ? `${value}` : quickNumber(value);
  try {
    return encodeQueryText(value);
  } catch {
    return undefined;
  }
}
