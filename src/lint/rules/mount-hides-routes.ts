// Routes below the mount point of an app that is mounted before them.

import { addTo } from '../../language/grouping.js';
import type { RouteDefinition } from '../../routing/patterns/route.js';
import { related, relatedUses, routeOnLine, routeText } from '../places.js';
import { repetitions } from './duplicate-route.js';
import { inRoutes, type LintedRoute, type Rule } from '../rule.js';
import type { Survey } from '../survey.js';
import { namePlace } from '../../language/diagnostics.js';

export const mountHidesRoutes: Rule = {
  code: 'mount-hides-routes',
  severity: 'warning',
  cost: 'slow',
  summary: 'An app that is mounted earlier gets every request for this route first',
  reason:
    'A mounted app answers every verb at its mount point and below. It gets the requests of a route that is declared later and lies below the mount point. ' +
    'The route is tried only if the app declines with the header `x-cascade: pass`. A mounted router does that for paths that it does not know, but most ' +
    'other apps do not. Declare such routes before the mount.',
  bad: inRoutes("mount &legacy#app, at => '/legacy'", "get '/legacy/status', to => 'status#legacy'"),
  good: inRoutes("get '/legacy/status', to => 'status#legacy'", "mount &legacy#app, at => '/legacy'"),
  files: { 'legacy.ts': "import express from 'express'\n\nexport const app = express()\n" },
  check(context) {
    const mounts = context.survey.routesThat('are mounts', ({ definition }) => isMount(definition));
    if (mounts.length === 0) return;
    const repeated = new Set(repetitions(context).map(({ route }) => route));
    const seen = new Set<LintedRoute['declaration']>();
    const hidden = new Map<LintedRoute['declaration'], [Hidden, ...Hidden[]]>();
    for (const [order, route] of context.routes.entries()) {
      if (seen.has(route.declaration) || repeated.has(route)) continue;
      const found = hiddenByMount(route, order, context.survey);
      if (!found) continue;
      seen.add(route.declaration);
      addTo<LintedRoute['declaration'], Hidden>(hidden, found.mount.declaration, found);
    }
    for (const [{ route, mount, witness }, ...others] of hidden.values()) {
      const more = others.length === 1 ? 'another route' : `${others.length} other routes`;
      const what =
        others.length === 0
          ? `first; declare '${routeText(route)}' before it`
          : `and paths of ${more} first; declare them before it`;
      context.report({
        at: namePlace(route.declaration),
        message: `the app mounted at ${routeOnLine(mount, route, mountPoint)} gets '${witness}' ${what}`,
        related: [
          related('the app is mounted here', mount),
          ...others
            .slice(0, 5)
            .map((other) => related(`it gets '${other.witness}' before this`, other.route)),
          ...relatedUses(route),
        ],
      });
    }
  },
};

/** A route that a mount hides, and a path that shows it. */
interface Hidden {
  readonly route: LintedRoute;
  readonly mount: LintedRoute;
  readonly witness: string;
}

/** The mount that hides a route; undefined if no mount does, or if another route answers before the app. */
function hiddenByMount(route: LintedRoute, order: number, survey: Survey): Hidden | undefined {
  const { precedence } = survey;
  const hiding = precedence.hiding(route.definition, order, isMount);
  const [only, ...more] = hiding?.by ?? [];
  // If there are several, the witness may be a path of any of them.
  if (hiding && only && more.length === 0)
    return hiding.witness === undefined
      ? undefined
      : { route, mount: survey.routeOf(only), witness: hiding.witness };
  for (const mount of hiding?.by ?? []) {
    const witness = precedence.witness(route.definition, order, [mount]);
    if (witness !== undefined) return { route, mount: survey.routeOf(mount), witness };
  }
  return undefined;
}

const isMount = ({ target }: RouteDefinition): boolean => target.kind === 'mount';

/** A mount's path without the glob for the rest, which the app gets. */
function mountPoint(path: string): string {
  return path.replace('(/*mounted_path)', '') || '/';
}
