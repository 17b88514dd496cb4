// Finds the configuration of a project and reads it if it is data: `waypost.config.json`, or the key `waypost` of `package.json`. It is
// searched in the folder of the routes file and the folders above, up to the project's root (the folder with `package.json` or `.git`). A
// configuration that is code is found, but not run.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Source } from '../../language/source.js';
import { foldersUp } from './project-folder.js';
import { brokenLink, isFile, isTaken } from './regular-file.js';
import { systemReason } from './system-error.js';
import type { LookedAt } from './watched-folders.js';

export interface ConfigurationFile {
  readonly file: string;
  /** The content of the file, unchecked: see `readConfiguration` of the linter. Undefined for code that was not run. */
  readonly value: unknown;
  /** Says that the file is code and was not run. */
  readonly notice?: string;
}

/** Thrown if a configuration cannot be read. The message names the file and says why. */
export class ConfigurationFileError extends Error {
  override readonly name = 'ConfigurationFileError';
}

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
 * The nearest configuration of a folder; undefined if there is none up to the project's root. In one folder data comes before code, so all
 * tools read the same configuration. `lookedAt` is called with each file that is data or could be, before it is read.
 */
export function findConfigurationAsData(
  folder: string,
  lookedAt: LookedAt = () => undefined,
): ConfigurationFile | undefined {
  for (const current of foldersUp(resolve(folder))) {
    const found = configurationIn(current, lookedAt);
    if (found || isProjectRoot(current)) return found;
  }
  return undefined;
}

function configurationIn(folder: string, lookedAt: LookedAt): ConfigurationFile | undefined {
  lookedAt(join(folder, dataFile));
  const data = fileIn(folder, dataFile);
  if (data !== undefined) return { file: data, value: readJson(data) };
  lookedAt(join(folder, 'package.json'));
  const manifest = fileIn(folder, 'package.json');
  if (manifest !== undefined) {
    const value = packageValue(manifest);
    if (value !== undefined) return { file: manifest, value };
  }
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

/** The path of a file, if it exists. Throws if the name of a configuration is taken by a folder, a device or a broken link. */
function fileIn(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (!isTaken(path)) return undefined;
  if (isFile(path)) return path;
  if (name === 'package.json') return undefined;
  throw new ConfigurationFileError(
    `${path} has the name of a configuration, and ${brokenLink(path) ?? 'is no file'}`,
  );
}

export function packageValue(path: string): unknown {
  const manifest = readJson(path);
  return typeof manifest === 'object' && manifest !== null && 'waypost' in manifest
    ? manifest.waypost
    : undefined;
}

export function readJson(path: string): unknown {
  let text: string;
  try {
    if (statSync(path).size > largestFile)
      throw new ConfigurationFileError(`${path} is larger than a megabyte, which no configuration is`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigurationFileError) throw error;
    throw new ConfigurationFileError(`${path} cannot be read (${systemReason(error)})`);
  }
  text = text.replace(/^\uFEFF/, '');
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw new ConfigurationFileError(`${path} is no JSON: ${withLine(firstLineOf(error), path, text)}`);
  }
}

/** Replaces the offset in an engine's message, and the line and column that some add, by line and column. */
function withLine(message: string, path: string, text: string): string {
  return message.replace(/at position (\d+)(?: \(.*\))?/, (_, offset) => {
    const { line, column } = new Source(path, text).positionAt(Number(offset));
    return `at line ${line}, column ${column}`;
  });
}

/** The first line of an error's message. */
export const firstLineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\n.*$/s, '').trimEnd();
