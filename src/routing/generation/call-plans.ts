// The plans of a route's calls, by their shape: how many values a call gives, and the keys of its options in their order.
//
// Most calls have the keys of the last one; a route remembers other shapes behind it. Nothing is allocated on the way. A call with a mistake has
// no plan and takes the general way.

import { type CallPlan, helperPlan, optionsPlan, valueAt, valuesPlan, writtenCall } from './call-plan.js';
import type { NamedValues } from './generator.js';
import type { PatternGenerator as Generator } from './pattern-generator.js';
import { isOptions } from './segment-value.js';
import { isName } from './url-options.js';
import { type ValuePlan, valuePlan } from './value-plans.js';

/** What a plain object is as the last value: for `pathFor` always options, for a helper options or a record. */
export type CallKind = 'pathFor' | 'helper';

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
  readonly #generator: Generator;
  readonly #kind: CallKind;
  /** What writes by plans. */
  protected readonly write = writtenCall;
  /** What calls need that have values alone, any text for each, by their number. */
  readonly ofTexts: (ValuePlan | undefined)[] = [];
  /** By the number of values, none of which is options; null where they have to be looked at closely. */
  readonly #ofValues: (CallPlan | null | undefined)[];
  /** By the number of values that come before the options, the last first. */
  readonly #known: Shape[][] = [];

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
    if (typeof last === 'object' && isOptions(last)) {
      const plan = this.#planFor(count - 1, last);
      return plan && this.write(plan, last, a, b, c, d, all);
    }
    if (count >= this.#ofValues.length) return undefined;
    let plan = this.#ofValues[count];
    if (plan === undefined) {
      this.#ofValues[count] = plan = valuesPlan(this.#generator, count) ?? null;
      if (plan) this.ofTexts[count] = valuePlan(plan.start, plan.values);
    }
    return plan === null ? undefined : this.write(plan, noOptions, a, b, c, d, all);
  }

  /** The plan of a call whose last value is a plain object, after `before` others; undefined where it has none. */
  #planFor(before: number, options: NamedValues): CallPlan | undefined {
    const known = (this.#known[before] ??= []);
    for (let i = 0; i < known.length; i++) {
      const shape = known[i]!;
      if (!this.#has(options, shape.keys)) continue;
      if (i > 0) {
        known[i] = known[0]!;
        known[0] = shape;
      }
      return shape.plan;
    }
    const keys = Object.keys(options).filter((key) => !this.#isIgnored(options, key));
    if (keys.length > mostKeys || keys.some(({ length }) => length > longestKey)) return undefined;
    const plan = (this.#kind === 'pathFor' ? optionsPlan : helperPlan)(this.#generator, before, keys);
    if (known.length === mostKnown) known.pop();
    known.unshift({ keys, plan });
    return plan;
  }

  /** Whether options have these keys, in this order. */
  #has(options: NamedValues, keys: readonly string[]): boolean {
    let count = 0;
    for (const key in options) {
      // What somebody has given all objects is listed with an object's own keys.
      // oxlint-disable-next-line no-prototype-builtins -- the engine knows this way to ask of a key that it lists itself
      if (!ownProperty.call(options, key)) return false;
      if (this.#isIgnored(options, key)) continue;
      if (key !== keys[count++]) return false;
    }
    return count === keys.length;
  }

  /** `pathFor` ignores a name that is undefined; a helper asks whether it belongs to a record. */
  #isIgnored(options: NamedValues, key: string): boolean {
    return options[key] === undefined && this.#kind === 'pathFor' && isName(this.#generator, key);
  }
}

const ownProperty = Object.prototype.hasOwnProperty;
