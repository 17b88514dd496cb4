// A glob that takes paths of routes declared after it.

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
    const { routes } = context;
    routes.forEach((glob, index) => {
      const { pattern, target } = glob.definition;
      if (pattern.globNames.size === 0 || target.kind === 'mount') return;
      const taken: { route: LintedRoute; path: string }[] = [];
      for (const later of routes.slice(index + 1)) {
        if (later.declaration === glob.declaration || later.definition.pattern.globNames.size > 0) continue;
        if (!verbsOf(later.definition).some((verb) => answers(glob.definition, verb))) continue;
        const sample = relations.sample(later.definition);
        if (typeof sample === 'string' || !allowsRoutePath(glob.definition, sample)) continue;
        if (hasSegmentCallable(glob) || !requestsImply(later.definition, glob.definition)) continue;
        const path = relations.witnessOf(later.definition)?.witness;
        if (path !== undefined) taken.push({ route: later, path });
      }
      const [first] = taken;
      if (!first) return;
      const others = taken.length === 1 ? '' : ` and paths of ${taken.length - 1} more routes`;
      context.report({
        at: headPlace(glob.declaration),
        message: `'${routeText(glob)}' answers '${first.path}'${others} before the routes declared for them; move it after them`,
        related: taken.slice(0, 5).map(({ route, path }) => ({ message: `'${path}' is meant for this route`, place: headPlace(route.declaration) })),
      });
    });
  },
};

function hasSegmentCallable({ definition }: LintedRoute): boolean {
  return [...definition.segmentConstraints.values()].flat().some(({ kind }) => kind === 'callable');
}
