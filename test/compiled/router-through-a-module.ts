// In place of `Router` where tests of the compiled form make routers: the same routes, written as the text of a module and read again.
//
// With `OPTIMIZE=speed` it is compiled for speed. With `BUNDLED=yes` that module is bundled and minified, with all that it needs of the built package, before it runs.

import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { Router as Loaded, type RouterOptions } from '../../src/routing/router/router.js';
import { bundledRouter, compiledRouter } from '../support/compiled-router.js';

export * from '../../src/routing/router/router.js';

const through = process.env['BUNDLED'] ? bundledRouter : compiledRouter;
const optimize = process.env['OPTIMIZE'] === 'speed' ? 'speed' : 'size';

export const Router = new Proxy(Loaded, {
  construct(router, [options]: [RouterOptions]) {
    const { customHelpers, helpers, controllers, pathLimit, segmentLimit } = options;
    const routes = options.routes as readonly RouteDefinition[];
    if (routes.some(isOnlyLookedAt)) return new router(options);
    return through(routes, customHelpers, {
      helpers: helpers !== undefined,
      optimize,
      ...(controllers && { controllers }),
      ...(pathLimit !== undefined && { pathLimit }),
      ...(segmentLimit !== undefined && { segmentLimit }),
    });
  },
});

/** Routes of a text whose modules are not there are never compiled. */
function isOnlyLookedAt({ target, facts, segmentConstraints, requestConstraints }: RouteDefinition): boolean {
  const constraints = [...[...segmentConstraints.values()].flat(), ...requestConstraints];
  return (
    (target.kind === 'callable' && target.callable === undefined) ||
    (target.kind === 'mount' && target.app === undefined) ||
    (facts?.layers.some(({ layer }) => layer === undefined) ?? false) ||
    constraints.some((each) => each.kind === 'callable' && each.callable === undefined)
  );
}
