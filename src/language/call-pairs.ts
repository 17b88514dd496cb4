// Collects the pairs of a call that apply to its routes, wherever they are written.
//
//   get '/:id', id => /\d+/, constraints => { host => 'a' }      constraints: host, id
//   constraints(&guards#isStaff, subdomain => 'api', { … })      constraints: &guards#isStaff, subdomain
//   defaults(format => 'json', { … })                            defaults: format

import type { Place } from './diagnostics.js';
import type { Pair, Value } from './declarations.js';
import type { ReadCall } from './read-call.js';
import { optionRole, positionalRole } from './roles.js';

/** The pairs and callables that constrain segments or the request, and invalid values in their place. */
export function constraintsOf(call: ReadCall): readonly (Pair | Value)[] {
  const { options, extras, values, row } = call;
  if (row.anyKey)
    return positionalRole(call.declaration) === 'constraints' ? [...values.flatMap(partsOf), ...extras] : [];
  const option = options.get('constraints');
  return option ? [...partsOf(option.value), ...extras] : extras;
}

function partsOf(value: Value): readonly (Pair | Value)[] {
  if (value.kind === 'hash') return value.pairs;
  return value.kind === 'list' ? value.items.flatMap(partsOf) : [value];
}

/** The pairs in the option, or the block, of this name. */
export function pairsUnder(call: ReadCall, name: 'defaults' | 'meta'): readonly Pair[] {
  if (positionalRole(call.declaration) !== optionRole(name))
    return call.options.get(name)?.value.pairs ?? none;
  const [hash] = call.positionals;
  return hash?.kind === 'hash' ? [...hash.pairs, ...call.extras] : call.extras;
}

const none: readonly Pair[] = [];

/** A pair that constrains a route or gives it a default. */
export interface WrittenPair {
  /** Its key: the name of a segment, an attribute of the request, or a param. */
  readonly key: string;
  /** The pair in the syntax tree. */
  readonly pair: Pair;
  /** The value behind its arrow. */
  readonly value: Value;
  /** Where the value stands. */
  readonly place: Place;
}

/** The pairs of a call that constrain segments or the request: those in `constraints`, and separate regexes. */
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
