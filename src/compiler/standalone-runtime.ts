// What a standalone file of URL helpers is run by: the generation of the package, which the build bundles into texts
// (`.build/standalone-runtime.mjs`), one for each thing that a table can need. Nothing of the package imports these modules.

import { certainGenerator } from '../routing/generation/certain-generator.js';
import { UrlGenerationError } from '../routing/generation/generation-errors.js';
import type { SlotDemands } from '../routing/generation/generation-slot.js';
import type { Generator } from '../routing/generation/generator.js';
import { requestedOrigin, type OriginOptions } from '../routing/generation/origin.js';
import {
  compilePathHelper,
  type CompiledHelper,
  helperFunction,
  type PathHelper,
} from '../routing/generation/path-helper.js';
import { urlOption } from '../routing/generation/url-options.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import { patternOf } from '../routing/patterns/pattern-shape.js';
import type { CompiledConstraint } from '../routing/router/compiled-parts.js';

export { UrlGenerationError };

/** The data of one route: callables have stayed on the server. */
export interface StandaloneRoute {
  readonly name?: string;
  readonly path: string;
  /** Absent where it is the path. */
  readonly shape?: string;
  readonly names?: readonly string[];
  readonly where?: readonly (readonly [string, CompiledConstraint])[];
  readonly defaults?: readonly (readonly [string, string])[];
}

export const defaultUrlOptions: OriginOptions = {};

/** Makes the helpers of routes whose generators are made by `generatorOf`. */
export function helpersBy(generatorOf: (route: StandaloneRoute) => Generator) {
  const helpers = new WeakMap<StandaloneRoute, CompiledHelper>();
  const helperOf = (route: StandaloneRoute): CompiledHelper => {
    let helper = helpers.get(route);
    if (!helper) helpers.set(route, (helper = compilePathHelper(generatorOf(route))));
    return helper;
  };
  return {
    pathHelper: (route: StandaloneRoute): PathHelper => helperFunction(() => helperOf(route)),
    urlHelper:
      (route: StandaloneRoute): PathHelper =>
      (...values) => {
        const helper = helperOf(route);
        const { generator } = helper;
        const options = helper.optionsOf(values) ?? {};
        const origin = requestedOrigin(
          (option) => urlOption(generator, options, option),
          defaultUrlOptions,
          generator,
        );
        return origin + helper.pathOfAll(values);
      },
  };
}

/** The generator of a route whose paths are all read as they are written (`isReadAsWritten`). */
export function standaloneGenerator(
  route: StandaloneRoute,
  demandsOn?: (name: string) => SlotDemands | undefined,
): Generator {
  const definition = {
    name: route.name,
    pattern: standalonePattern(route),
    defaults: new Map(route.defaults),
  };
  return certainGenerator(definition, demandsOn);
}

export function standalonePattern({ path, shape = path, names = [] }: StandaloneRoute): Pattern {
  return patternOf(shape, names, path);
}
