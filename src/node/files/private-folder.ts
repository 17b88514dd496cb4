// Folders for files that are run later. Nobody else may be able to put files there: the folders belong to the user, who alone can write.

import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** The user's cache folder for this package, created if missing; undefined if it cannot be made private. */
export function userCacheFolder(): string | undefined {
  const folder = userCachePath();
  return folder === undefined ? undefined : privateFolder(folder);
}

/** The path of that folder, whether it exists or not. Undefined if the environment names a relative path, which may lead into a project. */
export function userCachePath(): string | undefined {
  const base = process.env['XDG_CACHE_HOME'] || process.env['LOCALAPPDATA'] || join(homedir(), '.cache');
  return isAbsolute(base) ? join(base, 'waypost') : undefined;
}

/** Creates the folder if it is missing. Undefined if it cannot be created, or somebody else can write there. */
export function privateFolder(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return undefined;
  }
  return isOwn(dirname(folder)) && isOwn(folder) ? folder : undefined;
}

/** Whether a folder exists, belongs to the user, and nobody else can write there. */
export function isOwn(folder: string): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return false;
  return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0);
}
