// `waypost/router`: everything that a running application needs, for loaded and for compiled routes. It has nothing of the language: no
// parser, no linter, no `node:` module.

export {
  Router,
  type PathLimits,
  type RecognitionStatus,
  type RecognizeOptions,
} from './routing/router/router.js';
export type {
  ActionName,
  ActionParams,
  ActionRequest,
  Controller,
  ControllerName,
  RoutedActions,
  RoutedControllers,
  RoutedFiles,
} from './routing/router/actions.js';
export {
  createRouter,
  type CompiledRoutes,
  type CompiledRoutesWith,
  type CreateRouterOptions,
  type RouterWith,
} from './routing/router/compiled-routes.js';
// What compiled modules import beside `createRouter`, if their routes need it.
export { guarded } from './routing/patterns/guarded-regex.js';
export { boundMatching } from './routing/patterns/reachability.js';
export { quickRecognition, recognition } from './routing/recognition/matcher.js';
export { literalRecognition } from './routing/recognition/literal-recognition.js';
export { simpleRecognition } from './routing/recognition/simple-recognition.js';
export { type SearchFunction, writtenRecognition } from './routing/recognition/written-recognition.js';
export { otherTargets } from './routing/router/other-targets.js';
export {
  callableTarget,
  customHelpers,
  pluralHelpers,
  redirectTarget,
  requestConstraints,
  routeFacts,
  segmentConstraints,
  segmentTest,
} from './routing/router/compiled-parts.js';
export type { ControllerResolver, Dispatcher } from './routing/router/dispatch.js';
export type { Match } from './routing/recognition/match.js';
export { surroundings, type NoticeWriter, type Surroundings } from './routing/router/surroundings.js';
export type { Route, RouteTableRow } from './routing/patterns/route.js';
export type { Location, RedirectTarget, Target } from './routing/patterns/route.js';
export type { Fact, FactValue, RouteNotice } from './routing/patterns/facts.js';
export type { Explanation } from './routing/recognition/explain.js';
export type { RequestContext } from './routing/patterns/constraints.js';

export { constrainedGeneration, generation, quickGeneration } from './routing/generation/generation.js';
export { UrlHelpers } from './routing/generation/url-helpers.js';
export type {
  DefaultUrlOptions,
  DirectTarget,
  HelperArgument,
  HelperOptions,
  LooseHelper,
  LooseHelpers,
  PathForValues,
  PolymorphicOptions,
  Register,
  UrlOptions,
} from './routing/generation/helper-signatures.js';
export type { QueryValue } from './routing/generation/query-string.js';
export type { ParamRecord, RecordBy, SegmentValue } from './routing/generation/segment-value.js';
export { UnknownRouteError, UrlGenerationError } from './routing/generation/generation-errors.js';

export type { Endpoint } from './http/endpoint.js';
export {
  toFetchHandler,
  toFetchMiddleware,
  type FetchHandlerOptions,
  type FetchMiddleware,
  type FetchOptions,
} from './http/fetch.js';
export { hostArguments } from './http/host.js';
export { fromFetch, type FetchApplication, type FetchFunction } from './http/from-fetch.js';
export { HttpError, type HttpErrorOptions, isHttpError } from './http/http-error.js';
export type { LayerTrace, RecognizeTrace, RequestTrace, RouteFacts } from './http/tracing.js';
export { Headers, InvalidHeaderError, type HeadersInit } from './http/headers.js';
export {
  Request,
  type AnsweringRoute,
  type Params,
  type RequestChanges,
  type RequestHelpers,
  type RequestInit,
  type TrailStep,
  type Valid,
} from './http/request.js';
export {
  isResponse,
  Response,
  responseFrom,
  type CookieOptions,
  type ResponseInit,
  type ResponseOptions,
} from './http/response.js';
export type { AcceptedForm } from './http/accepted-form.js';
export type { Body, BodyStream } from './http/body.js';

export { AllowedHosts, type AllowedHostsArguments } from './middleware/allowed-hosts.js';
export { Middleware, type MiddlewareArguments, type Next } from './middleware/middleware.js';
export {
  MiddlewareStack,
  MiddlewareStackError,
  type EntryArguments,
  type MiddlewareClass,
} from './middleware/stack.js';
export type { Layer, LayerFunction } from './middleware/layer.js';
export {
  validated,
  type Schemas,
  type ValidatedBy,
  type ValidatedLayer,
  type ValidOf,
} from './middleware/validated.js';
export {
  EmbeddedFiles,
  type EmbeddedFile,
  type EmbeddedFilesArguments,
} from './middleware/embedded-files.js';
export { assetPath } from './http/asset-path.js';
export { RequestId, requestIdOf, type RequestIdArguments } from './middleware/request-id.js';
