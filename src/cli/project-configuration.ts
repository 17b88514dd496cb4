// What a project's configuration says to every command (application-settings.ts), and how what is wrong with it is said.

import { join, relative } from 'node:path';
import { Option } from 'commander';
import {
  applicationSettings,
  configuredFolder as folderOf,
  type ApplicationSettings,
} from '../bundlers/application-settings.js';
import { escapeControls } from '../http/printable.js';
import type { ConfigurationSearch } from '../node/files/configuration-file.js';
import { brokenLink, isFile } from '../node/files/regular-file.js';
import type { Terminal } from './terminal.js';

/**
 * The settings of the project that a routes file belongs to; warns of what is wrong with them.
 *
 * @param routes the absolute path of the routes file
 * @param search whether a configuration that is code may run: only for what runs the application, or was told so
 * @throws ConfigurationFileError where there is one that cannot be read
 */
export async function projectConfiguration(
  routes: string,
  search: ConfigurationSearch,
  terminal: Terminal,
): Promise<ApplicationSettings> {
  const settings = await applicationSettings(routes, search, (problem, file) =>
    warn(problem, file, terminal),
  );
  if (settings.missing) warn(settings.missing.problem, settings.missing.file, terminal);
  return settings;
}

/** `--trust-config`, for the commands that only look: a configuration in code is run where the user says so. */
export const trustConfigOption = (): Option =>
  new Option('--trust-config', 'run a configuration that is code (waypost.config.ts, .mjs, …)');

/** The folder of the controllers that a configuration names; undefined, with a warning, where there is none. */
export function configuredFolder(file: string, name: string, terminal: Terminal): string | undefined {
  const { controllers, missing } = folderOf(file, name);
  if (missing) warn(missing.problem, missing.file, terminal);
  return controllers;
}

/** Warns of what has the name of the folder of static files and is none. */
export function warnOfPublicFile(folder: string, terminal: Terminal): void {
  const file = join(folder, 'public');
  const told = isFile(file) ? 'is a file' : brokenLink(file);
  if (told !== undefined)
    warn(`this ${told}, and not the folder of the static files: none are served`, file, terminal);
}

/** Says what is wrong with a configuration, which holds all the same. */
export function warn(problem: string, file: string, { cwd, colors, printError }: Terminal): void {
  printError(`${colors.yellow('warning:')} ${escapeControls(`${relative(cwd, file) || file}: ${problem}`)}`);
}
