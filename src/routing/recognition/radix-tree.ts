// The tree that paths are looked up in. It is made of ways: one for each choice of a pattern's optional groups (ways.ts). Literal text
// branches by character; a segment is one child, whatever its name.
//
//   GET /users            ─ "/" users ┬ leaf 0
//   GET /users/:id/edit               └ "/" :id ┬ "/" edit ─ leaf 1
//   GET /users/:id(.:format)                    └ leaf 2, with and without extension
//
// Ways whose remaining texts are equal share their nodes: most resources of a table look alike, so few nodes serve all of them and stay in
// the processor's cache. Shared nodes cannot refer to routes. Each has a place relative to its parent; a walk adds these up, and `leaves`
// and `ranks` hold what is at the sum.
//
//   /posts/:id   ─ posts, from 0 ┐                                   leaves: 0 posts#index  1 posts#show
//   /notes/:id   ─ notes, from 2 ┴ leaf 0 ─ "/" ─ :id ─ leaf 1               2 notes#index  3 notes#show
//
// A node with many ways starts folded, as a list of its ways, and is unfolded when a path first reaches it. A large table therefore answers
// its first request at once.
//
// Every way has a rank, its number in declaration order. Each node knows the least rank below it, so a search stops as soon as its match
// precedes everything that is still open.

import { Leaf, type LeafGroup, namedWay, plainWay } from './leaf.js';
import type { RouteList } from '../patterns/route-list.js';
import { signs, variantsOf } from '../patterns/variants.js';
import { fixedMatch, type Match } from './match.js';
import { type Edge, type Kids, More, nameEdge, Node, setChildren } from './tree-nodes.js';
import {
  type AllWays,
  Beginnings,
  type FirstNamed,
  firstNamed,
  firstPiece,
  isSign,
  type MethodSet,
  Methods,
  Numbered,
  numberedLength,
  numberIn,
  Plain,
  routeAt,
  sharedText,
  Various,
  variantAt,
  Way,
  waysOf,
} from './ways.js';

/** V8 makes an object for a substring of more than twelve characters. Comparing it takes as long as comparing three shorter ones. */
const longestPiece = 12;
/** Text up to this length is cut into labels of `longestPiece`. Longer text is one label. */
const mostCut = 36;
/** A node with at most this many ways, none with more text left than `longestAtOnce`, is unfolded with everything below it. */
const mostAtOnce = 8;
const longestAtOnce = 512;
/** The most structures that are remembered at once. */
const mostKnown = 4_096;
const noWays: Way[] = [];
/** The order of a structure with a single way. */
const onlyOne: readonly number[] = [0];

/** The codes of the signs (`signs` in variants.ts). */
const Segment = 0;
const Extension = 1;
const End = 4;

/** The subtree shared by all lists of ways whose texts are equal from some place on. */
interface Structure {
  readonly root: Node;
  /** The index of the way at each place. `least` is the place of the first way. */
  readonly order: readonly number[];
  readonly least: number;
  /** Copies of the root by their `start`: the number of places that come before it in its parent. */
  readonly shifted: (Node | undefined)[];
}

/** How `#grow` makes what lies below a node. */
interface Growth {
  /** Assigns places to the ways that end here and returns the first of them. */
  take(ways: readonly Way[]): number;
  /** The node after a text or a name. */
  node(ways: readonly Way[], at: number, isBare: boolean): Node;
}

/** The tree of a router's routes. */
export class Tree {
  readonly methods = new Methods();
  readonly root: Node;
  /** One way for each route whose path has no names except an extension. Its text is the path, without the extension. */
  readonly paths: readonly Way[];
  readonly kids: Kids = [];
  /** The rank at each place, and the leaf once it has been made. */
  readonly ranks: number[] = [];
  readonly leaves: (Leaf | null)[] = [];
  /** What is remembered of all leaves that end at one node, by the place of the first of them. */
  readonly groups = new Map<number, LeafGroup>();
  /** The verbs of two nodes that one path reaches (path-verbs.ts). */
  readonly jointVerbs = new Map<number, readonly string[]>();
  readonly beginnings: Beginnings;
  /** The greatest number of names in one way. */
  readonly mostNames: number;
  readonly #routes: RouteList;
  /** All ways, until a literal path is first asked for. `#named` is then made from them. */
  #ways: readonly Way[];
  #named: FirstNamed | undefined;
  readonly #plainness: AllWays['plainness'];
  readonly #numbered = new Numbered();
  readonly #ends = new Map<string, readonly MethodSet[]>();
  readonly #structures = new Map<string, Structure>();

