// The runtime of a standalone file whose paths are all read as they are written, and whose segments have no constraints.

import { helpersBy, standaloneGenerator } from './standalone-runtime.js';

export { defaultUrlOptions, UrlGenerationError } from './standalone-runtime.js';
export const { pathHelper, urlHelper } = helpersBy((route) => standaloneGenerator(route));
