// An action name written as a path on the collection or member of a resource. In Rails it means the collection or member itself.

import type { Rule } from '../rule.js';
import { namePlace } from '../../language/diagnostics.js';
import { levelOf } from '../../language/roles.js';

export const actionAsPath: Rule = {
  code: 'action-as-path',
  severity: 'warning',
  summary: 'An action of the resource is written where a path belongs',
  reason:
    'In Rails, `collection { patch :update }` is the collection itself: PATCH `/photos` runs `update`. Here, the text after a verb is always a path, so ' +
    'this declares PATCH `/photos/update`. To declare a route of the collection or member itself, write an empty path, and name the action with `to`.',
  bad: `routes {
  resources 'photos', {
    collection { patch :update; delete :destroy }
  }
}`,
  good: `routes {
  resources 'photos', {
    collection { patch '', to => 'update'; delete '', to => 'destroy' }
  }
}`,
  check(context) {
    context.eachDeclaration(({ declaration, parents, call }) => {
      const path = call?.positionals[0];
      if (!call || path?.kind !== 'string' || call.mentioned.has('to')) return;
      const verb = declaration.keyword.text;
      const verbs = verbsOfActions.get(path.value);
      // In Rails a symbol is the action whatever the verb is; a string may be a path.
      if (!verbs || !(verbs.includes(verb) || path.notation === 'symbol')) return;
      const on = call.options.get('on')?.value;
      const around = parents.at(-1);
      const level = on?.value ?? (around && levelOf(around));
      if (level !== 'collection' && level !== 'member') return;
      const [route] = context.analysis.routesOf(declaration);
      if (!route || !context.survey.doubt.isCertain(route)) return context.lookAgain();
      const meant = `'', to => '${path.value}'`;
      context.report({
        at: namePlace(declaration),
        message: `this is '${route.definition.pattern.text}', not the ${level} itself; write \`${verb} ${meant}\` for that`,
        suggestion: meant,
      });
    });
  },
};

/** The actions that Rails runs for the collection or member itself, with their verbs. */
const verbsOfActions: ReadonlyMap<string, readonly string[]> = new Map([
  ['index', ['get']],
  ['show', ['get']],
  ['create', ['post']],
  ['update', ['patch', 'put']],
  ['destroy', ['delete']],
]);
