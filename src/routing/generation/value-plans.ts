// Plans for calls with values alone. Most calls of helpers are such calls.
//
//   /posts/:id/comments(.:format)   1 value    "/posts/" a "/comments"
//                                   2 values   "/posts/" a "/comments." b
//   /list(/:page), 1 by default     1 value    "/list/" a, but "/list" if a is 1
//
// V8 treats fields that never change as constants, so it can make constants of a whole plan where a helper is inlined. For that, a plan has
// a field for each value, and no list.

import type { CallPlan } from './call-plan.js';
import { type PatternSlot, quickNumber, quickText, writtenText } from './generation-slot.js';

/** What calls with zero to five values write: a text, then each value with a text after it. */
export interface ValuePlan {
  readonly count: number;
  readonly write: WriteValues;
  readonly start: string;
  readonly first: PlannedText | undefined;
  readonly second: PlannedText | undefined;
  readonly third: PlannedText | undefined;
  readonly fourth: PlannedText | undefined;
  readonly fifth: PlannedText | undefined;
}

/** The path for these values; undefined if one of them needs a closer look. */
type WriteValues = (
  plan: ValuePlan,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
  e: unknown,
) => string | undefined;

interface PlannedText extends Pick<PatternSlot, 'hasDots' | 'own'> {
  readonly after: string;
  /** The encoded default of an optional name; undefined if there is none. */
  readonly standing: string | undefined;
  /** The default as a whole number, which is compared faster than a text; `NaN` if it is none. */
  readonly number: number;
  /** The path if the value is the default. */
  readonly without: string | undefined;
}

/** The plan for a number of values; undefined if there are more than five, or more than one and one of them has a default. */
export function valuePlan({ start, values }: Pick<CallPlan, 'start' | 'values'>): ValuePlan | undefined {
  const count = values.length;
  const hasDefault = values.some(({ standing }) => standing !== undefined);
  const write = hasDefault ? count === 1 && oneOrDefault : [none, one, two, three, more, more][count];
  if (!write) return undefined;
  const [first, second, third, fourth, fifth] = values.map(
    ({ after, own, hasDots, standing, withDefault }): PlannedText => ({
      after,
      own,
      hasDots,
      standing,
      number: quickNumber(Number(standing)) === standing ? Number(standing) : NaN,
      without: standing === undefined ? undefined : withDefault({}),
    }),
  );
  // Written out field by field: with spread objects, plans would not share one hidden class.
  return { count, write, start, first, second, third, fourth, fifth };
}

/** A plan that applies to no call. */
export const noPlan: ValuePlan = {
  count: -1,
  write: none,
  start: '',
  first: undefined,
  second: undefined,
  third: undefined,
  fourth: undefined,
  fifth: undefined,
};

/** Whether every value of a plan accepts any text. */
export function areFree({ first, second, third, fourth, fifth }: ValuePlan): boolean {
  return [first, second, third, fourth, fifth].every((planned) => planned?.own === undefined);
}

/**
 * The same as `plan.write`, for plans whose values accept any text, if V8 cannot treat the plan as a constant: it compares before it calls
 * functions.
 */
export function pathOfValues(
  plan: ValuePlan,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
  e?: unknown,
): string | undefined {
  const { count, start, first } = plan;
  if (first === undefined) return start;
  if (count > 1) return plan.write(plan, a, b, c, d, e);
  // Repeated here from `one` and `oneOrDefault`, without the call and without comparing a default that does not exist.
  const { standing, after } = first;
  if (standing !== undefined && a === first.number) return first.without;
  const text = quickText(a, first.hasDots);
  if (text === undefined) return undefined;
  if (standing !== undefined && text === standing) return first.without;
  return after ? start + text + after : start + text;
}

function none({ start }: ValuePlan): string {
  return start;
}

function one({ start, first }: ValuePlan, a: unknown): string | undefined {
  return joined(start, first, a);
}

function oneOrDefault({ start, first }: ValuePlan, a: unknown): string | undefined {
  if (first === undefined || a === first.number) return first?.without;
  const text = writtenText(first, a);
  if (text === undefined) return undefined;
  return text === first.standing ? first.without : start + text + first.after;
}

function two({ start, first, second }: ValuePlan, a: unknown, b: unknown): string | undefined {
  return joined(joined(start, first, a), second, b);
}

function three(plan: ValuePlan, a: unknown, b: unknown, c: unknown): string | undefined {
  return joined(two(plan, a, b), plan.third, c);
}

function more(
  plan: ValuePlan,
  a: unknown,
  b: unknown,
  c: unknown,
  d: unknown,
  e: unknown,
): string | undefined {
  return joined(joined(three(plan, a, b, c), plan.fourth, d), plan.fifth, e);
}

function joined(
  before: string | undefined,
  planned: PlannedText | undefined,
  value: unknown,
): string | undefined {
  if (before === undefined || planned === undefined) return before;
  const text = writtenText(planned, value);
  if (text === undefined) return undefined;
  const { after } = planned;
  return after ? before + text + after : before + text;
}
