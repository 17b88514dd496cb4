// Which files a command may write that nobody has named. A routes file includes what it likes, a configuration lists what it likes, and a link
// leads anywhere: in a project that was cloned, all of them may lead to files of its user.

import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { attempt } from '../../http/http-error.js';

/** Why a file is not written. */
export const foreignFile = 'it is outside of the project; name it to have it written';

/** Whether a file lies, links followed, in the project around a folder: below the nearest with `.git`, else with `package.json`, else below the folder itself. */
export function isInProject(file: string, folder: string): boolean {
  const root = nearestWith('.git', folder) ?? nearestWith('package.json', folder) ?? folder;
  return !isOutside(attempt(() => relative(realpathSync(root), realpathSync(file))) ?? '..');
}

/** Whether a path, relative to a folder, leads out of it. */
export function isOutside(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

/** A path as messages name it: from a folder, where it is below that. */
export function shownFrom(folder: string, file: string): string {
  const path = relative(folder, file);
  return path === '' || isOutside(path) ? file : path;
}

function nearestWith(name: string, folder: string): string | undefined {
  return foldersUp(folder).find((at) => existsSync(join(at, name)));
}

/** A folder, the one it is in, and so on up to the root of the file system. */
export function foldersUp(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; dirname(at) !== at; folders.push(at)) at = dirname(at);
  return folders;
}
