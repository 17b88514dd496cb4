// The pairs by which a call constrains segments or the request, or gives defaults, in all the places where they may be written.
//
//   get '/:id', id => /\d+/, constraints => { host => 'a' }      id, host
//   constraints(subdomain => 'api', { … })                       subdomain

import type { ReadCall } from '../language/read-call.js';
import type { Declaration, Pair, Value } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import { positionalRole } from '../language/roles.js';

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
  const { declaration } = call;
  if (
    call.extras.length === 0 &&
    !call.options.has('constraints') &&
    positionalRole(declaration) !== 'constraints'
  )
    return [];
  const pairs: Pair[] = [...call.extras];
  const addHashes = (value: Value | undefined): void => {
    if (value?.kind === 'hash') pairs.push(...value.pairs);
    else if (value?.kind === 'list') value.items.forEach(addHashes);
  };
  addHashes(call.options.get('constraints')?.value);
  if (positionalRole(declaration) === 'constraints') call.values.forEach(addHashes);
  else if (call.row.anyKey) return [];
  return written(pairs, declaration);
}

/** The pairs of a call that are defaults. */
export function defaultPairs(call: ReadCall): WrittenPair[] {
  const { declaration } = call;
  if (!call.options.has('defaults') && positionalRole(declaration) !== 'params') return [];
  const hashOf = (value: Value | undefined): readonly Pair[] => (value?.kind === 'hash' ? value.pairs : []);
  const own = hashOf(call.options.get('defaults')?.value);
  if (positionalRole(declaration) !== 'params') return written(own, declaration);
  return written([...own, ...hashOf(call.positionals[0]), ...call.extras], declaration);
}

function written(pairs: readonly Pair[], declaration: Declaration): WrittenPair[] {
  return pairs.flatMap((pair) =>
    pair.value
      ? [
          {
            key: pair.key.text,
            pair,
            value: pair.value,
            place: { source: declaration.source, span: pair.value.span },
          },
        ]
      : [],
  );
}
