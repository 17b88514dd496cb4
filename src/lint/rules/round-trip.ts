// A named route whose helper makes a path that leads to another route.

import { withoutGroups } from '../../routing/patterns/pattern.js';
import type { RequestConstraint } from '../../routing/patterns/constraints.js';
import type { RouteDefinition } from '../../routing/patterns/route.js';
import { related, relatedUses, routeOnLine } from '../places.js';
import { inRoutes, type LintedRoute, type Rule } from '../rule.js';
import { mayHide } from './unreachable-route.js';
import { namePlace } from '../../language/diagnostics.js';

export const roundTrip: Rule = {
  code: 'round-trip',
  severity: 'warning',
  cost: 'slow',
  summary: 'The path that the helper makes from the required values leads to another route',
  reason:
    "A helper leaves optional groups out unless it gets their values. If an earlier route answers all of the shorter paths, the helper's link leads to " +
    'another action, although the longer paths reach the route itself. Move the route up, or change one of the two so that only one has the shorter path.',
  bad: inRoutes(
    "get '/archive', to => 'archive#index'",
    "get '/archive(/:year)', to => 'archive#year', as => 'archive-year'",
  ),
  good: inRoutes(
    "get '/archive', to => 'archive#index'",
    "get '/archive/:year', to => 'archive#year', as => 'archive-year'",
  ),
  check(context) {
    const { survey } = context;
    for (const route of survey.routesThat('have a name and groups', hasShorterPath)) {
      const { definition } = route;
      // A route that is never reached is not reported here.
      const hiding = survey.precedence.hidingInstead(definition, withoutOptional, mayHide);
      if (hiding?.witness === undefined) continue;
      const first = survey.routeOf(hiding.by[0]);
      context.report({
        at: namePlace(route.declaration),
        message: `the helper '${definition.name}-path' makes '${hiding.witness}', which ${routeOnLine(first, route)} gets first; declare this route before it, or make the group required`,
        related: [related('this route answers the path', first), ...relatedUses(route)],
      });
    }
  },
};

function hasShorterPath({ definition: { name, pattern, target } }: LintedRoute): boolean {
  return name !== undefined && pattern.optionalNames.size > 0 && target.kind !== 'mount';
}

/** The route with only its shortest path, as a link requests it: with GET, even if another route answers HEAD. */
const withoutOptional = (definition: RouteDefinition): RouteDefinition => ({
  ...definition,
  pattern: withoutGroups(definition.pattern),
  requestConstraints: isForLinks(definition)
    ? [...definition.requestConstraints, byGet]
    : definition.requestConstraints,
});

const isForLinks = ({ verbs }: RouteDefinition): boolean =>
  verbs.includes('GET') && verbs.every((verb) => verb === 'GET' || verb === 'HEAD');

const byGet: RequestConstraint = {
  kind: 'attribute',
  attribute: 'method',
  test: { kind: 'string', value: 'GET' },
};
