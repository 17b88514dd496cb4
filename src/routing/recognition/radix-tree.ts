// The tree that paths are looked up in: by character through literal text, by name through segments.
//
//   GET /users            ─ "/" users ┬ leaf 0
//   GET /users/:id/edit               └ "/" :id ┬ "/" edit ─ leaf 1
//   GET /users/:id(.:format)                    └ leaf 2, with and without extension
//
// A node is folded at first: it only has the list of the ways that lead through it. It is unfolded when a path comes to it,
// so that a large table answers its first request at once, and what is never asked for costs a list. The ways of
// a list have their text in common as far as possible, which becomes the node's label; then each goes into the list of
// the node that it leads to.
//
// Every way through every pattern has a rank, its number in declaration order. Lists are in that order,
// so the rank of the first is the least of all that lie below: a search stops as soon as what it has found
// comes before all that is still open.
//
// Nodes are slim, since a big table's are cold in the cache: whatever is rare stands in `more`. Text is cut into labels
// of at most twelve characters, which a substring can be compared with without making an object of its own.

import { propertyKey, type Step } from '../patterns/steps.js';
import { fixedMatch, type Match } from './match.js';
import { type ParamsShape, shapeOf } from './params.js';
import { answersMethod, type Route, type Target } from '../patterns/route.js';
import type { RouteList } from '../patterns/route-list.js';
import { startOf, type Variant, type VariantName, variantsOf } from '../patterns/variants.js';

/** Behind every rank. */
export const NoRank = 0x3fffffff;

/** A route has fewer ways than this. */
const ranksOfRoute = 128;

const longestLabel = 12;
const noKids: (Node | null)[] = [];

/** The label of a folded node: longer than its size, so that no path has it and whoever looks for it finds out. */
const foldedLabel = '...';
const foldedSize = 2;

/** A way through a pattern, as far as a list of ways has come with it. */
interface Way {
  readonly routes: RouteList;
  readonly rank: number;
  /** Not looked for before the text with which all ways of the route begin ends. */
  readonly variant: Variant | undefined;
  /** The text that it is in, and where. */
  text: string;
  at: number;
  /** What comes next among the variant's items. */
  next: number;
}

export interface Tree {
  readonly root: Node;
  /** The texts that are a route's whole path. */
  readonly paths: readonly string[];
}

/** A place in the tree: behind its label. */
export class Node {
  /** What has to be there before anything else. */
  label = foldedLabel;
  size = foldedSize;
  /** The first character of the label. */
  head = 0;
  /** The least rank of all that lies here and below. */
  readonly least: number;
  slash: Node | null = null;
  /** By character from `base` on. */
  kids: (Node | null)[] = noKids;
  base = 0;
  leaf: Leaf | null = null;
  /** Behind a segment that ends at a slash, a dot or the path's end. */
  param: Node | null = null;
  more: More | null;

  constructor(ways: Way[]) {
    this.least = ways.length === 0 ? NoRank : ways[0]!.rank;
    this.more = new More();
    this.more.ways = ways;
  }

  setLabel(label: string): void {
    this.label = label;
    this.size = label.length;
    this.head = label === '' ? 0 : label.charCodeAt(0);
  }
}

/** What few nodes have. */
export class More {
  /** Of a folded node. */
  ways: Way[] | null = null;
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

