// The generator of a route with all that a pattern can have: constraints, and paths that have to be read back.

import { slotsOf } from './generation-slot.js';
import { type Generator, RouteGenerator } from './generator.js';
import { ambiguityOf } from './path-ambiguity.js';
import { pathPlanner } from './path-plan.js';
import { type GeneratedRoute, RouteReading } from './path-reading.js';
import { slotDemands } from './slot-demands.js';

/** Prepares the generator of a route. */
export function compileGenerator(definition: GeneratedRoute): Generator {
  const { pattern, segmentConstraints, defaults } = definition;
  const slots = slotsOf(pattern, defaults, (name) => slotDemands(segmentConstraints.get(name)));
  const planOf = pathPlanner(pattern, slots, ambiguityOf(pattern, slots));
  return new RouteGenerator({
    definition,
    slots,
    planOf,
    reading: new RouteReading(definition, slots, planOf),
  });
}

/** More choices of optional names than this are not looked at one by one. */
const mostChoices = 64;

/** Whether every path of a route is read as it was written, so that none has to be read back. */
export function isReadAsWritten({ pattern, segmentConstraints, defaults }: GeneratedRoute): boolean {
  if (pattern.names.length === 0) return true;
  if (pattern.text.includes('.') || 2 ** pattern.optionalNames.size > mostChoices) return false;
  const slots = slotsOf(pattern, defaults, (name) => slotDemands(segmentConstraints.get(name)));
  const planOf = pathPlanner(pattern, slots, ambiguityOf(pattern, slots));
  return Array.from({ length: 2 ** pattern.optionalNames.size }, (_, given) => planOf(given)).every(
    (plan) => !plan.isAmbiguous,
  );
}
