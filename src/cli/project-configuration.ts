// Reads the parts of a project's configuration that every command uses (application-settings.ts), and warns of its problems.

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
 * The settings of the project to which a routes file belongs. Prints a warning for each problem.
 *
 * @param routes the absolute path of the routes file
 * @param search whether a configuration in code may run: only if the command runs the application, or the user allows it
 * @throws ConfigurationFileError if there is one that cannot be read
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

/** `--trust-config`, for commands that do not run the application: allows a configuration in code to run. */
export const trustConfigOption = (): Option =>
  new Option('--trust-config', 'run a configuration that is code (waypost.config.ts, .mjs, …)');

/** The folder of controllers that a configuration names. If it does not exist, prints a warning and returns undefined. */
export function configuredFolder(file: string, name: string, terminal: Terminal): string | undefined {
  const { controllers, missing } = folderOf(file, name);
  if (missing) warn(missing.problem, missing.file, terminal);
  return controllers;
}

/** Warns if `public`, the folder of static files, is not a folder. */
export function warnOfPublicFile(folder: string, terminal: Terminal): void {
  const file = join(folder, 'public');
  const told = isFile(file) ? 'is a file' : brokenLink(file);
  if (told !== undefined)
    warn(`this ${told}, and not the folder of the static files: none are served`, file, terminal);
}

/** Prints a warning about a configuration, which is still used. */
export function warn(problem: string, file: string, { cwd, colors, printError }: Terminal): void {
  printError(`${colors.yellow('warning:')} ${escapeControls(`${relative(cwd, file) || file}: ${problem}`)}`);
}
