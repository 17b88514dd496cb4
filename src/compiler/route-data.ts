// A route as the plain data that a module holds, which `compiled-routes.ts` makes the route of again.
//
//   { verbs: 'GET', path: '/posts/:id', parts: ['/posts/', 0], names: ['id'], to: 'posts#show', where: [['id', /\d+/]] }

import type { RequestConstraint, SegmentConstraint, AttributeTest } from '../routing/patterns/constraints.js';
import { noFacts, type RouteFacts } from '../routing/patterns/facts.js';
import { linearTest } from '../routing/patterns/guarded-regex.js';
import type { Pattern, PatternPart } from '../routing/patterns/pattern.js';
import type { Anchoring } from '../routing/patterns/regex-test.js';
import type { RouteDefinition, Target } from '../routing/patterns/route.js';
import type { CompiledPart, CompiledRoute } from '../routing/router/compiled-routes.js';

/** `native` where every regex is left to JavaScript's engine. */
export type RegexEngine = 'native' | undefined;

/** Whether anything is said about a route. */
export function isTold(facts: RouteFacts | undefined): facts is RouteFacts {
  return facts !== undefined && facts !== noFacts;
}

/** All of a route. `files` and `facts` are those of the module, by which it names its own; `engine` is as the module has it. */
export function compiledRoute(
  definition: RouteDefinition,
  files: readonly string[],
  facts: readonly RouteFacts[],
  engine: RegexEngine,
): CompiledRoute {
  const { name, verbs, any, requestConstraints, defaults, location } = definition;
  const where = constraintsData(definition, engine);
  return {
    ...(name !== undefined && { name }),
    verbs: verbs.length === 1 ? verbs[0]! : verbs,
    ...(any && { any }),
    ...patternData(definition.pattern),
    to: targetData(definition.target),
    ...(where.length > 0 && { where }),
    ...(requestConstraints.length > 0 && {
      when: requestConstraints.map((constraint) => requestData(constraint, engine)),
    }),
    ...(defaults.size > 0 && { defaults: [...defaults] }),
    ...(isTold(definition.facts) && { facts: facts.indexOf(definition.facts) }),
    ...(location && { at: locationData(location, files) }),
  } as CompiledRoute;
}

/** What the URLs of a named route are made from. Callables are left out, which stay with the router. */
export function generationData(definition: RouteDefinition): Partial<CompiledRoute> {
  const { name, defaults } = definition;
  const where = constraintsData(definition, undefined, ({ kind }) => kind !== 'callable');
  return {
    ...(name !== undefined && { name }),
    ...patternData(definition.pattern),
    ...(where.length > 0 && { where }),
    ...(defaults.size > 0 && { defaults: [...defaults] }),
  } as Partial<CompiledRoute>;
}

function patternData(pattern: Pattern): Pick<CompiledRoute, 'path' | 'parts' | 'names'> {
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

/** A regex that has to be guarded where it is tested. */
export class Guarded {
  readonly regex: RegExp;

  constructor(regex: RegExp) {
    this.regex = regex;
  }
}

/** A regex is judged when it is compiled: what is linear needs nothing of the matcher for all others. */
function regexData(regex: RegExp, anchored: Anchoring, engine: RegexEngine): unknown {
  return engine === 'native' || !linearTest(regex, anchored) ? regex : new Guarded(regex);
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
      return { callable: target.callable, label: target.label };
    case 'redirect':
      return { redirect: target.written, status: target.status };
    case 'mount':
      return { app: target.app, label: target.label };
    default:
      return target satisfies never;
  }
}

function locationData(
  { file, range: { start, end } }: NonNullable<RouteDefinition['location']>,
  files: readonly string[],
): readonly number[] {
  return [files.indexOf(file), start.offset, start.line, start.column, end.offset, end.line, end.column];
}
