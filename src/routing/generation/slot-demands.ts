// Makes `SlotDemands` of the constraints on one segment or glob.

import {
  asksCallable,
  constraintText,
  type SegmentConstraint,
  segmentDemand,
  valueTest,
} from '../patterns/constraints.js';
import type { SlotDemands } from './generation-slot.js';

/** The demands of these constraints; undefined if there are none. */
export function slotDemands(constraints: readonly SegmentConstraint[] = []): SlotDemands | undefined {
  if (constraints.length === 0) return undefined;
  const { test, admitsDots, callables } = segmentDemand(constraints);
  return {
    matches: test,
    holdsDots: admitsDots,
    words: constraints.flatMap(wordsOf).slice(0, mostWords),
    asks: callables.length > 0,
    refusal: (text) => {
      const broken =
        constraints.find((each) => each.kind !== 'callable' && !valueTest(each)(text)) ??
        callables.find((each) => !asksCallable(each, text));
      return broken && demandText(broken);
    },
  };
}

/** Up to so many words, comparing each with a value is the fastest test. */
const mostWords = 8;

/** The texts that a constraint accepts, if it is a list of texts, a text, or a regex such as `en|de`. */
function wordsOf(constraint: SegmentConstraint): readonly string[] {
  if (constraint.kind === 'list') return constraint.values.filter((each) => typeof each === 'string');
  if (constraint.kind === 'string') return [constraint.value];
  const isOfWords = constraint.kind === 'regex' && /^[\w-]+(?:\|[\w-]+)*$/.test(constraint.regex.source);
  return isOfWords ? constraint.regex.source.split('|') : [];
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
