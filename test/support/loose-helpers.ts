// URL helpers of a few named routes, typed loosely so that tests can pass any values.

import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { namedRoutes, type WrittenRoute } from './named-routes.js';

type Loose = (...values: readonly unknown[]) => string;

/** The helpers of some routes, by name. */
export function helpersOf(
  routes: Readonly<Record<string, WrittenRoute>>,
  defaultUrlOptions?: Record<string, unknown>,
) {
  return new UrlHelpers({
    router: namedRoutes(routes),
    ...(defaultUrlOptions && { defaultUrlOptions }),
  }) as unknown as UrlHelpers & {
    pathFor: Loose;
    urlFor: Loose;
    polymorphicPath: Loose;
    polymorphicUrl: Loose;
  } & Record<string, Loose>;
}

/** The path of a single route. */
export function pathFor(route: WrittenRoute, ...values: readonly unknown[]): string {
  return helpersOf({ thing: route }).pathFor('thing', ...values);
}