  constructor(routes: RouteList) {
    this.#routes = routes;
    const { ways, plainness } = waysOf(routes, this.methods, this.#numbered);
    this.#plainness = plainness;
    this.#ways = ways;
    const paths: Way[] = [];
    let most = 0;
    for (let k = 0; k < ways.length; k++) {
      const { rank, text, methods } = ways[k]!;
      const inside = countOf(text, signs.segment) + countOf(text, signs.other);
      const extension = text.indexOf(signs.extension);
      most = Math.max(most, extension < 0 ? inside : inside + 1);
      if (inside > 0 || text.includes(signs.rest)) continue;
      paths.push(new Way(rank, text.slice(0, extension < 0 ? text.indexOf(signs.end) : extension), methods));
    }
    this.paths = paths;
    this.mostNames = most;
    this.beginnings = new Beginnings(ways);
    this.root = this.#folded(ways, 0, 0);
    this.unfold(this.root, 0);
  }

  /** Unfolds a node; false if it is not folded. `before` is the first place of its parent. A `bare` node has no label. */
  unfold(node: Node, before: number, isBare = false): boolean {
    const folded = node.more === null ? null : node.more.folded;
    if (folded === null) return false;
    const { ways, at } = folded;
    node.more = null;
    const first = this.ranks.length;
    node.start = first - before;
    if (ways.length <= mostAtOnce && ways.every(({ text }) => text.length - at <= longestAtOnce)) {
      const { root, order } = this.#structureOf(ways, at, isBare);
      node.become(root);
      for (let k = 0; k < order.length; k++) this.#takeOne(ways[order[k]!]!);
    } else {
      this.#grow(node, ways, at, isBare, {
        take: (ends) => this.#take(ends) - first,
        node: (others, next, bare) => {
          const behind = this.#folded(others, next, first);
          // The first character chooses among the nodes after an edge. Such a node therefore has no label.
          if (bare) this.unfold(behind, first, true);
          return behind;
        },
      });
    }
    return true;
  }

  /** The match of a literal path whose first way has this rank, if no earlier way can match the path. Undefined if only a walk can tell. */
  literalMatch(path: string, rank: number): Match | undefined {
    const named = (this.#named ??= firstNamed(this.#ways));
    this.#ways = noWays;
    if (
      path.includes('.') ||
      rank > named.anywhere ||
      rank > (named.behind.get(firstPiece(path)) ?? Infinity)
    )
      return undefined;
    const index = routeAt(rank);
    const route = this.#routes.at(index);
    // The way is plain, so none of its segments has a constraint.
    if (this.#plainness[index] === Various || route.definition.requestConstraints.length > 0)
      return undefined;
    return fixedMatch(route);
  }

  /** The leaf at a place, made if necessary. */
  leafAt(place: number): Leaf {
    return (this.leaves[place] ??= this.leafOf(this.ranks[place]!));
  }

  /** A new leaf for the way with this rank. */
  leafOf(rank: number): Leaf {
    return this.#leafOf(rank, false)!;
  }

  /** The leaf for the same way with its extension; null if it has none. */
  extended(leaf: Leaf): Leaf | null {
    return leaf.extended === undefined ? (leaf.extended = this.#leafOf(leaf.rank, true)) : leaf.extended;
  }

  #leafOf(rank: number, isExtended: boolean): Leaf | null {
    const index = routeAt(rank);
    const route = this.#routes.at(index);
    const plainness = this.#plainness[index]!;
    if (plainness === Various) {
      const way = namedWay(variantsOf(route.definition)[variantAt(rank)]!, isExtended);
      return way === undefined ? null : new Leaf(rank, route, way);
    }
    const { names } = route.definition.pattern;
    if (plainness === Plain) return isExtended ? null : new Leaf(rank, route, plainWay(names));
    return new Leaf(rank, route, plainWay(isExtended ? names : names.slice(0, -1)));
  }

  /** Adds a place for each way and returns the first of them. */
  #take(ways: readonly Way[]): number {
    const first = this.ranks.length;
    for (let k = 0; k < ways.length; k++) this.#takeOne(ways[k]!);
    return first;
  }

  #takeOne({ rank }: Way): number {
    this.leaves.push(null);
    return this.ranks.push(rank) - 1;
  }

  #folded(ways: readonly Way[], at: number, before: number): Node {
    const node = new Node();
    node.least = (ways.length === 0 ? this.ranks.length : this.#takeOne(ways[0]!)) - before;
    node.methods = methodsOf(ways);
    node.more = new More();
    node.more.folded = { ways, at };
    return node;
  }

  /** The structure for these ways from `at` on: a known one if the texts are equal, otherwise a new one. */
  #structureOf(ways: readonly Way[], at: number, isBare: boolean): Structure {
    let key = ways.length === 0 ? '' : ways[0]!.text.substring(at);
    for (let k = 1; k < ways.length; k++) key += ways[k]!.text.substring(at);
    if (isBare) key += signs.other;
    const known = this.#structures.get(key);
    if (known !== undefined) return known;
    const inOrder: Way[] = [];
    const root = new Node();
    this.#grow(root, ways, at, isBare, {
      take: (ends) => inOrder.push(...ends) - ends.length,
      node: (others, next, bare) => {
        const structure = this.#structureOf(others, next, bare);
        const node = startingAt(structure, inOrder.length);
        for (const ordinal of structure.order) inOrder.push(others[ordinal]!);
        return node;
      },
    });
    let order = onlyOne;
    if (ways.length !== 1) {
      for (let k = 0; k < ways.length; k++) ways[k]!.ordinal = k;
      order = inOrder.map(({ ordinal }) => ordinal);
    }
    const structure: Structure = { root, order, least: order.indexOf(0), shifted: [] };
    if (this.#structures.size >= mostKnown) this.#structures.clear();
    this.#structures.set(key, structure);
    return structure;
  }

  /** Gives a node the text that all ways share from `from` on as its label, and branches by what comes next. */
  #grow(first: Node, ways: readonly Way[], from: number, isBare: boolean, growth: Growth): void {
    let at = from;
    let node = first;
    const end = from + (isBare ? 0 : sharedText(ways, from));
    const text = ways.length === 0 ? '' : ways[0]!.text;
    node.methods = methodsOf(ways);
    const longest = end - from > mostCut ? end - from : longestPiece;
    for (; end - at > longest; at += longest + 1) {
      node.setLabel(text.substr(at, longest));
      const next = new Node();
      next.methods = node.methods;
      setChildren(this.kids, node, [text.charCodeAt(at + longest)], [next]);
      node = next;
    }
    node.setLabel(text.substring(at, end));
    const { ends, isExtended, codes, texts, params, edges } = branchesOf(ways, end);
    if (isExtended) (node.more ??= new More()).isExtended = true;
    if (ends.length > 0) {
      growth.take(ends);
      node.ends = this.#endsOf(ends);
    }
    if (codes.length > 0)
      setChildren(
        this.kids,
        node,
        codes,
        texts.map((group) => growth.node(group, end + 1, false)),
      );
    if (params.length > 0) node.param = growth.node(params, end + 1, false);
    if (edges === undefined) return;
    const more = (node.more ??= new More());
    more.edges = [];
    for (const [sign, group] of edges) {
      const methods = methodsOf(group);
      more.edgeMethods |= methods;
      more.edges.push(
        sign.startsWith(signs.rest)
          ? this.#restEdge(numberIn(sign), methods, growth.take(group))
          : nameEdge(this.#numbered.names[numberIn(sign)]!, growth.node(group, end + numberedLength, true)),
      );
    }
    const [only] = more.edges;
    if (only?.kind === 'tail' && more.edges.length === 1 && !more.isExtended) more.tail = only;
  }

  /** The methods of each way. All nodes with the same ends share one list. */
  #endsOf(ends: readonly Way[]): readonly MethodSet[] {
    const methods = ends.map((way) => way.methods);
    const key = methods.join();
    const known = this.#ends.get(key);
    if (known === undefined) this.#ends.set(key, methods);
    return known ?? methods;
  }

  #restEdge(number: number, methods: MethodSet, least: number): Edge {
    const node = new Node();
    node.methods = methods;
    const rest = this.#numbered.rests[number]!;
    return { kind: 'rest', least, node, name: undefined, ...rest, isLoose: false, next: -1 };
  }
}

