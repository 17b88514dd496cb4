// A named route whose own generated path leads to another route.

import type { PatternPart } from '../../routing/pattern.js';
import { parsePattern, patternText } from '../../routing/pattern.js';
import type { RouteDefinition } from '../../routing/route.js';
import { findUnreachable } from '../../routing/unreachable-routes.js';
import { headPlace, relatedUses, routeOnLine } from '../places.js';
import type { Rule } from '../rule.js';

export const roundTrip: Rule = {
  code: 'round-trip',
  severity: 'warning',
  cost: 'slow',
  summary: 'The path that the helper makes of the required values leads to another route',
  reason:
    "A helper leaves optional groups out unless it is given their values. Where an earlier route has all the paths that are left, following the helper's link ends in another action, although the route itself can be reached by its longer paths. Move the route up, or " +
    'give the shorter path to one of the two.',
  bad: `routes {
  get '/archive', to => 'archive#index'
  get '/archive(/:year)', to => 'archive#year', as => 'archive-year'
}`,
  good: `routes {
  get '/archive', to => 'archive#index'
  get '/archive/:year', to => 'archive#year', as => 'archive-year'
}`,
  check(context) {
    // Each route is followed by a shadow of itself without its groups, which only the earlier routes may hide.
    const table: RouteDefinition[] = [];
    const shadows = new Map<RouteDefinition, (typeof context.routes)[number]>();
    for (const route of context.routes) {
      const { definition } = route;
      if (definition.name !== undefined && definition.pattern.optionalNames.size > 0 && definition.target.kind !== 'mount') {
        const text = patternText(withoutGroups(definition.pattern.parts));
        const shadow: RouteDefinition = { ...definition, pattern: parsePattern(text).pattern };
        shadows.set(shadow, route);
        table.push(shadow);
      }
      table.push(definition);
    }
    if (shadows.size === 0) return;
    const byDefinition = new Map(context.routes.map((route) => [route.definition, route]));
    const unreachable = [...findUnreachable(table, { mayHide: (route) => !shadows.has(route) && route.target.kind !== 'mount' })];
    const dead = new Set(unreachable.map(({ route }) => route));
    for (const { route: shadow, by, witness } of unreachable) {
      const route = shadows.get(shadow);
      const first = by.map((definition) => byDefinition.get(definition)).find((other) => other !== undefined);
      if (!route || !first || dead.has(route.definition)) continue;
      context.report({
        at: headPlace(route.declaration),
        message: `the helper '${route.definition.name}-path' makes '${witness}', which ${routeOnLine(first, route)} answers; declare this route before it, or make the group required`,
        related: [{ message: 'this route answers the path', place: headPlace(first.declaration) }, ...relatedUses(route)],
      });
    }
  },
};

function withoutGroups(parts: readonly PatternPart[]): PatternPart[] {
  return parts.filter((part) => part.kind !== 'group');
}
