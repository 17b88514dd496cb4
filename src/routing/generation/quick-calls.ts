// Answers the calls of a route's helper with plans. Nearly all calls that give plain texts and numbers have one:
//
//   postPath(7)                 the plan for one value (value-plans.ts)
//   postPath(7, { page: 2 })    the plan of the last call, if its keys are the same, or another remembered plan (call-plans.ts); a plan that
//                               is used often becomes a function (learnt-plans.ts)
//   postPath(undefined)         no plan: `pathWithOptions` (path-of-call.ts) says what is wrong

import { optionsPlan } from './call-plan.js';
import { CallPlans } from './call-plans.js';
import type { NamedValues } from './generator.js';
import type { QuickCalls } from './helper-table.js';
import { LearntPlans } from './learnt-plans.js';
import { rememberedOrigin } from './origin.js';
import { optionsOf, pathWithOptions, positionalOf, type PathHelper } from './path-of-call.js';
import type { PatternGenerator } from './pattern-generator.js';
import { isName } from './url-options.js';
import { areFree, noPlan, pathOfValues, type ValuePlan } from './value-plans.js';

/** The helper of a route, as a function. Its generator and its plans, of class `Plans`, are made at the first call. */
export function helperFunction(prepare: () => PatternGenerator, Plans = CallPlans): PathHelper {
  // The first call sets these fields and nothing changes them later, so V8 treats them as constants where the helper is inlined. Each
  // number of values needs its own field for that. Two are enough for most routes.
  const known: { plans?: CallPlans; main?: ValuePlan | undefined; other?: ValuePlan | undefined } = {};
  let generator: PatternGenerator | undefined;
  let plans: CallPlans | undefined;
  const closely: PathHelper = (...values) => {
    if (!generator || !plans) {
      const made = new Plans((generator = prepare()));
      const counts = new Set([values.length, generator.required, generator.slots.length]);
      const [main, other] = [...counts].flatMap((count) => made.valuePlan(count) ?? []);
      known.main = main;
      known.other = other;
      known.plans = plans = made;
    }
    const path = pathOfMany(plans, values);
    if (path !== undefined) return path;
    const options = optionsOf(generator, values);
    return pathWithOptions(generator, positionalOf(values, options, generator.required), options);
  };
  // A rest parameter would create an array for each call.
  return function helper(a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown) {
    const count = arguments.length;
    const { main, other, plans: ofOthers } = known;
    let path: string | undefined;
    if (main !== undefined && count === main.count) path = main.write(main, a, b, c, d, e);
    else if (other !== undefined && count === other.count) path = other.write(other, a, b, c, d, e);
    if (path === undefined && count < 5) path = ofOthers?.pathOfOthers(count, a, b, c, d);
    return path ?? closely.apply(undefined, arguments as never);
  };
}

/** Learns from the calls of one route's helper. */
export class PlannedCalls implements QuickCalls {
  readonly #generator: PatternGenerator;
  #path: PathHelper | undefined;
  #pathFor: PathForPlans | undefined;
  #originOf: QuickCalls['originOf'] | undefined;

  constructor(generator: PatternGenerator) {
    this.#generator = generator;
  }

  get path(): PathHelper {
    return (this.#path ??= helperFunction(() => this.#generator, LearntPlans));
  }

  get pathFor(): PathForPlans {
    return (this.#pathFor ??= new PathForPlans(this.#generator));
  }

  get originOf(): QuickCalls['originOf'] {
    return (this.#originOf ??= rememberedOrigin());
  }

  pathOf(values: readonly unknown[], isFor: boolean | undefined): string | undefined {
    if (!isFor) return this.path(...values);
    const { length } = values;
    const path = this.pathFor.path(length, values[0], values[1], values[2], values[3], values[4]);
    return path ?? pathOfMany(this.pathFor, values);
  }
}

/** Plans for `pathFor`: a plain object at the end is always options, and a name whose value is undefined is not one of their keys. */
class PathForPlans extends LearntPlans {
  /**
   * The plan for values alone, for one number of values, because nearly all calls of a route have the same number. For other calls only the
   * count is compared.
   */
  #main = noPlan;
  #isPrepared = false;

  protected override readonly makePlan = optionsPlan;
  protected override keysOf(options: NamedValues): readonly string[] {
    return super.keysOf(options).filter((key) => options[key] !== undefined || !isName(this.generator, key));
  }

  path(count: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown): string | undefined {
    if (typeof a !== 'object') {
      const main = this.#main;
      if (main.count === count) {
        const path = pathOfValues(main, a, b, c, d, e);
        if (path !== undefined) return path;
      } else if (!this.#isPrepared) this.#prepare(count);
    }
    return count > 4 ? undefined : this.pathOfOthers(count, a, b, c, d);
  }

  #prepare(count: number): void {
    const counts = [count, this.generator.required, this.generator.slots.length];
    this.#isPrepared = true;
    for (const each of counts) {
      const plan = this.valuePlan(each);
      if (plan && areFree(plan)) {
        this.#main = plan;
        return;
      }
    }
  }
}

/** The path for five or more values, given as a list; undefined for fewer, and if the call has no plan. */
function pathOfMany(plans: CallPlans, values: readonly unknown[]): string | undefined {
  const { length } = values;
  if (length < 5) return undefined;
  return plans.pathOfOthers(length, values[0], values[1], values[2], values[3], values);
}
