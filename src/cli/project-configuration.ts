// What a project's configuration says to every command: its own singulars, and where its controllers are.

import { statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { Option } from 'commander';
import { escapeControls } from '../http/printable.js';
import { readConfiguration } from '../lint/configuration.js';
import { findConfiguration, type ConfigurationSearch } from '../node/files/configuration-file.js';
import { applicationFiles } from '../node/files/routes-file.js';
import type { Terminal } from './terminal.js';

export interface ProjectConfiguration {
  readonly inflections: Readonly<Record<string, string>> | undefined;
  readonly regex: 'native' | undefined;
  /** The folder of the controllers, configured or beside the routes file; absolute, undefined where there is none. */
  readonly controllers: string | undefined;
}

/**
 * Reads the configuration of the project that a routes file belongs to, and warns of what is wrong with it (the rules are
 * the linter's to judge).
 *
 * @param routes the absolute path of the routes file
 * @param search whether a configuration that is code may run: only for what runs the application, or was told so
 * @throws ConfigurationFileError where there is one that cannot be read
 */
export async function projectConfiguration(
  routes: string,
  search: ConfigurationSearch,
  terminal: Terminal,
): Promise<ProjectConfiguration> {
  const found = await findConfiguration(dirname(routes), search);
  if (found?.notice !== undefined) warn(found.notice, found.file, terminal);
  const { configuration, problems } = readConfiguration(withoutRules(found?.value), new Map());
  for (const problem of problems) warn(problem, found!.file, terminal);
  const { inflections, controllers, regex } = configuration;
  if (!found || controllers === undefined)
    return { inflections, regex, controllers: applicationFiles(routes).controllers };
  return { inflections, regex, controllers: configuredFolder(found.file, controllers, terminal) };
}

/** `--trust-config`, for the commands that only look: a configuration in code is run where the user says so. */
export const trustConfigOption = (): Option =>
  new Option('--trust-config', 'run a configuration that is code (waypost.config.ts, .mjs, …)');

/** The folder of the controllers that a configuration names; undefined, with a warning, where there is none. */
export function configuredFolder(file: string, controllers: string, terminal: Terminal): string | undefined {
  const folder = resolve(dirname(file), controllers);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  warn(`controllers: there is no folder '${controllers}'`, file, terminal);
  return undefined;
}

/** Says what is wrong with a configuration, which holds all the same. */
export function warn(problem: string, file: string, { cwd, colors, printError }: Terminal): void {
  printError(`${colors.yellow('warning:')} ${escapeControls(`${relative(cwd, file) || file}: ${problem}`)}`);
}

function withoutRules(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'rules'));
}