  constructor(ways: Way[], name: VariantName | undefined, rest: Variant['rest'], leaf: Leaf | null) {
    this.kind = name === undefined ? 'rest' : name.kind === 'glob' ? 'glob' : 'wide';
    this.least = ways[0]!.rank;
    this.node = new Node(rest ? [] : ways);
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
interface RouteFacts {
  readonly isConditional: boolean;
  readonly asks: boolean;
}

const plainRoute: RouteFacts = /* @__PURE__ */ Object.freeze({ isConditional: false, asks: false });
const noTests: readonly LeafTest[] = /* @__PURE__ */ Object.freeze([]);
const noExtras: readonly string[] = /* @__PURE__ */ Object.freeze([]);

/** What a route asks beside its segments' tests. */
function routeFacts({ definition }: Route): RouteFacts {
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

/** The tree of those of some routes that answer a method, or of all of them, folded. */
export function treeOf(routes: RouteList, method?: string): Tree {
  const ways: Way[] = [];
  const paths: string[] = [];
  // One pass: what a large table takes here is the time to fetch its routes from memory.
  const { heads } = routes;
  for (let index = 0; index < heads.length; index++) {
    const head = heads[index]!;
    if (method !== undefined && !answersMethod(head, method)) continue;
    const { text, isWhole } = startOf(head.pattern);
    ways.push({ routes, rank: index * ranksOfRoute, variant: undefined, text, at: 0, next: 0 });
    if (text !== '' && isWhole) paths.push(text);
  }
  return { root: new Node(ways), paths };
}

/** The last of each chain of leaves at a node, so that a chain need not be gone through for each more. */
interface Tails {
  leaf: Leaf | null;
  format: Leaf | null;
}

/** Makes a folded node what its ways come to; false for one that is no longer folded. */
export function unfold(node: Node, mostText = longestLabel): boolean {
  const ways = node.more === null ? null : node.more.ways;
  if (ways === null) return false;
  const label = sharedText(ways, mostText);
  node.setLabel(label);
  node.more = null;
  const tails: Tails = { leaf: null, format: null };
  for (let k = 0; k < ways.length; k++) {
    const way = ways[k]!;
    way.at += label.length;
    if (way.at < way.text.length) addText(node, way);
    else if (way.variant !== undefined) addNext(node, way, way.variant, tails);
    else for (const each of waysOf(way)) addNext(node, each, each.variant!, tails);
  }
  // What stands right behind an edge is chosen by its first character: it has no label.
  for (const edge of edgesAt(node)) unfold(edge.node, 0);
  return true;
}

/** The text that all ways have before them, up to a length; none where one of them ends or comes to a name. */
function sharedText(ways: readonly Way[], most: number): string {
  if (ways.length === 0) return '';
  const { text, at } = ways[0]!;
  let length = Math.min(text.length - at, most);
  for (let k = 1; k < ways.length && length > 0; k++) {
    const other = ways[k]!;
    length = Math.min(length, other.text.length - other.at);
    let same = 0;
    while (same < length && other.text.charCodeAt(other.at + same) === text.charCodeAt(at + same)) same++;
    length = same;
  }
  return text.substring(at, at + length);
}

/** All ways through the pattern of a route, of which only the text was known that they begin with. */
function waysOf({ routes, rank, text }: Way): Way[] {
  return variantsOf(routeAt(routes, rank).definition).map((variant, k) => {
    const first = variant.items[0];
    const isText = typeof first === 'string';
    return {
      routes,
      rank: rank + k,
      variant,
      text: isText ? first : '',
      at: text.length,
      next: isText ? 1 : 0,
    };
  });
}

/** The route that a rank is of. */
function routeAt(routes: RouteList, rank: number): Route {
  return routes.at(Math.floor(rank / ranksOfRoute));
}

/** Adds a way to the ways of the node that its next character leads to. */
function addText(node: Node, way: Way): void {
  const code = way.text.charCodeAt(way.at++);
  const kid = childOf(node, code);
  if (kid === null) setChild(node, code, new Node([way]));
  else kid.more!.ways!.push(way);
}

/** Adds a way whose text may be at its end. */
function addNext(node: Node, way: Way, variant: Variant, tails: Tails): void {
  if (way.at < way.text.length) return addText(node, way);
  const item = variant.items[way.next++];
  if (item === undefined) return addEnd(node, way, variant, tails);
  way.text = typeof item === 'string' ? item : '';
  way.at = 0;
  if (typeof item === 'string') return addText(node, way);
  if (isParam(item)) {
    if (node.param === null) node.param = new Node([way]);
    else node.param.more!.ways!.push(way);
    return;
  }
  // One edge for all names that are alike in all but the name.
  const edges = edgesOf(node);
  const same = edges.find(({ name }) => name !== undefined && isAlike(name, item));
  if (same) same.node.more!.ways!.push(way);
  else edges.push(new Edge([way], item, undefined, null));
}

function isAlike(one: VariantName, other: VariantName): boolean {
  return (
    one.kind === other.kind &&
    one.demand.admitsDots === other.demand.admitsDots &&
    one.demand.key === other.demand.key
  );
}

function addEnd(node: Node, way: Way, variant: Variant, tails: Tails): void {
  const { rank } = way;
  const route = routeAt(way.routes, rank);
  const facts = routeFacts(route);
  const leaf = new Leaf(rank, route, facts, variant, undefined);
  if (variant.rest) {
    edgesOf(node).push(new Edge([way], undefined, variant.rest, leaf));
    return;
  }
  if (tails.leaf === null) node.leaf = leaf;
  else tails.leaf.next = leaf;
  tails.leaf = leaf;
  if (!variant.extension) return;
  const format = new Leaf(rank, route, facts, variant, variant.extension);
  if (tails.format === null) (node.more ??= new More()).format = format;
  else tails.format.next = format;
  tails.format = format;
}

const noEdges: readonly Edge[] = /* @__PURE__ */ Object.freeze([]);

function edgesAt({ more }: Node): readonly Edge[] {
  return (more === null ? null : more.edges) ?? noEdges;
}

function edgesOf(node: Node): Edge[] {
  return ((node.more ??= new More()).edges ??= []);
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
    ((node.more ??= new More()).others ??= new Map<number, Node>()).set(code, child);
    return;
  }
  if (node.kids.length === 0) {
    node.kids = [child];
    node.base = code;
    return;
  }
  for (; code < node.base; node.base--) node.kids.unshift(null);
  while (code >= node.base + node.kids.length) node.kids.push(null);
  node.kids[code - node.base] = child;
}
