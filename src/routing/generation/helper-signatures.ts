// What URL helpers look like to TypeScript.
//
// Without more, every name is accepted and its values are checked when the program runs. `waypost types` writes an
// interface with a function for each route of a file, and that interface can take the place of the loose one:
//
//   new UrlHelpers<RouteHelpers>({ router })                                   for these helpers
//   declare module 'waypost' { interface Register { helpers: RouteHelpers } }  for all, and for `request.helpers`

import type { NamedValues } from './generator.js';
import type { HelperRouter } from './helper-table.js';
import type { OriginOptions } from './origin.js';
import type { PathOptions } from './url-options.js';
import type { QueryValue } from './query-string.js';
import type { anyArgument, SegmentValue } from './segment-value.js';

/** Where absolute URLs lead, for calls that do not say so. */
export type DefaultUrlOptions = OriginOptions;

/** The options that say how a URL is made. */
export type HelperOptions = PathOptions & OriginOptions;

/** The options of a call: those of the URL, values of segments by name, and params of the query. */
export type UrlOptions = HelperOptions & { readonly [param: string]: QueryValue };

/** What `pathFor` and `urlFor` take where a helper by name takes `Values`: keys that are left over become the query. */
export type PathForValues<Values extends readonly unknown[]> = Values extends readonly [
  ...infer Segments,
  infer Options,
]
  ? [...Segments, options: Options & { readonly [param: string]: QueryValue }]
  : Required<Values> extends readonly [...infer Segments, infer Options]
    ? [...Segments, options?: (Options & { readonly [param: string]: QueryValue }) | undefined]
    : Values;

/** `action: 'edit'` leads to the route `edit-post` of a post. */
export type PolymorphicOptions = UrlOptions & { readonly action?: string | undefined };

/** An argument of a helper whose route is not known to TypeScript. */
export type HelperArgument =
  SegmentValue | readonly SegmentValue[] | UrlOptions | { readonly [anyArgument]?: never } | null | undefined;

/** A helper whose route is not known to TypeScript. As a method's type it stands for one that is known, too, whatever that asks for. */
export type LooseHelper = { of(...values: readonly HelperArgument[]): string }['of'];

/** What a `direct` helper or a resolution is: asked with the call's values and options, or fixed. */
export type DirectTarget =
  | { asked(...values: readonly unknown[]): unknown }['asked']
  | { call(...values: readonly unknown[]): unknown }
  | string
  | readonly unknown[];

/** What helpers read of the request that they are for. */
export interface RequestOrigin {
  /** The host of absolute URLs, where no default is set. */
  readonly host?: string | undefined;
  /** `http` or `https`. */
  readonly protocol?: string | undefined;
  /** The port of absolute URLs; the protocol's own is left out. */
  readonly port?: number | string | undefined;
  /** The path that a mounted router hangs below; it begins every path. */
  readonly scriptName?: string | undefined;
}

/** What all URL helpers have, whatever the routes (docs/url-helpers.md). No interface, which could not stand where helpers of any name are asked for. */
export type UrlHelperMethods<Known = RegisteredHelpers> = {
  /**
   * The path to a record, or to a list that nests: a persisted record leads to its member, a new one to the
   * collection.
   *
   * @throws UnknownRouteError where no route has the name that the record leads to
   * @throws UrlGenerationError where it is no record, or a value is not one that the route would be recognised with
   */
  polymorphicPath(record: object, options?: PolymorphicOptions): string;
  /** The absolute URL of a record; throws as `polymorphicPath` does, and an `UrlGenerationError` where no host is known. */
  polymorphicUrl(record: object, options?: PolymorphicOptions): string;
  /** Adds `<name>-path` and `<name>-url`, which answer what `target` gives for their arguments and options. Throws a `TypeError` for what is no name or target. */
  direct(name: string, target: DirectTarget, defaults?: NamedValues): UrlHelperMethods<Known> & Known;
  /** Says where the records of a class lead: `target` gives a list of parts of a route's name, and values. Throws a `TypeError` for what is no name or target. */
  resolve(className: string, target: DirectTarget): UrlHelperMethods<Known> & Known;
  /** The same helpers with the host of a request, where no default host is set, and below its `scriptName`. */
  forRequest(request: RequestOrigin): UrlHelperMethods<Known> & Known;
};

/** Helpers by name, as long as TypeScript does not know the names. */
export interface LooseHelpers {
  /**
   * The path of a route. Values go to its required segments, further ones to the optional ones from the left; the last
   * argument may be options: values by name, `anchor`, `trailingSlash`, and what becomes the query.
   *
   * @throws UnknownRouteError where no route has the name
   * @throws UrlGenerationError where a value is missing, surplus, or not one that the route would be recognised with
   */
  pathFor(name: string, ...values: readonly HelperArgument[]): string;
  /**
   * The absolute URL of a route, or of a record; `host`, `protocol` and `port` may be among the options. Throws as `pathFor` does, and an
   * `UrlGenerationError` where no host is known.
   */
  urlFor(name: string, ...values: readonly HelperArgument[]): string;
  /** The URL of a record, as `polymorphicUrl` gives it. */
  urlFor(record: object, options?: PolymorphicOptions): string;
  /** The path of the route whose name stands before `Path`. */
  readonly [helper: `${string}Path` | `${string}-path` | `${string}_path`]: LooseHelper;
  /** The URL of the route whose name stands before `Url`. */
  readonly [helper: `${string}Url` | `${string}-url` | `${string}_url`]: LooseHelper;
}

/** What `waypost types --register` fills, so that TypeScript knows the helpers of an application everywhere (docs/url-helpers.md, "Typed helpers"). */
export interface Register {}

/** The registered helpers, or the loose ones. */
export type RegisteredHelpers = Register extends { readonly helpers: infer Known } ? Known : LooseHelpers;

/** The class of URL helpers. */
export interface UrlHelpersConstructor {
  /**
   * Prepares the helpers of a router (docs/url-helpers.md, "Where the helpers are"); each is compiled when it is first asked for. Throws a `TypeError` for
   * what is no router.
   */
  new <Known = RegisteredHelpers>(options: {
    /** Whose routes they lead to. */
    readonly router: HelperRouter;
    /** For absolute URLs; a call's own options come before them. */
    readonly defaultUrlOptions?: DefaultUrlOptions | undefined;
  }): UrlHelperMethods<Known> & Known;
  /** What all helpers inherit. */
  readonly prototype: UrlHelperMethods & RegisteredHelpers;
}

declare module '../../http/request.js' {
  /** A request that a router serves has the router's helpers. */
  interface RequestRegister {
    readonly helpers: UrlHelperMethods & RegisteredHelpers;
  }
}
