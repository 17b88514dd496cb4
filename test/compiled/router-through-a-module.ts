// In place of `Router` where tests of the compiled form make routers: the same routes, written as the text of a module and read again.
//
// With `BUNDLED=yes` that module is bundled and minified, with all that it needs of the built package, before it runs.

import type { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { Router as Loaded, type RouterOptions } from '../../src/routing/router/router.js';
import { bundledRouter, compiledRouter } from '../support/compiled-router.js';

export * from '../../src/routing/router/router.js';

const through = process.env['BUNDLED'] ? bundledRouter : compiledRouter;

export const Router = new Proxy(Loaded, {
  construct(router, [options]: [RouterOptions & { readonly helpers?: typeof UrlHelpers }]) {
    // Mistakes in the options are those of the class itself.
    const { customHelpers, controllers } = options;
    const { routes } = new router(options);
    return through(
      routes.map(({ definition }) => definition),
      customHelpers,
      { ...(controllers && { controllers }), helpers: options.helpers !== undefined },
    );
  },
});
