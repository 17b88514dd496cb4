// The runtime of a standalone file with guards: for regexes that could stall JavaScript's engine, or values that could stall the matching
// of paths.

export { guarded } from '../routing/patterns/guarded-regex.js';
export { boundMatching } from '../routing/patterns/reachability.js';
export * from './standalone-whole.js';
