// `:id` written inside a resource, where the record's own key has another name.

import { headPlace } from '../places.js';
import type { Rule } from '../rule.js';

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
    for (const { declaration, parents } of context.declarations) {
      const call = context.call(declaration);
      const path = call?.positionals[0];
      if (!call || path?.kind !== 'string' || !keywords.has(declaration.keyword.text)) continue;
      const resource = parents.findLast(({ keyword }) => keyword.text === 'resources');
      const owner = resource && context.call(resource);
      if (!owner || parents.some(({ keyword }) => keyword.text === 'collection' || keyword.text === 'new')) continue;
      const on = call.options.get('on')?.value;
      if (on?.kind === 'string' && on.value !== 'member') continue;
      const param = owner.options.get('param')?.value;
      const key = param?.kind === 'string' ? param.value : 'id';
      const at = path.value.search(new RegExp(`:${key}(?![\\p{L}\\p{N}_])`, 'u'));
      if (at < 0) continue;
      const nested = context.routes.find((route) => route.declaration === declaration)?.definition.pattern.names.find((name) => name.endsWith(`_${key}`));
      const said = nested === undefined ? 'the path above it has that key already' : `that is ':${nested}'`;
      context.report({
        at: { source: declaration.source, span: { start: path.offsetOf(at), end: path.offsetOf(at + key.length + 1) } },
        message: `':${key}' here is not the key of '${nameOf(owner)}': ${said}; put the route on the member, or give the segment another name`,
        related: [{ message: `'${nameOf(owner)}' is declared here`, place: headPlace(owner.declaration) }],
      });
    }
  },
};

const keywords: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'options', 'match', 'scope']);

function nameOf({ positionals: [name] }: { readonly positionals: readonly { readonly kind: string }[] }): string {
  return name?.kind === 'string' ? (name as unknown as { value: string }).value : 'the resource';
}
