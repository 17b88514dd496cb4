// Calls of one route's helper that are written by the plan of their shape (call-plans.ts): nearly every call gives plain text and numbers. All
// others are left to `pathWithOptions`, which says what is wrong.

import { CallPlans } from './call-plans.js';
import type { QuickCalls } from './helper-table.js';
import { optionsOf, pathWithOptions, type PathHelper } from './path-of-call.js';
import type { PatternGenerator } from './pattern-generator.js';

/** A helper as a function, prepared when it is first called. */
export function helperFunction(prepare: () => PlannedCalls): PathHelper {
  let calls: PlannedCalls | undefined;
  // A rest parameter would make an array at every call.
  return function helper(a?: unknown, b?: unknown, c?: unknown, d?: unknown) {
    calls ??= prepare();
    const path = calls.pathOf(arguments.length, a, b, c, d);
    // oxlint-disable-next-line prefer-rest-params
    return path ?? calls.pathOfAll.apply(calls, arguments as never);
  };
}

/** Learns from the calls of one route. */
export class PlannedCalls implements QuickCalls {
  readonly #generator: PatternGenerator;
  readonly path: PathHelper;
  readonly #helperPlans: CallPlans;
  readonly #pathForPlans: CallPlans;

  constructor(generator: PatternGenerator) {
    this.#helperPlans = new CallPlans(generator, 'helper');
    this.#pathForPlans = new CallPlans(generator, 'pathFor');
    this.#generator = generator;
    this.path = helperFunction(() => this);
  }

  /** What the helper gives for so many values; undefined where they have to be looked at closely, and where there are more than four. */
  pathOf(count: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown): string | undefined {
    return count > 4 ? undefined : this.#helperPlans.path(count, a, b, c, d);
  }

  /** What the helper gives for any values. */
  pathOfAll(...values: readonly unknown[]): string {
    const path = ofMany(this.#helperPlans, values);
    if (path !== undefined) return path;
    const options = optionsOf(this.#generator, values);
    return pathWithOptions(this.#generator, options ? values.slice(0, -1) : values, options);
  }

  pathFor(count: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown): string | undefined {
    return count > 4 ? undefined : this.#pathForPlans.path(count, a, b, c, d);
  }

  pathForAll(values: readonly unknown[]): string | undefined {
    return ofMany(this.#pathForPlans, values);
  }
}

/** The path of more than four values, which are given as a list. */
function ofMany(plans: CallPlans, values: readonly unknown[]): string | undefined {
  const { length } = values;
  if (length < 5) return undefined;
  return plans.path(length, values[0], values[1], values[2], values[3], values);
}
