// The edits of the application's modules after something in a routes file was renamed: the function of an action, the calls of a helper.
// For segments see `rename-params.ts`.

import type { Occurrence } from '../../src/analysis/occurrences.js';
import type { FilePlace } from '../../src/language/diagnostics.js';
import { Source, type Span, resolvePath } from '../../src/language/source.js';
import { actionOf, type ApplicationKnowledge } from '../../src/lint/application.js';
import type { ModuleEdits } from '../../src/node/modules/module-edits.js';
import { camelCaseName } from '../../src/routing/patterns/route-name.js';
import { helperUses, respelled } from './helper-uses.js';
import { fileEdit, moduleEnding, relativePath, type FileEdit } from './rename-files.js';

/** The application's own code, as renames and code actions need it. */
export interface ModuleHost {
  readonly application?: ApplicationKnowledge | undefined;
  /** The text of a module; undefined if it cannot be read. */
  textOf?(file: string): string | undefined;
  /** The file in which a controller would be written. Absent if the client cannot create or rename files. */
  controllerFile?(name: string): string | undefined;
  /** Absent if modules cannot be parsed. Then only names of helpers are changed in them. */
  readonly modules?: ModuleEdits | undefined;
  /** The project's modules, views and tests, which may call helpers and import modules. */
  readonly files?: readonly string[] | undefined;
}

/** The further edits of a rename, or the reason why it is refused. */
export type Edits =
  | { readonly edits: readonly FileEdit[]; readonly unsure?: readonly FilePlace[] }
  | { readonly refused: string };

/** The edits in modules after those of the routes file. Refused if a module would break. */
export function editsInModules(occurrence: Occurrence, newName: string, host: ModuleHost): Edits {
  switch (occurrence.kind) {
    case 'action':
      return renamedAction(occurrence.key, newName, host);
    case 'route':
      return {
        edits: (host.files ?? []).flatMap((file) => {
          const text = host.textOf?.(file) ?? '';
          const uses = helperUses(text, occurrence.name);
          return inFile(
            file,
            text,
            uses.map((use) => ({ span: use.span, text: respelled(use, newName) })),
          );
        }),
      };
    default:
      return { edits: [] };
  }
}

export function inFile(
  file: string,
  text: string,
  changes: readonly { readonly span: Span; readonly text: string }[],
): FileEdit[] {
  const source = new Source(file, text);
  return changes.map(({ span, text: inserted }) => ({
    ...fileEdit(source, span, inserted),
    needsConfirmation: true,
  }));
}

// ── Actions and exports ─────────────────────────────────────────────────────────────────────────────────────────────────

function renamedAction(key: string, newName: string, host: ModuleHost): Edits {
  const [name = '', action = ''] = key.split('#');
  const controller = host.application?.controller(name);
  const written = actionOf(controller, action);
  if (!controller || written === undefined || !host.modules) return { edits: [] };
  const text = host.textOf?.(controller.file) ?? '';
  const spelled = camelCaseName(newName);
  if (spelled !== written && host.modules.has(controller.file, text, spelled, 'controller'))
    return { refused: `the controller '${name}' has something called '${spelled}' already` };
  const changes = host.modules.renamed(controller.file, text, written, spelled);
  if (!changes)
    return {
      refused: `the action '${action}' is written in ${controller.byName.get(written)?.file ?? 'another file'}, where other controllers may have it from; rename it there first`,
    };
  const imports = importsOf(controller.file, written, spelled, host);
  return { edits: [...inFile(controller.file, text, changes), ...imports] };
}

/** Renames an export of a module, and its imports elsewhere. Refused if the module would break. */
export function renamedExport(file: string, name: string, newName: string, host: ModuleHost): Edits {
  if (!host.modules) return { edits: [] };
  const text = host.textOf?.(file) ?? '';
  if (host.modules.has(file, text, newName, 'module'))
    return { refused: `the module has something called '${newName}' already` };
  const changes = host.modules.renamedExport(file, text, name, newName);
  return changes
    ? { edits: [...inFile(file, text, changes), ...importsOf(file, name, newName, host)] }
    : { refused: `'${name}' is no export of the module that can be renamed; give it a name there first` };
}

/** The edits in other files that import an export by its old name. */
function importsOf(file: string, name: string, newName: string, host: ModuleHost): FileEdit[] {
  return importersOf(file, host).flatMap(({ other, text, isFrom }) =>
    inFile(other, text, host.modules?.imported(other, text, isFrom, name, newName) ?? []),
  );
}

/** Other files that may import a module. `isFrom` says whether a specifier means the module. */
function importersOf(
  file: string,
  { files = [], textOf }: ModuleHost,
): readonly { readonly other: string; readonly text: string; isFrom(specifier: string): boolean }[] {
  const wanted = withoutEnding(file);
  return files.flatMap((other) => {
    const text = other === file ? '' : (textOf?.(other) ?? '');
    if (!text.includes(wanted.slice(wanted.lastIndexOf('/') + 1))) return [];
    return { other, text, isFrom: (specifier) => isModule(other, specifier, file) };
  });
}

/** Whether a specifier in a file means a module. */
function isModule(file: string, specifier: string, module: string): boolean {
  return specifier.startsWith('.') && withoutEnding(resolvePath(file, specifier)) === withoutEnding(module);
}

function withoutEnding(path: string): string {
  return path.replace(moduleEnding, '').replace(/\/index$/, '');
}

// ── Files ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The edits after a module's file was moved: in its importers, and in its own imports. Refused if its own imports are unknown. */
export function editsAfterMove(from: string, to: string, host: ModuleHost): Edits {
  const { modules, textOf } = host;
  if (!modules) return { edits: [] };
  const text = textOf?.(from) ?? '';
  const specifiers = modules.specifiers(from, text);
  const isElsewhere = resolvePath(from, '.') !== resolvePath(to, '.');
  if (!specifiers && isElsewhere)
    return {
      refused: `${from} cannot be read, and the imports in it would break where it is moved; mend it first`,
    };
  const own = (specifiers ?? []).flatMap(({ name, span }) => {
    if (isModule(from, name, from)) return { span, text: respecified(to, to, name) };
    return isElsewhere && name.startsWith('.')
      ? { span, text: specifierOf(to, resolvePath(from, name)) }
      : [];
  });
  const others = importersOf(from, host).flatMap(({ other, text, isFrom }) =>
    inFile(
      other,
      text,
      (modules.specifiers(other, text) ?? []).flatMap(({ name, span }) =>
        isFrom(name) ? { span, text: respecified(other, to, name) } : [],
      ),
    ),
  );
  return { edits: [...inFile(from, text, own), ...others] };
}

/** The specifier for a module in a file. It has an ending if the old specifier `before` has one. */
function respecified(file: string, module: string, before: string): string {
  const [kept = ''] = moduleEnding.exec(before) ?? [];
  return specifierOf(file, module.replace(moduleEnding, '') + kept);
}

function specifierOf(file: string, path: string): string {
  const relative = relativePath(file, path);
  return relative.startsWith('../') ? relative : `./${relative}`;
}
