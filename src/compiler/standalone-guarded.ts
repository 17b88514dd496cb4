// The runtime of a standalone file where a regex could stall JavaScript's engine, and what guards it.

export { guarded } from '../routing/patterns/guarded-regex.js';
export * from './standalone-runtime.js';
