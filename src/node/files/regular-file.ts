// Files of a project are read only where they are files: a pipe would be waited for until somebody writes to it, and a device may never end. A link
// to `/dev/zero` comes with any clone of a repository.

import { lstatSync, readFileSync, statSync, type Stats } from 'node:fs';
import { IrregularFileError, systemCode } from './system-error.js';

/** What is at a path; undefined where nothing is, as below a file that is called `config`. */
export function statIfPresent(path: string, stat: typeof lstatSync = statSync): Stats | undefined {
  try {
    return stat(path, { throwIfNoEntry: false });
  } catch (error) {
    if (systemCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Whether a path leads to a file. */
export function isFile(path: string): boolean {
  return statIfPresent(path)?.isFile() === true;
}

/** Whether a path leads to a folder. */
export function isFolder(path: string): boolean {
  return statIfPresent(path)?.isDirectory() === true;
}

/** Whether anything has a name, be it a link that leads to nothing, or to where this user may not look. */
export function isTaken(path: string): boolean {
  return statIfPresent(path, lstatSync) !== undefined;
}

/** What there is to be said of a link that leads to nothing; undefined for everything else. */
export function brokenLink(path: string): string | undefined {
  return isTaken(path) && statIfPresent(path) === undefined ? 'is a link that leads to nothing' : undefined;
}

/** What the caller's shell has opened, as for `<(command)`, may be a pipe: somebody is writing to it. */
const isOpenedByCaller = (path: string): boolean => /^\/(?:dev|proc\/self)\/(?:stdin|fd\/\d+)$/.test(path);

/**
 * The bytes of a file. Throws as `readFileSync` does.
 *
 * @throws IrregularFileError for a pipe, a device or a socket
 */
export function readRegularFile(path: string): Buffer {
  const irregular = irregularity(path);
  if (irregular !== undefined && !isOpenedByCaller(path)) throw new IrregularFileError(irregular);
  return readFileSync(path);
}

/** What a path is that would be waited for; undefined for a file, a folder, and where there is nothing. */
export function irregularity(path: string): string | undefined {
  const stat = statIfPresent(path);
  return stat === undefined || stat.isFile() || stat.isDirectory()
    ? undefined
    : `it is ${kindOf(stat)}, and no file`;
}

function kindOf(stat: Stats): string {
  if (stat.isFIFO()) return 'a pipe';
  return stat.isSocket() ? 'a socket' : 'a device';
}
