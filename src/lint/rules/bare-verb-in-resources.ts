// A verb directly in a `resources` block, which belongs neither to the member nor to the collection.

import type { Declaration } from '../../language/declarations.js';
import type { Role } from '../../language/vocabulary.js';
import { hasKey, isRoute, positionalRole } from '../../language/roles.js';
import { keyIn } from './id-shadowed.js';
import type { Rule, RuleContext } from '../rule.js';
import { namePlace } from '../../language/diagnostics.js';
import type { Target } from '../../routing/patterns/route.js';

export const bareVerbInResources: Rule = {
  code: 'bare-verb-in-resources',
  severity: 'info',
  summary: 'A verb directly in the block of `resources` is nested below a record, with its key renamed',
  reason:
    "In the block of `resources 'photos'`, a verb without `on` has the path `/photos/:photo_id/preview`. It is neither on the member " +
    '(`/photos/:id/preview`, whose action finds `id` among its params) nor on the collection. Rails does the same, but it is seldom meant. Say which one ' +
    'you mean. The rule ignores a verb whose target is another controller, because that route is about something that belongs to the record.',
  bad: `routes {
  resources 'photos', {
    get 'preview', to => 'photos#preview'
  }
}`,
  good: `routes {
  resources 'photos', {
    get 'preview', to => 'photos#preview', on => 'member'
  }
}`,
  check(context) {
    context.eachDeclaration(({ declaration, parents, call }) => {
      if (!call || !isRoute(declaration) || call.mentioned.has('on')) return;
      const holder = parents.findLast((parent) => !isTransparent(parent));
      if (!holder || !hasKey(holder)) return;
      // `:id/preview` is reported by `id-shadowed`.
      const [path] = call.positionals;
      const owner = context.call(holder);
      if (owner && path?.kind === 'string' && keyIn(path.value, owner)) return;
      if (context.survey.doubt.isMistaken(declaration)) return context.lookAgain();
      const [route] = context.analysis.routesOf(declaration);
      if (route && isOfAnother(route.definition.target, holder, context)) return;
      const where = route ? `at '${route.definition.pattern.text}'` : 'below the record';
      context.report({
        at: namePlace(declaration),
        message: `this lies ${where}, not on the record itself; add \`on => 'member'\` or \`on => 'collection'\``,
      });
    });
  },
};

/** Whether the target is another controller. The route is then about something that belongs to the record. */
function isOfAnother(target: Target, resource: Declaration, { analysis }: RuleContext): boolean {
  const scope = resource.block && analysis.interpretation.scopes.get(resource.block);
  if (target.kind !== 'controller' || scope?.controller === undefined) return false;
  const own = scope.controller.startsWith('/') ? [] : scope.modules;
  const pieces = [...own, scope.controller].flatMap((name) => name.split('/'));
  return target.controller !== pieces.filter((piece) => piece !== '').join('/');
}

/** Whether a block leaves the level (member, collection, nested) of its content as it is. */
function isTransparent(declaration: Declaration): boolean {
  const role = positionalRole(declaration);
  return role !== undefined && transparent.has(role);
}

const transparent: ReadonlySet<Role> = new Set<Role>([
  'constraints',
  'params',
  'layer',
  'facts',
  'controller',
]);
