// What a table has that another has not: the routes that were added, changed, taken out, and those that an addition hides.
//
//   2 added, 1 changed, 1 hidden since the last commit

import type { Analysis } from '../../src/analysis/analyze.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { callableLabel } from '../../src/interpreter/callables.js';
import { findUnreachable } from '../../src/proofs/unreachable-routes.js';
import { constraintText } from '../../src/routing/patterns/constraints.js';
import { targetText } from '../../src/routing/patterns/route.js';
import { routeLabel } from './outline.js';

export interface TableChanges {
  /** Each as `GET /posts/:id → posts#show`. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** They were reached before, and an earlier route answers for them now. */
  readonly hidden: readonly string[];
}

/** Larger tables are not compared while somebody types, and beyond the second number not looked through for what is hidden. */
const most = { compared: 5_000, searched: 1_500 };

/** How two readings of a file differ; undefined where they do not, or where one of them has mistakes. */
export function tableChanges(before: Analysis, after: Analysis): TableChanges | undefined {
  const isBroken = [before, after].some(({ diagnostics }) =>
    diagnostics.some(
      ({ severity, code }) =>
        severity === 'error' && !/^(?:unknown-(?:controller|action)|missing-export)$/.test(code),
    ),
  );
  if (isBroken || Math.max(before.routes.length, after.routes.length) > most.compared) return undefined;
  const [old, now] = [new Set(before.routes.map(routeText)), new Set(after.routes.map(routeText))];
  const gone = before.routes.filter((route) => !now.has(routeText(route)));
  const come = after.routes.filter((route) => !old.has(routeText(route)));
  const [requestsGone, requestsCome] = [new Set(gone.map(requestOf)), new Set(come.map(requestOf))];
  const changes = {
    added: come.filter((route) => !requestsGone.has(requestOf(route))).map(routeLabel),
    changed: come.filter((route) => requestsGone.has(requestOf(route))).map(routeLabel),
    removed: gone.filter((route) => !requestsCome.has(requestOf(route))).map(routeLabel),
    hidden: hiddenSince(before, after),
  };
  return Object.values(changes).some(({ length }) => length > 0) ? changes : undefined;
}

/** Whether a text has the same routes, in the same order, and as many mistakes. */
export function keepsTable(before: Analysis, after: Analysis): boolean {
  const errors = ({ diagnostics }: Analysis): number =>
    diagnostics.filter(({ severity }) => severity === 'error').length;
  return (
    before.routes.length === after.routes.length &&
    errors(after) === errors(before) &&
    before.routes.every((route, index) => routeText(route) === routeText(after.routes[index]!))
  );
}

/** `2 added, 1 hidden since the last commit`. */
export function changesText(changes: TableChanges): string {
  const parts = Object.entries(changes).flatMap(([what, { length }]: [string, readonly string[]]) =>
    length === 0 ? [] : [`${length} ${what}`],
  );
  return `${parts.join(', ')} since the last commit`;
}

/** Every change on a line of its own. */
export function changesList(changes: TableChanges): string {
  const marks: readonly (readonly [keyof TableChanges, string])[] = [
    ['added', '+'],
    ['changed', '~'],
    ['removed', '-'],
    ['hidden', '!'],
  ];
  return marks
    .flatMap(([what, mark]) =>
      changes[what].map(
        (label) => `${mark} ${label}${what === 'hidden' ? ' (hidden by an earlier route)' : ''}`,
      ),
    )
    .join('\n');
}

function hiddenSince(before: Analysis, after: Analysis): readonly string[] {
  if (Math.max(before.routes.length, after.routes.length) > most.searched) return [];
  const wasReached = new Set(before.routes.map(requestOf));
  for (const route of unreached(before)) wasReached.delete(requestOf(route));
  return unreached(after).flatMap((route) => (wasReached.has(requestOf(route)) ? [routeLabel(route)] : []));
}

const known = new WeakMap<Analysis, readonly InterpretedRoute[]>();

/** The routes that no request can reach; none of a table that is too large to look through. */
export function unreached(analysis: Analysis): readonly InterpretedRoute[] {
  if (analysis.routes.length > most.searched) return [];
  const found = known.get(analysis);
  if (found) return found;
  const definitions = analysis.routes.map(({ definition }) => definition);
  const byDefinition = new Map(analysis.routes.map((route) => [route.definition, route]));
  const routes = [...findUnreachable(definitions, { mayHide: ({ target }) => target.kind !== 'mount' })].map(
    ({ route }) => byDefinition.get(route)!,
  );
  known.set(analysis, routes);
  return routes;
}

const requestOf = ({ definition: { verbs, pattern } }: InterpretedRoute): string =>
  `${verbs.join('|')} ${pattern.text}`;

/** Equal for routes that are the same but for where they stand. */
function routeText(route: InterpretedRoute): string {
  const { name, target, segmentConstraints, requestConstraints, defaults } = route.definition;
  const segments = [...segmentConstraints].map(([key, all]) => `${key} ${all.map(constraintText).join(' ')}`);
  const requests = requestConstraints.map((each) =>
    each.kind === 'callable' ? each.label : `${each.attribute} ${JSON.stringify(each.test, asText)}`,
  );
  const layers = route.layers.map(({ value }) => callableLabel(value));
  return [
    requestOf(route),
    targetText(target),
    name,
    ...segments.sort(),
    ...requests.sort(),
    ...[...defaults].map(([key, value]) => `${key}=${value}`).sort(),
    ...layers,
  ].join('\0');
}

const asText = (_: string, value: unknown): unknown => (value instanceof RegExp ? String(value) : value);
