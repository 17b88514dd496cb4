// The tree that paths are looked up in: by character through literal text, by name through segments.
//
//   GET /users            ─ "/" users ┬ leaf 0
//   GET /users/:id/edit               └ "/" :id ┬ "/" edit ─ leaf 1
//   GET /users/:id(.:format)                    └ leaf 2, with and without extension
//
// Every way through every pattern has a rank, its number in declaration order. Nodes and edges are made in that order,
// so the rank with which one is made is the least of all that lie below it: a search stops as soon as what it has found
// comes before all that is still open.
//
// Nodes are slim, since a big table's are cold in the cache: whatever is rare stands in `more`. Text is cut into labels
// of at most twelve characters, which a substring can be compared with without making an object of its own.

import { propertyKey, type Step } from '../patterns/steps.js';
import { Match, matchOf } from './match.js';
import { type ParamsShape, shapeOf } from './params.js';
import type { Route, Target } from '../patterns/route.js';
import type { Variant, VariantName } from '../patterns/variants.js';

/** Behind every rank. */
export const NoRank = 0x3fffffff;

const longestLabel = 12;
const noKids: (Node | null)[] = [];

/** A place in the tree: behind its label. */
export class Node {
  /** What has to be there before anything else. */
  label: string;
  size: number;
  /** The first character of the label. */
  head: number;
  /** The least rank of all that lies here and below. */
  readonly least: number;
  slash: Node | null = null;
  /** By character from `base` on. */
  kids: (Node | null)[] = noKids;
  base = 0;
  leaf: Leaf | null = null;
  /** Behind a segment that ends at a slash, a dot or the path's end. */
  param: Node | null = null;
  more: More | null = null;

  constructor(label: string, least: number) {
    this.label = label;
    this.size = label.length;
    this.head = label === '' ? 0 : label.charCodeAt(0);
    this.least = least;
  }

  setLabel(label: string): void {
    this.label = label;
    this.size = label.length;
    this.head = label === '' ? 0 : label.charCodeAt(0);
  }
}

/** What few nodes have. */
export class More {
  /** Leaves behind an extension: `.json`. */
  format: Leaf | null = null;
  /** By ascending least rank. */
  edges: Edge[] | null = null;
  /** Kids behind characters beyond ASCII, which would make the others' list long. */
  others: Map<number, Node> | null = null;
}

/**
 * A way on that has more than one end, or more to test than where it ends: `wide` a segment that may hold dots or is
 * followed by text in its piece; `glob`; `rest` what is left to backtracking.
 */
export class Edge {
  readonly kind: 'wide' | 'glob' | 'rest';
  readonly least: number;
  /** Behind the name. */
  readonly node: Node;
  readonly name: VariantName | undefined;
  readonly step: Step | undefined;
  readonly isSlashDue: boolean;
  readonly leaf: Leaf | null;

  constructor(least: number, name: VariantName | undefined, rest: Variant['rest'], leaf: Leaf | null) {
    this.kind = name === undefined ? 'rest' : name.kind === 'glob' ? 'glob' : 'wide';
    this.least = least;
    this.node = new Node('', least);
    this.name = name;
    this.step = rest?.step;
    this.isSlashDue = rest?.isSlashDue ?? false;
    this.leaf = leaf;
  }
}

/** A name's place among the captures, and the test on its value. */
export interface LeafTest {
  readonly index: number;
  readonly test: (value: string) => boolean;
}

/** The end of a way: what it makes of the captures. What most matches need stands first, together in the processor's cache. */
export class Leaf {
  readonly rank: number;
  /** It answers whatever the values and the request. */
  readonly isPlain: boolean;
  /** The match of a way that captures nothing. */
  readonly fixed: Match | null;
  /** What makes its matches; null until there is one to be made. */
  shape: ParamsShape | null = null;
  readonly controller: string | undefined;
  readonly action: string | undefined;
  readonly callable: unknown;
  readonly route: Route;
  readonly target: Target;
  /** Defaults of names that the way does not give: name, value, name, value. */
  readonly extras: readonly string[];
  /** Of the captures. */
  readonly names: readonly string[];
  /** The next leaf of the same place, by rank. */
  next: Leaf | null = null;
  /** What is remembered of the first leaf of a place: the verbs of all of them, where nothing else decides. */
  verbs: readonly string[] | undefined = undefined;
  readonly tests: readonly LeafTest[];
  /** There are constraints on the request, or callables to ask. */
  readonly isConditional: boolean;
  /** There are callables among them: they must be asked in declaration order. */
  readonly asks: boolean;
  /** Its text has a mark of the canonical form, which a path as sent cannot have meant. */
  readonly hasMarks: boolean;

