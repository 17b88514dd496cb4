// The constraints of a route as demands on the values of one segment or glob.

import {
  asksCallable,
  constraintText,
  type SegmentConstraint,
  segmentDemand,
  valueTest,
} from '../patterns/constraints.js';
import type { SlotDemands } from './generation-slot.js';

/** What these constraints demand; undefined where there are none. */
export function slotDemands(constraints: readonly SegmentConstraint[] = []): SlotDemands | undefined {
  if (constraints.length === 0) return undefined;
  const { test, admitsDots, callables } = segmentDemand(constraints);
  return {
    matches: test,
    holdsDots: admitsDots,
    asks: callables.length > 0,
    refusal: (text) => {
      const broken =
        constraints.find((each) => each.kind !== 'callable' && !valueTest(each)(text)) ??
        callables.find((each) => !asksCallable(each, text));
      return broken && demandText(broken);
    },
  };
}

function demandText(constraint: SegmentConstraint): string {
  const text = constraintText(constraint);
  switch (constraint.kind) {
    case 'regex':
      return `it must match ${text} as a whole`;
    case 'string':
      return `it must be ${text}`;
    case 'list':
      return `it must be one of ${text}`;
    case 'callable':
      return `${text} must let it through`;
    default:
      return constraint satisfies never;
  }
}
