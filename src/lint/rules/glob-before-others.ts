// A glob that answers paths of routes that are declared after it.

import { addTo } from '../../language/grouping.js';
import type { Pattern } from '../../routing/patterns/pattern.js';
import { asksSegmentCallable, verbsOf } from '../../proofs/relation.js';
import { answersMethod } from '../../routing/patterns/route.js';
import { requestsImply } from '../../proofs/request-implication.js';
import { related, routeText } from '../places.js';
import { inRoutes, type LintedRoute, type Rule } from '../rule.js';
import { namePlace } from '../../language/diagnostics.js';

export const globBeforeOthers: Rule = {
  code: 'glob-before-others',
  severity: 'warning',
  cost: 'slow',
  summary: 'The glob takes paths of routes that are declared after it',
  reason:
    'A glob matches everything below its place, of any length. Since the first route wins, a glob before more specific routes answers for them. Put ' +
    'catch-all routes at the end of the file, or of the block whose paths they catch.',
  bad: inRoutes("get '/docs/*page', to => 'docs#show'", "get '/docs/search', to => 'docs#search'"),
  good: inRoutes("get '/docs/search', to => 'docs#search'", "get '/docs/*page', to => 'docs#show'"),
  check(context) {
    const { survey } = context;
    if (survey.routesThat('are globs', mayTake).length === 0) return;
    const { precedence } = survey;
    const taken = new Map<LintedRoute, [Taken, ...Taken[]]>();
    for (const [order, route] of context.routes.entries()) {
      if (isGlob(route.definition.pattern)) continue;
      for (const definition of precedence.takers(route.definition, order, isGlob)) {
        const glob = survey.routeOf(definition);
        if (!mayTake(glob) || !takes(glob, route)) continue;
        const path = precedence.witness(route.definition, order, [definition]);
        if (path !== undefined) addTo<LintedRoute, Taken>(taken, glob, { route, path });
      }
    }
    for (const [glob, routes] of taken) {
      const more = routes.length - 1;
      const others =
        more === 0 ? '' : ` and paths of ${more === 1 ? 'another route' : `${more} other routes`}`;
      context.report({
        at: namePlace(glob.declaration),
        message: `'${routeText(glob)}' gets '${routes[0].path}'${others} before the routes declared for them; move it after them`,
        related: routes
          .slice(0, 5)
          .map(({ route, path }) => related(`'${path}' is meant for this route`, route)),
        explains: {
          code: 'unreachable-route',
          at: routes.map(({ route }) => namePlace(route.declaration)),
        },
      });
    }
  },
};

/** A route, and a path of it that a glob answers. */
interface Taken {
  readonly route: LintedRoute;
  readonly path: string;
}

const isGlob = ({ globNames }: Pattern): boolean => globNames.size > 0;

function mayTake(route: LintedRoute): boolean {
  return (
    isGlob(route.definition.pattern) &&
    route.definition.target.kind !== 'mount' &&
    !asksSegmentCallable(route.definition)
  );
}

/** Whether the glob can answer requests of a later route, judged by verbs and request constraints. */
function takes(glob: LintedRoute, later: LintedRoute): boolean {
  if (later.declaration === glob.declaration) return false;
  return (
    verbsOf(later.definition).some((verb) => answersMethod(glob.definition, verb)) &&
    requestsImply(later.definition, glob.definition)
  );
}
