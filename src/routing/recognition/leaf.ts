// The end of a way through a pattern: which route is reached, what remains to be tested, and how a match is made from the captured values.

import { fixedMatch, type Match } from './match.js';
import { type MatchSource, type ParamsShape, paramsShape } from './params.js';
import type { Route, Target } from '../patterns/route.js';
import type { Variant, VariantName } from '../patterns/variants.js';
import { isParam } from './ways.js';

/** The test on one captured value, and the index of its capture. */
export interface LeafTest {
  readonly index: number;
  readonly test: (value: string) => boolean;
}

/** The end of a way through a pattern: the route, and what its matches are made of. */
export class Leaf implements MatchSource {
  readonly rank: number;
  /** It answers whatever the captured values and the request are. */
  readonly isPlain: boolean;
  /** The match, if the way captures nothing. */
  readonly fixed: Match | null;
  /** Makes the matches. */
  readonly shape: ParamsShape;
  readonly controller: string | undefined;
  readonly action: string | undefined;
  readonly callable: unknown;
  readonly route: Route;
  readonly target: Target;
  /** The values of defaults whose names are not in the path, in the order of `shape.others`. */
  readonly extras: readonly string[];
  /** The leaf for the same way with an extension: `.json`. Undefined until a path has one; null if there is none. */
  extended: Leaf | null | undefined;
  /** On the first of the leaves that end at a node: the verbs of all of them, if all are plain. */
  verbs: readonly string[] | undefined;
  /** What must be tested. Plain leaves share one object. */
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

/** What a leaf tests after its texts and segments have matched. */
interface Checks extends RouteDemands {
  readonly tests: readonly LeafTest[];
  /** The pattern's text contains a mark of the canonical form (request-path.ts), which a path as sent cannot match. */
  readonly hasMarks: boolean;
}

/** All leaves that end at a node, if not all of them are plain. */
export interface LeafGroup {
  readonly leaves: readonly Leaf[];
  readonly verbs: readonly string[];
  /** The verbs depend on more than the text and the values of the path. */
  readonly isConditional: boolean;
}

/** The names of a way, and the tests on their values. */
interface NamedWay {
  readonly names: readonly string[];
  readonly tests: readonly LeafTest[];
  readonly hasMarks: boolean;
  /** A part of the pattern is matched by backtracking. */
  readonly hasRest: boolean;
}

/** A way without tests. */
export function plainWay(names: readonly string[]): NamedWay {
  return { names, tests: noTests, hasMarks: false, hasRest: false };
}

/** The names of a variant with or without its extension; undefined if it has none. */
export function namedWay(
  { items, extension, rest, hasMarks }: Variant,
  isExtended: boolean,
): NamedWay | undefined {
  if (isExtended && extension === undefined) return undefined;
  const names: string[] = [];
  const tests: LeafTest[] = [];
  const add = (name: string | VariantName): void => {
    if (typeof name === 'string') return;
    // Wide segments and globs are tested by their edges.
    if (name.demand.test && isParam(name)) tests.push({ index: names.length, test: name.demand.test });
    names.push(name.name);
  };
  items.forEach(add);
  if (isExtended && extension !== undefined) add(extension);
  return { names, tests: tests.length === 0 ? noTests : tests, hasMarks, hasRest: rest !== undefined };
}

/** What a route demands on every way through its pattern. */
interface RouteDemands {
  /** There are request constraints, or callables as segment constraints. */
  readonly isConditional: boolean;
  /** There are callables among them, which must be called in declaration order. */
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

/** What a route demands beside the tests on its segments. */
function demandsOf({ definition }: Route): RouteDemands {
  const { pattern, segmentConstraints, requestConstraints } = definition;
  if (segmentConstraints.size === 0 && requestConstraints.length === 0) return plainRoute;
  // A constraint on the format reads `:format` from the first way in which the pattern matches. Like a callable, it must be checked in
  // declaration order.
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
