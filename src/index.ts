// `waypost`: everything that runs anywhere – the language, and all of `waypost/router`.

export { draw, parseRoutes, routes, type Controllers, type ParseOptions } from './interpreter/load.js';
export { RoutesError } from './language/routes-error.js';
export type { Diagnostic, Fix, RelatedPlace, Severity, TextEdit } from './language/diagnostics.js';
export type { Position, Range } from './language/source.js';
export * from './router.js';
