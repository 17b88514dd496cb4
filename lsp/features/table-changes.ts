// Compares two route tables: which routes were added, changed or removed, and which are hidden by an added route.
//
//   2 added, 1 changed, 1 hidden since the last commit

import { callableLabel } from '../../src/language/declarations.js';
import { aboutModules, errorsIn } from '../../src/language/diagnostics.js';
import type { Analysis } from '../../src/analysis/analyze.js';
import type { InterpretedRoute } from '../../src/interpreter/interpreted-route.js';
import { answersAll, Precedence } from '../../src/proofs/precedence.js';
import { matchPattern } from '../../src/routing/patterns/backtracking.js';
import { canonicalPath } from '../../src/routing/patterns/request-path.js';
import { constraintText } from '../../src/routing/patterns/constraints.js';
import { answersMethod, targetText } from '../../src/routing/patterns/route.js';
import { samplePath } from './try-request.js';
import { routeLabel } from './outline.js';

export interface TableChanges {
  /** Each in the form `GET /posts/:id → posts#show`. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Routes that were reachable, but now an earlier route answers for them. */
  readonly hidden: readonly string[];
}

/** Limits: the largest tables to compare while somebody types, and how many new routes are checked for hiding others. */
const most = { compared: 2_000, newRoutes: 40 };

/** The differences between two analyses of a file. Undefined if there are none, or if one of the two has errors. */
export function tableChanges(before: Analysis, after: Analysis): TableChanges | undefined {
  const isBroken = [before, after].some(({ diagnostics }) =>
    errorsIn(diagnostics).some(({ code }) => !aboutModules.has(code)),
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
    hidden: hiddenBy([...come, ...movedAhead(before, after)], before, after),
  };
  return Object.values(changes).some(({ length }) => length > 0) ? changes : undefined;
}

/** Whether two texts have the same routes in the same order, and errors of the same kinds. */
export function keepsTable(before: Analysis, after: Analysis): boolean {
  return (
    before.routes.length === after.routes.length &&
    mistakesIn(after) === mistakesIn(before) &&
    after.routes.every((route, index) => {
      const old = before.routes[index];
      return old !== undefined && routeText(old) === routeText(route);
    })
  );
}

/** The codes of all errors in a text. They are equal if no error was fixed and none was added. */
export function mistakesIn({ diagnostics }: Analysis): string {
  return errorsIn(diagnostics)
    .map(({ code }) => code)
    .sort()
    .join(' ');
}

/** A summary: `2 added, 1 hidden since the last commit`. */
export function changesText(changes: TableChanges): string {
  const parts = Object.entries(changes).flatMap(([what, { length }]: [string, readonly string[]]) =>
    length === 0 ? [] : [`${length} ${what}`],
  );
  return `${parts.join(', ')} since the last commit`;
}

/** The changes, one on each line. */
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

/** The routes that new ones hide. A route is checked only if its sample path also matches a new route, which keeps most edits cheap. */
function hiddenBy(come: readonly InterpretedRoute[], before: Analysis, after: Analysis): readonly string[] {
  if (come.length * after.routes.length > most.compared * most.newRoutes) return [];
  const isNew = new Set(come);
  const newBefore: InterpretedRoute[] = [];
  const suspects = after.routes.flatMap((route, order) => {
    const path = samplePath(route);
    const mayBe = path !== undefined && newBefore.some((each) => takes(each, route, path));
    if (isNew.has(route)) newBefore.push(route);
    return mayBe ? [{ route, order }] : [];
  });
  if (suspects.length === 0) return [];
  const old = precedenceOf(before);
  const now = precedenceOf(after);
  return suspects.flatMap(({ route, order }) => {
    if (!now.hiding(route.definition, order, answersAll)) return [];
    const place = before.routes.findIndex((each) => requestOf(each) === requestOf(route));
    const was = before.routes[place];
    return was && !old.hiding(was.definition, place, answersAll) ? [routeLabel(route)] : [];
  });
}

const precedenceOf = ({ routes }: Analysis): Precedence =>
  new Precedence(routes.map(({ definition }) => definition));

function takes({ definition }: InterpretedRoute, other: InterpretedRoute, path: string): boolean {
  return (
    other.definition.verbs.some((verb) => answersMethod(definition, verb)) &&
    matchPattern(definition, canonicalPath(path) ?? path) !== undefined
  );
}

/** Routes that were moved before a route that used to precede them. */
function movedAhead(before: Analysis, after: Analysis): readonly InterpretedRoute[] {
  const places = new Map(before.routes.map((route, order) => [routeText(route), order]));
  let least = Infinity;
  const moved: InterpretedRoute[] = [];
  for (const route of after.routes.toReversed()) {
    const place = places.get(routeText(route));
    if (place === undefined) continue;
    if (place > least) moved.push(route);
    least = Math.min(least, place);
  }
  return moved;
}

const requestOf = ({ definition: { verbs, pattern } }: InterpretedRoute): string =>
  `${verbs.join('|')} ${pattern.text}`;

const texts = new WeakMap<InterpretedRoute, string>();

/** A text that is equal for routes that differ only in position. */
function routeText(route: InterpretedRoute): string {
  const known = texts.get(route) ?? writtenOut(route);
  texts.set(route, known);
  return known;
}

function writtenOut(route: InterpretedRoute): string {
  const { name, target, segmentConstraints, requestConstraints, defaults, facts } = route.definition;
  const segments = [...segmentConstraints].map(([key, all]) => `${key} ${all.map(constraintText).join(' ')}`);
  const asText = (_: string, value: unknown): unknown => (value instanceof RegExp ? String(value) : value);
  const requests = requestConstraints.map((each) =>
    each.kind === 'callable' ? each.label : `${each.attribute} ${JSON.stringify(each.test, asText)}`,
  );
  const layers = route.layers.map(({ value }) => callableLabel(value));
  // The order of facts has no meaning.
  const meta = Object.entries(facts?.meta ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    requestOf(route),
    targetText(target),
    name,
    ...segments.sort(),
    ...requests.sort(),
    ...[...defaults].map(([key, value]) => `${key}=${value}`).sort(),
    ...layers,
    JSON.stringify([meta, facts?.deprecated, facts?.sunset]),
  ].join('\0');
}
