// Goes from a name to its definition and all its uses, in routes files and in the application's modules.

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

/** The places where the thing at an offset is defined. */
export function definition(
  snapshot: Snapshot,
  offset: number,
  application: ApplicationKnowledge | undefined,
): readonly FilePlace[] {
  const [occurrence, ...others] = snapshot.occurrences.everyAt(snapshot.source, offset);
  if (!occurrence) return [];
  // A route name that follows from a resource or path is itself defined here. The more useful place is the code to which it leads.
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

/** The place of `controller#action` in the application's modules. */
export function actionPlaces(
  target: string,
  application: ApplicationKnowledge | undefined,
): readonly FilePlace[] {
  const [name = '', action = ''] = target.split('#');
  const controller = application?.controller(name);
  const exported = actionOf(controller, action);
  return memberPlaces(controller, exported);
}

/** The place of the export that `&module#export` in a file names. */
export function callablePlaces(
  callable: string,
  file: string,
  application: ApplicationKnowledge | undefined,
): readonly FilePlace[] {
  const { module, export: name = 'default' } = callableName(callable);
  return memberPlaces(application?.module(module, file), name);
}

/** The place of a member in a module. If the module lacks it, the start of the module. */
function memberPlaces(members: KnownMembers | undefined, name: string | undefined): readonly FilePlace[] {
  if (!members) return [];
  const { file, range } = members.byName.get(name ?? '') ?? { file: members.file, range: fileStart };
  return [{ file, range }];
}

/** All places that name the thing at an offset, in this file and those that it includes. */
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

/** Whether an occurrence names something in a module of the application. */
function isOfModules({ kind }: Occurrence): boolean {
  return kind === 'action' || kind === 'controller' || kind === 'callable';
}

/** All calls of helpers of the routes at an offset. A resource has several. */
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

/** For a helper in a module: the places that name its route in the routes files, and all calls of its helpers. */
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

/** The declaration of the route that a module names: `pathFor('edit-user')`. */
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

/** All places in the routes that name the action at an offset of a module. */
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

/** All declarations that lead to the action, controller or callable at an offset. */
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

/** The same name elsewhere in the file, or both brackets of a pair. */
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

/** Targets, callables and included files, as links to their files. */
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
