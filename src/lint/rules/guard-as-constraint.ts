// A layer that is written as a constraint. Its function has two parameters, `(request, next)`, as layers have.

import { change } from '../../language/diagnostics.js';
import { positionalRole } from '../../language/roles.js';
import { callableLabel, type CallableValue } from '../../language/declarations.js';
import type { Rule } from '../rule.js';

export const guardAsConstraint: Rule = {
  code: 'guard-as-constraint',
  severity: 'info',
  cost: 'slow',
  summary: 'A layer is written as a constraint',
  reason:
    'A constraint decides if a route is meant: if it refuses a request, the next route that fits gets it, or the answer is 404. A function of the request ' +
    'and of the endpoint inside it (`(request, next) => …`) is a layer. It answers a refused user itself, with 401 or a redirect to the login.',
  bad: `routes {
  constraints(&auth#signedIn, {
    resources 'drafts'
  })
}`,
  good: `routes {
  through(&auth#signedIn, {
    resources 'drafts'
  })
}`,
  files: { 'auth.ts': 'export function signedIn(request, next) {\n  return next(request)\n}\n' },
  check(context) {
    const { application } = context;
    if (!application) return;
    for (const { declaration, call } of context.declarations) {
      const { source, keyword } = declaration;
      const isLayer = (value: CallableValue): boolean =>
        value.inline === undefined &&
        application.module(value.module, source.file)?.byName.get(value.export ?? 'default')?.parameters ===
          2;
      const option = call?.options.get('constraints');
      const isBlock = positionalRole(declaration) === 'constraints';
      if (!isBlock && !option) continue;
      const span = option && !isBlock ? option.nameSpan : keyword.span;
      const written = option && !isBlock ? [option.value] : (call?.values ?? []);
      const guards = written.filter((value) => value.kind === 'callable');
      const isAlone = isBlock
        ? declaration.arguments.length === guards.length
        : !call?.options.has('through');
      for (const value of guards) {
        if (!isLayer(value)) continue;
        context.report({
          at: { source, span: value.span },
          message: `${callableLabel(value)} takes the request and what is inside it, as a layer does; write \`through\` in place of \`constraints\``,
          fix: isAlone && guards.every(isLayer) ? change('Make it a layer', span, 'through') : undefined,
        });
      }
    }
  },
};
