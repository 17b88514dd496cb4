// Finds the plan of a call to a route's helper by the shape of the call: the number of values, and the keys of the options in order.
//
// Most calls have the same keys as the last one, so its plan is tried first; other shapes are remembered too. Finding a plan this way
// allocates nothing. Calls with a mistake have no plan.

import {
  type CallPlan,
  helperPlan,
  quickQueryText,
  valueAt,
  valuesPlan,
  withOther,
  writtenCall,
} from './call-plan.js';
import { writtenText } from './generation-slot.js';
import type { NamedValues } from './generator.js';
import type { PatternGenerator as Generator } from './pattern-generator.js';
import { isOptions } from './segment-value.js';
import { type ValuePlan, valuePlan } from './value-plans.js';

/** The maximal number of keys of an object, the maximal length of a key, and the number of shapes remembered for each number of values. */
const mostKeys = 24;
const longestKey = 60;
const mostKnown = 32;

const noOptions: NamedValues = /* @__PURE__ */ Object.freeze({});

/** The keys of a call's options in order; `plan` is undefined if such calls have no plan. */
interface Shape {
  readonly keys: readonly string[];
  readonly plan: CallPlan | undefined;
}

/** The plans for one kind of call to one route. */
export class CallPlans {
  protected readonly generator: Generator;
  /** Makes the plan of a call whose last value is a plain object. */
  protected readonly makePlan: typeof helperPlan = helperPlan;
  /** By the number of values in calls without options; null if such calls have no plan. */
  readonly #ofValues: (CallPlan | null | undefined)[];
  /** By the number of values before the options; the most recent first. */
  readonly #known: (readonly Shape[])[] = [];
  /** The plan of the last call with options. */
  #alike: CallPlan | undefined;

  constructor(generator: Generator) {
    this.generator = generator;
    this.#ofValues = Array.from(generator.slots, () => undefined);
  }

  /** The path that a plan writes for a call. */
  protected write(
    plan: CallPlan,
    options: NamedValues,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
    all: readonly unknown[] | undefined,
  ): string | undefined {
    return writtenCall(plan, options, a, b, c, d, all);
  }

  /** The path of a call that is not answered by `ValuePlan`s; undefined if `pathWithOptions` has to handle it. */
  pathOfOthers(
    count: number,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
    all?: readonly unknown[],
  ): string | undefined {
    return this.pathAlike(count, a, b, c, d, all) ?? this.pathAnew(count, a, b, c, d, all);
  }

  /**
   * The path of a call like the last one. It is one long function on purpose: V8 does not inline it, so the helpers that call it stay small
   * enough to be inlined themselves.
   */
  // eslint-disable-next-line complexity -- the hot path: a call for each kind of value would cost more than writing it
  protected pathAlike(
    count: number,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
    all: readonly unknown[] | undefined,
  ): string | undefined {
    const plan = this.#alike;
    const options = valueAt(count - 1, a, b, c, d, all);
    if (plan?.count !== count || !isOptions(options)) return undefined;
    const { keys, values, params, query, anchor } = plan;
    // Values are collected while the keys are compared: that is faster than to look up each key.
    let n = 0;
    let e: unknown;
    let f: unknown;
    let g: unknown;
    let h: unknown;
    for (const key in options) {
      // Keys that somebody has added to `Object.prototype` are listed too.
      if (key !== keys[n] || !ownProperty.call(options, key)) return undefined;
      const value = options[key];
      if (n === 0) e = value;
      else if (n === 1) f = value;
      else if (n === 2) g = value;
      else h = value;
      n++;
    }
    if (n < keys.length) return undefined;
    if (!plan.isPlain) return writtenCall(plan, options, a, b, c, d, all);
    let path = plan.start;
    for (let i = 0; i < values.length; i++) {
      const planned = values[i]!;
      const { place, after } = planned;
      const text = writtenText(
        planned,
        place < 0 ? valueAt(~place, e, f, g, h) : valueAt(place, a, b, c, d, all),
      );
      if (text === undefined) return undefined;
      path += text;
      if (after) path += after;
    }
    const asked = path;
    for (let i = 0; i < params.length; i++) {
      const param = params[i]!;
      const value = valueAt(param.place, e, f, g, h);
      // Repeated from `writtenCall`: sharing the code in a function would be slower.
      const isFirst = path === asked;
      const text = quickQueryText(value);
      path =
        text === undefined
          ? withOther(path, isFirst, param, value)
          : path + (isFirst ? param.first : param.next) + text;
    }
    if (query !== undefined) path += query(options);
    return anchor === undefined ? path : path + anchor(valueAt(plan.anchorPlace, e, f, g, h));
  }

  /** The path of any other call. */
  protected pathAnew(
    count: number,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
    all: readonly unknown[] | undefined,
  ): string | undefined {
    const last = valueAt(count - 1, a, b, c, d, all);
    const options = isOptions(last) ? last : undefined;
    const plan = options ? this.#planFor(count - 1, options) : this.#planOf(count);
    if (!plan) return undefined;
    if (options) this.#alike = plan;
    return this.write(plan, options ?? noOptions, a, b, c, d, all);
  }

  /** The plan for calls with `count` values and no options, in the form that the helper functions use. */
  valuePlan(count: number): ValuePlan | undefined {
    const plan = this.#planOf(count);
    return plan ? valuePlan(plan) : undefined;
  }

  /** The plan of calls with `count` values and no options. */
  #planOf(count: number): CallPlan | null | undefined {
    let plan = this.#ofValues[count];
    if (plan === undefined && count <= this.generator.slots.length)
      this.#ofValues[count] = plan = valuesPlan(this.generator, count) ?? null;
    return plan;
  }

  /** The plan of a call with `before` values and then a plain object; undefined if it has none. */
  #planFor(before: number, options: NamedValues): CallPlan | undefined {
    const known = this.#known[before] ?? [];
    const keys = this.keysOf(options);
    const shape = known.find((each) => areSame(each.keys, keys));
    if (shape) return shape.plan;
    // A key with half of a surrogate pair cannot be encoded, so its length is NaN here.
    const isKey = (key: string): boolean => Number(quickQueryText(key)?.length) <= longestKey;
    if (keys.length > mostKeys || !keys.every(isKey)) return undefined;
    const plan = this.makePlan(this.generator, before, keys);
    this.#known[before] = [{ keys, plan }, ...known.slice(0, mostKnown - 1)];
    return plan;
  }

  /** The keys of options, in their order. */
  protected keysOf(options: NamedValues): readonly string[] {
    return Object.keys(options);
  }
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((key, k) => key === others[k]);
}

const ownProperty = Object.prototype.hasOwnProperty;
