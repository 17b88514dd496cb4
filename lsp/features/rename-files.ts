// The edits of a routes file that follow when the file of one of its modules, or of a routes file that it includes, is renamed or moved.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Declaration } from '../../src/language/declarations.js';
import { positionalsOf } from '../../src/language/declarations.js';
import type { Range } from '../../src/language/source.js';
import { isResource } from '../../src/language/roles.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';

export interface FileEdit {
  readonly file: string;
  readonly range: Range;
  readonly text: string;
  /** The application's own code, read as text: worth a look before it is changed. */
  readonly needsConfirmation: boolean;
}

/**
 * The edits that follow a controller's file: everything that names it. A resource, plural or singular, keeps its name and
 * path and is told its controller.
 */
export function renameController(snapshot: Snapshot, from: string, to: string): readonly FileEdit[] {
  const edits = new Map<string, FileEdit>();
  for (const { kind, key, source, span, declaration } of snapshot.occurrences.all('controller')) {
    if (kind !== 'controller' || key !== from) continue;
    const written = source.text.slice(span.start, span.end).replace(/^\//, '');
    const [first, second] = declaration ? positionalsOf(declaration) : [];
    const isImplied =
      declaration !== undefined &&
      isResource(declaration) &&
      first !== undefined &&
      first.span.start <= span.start &&
      span.end <= first.span.end;
    if (isImplied ? second !== undefined : !from.endsWith(written)) continue;
    // The name that a singular resource implies is its plural, in as many pieces.
    const modules = (declaration ? from : written).split('/').slice(0, -written.split('/').length);
    const prefix = modules.map((module) => `${module}/`).join('');
    const isOutside = !to.startsWith(prefix);
    const name = isOutside ? `/${to}` : to.slice(prefix.length);
    const end = isImplied ? argumentsEnd(declaration) : span.end;
    const start = span.start + (source.text[span.start] === '/' && !isOutside ? 1 : 0);
    const at = isImplied ? { start: end, end } : { start, end: span.end };
    edits.set(`${source.file}:${at.start}`, {
      file: source.file,
      range: source.rangeOf(at),
      text: isImplied ? `, controller => '${name}'` : name,
      needsConfirmation: false,
    });
  }
  return [...edits.values()];
}

/** Where one more option of a declaration is written. */
export function argumentsEnd(declaration: Declaration): number {
  return declaration.arguments.at(-1)?.span.end ?? declaration.keyword.span.end;
}

/** The edits that follow when another module's file, an included routes file, or the folder of either is moved. */
export function renameModule(
  snapshot: Snapshot,
  from: string,
  to: string,
  application?: ApplicationKnowledge,
): readonly FileEdit[] {
  const { program } = snapshot.analysis.interpretation;
  return snapshot.occurrences
    .all('callable', 'file')
    .flatMap(({ kind, key, name, source, span, declaration }) => {
      const module = key.slice(1).replace(/#.*$/s, '');
      const file =
        kind === 'callable'
          ? application?.module(module, source.file)?.file
          : declaration && program.includedFile(declaration)?.source.file;
      const moved = file === undefined ? undefined : movedPath(file, from, to);
      if (moved === undefined) return [];
      const start = kind === 'callable' ? span.start + 1 : span.start;
      const at = kind === 'callable' ? { start, end: start + module.length } : span;
      const isShort = kind === 'callable' || !name.endsWith('.routes');
      const path = isShort ? moved.replace(kind === 'callable' ? /\.[cm]?[jt]sx?$/ : /\.routes$/, '') : moved;
      const isFolder = kind === 'callable' && /[/\\]index$/.test(path) && !/(?:^|\/)index$/.test(module);
      return {
        file: source.file,
        range: source.rangeOf(at),
        text: relativePath(source.file, isFolder ? path.slice(0, -'/index'.length) : path),
        needsConfirmation: false,
      };
    });
}

/** Where a file is once another path, its own or that of a folder around it, is moved. */
function movedPath(file: string, from: string, to: string): string | undefined {
  if (file === from) return to;
  const isInside = file.startsWith(from) && /^[/\\]/.test(file.slice(from.length));
  return isInside ? to + file.slice(from.length) : undefined;
}

/** A path as it is written in a file: relative to that file's folder. */
function relativePath(file: string, to: string): string {
  const from = file.split(/[/\\]/).slice(0, -1);
  const parts = to.split(/[/\\]/);
  let same = 0;
  while (same < from.length && same < parts.length - 1 && from[same] === parts[same]) same++;
  return [...from.slice(same).map(() => '..'), ...parts.slice(same)].join('/');
}
