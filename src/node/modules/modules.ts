// The files of an application's own modules, TypeScript or JavaScript, by a name without extension.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';

const extensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/** The file that a name without extension stands for in a folder, or undefined. */
export function moduleFile(folder: string, name: string): string | undefined {
  const path = isAbsolute(name) ? name : resolve(folder, name);
  for (const candidate of [
    path,
    ...extensions.map((extension) => path + extension),
    ...extensions.map((extension) => join(path, `index${extension}`)),
  ]) {
    if (statSync(candidate, { throwIfNoEntry: false })?.isFile()) return candidate;
  }
  return undefined;
}

/** Names that could have been meant in a folder: its modules without extension, those of subfolders with a slash. */
export function moduleNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.d.ts')) continue;
    const extension = extensions.find((known) => entry.name.endsWith(known));
    if (!extension) continue;
    const path = join(entry.parentPath, entry.name.slice(0, -extension.length));
    names.push(path.slice(folder.length).replaceAll('\\', '/').replace(/^\//, ''));
  }
  return names.sort();
}
