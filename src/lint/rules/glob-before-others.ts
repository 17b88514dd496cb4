// A glob that takes paths of routes declared after it.

import { PathIndex } from '../../routing/path-index.js';
import { piecesOf } from '../../routing/path-language.js';
import { allowsRoutePath } from '../../routing/path-membership.js';
import { answers, RouteRelations, verbsOf } from '../../routing/relation.js';
import { requestsImply } from '../../routing/request-implication.js';
import { headPlace, routeText } from '../places.js';
import type { LintedRoute, Rule } from '../rule.js';

export const globBeforeOthers: Rule = {
  code: 'glob-before-others',
  severity: 'warning',
  cost: 'slow',
  summary: 'The glob takes paths of routes that are declared after it',
  reason:
    'A glob matches everything below its place, whatever its length. Since the first route wins, one that stands before more specific routes answers for them. Catch-all routes belong at the end of the file, or of the ' +
    'block whose paths they catch.',
  bad: `routes {
  get '/docs/*page', to => 'docs#show'
  get '/docs/search', to => 'docs#search'
}`,
  good: `routes {
  get '/docs/search', to => 'docs#search'
  get '/docs/*page', to => 'docs#show'
}`,
  check(context) {
    const relations = new RouteRelations();
    const globs = new PathIndex<LintedRoute>();
    const taken = new Map<LintedRoute, { route: LintedRoute; path: string }[]>();
    for (const route of context.routes) {
      const { pattern, target } = route.definition;
      if (pattern.globNames.size > 0) {
        if (target.kind !== 'mount' && !hasSegmentCallable(route)) globs.add(pattern, route);
        continue;
      }
      const sample = relations.sample(route.definition);
      if (typeof sample === 'string') continue;
      for (const glob of new Set(globs.candidates(piecesOf(sample)))) {
        if (!takes(glob, route) || !allowsRoutePath(glob.definition, sample)) continue;
        const path = relations.witnessOf(route.definition)?.witness;
        if (path !== undefined) taken.set(glob, [...(taken.get(glob) ?? []), { route, path }]);
      }
    }
    for (const [glob, routes] of taken) {
      const others = routes.length === 1 ? '' : ` and paths of ${routes.length - 1} more routes`;
      context.report({
        at: headPlace(glob.declaration),
        message: `'${routeText(glob)}' answers '${routes[0]!.path}'${others} before the routes declared for them; move it after them`,
        related: routes.slice(0, 5).map(({ route, path }) => ({ message: `'${path}' is meant for this route`, place: headPlace(route.declaration) })),
      });
    }
  },
};

/** Whether the glob answers requests that are meant for a route declared after it, as far as verbs and constraints go. */
function takes(glob: LintedRoute, later: LintedRoute): boolean {
  if (later.declaration === glob.declaration) return false;
  return verbsOf(later.definition).some((verb) => answers(glob.definition, verb)) && requestsImply(later.definition, glob.definition);
}

function hasSegmentCallable({ definition }: LintedRoute): boolean {
  return [...definition.segmentConstraints.values()].flat().some(({ kind }) => kind === 'callable');
}
