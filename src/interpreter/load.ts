// Text → router, or one error with everything that is wrong.

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

/** Controllers by name, or a function that finds one by its name. */
export type Controllers = Readonly<Record<string, unknown>> | ((name: string) => unknown);

/** What the callables and controllers of a text stand for, and how it is read (docs/router.md). */
export interface ParseOptions extends PathLimits {
  /** The text between `&` and `#` → the module's exports. */
  readonly modules?: Readonly<Record<string, ModuleExports>> | undefined;
  /** The controllers by their names, or a function that finds one; without, routes to controllers are recognised and cannot be answered. */
  readonly controllers?: Controllers | undefined;
  /** Singulars by their plurals, of words that follow no rule: `{ octopuses: 'octopus' }`. */
  readonly inflections?: Readonly<Record<string, string>> | undefined;
  /** `native` leaves every regex to JavaScript's engine, however long a text may keep it busy; a backreference needs that. */
  readonly regex?: 'native' | undefined;
  /** The name used in diagnostics, and to resolve `include`; `routes` unless given. */
  readonly file?: string | undefined;
  /** The text of an included file, or undefined where there is none. */
  readonly read?: ((path: string) => string | undefined) | undefined;
}

/**
 * Reads a routes file's text and builds its router (docs/router.md).
 *
 * @throws RoutesError when the text has any error, with all of them in `diagnostics`
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
 * The template literal of a routes file: `` routes`get '/ping', to => ${fn}` ``. The wrapper may be left out, and `${…}`
 * stands where a callable may: it holds a function, which is taken for one of a request unless it says otherwise, or an object
 * (docs/language.md, "Targets that are code").
 *
 * @throws RoutesError when the text has any error
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

/** The options of `interpret` that a loader's options come to. */
export function interpretOptions(
  options: Pick<ParseOptions, 'inflections' | 'read' | 'regex'>,
  bindings: Bindings,
): InterpretOptions {
  const { inflections, read, regex } = options;
  return { bindings, inflection: new Inflection(inflections), read, regex, letsCallsGo: true };
}

/** The router of an interpretation without errors; the stack of the error begins where `loader` was called. */
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
 * The routes of an interpretation as a router holds them, plain data without the tree, and its helpers.
 *
 * @throws RoutesError where it has any error; its stack begins where `loader` was called
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

/** Throws a `TypeError` in the name of `caller` for options that no loader has, or that mean nothing. */
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

/** Throws a `TypeError` for what holds no controllers. */
export function checkControllersGiven(controllers: Controllers | undefined): void {
  if (typeof controllers === 'string')
    throw new TypeError(
      'controllers are an object, or a function that finds one by its name; a folder of them is for loadRoutes of waypost/node',
    );
  if (controllers !== undefined && typeof controllers !== 'function') checkRecord('controllers', controllers);
}

/** A list, a map or a promise has none of the names that it is asked for. */
function checkRecord(option: string, value: unknown): void {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isRecord || value instanceof Map || isPromise(value))
    throw new TypeError(`${option} are an object of names and what they stand for, not ${kindOf(value)}`);
}

/** The names of a record's controllers; a function's are not known. */
export function controllerNames(controllers: Controllers | undefined): readonly string[] {
  return typeof controllers === 'object' ? Object.keys(controllers) : [];
}

/** Bindings to modules that are at hand; `missing` says what a module that is not among them is. */
export function moduleBindings(
  { modules, controllers }: Pick<ParseOptions, 'modules' | 'controllers'>,
  missing: 'no-module' | 'unknown',
  inline: readonly unknown[] = [],
): Bindings {
  const find = controllerFinder(controllers);
  // By the texts between `&`, `#` and the end: many routes of a file lead to the same few exports.
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

/** What there is to know of controllers that are at hand. */
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
