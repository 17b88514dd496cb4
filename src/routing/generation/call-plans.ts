// What a call writes, decided once for all calls of its shape: how many values it gives, and the keys of its options in their order.
//
//   pathFor('post', 5)                               "/posts/" value 0
//   pathFor('post', { locale: 'fr', id: 5, q: 'x' }) "/" locale "/posts/" id "?q=" q
//   postPath({ id: 5, email: 'x' })                  "/posts/" value 0, a record
//
// Most calls have the keys of the last one. Else the keys of an object lead through a tree, as the engine's own shapes do, to the plan of its
// call. Nothing is allocated on the way. What a plan writes are texts, numbers, and records by their keys. A call with any other value, or with
// a mistake, has no plan and takes the general way. A plan that is used again and again gets a function that is written for it, where the host lets it.

import { quickSegment, type PatternSlot as Slot } from './generation-slot.js';
import type { NamedValues } from './generator.js';
import { type PatternGenerator as Generator, takers } from './pattern-generator.js';
import { isOptions, keyOfRecord, textOfValue } from './segment-value.js';
import { encodeQueryText } from './url-encoding.js';
import { worthWriting } from '../patterns/written-functions.js';
import { isName, isParam, isUrlOption } from './url-options.js';

/** What one shape of calls writes: a text, values with a text behind each, then the query. */
export interface CallPlan {
  /** All keys of the options, in their order. */
  readonly keys: readonly string[];
  readonly start: string;
  readonly values: readonly PlannedValue[];
  /** Sorted by their keys. */
  readonly query: readonly PlannedParam[];
  /** How many values its calls have, the options included, */
  readonly count: number;
  /** and whether the last is an object with just these keys. */
  readonly hasOptions: boolean;
  /** How often it was used, */
  uses: number;
  /** and functions for this plan alone, once it was used so often that it was worth them (written-calls.ts): `writtenCall`, */
  written: WriteCall | undefined;
  /** and one for any call, which leaves those of other shapes. */
  writtenIfAlike: QuickCall | undefined;
}

/** What a helper gives for so many values; undefined where they have to be looked at closely. */
export type QuickCall = (
  count: number,
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
) => string | undefined;

export type WriteCall = (
  options: NamedValues,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
) => string | undefined;

type WriteFunction = (plan: CallPlan) => Pick<CallPlan, 'written' | 'writtenIfAlike'> | undefined;

let functionFor: WriteFunction | undefined;

/** From now on plans get functions of their own, made by `write`; compiled modules and standalone files, which run no text, leave it out. */
export function writeCallsBy(write: WriteFunction): void {
  functionFor = write;
}

export interface PlannedValue {
  readonly slot: Slot;
  /** Its key in the options; undefined for a value of its own. */
  readonly key: string | undefined;
  /** Which of the values it is, where it has no key. */
  readonly place: number;
  /** The text behind it. */
  readonly after: string;
}

interface PlannedParam {
  readonly key: string;
  /** `?q=`, `&page=`. */
  readonly before: string;
}

/** What a plain object is as the last value: for `pathFor` always options, for a helper options or a record. */
export type CallKind = 'pathFor' | 'helper';

/** The most keys an object may have, the longest key, and the most keys of all shapes that a route remembers. */
const mostKeys = 24;
const longestKey = 60;
const mostKnown = 200;

/** So many values a call may have and still be quick. */
const mostValues = 4;
const noOptions: NamedValues = /* @__PURE__ */ Object.freeze({});

/** The keys of an object as far as they are read. */
class Shape {
  /** Undefined until a call has it; null where calls of the shape have to be looked at closely. */
  plan: CallPlan | null | undefined = undefined;
  /** The shapes with one key more, as a list. */
  first: Shape | undefined = undefined;
  next: Shape | undefined = undefined;

  constructor(readonly key: string) {}
}

/** The plans of one route's calls of one kind. */
export class CallPlans {
  readonly #generator: Generator;
  readonly #kind: CallKind;
  /** The function that was written for the last call's plan: most calls are like the one before. Before there is one, `#planned`. */
  #alike: QuickCall | undefined;
  #isWritten = false;
  /** By the number of values, none of which is options. */
  readonly #ofValues: readonly (CallPlan | undefined)[];
  /** By the number of values that come before the options. */
  #roots: Shape[] = [];
  #known = 0;
  /** By the number of values before the options: the plans that were found last. */
  readonly #last: (CallPlan | undefined)[] = [];

