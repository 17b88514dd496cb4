// Overwrites files atomically: the old text stays until the new one is written completely. Otherwise a full disk, or a process that ends in
// the middle, would leave half of the routes.

import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../../http/http-error.js';
import { systemCode } from './system-error.js';

/** Codes for a file that cannot be replaced, because of its folder, owner, mount or readers, but can perhaps be written directly. */
const cannotReplace: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EBUSY',
  'EXDEV',
]);

/**
 * Writes a file completely or not at all, if the system allows that. Links are followed, and the file keeps its mode and owner. Throws as
 * `writeFileSync` does.
 */
export function replaceFile(path: string, text: string): void {
  const target = targetOf(path);
  const present = target === undefined ? undefined : statSync(target, { throwIfNoEntry: false });
  // Written directly: a pipe or a device, and a file with several hard links, which must all keep leading to it.
  if (target === undefined || (present !== undefined && (!present.isFile() || present.nlink > 1)))
    return writeFileSync(path, text);
  if (present) accessSync(target, constants.W_OK);
  const partial = join(dirname(target), `.waypost-${crypto.randomUUID()}`);
  try {
    writeFileSync(partial, text, { flag: 'wx', flush: true });
    if (present) makeLike(partial, present);
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    if (!cannotReplace.has(systemCode(error))) throw error;
    writeFileSync(path, text);
  }
}

/** The file that a path leads to, or the path itself if nothing is there; undefined for a broken link. */
function targetOf(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false }) ? attempt(() => realpathSync(path)) : path;
}

function makeLike(file: string, { mode, uid, gid }: Stats): void {
  const own = statSync(file);
  if (own.uid !== uid || own.gid !== gid) chownSync(file, uid, gid);
  chmodSync(file, mode & 0o7777);
}
