// The end of a way through a pattern: what it makes of the values of a path.

import { fixedMatch, type Match } from './match.js';
import { type MatchSource, type ParamsShape, paramsShape } from './params.js';
import type { Route, Target } from '../patterns/route.js';
import type { Variant, VariantName } from '../patterns/variants.js';
import { isParam } from './ways.js';

/** A name's place among the captures, and the test on its value. */
export interface LeafTest {
  readonly index: number;
  readonly test: (value: string) => boolean;
}

/** The end of a way through a pattern: the route that it reaches, and what its matches are made of. */
export class Leaf implements MatchSource {
  readonly rank: number;
  /** It answers whatever the values and the request. */
  readonly isPlain: boolean;
  /** The match of a way that captures nothing. */
  readonly fixed: Match | null;
  /** What makes its matches. */
  readonly shape: ParamsShape;
  readonly controller: string | undefined;
  readonly action: string | undefined;
  readonly callable: unknown;
  readonly route: Route;
  readonly target: Target;
  /** Defaults of names that the path does not give, in the shape's order. */
  readonly extras: readonly string[];
  /** The same with an extension: `.json`. Undefined until a path has one. */
  extended: Leaf | null | undefined;
  /** What is remembered of the first of the leaves that end at a node: the verbs of all of them, where nothing else decides. */
  verbs: readonly string[] | undefined;
  /** What else it asks; most leaves share that of those that ask nothing. */
  readonly checks: Checks;

  constructor(rank: number, route: Route, way: NamedWay) {
    const facts = demandsOf(route);
    const { names, tests, hasMarks } = way;
    const { target } = route;
    const { defaults } = route.definition;
    this.rank = rank;
    this.isPlain = tests.length === 0 && !facts.isConditional && !hasMarks;
    this.fixed = names.length === 0 && !way.hasRest ? fixedMatch(route) : null;
    this.controller = target.kind === 'controller' ? target.controller : undefined;
    this.action = target.kind === 'controller' ? target.action : undefined;
    this.callable = target.kind === 'callable' ? target.callable : undefined;
    this.route = route;
    this.target = target;
    const extras = defaults.size === 0 ? none : [...defaults.keys()].filter((name) => !names.includes(name));
    this.shape = paramsShape(names, extras);
    this.extras = extras.length === 0 ? none : extras.map((name) => defaults.get(name)!);
    this.extended = undefined;
    this.verbs = undefined;
    this.checks = this.isPlain ? noChecks : { tests, hasMarks, ...facts };
  }
}

/** What a leaf asks beyond the texts and segments that lead to it. */
interface Checks extends RouteDemands {
  readonly tests: readonly LeafTest[];
  /** Its text has a mark of the canonical form, which a path as sent cannot have meant. */
  readonly hasMarks: boolean;
}

/** Leaves that end at a node, of which not all answer whatever the values and the request. */
export interface LeafGroup {
  readonly leaves: readonly Leaf[];
  readonly verbs: readonly string[];
  /** More than text and values decides. */
  readonly isConditional: boolean;
}

/** The names of a way, and what is asked of their values. */
interface NamedWay {
  readonly names: readonly string[];
  readonly tests: readonly LeafTest[];
  readonly hasMarks: boolean;
  /** Something of it is left to backtracking. */
  readonly hasRest: boolean;
}

/** A way that any values fit. */
export function plainWay(names: readonly string[]): NamedWay {
  return { names, tests: noTests, hasMarks: false, hasRest: false };
}

/** A way with its extension or without; undefined where it has none. */
export function namedWay(
  { items, extension, rest, hasMarks }: Variant,
  isExtended: boolean,
): NamedWay | undefined {
  if (isExtended && extension === undefined) return undefined;
  const names: string[] = [];
  const tests: LeafTest[] = [];
  const add = (name: string | VariantName): void => {
    if (typeof name === 'string') return;
    // Wide segments and globs are tested on their edge.
    if (name.demand.test && isParam(name)) tests.push({ index: names.length, test: name.demand.test });
    names.push(name.name);
  };
  items.forEach(add);
  if (isExtended && extension !== undefined) add(extension);
  return { names, tests: tests.length === 0 ? noTests : tests, hasMarks, hasRest: rest !== undefined };
}

/** What a route demands of every way through its pattern. */
interface RouteDemands {
  /** There are constraints on the request, or callables to ask. */
  readonly isConditional: boolean;
  /** There are callables among them: they must be asked in declaration order. */
  readonly asks: boolean;
}

const plainRoute: RouteDemands = /* @__PURE__ */ Object.freeze({ isConditional: false, asks: false });
const noTests: readonly LeafTest[] = /* @__PURE__ */ Object.freeze([]);
const noChecks: Checks = /* @__PURE__ */ Object.freeze({
  tests: noTests,
  hasMarks: false,
  isConditional: false,
  asks: false,
});
const none: readonly string[] = /* @__PURE__ */ Object.freeze([]);

/** What a route asks beside its segments' tests. */
function demandsOf({ definition }: Route): RouteDemands {
  const { pattern, segmentConstraints, requestConstraints } = definition;
  if (segmentConstraints.size === 0 && requestConstraints.length === 0) return plainRoute;
  // A constraint on the format looks at the value of `:format`, and so at the first way in which the pattern fits the path, as a callable does.
  let asks = requestConstraints.some(
    (constraint) =>
      constraint.kind === 'callable' ||
      constraint.test.kind === 'callable' ||
      (constraint.attribute === 'format' && pattern.names.includes('format')),
  );
  for (const constraints of segmentConstraints.values())
    asks ||= constraints.some(({ kind }) => kind === 'callable');
  return { isConditional: asks || requestConstraints.length > 0, asks };
}
