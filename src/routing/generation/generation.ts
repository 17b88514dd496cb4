// The `Generation` functions that a router can be given. Loaded routers use `quickGeneration`; compiled ones get one if some paths are not
// simple.

import { runTexts } from '../patterns/run-texts.js';
import { ConstrainedGenerator } from './constrained-generator.js';
import type { Generation, RouteHelper } from './helper-table.js';
import { ReadingGenerator } from './path-reading.js';
import { PlannedCalls } from './quick-calls.js';

/** Makes the paths of routes that are simple except for constraints (docs/compiled-routes.md, "`waypost/router`"). */
export const constrainedGeneration: Generation = (definition): RouteHelper => {
  return { generator: new ConstrainedGenerator(definition) };
};

/** Makes the paths of any route (docs/compiled-routes.md, "`waypost/router`"). */
export const generation: Generation = (definition): RouteHelper => {
  return { generator: new ReadingGenerator(definition) };
};

/** Like `generation`, but faster: it remembers the shapes of earlier calls (docs/compiled-routes.md, "`waypost/router`"). */
export const quickGeneration: Generation = (definition): RouteHelper => {
  runTexts();
  const generator = new ReadingGenerator(definition);
  return { generator, calls: new PlannedCalls(generator) };
};
