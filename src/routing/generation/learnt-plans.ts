// The plans of a route's calls, with functions for the plans that are used often (written-calls.ts).

import { type CallPlan, type QuickCall, writtenCall } from './call-plan.js';
import { CallPlans } from './call-plans.js';
import type { NamedValues } from './generator.js';
import { learntOf } from './written-calls.js';
import { worthWriting } from '../patterns/written-functions.js';

export class LearntPlans extends CallPlans {
  /** The functions for the plans of the last two shapes of calls. Most calls have one of these shapes. */
  #alike: QuickCall | undefined;
  #alikeBefore: QuickCall | undefined;
  /**
   * Whether the last call's plan was used often but has no function, because the host does not allow it. Calls like it are then no longer
   * counted.
   */
  #isLearnt = false;
  /** The function for the last call's plan. */
  #used: QuickCall | undefined;

  protected override write(
    plan: CallPlan,
    options: NamedValues,
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
    all: readonly unknown[] | undefined,
  ): string | undefined {
    const learnt = learntOf(plan);
    this.#used = learnt.writtenIfAlike;
    this.#isLearnt = !this.#used && learnt.uses > worthWriting;
    return learnt.written === undefined
      ? writtenCall(plan, options, a, b, c, d, all)
      : learnt.written(options, a, b, c, d, all);
  }

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
    const planned =
      (this.#isLearnt ? super.pathAlike(count, a, b, c, d, all) : undefined) ??
      super.pathAnew(count, a, b, c, d, all);
    const alike = this.#used;
    if (alike !== undefined && alike !== this.#alike) {
      this.#alikeBefore = this.#alike;
      this.#alike = alike;
    }
    return planned;
  }
}
