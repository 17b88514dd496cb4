// From a name to where it is defined and to everywhere it is used, in routes files and in the application's modules.

import { callableName } from '../../src/analysis/callables.js';
import { closers, openers } from '../../src/analysis/cursor.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { Occurrence } from '../../src/analysis/occurrences.js';
import { filePlace, keywordPlace, type FilePlace } from '../../src/language/diagnostics.js';
import { isResource } from '../../src/language/roles.js';
import { Source, type Range, type Span, resolvePath } from '../../src/language/source.js';
import { actionOf, type ApplicationKnowledge, type KnownMembers } from '../../src/lint/application.js';
import { canonicalName } from '../../src/routing/patterns/route-name.js';
import { targetText } from '../../src/routing/patterns/route.js';
import { helperUseAt, helperUses } from './helper-uses.js';

const fileStart: Range = { start: { offset: 0, line: 1, column: 1 }, end: { offset: 0, line: 1, column: 1 } };

/** Where the thing at an offset is defined. */
export function definition(
  snapshot: Snapshot,
  offset: number,
  application: ApplicationKnowledge | undefined,
): readonly FilePlace[] {
  const [occurrence, ...others] = snapshot.occurrences.everyAt(snapshot.source, offset);
  if (!occurrence) return [];
  // The name that follows from a resource or a path is defined there; what it leads to is elsewhere.
  const kind = occurrence.declaration && isResource(occurrence.declaration) ? 'controller' : 'action';
  const meant = others.find((each) => each.kind === kind && each.span.end === occurrence.span.end);
  const places = occurrence.kind === 'route' && meant ? definitionsOf(snapshot, meant, application) : [];
  return places.length > 0 ? places : definitionsOf(snapshot, occurrence, application);
}

function definitionsOf(
  snapshot: Snapshot,
  occurrence: Occurrence,
  application: ApplicationKnowledge | undefined,
): readonly FilePlace[] {
  switch (occurrence.kind) {
    case 'controller': {
      const controller = application?.controller(occurrence.key);
      return controller ? [{ file: controller.file, range: fileStart }] : [];
    }
    case 'action':
      return actionPlaces(occurrence.key, application);
    case 'callable':
      return callablePlaces(occurrence.name, occurrence.source.file, application);
    case 'file': {
      const { program } = snapshot.analysis.interpretation;
      const file = occurrence.declaration && program.includedFile(occurrence.declaration)?.source.file;
      return [{ file: file ?? resolvePath(occurrence.source.file, occurrence.name), range: fileStart }];
    }
    default:
      return snapshot.occurrences
        .of(occurrence)
        .filter(({ role }) => role === 'definition')
        .map(filePlace);
  }
}

/** Where `controller#action` is written in the application's modules. */
export function actionPlaces(
  target: string,
  application: ApplicationKnowledge | undefined,
): readonly FilePlace[] {
  const [name = '', action = ''] = target.split('#');
  const controller = application?.controller(name);
  const exported = actionOf(controller, action);
  return memberPlaces(controller, exported);
}

/** Where the export that `&module#export` names in a file is written. */
export function callablePlaces(
  callable: string,
  file: string,
  application: ApplicationKnowledge | undefined,
): readonly FilePlace[] {
  const { module, export: name = 'default' } = callableName(callable);
  return memberPlaces(application?.module(module, file), name);
}

/** Where a member of a module is written, or the module that should have it. */
function memberPlaces(members: KnownMembers | undefined, name: string | undefined): readonly FilePlace[] {
  if (!members) return [];
  const { file, range } = members.byName.get(name ?? '') ?? { file: members.file, range: fileStart };
  return [{ file, range }];
}

/** Everywhere the thing at an offset is named, in this file and those it includes. */
export function references(
  snapshot: Snapshot,
  offset: number,
  includeDefinition: boolean,
  application: ApplicationKnowledge | undefined,
): readonly FilePlace[] {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (!occurrence) return [];
  const named = snapshot.occurrences
    .of(occurrence)
    .filter(({ role }) => includeDefinition || role === 'reference')
    .map(filePlace);
  return includeDefinition && isOfModules(occurrence)
    ? [...named, ...definitionsOf(snapshot, occurrence, application)]
    : named;
}

/** Whether what is named stands in a module of the application. */
function isOfModules({ kind }: Occurrence): boolean {
  return kind === 'action' || kind === 'controller' || kind === 'callable';
}

/** Every call of a helper by a name of the routes at an offset: a resource has several. */
export function helperReferences(
  snapshot: Snapshot,
  offset: number,
  files: readonly string[],
  textOf: (file: string) => string | undefined,
): readonly FilePlace[] {
  const routes = snapshot.occurrences
    .everyAt(snapshot.source, offset)
    .filter(({ kind }, _, [first]) => kind === 'route' && first?.kind === kind);
  return helperCalls(new Set(routes.map(({ key }) => key)), files, textOf);
}

