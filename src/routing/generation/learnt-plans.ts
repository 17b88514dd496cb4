// The plans of a route's calls where functions are written for those that come again and again (written-calls.ts).

import type { QuickCall } from './call-plan.js';
import { CallPlans } from './call-plans.js';

export class LearntPlans extends CallPlans {
  /** The functions that were written for the plans of the last two shapes of calls: most calls are like one of them. */
  #alike: QuickCall | undefined;
  #alikeBefore: QuickCall | undefined;

  override pathOfOthers(
    count: number,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
    all?: readonly unknown[],
  ): string | undefined {
    return this.#alike?.(count, a, b, c, d, all) ?? this.#otherwise(count, a, b, c, d, all);
  }

  #otherwise(
    count: number,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
    all: readonly unknown[] | undefined,
  ): string | undefined {
    const before = this.#alikeBefore;
    const path = before?.(count, a, b, c, d, all);
    if (path !== undefined) {
      this.#alikeBefore = this.#alike;
      this.#alike = before;
      return path;
    }
    const planned = super.pathOfOthers(count, a, b, c, d, all);
    const alike = this.used?.writtenIfAlike;
    if (alike !== undefined && alike !== this.#alike) {
      this.#alikeBefore = this.#alike;
      this.#alike = alike;
    }
    return planned;
  }
}
