// A GET route to an action that changes something.

import { inRoutes, type Rule } from '../rule.js';
import { namePlace } from '../../language/diagnostics.js';
import { mayAnswer } from '../../proofs/relation.js';

export const unsafeGet: Rule = {
  code: 'unsafe-get',
  severity: 'warning',
  summary: 'A GET leads to an action whose name says that it changes something',
  reason:
    "Browsers, crawlers and proxies repeat and prefetch GET requests, and a link on any other site can make one with the user's cookies. Use POST, PATCH or " +
    'DELETE for actions that create, update or destroy something, also in a `match` with several verbs.',
  bad: inRoutes("get '/posts/:id/delete', to => 'posts#destroy'"),
  good: inRoutes("delete '/posts/:id', to => 'posts#destroy'"),
  options: {
    actions: { default: ['create', 'update', 'destroy', 'delete'], doc: 'Actions that change something' },
  },
  check(context) {
    const actions = new Set(context.option<readonly string[]>('actions'));
    context.eachRoute(({ definition, declaration }) => {
      const { target } = definition;
      if (target.kind !== 'controller' || !actions.has(target.action) || !mayAnswer(definition, 'GET'))
        return;
      context.report({
        at: namePlace(declaration),
        message: `a GET of '${definition.pattern.text}' runs '${target.controller}#${target.action}'; use ${target.action === 'create' ? '`post`' : target.action === 'update' ? '`patch`' : '`delete`'}`,
      });
    });
  },
};
