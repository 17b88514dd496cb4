// The runtime of a standalone file for routes with constraints on segments whose paths need not be read back.

import { slotDemands } from '../routing/generation/slot-demands.js';
import { segmentConstraints } from '../routing/router/compiled-parts.js';
import { helpersBy, standaloneGenerator } from './standalone-runtime.js';

export { defaultUrlOptions, UrlGenerationError } from './standalone-runtime.js';
export const { pathHelper, urlHelper } = helpersBy((route) => {
  const constraints = segmentConstraints(route.where ?? []);
  return standaloneGenerator(route, (name) => slotDemands(constraints.get(name)));
});
