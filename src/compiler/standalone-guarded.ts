// The runtime of a standalone file where a regex could stall JavaScript's engine, or a value the matching, and what guards it.

export { guarded } from '../routing/patterns/guarded-regex.js';
export { boundMatching } from '../routing/patterns/reachability.js';
export * from './standalone-whole.js';
