// Makes a router from the text of a routes file, or throws one error with all diagnostics.

import { errorsIn } from '../language/diagnostics.js';
import { checkResponses } from '../http/checked-responses.js';
import { isPromise } from '../http/endpoint.js';
import { kindOf } from '../http/object-shape.js';
import { type OptionNames, checkFunction, checkOptions } from '../http/options.js';
import { Source } from '../language/source.js';
import { inSourceOrder, RoutesError } from '../language/routes-error.js';
import { parseSyntax, templateSource } from '../language/syntax.js';
import { findAction, actionNames } from '../routing/router/controller-actions.js';
import type { Next } from '../middleware/middleware.js';
import type { CustomHelpers } from '../routing/generation/custom-helpers.js';
import { quickGeneration } from '../routing/generation/generation.js';
import { UrlHelpers } from '../routing/generation/url-helpers.js';
import type { RouteDefinition } from '../routing/patterns/route.js';
import { loadedRecognition } from '../routing/recognition/loaded-recognition.js';
import { controllerFinder } from '../routing/router/dispatch.js';
import { otherTargets } from '../routing/router/other-targets.js';
import { type PathLimits, Router } from '../routing/router/router.js';
import { surroundings } from '../routing/router/surroundings.js';
import {
  type Binding,
  exportBinding,
  type Bindings,
  type ControllerKnowledge,
  type ModuleExports,
} from './bindings.js';
import { Inflection } from './inflection.js';
import { DeclaredDefinition } from './interpreted-route.js';
import { interpret, type InterpretOptions, type Interpretation } from './interpret.js';

/** Controllers by their names, or a function that finds a controller by its name. */
export type Controllers = Readonly<Record<string, unknown>> | ((name: string) => unknown);

/** The modules and controllers of a routes file, and how to read it (docs/router.md). */
export interface ParseOptions extends PathLimits {
  /** The exports of modules by their names: the text between `&` and `#`. */
  readonly modules?: Readonly<Record<string, ModuleExports>> | undefined;
  /**
   * The controllers by their names, or a function that finds one. Without them, routes to controllers are recognised but cannot be
   * answered.
   */
  readonly controllers?: Controllers | undefined;
  /** Singulars by their plurals, for words without a rule: `{ octopuses: 'octopus' }`. */
  readonly inflections?: Readonly<Record<string, string>> | undefined;
  /** `native` matches every regex with JavaScript's engine, however long that takes. Backreferences need it. */
  readonly regex?: 'native' | undefined;
  /** The name of the file in diagnostics, and for resolving `include`; `routes` by default. */
  readonly file?: string | undefined;
  /** Returns the text of an included file, or undefined if it does not exist. */
  readonly read?: ((path: string) => string | undefined) | undefined;
}

/**
 * Reads the text of a routes file and makes its router (docs/router.md).
 *
 * @throws RoutesError if the text has errors; `diagnostics` contains all of them
 */
export function parseRoutes(text: string, options: ParseOptions = {}): Router {
  const given: unknown = text;
  if (given === undefined || given === null || isPromise(given))
    throw new TypeError(
      `parseRoutes takes the text of routes, not ${kindOf(given)}; for a file there is loadRoutes of waypost/node (docs/router.md)`,
    );
  checkParseOptions('parseRoutes', options);
  checkResponses();
  checkControllersGiven(options.controllers);
  const controllers = controllerFinder(options.controllers);
  const bindings = moduleBindings(options, 'no-module');
  const source = new Source(options.file ?? 'routes', String(text));
  const interpretation = interpret(parseSyntax(source), interpretOptions(options, bindings));
  return routerOf(interpretation, controllers, parseRoutes, options);
}

/**
 * Makes a router from a template literal: `` routes`get '/ping', to => ${fn}` ``. The wrapper may be left out. `${…}` may be in place of a
 * callable (docs/language.md, "Targets that are code"). It takes a function or an object; TypeScript assumes a function of a request unless
 * it has other types.
 *
 * @throws RoutesError if the text has errors
 */
export function routes(
  strings: TemplateStringsArray,
  ...values: readonly (((request: Parameters<Next>[0], next: Next) => unknown) | object)[]
): Router {
  const raw = (strings as Partial<TemplateStringsArray> | undefined)?.raw;
  if (raw === undefined)
    throw new TypeError(
      `routes stands before a template literal, routes\`get '/ping', to => \${ping}\`, not before ${kindOf(strings)}; for a text there is parseRoutes (docs/router.md)`,
    );
  checkResponses();
  const bindings = moduleBindings({}, 'no-module', values);
  const syntax = parseSyntax(templateSource(raw), { inlineCallables: values.length });
  return routerOf(
    interpret(syntax, { ...interpretOptions({}, bindings), wrapperIsOptional: true }),
    undefined,
    routes,
  );
}

export { routes as draw };

/** The options of `interpret` for a loader's options. */
export function interpretOptions(
  options: Pick<ParseOptions, 'inflections' | 'read' | 'regex'>,
  bindings: Bindings,
): InterpretOptions {
  const { inflections, read, regex } = options;
  return { bindings, inflection: new Inflection(inflections), read, regex, letsCallsGo: true };
}

