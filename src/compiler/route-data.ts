// Routes as the plain data that a module holds, which `compiled-routes.ts` makes routes of again.
//
//   ["post", "GET", ["/posts/", 0], ["id"], "posts#show", [38, 1, 3, 27], { where: segmentConstraints([["id", /\d+/]]) }]

import type { RequestConstraint, SegmentConstraint, AttributeTest } from '../routing/patterns/constraints.js';
import { noFacts, type RouteFacts } from '../routing/patterns/facts.js';
import { linearTest } from '../routing/patterns/guarded-regex.js';
import type { Pattern, PatternPart } from '../routing/patterns/pattern.js';
import type { Anchoring } from '../routing/patterns/regex-test.js';
import type { Location, RouteDefinition, Target } from '../routing/patterns/route.js';
import { type CompiledPart, patternOf } from '../routing/router/compiled-routes.js';
import type { StandaloneRoute } from './standalone-runtime.js';

/** `native` where every regex is left to JavaScript's engine. */
export type RegexEngine = 'native' | undefined;

/** A value that a function of `waypost/router` makes when the module runs. */
export class PartCall {
  readonly part: string;
  readonly values: readonly unknown[];

  constructor(part: string, ...values: readonly unknown[]) {
    this.part = part;
    this.values = values;
  }
}

/** Whether anything is said about a route. */
export function isTold(facts: RouteFacts | undefined): facts is RouteFacts {
  return facts !== undefined && facts !== noFacts;
}

/** The rows of a table. `files` and `facts` are those of the module, by which routes name their own; `engine` is as the module has it. */
export function compiledRows(
  definitions: readonly RouteDefinition[],
  files: readonly string[],
  facts: readonly RouteFacts[],
  engine: RegexEngine,
): readonly (readonly unknown[])[] {
  let before: Location | undefined;
  return definitions.map((definition) => {
    const { name, verbs, pattern, location } = definition;
    const changesFile = location !== undefined && location.file !== (before?.file ?? files[0]);
    const at = location ? placeData(location, changesFile ? undefined : before) : 0;
    before = location ?? before;
    const parts = partsData(pattern.parts, pattern.names);
    const [only] = parts;
    const row = [
      name ?? 0,
      verbs.length === 1 ? verbs[0] : verbs,
      parts.length === 1 && typeof only === 'string' ? only : parts,
      namesData(pattern),
      targetData(definition.target),
    ];
    const details = {
      ...detailsData(definition, parts, facts, engine),
      ...(changesFile && { file: files.indexOf(location.file) }),
    };
    if (Object.keys(details).length > 0) return [...row, at, details];
    return at !== 0 && at.length === 0 ? row : [...row, at];
  });
}

/** What few routes have. */
function detailsData(
  definition: RouteDefinition,
  parts: readonly CompiledPart[],
  facts: readonly RouteFacts[],
  engine: RegexEngine,
): object {
  const { any, pattern, requestConstraints, defaults } = definition;
  const where = constraintsData(definition, engine);
  const when = requestConstraints.map((constraint) => requestData(constraint, engine));
  return {
    ...(patternOf(parts, namesData(pattern)).text !== pattern.text && { path: pattern.text }),
    ...(any && { any }),
    ...(where.length > 0 && { where: new PartCall('segmentConstraints', where) }),
    ...(when.length > 0 && { when: new PartCall('requestConstraints', when) }),
    ...(defaults.size > 0 && { defaults: [...defaults] }),
    ...(isTold(definition.facts) && { facts: facts.indexOf(definition.facts) }),
  };
}

/** A route's place behind that of the route before. */
function placeData({ range: { start, end } }: Location, before: Location | undefined): readonly number[] {
  const from = before?.range;
  if (from?.start.offset === start.offset && from.end.offset === end.offset) return [];
  const length = end.offset - start.offset;
  const place = [
    start.offset - (from?.start.offset ?? 0),
    start.line - (from?.start.line ?? 0),
    start.column,
    length,
  ];
  const isUsual = end.line === start.line && end.column === start.column + length;
  return isUsual ? place : [...place, end.line - start.line, end.column];
}

/** What the URLs of a named route are made from. Callables are left out, which stay with the router. */
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

function patternData(pattern: Pattern): Pick<StandaloneRoute, 'path' | 'parts' | 'names'> {
  const { text, parts, names } = pattern;
  const [first] = parts;
  const isText = parts.length === 1 && first?.kind === 'literal' && first.text === text;
  return {
    path: text,
    ...(!isText && { parts: partsData(parts, names) }),
    ...(names.length > 0 && { names: namesData(pattern) }),
  };
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

function namesData({ names, globNames }: Pattern): string[] {
  return names.map((name) => (globNames.has(name) ? `*${name}` : name));
}

function partsData(parts: readonly PatternPart[], names: readonly string[]): CompiledPart[] {
  return parts.map((part) => {
    switch (part.kind) {
      case 'literal':
        return part.text;
      case 'segment':
      case 'glob':
        return names.indexOf(part.name);
      case 'group':
        return partsData(part.parts, names);
      default:
        return part satisfies never;
    }
  });
}

/** A regex is judged when it is compiled: what is linear needs nothing of the matcher for all others. */
function regexData(regex: RegExp, anchored: Anchoring, engine: RegexEngine): unknown {
  return engine === 'native' || !linearTest(regex, anchored) ? regex : new PartCall('guarded', regex);
}

function constraintData(
  constraint: SegmentConstraint | AttributeTest,
  regexOf: (regex: RegExp) => unknown,
): unknown {
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

function targetData(target: Target): unknown {
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