  constructor(
    rank: number,
    route: Route,
    facts: RouteFacts,
    variant: Variant,
    extension: VariantName | undefined,
  ) {
    const names: string[] = [];
    let tests: LeafTest[] | undefined;
    const capture = (name: VariantName): void => {
      // Wide segments and globs are tested on their edge.
      if (name.demand.test && isParam(name))
        (tests ??= []).push({ index: names.length, test: name.demand.test });
      names.push(name.name);
    };
    for (const item of variant.items) if (typeof item !== 'string') capture(item);
    if (extension) capture(extension);
    const { target } = route;
    const tested = tests ?? noTests;
    const isPlain = tested.length === 0 && !facts.isConditional && !variant.hasMarks;
    this.rank = rank;
    this.isPlain = isPlain;
    this.fixed = names.length === 0 && variant.rest === undefined ? fixedMatch(route) : null;
    this.controller = target.kind === 'controller' ? target.controller : undefined;
    this.action = target.kind === 'controller' ? target.action : undefined;
    this.callable = target.kind === 'callable' ? target.callable : undefined;
    this.route = route;
    this.target = target;
    this.extras = extrasOf(route, names);
    this.names = names;
    this.tests = tested;
    this.isConditional = facts.isConditional;
    this.asks = facts.asks;
    this.hasMarks = variant.hasMarks;
  }

  /** The match of a path, of which these are the starts and ends of its values. */
  matchOf(path: string, captures: Int32Array): Match {
    if (this.fixed !== null) return this.fixed;
    return (this.shape ??= shapeOf(this)).make(this, path, captures);
  }
}

/** What a route demands of every way through its pattern. */
export interface RouteFacts {
  readonly isConditional: boolean;
  readonly asks: boolean;
}

const plainRoute: RouteFacts = Object.freeze({ isConditional: false, asks: false });
const noTests: readonly LeafTest[] = Object.freeze([]);
const noExtras: readonly string[] = Object.freeze([]);

