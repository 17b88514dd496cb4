// Renames concerns, route names given with `as` and the helpers of these routes, segments with their constraints and params, actions with
// their functions, controllers with their files.

import { callableName } from '../../src/analysis/callables.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Occurrence } from '../../src/analysis/occurrences.js';
import { positionalsOf, type Declaration, argumentsEnd } from '../../src/language/declarations.js';
import type { FilePlace } from '../../src/language/diagnostics.js';
import { resolvePath, type Span } from '../../src/language/source.js';
import { isName, isSegmentName } from '../../src/interpreter/names.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { declares, isResource, positionalRole } from '../../src/language/roles.js';
import { actionOf } from '../../src/lint/application.js';
import { mayBeAction } from '../../src/routing/router/action-name.js';
import { canonicalName } from '../../src/routing/patterns/route-name.js';
import { changedText } from './action-edits.js';
import { respelled } from './helper-uses.js';
import { impliedTarget } from './refactorings.js';
import { fileEdit, moduleEnding, renameController, renameModule, type FileEdit } from './rename-files.js';
import { editsAfterMove, editsInModules, renamedExport, type ModuleHost } from './rename-in-modules.js';
import { thingsRenamed, type NewNames } from './rename-names.js';
import { renamedParams } from './rename-params.js';
import { mistakesIn } from './table-changes.js';

export interface FileRename {
  readonly from: string;
  readonly to: string;
}

export type RenameAnswer =
  | {
      readonly edits: readonly FileEdit[];
      readonly files?: readonly FileRename[];
      /** Places that may need the new name too but are not changed. */
      readonly unsure?: readonly FilePlace[];
    }
  | { readonly refused: string };

/** The span that a rename would change and the current name, or the reason why the name cannot be changed. */
export function prepareRename(
  snapshot: Snapshot,
  offset: number,
  host: ModuleHost,
): { readonly span: Span; readonly name: string } | { readonly refused: string } | undefined {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (!occurrence) return undefined;
  const refused = refusal(snapshot, occurrence, offset, host);
  if (refused !== undefined) return { refused };
  const span = occurrence.kind === 'callable' ? callableHalf(occurrence, offset) : occurrence.span;
  return { span, name: nameAt(occurrence, span) };
}

/** The name at a place. An action may only be implied there. */
function nameAt(occurrence: Occurrence, place: Span): string {
  if (occurrence.kind === 'action' && isImplied(occurrence))
    return occurrence.key.slice(occurrence.key.indexOf('#') + 1);
  return occurrence.source.textOf(place);
}

