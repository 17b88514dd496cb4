// The runtime of a standalone file for routes whose paths are read back after they are made.

import { ReadingGenerator } from '../routing/generation/path-reading.js';
import { segmentConstraints } from '../routing/router/compiled-parts.js';
import { helpersBy, standalonePattern } from './standalone-runtime.js';

export { defaultUrlOptions, UrlGenerationError } from './standalone-runtime.js';
export const { pathHelper, urlHelper } = helpersBy(
  (route) =>
    new ReadingGenerator({
      name: route.name,
      pattern: standalonePattern(route),
      segmentConstraints: segmentConstraints(route.where ?? []),
      defaults: new Map(route.defaults),
    }),
);
