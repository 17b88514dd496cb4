// What a reader cannot see in the text: the whole path and the name of a route inside scopes, how many routes a block
// makes, and, in a controller, which requests reach each action.

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

/** The whole path and name after a route that does not say them itself. */
export function inlayHints(snapshot: Snapshot, within: Span): readonly InlayHint[] {
  const hints: InlayHint[] = [];
  // An included file has the scope of its `include` around it, which its own text does not show.
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

/** Behind the `;` that ends the statement, where there is one. */
function hintEnd({ source: { text } }: Snapshot, end: number): number {
  return end + (/^[ \t]*;/.exec(text.slice(end, end + 80))?.[0].length ?? 0);
}

/** The most routes that a tooltip lists; those of a concern are as many as its uses. */
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

/** The route of a resource that stands for all of them: that of the whole set, since those of a record may stand elsewhere, or else the shortest. */
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

/** The layers that the blocks around a route put around it: its own stand in the text beside it. */
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

/** What declarations that hold or read several routes are called by. */
const hasLens: ReadonlySet<Role> = new Set<Role>(['resource', 'namespace', 'file']);

/**
 * Above each block at the top, and each resource: how many routes it makes. Above a route with a name of its own: that
 * nothing in the project uses it, where others are used.
 *
 * @param used the route names that the project calls helpers by, canonically spelled; none where not all are known
 */
export function codeLenses(snapshot: Snapshot, used: ReadonlySet<string> = new Set()): readonly CodeLens[] {
  const lenses: CodeLens[] = [];
  const named = new Map<Declaration, string>();
  // A project that calls no helper at all does not use the names of its routes.
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
  /** Where the route is declared. */
  readonly route: FilePlace;
}

/** For the modules of an application: verb and path of every action, at the action. */
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
