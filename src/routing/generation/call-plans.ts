// The plans of a route's calls, by their shape: how many values a call gives, and the keys of its options in their order.
//
// Most calls have the keys of the last one. Else the keys of an object lead through a tree, as the engine's own shapes do, to the plan of its
// call. Nothing is allocated on the way. A call with a mistake has no plan and takes the general way.

import { type CallPlan, helperPlan, optionsPlan, pathBy, valueAt, valuesPlan } from './call-plan.js';
import type { NamedValues } from './generator.js';
import type { PatternGenerator as Generator } from './pattern-generator.js';
import { isOptions } from './segment-value.js';
import { type ValuePlan, valuePlan } from './value-plans.js';

/** What a plain object is as the last value: for `pathFor` always options, for a helper options or a record. */
export type CallKind = 'pathFor' | 'helper';

/** The most keys an object may have, the longest key, and the most keys of all shapes that a route remembers. */
const mostKeys = 24;
const longestKey = 60;
const mostKnown = 200;

const noOptions: NamedValues = /* @__PURE__ */ Object.freeze({});

/** The keys of an object as far as they are read. */
class Shape {
  /** Undefined until a call has it; null where calls of the shape have to be looked at closely. */
  plan: CallPlan | null | undefined = undefined;
  /** The shapes with one key all, as a list. */
  first: Shape | undefined = undefined;
  next: Shape | undefined = undefined;

  constructor(readonly key: string) {}
}

/** The plans of one route's calls of one kind. */
export class CallPlans {
  readonly #generator: Generator;
  readonly #kind: CallKind;
  /** What calls need that have values alone, any text for each, by their number. */
  readonly ofTexts: (ValuePlan | undefined)[] = [];
  /** The plan of the last call that had one. */
  protected used: CallPlan | undefined;
  /** By the number of values, none of which is options; null where they have to be looked at closely. */
  readonly #ofValues: (CallPlan | null | undefined)[];
  /** By the number of values that come before the options. */
  #roots: Shape[] = [];
  #known = 0;
  /** By the number of values before the options: the plans that were found last. */
  readonly #last: (CallPlan | undefined)[] = [];

  constructor(generator: Generator, kind: CallKind) {
    this.#generator = generator;
    this.#kind = kind;
    this.#ofValues = Array.from({ length: generator.slots.length + 1 }, () => undefined);
  }

  /** The path of a call that none of `ofTexts` is for; undefined where its values have to be looked at closely. */
  pathOfOthers(
    count: number,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
    all?: readonly unknown[],
  ): string | undefined {
    const last = valueAt(count - 1, a, b, c, d, all);
    if (typeof last === 'object' && last !== null) {
      const known = this.#lastFound(count - 1, last);
      if (known !== undefined && isPlain(last)) {
        const path = pathBy((this.used = known), last, a, b, c, d, all);
        if (path !== undefined) return path;
      }
      if (isOptions(last)) {
        const plan = this.#found(count - 1, last);
        return plan && pathBy((this.used = plan), last, a, b, c, d, all);
      }
    }
    if (count >= this.#ofValues.length) return undefined;
    let plan = this.#ofValues[count];
    if (plan === undefined) {
      this.#ofValues[count] = plan = valuesPlan(this.#generator, count) ?? null;
      if (plan) this.ofTexts[count] = valuePlan(plan.start, plan.values);
    }
    return plan === null ? undefined : pathBy((this.used = plan), noOptions, a, b, c, d, all);
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
