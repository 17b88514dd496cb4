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
import type { Route } from '../patterns/route.js';
import type { Variant, VariantName } from '../patterns/variants.js';

/** Behind every rank. */
export const NoRank = 0x3fffffff;

const longestLabel = 12;
const noKids: (Node | null)[] = [];

/** A place in the tree: behind its label. */
export class Node {
  /** What has to be there before anything else; without slashes. */
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

/** The end of a way: what it makes of the captures. */
export class Leaf {
  readonly rank: number;
  /** It answers whatever the values and the request. */
  readonly isPlain: boolean;
  /** The next leaf of the same place, by rank. */
  next: Leaf | null = null;
  readonly names: readonly string[];
  /** Defaults of names that the way does not give: name, value, name, value. */
  readonly extras: readonly string[];
  readonly controller: string | undefined;
  readonly action: string | undefined;
  readonly callable: unknown;
  readonly route: Route;
  readonly tests: readonly LeafTest[];
  /** There are constraints on the request, or callables to ask. */
  readonly isConditional: boolean;
  /** There are callables among them: they must be asked in declaration order. */
  readonly asks: boolean;
  /** Its text has a mark of the canonical form, which a path as sent cannot have meant. */
  readonly hasMarks: boolean;
  /** The match of a way that captures nothing. */
  readonly fixed: Match | null;

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
    this.rank = rank;
    this.route = route;
    this.names = names;
    this.extras = extrasOf(route, this.names);
    this.controller = route.target.kind === 'controller' ? route.target.controller : undefined;
    this.action = route.target.kind === 'controller' ? route.target.action : undefined;
    this.callable = route.target.kind === 'callable' ? route.target.callable : undefined;
    this.tests = tests ?? noTests;
    this.isConditional = facts.isConditional;
    this.asks = facts.asks;
    this.hasMarks = variant.hasMarks;
    this.isPlain = this.tests.length === 0 && !this.isConditional && !this.hasMarks;
    this.fixed = names.length === 0 && variant.rest === undefined ? fixedMatch(route) : null;
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
      child.label = label.slice(shared + 1);
      child.size = child.label.length;
      child.head = child.size === 0 ? 0 : child.label.charCodeAt(0);
      node = upper;
    }
  }
  return node;
}

function labelEnd(text: string, start: number): number {
  const slash = text.indexOf('/', start);
  return Math.min(slash < 0 ? text.length : slash, start + longestLabel);
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
