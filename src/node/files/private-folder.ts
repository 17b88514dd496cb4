// Folders for what is run later, which somebody else must not be able to put there: the user's own, writable by nobody else.

import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** The user's cache folder for this package; undefined where there is none that is private. */
export function userCacheFolder(): string | undefined {
  const folder = userCachePath();
  return folder === undefined ? undefined : privateFolder(folder);
}

/** Where that folder is or would be; undefined where the environment names a relative one, which would lie in the project that is looked at. */
export function userCachePath(): string | undefined {
  const base = process.env['XDG_CACHE_HOME'] || process.env['LOCALAPPDATA'] || join(homedir(), '.cache');
  return isAbsolute(base) ? join(base, 'waypost') : undefined;
}

/** Makes the folder where it is missing; undefined where it cannot be made, or somebody else could write there. */
export function privateFolder(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return undefined;
  }
  return isOwn(dirname(folder)) && isOwn(folder) ? folder : undefined;
}

/** Whether a folder is there, is the user's own, and can be written by nobody else. */
export function isOwn(folder: string): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return false;
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0);
}
