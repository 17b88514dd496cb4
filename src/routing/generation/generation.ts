// What makes the paths of any routes: for routers of loaded routes, and for compiled ones whose paths are not all simple.

import { runTexts } from '../patterns/run-texts.js';
import { ConstrainedGenerator } from './constrained-generator.js';
import type { Generation, RouteHelper } from './helper-table.js';
import { ReadingGenerator } from './path-reading.js';
import { PlannedCalls } from './quick-calls.js';

/** Makes the paths of routes whose paths are simple, but for constraints (docs/compiled-routes.md, "`waypost/router`"). */
export const constrainedGeneration: Generation = (definition): RouteHelper => {
  return { generator: new ConstrainedGenerator(definition) };
};

/** Makes the paths of any route (docs/compiled-routes.md, "`waypost/router`"). */
export const generation: Generation = (definition): RouteHelper => {
  return { generator: new ReadingGenerator(definition) };
};

/** As `generation`, and sooner: calls are written by what was learnt of earlier ones (docs/compiled-routes.md, "`waypost/router`"). */
export const quickGeneration: Generation = (definition): RouteHelper => {
  runTexts();
  const generator = new ReadingGenerator(definition);
  return { generator, calls: new PlannedCalls(generator) };
};
