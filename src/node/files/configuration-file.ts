// The configuration of a project: `waypost.config.json`, or the key `waypost` of `package.json`, in the folder of the routes
// file or the nearest one above it, up to the project's root (the folder with `package.json` or `.git`).
//
// A configuration may be code as well (`waypost.config.ts`, .mts, .js, .mjs, .cjs). Code is run by what runs the
// application, and by a tool only where its user says so: looking at a project runs nothing of it.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { foldersUp } from './project-folder.js';

export interface ConfigurationFile {
  readonly file: string;
  /** Whatever the file says: see `readConfiguration` of the linter. Undefined for code that was not run. */
  readonly value: unknown;
  /** Says that the file is code and was not run. */
  readonly notice?: string;
}

/** Thrown when there is a configuration that cannot be read; the message names the file and says why. */
export class ConfigurationFileError extends Error {
  override readonly name = 'ConfigurationFileError';
}

export interface ConfigurationSearch {
  /** Whether a configuration that is code may be run. */
  readonly trustsCode: boolean;
}

/** Everything to be told of a configuration: its own notice, and what is wrong with what it says. */
export const noticesOf = ({ notice }: ConfigurationFile, problems: readonly string[]): readonly string[] =>
  notice === undefined ? problems : [notice, ...problems];

const dataFile = 'waypost.config.json';
const codeFiles = [
  'waypost.config.ts',
  'waypost.config.mts',
  'waypost.config.js',
  'waypost.config.mjs',
  'waypost.config.cjs',
];
const largestFile = 1024 * 1024;

/**
 * The nearest configuration of a folder; undefined where there is none up to the project's root. In one folder data
 * goes before code, so that everything which reads the configuration reads the same.
 */
export async function findConfiguration(
  folder: string,
  { trustsCode }: ConfigurationSearch,
): Promise<ConfigurationFile | undefined> {
  const found = findConfigurationAsData(folder);
  return found?.notice !== undefined && trustsCode
    ? { file: found.file, value: await runCode(found.file) }
    : found;
}

/** The same without running code. */
export function findConfigurationAsData(folder: string): ConfigurationFile | undefined {
  for (const current of foldersUp(resolve(folder))) {
    const found = configurationIn(current);
    if (found || isProjectRoot(current)) return found;
  }
  return undefined;
}

/** The configuration in a file that somebody named; to name a file of code is to say that it may run. */
export async function loadConfiguration(file: string): Promise<ConfigurationFile> {
  const path = resolve(file);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new ConfigurationFileError(`there is no configuration ${file}`);
  if (!stat.isFile()) throw new ConfigurationFileError(`${file} is no file; name the configuration in it`);
  if (basename(path) === 'package.json') return { file: path, value: packageValue(path) };
  return { file: path, value: extname(path) === '.json' ? readJson(path) : await runCode(path) };
}

function configurationIn(folder: string): ConfigurationFile | undefined {
  const data = fileIn(folder, dataFile);
  if (data !== undefined) return { file: data, value: readJson(data) };
  const manifest = fileIn(folder, 'package.json');
  const packed = manifest === undefined ? undefined : { file: manifest, value: packageValue(manifest) };
  if (packed?.value !== undefined) return packed;
  const code = codeFiles.map((name) => fileIn(folder, name)).find((file) => file !== undefined);
  if (code === undefined) return undefined;
  return {
    file: code,
    value: undefined,
    notice: `this is code and was not run, since looking at a project runs nothing of it; write ${dataFile} instead, or say --trust-config`,
  };
}

function isProjectRoot(folder: string): boolean {
  return existsSync(join(folder, 'package.json')) || existsSync(join(folder, '.git'));
}

/** The path of a file that is there; a folder or a device of the name of a configuration is a mistake. */
function fileIn(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return undefined;
  if (stat.isFile()) return path;
  if (name === 'package.json') return undefined;
  throw new ConfigurationFileError(`${path} has the name of a configuration, and is no file`);
}

function packageValue(path: string): unknown {
  const manifest = readJson(path);
  return typeof manifest === 'object' && manifest !== null && 'waypost' in manifest
    ? manifest.waypost
    : undefined;
}

function readJson(path: string): unknown {
  let text: string;
  try {
    if (statSync(path).size > largestFile)
      throw new ConfigurationFileError(`${path} is larger than a megabyte, which no configuration is`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigurationFileError) throw error;
    throw new ConfigurationFileError(`${path} cannot be read: ${messageOf(error)}`);
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return value;
  } catch (error) {
    throw new ConfigurationFileError(`${path} is no JSON: ${messageOf(error)}`);
  }
}

async function runCode(path: string): Promise<unknown> {
  const { importModule } = await import('../modules/import-module.js');
  try {
    const exports = await importModule(path);
    return Object.hasOwn(exports, 'default') ? exports['default'] : exports;
  } catch (error) {
    throw new ConfigurationFileError(`${path} cannot be loaded: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\n.*$/s, '');
