// Finds the files of an application's modules, TypeScript or JavaScript, by a name without extension.

import { existsSync, readdirSync, type Dirent } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { attempt } from '../../http/http-error.js';
import { isFile } from '../files/regular-file.js';
import { moduleEndings } from '../files/source-endings.js';
import type { Binding } from '../../interpreter/bindings.js';

/** The module file that a name without extension means in a folder, or undefined. */
export function moduleFile(folder: string, name: string): string | undefined {
  return moduleFiles(folder, name).find(isFile);
}

/** The files that a name without extension may mean in a folder. It means the first that exists. */
export function moduleFiles(folder: string, name: string): readonly string[] {
  const path = isAbsolute(name) ? name : resolve(folder, name);
  return [
    path,
    ...moduleEndings.map((ending) => path + ending),
    ...moduleEndings.map((ending) => join(path, `index${ending}`)),
  ];
}

/** Extensions that only some hosts can import. Such files are no modules here. */
const otherExtensions = ['.tsx', '.jsx'];

/** Why a file of that name, such as `photos.tsx`, is no module; undefined if there is no such file. */
export function unusableModule(folder: string, name: string): string | undefined {
  const other = otherExtensions.find((extension) => existsSync(resolve(folder, name + extension)));
  if (other === undefined) return undefined;
  return `'${name}${other}' is none: the name of a module ends in ${moduleEndings.slice(0, -1).join(', ')} or ${moduleEndings.at(-1)}`;
}

/** The names of all modules in a folder, without extension. Those of subfolders are such as `admin/photos`. */
export function moduleNames(folder: string): string[] {
  const names = new Set<string>();
  const walk = (path: string, prefix: string): void => {
    for (const entry of entriesOf(path)) {
      if (mayHoldModules(entry)) walk(join(path, entry.name), `${prefix}${entry.name}/`);
      const name = moduleNameOf(entry);
      if (name !== undefined) names.add(prefix + name);
    }
  };
  walk(folder, '');
  return [...names].sort();
}

function entriesOf(folder: string): readonly Dirent[] {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
}

function mayHoldModules(entry: Dirent): boolean {
  return entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.');
}

/** The name of a file as a module; undefined if it is none. */
function moduleNameOf(entry: Dirent): string | undefined {
  const { name } = entry;
  const extension = moduleEndings.find((known) => name.endsWith(known));
  return entry.isFile() && extension !== undefined && !/\.d\.[cm]?ts$/.test(name)
    ? name.slice(0, -extension.length)
    : undefined;
}

/**
 * Suggestions for a missing name that leads out of a folder: the modules beside it, and those with the same last name in a sibling folder,
 * such as `../apps/blog` for `../aps/blog`.
 */
function namesAround(folder: string, name: string): string[] {
  const [, around, own, last = ''] = /^(\.\.(?:\/\.\.)*)((?:\/.*)?)\/([^/]+)$/.exec(name) ?? [];
  if (around === undefined || own === undefined) return [];
  // The path may be a file, or unreadable for this user. Then there is nothing to suggest.
  const entriesAt = (path: string): readonly Dirent[] =>
    attempt(() => entriesOf(resolve(folder, path))) ?? [];
  const beside = entriesAt(around + own).flatMap((entry) => moduleNameOf(entry) ?? []);
  const above = around + own.slice(0, Math.max(0, own.lastIndexOf('/')));
  const elsewhere = own === '' ? [] : entriesAt(above).filter(mayHoldModules);
  return [
    ...beside.map((each) => `${around}${own}/${each}`),
    ...elsewhere
      .map((each) => `${above}/${each.name}/${last}`)
      .filter((each) => moduleFile(folder, each) !== undefined),
  ];
}

/** The binding of a module that is not found, with the existing names that could have been meant. */
export function missingModule(
  folder: string,
  name: string,
): Extract<Binding, { readonly kind: 'no-module' }> {
  const known = new Set([...namesAround(folder, name), ...moduleNames(folder)]);
  // The module may be in the folder above, or its name may be followed by `.` and an export.
  const undotted = name.replace(/\.[^./]+$/, '');
  for (const each of [`../${name}`, undotted, `../${undotted}`])
    if (moduleFile(folder, each) !== undefined)
      known.add(relative(folder, resolve(folder, each)).replaceAll('\\', '/'));
  return { kind: 'no-module', known: [...known], inFolder: true, unusable: unusableModule(folder, name) };
}
