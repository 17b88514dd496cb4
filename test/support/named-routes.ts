// Routers for tests of generation, made without a routes file: `namedRoutes({ user: '/users/:id' })`.

import { Inflection } from '../../src/interpreter/inflection.js';
import type { CustomHelpers } from '../../src/routing/generation/custom-helpers.js';
import { quickGeneration } from '../../src/routing/generation/generation.js';
import type { HelperRouter } from '../../src/routing/generation/helper-table.js';
import { canonicalName } from '../../src/routing/patterns/route-name.js';
import { Route, type RouteDefinition } from '../../src/routing/patterns/route.js';
import { definitionOf, type WrittenConstraint } from './definition.js';

/** A path, or a path with constraints and defaults. */
export type WrittenRoute =
  | string
  | {
      readonly path: string;
      readonly constraints?: Readonly<Record<string, WrittenConstraint>>;
      readonly defaults?: Readonly<Record<string, string>>;
    };

export function routeDefinition(name: string | undefined, written: WrittenRoute): RouteDefinition {
  const { path, constraints = {}, defaults = {} } = typeof written === 'string' ? { path: written } : written;
  return definitionOf('GET', path, { as: name, where: constraints, defaults });
}

const words = new Inflection();

export function namedRoutes(
  written: Readonly<Record<string, WrittenRoute>>,
  customHelpers?: Partial<CustomHelpers>,
): HelperRouter {
  const routes = Object.entries(written).map(
    ([name, route], index) => new Route(routeDefinition(name, route), index),
  );
  return {
    routes,
    routeNamed: (name) => routes.find((route) => canonicalName(route.name ?? '') === canonicalName(name)),
    generation: quickGeneration,
    customHelpers: {
      direct: new Map(),
      resolve: new Map(),
      plural: (singular) => words.plural(singular),
      ...customHelpers,
    },
  };
}
