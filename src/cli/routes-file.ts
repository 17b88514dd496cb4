// The routes file that a command is about, understood without running the application.

import { relative, resolve } from 'node:path';
import { analyze, type Analysis } from '../analysis/analyze.js';
import type { Bindings } from '../interpreter/bindings.js';
import { loadRoutes } from '../node/modules/load.js';
import { findRoutesFile, readIncluded, readRoutesFile } from '../node/files/routes-file.js';
import type { Router } from '../routing/router/router.js';
import { projectConfiguration } from './project-configuration.js';
import type { Terminal } from './terminal.js';

export interface RoutesFile {
  /** As it is shown: relative to the working directory. */
  readonly file: string;
  readonly analysis: Analysis;
  readonly controllers: Bindings['controllers'];
}

/** The path of the routes file that was named, or that is found from the working directory. */
export function routesFilePath(file: string | undefined, cwd: string): string {
  return file === undefined ? findRoutesFile(cwd) : resolve(cwd, file);
}

/**
 * Reads and understands a routes file.
 *
 * @param withControllers whether to look into the application's modules (their texts) for what the routes name
 * @throws RoutesFileError when there is none, or it cannot be read
 */
export async function analyzeRoutesFile(
  file: string | undefined,
  terminal: Terminal,
  { withControllers = false }: { withControllers?: boolean } = {},
): Promise<RoutesFile> {
  const { cwd } = terminal;
  const path = routesFilePath(file, cwd);
  const shown = relative(cwd, path) || path;
  const text = readRoutesFile(path);
  const { inflections, controllers } = await projectConfiguration(path, terminal);
  const bindings = withControllers ? await bindingsOf(controllers, cwd) : undefined;
  const analysis = analyze(text, {
    file: shown,
    read: (included) => readIncluded(resolve(cwd, included)),
    ...(inflections && { inflections }),
    ...(bindings && { bindings }),
  });
  return { file: shown, analysis, controllers: bindings?.controllers };
}

/** Loads a routes file with its modules, as its project is configured. */
export async function loadRoutesFile(file: string | undefined, terminal: Terminal): Promise<Router> {
  const path = routesFilePath(file, terminal.cwd);
  readRoutesFile(path);
  const { inflections } = await projectConfiguration(path, terminal);
  return loadRoutes(path, {
    file: relative(terminal.cwd, path) || path,
    ...(inflections && { inflections }),
  });
}

async function bindingsOf(controllers: string | undefined, cwd: string): Promise<Bindings> {
  const [{ ControllerIndex }, { staticBindings }] = await Promise.all([
    import('../node/modules/controller-index.js'),
    import('../node/modules/static-bindings.js'),
  ]);
  return staticBindings(await ControllerIndex.load(controllers, cwd));
}
