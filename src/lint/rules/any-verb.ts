// A route that answers every verb.

import { keywordPlace } from '../../language/diagnostics.js';
import type { RequestConstraint } from '../../routing/patterns/constraints.js';
import { inRoutes, type Rule } from '../rule.js';

export const anyVerb: Rule = {
  code: 'any-verb',
  severity: 'off',
  summary: 'The route answers every verb, also those that nobody thought of',
  reason:
    'With `via => *`, a link can do what a form should do, and the action gets methods that nobody has tried it with. This is right for proxies and error ' +
    'pages, but seldom elsewhere: list the verbs that you mean. The rule is off by default.',
  bad: inRoutes("match '/hook', to => 'hooks#run', via => *"),
  good: inRoutes("match '/hook', to => 'hooks#run', via => <get post>"),
  check(context) {
    context.eachRoute(({ definition, declaration }) => {
      const { any, target, requestConstraints } = definition;
      if (!any || target.kind === 'mount' || requestConstraints.some(isOnMethod)) return;
      context.report({
        at: keywordPlace(declaration),
        message: `'${definition.pattern.text}' answers every verb; list those that are meant, as \`via => <get post>\``,
      });
    });
  },
};

const isOnMethod = (constraint: RequestConstraint): boolean =>
  constraint.kind === 'attribute' && constraint.attribute === 'method';
