// The plans of a route's calls, by their shape: how many values a call gives, and the keys of its options in their order.
//
// Most calls have the keys of the last one; a route remembers other shapes behind it. Nothing is allocated on the way. A call with a mistake has
// no plan and takes the general way.

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

/** The most keys an object may have, the longest key, and the most shapes that a route remembers behind as many values. */
const mostKeys = 24;
const longestKey = 60;
const mostKnown = 32;

const noOptions: NamedValues = /* @__PURE__ */ Object.freeze({});

/** Keys in their order; `plan` is undefined where calls with them have to be looked at closely. */
interface Shape {
  readonly keys: readonly string[];
  readonly plan: CallPlan | undefined;
}

/** The plans of one route's calls of one kind. */
export class CallPlans {
  protected readonly generator: Generator;
  /** What a plain object is as the last value. */
  protected readonly makePlan: typeof helperPlan = helperPlan;
  /** By the number of values, none of which is options; null where they have to be looked at closely. */
  readonly #ofValues: (CallPlan | null | undefined)[];
  /** By the number of values that come before the options, the last first. */
  readonly #known: (readonly Shape[])[] = [];
  /** The plan of the last call with options. */
  #alike: CallPlan | undefined;

  constructor(generator: Generator) {
    this.generator = generator;
    this.#ofValues = Array.from(generator.slots, () => undefined);
  }

  /** What a plan writes of a call. */
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

  /** The path of a call of which its values alone do not tell it; undefined where they have to be looked at closely. */
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
   * The path of a call like the last one. That is one function, too long for the engine to put it into helpers: they stay short enough to be put
   * into what calls them.
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
    // Values are taken while the keys are gone through, which the engine does sooner than to look for each.
    let n = 0;
    let e: unknown;
    let f: unknown;
    let g: unknown;
    let h: unknown;
    for (const key in options) {
      // What somebody has given all objects is listed with an object's own keys.
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
      // As `writtenCall` does it: what both would call takes longer.
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

  /** What calls of so many values need that have no options. */
  valuePlan(count: number): ValuePlan | undefined {
    const plan = this.#planOf(count);
    return plan ? valuePlan(plan) : undefined;
  }

  /** The plan of a call of so many values without options. */
  #planOf(count: number): CallPlan | null | undefined {
    let plan = this.#ofValues[count];
    if (plan === undefined && count <= this.generator.slots.length)
      this.#ofValues[count] = plan = valuesPlan(this.generator, count) ?? null;
    return plan;
  }

  /** The plan of a call whose last value is a plain object, after `before` others; undefined where it has none. */
  #planFor(before: number, options: NamedValues): CallPlan | undefined {
    const known = this.#known[before] ?? [];
    const keys = this.keysOf(options);
    const shape = known.find((each) => areSame(each.keys, keys));
    if (shape) return shape.plan;
    // Half of a surrogate pair is no key, and has no length.
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
