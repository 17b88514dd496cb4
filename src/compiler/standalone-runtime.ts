// What a standalone file of URL helpers is run by: the generation of the package, which the build bundles into one text
// (`.build/standalone-runtime.mjs`). Nothing of the package imports this module.

import { UrlGenerationError } from '../routing/generation/generation-errors.js';
import { compileGenerator } from '../routing/generation/generator.js';
import { requestedOrigin, type OriginOptions } from '../routing/generation/origin.js';
import { compilePathHelper, type CompiledHelper } from '../routing/generation/path-helper.js';
import { urlOption } from '../routing/generation/url-options.js';
import { generatedRoute, type CompiledRoute } from '../routing/router/compiled-routes.js';

export { UrlGenerationError };

/** The data of one route: callables have stayed on the server. */
export type StandaloneRoute = Pick<CompiledRoute, 'name' | 'path' | 'parts' | 'names' | 'where' | 'defaults'>;

export const defaultUrlOptions: OriginOptions = {};

const helpers = new WeakMap<StandaloneRoute, CompiledHelper>();

export function pathOf(route: StandaloneRoute, values: readonly unknown[]): string {
  return helperOf(route).path(...values);
}

export function urlOf(route: StandaloneRoute, values: readonly unknown[]): string {
  const helper = helperOf(route);
  const { generator } = helper;
  const options = helper.optionsOf(values) ?? {};
  const origin = requestedOrigin(
    (option) => urlOption(generator, options, option),
    defaultUrlOptions,
    generator,
  );
  return origin + helper.path(...values);
}

function helperOf(route: StandaloneRoute): CompiledHelper {
  let helper = helpers.get(route);
  if (!helper) helpers.set(route, (helper = compilePathHelper(compileGenerator(generatedRoute(route)))));
  return helper;
}
