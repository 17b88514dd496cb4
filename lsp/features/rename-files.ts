// The edits of a routes file after the file of one of its modules, or of a routes file that it includes, was renamed or moved.

import { callableName } from '../../src/analysis/callables.js';
import type { Occurrence } from '../../src/analysis/occurrences.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import { type Declaration, positionalsOf, argumentsEnd } from '../../src/language/declarations.js';
import { filePlace, type FilePlace } from '../../src/language/diagnostics.js';
import { pathBelow, type Source, type Span } from '../../src/language/source.js';
import { isResource, isRoute } from '../../src/language/roles.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';

/** The ending of a module's file, which imports may omit. */
export const moduleEnding = /\.[cm]?[jt]sx?$/;

export interface FileEdit extends FilePlace {
  readonly text: string;
  /** Whether it changes the application's own code, which was searched as text. The user should check such edits. */
  readonly needsConfirmation?: boolean;
}

/** An edit of a routes file. */
export function fileEdit(source: Source, span: Span, text: string): FileEdit {
  return { ...filePlace({ source, span }), text };
}

/**
 * The edits after a controller's file was renamed, in everything that names the controller. A resource keeps its name and path and gets
 * the option `controller`.
 */
export function renameController(snapshot: Snapshot, from: string, to: string): readonly FileEdit[] {
  if (from === to) return [];
  const named = snapshot.occurrences.all('controller').flatMap((each) => {
    const isIt = each.kind === 'controller' && each.key === from;
    return isIt && !leadsElsewhere(snapshot, each.declaration, from)
      ? (editOfName(each, from, to) ?? [])
      : [];
  });
  const all = [...named, ...targetsOfPaths(snapshot, from, to)];
  return [...new Map(all.map((each) => [`${each.file}:${each.range.start.offset}`, each])).values()];
}

/** The edit for one place that names the controller. */
function editOfName(
  { source, span, declaration }: Occurrence,
  from: string,
  to: string,
): FileEdit | undefined {
  const written = source.textOf(span).replace(/^\//, '');
  const [first] = declaration ? positionalsOf(declaration) : [];
  const isImplied =
    declaration !== undefined &&
    isResource(declaration) &&
    first !== undefined &&
    first.span.start <= span.start &&
    span.end <= first.span.end;
  if (!isImplied && !from.endsWith(written)) return undefined;
  // A singular resource implies a plural controller name with as many pieces.
  const { name, isOutside } = below(declaration ? from : written, written, to);
  const end = isImplied ? argumentsEnd(declaration) : span.end;
  const start = span.start + (source.text[span.start] === '/' && !isOutside ? 1 : 0);
  return isImplied
    ? fileEdit(source, { start: end, end }, `, controller => '${name}'`)
    : fileEdit(source, { start, end: span.end }, name);
}

/** Whether a declaration also leads to other controllers, because it has several names or is in a concern with several uses. */
function leadsElsewhere(
  snapshot: Snapshot,
  declaration: Declaration | undefined,
  controller: string,
): boolean {
  const routes = declaration ? snapshot.analysis.routesOf(declaration) : [];
  return routes.some(
    ({ definition: { target } }) => target.kind === 'controller' && target.controller !== controller,
  );
}

/** The new name of a controller as written below the same modules. `written` is the old name without these modules. */
function below(
  from: string,
  written: string,
  to: string,
): { readonly name: string; readonly isOutside: boolean } {
  const modules = from.split('/').slice(0, -written.split('/').length);
  const prefix = modules.map((module) => `${module}/`).join('');
  const isOutside = !to.startsWith(prefix);
  return { name: isOutside ? `/${to}` : to.slice(prefix.length), isOutside };
}

/** Writes out targets that only follow from paths: `get 'photos/search'` leads to `photos#search`. */
function targetsOfPaths({ analysis }: Snapshot, from: string, to: string): readonly FileEdit[] {
  return analysis.routes.flatMap(({ definition: { target }, declaration, targetPlace, controllerPlace }) => {
    const { source, arguments: written } = declaration;
    const [path] = written;
    const isTold =
      isRoute(declaration) &&
      path?.kind === 'string' &&
      [targetPlace, controllerPlace].every(
        (place) => place.source === source && place.span.start === declaration.keyword.span.start,
      );
    if (!isTold || target.kind !== 'controller' || target.controller !== from) return [];
    const { name } = below(from, path.value.replace(/^\/|\/[^/]*$/g, ''), to);
    const end = argumentsEnd(declaration);
    return fileEdit(source, { start: end, end }, `, to => '${name}#${target.action}'`);
  });
}

/**
 * The edits after another module, an included routes file, or a folder of either was moved. They change what names it, and what a moved
 * routes file itself names.
 */
export function renameModule(
  snapshot: Snapshot,
  from: string,
  to: string,
  application: ApplicationKnowledge | undefined,
): readonly FileEdit[] {
  const { program } = snapshot.analysis.interpretation;
  return snapshot.occurrences.all('callable', 'file').flatMap(({ kind, name, source, span, declaration }) => {
    const { module } = callableName(name);
    const file =
      kind === 'callable'
        ? application?.module(module, source.file)?.file
        : declaration && program.includedFile(declaration)?.source.file;
    if (file === undefined) return [];
    const [movedFile, movedSource] = [movedPath(file, from, to), movedPath(source.file, from, to)];
    if (movedFile === undefined && movedSource === undefined) return [];
    const moved = movedFile ?? file;
    const start = kind === 'callable' ? span.start + 1 : span.start;
    const at = kind === 'callable' ? { start, end: start + module.length } : span;
    const isShort = kind === 'callable' || !name.endsWith('.routes');
    const path = isShort ? moved.replace(kind === 'callable' ? moduleEnding : /\.routes$/, '') : moved;
    const isFolder = kind === 'callable' && /[/\\]index$/.test(path) && !/(?:^|\/)index$/.test(module);
    const text = relativePath(movedSource ?? source.file, isFolder ? path.slice(0, -'/index'.length) : path);
    if (text === source.textOf(at).replace(/^(['"])(.*)\1$/s, '$2')) return [];
    return fileEdit(source, at, text);
  });
}

/** The new path of a file if `from`, which is its own path or that of a folder around it, was moved to `to`. */
function movedPath(file: string, from: string, to: string): string | undefined {
  const rest = pathBelow(file, from);
  return rest === undefined ? undefined : to + rest;
}

/** A path relative to the folder of a file. */
export function relativePath(file: string, to: string): string {
  const from = file.split(/[/\\]/).slice(0, -1);
  const parts = to.split(/[/\\]/);
  let same = 0;
  while (same < from.length && same < parts.length - 1 && from[same] === parts[same]) same++;
  return [...from.slice(same).map(() => '..'), ...parts.slice(same)].join('/');
}
