// Hints about what the text does not show: the whole path and name of a route inside scopes, how many routes a block makes, and, in a
// controller, which requests reach each action.

import type { Snapshot } from '../../src/analysis/snapshot.js';
import {
  type Declaration,
  callableLabel,
  walkDeclarations,
  headSpan,
} from '../../src/language/declarations.js';
import { filePlace, type FilePlace, headPlace } from '../../src/language/diagnostics.js';
import type { Range, Span } from '../../src/language/source.js';
import type { Role } from '../../src/language/vocabulary.js';
import { declares, isResource, isWrapper, positionalRole } from '../../src/language/roles.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { resourcesRows } from '../../src/interpreter/resources.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';
import { canonicalName } from '../../src/routing/patterns/route-name.js';
import { targetText } from '../../src/routing/patterns/route.js';
import { actionPlaces } from './navigation.js';
import { routeLabel } from './outline.js';

export interface InlayHint {
  readonly offset: number;
  readonly label: string;
  readonly tooltip: string;
}

/** The whole paths and names of routes whose declarations do not show them. */
export function inlayHints(snapshot: Snapshot, within: Span): readonly InlayHint[] {
  const hints: InlayHint[] = [];
  // An included file has the scope of its `include` around it, but its text does not show it.
  const isOutermost = snapshot.analysis.interpretation.fileScopes.get(snapshot.source)?.isTop ?? true;
  walkDeclarations(snapshot.syntax.declarations, (declaration, parents) => {
    const head = headSpan(declaration);
    if (head.end < within.start || head.start > within.end || (isOutermost && parents.every(isWrapper)))
      return;
    const label = hintOf(snapshot, declaration);
    if (label !== undefined)
      hints.push({
        offset: hintEnd(snapshot, head.end),
        label,
        tooltip: tooltipOf(snapshot.analysis.routesOf(declaration)),
      });
  });
  return hints;
}

/** The offset after the `;` of the statement, if it has one. */
function hintEnd({ source: { text } }: Snapshot, end: number): number {
  return end + (/^[ \t]*;/.exec(text.slice(end, end + 80))?.[0].length ?? 0);
}

/** How many routes a tooltip lists. A concern may have very many, since each use adds some. */
const mostTold = 24;

function tooltipOf(routes: readonly InterpretedRoute[]): string {
  const told = routes.slice(0, mostTold).map(routeLabel);
  return [...told, ...(routes.length > mostTold ? [`… and ${routes.length - mostTold} more`] : [])].join(
    '\n',
  );
}

function hintOf(snapshot: Snapshot, declaration: Declaration): string | undefined {
  const routes = snapshot.analysis.routesOf(declaration);
  const [first] = routes;
  if (!first) return undefined;
  const { definition } = isResource(declaration) ? routeOfSet(routes) : first;
  return [definition.pattern.text, definition.name, layersAround(first)]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/**
 * The route that represents a resource: one of the collection, since the others may have another path if the resource is shallow, or else
 * the shortest.
 */
function routeOfSet(routes: readonly InterpretedRoute[]): InterpretedRoute {
  const ofSet = routes.find(
    ({ definition: { target } }) => target.kind === 'controller' && actionsOfSet.has(target.action),
  );
  const length = ({ definition }: InterpretedRoute): number => definition.pattern.text.length;
  return ofSet ?? routes.reduce((one, other) => (length(other) < length(one) ? other : one));
}

const actionsOfSet: ReadonlySet<string> = new Set(
  resourcesRows.flatMap(({ action, level }) => (level === 'collection' ? [action] : [])),
);

/** The layers that a route gets from surrounding blocks. Its own layers are visible in its declaration. */
function layersAround({ layers, declaration }: InterpretedRoute): string | undefined {
  const { start, end } = headSpan(declaration);
  const around = layers.filter(
    ({ place: { source, span } }) => source !== declaration.source || span.start < start || span.end > end,
  );
  if (around.length === 0) return undefined;
  return `through ${around.map(({ value }) => callableLabel(value)).join(', ')}`;
}

export interface CodeLens {
  readonly span: Span;
  readonly title: string;
  readonly command?: { readonly name: 'waypost.showRoutes'; readonly arguments: readonly unknown[] };
}

/** The roles of names whose declarations get a lens with the number of their routes. */
const hasLens: ReadonlySet<Role> = new Set<Role>(['resource', 'namespace', 'file']);

/**
 * Lenses above wrappers, namespaces, resources and includes say how many routes they make. Lenses above routes with explicit names say if
 * nothing in the project uses the name, provided that it uses others.
 *
 * @param used the route names whose helpers the project calls, in canonical spelling; empty if not all are known
 */
export function codeLenses(snapshot: Snapshot, used: ReadonlySet<string> = new Set()): readonly CodeLens[] {
  const lenses: CodeLens[] = [];
  const named = new Map<Declaration, string>();
  // A project that calls no helpers does not need the names of its routes.
  const isUsing = snapshot.analysis.routes.some(
    ({ definition: { name } }) => name !== undefined && used.has(canonicalName(name)),
  );
  if (isUsing)
    for (const { declaration, nameIsGiven, definition } of snapshot.analysis.routes)
      if (nameIsGiven && definition.name !== undefined) named.set(declaration, definition.name);
  walkDeclarations(snapshot.syntax.declarations, (declaration) => {
    const { keyword } = declaration;
    const name = named.get(declaration);
    if (name !== undefined && !used.has(canonicalName(name)))
      lenses.push({ span: keyword.span, title: `nothing uses the name '${name}'` });
    if (declares(declaration, 'concern')) {
      const concern = [...snapshot.analysis.interpretation.program.concerns.values()].find(
        (each) => each.declaration === declaration,
      );
      const uses = concern ? (snapshot.analysis.interpretation.concernUses.get(concern)?.length ?? 0) : 0;
      lenses.push({
        span: keyword.span,
        title: uses === 0 ? 'unused' : uses === 1 ? 'used once' : `used ${uses} times`,
      });
      return;
    }
    const role = positionalRole(declaration);
    if (!isWrapper(declaration) && !(role && hasLens.has(role))) return;
    const count = snapshot.analysis.routesWithin(declaration).length;
    lenses.push({
      span: keyword.span,
      title: `${count === 1 ? '1 route' : `${count} routes`} · show table`,
      command: {
        name: 'waypost.showRoutes',
        arguments: [snapshot.source.file, declaration.span.start, declaration.span.end],
      },
    });
  });
  return lenses;
}

export interface ControllerLens {
  readonly range: Range;
  readonly title: string;
  /** The declaration of the route. */
  readonly route: FilePlace;
}

/** Lenses for modules of an application: the verb and path of each route, at its action. */
export function controllerLenses(
  snapshot: Snapshot,
  file: string,
  application: ApplicationKnowledge,
): readonly ControllerLens[] {
  return snapshot.analysis.routes.flatMap((route) => {
    const { target } = route.definition;
    if (target.kind !== 'controller') return [];
    return actionPlaces(targetText(target), application)
      .filter((place) => place.file === file && place.range.end.offset > 0)
      .map(({ range }) => ({
        range,
        title: `${route.definition.verbs.join('|')} ${route.definition.pattern.text}`,
        route: filePlace(headPlace(route.declaration)),
      }));
  });
}