/** The router of an interpretation. Throws like `checkedRoutes`. */
export function routerOf(
  interpretation: Interpretation,
  controllers: ((name: string) => unknown) | undefined,
  loader: (...args: never[]) => unknown,
  { pathLimit, segmentLimit }: PathLimits = {},
): Router {
  const { definitions, customHelpers } = checkedRoutes(interpretation, loader);
  return new Router({
    recognition: loadedRecognition,
    pathLimit,
    segmentLimit,
    routes: definitions,
    customHelpers,
    helpers: UrlHelpers,
    generation: quickGeneration,
    otherTargets,
    surroundings,
    controllers,
  });
}

/**
 * The definitions of an interpretation's routes, without the syntax tree, and its custom helpers.
 *
 * @throws RoutesError if it has errors; the stack begins at the call of `loader`
 */
export function checkedRoutes(
  { diagnostics, program, routes, customHelpers }: Interpretation,
  loader: (...args: never[]) => unknown,
): { readonly definitions: readonly RouteDefinition[]; readonly customHelpers: CustomHelpers } {
  if (errorsIn(diagnostics).length > 0) {
    const { sources } = program;
    throw new RoutesError(inSourceOrder(diagnostics, sources.keys()), sources, loader);
  }
  return {
    definitions: routes.map(({ definition }) =>
      definition instanceof DeclaredDefinition ? definition.letGoOfTree() : definition,
    ),
    customHelpers,
  };
}

export const parseOptionNames: OptionNames<ParseOptions> = {
  modules: true,
  controllers: true,
  inflections: true,
  regex: true,
  file: true,
  read: true,
  pathLimit: true,
  segmentLimit: true,
};

/** Throws a `TypeError` for unknown or invalid options; `caller` is named in the message. */
export function checkParseOptions(caller: string, options: Omit<ParseOptions, 'controllers'>): void {
  checkOptions(caller, options, parseOptionNames, 'docs/router.md');
  const { file, inflections = {}, modules = {}, read, regex } = options;
  checkFunction('read', read);
  if (file !== undefined && typeof file !== 'string')
    throw new TypeError(`file is the name of the routes file, not ${kindOf(file)}`);
  if (regex !== undefined && regex !== 'native') throw new TypeError("regex is 'native', or left out");
  checkRecord('modules', modules);
  checkRecord('inflections', inflections);
  for (const [plural, singular] of Object.entries<unknown>(inflections))
    if (typeof singular !== 'string')
      throw new TypeError(`the singular of '${plural}' in inflections is text, not ${kindOf(singular)}`);
}

/** Throws a `TypeError` if `controllers` cannot hold controllers. */
export function checkControllersGiven(controllers: Controllers | undefined): void {
  if (typeof controllers === 'string')
    throw new TypeError(
      'controllers are an object, or a function that finds one by its name; a folder of them is for loadRoutes of waypost/node',
    );
  if (controllers !== undefined && typeof controllers !== 'function') checkRecord('controllers', controllers);
}

/** Refuses lists, maps and promises, which have no names to look up. */
function checkRecord(option: string, value: unknown): void {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isRecord || value instanceof Map || isPromise(value))
    throw new TypeError(`${option} are an object of names and what they stand for, not ${kindOf(value)}`);
}

/** The names of the controllers in an object; empty for a function. */
export function controllerNames(controllers: Controllers | undefined): readonly string[] {
  return typeof controllers === 'object' ? Object.keys(controllers) : [];
}

/** Bindings to given modules. `missing` is the answer for any other module. */
export function moduleBindings(
  { modules, controllers }: Pick<ParseOptions, 'modules' | 'controllers'>,
  missing: 'no-module' | 'unknown',
  inline: readonly unknown[] = [],
): Bindings {
  const find = controllerFinder(controllers);
  // By the texts of module and export: many routes of a file refer to the same few exports.
  const found = new Map<string, Map<string | undefined, Binding>>();
  const bindingOf = (module: string, name: string | undefined): Binding => {
    const exports = modules && Object.hasOwn(modules, module) ? modules[module] : undefined;
    if (exports) return exportBinding(exports, name);
    return missing === 'unknown'
      ? { kind: 'unknown' }
      : { kind: 'no-module', known: Object.keys(modules ?? {}) };
  };
  return {
    callable(value) {
      if (value.inline !== undefined) {
        return value.inline < inline.length
          ? { kind: 'found', value: inline[value.inline] }
          : { kind: 'unknown' };
      }
      let ofModule = found.get(value.module);
      if (!ofModule) found.set(value.module, (ofModule = new Map<string | undefined, Binding>()));
      let binding = ofModule.get(value.export);
      if (!binding) ofModule.set(value.export, (binding = bindingOf(value.module, value.export)));
      return binding;
    },
    ...(find && { controllers: loadedControllers(find, controllerNames(controllers)) }),
  };
}

/** What is known of loaded controllers. */
export function loadedControllers(
  find: (name: string) => unknown,
  known: readonly string[],
  place: Pick<NonNullable<Bindings['controllers']>, 'folder' | 'unusable' | 'missingFolder'> = {},
): NonNullable<Bindings['controllers']> {
  return { ...place, find: (name) => controllerKnowledge(find(name)), known };
}

function controllerKnowledge(controller: unknown): ControllerKnowledge | undefined {
  if (controller === undefined || controller === null) return undefined;
  return {
    hasAction: (action) => findAction(controller, action) !== undefined,
    get actions() {
      return actionNames(controller);
    },
  };
}
