// A routes file → its router, with the modules and controllers that it names.
//
// The file is read twice: first to learn which modules and controllers it names, then, with these imported, for good.

import { dirname, resolve } from 'node:path';
import type { CallableValue } from '../../language/declarations.js';
import { Source } from '../../language/source.js';
import { parseSyntax, type Syntax } from '../../language/syntax.js';
import { exportBinding, type Binding, type Bindings } from '../../interpreter/bindings.js';
import { interpret } from '../../interpreter/interpret.js';
import {
  controllerFinder,
  interpretOptions,
  moduleBindings,
  routerOf,
  type Controllers,
  type ParseOptions,
} from '../../interpreter/load.js';
import type { Router } from '../../routing/router/router.js';
import { importModule, importPackage, type Exports } from './import-module.js';
import { missingModule, moduleFile, moduleNames } from './modules.js';
import { readIncluded, readRoutesFile } from '../files/routes-file.js';

export interface LoadOptions extends Omit<ParseOptions, 'controllers'> {
  /** A folder of modules, a record, or a function that finds a controller by its name. */
  readonly controllers?: string | Controllers | undefined;
}

/**
 * Reads a routes file, imports the modules that it names, and builds its router (docs/router.md).
 *
 * @param file the path of the routes file; `&` names are relative to its folder
 * @throws RoutesError when the text has any error; RoutesFileError when it cannot be read; what a module throws when imported
 */
export async function loadRoutes(file: string, options: LoadOptions = {}): Promise<Router> {
  const path = resolve(file);
  const source = new Source(options.file ?? file, readRoutesFile(path));
  const syntax = parseSyntax(source);
  const read = options.read ?? readIncluded;
  const baseOf = (of: Source): string => dirname(of === source ? path : resolve(of.file));
  const named = namesIn(syntax, { ...options, read });
  const modules = await importModules(named.callables, options.modules ?? {}, baseOf);
  const controllers = await controllersOf(options.controllers, named.controllers);
  const bindings: Bindings = {
    callable: (value, of) => modules.get(moduleKey(value, baseOf(of))) ?? { kind: 'unknown' },
    ...(controllers.find && {
      controllers: moduleBindings(undefined, controllers.find, 'unknown', [], controllers.known).controllers!,
    }),
  };
  const found: Bindings = {
    ...bindings,
    callable(value, of) {
      const binding = bindings.callable(value, of);
      return binding.kind === 'found' ? exportBinding(binding.value as Exports, value.export) : binding;
    },
  };
  const interpretation = interpret(syntax, interpretOptions({ ...options, read }, found));
  return routerOf(interpretation, controllers.find, loadRoutes, options);
}

interface Names {
  readonly callables: readonly { readonly value: CallableValue; readonly source: Source }[];
  readonly controllers: ReadonlySet<string>;
}

/** The callables and controllers that a file and what it includes name. */
function namesIn(syntax: Syntax, options: Pick<ParseOptions, 'inflections' | 'read' | 'regex'>): Names {
  const callables: { value: CallableValue; source: Source }[] = [];
  const bindings: Bindings = {
    callable(value, source) {
      callables.push({ value, source });
      return { kind: 'unknown' };
    },
  };
  const { routes } = interpret(syntax, interpretOptions(options, bindings));
  const controllers = new Set<string>();
  for (const { definition } of routes) {
    if (definition.target.kind === 'controller') controllers.add(definition.target.controller);
  }
  return { callables, controllers };
}

function moduleKey(value: CallableValue, base: string): string {
  return `${base}\0${value.module}`;
}

async function importModules(
  callables: Names['callables'],
  given: NonNullable<ParseOptions['modules']>,
  baseOf: (source: Source) => string,
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
    const file = moduleFile(base, value.module);
    const exports = file === undefined ? await importPackage(value.module, base) : await importModule(file);
    modules.set(
      key,
      exports === undefined ? missingModule(base, value.module) : { kind: 'found', value: exports },
    );
  }
  return modules;
}

interface FoundControllers {
  readonly find: ((name: string) => unknown) | undefined;
  readonly known: readonly string[];
}

async function controllersOf(
  controllers: LoadOptions['controllers'],
  names: ReadonlySet<string>,
): Promise<FoundControllers> {
  if (typeof controllers !== 'string') {
    const known = typeof controllers === 'object' ? Object.keys(controllers) : [];
    return { find: controllerFinder(controllers), known };
  }
  const folder = resolve(controllers);
  const modules = new Map<string, unknown>();
  for (const name of names) {
    if (name.split('/').includes('..')) continue;
    const file = moduleFile(folder, name);
    if (file !== undefined) modules.set(name, await importModule(file));
  }
  return { find: (name) => modules.get(name), known: moduleNames(folder) };
}
