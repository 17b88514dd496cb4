// One place in the paths, two names for what stands there.

import { related, headPlace, routeText } from '../places.js';
import type { LintedRoute, Rule } from '../rule.js';

export const inconsistentParamName: Rule = {
  code: 'inconsistent-param-name',
  severity: 'info',
  summary: 'The segment has another name here than in other routes at the same place',
  reason:
    "`/users/:id` and `/users/:uid/posts` have the same thing under two names, and whoever writes an action has to look up which. A nested route's `user_id` beside `id` is how resources do it, and is no inconsistency.",
  bad: `routes {
  get '/users/:id', to => 'users#show'
  get '/users/:uid/posts', to => 'posts#index'
}`,
  good: `routes {
  get '/users/:id', to => 'users#show'
  get '/users/:user_id/posts', to => 'posts#index'
}`,
  check(context) {
    const names = new Map<string, Map<string, LintedRoute>>();
    const { survey } = context;
    for (const { pattern, members } of survey.precedence.patterns()) {
      if (pattern.names.length === 0) continue;
      const route = survey.routeOf(members[0].route);
      let prefix = '';
      for (const part of pattern.parts) {
        if (part.kind === 'literal') prefix += part.text;
        if (part.kind === 'group' || part.kind === 'glob') break;
        if (part.kind !== 'segment') continue;
        // Mixed pieces (`:x-:y`) name their parts as they like.
        if (!prefix.endsWith('/')) break;
        const known = names.get(prefix) ?? new Map<string, LintedRoute>();
        names.set(prefix, known);
        const [other] = known;
        if (other && !known.has(part.name) && !isNestedName(other[0], part.name)) {
          context.report({
            at: headPlace(route.declaration),
            message: `what follows '${prefix.replaceAll('\0', ':…')}' is called ':${part.name}' here and ':${other[0]}' elsewhere; call it the same`,
            related: [related(`it is called ':${other[0]}' here, in '${routeText(other[1])}'`, other[1])],
          });
        }
        if (!known.has(part.name)) known.set(part.name, route);
        prefix += '\0';
      }
    }
  },
};

/** `id` and `user_id`, and any two names of which one is so made of the other, are one. */
function isNestedName(a: string, b: string): boolean {
  return a === b || a.endsWith(`_${b}`) || b.endsWith(`_${a}`);
}