/** What a route asks beside its segments' tests. */
export function routeFacts({ definition }: Route): RouteFacts {
  const { pattern, segmentConstraints, requestConstraints } = definition;
  if (segmentConstraints.size === 0 && requestConstraints.length === 0) return plainRoute;
  // A constraint on a format that the path gives is asked about the first way to split it, as a callable is.
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

function isParam(name: VariantName): boolean {
  return name.kind === 'segment' && name.hasOneEnd && !name.demand.admitsDots;
}

function extrasOf({ definition }: Route, names: readonly string[]): readonly string[] {
  if (definition.defaults.size === 0) return noExtras;
  return [...definition.defaults].flatMap(([name, value]) =>
    names.includes(name) ? [] : [propertyKey(name), value],
  );
}

function fixedMatch(route: Route): Match {
  const match = matchOf(route, new Map());
  Object.freeze(match.params);
  return Object.freeze(match);
}

/** Adds a way through a route's pattern. Ways are to be added by ascending rank. */
export function addVariant(
  root: Node,
  variant: Variant,
  rank: number,
  route: Route,
  facts: RouteFacts,
): void {
  const leaf = new Leaf(rank, route, facts, variant, undefined);
  let node = root;
  for (const item of variant.items) {
    if (typeof item === 'string') node = textNode(node, item, rank);
    else if (isParam(item)) node = node.param ??= new Node('', rank);
    else node = edgeOf(node, item, rank).node;
  }
  if (variant.rest) edgesOf(node).push(new Edge(rank, undefined, variant.rest, leaf));
  else {
    node.leaf = chained(node.leaf, leaf);
    if (variant.extension) {
      const more = (node.more ??= new More());
      more.format = chained(more.format, new Leaf(rank, route, facts, variant, variant.extension));
    }
  }
}

/** The last leaves of long chains by their first, so that the routes of one path need not be gone through for each more. */
const lastLeaves = new WeakMap<Leaf, Leaf>();

function chained(first: Leaf | null, leaf: Leaf): Leaf {
  if (first === null) return leaf;
  (lastLeaves.get(first) ?? first).next = leaf;
  lastLeaves.set(first, leaf);
  return first;
}

function edgesOf(node: Node): Edge[] {
  return ((node.more ??= new More()).edges ??= []);
}

const namedEdges = new WeakMap<readonly Edge[], Map<string, Edge>>();

/** The edge of a name: one for all names that are alike in all but the name. */
function edgeOf(node: Node, name: VariantName, rank: number): Edge {
  const edges = edgesOf(node);
  let known = namedEdges.get(edges);
  if (!known) namedEdges.set(edges, (known = new Map<string, Edge>()));
  const key = `${name.kind} ${name.demand.admitsDots} ${name.demand.key}`;
  const found = known.get(key);
  if (found) return found;
  const edge = new Edge(rank, name, undefined, null);
  edges.push(edge);
  known.set(key, edge);
  return edge;
}

/** The node behind a text that follows a node. */
function textNode(start: Node, text: string, rank: number): Node {
  let node = start;
  for (let i = 0; i < text.length;) {
    const code = text.charCodeAt(i);
    i++;
    const child = childOf(node, code);
    if (child === null) {
      const end = labelEnd(text, i);
      const made = new Node(text.slice(i, end), rank);
      setChild(node, code, made);
      node = made;
      i = end;
      continue;
    }
    const { label } = child;
    let shared = 0;
    while (
      shared < label.length &&
      i + shared < text.length &&
      text.charCodeAt(i + shared) === label.charCodeAt(shared)
    )
      shared++;
    i += shared;
    if (shared === label.length) node = child;
    else {
      const upper = new Node(label.slice(0, shared), child.least);
      setChild(node, code, upper);
      setChild(upper, label.charCodeAt(shared), child);
      child.setLabel(label.slice(shared + 1));
      node = upper;
    }
  }
  return node;
}

function labelEnd(text: string, start: number): number {
  return Math.min(text.length, start + longestLabel);
}

/**
 * Joins each node that has only one way on, by a character, with the one behind it: a walk takes as many steps as there are
 * places where it could go elsewhere. To be called once, when all ways have been added.
 */
export function joined(start: Node): Node {
  let node = start;
  for (
    let child = onlyChild(node);
    child !== null && node.size + child.size < longestLabel;
    child = onlyChild(node)
  ) {
    const code = node.slash === child ? 47 : node.base;
    child.setLabel(node.label + String.fromCharCode(code) + child.label);
    node = child;
  }
  joinBelow(node);
  return node;
}

function joinBelow(node: Node): void {
  const { kids, more } = node;
  if (node.slash) node.slash = joined(node.slash);
  if (node.param) node.param = joined(node.param);
  for (let k = 0; k < kids.length; k++) {
    const kid = kids[k];
    if (kid) kids[k] = joined(kid);
  }
  if (more === null) return;
  for (const [code, kid] of more.others ?? []) more.others!.set(code, joined(kid));
  // What stands right behind an edge is chosen by its first character.
  for (const edge of more.edges ?? []) joinBelow(edge.node);
}

/** The node behind the only way on, if that is a character; a node with a leaf has another: the path may end there. */
function onlyChild({ leaf, param, more, slash, kids }: Node): Node | null {
  if (leaf !== null || param !== null || more !== null || kids.length > (slash === null ? 1 : 0)) return null;
  return slash ?? kids[0] ?? null;
}

export function childOf(node: Node, code: number): Node | null {
  if (code === 47) return node.slash;
  if (code >= 128) return node.more?.others?.get(code) ?? null;
  const at = code - node.base;
  return at >= 0 && at < node.kids.length ? node.kids[at]! : null;
}

function setChild(node: Node, code: number, child: Node): void {
  if (code === 47) {
    node.slash = child;
    return;
  }
  if (code >= 128) {
    ((node.more ??= new More()).others ??= new Map()).set(code, child);
    return;
  }
  const { kids, base } = node;
  if (kids.length === 0) {
    node.kids = [child];
    node.base = code;
  } else if (code >= base && code < base + kids.length) {
    kids[code - base] = child;
  } else if (code >= base) {
    while (base + kids.length < code) kids.push(null);
    kids.push(child);
  } else {
    const gap: (Node | null)[] = new Array<Node | null>(base - code - 1).fill(null);
    node.kids = [child, ...gap, ...kids];
    node.base = code;
  }
}
