// URL helpers of the application's own: what `direct` and `resolve` declare.
//
//   direct  'homepage', &links#homepage    helpers.homepageUrl()         → what the callable answers
//   resolve 'Basket', <cart>               helpers.polymorphicPath(b)    → the path of the route `cart`

import { hasMethod } from '../../http/object-shape.js';

/** Gets what the helper was called with, its options last; answers a URL, a path, a list, or a record. */
export type HelperCallable = ((...values: never[]) => unknown) | { call(...values: never[]): unknown };

/** One `direct`: undefined as a target where only an editor or linter looks. */
export interface DirectHelper {
  /** A URL, parts of a route's name with values, or a callable that gives either. */
  readonly target: HelperCallable | string | readonly unknown[] | undefined;
  /** Options for a call that does not give them; an object that inherits nothing. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** Where the records of a class lead: parts of a route's name, or a callable (record, options) that gives them. */
export type ResolveTarget = HelperCallable | string | readonly unknown[] | undefined;

/** The custom helpers of a routes file. */
export interface CustomHelpers {
  /** By name, as written. */
  readonly direct: ReadonlyMap<string, DirectHelper>;
  /** By class name. */
  readonly resolve: ReadonlyMap<string, ResolveTarget>;
  /** The plural of a class's kebab-cased name; with an `s` unless given. */
  readonly plural?: (singular: string) => string;
}

/** Whether a text leads somewhere by itself: a URL with its protocol that runs nothing, or a path of this site. */
export function isLocation(text: string): boolean {
  return /^(?!javascript:|vbscript:|data:)(?:[a-z][a-z0-9+.-]*:|\/(?![/\\]))/i.test(text);
}

/** Whether a value is a function or an object with `call`. */
export function isHelperCallable(value: unknown): value is HelperCallable {
  return typeof value === 'function' || hasMethod(value, 'call');
}
