// The runtime of a standalone file for routes without constraints on segments whose paths need not be read back.

import { helpersBy, standaloneGenerator } from './standalone-runtime.js';

export { defaultUrlOptions, UrlGenerationError } from './standalone-runtime.js';
export const { pathHelper, urlHelper } = helpersBy((route) => standaloneGenerator(route));
