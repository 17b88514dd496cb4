// What the configuration of a project says of the application that a routes file belongs to: its singulars, its controllers and who
// matches its regexes. The commands and the plugin of the bundlers ask here alike.

import { dirname, relative, resolve } from 'node:path';
import { isRecord, readConfiguration } from '../lint/configuration.js';
import { findConfiguration, noticesOf, type ConfigurationSearch } from '../node/files/configuration-file.js';
import { isFolder } from '../node/files/regular-file.js';
import { applicationFiles, RoutesFileError } from '../node/files/routes-file.js';
import type { LookedAt } from '../node/files/watched-folders.js';

export interface ApplicationSettings {
  readonly inflections: Readonly<Record<string, string>> | undefined;
  readonly regex: 'native' | undefined;
  /** The folder of the controllers, configured or beside the routes file; absolute, undefined where there is none. */
  readonly controllers: string | undefined;
  /** The configuration that says so; undefined where there is none. */
  readonly file: string | undefined;
  /** What is to be said where a folder of controllers is configured that is not there. */
  readonly missing: { readonly problem: string; readonly file: string; readonly folder: string } | undefined;
}

/**
 * Reads the configuration that a routes file belongs to; what is wrong with it is told with the file (the rules are the
 * linter's to judge).
 *
 * @param routes the absolute path of the routes file
 * @param search whether a configuration that is code may run: only for what runs the application, or was told so
 * @throws ConfigurationFileError where there is one that cannot be read
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

/** The folder of the controllers that a configuration names, or what is to be said where there is none. */
export function configuredFolder(
  file: string,
  name: string,
): Pick<ApplicationSettings, 'controllers' | 'missing'> {
  const controllers = resolve(dirname(file), name);
  if (isFolder(controllers)) return { controllers, missing: undefined };
  const problem = `controllers: there is no folder '${name}'`;
  return { controllers: undefined, missing: { problem, file, folder: controllers } };
}

/** What is to be said of a router that nobody was said to give its controllers to. */
export const awaitingControllers =
  'its routes lead to controllers, and there is no folder of them: the router answers those routes only with controllers that createRouter is given';

/**
 * The folder of the controllers that routes are compiled with: the one that somebody named, or that of the settings.
 *
 * @param named as it was named, relative to `base`; false for none
 * @param lookedAt is told the folder that is not there
 * @throws RoutesFileError where it is not there: a router without it would answer nothing
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
