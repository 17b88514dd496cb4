// All leaves of a radix tree that a canonical path may reach: every branch is followed, nothing is tested.
//
// It answers which methods a path has, and who comes next where a route declined. Where a path is met by text and plain
// segments alone, its leaves are exactly the right ones; where more is open, or a dot was escaped (which is text to a
// segment and a dot to a literal), they are at least those, and backtracking has the last word.

import { escapedDot, isPlainFrom, segmentEnd } from '../patterns/request-path.js';
import type { Route } from '../patterns/route.js';
import type { Leaf } from './leaf.js';
import { verbsOf } from './recognition.js';
import type { MethodSet } from './ways.js';
import type { Tree } from './radix-tree.js';
import { childOf, type Edge, isTail, type More, type Node } from './tree-nodes.js';

export interface Candidates {
  readonly leaves: readonly Leaf[];
  /** They all fit: only their own tests and the request can refuse. */
  readonly isExact: boolean;
}

const EscapedDot = 0xdc2e;
/** More than a text may have. */
const mostPositions = 2 ** 30;

/** What a canonical path may reach with one of these methods. */
export function candidatesOf(tree: Tree, methods: MethodSet, path: string): Candidates {
  const search = new Search(tree, methods, path === '' ? '/' : path);
  search.from(tree.root, 0, 0);
  return search;
}

/**
 * The verbs that a path as it was sent has. Null where text and plain segments reach no route: a path that is not
 * canonical may still have one. Undefined where more than the path decides, or more of it than text, plain segments and globs at the end.
 */
export function plainVerbs(tree: Tree, path: string): readonly string[] | null | undefined {
  const places = reached;
  reachedCount = 0;
  if (!reach(tree, path, tree.root, 0, 0)) return undefined;
  if (reachedCount === 0) return null;
  if (reachedCount === 2) return verbsAt(tree, places[0]!, places[1]!);
  const key = reachedCount === 4 ? places[0]! * mostPlaces + places[2]! : -1;
  const known = key < 0 ? undefined : tree.jointVerbs.get(key);
  if (known !== undefined) return known;
  const leaves: Leaf[] = [];
  for (let k = 0; k < reachedCount; k += 2) leaves.push(...leavesAt(tree, places[k]!, places[k + 1]!));
  const verbs = plainVerbsOf(leaves);
  if (key >= 0 && verbs !== undefined) tree.jointVerbs.set(key, verbs);
  return verbs;
}

/**
 * The places that a path reaches, and how many leaves each has, by turns, as far as the count tells. They are read before another path is asked
 * about; a list that is emptied each time would be made anew.
 */
const reached: number[] = [];
let reachedCount = 0;

function noteReached(first: number, count: number): void {
  reached[reachedCount++] = first;
  reached[reachedCount++] = count;
}

/** More than a tree has. */
const mostPlaces = 2 ** 26;

/** Finds all places that a path reaches from a node on; false where there may be others. */
function reach(tree: Tree, path: string, start: Node, position: number, before: number): boolean {
  let node = start;
  let i = position;
  let first = before;
  for (;;) {
    const { size } = node;
    if (size !== 0) {
      if (path.substring(i, i + size) !== node.label) {
        if (tree.unfold(node, first)) continue;
        return true;
      }
      i += size;
    }
    first += node.start;
    if (i >= path.length) {
      if (node.ends.length > 0) noteReached(first, node.ends.length);
      return true;
    }
    const code = path.charCodeAt(i);
    const { more } = node;
    if (more !== null && !reachMore(more, path, i, first)) return false;
    const literal = childOf(tree.kids, node, code);
    const param = code === 47 || code === 46 ? null : node.param;
    const end = param === null ? i : segmentEnd(path, path.length, i);
    if (literal === null) {
      if (param === null || end === i) return true;
      node = param;
      i = end;
      continue;
    }
    if (param !== null && end > i && !reach(tree, path, param, end, first)) return false;
    node = literal;
    i++;
  }
}

/** The same of what few nodes have: globs behind which nothing comes. */
function reachMore({ isExtended, edges, others }: More, path: string, i: number, first: number): boolean {
  if (others !== null || (isExtended && path.charCodeAt(i) === 46)) return false;
  if (edges === null) return true;
  for (const { kind, name, node } of edges) {
    if (kind !== 'glob' || name?.demand.test || !isTail(node)) return false;
    noteReached(first + node.start, node.ends.length);
  }
  return isPlainFrom(path, path.length, i);
}

function leavesAt(tree: Tree, first: number, count: number): Leaf[] {
  return Array.from({ length: count }, (_, k) => tree.leafAt(first + k));
}

/** The verbs of so many leaves from a place on; undefined where more than the path decides. */
function verbsAt(tree: Tree, first: number, count: number): readonly string[] | undefined {
  const leaf = tree.leafAt(first);
  return leaf.verbs ?? (leaf.verbs = plainVerbsOf(leavesAt(tree, first, count)));
}

function plainVerbsOf(leaves: readonly Leaf[]): readonly string[] | undefined {
  return leaves.every(({ isPlain }) => isPlain) ? Object.freeze(verbsOf(inOrder(leaves))) : undefined;
}

