// Calls of one route's helper that are written by the plan of their shape (call-plans.ts): nearly every call gives plain text and numbers. All
// others are left to `pathWithOptions`, which says what is wrong.

import { optionsPlan } from './call-plan.js';
import { CallPlans } from './call-plans.js';
import type { NamedValues } from './generator.js';
import type { QuickCalls } from './helper-table.js';
import { LearntPlans } from './learnt-plans.js';
import { rememberedOrigin } from './origin.js';
import { optionsOf, pathWithOptions, type PathHelper } from './path-of-call.js';
import type { PatternGenerator } from './pattern-generator.js';
import { isName } from './url-options.js';
import { pathOfValues } from './value-plans.js';

/** The helper of a route as a function; its generator is made when it is first called, and its plans are of the class `Plans`. */
export function helperFunction(prepare: () => PatternGenerator, Plans = CallPlans): PathHelper {
  let generator: PatternGenerator | undefined;
  let plans: CallPlans | undefined;
  // Most calls need nothing else, and find it soonest here.
  let ofTexts: CallPlans['ofTexts'] = [];
  const closely: PathHelper = (...values) => {
    if (!generator || !plans) {
      plans = new Plans((generator = prepare()));
      ({ ofTexts } = plans);
    }
    const path = pathOfMany(plans, values);
    if (path !== undefined) return path;
    const options = optionsOf(generator, values);
    return pathWithOptions(generator, options ? values.slice(0, -1) : values, options);
  };
  // A rest parameter would make an array at every call.
  return function helper(a?: unknown, b?: unknown, c?: unknown, d?: unknown) {
    const count = arguments.length;
    const plan = ofTexts[count];
    return (
      (plan && pathOfValues(plan, count, a, b, c)) ??
      (count > 4 ? undefined : plans?.pathOfOthers(count, a, b, c, d)) ??
      // oxlint-disable-next-line prefer-rest-params
      closely.apply(undefined, arguments as never)
    );
  };
}

/** Learns from the calls of one route. */
export class PlannedCalls implements QuickCalls {
  readonly path: PathHelper;
  readonly pathFor: PathForPlans;
  readonly originOf = rememberedOrigin();

  constructor(generator: PatternGenerator) {
    this.path = helperFunction(() => generator, LearntPlans);
    this.pathFor = new PathForPlans(generator);
  }

  pathOf(values: readonly unknown[], isFor: boolean | undefined): string | undefined {
    if (!isFor) return this.path(...values);
    const { length } = values;
    return length < 5
      ? this.pathFor.path(length, values[0], values[1], values[2], values[3])
      : pathOfMany(this.pathFor, values);
  }
}

/** For `pathFor` a plain object at the end is always options, and a name that is undefined is none of them. */
class PathForPlans extends LearntPlans {
  protected override readonly makePlan = optionsPlan;

  protected override keysOf(options: NamedValues): readonly string[] {
    return super.keysOf(options).filter((key) => options[key] !== undefined || !isName(this.generator, key));
  }

  path(count: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown): string | undefined {
    if (typeof a !== 'object') {
      const plan = this.ofTexts[count];
      const path = plan && pathOfValues(plan, count, a, b, c);
      if (path !== undefined) return path;
    }
    return count > 4 ? undefined : this.pathOfOthers(count, a, b, c, d);
  }
}

/** The path of more than four values, which are given as a list; undefined where they have to be looked at closely. */
function pathOfMany(plans: CallPlans, values: readonly unknown[]): string | undefined {
  const { length } = values;
  if (length < 5) return undefined;
  return plans.pathOfOthers(length, values[0], values[1], values[2], values[3], values);
}