  constructor(generator: Generator, kind: CallKind) {
    this.#generator = generator;
    this.#kind = kind;
    // The engine puts a function that it knows into its callers, `#planned` too, and what has become long by that is put nowhere. So where
    // functions are written, `path` never knows which one it calls.
    if (functionFor) this.#alike = (count, a, b, c, d) => this.#planned(count, a, b, c, d);
    this.#ofValues = Array.from({ length: mostValues + 1 }, (_, count) => valuesPlan(generator, count));
  }

  /** The path of a call with so many values; undefined where they have to be looked at closely. */
  path(count: number, a: unknown, b: unknown, c: unknown, d: unknown): string | undefined {
    if (this.#alike === undefined) return this.#planned(count, a, b, c, d);
    const path = this.#alike(count, a, b, c, d);
    return path === undefined && this.#isWritten ? this.#planned(count, a, b, c, d) : path;
  }

  #planned(count: number, a: unknown, b: unknown, c: unknown, d: unknown): string | undefined {
    if (count > mostValues) return undefined;
    const last = count === 1 ? a : count === 2 ? b : count === 3 ? c : d;
    if (typeof last === 'object' && last !== null) {
      const known = this.#lastFound(count - 1, last);
      if (known !== undefined && isPlain(last)) {
        const path = this.#written(known, last, a, b, c, d);
        if (path !== undefined) return path;
      }
      if (isOptions(last)) {
        const plan = this.#found(count - 1, last);
        return plan && this.#written(plan, last, a, b, c, d);
      }
    }
    const plan = this.#ofValues[count];
    return plan && this.#written(plan, noOptions, a, b, c, d);
  }

