// The route table as text for a read-only document, and as rows with links to declarations and controllers.

import type { Analysis } from '../../src/analysis/analyze.js';
import type { Snapshot } from '../../src/analysis/snapshot.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import type { ApplicationKnowledge } from '../../src/lint/application.js';
import { filePlace, type FilePlace, headPlace } from '../../src/language/diagnostics.js';
import { Route, type RouteDefinition } from '../../src/routing/patterns/route.js';
import { answersAll, Precedence } from '../../src/proofs/precedence.js';
import { actionPlaces } from './navigation.js';

export interface RouteRow {
  readonly name: string;
  readonly verbs: string;
  readonly pattern: string;
  readonly target: string;
  readonly source: FilePlace;
  /** The place of its action, or else of its controller. */
  readonly controller: FilePlace | undefined;
  readonly isUnreachable: boolean;
}

/** The routes of the declaration with these start and end offsets; all routes if there is none. */
export function routesBetween(
  snapshot: Snapshot,
  start: number | undefined,
  end: number | undefined,
): readonly InterpretedRoute[] {
  const { declaration, parents } = snapshot.cursor(start ?? 0);
  const asked = [...parents, ...(declaration ? [declaration] : [])].find(
    ({ span }) => span.start === start && span.end === end,
  );
  const { analysis } = snapshot;
  return asked ? analysis.routesWithin(asked) : analysis.routes;
}

/** Every route, with the places of its declaration and controller. */
export function routeRows(
  analysis: Analysis,
  routes: readonly InterpretedRoute[],
  application: ApplicationKnowledge | undefined,
): readonly RouteRow[] {
  const hidden = unreachedIn(analysis);
  return routes.map((route, index) => {
    const { name, verbs, pattern, target } = new Route(route.definition, index).tableRow();
    const [controller] =
      route.definition.target.kind === 'controller' ? actionPlaces(target, application) : [];
    return {
      name: name ?? '',
      verbs: route.definition.any ? 'any' : verbs.join(' '),
      pattern,
      target,
      source: filePlace(headPlace(route.declaration)),
      controller,
      isUnreachable: hidden.has(route.definition),
    };
  });
}

/** The greatest number of routes for which unreachable ones are searched. */
const mostSearched = 1_500;

function unreachedIn({ routes }: Analysis): ReadonlySet<RouteDefinition> {
  if (routes.length > mostSearched) return new Set();
  const precedence = new Precedence(routes.map(({ definition }) => definition));
  return new Set(Array.from(precedence.unreachable(answersAll), ({ route }) => route));
}

/** The table in aligned columns: name, verbs, pattern, target. */
export function routeTableText(routes: readonly InterpretedRoute[]): string {
  return inColumns([
    ['Name', 'Verbs', 'Pattern', 'Target'],
    ...routes.map(({ definition }, index) => {
      const { name, verbs, pattern, target } = new Route(definition, index).tableRow();
      return [name ?? '', verbs.join(', '), pattern, target];
    }),
  ]);
}

/** Rows of cells as lines. Columns are two spaces apart. */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join('  ')
      .trimEnd();
  return `${rows.map(line).join('\n')}\n`;
}
