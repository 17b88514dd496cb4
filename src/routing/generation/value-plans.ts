// What calls with values alone write, where each may be any text: most calls of helpers are such, and everything that they need is here.
//
//   /posts/:id/comments(.:format)   1 value    "/posts/" a "/comments"
//                                   2 values   "/posts/" a "/comments." b

import { type PatternSlot, quickText } from './generation-slot.js';

/** What so many values are written between. */
export interface ValuePlan {
  readonly start: string;
  readonly after: readonly string[];
  /** Whether a value with a dot needs a closer look. */
  readonly hasDots: boolean;
}

type PlannedValue = Readonly<
  Pick<PatternSlot, 'hasDots' | 'own'> & { readonly after: string; readonly standing: string | undefined }
>;

/** What calls write that have these values alone, as such a plan; undefined for more than three, and where one may not be any text. */
export function valuePlan(start: string, values: readonly PlannedValue[]): ValuePlan | undefined {
  if (values.length > 3 || values.some(({ own, standing }) => own !== undefined || standing !== undefined))
    return undefined;
  return { start, after: values.map(({ after }) => after), hasDots: values[0]?.hasDots === true };
}

/** The path of so many values; undefined where one of them needs a closer look. */
export function pathOfValues(
  plan: ValuePlan,
  count: number,
  a: unknown,
  b: unknown,
  c: unknown,
): string | undefined {
  const { start, after, hasDots } = plan;
  if (count === 0) return start;
  const first = joined(start, a, after[0], hasDots);
  if (count === 1 || first === undefined) return first;
  const second = joined(first, b, after[1], hasDots);
  if (count === 2 || second === undefined) return second;
  return joined(second, c, after[2], hasDots);
}

function joined(
  before: string,
  value: unknown,
  after: string | undefined,
  hasDots: boolean,
): string | undefined {
  const text = quickText(value, hasDots);
  if (text === undefined) return undefined;
  return after ? before + text + after : before + text;
}
