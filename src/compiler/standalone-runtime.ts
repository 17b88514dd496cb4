// The runtime of standalone URL helpers: the package's generation. The build bundles it into one text for each need of a table
// (`.build/standalone-runtime.mjs`). Nothing in the package imports these modules.

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

/** The data of one route. Callables are not in it. */
export interface StandaloneRoute {
  readonly name?: string;
  readonly path: string;
  /** Absent if it is the same as the path. */
  readonly shape?: string;
  readonly names?: readonly string[];
  readonly where?: readonly (readonly [string, CompiledConstraint])[];
  readonly defaults?: readonly (readonly [string, string])[];
}

export const defaultUrlOptions: OriginOptions = {};

/** Makes helpers of routes. `generatorOf` makes the generator of a route when its helper is first called. */
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
        // As in the package, an error in the path is reported before one in the host.
        const made = path(...values);
        const generator = generatorFor(route);
        return (
          originOf(urlOption(generator, optionsOf(generator, values)), defaultUrlOptions, generator) + made
        );
      };
    },
  };
}

/** The generator of a route whose paths need not be read back (`isReadAsWritten`). */
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
