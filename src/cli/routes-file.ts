// The routes file that a command is about, understood without running the application.

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
  /** As it is shown: relative to the working directory. */
  readonly file: string;
  readonly analysis: Analysis;
  readonly controllers: Bindings['controllers'];
}

/** How a command looks at a routes file. */
export interface Look {
  /** Whether to look into the application's modules (their texts) for what the routes name. */
  readonly withControllers?: boolean;
  /** What callables stand for, where it is not looked for. */
  readonly bindings?: Bindings;
  /** Whether a configuration that is code may run (`--trust-config`). */
  readonly trustConfig?: boolean | undefined;
  /** Is told the absolute path of the routes file, of each that it includes or would include, and of a configuration that is data. */
  readonly lookedAt?: LookedAt | undefined;
}

/** The argument of a command that names its routes file. */
export const routesFileArgument = (): Argument =>
  new Argument('[FILE]', 'the routes file (default: config/routes, then routes)');

/** The path of the routes file that was named, or that is found from the working directory. */
export function routesFilePath(file: string | undefined, cwd: string): string {
  return file === undefined ? findRoutesFile(cwd) : resolve(cwd, file);
}

/**
 * Reads and understands a routes file.
 *
 * @throws RoutesFileError when there is none, or it cannot be read
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
 * The router of a routes file whose modules are not imported: its callables stand for nothing.
 *
 * @throws RoutesError when the text has any error; RoutesFileError when there is none, or it cannot be read
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