  #written(
    plan: CallPlan,
    options: NamedValues,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): string | undefined {
    if (functionFor !== undefined) {
      if (++plan.uses === worthWriting) Object.assign(plan, functionFor(plan));
      if (plan.writtenIfAlike !== undefined) {
        this.#alike = plan.writtenIfAlike;
        this.#isWritten = true;
      }
      if (plan.written !== undefined) return plan.written(options, a, b, c, d);
    }
    return writtenCall(plan, options, a, b, c, d);
  }

  /** The plan that was found last, if it is that of an object with these keys, in this order. The object may be a record. */
  #lastFound(before: number, options: object): CallPlan | undefined {
    const plan = this.#last[before];
    let count = 0;
    if (plan === undefined) return undefined;
    for (const key in options) {
      // What somebody has given all objects is listed with an object's own keys.
      // oxlint-disable-next-line no-prototype-builtins -- the engine knows this way to ask of a key that it lists itself
      if (key !== plan.keys[count++] || !ownProperty.call(options, key)) return undefined;
    }
    return count === plan.keys.length ? plan : undefined;
  }

  /** The plan of a call whose last value is a plain object, after `before` others; undefined where it has none. */
  #found(before: number, options: NamedValues): CallPlan | undefined {
    const plan = this.#find(before, options);
    if (plan !== undefined) this.#last[before] = plan;
    return plan;
  }

  #find(before: number, options: NamedValues): CallPlan | undefined {
    let shape = (this.#roots[before] ??= new Shape(''));
    for (const key in options) {
      // oxlint-disable-next-line no-prototype-builtins -- the engine knows this way to ask of a key that it lists itself
      if (!ownProperty.call(options, key)) return undefined;
      if (options[key] === undefined) {
        // `pathFor` ignores such a key; a helper asks whether it belongs to a record.
        if (this.#kind === 'pathFor') continue;
        return undefined;
      }
      let child = shape.first;
      while (child !== undefined && child.key !== key) child = child.next;
      if (child === undefined) return this.#learn(before, options);
      shape = child;
    }
    if (shape.plan === undefined) return this.#learn(before, options);
    return shape.plan ?? undefined;
  }

  #learn(before: number, options: NamedValues): CallPlan | undefined {
    const keys = Object.keys(options).filter((key) => options[key] !== undefined);
    if (keys.length > mostKeys || keys.some(({ length }) => length > longestKey)) return undefined;
    this.#known += keys.length + 1;
    if (this.#known > mostKnown) {
      this.#roots = [];
      this.#known = keys.length + 1;
    }
    let shape = (this.#roots[before] ??= new Shape(''));
    for (const key of keys) {
      let child = shape.first;
      while (child !== undefined && child.key !== key) child = child.next;
      if (child === undefined) {
        child = new Shape(key);
        child.next = shape.first;
        shape.first = child;
      }
      shape = child;
    }
    const plan =
      this.#kind === 'pathFor'
        ? optionsPlan(this.#generator, before, keys)
        : helperPlan(this.#generator, before, keys);
    shape.plan = plan ?? null;
    return plan;
  }
}

/** Whether an object is surely no record. */
function isPlain(object: object & { readonly toParam?: unknown }): object is NamedValues {
  // The engine knows the prototype of an object that it has looked at.
  return object.toParam === undefined && Object.getPrototypeOf(object) === Object.prototype;
}

const ownProperty = Object.prototype.hasOwnProperty;

/** The plan of `count` values without options. */
function valuesPlan(generator: Generator, count: number): CallPlan | undefined {
  if (count > generator.slots.length) return undefined;
  return planOf(generator, takers(generator.slots, count), [], {
    count,
    hasOptions: false,
    keys: [],
    query: [],
  });
}

/** A helper's plain object is options, or a record where a required name is left for it (`PathHelper`). */
function helperPlan(generator: Generator, before: number, keys: readonly string[]): CallPlan | undefined {
  const required = generator.slots.filter((slot) => !slot.isOptional).length;
  if (!keys.some((key) => isParam(generator, key))) return optionsPlan(generator, before, keys);
  if (before + 1 > generator.slots.length) return optionsPlan(generator, before, keys);
  const slot = takers(generator.slots, before + 1)[before];
  const isRecord =
    before < required ||
    (slot?.isOptional === false && keys.some((key) => key === slot.name || key === 'id'));
  return isRecord ? valuesPlan(generator, before + 1) : optionsPlan(generator, before, keys);
}

/** The plan of values and then options with these keys. */
function optionsPlan(generator: Generator, before: number, keys: readonly string[]): CallPlan | undefined {
  if (keys.some((key) => isUrlOption(key) && !isName(generator, key))) return undefined;
  const open = generator.slots.filter(({ name }) => !keys.includes(name));
  if (before > open.length) return undefined;
  const taking = new Set(takers(open, before));
  const chosen = generator.slots.filter((slot) => taking.has(slot) || !open.includes(slot));
  const query = keys.filter((key) => isParam(generator, key)).sort();
  return planOf(
    generator,
    chosen,
    chosen.map((slot) => (taking.has(slot) ? undefined : slot.name)),
    { count: before + 1, hasOptions: true, keys, query },
  );
}

function planOf(
  generator: Generator,
  chosen: readonly Slot[],
  named: readonly (string | undefined)[],
  {
    count,
    hasOptions,
    keys,
    query,
  }: Pick<CallPlan, 'count' | 'hasOptions' | 'keys'> & { readonly query: readonly string[] },
): CallPlan | undefined {
  const plan = generator.quickPlan(chosen);
  if (!plan) return undefined;
  let place = 0;
  return {
    // Field by field: plans that were spread would have shapes of their own.
    count,
    hasOptions,
    keys,
    start: plan.literals[0] || (chosen.length === 0 ? '/' : ''),
    values: chosen.map((slot, index) => ({
      slot,
      key: named[index],
      place: named[index] === undefined ? place++ : -1,
      after: plan.literals[index + 1]!,
    })),
    query: query.map((key, index) => ({
      key,
      before: `${index === 0 ? '?' : '&'}${encodeQueryText(key)}=`,
    })),
    uses: 0,
    written: undefined,
    writtenIfAlike: undefined,
  };
}

/** What a plan writes of these values and options; undefined where one of them needs a closer look. */
function writtenCall(
  plan: CallPlan,
  options: NamedValues,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
): string | undefined {
  const { start, values, query } = plan;
  let path = start;
  for (let i = 0; i < values.length; i++) {
    const { slot, key, place, after } = values[i]!;
    const value = key !== undefined ? options[key] : place === 0 ? a : place === 1 ? b : place === 2 ? c : d;
    const text = (slot.isFree ? quickSegment(value) : slot.quick(value)) ?? recordText(values[i]!, value);
    if (text === undefined) return undefined;
    path += text;
    if (after !== '') path += after;
  }
  for (let i = 0; i < query.length; i++) {
    const { key, before } = query[i]!;
    const text = quickQueryText(options[key]);
    if (text === undefined) return undefined;
    path += before + text;
  }
  return path;
}

/** The encoded value of a record; undefined for what is none, and where it needs a closer look. */
export function recordText({ slot, key }: PlannedValue, value: unknown): string | undefined {
  if (typeof value !== 'object') return undefined;
  return slot.quick(textOfValue(key === undefined ? keyOfRecord(value, slot.name) : value));
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
