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
//
// Nodes are slim: whatever is rare stands in `more`. Text is cut into labels of at most twelve characters, which a substring can
// be compared with without making an object of its own.

import { Leaf } from './leaf.js';
import type { RouteList } from '../patterns/route-list.js';
import { signs, type VariantName, variantsOf } from '../patterns/variants.js';
import type { Step } from '../patterns/steps.js';
import {
  isSign,
  type MethodSet,
  Methods,
  Numbered,
  numberedLength,
  numberIn,
  sharedText,
  type Way,
  wayAt,
  waysOf,
} from './ways.js';

/** Behind every rank. */
export const NoRank = 0x3fffffff;

const longestLabel = 12;
/** So many ways are told apart at once. */
const mostAtOnce = 64;
const longestAtOnce = 512;
/** So many structures are looked for among those that are there. */
const mostKnown = 4_096;
const noKids: (Node | null)[] = [];
const noEnds: readonly MethodSet[] = [];

/** The label of a folded node: longer than its size, so that no path has it and whoever looks for it finds out. */
export const foldedLabel = '...';
const foldedSize = 2;

/** The codes of signs. */
const Segment = 0;
const Extension = 1;
const Other = 2;
const Rest = 3;
const End = 4;

/** A place in the tree: behind its label. */
export class Node {
  /** What has to be there before anything else. */
  label = foldedLabel;
  size = foldedSize;
  /** The first character of the label. */
  head = 0;
  /** Where its places begin, less where those of the node before do. Those of the routes that end here come first. */
  start = 0;
  /** The methods of routes that end here or below, and of each that ends here. */
  methods: MethodSet = 0;
  ends: readonly MethodSet[] = noEnds;
  slash: Node | null = null;
  /** By character from `base` on. */
  kids: (Node | null)[] = noKids;
  base = 0;
  /** Behind a segment that ends at a slash, a dot or the path's end. */
  param: Node | null = null;
  more: More | null = null;
  /** The place of the least rank of all that lie here and below, as the node before counts. */
  least = 0;

  setLabel(label: string): void {
    this.label = label;
    this.size = label.length;
    this.head = label === '' ? 0 : label.charCodeAt(0);
  }

  /** Is from now on what another node is. */
  become(other: Node): void {
    this.label = other.label;
    this.size = other.size;
    this.head = other.head;
    this.methods = other.methods;
    this.ends = other.ends;
    this.slash = other.slash;
    this.kids = other.kids;
    this.base = other.base;
    this.param = other.param;
    this.more = other.more;
  }
}

/** What few nodes have. */
export class More {
  /** Of a folded node. */
  folded: Folded | null = null;
  /** Some leaves may have an extension behind them: `.json`. */
  isExtended = false;
  /** By ascending least rank. */
  edges: Edge[] | null = null;
  /** Kids behind characters beyond ASCII, which would make the others' list long. */
  others: Map<number, Node> | null = null;
}

/** The ways that lead through a node, and how far they have come. */
interface Folded {
  readonly ways: readonly Way[];
  readonly at: number;
}

/**
 * A way on that has more than one end, or more to test than where it ends: `wide` a segment that may hold dots or is
 * followed by text in its piece; `glob`; `rest` what is left to backtracking.
 */
export interface Edge {
  readonly kind: 'wide' | 'glob' | 'rest';
  /** The place of the least rank, and of a rest its only one. */
  readonly least: number;
  /** Behind the name. */
  readonly node: Node;
  readonly name: VariantName | undefined;
  readonly step: Step | undefined;
  readonly isSlashDue: boolean;
}

/** What ways with the same texts from some place on lead through. */
interface Structure {
  readonly root: Node;
  /** The ways by their places, and the place of the first. */
  readonly order: readonly number[];
  readonly least: number;
  /** The root where it begins elsewhere than what is before it. */
  readonly shifted: (Node | undefined)[];
}

/** How the nodes behind a node come to be. */
interface Growth {
  /** Gives the ways that end here places: the first of them. */
  take(ways: readonly Way[]): number;
  /** The node behind a text or a name. */
  node(ways: readonly Way[], at: number, isBare: boolean): Node;
}

/** A path without names, and the methods of the routes that have it. */
interface WholePath {
  readonly path: string;
  readonly methods: MethodSet;
}

/** The tree of a router's routes. */
export class Tree {
  readonly methods = new Methods();
  readonly root: Node;
  readonly paths: readonly WholePath[];
  /** By place. */
  readonly ranks: number[] = [];
  readonly leaves: (Leaf | null)[] = [];
  /** The most names that a way has. */
  readonly mostNames: number;
  readonly #routes: RouteList;
  readonly #numbered = new Numbered();
  readonly #structures = new Map<string, Structure>();

