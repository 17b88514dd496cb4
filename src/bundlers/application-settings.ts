// Reads what the configuration of a project says about the application of a routes file: its inflections, its controllers, and the engine
// for its regexes. The commands and the bundler plugin both use this.

import { dirname, relative, resolve } from 'node:path';
import { isRecord, readConfiguration } from '../lint/configuration.js';
import { findConfiguration, noticesOf, type ConfigurationSearch } from '../node/files/configuration-file.js';
import { isFolder } from '../node/files/regular-file.js';
import { applicationFiles, RoutesFileError } from '../node/files/routes-file.js';
import type { LookedAt } from '../node/files/watched-folders.js';

export interface ApplicationSettings {
  readonly inflections: Readonly<Record<string, string>> | undefined;
  readonly regex: 'native' | undefined;
  /** The folder of the controllers, as configured or beside the routes file. Absolute; undefined if there is none. */
  readonly controllers: string | undefined;
  /** The configuration file; undefined if there is none. */
  readonly file: string | undefined;
  /** The problem to report if a folder of controllers is configured but does not exist. */
  readonly missing: { readonly problem: string; readonly file: string; readonly folder: string } | undefined;
}

/**
 * Reads the configuration for a routes file. `tell` gets the problems in it and its file. Rules are ignored here; the linter checks them.
 *
 * @param routes the absolute path of the routes file
 * @param search whether a configuration that is code may run: only if the caller runs the application anyway, or was told to
 * @throws ConfigurationFileError if the configuration cannot be read
 */
export async function applicationSettings(
  routes: string,
  search: ConfigurationSearch,
  tell: (problem: string, file: string) => void,
): Promise<ApplicationSettings> {
  const found = await findConfiguration(dirname(routes), search);
  const { configuration, problems } = readConfiguration(withoutRules(found?.value), new Map());
  if (found) for (const problem of noticesOf(found, problems)) tell(problem, found.file);
  const { inflections, controllers, regex } = configuration;
  const folder =
    found && controllers !== undefined
      ? configuredFolder(found.file, controllers)
      : { controllers: applicationFiles(routes).controllers, missing: undefined };
  return { inflections, regex, file: found?.file, ...folder };
}

/** The folder of controllers that a configuration names, or the problem to report if it does not exist. */
export function configuredFolder(
  file: string,
  name: string,
): Pick<ApplicationSettings, 'controllers' | 'missing'> {
  const controllers = resolve(dirname(file), name);
  if (isFolder(controllers)) return { controllers, missing: undefined };
  const problem = `controllers: there is no folder '${name}'`;
  return { controllers: undefined, missing: { problem, file, folder: controllers } };
}

/** The warning for a router to which nobody gives its controllers. */
export const awaitingControllers =
  'its routes lead to controllers, and there is no folder of them: the router answers those routes only with controllers that createRouter is given';

/**
 * The folder of the controllers for compiling routes: the one that was named explicitly, or that of the settings.
 *
 * @param named relative to `base`; false for no controllers
 * @param lookedAt is called with the folder if it does not exist
 * @throws RoutesFileError if the folder does not exist, since the router would then answer nothing
 */
export function compiledControllers(
  named: string | false | undefined,
  base: string,
  { controllers, missing }: ApplicationSettings,
  lookedAt: LookedAt = () => undefined,
): string | undefined {
  if (named === false) return undefined;
  const folder = named === undefined ? (missing?.folder ?? controllers) : resolve(base, named);
  if (folder === undefined || isFolder(folder)) return folder;
  lookedAt(folder);
  throw new RoutesFileError(
    named === undefined && missing
      ? `${relative(base, missing.file)}: ${missing.problem}`
      : `there is no folder ${named}; name the one with the controllers`,
  );
}

function withoutRules(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'rules'));
}
