// Decides which files a command may write without being told their names. In a cloned project, an `include`, a configuration or a link may
// lead to any file of the user, so only files inside the project are written.

import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { attempt } from '../../http/http-error.js';

/** The message for a file outside the project, which is not written. */
export const foreignFile = 'it is outside of the project; name it to have it written';

/**
 * Whether a file lies in the project of a folder, with links followed. The project is the nearest folder above with `.git`, or else with
 * `package.json`, or else the folder itself.
 */
export function isInProject(file: string, folder: string): boolean {
  const root = nearestWith('.git', folder) ?? nearestWith('package.json', folder) ?? folder;
  return !isOutside(attempt(() => relative(realpathSync(root), realpathSync(file))) ?? '..');
}

/** Whether a path relative to a folder leads out of it. */
export function isOutside(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

/** A path as messages show it: relative to a folder if it is below it. */
export function shownFrom(folder: string, file: string): string {
  const path = relative(folder, file);
  return path === '' || isOutside(path) ? file : path;
}

function nearestWith(name: string, folder: string): string | undefined {
  return foldersUp(folder).find((at) => existsSync(join(at, name)));
}

/** A folder and all folders above it, up to the root of the file system. */
export function foldersUp(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; dirname(at) !== at; folders.push(at)) at = dirname(at);
  return folders;
}
