// The declaration beside a compiled module: its router, whose helpers are those of the routes.

import type { RouteDefinition } from '../routing/patterns/route.js';
import type { ValidOfLayer } from '../typescript/typed-actions.js';
import { typedHelpers } from '../typescript/typed-helpers.js';

export interface CompiledTypesOptions {
  readonly file?: string | undefined;
  readonly directNames?: Iterable<string> | undefined;
  readonly helpers?: boolean;
  readonly validOf?: ValidOfLayer | undefined;
}

export function compiledTypes(
  definitions: readonly RouteDefinition[],
  { file, directNames, helpers = true, validOf }: CompiledTypesOptions,
): string {
  const typed = typedHelpers(definitions, {
    file,
    directNames,
    validOf,
    packageName: 'waypost/router',
    command: 'waypost compile',
  });
  return [
    typed,
    `import type { ${helpers ? 'CompiledRoutesWith, RouterWith' : 'CompiledRoutes, Router'} } from 'waypost/router';`,
    '',
    '/** What the router is made of. */',
    `export declare const compiled: ${helpers ? 'CompiledRoutesWith<RouteHelpers>' : 'CompiledRoutes'};`,
    '',
    `declare const router: ${helpers ? 'RouterWith<RouteHelpers>' : 'Router'};`,
    'export default router;',
    '',
  ].join('\n');
}
