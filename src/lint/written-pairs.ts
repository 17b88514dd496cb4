// The pairs by which a call constrains segments or the request, or gives defaults, as rules are told of them.

import type { ReadCall } from '../language/read-call.js';
import type { Pair, Value } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import { constraintsOf, pairsUnder } from '../language/call-pairs.js';

/** A key of the constraints that hold for a route, as somebody wrote it. */
export interface WrittenPair {
  /** Its key: the name of a segment, an attribute of the request, or a param. */
  readonly key: string;
  /** The pair as it stands in the text. */
  readonly pair: Pair;
  /** The value behind its arrow. */
  readonly value: Value;
  /** Where the value stands. */
  readonly place: Place;
}

/** The pairs of a call that constrain segments or the request: in `constraints`, or a regex of its own. */
export function constraintPairs(call: ReadCall): WrittenPair[] {
  return written(constraintsOf(call), call);
}

/** The pairs of a call that are defaults. */
export function defaultPairs(call: ReadCall): WrittenPair[] {
  return written(pairsUnder(call, 'defaults'), call);
}

function written(parts: readonly (Pair | Value)[], { declaration: { source } }: ReadCall): WrittenPair[] {
  return parts.flatMap((pair) => {
    if (pair.kind !== 'pair' || !pair.value) return [];
    const { key, value } = pair;
    return { key: key.text, pair, value, place: { source, span: value.span } };
  });
}