/** The routes of leaves, each once, in declaration order. */
export function inOrder(leaves: readonly Leaf[]): Route[] {
  return [...new Set(leaves.map(({ route }) => route))].sort((a, b) => a.index - b.index);
}

class Search implements Candidates {
  readonly #tree: Tree;
  readonly #methods: MethodSet;
  readonly path: string;
  readonly leaves: Leaf[] = [];
  isExact: boolean;
  /** Places behind values with several ends, which may be reached more than once. */
  #seen: Map<Node, Set<number>> | undefined;
  /** The stretch without slashes and dots that was gone through last. */
  #stretch = { start: 0, end: -1 };
  /** By edge and where its places begin: the value that began first in the stretch that was gone through last. */
  readonly #firstValues = new Map<Edge, Map<number, { readonly limit: number; readonly start: number }>>();

  constructor(tree: Tree, methods: MethodSet, path: string) {
    this.#tree = tree;
    this.#methods = methods;
    this.path = path;
    this.isExact = !path.includes(escapedDot);
  }

  from(start: Node, position: number, before: number): void {
    const { path } = this;
    const tree = this.#tree;
    let node = start;
    let i = position;
    let first = before;
    for (;;) {
      if ((node.methods & this.#methods) === 0) return;
      tree.unfold(node, first);
      first += node.start;
      for (let k = 0; k < node.size; k++, i++) {
        const code = path.charCodeAt(i);
        if (code !== node.label.charCodeAt(k) && !(code === EscapedDot && node.label[k] === '.')) return;
      }
      if (i === path.length) {
        this.#take(node, first, false);
        return;
      }
      const code = path.charCodeAt(i);
      const dot = code === EscapedDot ? childOf(tree.kids, node, 46) : null;
      if (dot) this.from(dot, i + 1, first);
      if (node.more) this.#branches(node, i, first, code);
      if (node.param && code !== 47 && code !== 46) {
        const end = this.#segment(node.param, i, first);
        const literal = childOf(tree.kids, node, code);
        if (!literal) {
          node = node.param;
          i = end;
          continue;
        }
        this.from(node.param, end, first);
      }
      const literal = childOf(tree.kids, node, code);
      if (!literal) return;
      node = literal;
      i++;
    }
  }

  /** The end of a plain segment; an escaped dot in it may be the dot of text behind it. */
  #segment(behind: Node, start: number, first: number): number {
    const { path } = this;
    const known = this.#stretch;
    if (start >= known.start && start <= known.end) return known.end;
    let i = start;
    let hasEscapedDot = false;
    for (; i < path.length; i++) {
      if (i === known.start && known.end > i) {
        i = known.end;
        break;
      }
      const code = path.charCodeAt(i);
      if (code === 47 || code === 46) break;
      if (code !== EscapedDot) continue;
      hasEscapedDot = true;
      if (i > start) this.#once(behind, i, first);
    }
    if (!hasEscapedDot) this.#stretch = { start, end: i };
    return i;
  }

  #take({ ends }: Node, first: number, isExtended: boolean): void {
    for (let k = 0; k < ends.length; k++) {
      if ((ends[k]! & this.#methods) === 0) continue;
      const leaf = this.#tree.leafAt(first + k);
      const taken = isExtended ? this.#tree.extended(leaf) : leaf;
      if (taken !== null) this.leaves.push(taken);
    }
  }

  #branches(node: Node, i: number, first: number, code: number): void {
    const { path } = this;
    const { more } = node;
    if (
      more!.isExtended &&
      (code === 46 || code === EscapedDot) &&
      i + 1 < path.length &&
      path.indexOf('/', i) < 0 &&
      !(this.isExact && path.includes('.', i + 1))
    )
      this.#take(node, first, true);
    for (const edge of more!.edges ?? []) {
      // Every value of a glob fits that takes what is left.
      this.isExact &&= edge.kind === 'glob' && !edge.name?.demand.test && isTail(edge.node);
      if ((edge.node.methods & this.#methods) === 0) continue;
      if (edge.kind === 'rest') this.leaves.push(this.#tree.leafAt(first + edge.least));
      else this.#values(edge, i, first);
    }
  }

  #values(edge: Edge, start: number, first: number): void {
    const { path } = this;
    const slash = edge.kind === 'glob' ? -1 : path.indexOf('/', start);
    const limit = slash < 0 ? path.length : slash;
    const byFirst = this.#firstValues.get(edge) ?? new Map<number, { limit: number; start: number }>();
    const known = byFirst.get(first);
    // What ends behind the start of an earlier value of the same stretch has been followed.
    const last = known?.limit === limit ? Math.min(known.start, limit) : limit;
    if (last <= start) return;
    this.#firstValues.set(edge, byFirst.set(first, { limit, start }));
    for (let end = last; end > start; end--) this.#once(edge.node, end, first);
  }

  #once(node: Node, position: number, first: number): void {
    const seen = (this.#seen ??= new Map<Node, Set<number>>()).get(node) ?? new Set();
    const key = first * mostPositions + position;
    if (seen.has(key)) return;
    this.#seen.set(node, seen.add(key));
    this.from(node, position, first);
  }
}
