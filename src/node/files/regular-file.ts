// Reads files of a project only if they are regular files. Reading a pipe would wait until somebody writes to it, and a device may never
// end. A cloned repository may contain a link to `/dev/zero`.

import { lstatSync, readFileSync, statSync, type Stats } from 'node:fs';
import { IrregularFileError, systemCode } from './system-error.js';

/** The `stat` of a path; undefined if nothing is there, also if a part of the path is a file. */
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

/** Whether a name is taken, also by a broken link or one to a place that this user may not read. */
export function isTaken(path: string): boolean {
  return statIfPresent(path, lstatSync) !== undefined;
}

/** The message about a broken link, without its name; undefined if the path is none. */
export function brokenLink(path: string): string | undefined {
  return isTaken(path) && statIfPresent(path) === undefined ? 'is a link that leads to nothing' : undefined;
}

/** Whether the caller's shell has opened the path, such as for `<(command)`. It may be a pipe, since somebody is writing to it. */
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

/** What a path leads to if it is a pipe, a socket or a device; undefined for a file, a folder, or nothing. */
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