  constructor(routes: RouteList) {
    this.#routes = routes;
    const ways = waysOf(routes, this.methods, this.#numbered);
    this.paths = wholePaths(ways);
    this.mostNames = ways.reduce((most, { text }) => Math.max(most, namesIn(text)), 0);
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
      this.#take(order.map((ordinal) => ways[ordinal]!));
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
    const { index, variant: number } = wayAt(rank);
    const route = this.#routes.at(index);
    const variant = variantsOf(route.definition)[number]!;
    if (!isExtended) return new Leaf(rank, route, variant, undefined);
    return variant.extension === undefined ? null : new Leaf(rank, route, variant, variant.extension);
  }

  /** New places for these ways. */
  #take(ways: readonly Way[]): number {
    const first = this.ranks.length;
    for (let k = 0; k < ways.length; k++) {
      this.ranks.push(ways[k]!.rank);
      this.leaves.push(null);
    }
    return first;
  }

  #folded(ways: readonly Way[], at: number, before: number): Node {
    const node = new Node();
    node.least = this.#take(ways.slice(0, 1)) - before;
    node.methods = methodsOf(ways);
    node.more = new More();
    node.more.folded = { ways, at };
    return node;
  }

  /** The structure of ways with the same texts from a place on as these, or a new one. */
  #structureOf(ways: readonly Way[], at: number, isBare: boolean): Structure {
    let key = isBare ? signs.other : '';
    for (let k = 0; k < ways.length; k++) key += ways[k]!.text.substring(at);
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
    for (let k = 0; k < ways.length; k++) ways[k]!.ordinal = k;
    const order = inOrder.map(({ ordinal }) => ordinal);
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
    const { text } = ways[0] ?? { text: '' };
    node.methods = methodsOf(ways);
    for (; end - at > longestLabel; at += longestLabel + 1) {
      node.setLabel(text.substr(at, longestLabel));
      const next = new Node();
      next.methods = node.methods;
      setChild(node, text.charCodeAt(at + longestLabel), next);
      node = next;
    }
    node.setLabel(text.substring(at, end));
    const ends: Way[] = [];
    const texts = new Map<number, Way[]>();
    const params: Way[] = [];
    /** By sign and number. */
    const edges = new Map<string, Way[]>();
    for (let k = 0; k < ways.length; k++) {
      const way = ways[k]!;
      const code = way.text.charCodeAt(end);
      if (code === End) ends.push(way);
      else if (code === Segment) params.push(way);
      else if (code === Extension) {
        (node.more ??= new More()).isExtended = true;
        ends.push(way);
      } else if (code === Other || code === Rest) addTo(edges, way.text.substr(end, numberedLength), way);
      else addTo(texts, code, way);
    }
    if (ends.length > 0) {
      growth.take(ends);
      node.ends = ends.map(({ methods }) => methods);
    }
    for (const [code, group] of texts) setChild(node, code, growth.node(group, end + 1, false));
    if (params.length > 0) node.param = growth.node(params, end + 1, false);
    for (const [sign, group] of edges)
      ((node.more ??= new More()).edges ??= []).push(
        sign.startsWith(signs.rest)
          ? this.#restEdge(numberIn(sign), methodsOf(group), growth.take(group))
          : this.#nameEdge(numberIn(sign), growth.node(group, end + numberedLength, true)),
      );
  }

  #nameEdge(number: number, node: Node): Edge {
    const name = this.#numbered.names[number]!;
    const kind = name.kind === 'glob' ? 'glob' : 'wide';
    return { kind, least: node.least, node, name, step: undefined, isSlashDue: false };
  }

  #restEdge(number: number, methods: MethodSet, least: number): Edge {
    const node = new Node();
    node.methods = methods;
    return { kind: 'rest', least, node, name: undefined, ...this.#numbered.rests[number]! };
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

function addTo<Key>(groups: Map<Key, Way[]>, key: Key, way: Way): void {
  const group = groups.get(key);
  if (group) group.push(way);
  else groups.set(key, [way]);
}

/** The paths of ways without names, but for an extension. */
function wholePaths(ways: readonly Way[]): WholePath[] {
  const paths: WholePath[] = [];
  for (let k = 0; k < ways.length; k++) {
    const { text, methods } = ways[k]!;
    let sign = 0;
    while (!isSign(text.charCodeAt(sign))) sign++;
    const code = text.charCodeAt(sign);
    if (code === End || code === Extension) paths.push({ path: text.slice(0, sign), methods });
  }
  return paths;
}

function namesIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === Segment || code === Extension || code === Other) count++;
  }
  return count;
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
