// What a project's configuration says to every command: its own singulars, and where its controllers are.

import { dirname, relative, resolve } from 'node:path';
import { readConfiguration } from '../lint/configuration.js';
import { findConfiguration } from '../node/configuration-file.js';
import { applicationFiles } from '../node/routes-file.js';
import type { Terminal } from './terminal.js';

export interface ProjectConfiguration {
  readonly inflections: Readonly<Record<string, string>> | undefined;
  /** The folder of the controllers, configured or beside the routes file; absolute, undefined where there is none. */
  readonly controllers: string | undefined;
}

/**
 * Reads the configuration of the project that a routes file belongs to, and warns of what is wrong with it (the rules are
 * the linter's to judge).
 *
 * @param routes the absolute path of the routes file
 * @throws ConfigurationFileError where there is one that cannot be read
 */
export async function projectConfiguration(routes: string, terminal: Terminal): Promise<ProjectConfiguration> {
  const found = await findConfiguration(dirname(routes));
  const { configuration, problems } = readConfiguration(withoutRules(found?.value), new Map());
  const shown = found && (relative(terminal.cwd, found.file) || found.file);
  for (const problem of problems) terminal.printError(`${terminal.colors.yellow('warning:')} ${shown}: ${problem}`);
  const { inflections, controllers } = configuration;
  return {
    inflections,
    controllers: found && controllers !== undefined ? resolve(dirname(found.file), controllers) : applicationFiles(routes).controllers,
  };
}

function withoutRules(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'rules'));
}
