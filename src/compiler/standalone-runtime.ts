// What a standalone file of URL helpers is run by: the generation of the package, which the build bundles into one text
// (`.build/standalone-runtime.mjs`). Nothing of the package imports this module.

import { UrlGenerationError } from '../routing/generation/generation-errors.js';
import { compileGenerator, type GeneratedRoute } from '../routing/generation/generator.js';
import { requestedOrigin, type OriginOptions } from '../routing/generation/origin.js';
import { compilePathHelper, type CompiledHelper } from '../routing/generation/path-helper.js';
import { urlOption } from '../routing/generation/url-options.js';
import { type CompiledConstraint, segmentConstraints } from '../routing/router/compiled-parts.js';
import { type CompiledPart, patternOf } from '../routing/router/compiled-routes.js';

export { UrlGenerationError };

/** The data of one route: callables have stayed on the server. */
export interface StandaloneRoute {
  readonly name?: string;
  readonly path: string;
  /** Absent where the path is nothing but text. */
  readonly parts?: readonly CompiledPart[];
  readonly names?: readonly string[];
  readonly where?: readonly (readonly [string, CompiledConstraint])[];
  readonly defaults?: readonly (readonly [string, string])[];
}

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

function generatedRoute({
  name,
  path,
  parts = [path],
  names = [],
  where = [],
  defaults,
}: StandaloneRoute): GeneratedRoute {
  return {
    name,
    pattern: patternOf(parts, names, path),
    segmentConstraints: segmentConstraints(where),
    defaults: new Map(defaults),
  };
}
