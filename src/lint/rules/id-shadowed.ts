// `:id` written inside a resource, where the record's own key has another name.

import type { Declaration, Value } from '../../language/declarations.js';
import { hasKey, levelOf, positionalRole } from '../../language/roles.js';
import { headPlace } from '../places.js';
import type { Rule, RuleContext } from '../rule.js';

export const idShadowed: Rule = {
  code: 'id-shadowed',
  severity: 'warning',
  summary: "A path inside a resource has the resource's own key again, which is not the record's there",
  reason:
    "What is nested in `resources 'photos'` lies below `/photos/:photo_id`. An `:id` written there is a second key, not the photo's: its action finds the photo under `photo_id`. Mostly the route was meant for the member, whose path has the key already.",
  bad: `routes {
  resources 'photos', {
    get '/:id/zoom', to => 'photos#zoom'
  }
}`,
  good: `routes {
  resources 'photos', {
    get '/zoom', to => 'photos#zoom', on => 'member'
  }
}`,
  check(context) {
    for (const { declaration, parents, call } of context.declarations) {
      const path = call?.positionals[0];
      if (
        !call ||
        path?.kind !== 'string' ||
        !path.value.includes(':') ||
        positionalRole(declaration) !== 'path'
      )
        continue;
      const resource = parents.findLast(hasKey);
      const owner = resource && context.call(resource);
      if (
        !owner ||
        !resource ||
        parents.some((parent) => levelOf(parent) === 'collection' || levelOf(parent) === 'new')
      )
        continue;
      const on = call.options.get('on')?.value;
      if (on?.kind === 'string' && on.value !== 'member') continue;
      const param = owner.options.get('param')?.value;
      const key = param?.kind === 'string' ? param.value : owner.row.key!;
      const at = path.value.search(new RegExp(`:${key}(?![\\p{L}\\p{N}_])`, 'u'));
      if (at < 0) continue;
      const nested = nestedKey(resource, context);
      // On the member itself the key would be there twice, which is an error of its own.
      if (nested === undefined || on !== undefined || parents.some((parent) => levelOf(parent) === 'member'))
        continue;
      context.report({
        at: {
          source: declaration.source,
          span: { start: path.offsetOf(at), end: path.offsetOf(at + key.length + 1) },
        },
        message: `':${key}' here is not the key of '${nameOf(owner)}', which is ':${nested}'; put the route on the member, or give the segment another name`,
        related: [{ message: `'${nameOf(owner)}' is declared here`, place: headPlace(owner.declaration) }],
      });
    }
  },
};

/** The segment by which what is nested in a resource knows its record. */
function nestedKey(resource: Declaration, context: RuleContext): string | undefined {
  const scope = resource.block && context.analysis.interpretation.scopes.get(resource.block);
  return /:([\p{L}\p{N}_]+)$/u.exec(scope?.nest.path ?? '')?.[1];
}

function nameOf({ positionals: [name] }: { readonly positionals: readonly Value[] }): string {
  return name?.kind === 'string' ? name.value : 'the resource';
}
