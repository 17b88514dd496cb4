// The configuration of a project: `waypost.config.ts` (or .mts, .js, .mjs, .cjs, .json), or the key `waypost` of
// `package.json`, in the folder of the routes file or the nearest one above it.

import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { lilconfig } from 'lilconfig';
import { importModule } from '../modules/import-module.js';

export interface ConfigurationFile {
  readonly file: string;
  /** Whatever the file says: see `readConfiguration` of the linter. */
  readonly value: unknown;
}

/** Thrown when there is a configuration that cannot be read; the message names the file and says why. */
export class ConfigurationFileError extends Error {
  override readonly name = 'ConfigurationFileError';
}

const modules = [
  'waypost.config.ts',
  'waypost.config.mts',
  'waypost.config.js',
  'waypost.config.mjs',
  'waypost.config.cjs',
];

/** The nearest configuration of a folder; undefined where there is none. */
export async function findConfiguration(folder: string): Promise<ConfigurationFile | undefined> {
  const explorer = configurationExplorer();
  return reading(() => explorer.search(resolve(folder)));
}

/** The configuration in a file that somebody named. */
export async function loadConfiguration(file: string): Promise<ConfigurationFile | undefined> {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) throw new ConfigurationFileError(`there is no configuration ${file}`);
  if (!stat.isFile()) throw new ConfigurationFileError(`${file} is no file; name the configuration in it`);
  const explorer = configurationExplorer();
  return reading(() => explorer.load(resolve(file)));
}

function configurationExplorer(): ReturnType<typeof lilconfig> {
  const load = async (path: string): Promise<unknown> => {
    try {
      const exports = await importModule(path);
      return Object.hasOwn(exports, 'default') ? exports['default'] : exports;
    } catch (error) {
      throw new ConfigurationFileError(`${path} cannot be loaded: ${messageOf(error)}`);
    }
  };
  const json = (path: string, content: string): unknown => {
    try {
      return JSON.parse(content) as unknown;
    } catch (error) {
      throw new ConfigurationFileError(`${path} is no JSON: ${messageOf(error)}`);
    }
  };
  return lilconfig('waypost', {
    searchPlaces: [...modules, 'waypost.config.json', 'package.json'],
    loaders: { '.ts': load, '.mts': load, '.js': load, '.mjs': load, '.cjs': load, '.json': json },
    stopDir: homedir(),
    cache: false,
  });
}

async function reading(
  read: () => Promise<{
    readonly config: unknown;
    readonly filepath: string;
    readonly isEmpty?: boolean;
  } | null>,
): Promise<ConfigurationFile | undefined> {
  try {
    const found = await read();
    return found ? { file: found.filepath, value: found.isEmpty ? undefined : found.config } : undefined;
  } catch (error) {
    if (error instanceof ConfigurationFileError) throw error;
    const isFolder = (error as NodeJS.ErrnoException).code === 'EISDIR';
    throw new ConfigurationFileError(
      isFolder
        ? 'a folder has the name of a configuration (waypost.config.*), which is to be a file'
        : `the configuration cannot be read: ${messageOf(error)}`,
    );
  }
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
