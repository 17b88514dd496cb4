// Which export of which module a callable names, `&guards#isStaff`, and when two callables name the same one.

import type { CallableValue } from '../language/declarations.js';
import { resolvePath } from '../language/source.js';

/** The halves of a callable; without an export it names the default one. */
export type CallableName = Pick<CallableValue, 'module' | 'export'>;

/** Whoever knows the files of modules: the application of a linter or an editor. */
export interface KnownModules {
  /** The module that a name stands for in a routes file; undefined where that is no file of the application. */
  module(name: string, routesFile: string): { readonly file: string } | undefined;
}

/** `&module#export` taken apart. */
export function callableName(label: string): CallableName {
  const [module = '', ...name] = label.slice(1).split('#');
  return { module, export: name.length > 0 ? name.join('#') : undefined };
}

/**
 * A text that callables share if they name the same export, wherever they stand: the file of the module, where that is known, or the path
 * that the routes file gives it, and the export. A name that no file has is a package's.
 */
export function callableIdentity(
  { module, export: name = 'default' }: CallableName,
  routesFile: string,
  known: KnownModules | undefined,
): string {
  const file = known
    ? (known.module(module, routesFile)?.file ?? module)
    : module.startsWith('@')
      ? module
      : resolvePath(routesFile, module);
  return `${file}#${name}`;
}