/** The edits that rename the thing at an offset; undefined if nothing there has a name. */
export function rename(
  snapshot: Snapshot,
  offset: number,
  newName: string,
  host: ModuleHost,
): RenameAnswer | undefined {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (!occurrence) return undefined;
  const renamed = thingsRenamed(snapshot, occurrence, newName);
  const refused =
    refusal(snapshot, occurrence, offset, host) ??
    badName(occurrence, newName) ??
    renamed.map(({ thing, refused, whole }) => refused ?? conflict(snapshot, thing, whole)).find(Boolean) ??
    taken(occurrence, newName, host);
  if (refused !== undefined) return { refused };
  const place = occurrence.kind === 'callable' ? callableHalf(occurrence, offset) : occurrence.span;
  if (nameAt(occurrence, place) === newName) return { edits: [] };
  if (occurrence.kind === 'controller') return renamedController(snapshot, occurrence, newName, host);
  if (occurrence.kind === 'callable') return renamedCallable(snapshot, occurrence, offset, newName, host);
  const places = renamed.flatMap(({ thing, ...names }, index) =>
    snapshot.occurrences
      .of(thing)
      .filter(({ role }) => index === 0 || role === 'reference')
      .map((each) => ({ each, names })),
  );
  const edits = places.map(({ each, names }): FileEdit => {
    if (each.kind !== 'action' || !isImplied(each))
      return fileEdit(each.source, each.span, writtenLike(each, names));
    const end = argumentsEnd(each.declaration);
    const [controller] = impliedTarget(snapshot, each.declaration)?.text.match(/^.*#/) ?? [''];
    return fileEdit(each.source, { start: end, end }, `, to => '${controller}${newName}'`);
  });
  const lost = occurrence.kind === 'segment' ? lostBy(snapshot, occurrence, newName, edits) : undefined;
  if (lost !== undefined) return { refused: lost };
  const follows =
    occurrence.kind === 'segment'
      ? [renamedParams(snapshot, edits, host)]
      : renamed.map(({ thing, whole }) => editsInModules(thing, whole, host));
  const all: FileEdit[] = edits;
  for (const follow of follows) {
    if ('refused' in follow) return follow;
    all.push(...follow.edits);
  }
  const [first] = follows;
  return { ...first, edits: all };
}

/** The new name in the spelling of its place: `photoPath(7)` in a comment stays in camelCase. */
function writtenLike({ kind, declaration, source, span }: Occurrence, { own, whole }: NewNames): string {
  if (kind !== 'route' || declaration) return own;
  return respelled({ written: source.textOf(span), next: source.text[span.end] ?? '' }, whole);
}

/** Whether an action follows from the path: `get 'preview'` leads to the action `preview`. */
function isImplied(occurrence: Occurrence): occurrence is Occurrence & { readonly declaration: Declaration } {
  const { declaration, span } = occurrence;
  const [path] = declaration && positionalRole(declaration) === 'path' ? positionalsOf(declaration) : [];
  return path !== undefined && path.span.start <= span.start && span.end <= path.span.end;
}

function renamedController(
  snapshot: Snapshot,
  occurrence: Occurrence,
  newName: string,
  host: ModuleHost,
): RenameAnswer {
  const { application, controllerFile } = host;
  const from = occurrence.key;
  const written = occurrence.source.textOf(occurrence.span);
  const to = newName.startsWith('/')
    ? newName.slice(1)
    : from.slice(0, from.length - written.replace(/^\//, '').length) + newName;
  const file = application?.controller(from)?.file;
  const target = controllerFile?.(to);
  if (file && to !== from && application.controller(to))
    return { refused: `there is a controller '${to}' already` };
  const extension = extensionOf(file);
  const edits = renameController(snapshot, from, to);
  return file && target && extension && to !== from
    ? moved(edits, { from: file, to: target.replace(/\.ts$/, extension) }, host)
    : { edits, files: [] };
}

/** Edits of routes files together with the move of a file, and the edits in the application that follow from the move. */
function moved(edits: readonly FileEdit[], file: FileRename, host: ModuleHost): RenameAnswer {
  const follow = editsAfterMove(file.from, file.to, host);
  return 'refused' in follow ? follow : { edits: [...edits, ...follow.edits], files: [file] };
}

/** The half of `&module#export` at an offset: the module or the export. */
function callableHalf({ source, span }: Occurrence, offset: number): Span {
  const hash = source.textOf(span).indexOf('#');
  if (hash < 0 || offset <= span.start + hash)
    return { start: span.start + 1, end: hash < 0 ? span.end : span.start + hash };
  return { start: span.start + hash + 1, end: span.end };
}

/** Renames an export with its function, or a module with its file. */
function renamedCallable(
  snapshot: Snapshot,
  occurrence: Occurrence,
  offset: number,
  newName: string,
  host: ModuleHost,
): RenameAnswer {
  const { source } = occurrence;
  const { module, export: name } = callableName(occurrence.name);
  const known = host.application?.module(module, source.file);
  if (isExport(occurrence, offset)) {
    if (!/^[\p{L}_$][\p{L}\p{M}\p{Nd}_$]*$/u.test(newName))
      return {
        refused: `'${newName}' cannot be the name of an export: it has letters, digits, '_' and '$' alone`,
      };
    if (newName !== name && known?.byName.has(newName))
      return { refused: `the module '${module}' has an export '${newName}' already` };
    const edits = snapshot.occurrences.of(occurrence).map((each) => {
      const { end } = each.span;
      const { export: written = '' } = callableName(each.name);
      return written === ''
        ? fileEdit(each.source, { start: end, end }, `#${newName}`)
        : fileEdit(each.source, { start: end - written.length, end }, newName);
    });
    const isThere = known !== undefined && name !== undefined && known.byName.has(name);
    const follow = isThere ? renamedExport(known.file, name, newName, host) : { edits: [] };
    return 'refused' in follow ? follow : { edits: [...edits, ...follow.edits] };
  }
  const extension = extensionOf(known?.file);
  if (!known || extension === undefined) return { edits: [] };
  if (newName !== module && host.application?.module(newName, source.file))
    return { refused: `there is a module '${newName}' already` };
  const to = `${resolvePath(source.file, newName)}${extension}`;
  const edits = renameModule(snapshot, known.file, to, host.application);
  return moved(edits, { from: known.file, to }, host);
}

/** Whether an offset is in the part after the `#` of a callable. */
function isExport(occurrence: Occurrence, offset: number): boolean {
  return callableHalf(occurrence, offset).start > occurrence.span.start + 1;
}

function extensionOf(file: string | undefined): string | undefined {
  return file && moduleEnding.exec(file)?.[0];
}

/** The reason why a module or export cannot be renamed. In `&handlers#`, for example, the export is still missing. */
function refusalOfCallable(
  occurrence: Occurrence,
  offset: number,
  { application, controllerFile }: ModuleHost,
): string | undefined {
  const { module, export: name } = callableName(occurrence.name);
  if (isExport(occurrence, offset))
    return name === undefined || name === '' ? 'no export is named here yet' : undefined;
  const file = application?.module(module, occurrence.source.file)?.file;
  return controllerFile && extensionOf(file) !== undefined
    ? undefined
    : 'a module is renamed by renaming its file';
}

function refusal(
  snapshot: Snapshot,
  occurrence: Occurrence,
  offset: number,
  host: ModuleHost,
): string | undefined {
  switch (occurrence.kind) {
    case 'concern':
    case 'segment':
      return undefined;
    case 'callable':
      return refusalOfCallable(occurrence, offset, host);
    case 'route': {
      const named = snapshot.occurrences.of(occurrence).filter((each) => each.role === 'definition');
      const [first] = named;
      if (!first?.declaration) return `no route is named '${occurrence.name}'`;
      if (declares(first.declaration, 'helper')) return undefined;
      const texts = named.map(({ source, span }) => source.textOf(span));
      const isGiven = snapshot.analysis.routes.some(
        (route) => route.nameIsGiven && route.declaration === (occurrence.declaration ?? first.declaration),
      );
      return isGiven && new Set(texts).size === 1
        ? undefined
        : `the name '${occurrence.name}' follows from the declaration; give it another with \`as\``;
    }
    case 'action': {
      const action = occurrence.key.slice(occurrence.key.indexOf('#') + 1);
      const resource = snapshot.occurrences
        .of(occurrence)
        .map(({ declaration }) => declaration)
        .find((declaration) => declaration && isResource(declaration));
      return resource
        ? `the action '${action}' is one of those that \`${resource.keyword.text}\` makes; leave it out there with \`except\` and route it by itself`
        : undefined;
    }
    case 'controller':
      return host.controllerFile ? undefined : 'a controller is renamed by renaming its file';
    case 'file':
      return 'a routes file is renamed in the file tree';
  }
}

/** The reason why a name is not valid for a kind of thing. */
function badName({ kind }: Occurrence, name: string): string | undefined {
  switch (kind) {
    case 'callable':
      return /^[\w$./-]+$/.test(name) ? undefined : `'${name}' names neither a module nor an export`;
    case 'segment':
      return isSegmentName(name)
        ? undefined
        : `'${name}' cannot be the name of a segment: it begins with a letter or '_' and goes on with letters, digits and '_'`;
    default: {
      const names = kind === 'controller' ? name.replace(/^\//, '').split('/') : [name];
      return names.every(isName)
        ? undefined
        : `'${name}' is no name: it begins with a letter or '_' and goes on with letters, digits, '_' and '-'`;
    }
  }
}

/** The reason why a name is not available: something else has it. */
function conflict(snapshot: Snapshot, occurrence: Occurrence, name: string): string | undefined {
  const { analysis } = snapshot;
  switch (occurrence.kind) {
    case 'concern':
      return analysis.interpretation.program.concerns.has(name) && name !== occurrence.key
        ? `there is a concern '${name}' already`
        : undefined;
    case 'segment': {
      const routes = occurrence.declaration ? analysis.routesWithin(occurrence.declaration) : [];
      const isTaken = routes.some(({ definition }) => definition.pattern.names.includes(name));
      return isTaken && name !== occurrence.name
        ? `there is a segment ':${name}' in the path already`
        : undefined;
    }
    case 'route': {
      const other = analysis.routes.find(
        ({ definition }) =>
          definition.name !== undefined && canonicalName(definition.name) === canonicalName(name),
      );
      return other && canonicalName(name) !== occurrence.key
        ? `there is a route '${name}' already, ${other.definition.pattern.text}`
        : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * The reason why a segment cannot be renamed: a constraint, default or redirect in another declaration would no longer belong to any
 * segment.
 */
function lostBy(
  snapshot: Snapshot,
  { name }: Occurrence,
  newName: string,
  edits: readonly FileEdit[],
): string | undefined {
  const { analysis } = snapshot;
  const after = snapshot.analysisOf(changedText(snapshot, edits));
  const isKept =
    mistakesIn(after) === mistakesIn(analysis) &&
    analysis.routes.every((route, index) => demandsOf(route) === demandsOf(after.routes[index]));
  return isKept
    ? undefined
    : `a constraint, a default or a redirect in another declaration is for ':${name}' or ':${newName}'; rename it by hand, there too`;
}

/** How many segments of a route have constraints, and how many have defaults. */
function demandsOf(route: InterpretedRoute | undefined): string | undefined {
  if (!route) return undefined;
  const { pattern, segmentConstraints, defaults } = route.definition;
  return [segmentConstraints, defaults]
    .map((of) => pattern.names.filter((name) => of.has(name)).length)
    .join(' ');
}

/** The reason why an action cannot have a name: the controller has another action of this name, or the name can never be an action. */
function taken({ kind, key }: Occurrence, newName: string, { application }: ModuleHost): string | undefined {
  if (kind !== 'action') return undefined;
  const [name = '', action = ''] = key.split('#');
  if (!mayBeAction(newName)) return `'${newName}' is never an action`;
  const controller = application?.controller(name);
  const [own, other] = [actionOf(controller, action), actionOf(controller, newName)];
  return own !== undefined && other !== undefined && other !== own
    ? `the controller '${name}' has an action '${newName}' already`
    : undefined;
}

/** The places of a segment and its constraints with the same spelling, so that they can be edited simultaneously. */
export function linkedRanges(snapshot: Snapshot, offset: number): readonly Span[] {
  const { source, occurrences } = snapshot;
  const occurrence = occurrences.at(source, offset);
  if (occurrence?.kind !== 'segment') return [];
  const written = source.textOf(occurrence.span);
  const spans = occurrences.of(occurrence).map(({ span }) => span);
  const alike = spans.filter((span) => source.textOf(span) === written);
  return alike.length > 1 ? alike : [];
}
