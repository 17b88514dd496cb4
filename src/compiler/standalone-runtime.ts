// What a standalone file of URL helpers is run by: the generation of the package, which the build bundles into texts
// (`.build/standalone-runtime.mjs`), one for each thing that a table can need. Nothing of the package imports these modules.

import { UrlGenerationError } from '../routing/generation/generation-errors.js';
import type { SlotDemands } from '../routing/generation/generation-slot.js';
import { rememberedOrigin, type OriginOptions } from '../routing/generation/origin.js';
import { optionsOf, type PathHelper } from '../routing/generation/path-of-call.js';
import { PatternGenerator } from '../routing/generation/pattern-generator.js';
import { helperFunction } from '../routing/generation/quick-calls.js';
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

/** Makes the helpers of routes whose generators are made by `generatorOf`, each when it is first called. */
export function helpersBy(generatorOf: (route: StandaloneRoute) => PatternGenerator) {
  const generators = new WeakMap<StandaloneRoute, PatternGenerator>();
  const generatorFor = (route: StandaloneRoute): PatternGenerator => {
    let generator = generators.get(route);
    if (!generator) generators.set(route, (generator = generatorOf(route)));
    return generator;
  };
  const pathHelper = (route: StandaloneRoute): PathHelper => helperFunction(() => generatorFor(route));
  const originOf = rememberedOrigin();
  return {
    pathHelper,
    urlHelper: (route: StandaloneRoute): PathHelper => {
      const path = pathHelper(route);
      return (...values) => {
        // As the package does it, a mistake in the path is told before one in the host.
        const made = path(...values);
        const generator = generatorFor(route);
        return (
          originOf(urlOption(generator, optionsOf(generator, values)), defaultUrlOptions, generator) + made
        );
      };
    },
  };
}

/** The generator of a route whose paths are all read as they are written (`isReadAsWritten`). */
export function standaloneGenerator(
  route: StandaloneRoute,
  demandsOn?: (name: string) => SlotDemands | undefined,
): PatternGenerator {
  const definition = {
    name: route.name,
    pattern: standalonePattern(route),
    defaults: new Map(route.defaults),
  };
  return new PatternGenerator(definition, demandsOn);
}

export function standalonePattern({ path, shape = path, names = [] }: StandaloneRoute): Pattern {
  return patternOf(shape, names, path);
}
