// All leaves of a radix tree that a canonical path may reach: every branch is followed, nothing is tested.
//
// It answers which methods a path has, and who comes next where a route declined. Where a path is met by text and plain
// segments alone, its leaves are exactly the right ones; where more is open, or a dot was escaped (which is text to a
// segment and a dot to a literal), they are at least those, and backtracking has the last word.

import { escapedDot, segmentEnd } from '../patterns/request-path.js';
import type { Route } from '../patterns/route.js';
import type { Leaf } from './leaf.js';
import { verbsOf } from './recognition.js';
import type { MethodSet } from './ways.js';
import type { Tree } from './radix-tree.js';
import { childOf, type Edge, type More, type Node } from './tree-nodes.js';

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
 * The verbs of the only place that a path as it was sent reaches. Null where text and plain segments reach none: a path that is not
 * canonical may still have one. Undefined where there may be several, or where more than the path decides.
 */
export function onlyVerbs(
  tree: Tree,
  path: string,
  start = tree.root,
  position = 0,
  before = 0,
): readonly string[] | null | undefined {
  let node = start;
  let i = position;
  let first = before;
  for (;;) {
    const { size, more } = node;
    if (size !== 0) {
      if (path.substring(i, i + size) !== node.label) {
        if (tree.unfold(node, first)) continue;
        return null;
      }
      i += size;
    }
    first += node.start;
    if (i >= path.length) return verbsAt(tree, first, node.ends.length);
    const code = path.charCodeAt(i);
    if (more !== null && branches(more, code)) return undefined;
    const literal = childOf(node, code);
    const param = code === 47 || code === 46 ? null : node.param;
    if (param === null) {
      if (literal === null) return null;
      node = literal;
      i++;
      continue;
    }
    const end = segmentEnd(path, path.length, i);
    if (literal === null) {
      if (end === i) return null;
      node = param;
      i = end;
      continue;
    }
    const one = onlyVerbs(tree, path, literal, i + 1, first);
    const other = end === i ? null : onlyVerbs(tree, path, param, end, first);
    return one === null ? other : other === null ? one : undefined;
  }
}

/** Whether there is more to follow before this character than a literal and a plain segment. */
function branches({ edges, others }: More, code: number): boolean {
  return code === 46 || edges !== null || others !== null;
}

/** The verbs of so many leaves from a place on; null of none, undefined where more than the path decides. */
function verbsAt(tree: Tree, first: number, count: number): readonly string[] | null | undefined {
  if (count === 0) return null;
  const { verbs } = tree.leafAt(first);
  if (verbs !== undefined) return verbs;
  const leaves = Array.from({ length: count }, (_, k) => tree.leafAt(first + k));
  if (!leaves.every(({ isPlain }) => isPlain)) return undefined;
  return (leaves[0]!.verbs = Object.freeze(verbsOf(inOrder(leaves))));
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
      const dot = code === EscapedDot ? childOf(node, 46) : null;
      if (dot) this.from(dot, i + 1, first);
      if (node.more) this.#branches(node, i, first, code);
      if (node.param && code !== 47 && code !== 46) {
        const end = this.#segment(node.param, i, first);
        const literal = childOf(node, code);
        if (!literal) {
          node = node.param;
          i = end;
          continue;
        }
        this.from(node.param, end, first);
      }
      const literal = childOf(node, code);
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
      this.isExact = false;
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
