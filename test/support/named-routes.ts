// Routers for tests of generation, made without a routes file: `namedRoutes({ user: '/users/:id' })`.

import { Inflection } from '../../src/interpreter/inflection.js';
import type { CustomHelpers } from '../../src/routing/generation/custom-helpers.js';
import type { SegmentConstraint } from '../../src/routing/patterns/constraints.js';
import { quickGeneration } from '../../src/routing/generation/generation.js';
import type { HelperRouter } from '../../src/routing/generation/helper-table.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import { canonicalName } from '../../src/routing/patterns/route-name.js';
import { Route, type RouteDefinition } from '../../src/routing/patterns/route.js';

export type WrittenConstraint = string | RegExp | readonly (string | RegExp)[] | ((value: string) => unknown);

/** A path, or a path with what is demanded of its segments and what they are where they are absent. */
export type WrittenRoute =
  | string
  | {
      readonly path: string;
      readonly constraints?: Readonly<Record<string, WrittenConstraint>>;
      readonly defaults?: Readonly<Record<string, string>>;
    };

export function routeDefinition(name: string | undefined, written: WrittenRoute): RouteDefinition {
  const { path, constraints = {}, defaults = {} } = typeof written === 'string' ? { path: written } : written;
  const { pattern, problems } = parsePattern(path);
  if (problems[0]) throw new Error(`${path}: ${problems[0].message}`);
  return {
    name,
    verbs: ['GET'],
    any: false,
    pattern,
    target: { kind: 'controller', controller: 'things', action: 'show' },
    segmentConstraints: new Map(
      Object.entries(constraints).map(([key, value]) => [key, [segmentConstraint(value)]]),
    ),
    requestConstraints: [],
    defaults: new Map(Object.entries(defaults)),
  };
}

export function segmentConstraint(written: WrittenConstraint): SegmentConstraint {
  if (typeof written === 'string') return { kind: 'string', value: written };
  if (written instanceof RegExp) return { kind: 'regex', regex: written };
  if (typeof written === 'function') return { kind: 'callable', callable: written, label: '&guards#isGood' };
  return { kind: 'list', values: written };
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
