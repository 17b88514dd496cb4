// A route's name whose helper would have the name of a method that all helpers have.

import type { Declaration } from '../../language/declarations.js';
import { canonicalName } from '../../routing/patterns/route-name.js';
import { ownHelperNames } from '../../routing/generation/url-helpers.js';
import { inRoutes, type Rule } from '../rule.js';
import { withRole } from '../survey.js';
import { namePlace } from '../../language/diagnostics.js';

export const helperNameTaken: Rule = {
  code: 'helper-name-taken',
  severity: 'warning',
  summary: "The route's helper has the name of a method that all helpers have",
  reason:
    "The helpers' own methods, such as `polymorphicPath`, win over a helper of the same name from a route or `direct`. That helper cannot be called then. " +
    'Only `pathFor` with the name still reaches the route.',
  bad: inRoutes("get '/many', to => 'pages#many', as => 'polymorphic'"),
  good: inRoutes("get '/many', to => 'pages#many', as => 'many-forms'"),
  check(context) {
    const taken = ownHelperNames();
    const initials = new Set([...taken.keys()].map(([initial]) => initial));
    const methodOf = (name: string | undefined): string | undefined => {
      if (name === undefined || !initials.has(name.charAt(0).toLowerCase())) return undefined;
      const kind = taken.get(canonicalName(name));
      return kind && `${name}-${kind}`;
    };
    const look = (declaration: Declaration, name: string | undefined, help: string): void => {
      const method = methodOf(name);
      if (method === undefined) return;
      const message = `the helper '${method}' is a method that all helpers have; ${help}`;
      context.report({ at: namePlace(declaration), message });
    };
    context.eachRoute(({ definition: { name }, declaration }) =>
      look(declaration, name, 'give the route another name with `as`'),
    );
    for (const { declaration, call } of withRole(context.survey, 'helper')) {
      const name = call?.positionals[0];
      look(declaration, name?.kind === 'string' ? name.value : undefined, 'give it another name');
    }
  },
};
