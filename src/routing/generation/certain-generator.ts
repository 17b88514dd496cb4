// The generator of a route whose paths are all read as they are written (`isReadAsWritten`): nothing that reads paths comes with it.

import { slotsOf, type SlotDemands } from './generation-slot.js';
import { type Generator, type HelperRoute, RouteGenerator } from './generator.js';
import { pathPlanner } from './path-plan.js';
import type { Pattern } from '../patterns/pattern.js';

/** Prepares the generator of a route; `demandsOn` says what constraints demand of a segment. */
export function certainGenerator(
  definition: HelperRoute & { readonly pattern: Pattern },
  demandsOn: (name: string) => SlotDemands | undefined = () => undefined,
): Generator {
  const { pattern, defaults } = definition;
  const slots = slotsOf(pattern, defaults, demandsOn);
  return new RouteGenerator({ definition, slots, planOf: pathPlanner(pattern, slots, () => false) });
}
