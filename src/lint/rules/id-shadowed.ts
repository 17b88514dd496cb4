// `:id` in a path inside a resource, where the record's key has another name, such as `:photo_id`.

import { namesIn } from '../../routing/patterns/pattern-parts.js';
import type { ReadCall } from '../../language/read-call.js';
import { spanIn, type Declaration } from '../../language/declarations.js';
import { hasKey, levelOf, positionalRole } from '../../language/roles.js';
import { related } from '../places.js';
import type { Rule, RuleContext } from '../rule.js';

export const idShadowed: Rule = {
  code: 'id-shadowed',
  severity: 'warning',
  summary:
    "A path inside a resource has a segment named like the resource's key, which is not the record's key there",
  reason:
    "Routes nested in `resources 'photos'` are below `/photos/:photo_id`. An `:id` in their path is a second key, not the photo's: the action finds the " +
    "photo's key under `photo_id`. Mostly the route was meant for the member, whose path already has the key.",
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
    context.eachDeclaration(({ declaration, parents, call }) => {
      const path = call?.positionals[0];
      if (path?.kind !== 'string' || !path.value.includes(':') || positionalRole(declaration) !== 'path')
        return;
      const resource = call && nestingResource(call, parents);
      const owner = resource && context.call(resource);
      if (!owner) return;
      const key = keyIn(path.value, owner);
      const nested = key && nestedKey(resource, context);
      if (!key || nested === undefined) return;
      context.report({
        at: { source: declaration.source, span: spanIn(path, key.start - 1, key.start + key.name.length) },
        message: `':${key.name}' here is not the key of '${nameOf(owner)}', which is ':${nested}'; put the route on the member, or give the segment another name`,
        related: [related(`'${nameOf(owner)}' is declared here`, owner)],
      });
    });
  },
};

/** The segment of a path that is named like a resource's key. */
export function keyIn(path: string, { options, row }: ReadCall): { name: string; start: number } | undefined {
  const key = options.get('param')?.value.value ?? row.key;
  return namesIn(path).find(({ name, isGlob }) => name === key && !isGlob);
}

/**
 * The resource in which a route is nested; undefined on a collection, which has no record, and on a member, where a second
 * key is an error.
 */
function nestingResource(call: ReadCall, parents: readonly Declaration[]): Declaration | undefined {
  if (call.options.has('on') || parents.some((parent) => levelOf(parent) !== undefined)) return undefined;
  return parents.findLast(hasKey);
}

/** The name of the record's key in nested paths: `photo_id` in `/photos/:photo_id`. */
function nestedKey(resource: Declaration, context: RuleContext): string | undefined {
  const scope = resource.block && context.analysis.interpretation.scopes.get(resource.block);
  return /:([\p{L}\p{M}\p{Nd}_]+)$/u.exec(scope?.nest.path ?? '')?.[1];
}

function nameOf({ positionals: [name] }: Pick<ReadCall, 'positionals'>): string {
  return name?.kind === 'string' ? name.value : 'the resource';
}
