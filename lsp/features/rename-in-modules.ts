// The edits of the application's modules that follow when something in a routes file is renamed: the function of an action, the calls of a
// helper. What follows a segment's new name is in `rename-params.ts`.

import type { Occurrence } from '../../src/analysis/occurrences.js';
import type { FilePlace } from '../../src/language/diagnostics.js';
import { Source, type Span, resolvePath } from '../../src/language/source.js';
import { actionOf, type ApplicationKnowledge } from '../../src/lint/application.js';
import type { ModuleEdits } from '../../src/node/modules/module-edits.js';
import { camelCaseName } from '../../src/routing/patterns/route-name.js';
import { helperUses, respelled } from './helper-uses.js';
import { fileEdit, moduleEnding, relativePath, type FileEdit } from './rename-files.js';

/** What a rename or a code action may ask about the application's own code. */
export interface ModuleHost {
  readonly application?: ApplicationKnowledge | undefined;
  /** The text of a module; undefined where it cannot be read. */
  textOf?(file: string): string | undefined;
  /** Where the controller of a name would be written, where the client can make or rename files. */
  controllerFile?(name: string): string | undefined;
  /** Absent where modules cannot be parsed: then nothing is written into them but the names of helpers. */
  readonly modules?: ModuleEdits | undefined;
  /** The project's modules, views and tests: where helpers are called and modules imported. */
  readonly files?: readonly string[] | undefined;
}

/** What follows a rename elsewhere, or why it cannot be. */
export type Edits =
  | { readonly edits: readonly FileEdit[]; readonly unsure?: readonly FilePlace[] }
  | { readonly refused: string };

/** The edits in modules that follow those of the routes file; refused where a module could not be left whole. */
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

/** An export of a module, and the imports of it elsewhere; refused where the module could not be left whole. */
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

/** The project's other files that import something by its old name. */
function importsOf(file: string, name: string, newName: string, host: ModuleHost): FileEdit[] {
  return importersOf(file, host).flatMap(({ other, text, isFrom }) =>
    inFile(other, text, host.modules?.imported(other, text, isFrom, name, newName) ?? []),
  );
}

/** The project's other files that may import a module, and which of their specifiers stand for it. */
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

/** Whether a specifier in a file stands for a module. */
function isModule(file: string, specifier: string, module: string): boolean {
  return specifier.startsWith('.') && withoutEnding(resolvePath(file, specifier)) === withoutEnding(module);
}

function withoutEnding(path: string): string {
  return path.replace(moduleEnding, '').replace(/\/index$/, '');
}

// ── Files ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What follows when the file of a module is moved: the imports of it, and its own; refused where these cannot be told. */
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

/** How a file names a module that it has named with `before`, whose ending is kept. */
function respecified(file: string, module: string, before: string): string {
  const [kept = ''] = moduleEnding.exec(before) ?? [];
  return specifierOf(file, module.replace(moduleEnding, '') + kept);
}

function specifierOf(file: string, path: string): string {
  const relative = relativePath(file, path);
  return relative.startsWith('../') ? relative : `./${relative}`;
}
