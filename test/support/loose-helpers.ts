// URL helpers of a few named routes, which TypeScript lets be called with anything.

import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { namedRoutes, type WrittenRoute } from './named-routes.js';

type Loose = (...values: readonly unknown[]) => string;

/** The helpers of these routes. */
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

/** The path of one route. */
export function pathFor(route: WrittenRoute, ...values: readonly unknown[]): string {
  return helpersOf({ thing: route }).pathFor('thing', ...values);
}
