// Two routes that share some paths, while each has others too. Which one answers the shared paths depends on their order.

import { sharesVerb } from '../../proofs/relation.js';
import type { RouteDefinition } from '../../routing/patterns/route.js';
import { related, routeOnLine, routeText } from '../places.js';
import { inRoutes, type Rule } from '../rule.js';
import { namePlace } from '../../language/diagnostics.js';

/** The number of common paths that are tried to find one that no other route answers first. */
const mostWords = 12;

export const overlappingRoutes: Rule = {
  code: 'overlapping-routes',
  severity: 'off',
  cost: 'slow',
  summary: 'Two routes match some of the same paths, and their order decides',
  reason:
    'If `/photos/:id` and `/:section/new` both match a path, such as `/photos/new`, the one declared first answers. That is well defined and often meant, ' +
    'but it breaks if somebody reorders the file. The rule is off by default. Turn it on for files that should not depend on order.',
  bad: inRoutes("get '/photos/:id', to => 'photos#show'", "get '/:section/new', to => 'sections#new'"),
  good: inRoutes(
    "get '/photos/:id', to => 'photos#show', id => /\\d+/",
    "get '/:section/new', to => 'sections#new'",
  ),
  check(context) {
    const { routes } = context;
    const { precedence } = context.survey;
    const { relations } = precedence;
    const all = routes.map((route) => ({ route, prefix: literalPieces(route.definition) }));
    for (const [index, { route: later, prefix: ownPrefix }] of all.entries()) {
      for (const { route: earlier, prefix } of all.slice(0, index)) {
        if (!mayMeet(prefix, ownPrefix) || !sharesVerb(earlier.definition, later.definition)) continue;
        const words = relations.commonWords(earlier.definition, later.definition, mostWords);
        const path = precedence.witness(later.definition, index, [earlier.definition], words);
        if (
          path === undefined ||
          relations.hides(earlier.definition, later.definition) ||
          relations.hides(later.definition, earlier.definition)
        )
          continue;
        context.report({
          at: namePlace(later.declaration),
          message: `'${routeText(later)}' and ${routeOnLine(earlier, later)} both match '${path}', which the earlier one gets; constrain one of them, or leave them in this order on purpose`,
          related: [related(`'${routeText(earlier)}' comes first`, earlier)],
        });
        break;
      }
    }
  },
};

/** The literal pieces with which every path of a route begins. */
function literalPieces({ pattern }: RouteDefinition): readonly string[] {
  const [first, second] = pattern.parts;
  if (first?.kind !== 'literal') return [];
  const pieces = first.text.split('/').slice(1);
  // If the pattern goes on, its next part may belong to the last piece.
  return second ? pieces.slice(0, -1) : pieces;
}

function mayMeet(a: readonly string[], b: readonly string[]): boolean {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
