// A named route whose own generated path leads to another route.

import { withoutGroups } from '../../routing/patterns/pattern.js';
import type { RouteDefinition } from '../../routing/patterns/route.js';
import { related, headPlace, relatedUses, routeOnLine } from '../places.js';
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
    const { precedence } = context.survey;
    for (const [order, route] of context.routes.entries()) {
      const { definition } = route;
      if (
        definition.name === undefined ||
        definition.pattern.optionalNames.size === 0 ||
        definition.target.kind === 'mount'
      )
        continue;
      const hiding = precedence.hiding(
        { ...definition, pattern: withoutGroups(definition.pattern) },
        order,
        isNoMount,
      );
      // What is never reached at all is no matter of the shorter path.
      if (hiding?.witness === undefined || precedence.hiding(definition, order, isNoMount)) continue;
      const first = context.survey.routeOf(hiding.by[0]);
      context.report({
        at: headPlace(route.declaration),
        message: `the helper '${definition.name}-path' makes '${hiding.witness}', which ${routeOnLine(first, route)} answers; declare this route before it, or make the group required`,
        related: [related('this route answers the path', first), ...relatedUses(route)],
      });
    }
  },
};

const isNoMount = ({ target }: RouteDefinition): boolean => target.kind !== 'mount';
