// Calls of one route's helper that are written by the plan of their shape (call-plans.ts): nearly every call gives plain text and numbers. All
// others are left to `pathWithOptions`, which says what is wrong.

import { type CallPlan, CallPlans, callIfPlain, valuesPlan, writtenCall } from './call-plans.js';
import type { NamedValues } from './generator.js';
import type { QuickCalls } from './helper-table.js';
import { optionsOf, pathWithOptions, type PathHelper } from './path-of-call.js';
import type { PatternGenerator } from './pattern-generator.js';
import { isOptions } from './segment-value.js';

/** So many values a call may have and still be quick. */
const mostValues = 4;
const noOptions: NamedValues = /* @__PURE__ */ Object.freeze({});

/** A helper as a function, prepared when it is first called. */
export function helperFunction(prepare: () => PlannedCalls): PathHelper {
  let calls: PlannedCalls | undefined;
  // A rest parameter would make an array at every call.
  return function helper(a?: unknown, b?: unknown, c?: unknown, d?: unknown) {
    calls ??= prepare();
    // oxlint-disable-next-line prefer-rest-params
    return calls.pathOf(arguments.length, a, b, c, d) ?? calls.pathOfAll([...arguments]);
  };
}

/** Learns from the calls of one route. */
export class PlannedCalls implements QuickCalls {
  readonly #generator: PatternGenerator;
  readonly path: PathHelper;
  /** By the number of values, none of which is options. */
  readonly #plans: readonly (CallPlan | undefined)[];
  readonly #helperPlans: CallPlans;
  readonly #pathForPlans: CallPlans;

  constructor(generator: PatternGenerator) {
    this.#plans = Array.from({ length: mostValues + 1 }, (_, count) => valuesPlan(generator, count));
    this.#helperPlans = new CallPlans(generator, 'helper');
    this.#pathForPlans = new CallPlans(generator, 'pathFor');
    this.#generator = generator;
    this.path = helperFunction(() => this);
  }

  /** What the helper gives for so many values; undefined where they have to be looked at closely. */
  pathOf(count: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown): string | undefined {
    return this.#planned(this.#helperPlans, count, a, b, c, d);
  }

  /** What the helper gives for any values. */
  pathOfAll(values: readonly unknown[]): string {
    const options = optionsOf(this.#generator, values);
    return pathWithOptions(this.#generator, options ? values.slice(0, -1) : values, options);
  }

  pathFor(count: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown): string | undefined {
    return this.#planned(this.#pathForPlans, count, a, b, c, d);
  }

  #planned(
    plans: CallPlans,
    count: number,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
  ): string | undefined {
    if (count > mostValues) return undefined;
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
}
