// Renaming what has a name: concerns, route names given with `as` and the helpers called by them, segments with their
// constraints and the params read by them, actions with the functions behind them, controllers with their files.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Occurrence } from '../../src/analysis/occurrences.js';
import { positionalsOf } from '../../src/language/declarations.js';
import { Source, type Range, type Span } from '../../src/language/source.js';
import { declares, isResource } from '../../src/language/roles.js';
import { resolvePath } from '../../src/interpreter/program.js';
import { headSpan } from '../../src/interpreter/route-set.js';
import { camelCaseName, canonicalName } from '../../src/routing/patterns/route-name.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';
import { helperUses, respelled } from './helper-uses.js';
import { actionPlaces } from './navigation.js';

export interface FileEdit {
  readonly file: string;
  readonly range: Range;
  readonly text: string;
  /** The application's own code, read as text: worth a look before it is changed. */
  readonly needsConfirmation: boolean;
}

export interface FileRename {
  readonly from: string;
  readonly to: string;
}

export type RenameAnswer =
  | { readonly edits: readonly FileEdit[]; readonly files?: readonly FileRename[] }
  | { readonly refused: string };

/** What a rename may ask about the application's own code. */
export interface RenameHost {
  readonly application?: ApplicationKnowledge | undefined;
  /** The text of a module; undefined where it cannot be read. */
  textOf?(file: string): string | undefined;
  /** Where the controller of a name would be written, where the client can rename files. */
  controllerFile?(name: string): string | undefined;
}

/** The characters that a rename would change and the name as it is, or why there is nothing to rename. */
export function prepareRename(
  snapshot: Snapshot,
  offset: number,
  host: RenameHost = {},
): { readonly span: Span; readonly name: string } | { readonly refused: string } | undefined {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (!occurrence) return undefined;
  const refused = refusal(snapshot, occurrence, host);
  if (refused !== undefined) return { refused };
  const { source } = occurrence;
  const span = occurrence.kind === 'callable' ? callableHalf(occurrence, offset) : occurrence.span;
  return { span, name: source.text.slice(span.start, span.end) };
}

/** What has to be changed so that the thing at an offset has another name; undefined where there is nothing with a name. */
export function rename(
  snapshot: Snapshot,
  offset: number,
  newName: string,
  host: RenameHost = {},
): RenameAnswer | undefined {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (!occurrence) return undefined;
  const refused =
    refusal(snapshot, occurrence, host) ??
    badName(occurrence, newName) ??
    conflict(snapshot, occurrence, newName);
  if (refused !== undefined) return { refused };
  if (occurrence.kind === 'controller') return renamedController(snapshot, occurrence, newName, host);
  if (occurrence.kind === 'callable') return renamedCallable(snapshot, occurrence, offset, newName, host);
  const edits = snapshot.occurrences.of(occurrence).map(({ source, span }) => ({
    file: source.file,
    range: source.rangeOf(span),
    text: newName,
    needsConfirmation: false,
  }));
  return { edits: [...edits, ...inModules(snapshot, occurrence, newName, host)] };
}

/** What follows in the application's modules: the function of an action, calls of a helper, reads of a param. */
function inModules(
  snapshot: Snapshot,
  occurrence: Occurrence,
  newName: string,
  { application, textOf }: RenameHost,
): FileEdit[] {
  if (!application || !textOf) return [];
  const edit = (file: string, text: string, span: Span, inserted: string): FileEdit => ({
    file,
    range: new Source(file, text).rangeOf(span),
    text: inserted,
    needsConfirmation: true,
  });
  switch (occurrence.kind) {
    case 'action':
      return actionPlaces(occurrence.key, application).flatMap(({ file, range }) => {
        const span = { start: range.start.offset, end: range.end.offset };
        const text = textOf(file) ?? '';
        const action = occurrence.key.slice(occurrence.key.indexOf('#') + 1);
        const isItsName = [action, camelCaseName(action)].includes(text.slice(span.start, span.end));
        return isItsName ? [{ file, range, text: camelCaseName(newName), needsConfirmation: true }] : [];
      });
    case 'route':
      return controllerFiles(application).flatMap((file) => {
        const text = textOf(file) ?? '';
        return helperUses(text, occurrence.name).map((use) =>
          edit(file, text, use.span, respelled(use, newName)),
        );
      });
    case 'segment':
      return actionsReachedBy(snapshot, occurrence, application).flatMap(({ file, start, end }) => {
        const text = textOf(file) ?? '';
        return paramUses(text.slice(start, end), occurrence.name).map((span) =>
          edit(file, text, { start: start + span.start, end: start + span.end }, newName),
        );
      });
    default:
      return [];
  }
}

