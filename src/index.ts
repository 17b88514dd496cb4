// `waypost`: everything that runs anywhere: the language, and all of `waypost/router`.

export { draw, parseRoutes, routes, type Controllers, type ParseOptions } from './interpreter/load.js';
export { RoutesError } from './language/routes-error.js';
export type { Diagnostic, Fix, RelatedPlace, Severity, TextEdit } from './language/diagnostics.js';
export type { Position, Range } from './language/source.js';
export * from './router.js';

// Types that the types above refer to.
export type { FetchAnswer } from './http/fetch.js';
export type { QueryInit } from './http/request-init.js';
export type { RequestAttributes } from './http/request-context.js';
export type { RequestBodyInit } from './http/request-init.js';
export type { BodyContent, RequestBody, RequestSource } from './http/request-source.js';
export type { Origin, ReadOptions, RequestRegister } from './http/request.js';
export type { ModuleExports } from './interpreter/bindings.js';
export type { Source, Span } from './language/source.js';
export type {
  CustomHelpers,
  DirectHelper,
  HelperCallable,
  ResolveTarget,
} from './routing/generation/custom-helpers.js';
export type { UrlGenerationPlace } from './routing/generation/generation-errors.js';
export type { NamedValues } from './routing/generation/generator.js';
export type {
  RegisteredHelpers,
  RequestOrigin,
  UrlHelperMethods,
  UrlHelpersConstructor,
} from './routing/generation/helper-signatures.js';
export type { Generation, HelperRouter } from './routing/generation/helper-table.js';
export type { OriginOptions } from './routing/generation/origin.js';
export type { PathOptions } from './routing/generation/url-options.js';
export type {
  AskedRequest,
  AttributeTest,
  ConstraintCallable,
  NamedCallable,
  RequestAttribute,
  RequestConstraint,
  SegmentConstraint,
} from './routing/patterns/constraints.js';
export type { LayerDefinition, RouteFacts as DeclaredFacts } from './routing/patterns/facts.js';
export type { Pattern } from './routing/patterns/pattern.js';
export type { PatternPart } from './routing/patterns/pattern-parts.js';
export type { RouteConstraints, RouteDefinition } from './routing/patterns/route.js';
export type { RouteHead, RouteList } from './routing/patterns/route-list.js';
export type {
  ActionOf,
  CamelCase,
  EntryIn,
  JoinedParams,
  NameIn,
  PartOf,
  RoutedController,
  RoutedTables,
} from './routing/router/actions.js';
export type { CompiledConstraint, CompiledFacts } from './routing/router/compiled-parts.js';
export type {
  CompiledDetails,
  CompiledPlace,
  CompiledRoute,
  CompiledValue,
} from './routing/router/compiled-routes.js';
export type { AskedMethod } from './routing/recognition/explain.js';
export type { ContextSource, Recognition } from './routing/recognition/recognition.js';
export type { Action } from './routing/router/controller-actions.js';
export type { OtherTargets } from './routing/router/other-targets.js';
export type { RedirectLocation, RedirectOptions } from './routing/patterns/route.js';
export type { PathLimits, RouterOptions } from './routing/router/router.js';