function methodsOf(ways: readonly Way[]): MethodSet {
  let methods = 0;
  for (let k = 0; k < ways.length; k++) methods |= ways[k]!.methods;
  return methods;
}

/** The root of a structure, or a copy of it, with `start` set. */
function startingAt({ root, least, shifted }: Structure, start: number): Node {
  const known = shifted[start];
  if (known) return known;
  const node = new Node();
  node.become(root);
  node.start = start;
  node.least = start + least;
  return (shifted[start] = node);
}

/** Ways, grouped by what comes next in their texts. */
interface Branches {
  readonly ends: readonly Way[];
  /** Whether one of the ends has an extension. */
  readonly isExtended: boolean;
  readonly params: readonly Way[];
  /** The characters that come next, and the ways with each. */
  readonly codes: readonly number[];
  readonly texts: readonly (readonly Way[])[];
  /** By the sign and its number. */
  readonly edges: ReadonlyMap<string, readonly Way[]> | undefined;
}

function branchesOf(ways: readonly Way[], at: number): Branches {
  let ends = noWays;
  let isExtended = false;
  let params = noWays;
  let edges: Map<string, Way[]> | undefined;
  const codes: number[] = [];
  const texts: Way[][] = [];
  for (let k = 0; k < ways.length; k++) {
    const way = ways[k]!;
    const code = way.text.charCodeAt(at);
    if (!isSign(code)) {
      const known = codes.lastIndexOf(code);
      if (known < 0) {
        codes.push(code);
        texts.push([way]);
      } else texts[known]!.push(way);
    } else if (code === End || code === Extension) {
      ends = appended(ends, way);
      isExtended ||= code === Extension;
    } else if (code === Segment) params = appended(params, way);
    else {
      const sign = way.text.substr(at, numberedLength);
      edges ??= new Map<string, Way[]>();
      edges.set(sign, appended(edges.get(sign) ?? noWays, way));
    }
  }
  return { ends, isExtended, params, codes, texts, edges };
}

/** Adds a way. The list of the first way is a literal, because `push` onto an empty list reserves room for seventeen. */
function appended(ways: Way[], way: Way): Way[] {
  if (ways.length === 0) return [way];
  ways.push(way);
  return ways;
}

/** How often a sign occurs in a text. */
function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}
