// Keywords whose blocks add something to the declarations inside: `namespace`, `scope`, and what they share with resources.
//
//   namespace 'admin', { resources 'posts' }     /admin/posts, named admin-posts, with the controller admin/posts

import type { CallOf, ReadCall } from '../language/read-call.js';
import type { StringValue } from '../language/declarations.js';
import { resourcesActions } from '../language/vocabulary.js';
import {
  actionFilter,
  checkName,
  checkSlashedName,
  formatSetting,
  paramOption,
  pathNamesOption,
  withController,
} from './call-options.js';
import type { Context } from './context.js';
import { withFacts } from './facts.js';
import { withoutEmptyPieces } from './names.js';
import { nestedRoute } from './resources.js';
import { demanding, joinPath, within, type Scope } from './scope.js';

export function readNamespace(context: Context, call: CallOf<'namespace'>, scope: Scope): void {
  const name = call.positionals[0];
  if (!name) return context.inside(call.declaration, scope);
  const isGood = checkSlashedName(
    context,
    call,
    name,
    `'${name.value}' cannot be the name of a namespace: write \`scope '${name.value}'\`, or name it with letters, digits, '_' and '-' and give \`path => '${name.value}'\``,
  );
  const piece = call.options.get('path')?.value ?? (isGood ? name : undefined);
  // The contents of a namespace are nested, as in Rails: they are not member routes of a singular resource.
  const isInBlock = scope.resource && !scope.resource.isLevel;
  const outer = isInBlock ? { ...scope, route: nestedRoute(scope.nest) } : scope;
  scopeBlock(context, call, outer, piece, name.value);
}

export function readScope(context: Context, call: CallOf<'scope'>, scope: Scope): void {
  const path = call.positionals[0] ?? call.options.get('path')?.value;
  scopeBlock(context, call, scope, path);
}

function scopeBlock(
  context: Context,
  call: ReadCall,
  scope: Scope,
  path: StringValue | undefined,
  name = '',
): void {
  const prefix = prefixOf(context, call, withoutEmptyPieces(name));
  const filter = actionFilter(context, call, resourcesActions);
  const settled = withController(
    withSettings(context, call, scope, name),
    call,
    call.options.get('controller')?.value,
    call.mentioned.has('controller'),
  );
  const param = paramOption(context, call);
  const inner: Scope = {
    ...demanding(settled, context.demands.ofCall(call, false)),
    actions: filter ?? scope.actions,
    param: param ?? scope.param,
  };
  const framed = framedScope(call, inner, path?.value ?? '', prefix === '' ? [] : [prefix]);
  const hasLostPath = path === undefined && (call.mentioned.has('path') || call.hasBadPositional);
  const hasLostParam = param === undefined && call.mentioned.has('param');
  if (hasLostPath || hasLostParam) context.demands.forgive(framed.demands);
  for (const { path: whole } of [framed.nest, framed.route])
    context.paths.checkPrefix(whole, path, call.declaration);
  context.inside(call.declaration, framed);
}

/** The scope with the options that both a block and a resource pass on to everything inside. A resource's own routes have them too. */
export function withSettings(context: Context, call: ReadCall, scope: Scope, impliedModule = ''): Scope {
  const module = call.options.get('module')?.value.value ?? impliedModule;
  return {
    ...withFacts(context, call, scope),
    modules: module === '' ? scope.modules : [...scope.modules, module],
    format: formatSetting(call, scope),
    pathNames: pathNamesOption(context, call, scope),
    shallow: call.options.get('shallow')?.value.value ?? scope.shallow,
  };
}

/** What the block puts before the names inside: its `as`, nothing with `as => false`, otherwise `name`. */
function prefixOf(context: Context, call: ReadCall, name: string): string {
  const as = call.options.get('as')?.value;
  if (as?.kind === 'string') checkName(context, as, call);
  return as?.kind === 'string' ? as.value : as?.kind === 'boolean' ? '' : name;
}

/** The scope of a block that adds a path and names. For shallow members, `shallow-path` and `shallow-prefix` replace these. */
export function framedScope(call: ReadCall, scope: Scope, path: string, names: readonly string[]): Scope {
  const shallowPath = call.options.get('shallow-path')?.value.value ?? path;
  const shallowPrefix = call.options.get('shallow-prefix')?.value.value;
  const isPlain = path === '' && names.length === 0 && call.declaration.keyword.text !== 'shallow';
  const framed = within(scope, path, names);
  return {
    ...framed,
    shallowBase: {
      ...scope.shallowBase,
      path: joinPath(scope.shallowBase.path, shallowPath),
      names: [...scope.shallowBase.names, ...(shallowPrefix === undefined ? names : [shallowPrefix])],
    },
    resource: scope.resource && { ...scope.resource, isDirect: scope.resource.isDirect && isPlain },
  };
}
