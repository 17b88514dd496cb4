// Finds and loads the configuration of a project, which may be code (`waypost.config.ts`, .mts, .js, .mjs, .cjs). Whatever runs the
// application runs this code too. A tool runs it only if its user allows that: looking at a project must not run its code.

import { statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import {
  ConfigurationFileError,
  findConfigurationAsData,
  firstLineOf,
  packageValue,
  readJson,
  type ConfigurationFile,
} from './configuration-data.js';
import type { LookedAt } from './watched-folders.js';

export { ConfigurationFileError, type ConfigurationFile } from './configuration-data.js';

export interface ConfigurationSearch {
  /** Whether a configuration that is code may be run. */
  readonly trustsCode: boolean;
  /** Called with the places of a configuration that is data. Code is run once, and its changes are not noticed. */
  readonly lookedAt?: LookedAt | undefined;
}

/** All notices about a configuration: its own, and the problems of its content. */
export const noticesOf = ({ notice }: ConfigurationFile, problems: readonly string[]): readonly string[] =>
  notice === undefined ? problems : [notice, ...problems];

/** The nearest configuration of a folder (`configuration-data.ts`). If it is code that may be run, it is run. */
export async function findConfiguration(
  folder: string,
  { trustsCode, lookedAt }: ConfigurationSearch,
): Promise<ConfigurationFile | undefined> {
  const found = findConfigurationAsData(folder, lookedAt);
  return found?.notice !== undefined && trustsCode
    ? { file: found.file, value: await runCode(found.file) }
    : found;
}

/** The configuration in a file that the user has named. If it is code, naming it allows it to be run. */
export async function loadConfiguration(file: string): Promise<ConfigurationFile> {
  const path = resolve(file);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new ConfigurationFileError(`there is no configuration ${file}`);
  if (!stat.isFile()) throw new ConfigurationFileError(`${file} is no file; name the configuration in it`);
  if (basename(path) === 'package.json') return { file: path, value: packageValue(path) };
  return { file: path, value: extname(path) === '.json' ? readJson(path) : await runCode(path) };
}

async function runCode(path: string): Promise<unknown> {
  const { importModule } = await import('../modules/import-module.js');
  try {
    const exports = await importModule(path);
    return Object.hasOwn(exports, 'default') ? exports['default'] : exports;
  } catch (error) {
    throw new ConfigurationFileError(`${path} cannot be loaded: ${firstLineOf(error)}`, { cause: error });
  }
}
