// Compiles a router to the text of a module, as `waypost compile` does, and makes a router from that text without files.
//
// The module gets the callables and controllers of the original router in place of its imports.

import { buildSync } from 'esbuild';
import { join } from 'node:path';
import { compiledModule, unusualPlurals } from '../../src/compiler/compiled-module.js';
import { Inflection } from '../../src/interpreter/inflection.js';
import type { CustomHelpers } from '../../src/routing/generation/custom-helpers.js';
import {
  constrainedGeneration,
  generation,
  quickGeneration,
} from '../../src/routing/generation/generation.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { guarded } from '../../src/routing/patterns/guarded-regex.js';
import { boundMatching } from '../../src/routing/patterns/reachability.js';
import { quickRecognition, recognition } from '../../src/routing/recognition/matcher.js';
import { literalRecognition } from '../../src/routing/recognition/literal-recognition.js';
import { simpleRecognition } from '../../src/routing/recognition/simple-recognition.js';
import { writtenRecognition } from '../../src/routing/recognition/written-recognition.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { createRouter, type CreateRouterOptions } from '../../src/routing/router/compiled-routes.js';
import * as compiledParts from '../../src/routing/router/compiled-parts.js';
import { otherTargets } from '../../src/routing/router/other-targets.js';
import type { Router } from '../../src/routing/router/router.js';
import { surroundings } from '../../src/routing/router/surroundings.js';

/** The custom helpers of a routes file that declares none. */
export const noHelpers: CustomHelpers = { direct: new Map(), resolve: new Map() };

/** The text of the module, and its callables by the names under which it imports them. */
function compiledText(
  definitions: readonly RouteDefinition[],
  customHelpers: CustomHelpers = noHelpers,
  {
    inflections = {},
    helpers = true,
    optimize = 'size',
  }: Pick<CompiledRouterOptions, 'inflections' | 'helpers' | 'optimize'> = {},
): { readonly text: string; readonly callables: readonly unknown[] } {
  const callables: unknown[] = [];
  const { code: text } = compiledModule({
    definitions,
    customHelpers,
    plurals: unusualPlurals(definitions, new Inflection(inflections)),
    helpers,
    quick: optimize === 'speed',
    quickRecognition: optimize === 'speed',
    importOf(callable) {
      const isCallable =
        typeof callable === 'function' ||
        Object.values(callable as object).some((member) => typeof member === 'function') ||
        (!Array.isArray(callable) && Object.getPrototypeOf(callable) !== Object.prototype);
      if (!isCallable || Object.getPrototypeOf(callable) === null) return undefined;
      if (!callables.includes(callable)) callables.push(callable);
      return { module: 'application', name: String(callables.indexOf(callable)) };
    },
  });
  return { text, callables };
}

export interface CompiledRouterOptions extends CreateRouterOptions {
  readonly inflections?: Readonly<Record<string, string>>;
  /** Whether it has URL helpers; true by default. */
  readonly helpers?: boolean;
  /** What it is compiled for; `size` by default. */
  readonly optimize?: 'size' | 'speed';
}

/** The router that a compiled module of these routes exports. */
export function compiledRouter(
  definitions: readonly RouteDefinition[],
  customHelpers?: CustomHelpers,
  options?: CompiledRouterOptions,
): Router {
  const { text, callables } = compiledText(definitions, customHelpers, options);
  const body = withoutImports(text)
    .replace(/^import \{ .* \} from "waypost\/router";$/m, '')
    .replace('export const compiled =', 'const compiled =')
    .replace(/^export default createRouter\(compiled\);$/m, 'return createRouter(compiled, options);');
  const given = {
    ...compiledParts,
    boundMatching,
    constrainedGeneration,
    createRouter,
    generation,
    guarded,
    recognition,
    otherTargets,
    quickGeneration,
    quickRecognition,
    literalRecognition,
    simpleRecognition,
    surroundings,
    UrlHelpers,
    writtenRecognition,
    callables,
    options,
  };
  return new Function(...Object.keys(given), body)(...Object.values(given)) as Router;
}

/** The same, after esbuild has bundled and minified the module with the parts of the built package that it imports. */
export function bundledRouter(
  definitions: readonly RouteDefinition[],
  customHelpers?: CustomHelpers,
  options?: CompiledRouterOptions,
): Router {
  const { text, callables } = compiledText(definitions, customHelpers, options);
  const contents = withoutImports(text).replace(
    /^export default createRouter\(compiled\);$/m,
    'export default createRouter(compiled, options);',
  );
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: root },
    alias: { 'waypost/router': join(root, 'dist/router.js') },
    bundle: true,
    minify: true,
    keepNames: true,
    format: 'iife',
    globalName: 'bundle',
    write: false,
    logLevel: 'error',
  });
  const run = new Function('callables', 'options', `${outputFiles[0]!.text}\nreturn bundle.default;`);
  return run(callables, options) as Router;
}

const root = new URL('../..', import.meta.url).pathname;

function withoutImports(text: string): string {
  return text.replace(/^import \{ "?(\d+)"? as (\w+) \} from "application";$/gm, 'const $2 = callables[$1];');
}

/** The same router, compiled and made again. */
export function recompiled(router: Router, options?: CreateRouterOptions): Router {
  return compiledRouter(
    router.routes.map(({ definition }) => definition),
    router.customHelpers,
    options,
  );
}
