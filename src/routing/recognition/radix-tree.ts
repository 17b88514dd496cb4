// The tree that paths are looked up in: by character through literal text, by name through segments.
//
//   GET /users            ─ "/" users ┬ leaf 0
//   GET /users/:id/edit               └ "/" :id ┬ "/" edit ─ leaf 1
//   GET /users/:id(.:format)                    └ leaf 2, with and without extension
//
// Below a node with few ways all is made at once, and once for all ways with the same texts: most resources of a table lead through the
// same nodes from behind their names on, which stay in the processor's cache. So nodes know no routes. They know places, each less the
// place that the node before begins with: whoever walks adds up where he is, and `leaves` and `ranks` have what is there.
//
//   /posts/:id   ─ posts, from 0 ┐                                   leaves: 0 posts#index  1 posts#show
//   /notes/:id   ─ notes, from 2 ┴ leaf 0 ─ "/" ─ :id ─ leaf 1               2 notes#index  3 notes#show
//
// A node with many ways is folded at first: it only has the list of them, and is unfolded when a path comes to it, so that a large table answers
// its first request at once.
//
// Every way through every pattern has a rank, its number in declaration order. Each node knows the place of the least rank of all
// that lie below: a search stops as soon as what it has found comes before all that is still open.

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

/** A substring with more characters than this is an object of its own, and takes as long to compare as three that have fewer. */
const longestPiece = 12;
/** Text of up to so many characters is cut into labels of that length, and longer text is one label. */
const mostCut = 36;
/** So many ways are told apart at once. */
const mostAtOnce = 8;
const longestAtOnce = 512;
/** So many structures are looked for among those that are there. */
const mostKnown = 4_096;
const noWays: Way[] = [];
/** Of one way alone. */
const onlyOne: readonly number[] = [0];

/** The codes of signs. */
const Segment = 0;
const Extension = 1;
const End = 4;

/** What ways with the same texts from some place on lead through. */
interface Structure {
  readonly root: Node;
  /** The ways by their places, and the place of the first. */
  readonly order: readonly number[];
  readonly least: number;
  /** The same root for nodes whose places begin so many behind those of the node before. */
  readonly shifted: (Node | undefined)[];
}

/** How the nodes behind a node come to be. */
interface Growth {
  /** Gives the ways that end here places: the first of them. */
  take(ways: readonly Way[]): number;
  /** The node behind a text or a name. */
  node(ways: readonly Way[], at: number, isBare: boolean): Node;
}

/** The tree of a router's routes. */
export class Tree {
  readonly methods = new Methods();
  readonly root: Node;
  /** A way with its path as text for each route whose path has no names, but for an extension. */
  readonly paths: readonly Way[];
  readonly kids: Kids = [];
  /** By place. */
  readonly ranks: number[] = [];
  readonly leaves: (Leaf | null)[] = [];
  /** What is remembered of leaves by the place of the first of those that end at the same node. */
  readonly groups = new Map<number, LeafGroup>();
  /** What is remembered of two places that paths reach: the verbs of their leaves. */
  readonly jointVerbs = new Map<number, readonly string[]>();
  readonly beginnings: Beginnings;
  /** The most names that a way has. */
  readonly mostNames: number;
  readonly #routes: RouteList;
  /** All of them, until `#named` is made of them, when a literal path is first asked for. */
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

  /**
   * Makes a folded node what its ways come to; false for one that is no longer folded. The places of the node before begin at `before`; a
   * `bare` node has no label.
   */
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
          // What stands right behind an edge is chosen by its first character: it has no label.
          if (bare) this.unfold(behind, first, true);
          return behind;
        },
      });
    }
    return true;
  }

  /**
   * The match of a literal path whose first way has this rank, where nothing else could answer it before; undefined where that takes a walk to tell.
   */
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
    // Where the way is plain, nothing is asked of segments.
    if (this.#plainness[index] === Various || route.definition.requestConstraints.length > 0)
      return undefined;
    return fixedMatch(route);
  }

  /** What stands at a place. */
  leafAt(place: number): Leaf {
    return (this.leaves[place] ??= this.leafOf(this.ranks[place]!));
  }

  /** The end of the way that has a rank. */
  leafOf(rank: number): Leaf {
    return this.#leafOf(rank, false)!;
  }

  /** The same with an extension, if it may have one. */
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

  /** New places for these ways. */
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

  /** The structure of ways with the same texts from a place on as these, or a new one. */
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

  /** Tells ways apart, behind the text that they share, by what comes next. */
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

  /** The methods of each of these, in a list that all nodes with the same ends share. */
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

/** The root of a structure whose first place is that place of what is before it. */
function startingAt({ root, least, shifted }: Structure, start: number): Node {
  const known = shifted[start];
  if (known) return known;
  const node = new Node();
  node.become(root);
  node.start = start;
  node.least = start + least;
  return (shifted[start] = node);
}

/** Ways by what comes next in them. */
interface Branches {
  readonly ends: readonly Way[];
  /** One of the ends has an extension. */
  readonly isExtended: boolean;
  readonly params: readonly Way[];
  /** The characters of texts, and the ways behind each. */
  readonly codes: readonly number[];
  readonly texts: readonly (readonly Way[])[];
  /** By sign and number. */
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
      ends = added(ends, way);
      isExtended ||= code === Extension;
    } else if (code === Segment) params = added(params, way);
    else {
      const sign = way.text.substr(at, numberedLength);
      edges ??= new Map<string, Way[]>();
      edges.set(sign, added(edges.get(sign) ?? noWays, way));
    }
  }
  return { ends, isExtended, params, codes, texts, edges };
}

/** The ways with one more; a list that was pushed into has room for seventeen. */
function added(ways: Way[], way: Way): Way[] {
  if (ways.length === 0) return [way];
  ways.push(way);
  return ways;
}

/** How often a sign is in a text. */
function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}
