// Loads a routes file and builds its router, with the modules and controllers that it names.
//
// Modules are imported when the calls of the file have been read. Controllers are imported when its routes are known.

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CallableValue } from '../../language/declarations.js';
import { Source } from '../../language/source.js';
import { parseSyntax } from '../../language/syntax.js';
import { exportBinding, type Binding, type Bindings } from '../../interpreter/bindings.js';
import { checkControllers } from '../../interpreter/controller-checks.js';
import { Inflection } from '../../interpreter/inflection.js';
import { interpretProgram } from '../../interpreter/interpret.js';
import {
  checkControllersGiven,
  checkParseOptions,
  controllerNames,
  loadedControllers,
  routerOf,
  type Controllers,
  type ParseOptions,
} from '../../interpreter/load.js';
import { controllerFinder } from '../../routing/router/dispatch.js';
import type { Calls } from '../../interpreter/calls.js';
import { Program } from '../../interpreter/program.js';
import { controllersIn } from '../../routing/patterns/route.js';
import type { Router } from '../../routing/router/router.js';
import { importModule, importPackage, type Exports } from './import-module.js';
import { missingModule, moduleFile, moduleFiles, moduleNames, unusableModule } from './modules.js';
import { pathGiven, readIncluded, readRoutesFile } from '../files/routes-file.js';
import type { LookedAt } from '../files/watched-folders.js';

/** The options of `loadRoutes` (docs/modules.md). */
export interface LoadOptions extends Omit<ParseOptions, 'controllers'> {
  /**
   * The controllers: a folder of modules, a record, or a function that finds one by its name. Without them, routes to controllers are
   * recognised but cannot be answered.
   */
  readonly controllers?: string | URL | Controllers | undefined;
}

/**
 * Reads a routes file, imports the modules that it names, and builds its router (docs/router.md).
 *
 * @param file the path of the routes file, or its `file:` URL; `&` names are relative to its folder
 * @throws RoutesError if the text has an error; RoutesFileError if it cannot be read; what a module throws when it is imported
 */
export function loadRoutes(file: string | URL, options: LoadOptions = {}): Promise<Router> {
  return loadRoutesOf(file, options, () => undefined);
}

/** As `loadRoutes`; also calls `lookedAt` with the absolute path of each included file, and of each file that a `&` name may mean. */
export async function loadRoutesOf(
  file: string | URL,
  options: LoadOptions,
  lookedAt: LookedAt,
): Promise<Router> {
  checkParseOptions('loadRoutes', options);
  const { controllers } = options;
  if (typeof controllers !== 'string' && !(controllers instanceof URL)) checkControllersGiven(controllers);
  const written = pathGiven(file, 'loadRoutes takes a routes file');
  const path = resolve(written);
  const source = new Source(options.file ?? written, readRoutesFile(path));
  const {
    inflections,
    regex,
    read = (each) => readIncluded(each, (path) => lookedAt(resolve(path))),
  } = options;
  const program = new Program(parseSyntax(source), { read, regex, letsCallsGo: true });
  const baseOf = (of: Source): string => dirname(of === source ? path : resolve(of.file));
  const modules = await importModules(program.calls.unbound, options.modules ?? {}, baseOf, lookedAt);
  const bindings: Bindings = {
    callable(value, of) {
      const binding = modules.get(moduleKey(value, baseOf(of))) ?? { kind: 'unknown' };
      return binding.kind === 'found' ? exportBinding(binding.value as Exports, value.export) : binding;
    },
  };
  program.calls.bind(bindings);
  const interpretation = interpretProgram(program, { bindings, inflection: new Inflection(inflections) });
  const definitions = interpretation.routes.map(({ definition }) => definition);
  const { find, known, ...place } = await controllersOf(controllers, controllersIn(definitions));
  if (find)
    checkControllers(interpretation.routes, loadedControllers(find, known, place), program.diagnostics);
  return routerOf(interpretation, find, loadRoutesOf, options);
}

function moduleKey(value: CallableValue, base: string): string {
  return `${base}\0${value.module}`;
}

async function importModules(
  callables: Calls['unbound'],
  given: NonNullable<ParseOptions['modules']>,
  baseOf: (source: Source) => string,
  lookedAt: LookedAt,
): Promise<Map<string, Binding>> {
  const modules = new Map<string, Binding>();
  for (const { value, source } of callables) {
    const base = baseOf(source);
    const key = moduleKey(value, base);
    if (modules.has(key)) continue;
    if (Object.hasOwn(given, value.module)) {
      modules.set(key, { kind: 'found', value: given[value.module] });
      continue;
    }
    moduleFiles(base, value.module).forEach(lookedAt);
    const file = moduleFile(base, value.module);
    const exports = file === undefined ? await importPackage(value.module, base) : await importModule(file);
    modules.set(
      key,
      exports === undefined ? missingModule(base, value.module) : { kind: 'found', value: exports },
    );
  }
  return modules;
}

interface FoundControllers extends Omit<NonNullable<Bindings['controllers']>, 'find'> {
  readonly find: ((name: string) => unknown) | undefined;
}

async function controllersOf(
  controllers: LoadOptions['controllers'],
  names: ReadonlySet<string>,
): Promise<FoundControllers> {
  if (typeof controllers !== 'string' && !(controllers instanceof URL))
    return { find: controllerFinder(controllers), known: controllerNames(controllers) };
  const written = pathGiven(controllers, 'controllers are a folder');
  const folder = resolve(written);
  if (!existsSync(folder)) return { find: () => undefined, known: [], missingFolder: written };
  const modules = new Map<string, unknown>();
  for (const name of names) {
    if (name.split('/').includes('..')) continue;
    const file = moduleFile(folder, name);
    if (file !== undefined) modules.set(name, await importModule(file));
  }
  return {
    find: (name) => modules.get(name),
    known: moduleNames(folder),
    folder: written,
    unusable: (name) => unusableModule(folder, name),
  };
}
