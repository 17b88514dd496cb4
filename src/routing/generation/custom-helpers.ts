// URL helpers that the application declares with `direct` and `resolve`.
//
//   direct  'homepage', &links#homepage    helpers.homepageUrl()         → what the callable returns
//   resolve 'Basket', <cart>               helpers.polymorphicPath(b)    → the path of the route `cart`

import { hasMethod } from '../../http/object-shape.js';

/** Gets the values of the helper's call, its options last. Returns a URL, a path, a list or a record. */
export type HelperCallable = ((...values: never[]) => unknown) | { call(...values: never[]): unknown };

/** A helper declared with `direct`. Editors and linters do not load its callable, so its target may be undefined. */
export interface DirectHelper {
  /** A URL, a list of parts of a route's name and values, or a callable that returns one of these. */
  readonly target: HelperCallable | string | readonly unknown[] | undefined;
  /** Options for calls that do not give them. The object inherits nothing. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** Where records of a class lead: parts of a route's name, or a callable that gets record and options and returns them. */
export type ResolveTarget = HelperCallable | string | readonly unknown[] | undefined;

/** The custom helpers of a routes file. */
export interface CustomHelpers {
  /** By name, as written. */
  readonly direct: ReadonlyMap<string, DirectHelper>;
  /** By the name of the class. */
  readonly resolve: ReadonlyMap<string, ResolveTarget>;
  /** The plural of a class's name in kebab-case. By default it is formed with an `s`. */
  readonly plural?: (singular: string) => string;
}

/** Whether a text is a URL with a protocol (but not one that runs code), or a path of this site. */
export function isLocation(text: string): boolean {
  return /^(?!javascript:|vbscript:|data:)(?:[a-z][a-z0-9+.-]*:|\/(?![/\\]))/i.test(text);
}

/** Whether a value is a function, or an object with `call`. */
export function isHelperCallable(value: unknown): value is HelperCallable {
  return typeof value === 'function' || hasMethod(value, 'call');
}
