// Finds and analyzes the routes file of a command, without running the application.

import { relative, resolve } from 'node:path';
import { Argument } from 'commander';
import { analyze, type Analysis } from '../analysis/analyze.js';
import type { Bindings } from '../interpreter/bindings.js';
import { routerOf } from '../interpreter/load.js';
import { findRoutesFile, readIncluded, readRoutesFile } from '../node/files/routes-file.js';
import type { LookedAt } from '../node/files/watched-folders.js';
import type { Router } from '../routing/router/router.js';
import { projectConfiguration } from './project-configuration.js';
import type { Terminal } from './terminal.js';

export interface RoutesFile {
  /** The path as shown, relative to the working directory. */
  readonly file: string;
  readonly analysis: Analysis;
  readonly controllers: Bindings['controllers'];
}

/** Options for analyzing a routes file. */
export interface Look {
  /** Whether to read the text of the application's modules to check the names in the routes. */
  readonly withControllers?: boolean;
  /** What callables refer to, if the modules are not read. */
  readonly bindings?: Bindings;
  /** Whether a configuration in code may run (`--trust-config`). */
  readonly trustConfig?: boolean | undefined;
  /** Gets the absolute paths of the routes file, of each file that it includes or tries to include, and of a configuration that is data. */
  readonly lookedAt?: LookedAt | undefined;
}

/** The argument of a command that names its routes file. */
export const routesFileArgument = (): Argument =>
  new Argument('[FILE]', 'the routes file (default: config/routes, then routes)');

/** The path of the named routes file, or of the one found from the working directory. */
export function routesFilePath(file: string | undefined, cwd: string): string {
  return file === undefined ? findRoutesFile(cwd) : resolve(cwd, file);
}

/**
 * Reads and analyzes a routes file.
 *
 * @throws RoutesFileError if there is none, or it cannot be read
 */
export async function analyzeRoutesFile(
  file: string | undefined,
  terminal: Terminal,
  { withControllers = false, trustConfig = false, bindings: given, lookedAt }: Look = {},
): Promise<RoutesFile> {
  const { cwd } = terminal;
  const path = routesFilePath(file, cwd);
  lookedAt?.(path);
  const shown = relative(cwd, path) || path;
  const text = readRoutesFile(path);
  const { inflections, controllers, regex } = await projectConfiguration(
    path,
    { trustsCode: trustConfig, lookedAt },
    terminal,
  );
  const bindings = given ?? (withControllers ? await bindingsOf(controllers, cwd) : undefined);
  const analysis = analyze(text, {
    file: shown,
    read: (included) => readIncluded(resolve(cwd, included), lookedAt),
    inflections,
    bindings,
    regex,
  });
  return { file: shown, analysis, controllers: bindings?.controllers };
}

/**
 * The router of a routes file, without importing its modules: its callables cannot be called.
 *
 * @throws RoutesError if the text has an error; RoutesFileError if there is no file, or it cannot be read
 */
export async function unloadedRouter(
  file: string | undefined,
  terminal: Terminal,
  look: Look,
): Promise<Router> {
  const { analysis } = await analyzeRoutesFile(file, terminal, look);
  return routerOf(analysis.interpretation, undefined, unloadedRouter);
}

async function bindingsOf(controllers: string | undefined, cwd: string): Promise<Bindings> {
  const [{ ControllerIndex }, { staticBindings }] = await Promise.all([
    import('../node/modules/controller-index.js'),
    import('../node/modules/static-bindings.js'),
  ]);
  return staticBindings(await ControllerIndex.load(controllers, cwd));
}
