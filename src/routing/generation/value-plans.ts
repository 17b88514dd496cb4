// What calls with values alone write: most calls of helpers are such, and everything that they need is here.
//
//   /posts/:id/comments(.:format)   1 value    "/posts/" a "/comments"
//                                   2 values   "/posts/" a "/comments." b
//   /list(/:page), 1 by default     1 value    "/list/" a, but "/list" where a is 1
//
// Wherever a helper is called, the engine takes fields that never change for constants, and so a whole plan: hence a field for each value, and no list.

import type { CallPlan } from './call-plan.js';
import { type PatternSlot, quickNumber, quickText, writtenText } from './generation-slot.js';

/** What so many values are written between: none to five. */
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

/** The path of these values; undefined where one of them needs a closer look. */
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
  /** The default of an optional name, encoded; undefined where there is none. */
  readonly standing: string | undefined;
  /** The default as a whole number, which is compared sooner than a text; `NaN` where it is none. */
  readonly number: number;
  /** The path where the value is the default. */
  readonly without: string | undefined;
}

/** The plan of a call's values; undefined where they are too many, or one of several may be a default. */
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
  // Field by field: plans that were spread would have shapes of their own.
  return { count, write, start, first, second, third, fourth, fifth };
}

/** The plan of no call, whatever the number of its values. */
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

/** Whether each of a plan's values may be any text. */
export function areFree({ first, second, third, fourth, fifth }: ValuePlan): boolean {
  return [first, second, third, fourth, fifth].every((planned) => planned?.own === undefined);
}

/** `plan.write` of a plan that is free, where the engine knows nothing of it: it then sooner compares a number than it calls any function. */
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
  // Written here, where values may be any texts: a call less, and no default compared where there is none, is a tenth of the time.
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
