// A route's name whose helper would be one of the helpers' own methods.

import { canonicalName } from '../../routing/patterns/route-name.js';
import { ownHelperNames } from '../../routing/generation/url-helpers.js';
import type { Rule } from '../rule.js';
import { namePlace } from '../../language/diagnostics.js';

export const helperNameTaken: Rule = {
  code: 'helper-name-taken',
  severity: 'warning',
  summary: "The route's helper has the name of a method that all helpers have",
  reason:
    "The helpers' own methods, such as `polymorphicPath`, win over a route's helper of the same name, which cannot be called then; only `pathFor` with the name still reaches the route.",
  bad: `routes {
  get '/many', to => 'pages#many', as => 'polymorphic'
}`,
  good: `routes {
  get '/many', to => 'pages#many', as => 'many-forms'
}`,
  check(context) {
    const taken = ownHelperNames();
    const initials = new Set([...taken.keys()].map(([initial]) => initial));
    context.eachRoute(({ definition, declaration }) => {
      const { name } = definition;
      if (name === undefined || !initials.has(name.charAt(0).toLowerCase())) return;
      const kind = taken.get(canonicalName(name));
      if (kind === undefined) return;
      context.report({
        at: namePlace(declaration),
        message: `the helper '${name}-${kind}' is a method that all helpers have; give the route another name with \`as\``,
      });
    });
  },
};
