// A router compiled to the text of a module and made again from that text: what `waypost compile` writes, without files.
//
// Callables and controllers are those of the router, handed to the module where it would import them.

import { compiledModule, unusualPlurals } from '../../src/compiler/compiled-module.js';
import { Inflection } from '../../src/interpreter/inflection.js';
import type { CustomHelpers } from '../../src/routing/generation/custom-helpers.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { guarded } from '../../src/routing/patterns/guarded-regex.js';
import { boundMatching } from '../../src/routing/patterns/reachability.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { createRouter, type CreateRouterOptions } from '../../src/routing/router/compiled-routes.js';
import { redirectTo } from '../../src/routing/router/redirect.js';
import type { Router } from '../../src/routing/router/router.js';
import { surroundings } from '../../src/routing/router/surroundings.js';

const noHelpers: CustomHelpers = { direct: new Map(), resolve: new Map() };

/** The module's text, and its callables by the names under which it imports them. */
export function compiledText(
  definitions: readonly RouteDefinition[],
  customHelpers: CustomHelpers = noHelpers,
  inflections: Readonly<Record<string, string>> = {},
): { readonly text: string; readonly callables: readonly unknown[] } {
  const callables: unknown[] = [];
  const text = compiledModule({
    definitions,
    customHelpers,
    plurals: unusualPlurals(definitions, new Inflection(inflections)),
    importOf(callable) {
      const isCallable =
        typeof callable === 'function' ||
        Object.values(callable as object).some((member) => typeof member === 'function') ||
        Object.getPrototypeOf(callable) !== Object.prototype;
      if (!isCallable || Object.getPrototypeOf(callable) === null) return undefined;
      if (!callables.includes(callable)) callables.push(callable);
      return { module: 'application', name: String(callables.indexOf(callable)) };
    },
  });
  return { text, callables };
}

/** The router that a compiled module of these routes exports. */
export function compiledRouter(
  definitions: readonly RouteDefinition[],
  customHelpers?: CustomHelpers,
  options?: CreateRouterOptions & { readonly inflections?: Readonly<Record<string, string>> },
): Router {
  const { text, callables } = compiledText(definitions, customHelpers, options?.inflections);
  const body = text
    .replace(/^import \{ "?(\d+)"? as (\w+) \} from "application";$/gm, 'const $2 = callables[$1];')
    .replace(/^import \{ .* \} from "waypost\/router";$/m, '')
    .replace('export const compiled =', 'const compiled =')
    .replace(/^export default createRouter\(compiled\);$/m, 'return createRouter(compiled, options);');
  const given = {
    createRouter,
    guarded,
    boundMatching,
    redirectTo,
    surroundings,
    UrlHelpers,
    callables,
    options,
  };
  return new Function(...Object.keys(given), body)(...Object.values(given)) as Router;
}

/** The same router, by way of a compiled module. */
export function recompiled(router: Router, options?: CreateRouterOptions): Router {
  return compiledRouter(
    router.routes.map(({ definition }) => definition),
    router.customHelpers,
    options,
  );
}
