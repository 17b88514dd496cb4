// Finds and reads routes files, and finds the other files of an application by its routes file.

import { readdirSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt } from '../../http/http-error.js';
import { kindOf } from '../../http/object-shape.js';
import { didYouMean, nearest } from '../../language/nearest.js';
import { foldersUp } from './project-folder.js';
import { brokenLink, isFile, isFolder, isTaken, readRegularFile, statIfPresent } from './regular-file.js';
import { moduleEndings, sourceEndings } from './source-endings.js';
import { systemCode, systemReason } from './system-error.js';
import type { LookedAt } from './watched-folders.js';

/** Thrown if a routes file cannot be found or read. The message says why, and where it was searched (docs/router.md). */
export class RoutesFileError extends Error {
  override readonly name = 'RoutesFileError';
}

/** The parts of an application, as absolute paths. Parts that do not exist are undefined. */
export interface ApplicationFiles {
  /** The folder of the application. */
  readonly folder: string;
  /** The routes file. */
  readonly routes: string;
  /** The folder of the controllers. */
  readonly controllers: string | undefined;
  /** The module that configures the middleware stack. */
  readonly middleware: string | undefined;
  /** The folder of static files. */
  readonly public: string | undefined;
}

/** A path given as text or as a `file:` URL. Throws a `TypeError` for anything else, whose message begins with `what`. */
export function pathGiven(path: string | URL, what: string): string {
  if (path instanceof URL) return fileURLToPath(path);
  if (typeof path !== 'string' || path === '')
    throw new TypeError(`${what}, given by its path, not ${path === '' ? 'an empty text' : kindOf(path)}`);
  return path.startsWith('file://') ? fileURLToPath(path) : path;
}

/** The routes file of a folder: `config/routes`, otherwise `routes`. Throws a `RoutesFileError` if there is none. */
export function findRoutesFile(given: string | URL): string {
  const folder = pathGiven(given, 'an application is a folder');
  const looked = resolve(folder);
  const found = statIfPresent(looked);
  const from = isAbsolute(folder) ? '' : `; '${folder}' is relative to the working directory`;
  if (!found) throw new RoutesFileError(`there is no folder ${looked} to look for routes in${from}`);
  if (!found.isDirectory())
    throw new RoutesFileError(`${looked} is no folder; name the folder of the application`);
  const own = routesFileIn(folder);
  if (own !== undefined) return own;
  // The folder may be one inside the application.
  const above = foldersUp(looked)
    .map(routesFileIn)
    .find((path) => path !== undefined);
  const near =
    above ?? [join(looked, 'config'), looked].map(likeRoutesFile).find((path) => path !== undefined);
  const taken = routesPaths(folder).find(isFolder);
  const help =
    near !== undefined
      ? `; there is ${near}`
      : taken !== undefined
        ? `, and ${resolve(taken)} is a folder; name the routes file in it`
        : isFolder(join(folder, 'controllers'))
          ? '; what compiles the controllers leaves it behind: copy it as well'
          : '';
  throw new RoutesFileError(
    `there is no routes file in ${looked}: looked for config/routes and routes${help}`,
  );
}

/** `config/routes` or `routes` of a folder, if it is a file or a broken link. */
export function routesFileIn(folder: string): string | undefined {
  return routesPaths(folder).find((path) => isFile(path) || brokenLink(path) !== undefined);
}

function routesPaths(folder: string): readonly string[] {
  return ['config/routes', 'routes'].map((name) => join(folder, name));
}

/** A file in a folder whose name resembles that of a routes file and that is no module: `Routes`, `routes.rb`, `app.routes`. */
function likeRoutesFile(folder: string): string | undefined {
  return (attempt(() => readdirSync(folder)) ?? [])
    .filter((name) => /^routes(?:\.\w+)?$|\.routes$/i.test(name) && !moduleEndings.includes(extname(name)))
    .map((name) => join(folder, name))
    .find(isFile);
}

/** The application of a routes file. Its folder is the one above `config`, or else the file's own. */
export function applicationFiles(routesFile: string): ApplicationFiles {
  const routes = resolve(routesFile);
  const own = dirname(routes);
  const folder = basename(own) === 'config' ? dirname(own) : own;
  const directory = (name: string): string | undefined =>
    isFolder(join(folder, name)) ? join(folder, name) : undefined;
  const middleware = moduleEndings.map((ending) => join(folder, `config/middleware${ending}`));
  return {
    folder,
    routes,
    controllers: directory('controllers'),
    middleware: middleware.find(isTaken),
    public: directory('public'),
  };
}

/** The message about a `config/middleware` without a function as default export. */
export const lacksConfiguration = (middleware: string): string =>
  `${middleware} has no default export that is a function of the middleware stack`;

/**
 * The text of a routes file.
 *
 * @throws RoutesFileError if it is missing, a directory, a pipe or a device, unreadable, no UTF-8 text, or by its extension a file of
 * another language
 */
export function readRoutesFile(file: string): string {
  const text = textIn(file);
  const language = languageOf(file);
  if (language === undefined) return text;
  throw new RoutesFileError(
    `${file} seems to be ${language}, not a routes file: those are called \`routes\` or \`*.routes\``,
  );
}

function textIn(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(file);
  } catch (error) {
    const code = systemCode(error);
    const broken = brokenLink(file);
    if (broken !== undefined) throw new RoutesFileError(`${file} ${broken}`);
    if (code === 'ENOENT') throw new RoutesFileError(`there is no file ${file}${fileMeant(file)}`);
    if (code === 'EISDIR') throw new RoutesFileError(`${file} is a folder; name the routes file in it`);
    throw new RoutesFileError(`${file} cannot be read (${systemReason(error)})`);
  }
  return routesText(bytes, file);
}

/** "did you mean" with the file beside it that has the most similar name, or nothing. */
function fileMeant(file: string): string {
  const names = attempt(() => readdirSync(dirname(file))) ?? [];
  const near = nearest(basename(file), names);
  return didYouMean(near && join(dirname(file), near));
}

/**
 * Decodes the bytes of a routes file. `file` is its name in messages.
 *
 * @throws RoutesFileError if they are no UTF-8 text
 */
export function routesText(bytes: Buffer, file: string): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new RoutesFileError(`${file} is UTF-16; a routes file is UTF-8, save it as that`);
  }
  if (bytes.subarray(0, 8192).includes(0))
    throw new RoutesFileError(`${file} is a binary file, not a routes file`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RoutesFileError(`${file} is not UTF-8 text`);
  }
}

const languages: ReadonlyMap<string, string> = new Map(
  Object.entries({ ts: 'TypeScript', tsx: 'TypeScript', mts: 'TypeScript', cts: 'TypeScript' })
    .concat(['js', 'jsx', 'mjs', 'cjs'].map((ending) => [ending, 'JavaScript']))
    .concat(['json', 'yaml', 'yml', 'toml', 'md', 'css'].map((ending) => [ending, ending.toUpperCase()])),
);

/** The language of a file whose extension shows that it is no routes file. Otherwise each of its lines would be a mistake. */
function languageOf(file: string): string | undefined {
  const ending = extname(file).slice(1).toLowerCase();
  return languages.get(ending) ?? (sourceEndings.includes(ending) ? 'a view' : undefined);
}

/** The text of an included file; undefined if there is none. */
export function readIncluded(file: string, lookedAt: LookedAt = () => undefined): string | undefined {
  lookedAt(file);
  return isFile(file) ? textIn(file) : undefined;
}
