// Routes below a mount point that is declared before them.

import type { RouteDefinition } from '../../routing/patterns/route.js';
import { related, relatedUses, routeOnLine, routeText } from '../places.js';
import type { LintedRoute, Rule } from '../rule.js';
import { namePlace } from '../../language/diagnostics.js';

export const mountHidesRoutes: Rule = {
  code: 'mount-hides-routes',
  severity: 'warning',
  cost: 'slow',
  summary: 'An app mounted before gets every request for this route first',
  reason:
    'A mount answers every verb at its mount point and everywhere below. A route declared after it and lying below it is asked only if the app declines the request with the header `x-cascade: pass`, as a ' +
    'mounted router does for what it does not know and most other apps do not. Declare such routes before the mount.',
  bad: `routes {
  mount &legacy#app, at => '/legacy'
  get '/legacy/status', to => 'status#legacy'
}`,
  good: `routes {
  get '/legacy/status', to => 'status#legacy'
  mount &legacy#app, at => '/legacy'
}`,
  check(context) {
    const mounts = context.survey.routesThat('are mounts', ({ definition }) => isMount(definition));
    if (mounts.length === 0) return;
    const { survey } = context;
    const seen = new Set<LintedRoute['declaration']>();
    for (const { route, by, witness } of survey.precedence.unreachable(isMount)) {
      const found = survey.routeOf(route);
      const mount = survey.routeOf(by[0]);
      // Where another route comes before the app, it is that one which hides this.
      if (witness === undefined || seen.has(found.declaration)) continue;
      seen.add(found.declaration);
      context.report({
        at: namePlace(found.declaration),
        message: `the app mounted at ${routeOnLine(mount, found, mountPoint)} gets '${witness}' first; declare '${routeText(found)}' before it`,
        related: [related('the app is mounted here', mount), ...relatedUses(found)],
      });
    }
  },
};

const isMount = ({ target }: RouteDefinition): boolean => target.kind === 'mount';

/** A mount's path without the rest that the app gets. */
function mountPoint(path: string): string {
  return path.replace('(/*mounted_path)', '') || '/';
}
