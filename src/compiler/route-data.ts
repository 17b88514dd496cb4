// Writes routes as the rows of data in a compiled module. `compiled-routes.ts` reads them back. Values that a row cannot hold are in a
// list, and rows refer to them by index.
//
//   ["GET","/posts","","##index","*"]
//   ["GET","0/:","id","#show","post",{"where":0}]       segmentConstraints([["id", /\d+/]])
//
// A row holds only its difference to the rows before. Most routes belong to resources, whose rows differ little.

import type { RequestConstraint, SegmentConstraint, AttributeTest } from '../routing/patterns/constraints.js';
import { noFacts, type RouteFacts } from '../routing/patterns/facts.js';
import { linearTest } from '../routing/patterns/guarded-regex.js';
import type { Pattern } from '../routing/patterns/pattern.js';
import { patternOf, shapeOf } from '../routing/patterns/pattern-shape.js';
import type { Anchoring } from '../routing/patterns/regex-test.js';
import type { Location, RouteDefinition, Target } from '../routing/patterns/route.js';
import {
  type CompiledDetails,
  type CompiledPlace,
  type CompiledRoute,
  pieceOf,
} from '../routing/router/compiled-routes.js';
import type { StandaloneRoute } from './standalone-runtime.js';

/** `native` runs every regex in JavaScript's engine. */
export type RegexEngine = 'native' | undefined;

/** A call of a function of `waypost/router`; its value is made when the module runs. */
export class PartCall {
  readonly part: string;
  readonly values: readonly unknown[];

  constructor(part: string, ...values: readonly unknown[]) {
    this.part = part;
    this.values = values;
  }
}

/** Whether a route has any facts. */
export function isTold(facts: RouteFacts | undefined): facts is RouteFacts {
  return facts !== undefined && facts !== noFacts;
}

/** Lists in the module to whose items rows refer by index. */
export interface CompiledTables {
  readonly facts: readonly RouteFacts[];
  /** The index of the value that a call makes, for a route. */
  readonly valueAt: (call: PartCall, of: RouteDefinition) => number;
}

/** The rows of a table. `engine` must be that of the module. */
export function compiledRows(
  definitions: readonly RouteDefinition[],
  tables: CompiledTables,
  engine: RegexEngine,
): readonly CompiledRoute[] {
  let [path, controller, named] = ['', '', ''];
  return definitions.map((definition) => {
    const { name, verbs, pattern, target } = definition;
    const shape = shapeOf(pattern);
    const to = targetData(target);
    const row = [
      verbs.join(),
      shapeAfter(path, shape),
      pattern.names.join(),
      typeof to !== 'string'
        ? tables.valueAt(to, definition)
        : to.startsWith(`${controller}#`)
          ? to.slice(controller.length)
          : controllerOn(pieceOf(shape), to),
      name === undefined ? 0 : nameAfter(named, name, pieceOf(shape)),
      detailsData(definition, tables, engine),
    ] as const;
    path = shape;
    named = name ?? named;
    if (target.kind === 'controller') ({ controller } = target);
    return row.slice(0, row.findLastIndex(isNeeded) + 1) as unknown as CompiledRoute;
  });
}

/**
 * A shape as the difference to the one before. `1/edit` is `/posts/:/edit` after `/posts/new`: one piece is dropped. The same shape is
 * the empty text.
 */
function shapeAfter(before: string, shape: string): string {
  if (shape === before) return '';
  const [old, pieces] = [before.split('/'), shape.split('/')];
  const common = old.findIndex((piece, k) => piece !== pieces[k]);
  const kept = common < 0 ? old.length : common;
  const dropped = old.length - kept;
  return kept < 2 || dropped > 9 ? shape : [dropped, ...pieces.slice(kept)].join('/');
}

/** A target, shortened if the path ends with its controller: `admin/##index` is `admin/posts#index` on a path ending with `posts`. */
function controllerOn(piece: string, to: string): string {
  const size = to.indexOf('#');
  return piece !== '' && to.slice(0, size).endsWith(piece)
    ? `${to.slice(0, size - piece.length)}#${to.slice(size)}`
    : to;
}

/**
 * A name as the difference to the one before. The same name is the empty text.
 *
 * - `edit-+` is `edit-post` after `post`.
 * - `-` is `post` after `new-post`.
 * - `new-~` is `new-post` after `posts`.
 * - `admin-*` is `admin-posts` on a path ending with `posts`.
 */
function nameAfter(before: string, name: string, piece: string): string {
  if (name === before) return '';
  if (name === before.slice(before.indexOf('-') + 1)) return '-';
  const ends = { '+': before, '~': before.slice(0, -1), '*': piece };
  for (const [sign, end] of Object.entries(ends))
    if (end !== '' && name.endsWith(end)) return `${name.slice(0, -end.length)}${sign}`;
  return name;
}

/** Whether a part of a row is needed, because it is not what an absent part means. */
function isNeeded(part: unknown, index: number): boolean {
  if (index < 4 || typeof part === 'string') return true;
  return typeof part === 'object' && part !== null && Object.keys(part).length > 0;
}

