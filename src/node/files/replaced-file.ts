// Files that are written over: what was there stays until the new text is there as a whole. A disk that is full, or an end in the middle,
// would otherwise leave half of somebody's routes.

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

/** Why another file cannot stand in the place of this one, which can be written for all that: of the folder, an owner, a mount or a reader. */
const cannotReplace: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EBUSY',
  'EXDEV',
]);

/**
 * Writes a file as a whole or not at all, wherever the system can do that. A link stays one, and a file keeps its mode and its owner.
 * Throws as `writeFileSync` does.
 */
export function replaceFile(path: string, text: string): void {
  const target = targetOf(path);
  const present = target === undefined ? undefined : statSync(target, { throwIfNoEntry: false });
  // A pipe or a device is written to; a file of several names stays the one that they all name.
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

/** The file that a name leads to, or that is made under it; undefined for a link to nothing. */
function targetOf(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false }) ? attempt(() => realpathSync(path)) : path;
}

function makeLike(file: string, { mode, uid, gid }: Stats): void {
  const own = statSync(file);
  if (own.uid !== uid || own.gid !== gid) chownSync(file, uid, gid);
  chmodSync(file, mode & 0o7777);
}
