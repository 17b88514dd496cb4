// Types of URL helpers.
//
// By default every helper name is accepted, and values are checked at run time. `waypost types` writes an interface with a function for
// each route of a file. That interface can replace the loose types:
//
//   new UrlHelpers<RouteHelpers>({ router })                                   for these helpers
//   declare module 'waypost' { interface Register { helpers: RouteHelpers } }  for all, and for `request.helpers`

import type { NamedValues } from './generator.js';
import type { HelperRouter } from './helper-table.js';
import type { OriginOptions } from './origin.js';
import type { PathOptions } from './url-options.js';
import type { QueryValue } from './query-string.js';
import type { anyArgument, SegmentValue } from './segment-value.js';

/** The origin of absolute URLs, for calls that do not give one. */
export type DefaultUrlOptions = OriginOptions;

/** The options that say how a URL is made. */
export type HelperOptions = PathOptions & OriginOptions;

/** All options of a call: those for the URL, values of segments by name, and params of the query. */
export type UrlOptions = HelperOptions & { readonly [param: string]: QueryValue };

/** The values of `pathFor` and `urlFor`, from the `Values` of the helper by name. Other keys of the options become the query. */
export type PathForValues<Values extends readonly unknown[]> = Values extends readonly [
  ...infer Segments,
  infer Options,
]
  ? [...Segments, options: Options & { readonly [param: string]: QueryValue }]
  : Required<Values> extends readonly [...infer Segments, infer Options]
    ? [...Segments, options?: (Options & { readonly [param: string]: QueryValue }) | undefined]
    : Values;

/** Options for the URL of a record. `action: 'edit'` leads to the route `edit-post` of a post. */
export type PolymorphicOptions = UrlOptions & { readonly action?: string | undefined };

/** An argument of a helper whose route TypeScript does not know. */
export type HelperArgument =
  SegmentValue | readonly SegmentValue[] | UrlOptions | { readonly [anyArgument]?: never } | null | undefined;

/** A helper whose route TypeScript does not know. Declared as a method, so that helpers with any known parameters can be assigned to it. */
export type LooseHelper = { of(...values: readonly HelperArgument[]): string }['of'];

/** The target of `direct` and `resolve`: a callable that gets the values and options of the call, or a fixed answer. */
export type DirectTarget =
  | { asked(...values: readonly unknown[]): unknown }['asked']
  | { call(...values: readonly unknown[]): unknown }
  | string
  | readonly unknown[];

/** What helpers read from the request that they belong to. */
export interface RequestOrigin {
  /** The host of absolute URLs, if no default is set. */
  readonly host?: string | undefined;
  /** `http` or `https`. */
  readonly protocol?: string | undefined;
  /** The port of absolute URLs. The default port of the protocol is left out. */
  readonly port?: number | string | undefined;
  /** The path below which the router is mounted; it begins every path. */
  readonly scriptName?: string | undefined;
}

/**
 * The methods that all URL helpers have, whatever the routes (docs/url-helpers.md). A type, because an interface is not assignable to types
 * with index signatures such as `LooseHelpers`.
 */
export type UrlHelperMethods<Known = RegisteredHelpers> = {
  /**
   * The path of a record, or of a list of nested records. A persisted record leads to its member route, a new one to the collection.
   *
   * @throws UnknownRouteError if no route has the record's name
   * @throws UrlGenerationError if it is no record, or the route would not be recognised with a value
   */
  polymorphicPath(record: object, options?: PolymorphicOptions): string;
  /** The absolute URL of a record. Throws like `polymorphicPath`, and an `UrlGenerationError` if no host is known. */
  polymorphicUrl(record: object, options?: PolymorphicOptions): string;
  /**
   * Adds `<name>-path` and `<name>-url`, which lead where `target` says for their values and options. Throws a `TypeError` for an invalid
   * name or target.
   */
  direct(name: string, target: DirectTarget, defaults?: NamedValues): UrlHelperMethods<Known> & Known;
  /**
   * Says where records of a class lead: `target` gives a list of parts of a route's name, and values. Throws a `TypeError` for an invalid
   * name or target.
   */
  resolve(className: string, target: DirectTarget): UrlHelperMethods<Known> & Known;
  /** The same helpers for a request: with its host, if no default host is set, and below its `scriptName`. */
  forRequest(request: RequestOrigin): UrlHelperMethods<Known> & Known;
};

/** Helpers by name, if TypeScript does not know the names. */
export interface LooseHelpers {
  /**
   * The path of a route. Values go to its required segments, then to the optional ones from the left. The last argument may be options:
   * values by name, `anchor`, `trailingSlash`, and params of the query.
   *
   * @throws UnknownRouteError if no route has the name
   * @throws UrlGenerationError if a value is missing or surplus, or the route would not be recognised with it
   */
  pathFor(name: string, ...values: readonly HelperArgument[]): string;
  /**
   * The absolute URL of a route or a record. The options may contain `host`, `protocol` and `port`. Throws like `pathFor`, and an
   * `UrlGenerationError` if no host is known.
   */
  urlFor(name: string, ...values: readonly HelperArgument[]): string;
  /** The absolute URL of a record, as `polymorphicUrl` returns it. */
  urlFor(record: object, options?: PolymorphicOptions): string;
  /** The path of the route whose name is before `Path`: `editUserPath` for `edit-user`. */
  readonly [helper: `${string}Path` | `${string}-path` | `${string}_path`]: LooseHelper;
  /** The absolute URL of the route whose name is before `Url`: `editUserUrl` for `edit-user`. */
  readonly [helper: `${string}Url` | `${string}-url` | `${string}_url`]: LooseHelper;
}

/** `waypost types --register` fills it, so that TypeScript knows the helpers everywhere (docs/url-helpers.md, "Typed helpers"). */
export interface Register {}

/** The registered helpers, or the loose types if none are registered. */
export type RegisteredHelpers = Register extends { readonly helpers: infer Known } ? Known : LooseHelpers;

/** The type of the class of URL helpers. */
export interface UrlHelpersConstructor {
  /**
   * Prepares the helpers of a router (docs/url-helpers.md, "Where the helpers are"). Each helper is made when it is first used. Throws a
   * `TypeError` if `router` is no router.
   */
  new <Known = RegisteredHelpers>(options: {
    /** The router whose routes the helpers lead to. */
    readonly router: HelperRouter;
    /** The origin of absolute URLs. The options of a call win over it. */
    readonly defaultUrlOptions?: DefaultUrlOptions | undefined;
  }): UrlHelperMethods<Known> & Known;
  /** The methods that all helpers inherit. */
  readonly prototype: UrlHelperMethods & RegisteredHelpers;
}

declare module '../../http/request.js' {
  /** A request that a router answers has the router's helpers. */
  interface RequestRegister {
    readonly helpers: UrlHelperMethods & RegisteredHelpers;
  }
}
