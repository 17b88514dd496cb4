// A route without a name, because an earlier route with another pattern has the name that it would get.

import { canonicalName } from '../../routing/patterns/route-name.js';
import { related, relatedUses, routeText } from '../places.js';
import { inRoutes, type LintedRoute, type Rule } from '../rule.js';
import { withRole } from '../survey.js';
import { namePlace } from '../../language/diagnostics.js';

export const shadowedName: Rule = {
  code: 'shadowed-name',
  severity: 'warning',
  summary: 'The name that the route would have belongs to another pattern, so it has none',
  reason:
    'Two routes may share a name only if they share a pattern. If an earlier route already has the derived name, the later route has none, and the helper ' +
    'of that name leads to the other path. Give one of them another name with `as`. A `direct` helper of the same name hides a route in the same way.',
  bad: inRoutes(
    "resources 'photos', only => <index>",
    "namespace 'admin', { resources 'photos', only => <index>, as => 'photos' }",
    "scope '/old', { resources 'photos', only => <index> }",
  ),
  good: inRoutes(
    "resources 'photos', only => <index>",
    "namespace 'admin', { resources 'photos', only => <index>, as => 'photos' }",
    "scope '/old', as => 'old', { resources 'photos', only => <index> }",
  ),
  check(context) {
    const directs = withRole(context.survey, 'helper');
    const nameless = context.survey.routesThat(
      'have lost a name',
      ({ droppedName }) => droppedName !== undefined,
    );
    if (directs.length === 0 && nameless.length === 0) return;
    const first = new Map<string, LintedRoute>();
    for (const route of context.routes) {
      const { name, pattern } = route.definition;
      if (name !== undefined && !first.has(canonicalName(name))) first.set(canonicalName(name), route);
      const lost = route.droppedName;
      if (lost === undefined) continue;
      const owner = first.get(canonicalName(lost));
      if (!owner || route.nameIsGiven || owner.nameIsGiven) continue;
      context.report({
        at: namePlace(route.declaration),
        message: `'${pattern.text}' has no name, since '${lost}' already belongs to '${owner.definition.pattern.text}'; give it one with \`as\``,
        related: [related(`'${routeText(owner)}' is called '${lost}'`, owner), ...relatedUses(route)],
      });
    }
    for (const { declaration, call } of directs) {
      const name = call?.positionals[0];
      const owner = name?.kind === 'string' ? first.get(canonicalName(name.value)) : undefined;
      if (!owner || name?.kind !== 'string') continue;
      context.report({
        at: { source: declaration.source, span: name.span },
        message: `the helper '${name.value}' and the route '${owner.definition.pattern.text}' have one name; give one of them another`,
        related: [related(`'${routeText(owner)}' is called '${name.value}'`, owner)],
      });
    }
  },
};