/** From a helper in a module: where its route is named in the routes, and every call of a helper by that name. */
export function referencesOfHelper(
  routes: Snapshot,
  text: string,
  offset: number,
  includeDefinition: boolean,
  files: readonly string[],
  textOf: (file: string) => string | undefined,
): readonly FilePlace[] {
  const use = helperUseAt(text, offset);
  if (!use) return [];
  const key = canonicalName(use.written);
  const named = routes.occurrences.of({ kind: 'route', key });
  if (named.length === 0) return [];
  return [
    ...named.filter(({ role }) => includeDefinition || role === 'reference').map(filePlace),
    ...helperCalls(new Set([key]), files, textOf),
  ];
}

function helperCalls(
  names: ReadonlySet<string>,
  files: readonly string[],
  textOf: (file: string) => string | undefined,
): readonly FilePlace[] {
  if (names.size === 0) return [];
  return files.flatMap((file) => {
    const source = new Source(file, textOf(file) ?? '');
    return helperUses(source.text)
      .filter(({ written }) => names.has(canonicalName(written)))
      .map(({ span }) => filePlace({ source, span }));
  });
}

/** The declaration of the route whose name stands in a module: `pathFor('edit-user')`. */
export function routeOfHelper(routes: Snapshot, text: string, offset: number): readonly FilePlace[] {
  const use = helperUseAt(text, offset);
  if (!use) return [];
  return routes.occurrences
    .of({ kind: 'route', key: canonicalName(use.written) })
    .filter(({ role }) => role === 'definition')
    .map(filePlace);
}

/** The actions, as `controller#action`, of the function whose name is at an offset of a module. */
export function actionsAt(
  routes: Snapshot,
  file: string,
  offset: number,
  application: ApplicationKnowledge,
): readonly { readonly key: string; readonly range: Range }[] {
  const found = new Map<string, Range>();
  for (const { definition } of routes.analysis.routes) {
    const key = targetText(definition.target);
    if (definition.target.kind !== 'controller' || found.has(key)) continue;
    for (const { file: of, range } of actionPlaces(key, application)) {
      if (of === file && range.end.offset > 0 && range.start.offset <= offset && offset <= range.end.offset)
        found.set(key, range);
    }
  }
  return [...found].map(([key, range]) => ({ key, range }));
}

/** Every place in the routes that names the action at an offset of a module. */
export function routesOfAction(
  routes: Snapshot,
  file: string,
  offset: number,
  application: ApplicationKnowledge,
): readonly FilePlace[] {
  return actionsAt(routes, file, offset, application).flatMap(({ key }) =>
    routes.occurrences.of({ kind: 'action', key }).map(filePlace),
  );
}

/** Every declaration that leads to the action, controller or callable at an offset. */
export function implementations(snapshot: Snapshot, offset: number): readonly FilePlace[] {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (!occurrence || !isOfModules(occurrence)) return [];
  return snapshot.occurrences
    .of(occurrence)
    .flatMap(({ declaration }) => (declaration ? filePlace(keywordPlace(declaration)) : []));
}

export interface Highlight {
  readonly span: Span;
  readonly kind: 'read' | 'write';
}

/** The same name elsewhere in the file, or a bracket and its partner. */
export function highlights(snapshot: Snapshot, offset: number): readonly Highlight[] {
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (occurrence) {
    return snapshot.occurrences
      .of(occurrence)
      .filter(({ source }) => source === snapshot.source)
      .map(({ span, role }) => ({ span, kind: role === 'definition' ? 'write' : 'read' }));
  }
  return bracketPair(snapshot, offset).map((span) => ({ span, kind: 'read' }));
}

function bracketPair(snapshot: Snapshot, offset: number): readonly Span[] {
  const { tokens } = snapshot.syntax;
  const at = tokens.findIndex(
    (token) =>
      (openers.has(token.kind) || closers.has(token.kind)) && token.start <= offset && offset <= token.end,
  );
  const token = tokens[at];
  if (!token) return [];
  const step = openers.has(token.kind) ? 1 : -1;
  let depth = 0;
  for (const each of step > 0 ? tokens.slice(at) : tokens.slice(0, at + 1).toReversed()) {
    if (openers.has(each.kind)) depth += step;
    else if (closers.has(each.kind)) depth -= step;
    if (depth === 0) return [token, each];
  }
  return [];
}

export interface DocumentLink {
  readonly span: Span;
  readonly file: string;
  readonly tooltip: string;
}

/** Targets, callables and included files as links to their files. */
export function documentLinks(
  snapshot: Snapshot,
  application: ApplicationKnowledge | undefined,
): readonly DocumentLink[] {
  const links: DocumentLink[] = [];
  for (const occurrence of snapshot.occurrences.all('controller', 'callable', 'file')) {
    if (occurrence.source !== snapshot.source) continue;
    const [place] = definitionsOf(snapshot, occurrence, application);
    if (!place) continue;
    const { file } = place;
    links.push({ span: occurrence.span, file, tooltip: `Open ${file.split(/[/\\]/).at(-1)}` });
  }
  return links;
}