/** Details that only a few routes have. */
function detailsData(
  definition: RouteDefinition,
  { facts, valueAt }: CompiledTables,
  engine: RegexEngine,
): CompiledDetails {
  const { any, pattern, requestConstraints, defaults } = definition;
  const where = constraintsData(definition, engine);
  const when = requestConstraints.map((constraint) => requestData(constraint, engine));
  return {
    ...(patternOf(shapeOf(pattern), pattern.names).text !== pattern.text && { path: pattern.text }),
    ...(any && { any }),
    ...(where.length > 0 && { where: valueAt(new PartCall('segmentConstraints', where), definition) }),
    ...(when.length > 0 && { when: valueAt(new PartCall('requestConstraints', when), definition) }),
    ...(defaults.size > 0 && { defaults: [...defaults] }),
    ...(isTold(definition.facts) && { facts: facts.indexOf(definition.facts) }),
  };
}

/** The places of the declarations, each relative to the one before. */
export function compiledPlaces(
  definitions: readonly RouteDefinition[],
  files: readonly string[],
): readonly CompiledPlace[] {
  const places: CompiledPlace[] = [];
  let known: Location | undefined;
  let count = 0;
  for (const [index, { location }] of definitions.entries()) {
    count++;
    const next = definitions[index + 1];
    if (next && isSamePlace(location, next.location)) continue;
    places.push(location ? placeData(count, location, known, files) : [count]);
    known = location ?? known;
    count = 0;
  }
  return places;
}

function isSamePlace(one: Location | undefined, other: Location | undefined): boolean {
  if (!one || !other) return one === other;
  const [{ start, end }, { start: otherStart, end: otherEnd }] = [one.range, other.range];
  return one.file === other.file && start.offset === otherStart.offset && end.offset === otherEnd.offset;
}

function placeData(
  count: number,
  { file, range: { start, end } }: Location,
  before: Location | undefined,
  files: readonly string[],
): CompiledPlace {
  const from = before?.range;
  const length = end.offset - start.offset;
  const place = [
    count,
    start.offset - (from?.end.offset ?? 0),
    start.line - (from?.start.line ?? 0),
    start.column - (from?.start.column ?? 0),
    length,
  ] as const;
  const at = files.indexOf(file);
  const isUsual = at === 0 && end.line === start.line && end.column === start.column + length;
  if (isUsual) return place;
  return [...place, end.line - start.line, end.column, ...(at === 0 ? ([] as const) : ([at] as const))];
}

/** The data from which a named route's URLs are made. Constraints that are callables are left out; they stay with the router. */
export function generationData(definition: RouteDefinition): StandaloneRoute {
  const { name, defaults } = definition;
  const where = constraintsData(definition, undefined, ({ kind }) => kind !== 'callable');
  return {
    ...(name !== undefined && { name }),
    ...patternData(definition.pattern),
    ...(where.length > 0 && { where }),
    ...(defaults.size > 0 && { defaults: [...defaults] }),
  } as StandaloneRoute;
}

function patternData(pattern: Pattern): Pick<StandaloneRoute, 'path' | 'shape' | 'names'> {
  const { text, names } = pattern;
  const shape = shapeOf(pattern);
  return { path: text, ...(shape !== text && { shape }), ...(names.length > 0 && { names: [...names] }) };
}

function constraintsData(
  { segmentConstraints }: RouteDefinition,
  engine: RegexEngine,
  isWanted: (constraint: SegmentConstraint) => boolean = () => true,
): readonly (readonly [string, unknown])[] {
  const toWhole = (regex: RegExp): unknown => regexData(regex, 'whole', engine);
  return [...segmentConstraints].flatMap(([segment, constraints]) =>
    constraints.filter(isWanted).map((constraint) => [segment, constraintData(constraint, toWhole)] as const),
  );
}

/** Regexes are judged at compile time. A linear one runs in the engine, so the module needs no matcher for the others. */
function regexData(regex: RegExp, anchored: Anchoring, engine: RegexEngine): unknown {
  return engine === 'native' || !linearTest(regex, anchored) ? regex : new PartCall('guarded', regex);
}

function constraintData(constraint: AttributeTest, regexOf: (regex: RegExp) => unknown): unknown {
  switch (constraint.kind) {
    case 'regex':
      return regexOf(constraint.regex);
    case 'string':
      return constraint.value;
    case 'list':
      return constraint.values.map((each) => (typeof each === 'string' ? each : regexOf(each)));
    case 'presence':
      return constraint.present;
    case 'callable':
      return { callable: constraint.callable, label: constraint.label };
    default:
      return constraint satisfies never;
  }
}

function requestData(constraint: RequestConstraint, engine: RegexEngine): unknown {
  const anywhere = (regex: RegExp): unknown => regexData(regex, 'anywhere', engine);
  return constraint.kind === 'attribute'
    ? [constraint.attribute, constraintData(constraint.test, anywhere)]
    : [constraintData(constraint, anywhere)];
}

function targetData(target: Target): string | PartCall {
  switch (target.kind) {
    case 'controller':
      return `${target.controller}#${target.action}`;
    case 'callable':
      return new PartCall('callableTarget', target.kind, target.callable, target.label);
    case 'redirect':
      return new PartCall('redirectTarget', target.written, target.status);
    case 'mount':
      return new PartCall('callableTarget', target.kind, target.app, target.label);
    default:
      return target satisfies never;
  }
}
