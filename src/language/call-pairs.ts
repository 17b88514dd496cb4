// What a call says of its routes in pairs, in all the places where the pairs may be written.
//
//   get '/:id', id => /\d+/, constraints => { host => 'a' }      constraints: host, id
//   constraints(&guards#isStaff, subdomain => 'api', { … })      constraints: &guards#isStaff, subdomain
//   defaults(format => 'json', { … })                            defaults: format

import type { Pair, Value } from './declarations.js';
import type { ReadCall } from './read-call.js';
import { optionRole, positionalRole } from './roles.js';

/** Pairs and callables that constrain segments or the request, and values in their place that can do neither. */
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
