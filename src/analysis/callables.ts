// Reads the name of a callable, `&guards#isStaff`, and tells whether two callables name the same export.

import type { CallableValue } from '../language/declarations.js';
import { resolvePath } from '../language/source.js';

/** The module and export of a callable; without an export it names the default export. */
export type CallableName = Pick<CallableValue, 'module' | 'export'>;

/** Knows the files of modules: the application, in a linter or an editor. */
export interface KnownModules {
  /** The module that a name refers to in a routes file; undefined if it is not a file of the application. */
  module(name: string, routesFile: string): { readonly file: string } | undefined;
}

/** Splits `&module#export`. */
export function callableName(label: string): CallableName {
  const [module = '', ...name] = label.slice(1).split('#');
  return { module, export: name.length > 0 ? name.join('#') : undefined };
}

/**
 * A text that is equal for callables that name the same export, also in different routes files. It has the module's file, or if that is not
 * known the path relative to the routes file, and the export. If no file has the name, it is that of a package.
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
