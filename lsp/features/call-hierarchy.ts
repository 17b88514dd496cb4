// The call hierarchy. A block leads to the actions that its routes reach, an action comes from the declarations that lead to it, and a
// concern comes from its uses.

import { callableName } from '../../src/analysis/callables.js';
import type { Occurrence } from '../../src/analysis/occurrences.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import { type Declaration, headSpan } from '../../src/language/declarations.js';
import { filePlace, type FilePlace, headPlace } from '../../src/language/diagnostics.js';
import type { Range } from '../../src/language/source.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { keywordRow } from '../../src/language/vocabulary.js';
import { declares } from '../../src/language/roles.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';
import { targetText } from '../../src/routing/patterns/route.js';
import { actionPlaces } from './navigation.js';

export interface HierarchyItem extends FilePlace {
  readonly kind: 'action' | 'callable' | 'declaration';
  readonly name: string;
  readonly detail: string;
  /** The key of its occurrences. Declarations have none; they are found by their place. */
  readonly key?: string;
}

export interface HierarchyCall {
  readonly item: HierarchyItem;
  /** The places of the reference, in the file of the caller. */
  readonly places: readonly Range[];
}

/** The item at an offset of a routes file, where a hierarchy starts. */
export function hierarchyItem(
  snapshot: Snapshot,
  offset: number,
  application: ApplicationKnowledge | undefined,
): HierarchyItem | undefined {
  const { declaration } = snapshot.cursor(offset);
  if (!declaration || !keywordRow(declaration.keyword.text)) return undefined;
  const occurrence = snapshot.occurrences.at(snapshot.source, offset);
  if (occurrence?.kind === 'action') return actionItem(occurrence.key, application, filePlace(occurrence));
  if (occurrence?.kind !== 'callable') return declarationItem(declaration);
  const { name, key } = occurrence;
  return { kind: 'callable', name, detail: '', ...filePlace(occurrence), key };
}

/** The item of an action. Its place is the function, or else the place where a route names it. */
export function actionItem(
  key: string,
  application: ApplicationKnowledge | undefined,
  named: FilePlace,
): HierarchyItem {
  const [place = named] = actionPlaces(key, application);
  return { kind: 'action', name: key, detail: 'action', ...place, key };
}

function declarationItem(declaration: Declaration): HierarchyItem {
  const head = headPlace(declaration);
  const name = head.source.textOf(head.span).replace(/\s+/g, ' ').slice(0, 80);
  return { kind: 'declaration', name, detail: declaration.keyword.text, ...filePlace(head) };
}

/** The declarations that lead to an action or callable, given its key. */
export function leadingTo(
  snapshot: Snapshot,
  kind: 'action' | 'callable',
  key: string,
): readonly HierarchyCall[] {
  return naming(snapshot.occurrences.of({ kind, key }));
}

/** The declarations that contain some occurrences. */
function naming(occurrences: readonly Occurrence[]): readonly HierarchyCall[] {
  return grouped(
    occurrences.flatMap(({ declaration, source, span }) =>
      declaration ? [[declarationItem(declaration), source.rangeOf(span)] as const] : [],
    ),
  );
}

/** The callers of the declaration at an offset: the uses of a concern, otherwise the block around it. */
export function leadingToDeclaration(snapshot: Snapshot, offset: number): readonly HierarchyCall[] {
  const { declaration, parents } = snapshot.cursor(offset);
  if (!declaration) return [];
  const first = declaration.arguments[0];
  if (declares(declaration, 'concern') && first?.kind === 'string') {
    const uses = snapshot.occurrences.of({ kind: 'concern', key: first.value });
    return naming(uses.filter(({ role }) => role === 'reference'));
  }
  const around = parents.at(-1);
  return around
    ? [{ item: declarationItem(around), places: [declaration.source.rangeOf(headSpan(declaration))] }]
    : [];
}

/** The actions and callables to which the routes of a declaration and its block lead. */
export function ledToBy(
  snapshot: Snapshot,
  offset: number,
  application: ApplicationKnowledge | undefined,
): readonly HierarchyCall[] {
  const { declaration } = snapshot.cursor(offset);
  if (!declaration) return [];
  return grouped(
    snapshot.analysis.routesWithin(declaration).flatMap((route) => {
      const item = itemOf(route, snapshot, application);
      const { source, span } = route.targetPlace;
      const isOwn =
        source === declaration.source &&
        declaration.span.start <= span.start &&
        span.end <= declaration.span.end;
      return item
        ? [[item, declaration.source.rangeOf(isOwn ? span : declaration.keyword.span)] as const]
        : [];
    }),
  );
}

function itemOf(
  { definition: { target }, targetPlace }: InterpretedRoute,
  { occurrences }: Snapshot,
  application: ApplicationKnowledge | undefined,
): HierarchyItem | undefined {
  const named = filePlace(targetPlace);
  if (target.kind === 'controller') return actionItem(targetText(target), application, named);
  if (target.kind === 'callable') {
    const key = occurrences.keyOf(callableName(target.label), targetPlace.source.file);
    return { kind: 'callable', name: target.label, detail: 'callable', ...named, key };
  }
  return undefined;
}

/** One call for each item, with all its places. */
function grouped(pairs: readonly (readonly [HierarchyItem, Range])[]): readonly HierarchyCall[] {
  const byPlace = new Map<string, { item: HierarchyItem; places: Range[] }>();
  for (const [item, range] of pairs) {
    const key = `${item.key ?? ''} ${item.file} ${item.range.start.offset}`;
    const known = byPlace.get(key);
    if (!known) byPlace.set(key, { item, places: [range] });
    else if (
      !known.places.some(
        ({ start, end }) => start.offset === range.start.offset && end.offset === range.end.offset,
      )
    )
      known.places.push(range);
  }
  return [...byPlace.values()];
}