/** The bodies of the actions that a declaration's routes reach: from each name to the next one in its module. */
function actionsReachedBy(
  snapshot: Snapshot,
  { declaration }: Occurrence,
  application: ApplicationKnowledge,
): readonly { readonly file: string; readonly start: number; readonly end: number }[] {
  const bodies = new Map<string, { readonly file: string; readonly start: number; readonly end: number }>();
  for (const { definition } of snapshot.analysis.routesOf(declaration)) {
    if (definition.target.kind !== 'controller') continue;
    const { controller, action } = definition.target;
    const known = application.controller(controller);
    for (const { file, range } of actionPlaces(`${controller}#${action}`, application)) {
      const start = range.start.offset;
      if (range.end.offset === 0) continue;
      const later = [...(known?.byName.values() ?? [])]
        .filter((member) => member.file === file && member.range.start.offset > start)
        .map((member) => member.range.start.offset);
      bodies.set(`${file}:${start}`, {
        file,
        start,
        end: later.length === 0 ? Number.MAX_SAFE_INTEGER : Math.min(...later),
      });
    }
  }
  return [...bodies.values()];
}

/** `params.id`, `params['id']` and `{ id } = request.params` in a text. */
function paramUses(text: string, name: string): readonly Span[] {
  const reads = [
    ...text.matchAll(
      /\bparams\??\.([\p{L}_][\p{L}\p{N}_]*)|\bparams(?:\?\.)?\[\s*['"]([\p{L}_][\p{L}\p{N}_]*)['"]\s*\]/dgu,
    ),
  ].flatMap((found) => {
    const group = found[1] === undefined ? 2 : 1;
    const [start, end] = found.indices![group]!;
    return found[group] === name ? [{ start, end }] : [];
  });
  return reads;
}

function controllerFiles(application: ApplicationKnowledge): readonly string[] {
  return [
    ...new Set(application.controllerNames().flatMap((name) => application.controller(name)?.file ?? [])),
  ];
}

function renamedController(
  snapshot: Snapshot,
  occurrence: Occurrence,
  newName: string,
  { application, controllerFile }: RenameHost,
): RenameAnswer {
  const from = occurrence.key;
  const written = occurrence.source.text.slice(occurrence.span.start, occurrence.span.end);
  const to = newName.startsWith('/')
    ? newName.slice(1)
    : from.slice(0, from.length - written.replace(/^\//, '').length) + newName;
  const file = application?.controller(from)?.file;
  const target = controllerFile?.(to);
  const extension = file && /\.[cm]?[jt]s$/.exec(file)?.[0];
  const files = file && target && extension ? [{ from: file, to: target.replace(/\.ts$/, extension) }] : [];
  return { edits: renameController(snapshot, from, to), files };
}

/** The module of `&module#export`, or its export: the half that has the offset. */
function callableHalf({ source, span }: Occurrence, offset: number): Span {
  const hash = source.text.slice(span.start, span.end).indexOf('#');
  if (hash < 0 || offset <= span.start + hash)
    return { start: span.start + 1, end: hash < 0 ? span.end : span.start + hash };
  return { start: span.start + hash + 1, end: span.end };
}

/** An export with its function, or a module with its file. */
function renamedCallable(
  snapshot: Snapshot,
  occurrence: Occurrence,
  offset: number,
  newName: string,
  host: RenameHost,
): RenameAnswer {
  const { source, key, span } = occurrence;
  const [module = '', name] = key.slice(1).split('#');
  const known = host.application?.module(module, source.file);
  const half = callableHalf(occurrence, offset);
  if (half.start > span.start + 1) {
    const member = name === undefined ? undefined : known?.byName.get(name);
    const text = member && host.textOf?.(member.file);
    const isItsName =
      member !== undefined && text?.slice(member.range.start.offset, member.range.end.offset) === name;
    const edits = snapshot.occurrences.of(occurrence).map(({ source: file, span: each }): FileEdit => {
      const start = each.start + 1 + module.length + 1;
      return {
        file: file.file,
        range: file.rangeOf({ start, end: each.end }),
        text: newName,
        needsConfirmation: false,
      };
    });
    return {
      edits: [
        ...edits,
        ...(isItsName
          ? [{ file: member.file, range: member.range, text: newName, needsConfirmation: true }]
          : []),
      ],
    };
  }
  const extension = known && /\.[cm]?[jt]sx?$/.exec(known.file)?.[0];
  if (!known || !extension || !host.controllerFile)
    return { refused: 'a module is renamed by renaming its file' };
  const to = `${resolvePath(source.file, newName)}${extension}`;
  return {
    edits: renameModule(snapshot, known.file, to, host.application),
    files: [{ from: known.file, to }],
  };
}

function refusal(
  snapshot: Snapshot,
  occurrence: Occurrence,
  { controllerFile }: RenameHost,
): string | undefined {
  const { source, span } = occurrence;
  const written = source.text.slice(span.start, span.end);
  switch (occurrence.kind) {
    case 'concern':
    case 'segment':
      return undefined;
    case 'route': {
      const isWhole = snapshot.occurrences
        .of(occurrence)
        .every((each) => each.source.text.slice(each.span.start, each.span.end) === written);
      if (declares(occurrence.declaration, 'helper')) return undefined;
      const isGiven = snapshot.analysis.routes.some(
        (route) => route.nameIsGiven && route.declaration === occurrence.declaration,
      );
      return isGiven && isWhole
        ? undefined
        : `the name '${occurrence.name}' follows from the declaration; give it another with \`as\``;
    }
    case 'action': {
      const action = occurrence.key.slice(occurrence.key.indexOf('#') + 1);
      return snapshot.occurrences
        .of(occurrence)
        .every((each) => each.source.text.slice(each.span.start, each.span.end) === action)
        ? undefined
        : `the action '${action}' follows from a resource or a path; its name is not written here`;
    }
    case 'controller':
      return controllerFile ? undefined : 'a controller is renamed by renaming its file';
    case 'callable':
      return undefined;
    case 'file':
      return 'a routes file is renamed in the file tree';
  }
}

function badName(occurrence: Occurrence, name: string): string | undefined {
  if (occurrence.kind === 'callable')
    return /^[\w$./-]+$/.test(name) ? undefined : `'${name}' names neither a module nor an export`;
  const shapes = {
    segment: /^[\p{L}_][\p{L}\p{N}_]*$/u,
    controller: /^\/?[\p{L}_][\p{L}\p{N}_-]*(?:\/[\p{L}_][\p{L}\p{N}_-]*)*$/u,
  };
  const shape =
    occurrence.kind === 'segment' || occurrence.kind === 'controller'
      ? shapes[occurrence.kind]
      : /^[\p{L}_][\p{L}\p{N}_-]*$/u;
  return shape.test(name)
    ? undefined
    : `'${name}' is no name: it begins with a letter or '_' and goes on with letters, digits and '_'`;
}

/** Whether the new name is another thing's already. */
function conflict(snapshot: Snapshot, occurrence: Occurrence, name: string): string | undefined {
  const { analysis } = snapshot;
  switch (occurrence.kind) {
    case 'concern':
      return analysis.interpretation.program.concerns.has(name) && name !== occurrence.key
        ? `there is a concern '${name}' already`
        : undefined;
    case 'segment': {
      const isTaken = analysis
        .routesOf(occurrence.declaration)
        .some(({ definition }) => definition.pattern.names.includes(name));
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

/** The edits that follow a controller's file: every target that names it. A resource keeps its path and is told its controller. */
export function renameController(snapshot: Snapshot, from: string, to: string): readonly FileEdit[] {
  const edits = new Map<string, FileEdit>();
  for (const { kind, key, source, span, declaration } of snapshot.occurrences.all('controller')) {
    if (kind !== 'controller' || key !== from) continue;
    const written = source.text.slice(span.start, span.end).replace(/^\//, '');
    if (!from.endsWith(written)) continue;
    const prefix = from.slice(0, from.length - written.length);
    const isOutside = !to.startsWith(prefix);
    const name = isOutside ? `/${to}` : to.slice(prefix.length);
    const [first, second] = positionalsOf(declaration);
    const isImplied =
      isResource(declaration) &&
      first !== undefined &&
      first.span.start <= span.start &&
      span.end <= first.span.end;
    const at = isImplied ? { start: headSpan(declaration).end, end: headSpan(declaration).end } : span;
    if (isImplied && (second !== undefined || declaration.parentheses)) continue;
    const start = source.text[span.start] === '/' && !isOutside ? span.start + 1 : at.start;
    edits.set(`${source.file}:${at.start}`, {
      file: source.file,
      range: source.rangeOf({ start: isImplied ? at.start : start, end: at.end }),
      text: isImplied ? `, controller => '${name}'` : name,
      needsConfirmation: false,
    });
  }
  return [...edits.values()];
}

/** The edits that follow another module's file, or an included routes file. */
export function renameModule(
  snapshot: Snapshot,
  from: string,
  to: string,
  application?: ApplicationKnowledge,
): readonly FileEdit[] {
  return snapshot.occurrences.all('callable', 'file').flatMap((occurrence): FileEdit[] => {
    const { kind, key, source, span, declaration } = occurrence;
    const edit = (of: Span, text: string): FileEdit => ({
      file: source.file,
      range: source.rangeOf(of),
      text,
      needsConfirmation: false,
    });
    if (kind === 'callable') {
      const module = key.slice(1).split('#')[0]!;
      if (application?.module(module, source.file)?.file !== from) return [];
      return [
        edit(
          { start: span.start + 1, end: span.start + 1 + module.length },
          relativePath(source.file, to.replace(/\.[cm]?[jt]sx?$/, '')),
        ),
      ];
    }
    if (
      kind !== 'file' ||
      snapshot.analysis.interpretation.program.includedFile(declaration)?.source.file !== from
    )
      return [];
    const isShort = !occurrence.name.endsWith('.routes');
    return [edit(span, relativePath(source.file, isShort ? to.replace(/\.routes$/, '') : to))];
  });
}

/** A path as it is written in a file: relative to that file's folder. */
function relativePath(file: string, to: string): string {
  const from = file.split(/[/\\]/).slice(0, -1);
  const parts = to.split(/[/\\]/);
  let same = 0;
  while (same < from.length && same < parts.length - 1 && from[same] === parts[same]) same++;
  return [...from.slice(same).map(() => '..'), ...parts.slice(same)].join('/');
}

/** The `:id` of a path and the constraints on it, to be typed in all at once. */
export function linkedRanges(snapshot: Snapshot, offset: number): readonly Span[] {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (occurrence?.kind !== 'segment') return [];
  const spans = snapshot.occurrences.of(occurrence).map(({ span }) => span);
  return spans.length > 1 ? spans : [];
}
