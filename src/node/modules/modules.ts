// The files of an application's own modules, TypeScript or JavaScript, by a name without extension.

import { existsSync, readdirSync, type Dirent } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { attempt } from '../../http/http-error.js';
import { isFile } from '../files/regular-file.js';
import { moduleEndings } from '../files/source-endings.js';
import type { Binding } from '../../interpreter/bindings.js';

/** The file that a name without extension stands for in a folder, or undefined. */
export function moduleFile(folder: string, name: string): string | undefined {
  return moduleFiles(folder, name).find(isFile);
}

/** The files that a name without extension may stand for in a folder: it stands for the first that is there. */
export function moduleFiles(folder: string, name: string): readonly string[] {
  const path = isAbsolute(name) ? name : resolve(folder, name);
  return [
    path,
    ...moduleEndings.map((ending) => path + ending),
    ...moduleEndings.map((ending) => join(path, `index${ending}`)),
  ];
}

/** Modules that only some hosts can import, so that they are not looked for. */
const otherExtensions = ['.tsx', '.jsx'];

/** Why a name stands for no module although a file seems to be there for it; undefined where none is. */
export function unusableModule(folder: string, name: string): string | undefined {
  const other = otherExtensions.find((extension) => existsSync(resolve(folder, name + extension)));
  if (other === undefined) return undefined;
  return `'${name}${other}' is none: the name of a module ends in ${moduleEndings.slice(0, -1).join(', ')} or ${moduleEndings.at(-1)}`;
}

/** Names that could have been meant in a folder: its modules without extension, those of subfolders with a slash. */
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

/** What a file is called as a module; undefined of any that is none. */
function moduleNameOf(entry: Dirent): string | undefined {
  const { name } = entry;
  const extension = moduleEndings.find((known) => name.endsWith(known));
  return entry.isFile() && extension !== undefined && !/\.d\.[cm]?ts$/.test(name)
    ? name.slice(0, -extension.length)
    : undefined;
}

/**
 * Names that could have been meant by one that leads out of a folder: the modules beside it, and those that are called the same in a folder
 * beside its own, as `../apps/blog` for `../aps/blog`.
 */
function namesAround(folder: string, name: string): string[] {
  const [, around, own, last = ''] = /^(\.\.(?:\/\.\.)*)((?:\/.*)?)\/([^/]+)$/.exec(name) ?? [];
  if (around === undefined || own === undefined) return [];
  // What a name leads to may be a file, or closed to this user: then there is nothing to suggest.
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

/** What is to be said of a module that is not in the folder of its routes file: what there is, in the folder above too. */
export function missingModule(
  folder: string,
  name: string,
): Extract<Binding, { readonly kind: 'no-module' }> {
  const known = new Set([...namesAround(folder, name), ...moduleNames(folder)]);
  // Beside the folder, or with a dot before its export.
  const undotted = name.replace(/\.[^./]+$/, '');
  for (const each of [`../${name}`, undotted, `../${undotted}`])
    if (moduleFile(folder, each) !== undefined)
      known.add(relative(folder, resolve(folder, each)).replaceAll('\\', '/'));
  return { kind: 'no-module', known: [...known], inFolder: true, unusable: unusableModule(folder, name) };
}
