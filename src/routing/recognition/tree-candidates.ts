// All leaves of the tree that a canonical path may reach. Every branch is followed and nothing is tested.
//
// Used for the verbs of a path if path-verbs.ts cannot tell, and for the next route if one declines a request. If only text and plain
// segments are on the way, the leaves are exactly those that match. Otherwise, or if the path has an escaped dot (text to a segment, a dot
// to a literal), there may be more, and backtracking decides.

import { escapedDot, mayEnd } from '../patterns/request-path.js';
import type { Route } from '../patterns/route.js';
import type { Leaf } from './leaf.js';
import type { MethodSet } from './ways.js';
import type { Tree } from './radix-tree.js';
import { childOf, type Edge, type Node } from './tree-nodes.js';

interface Candidates {
  readonly leaves: readonly Leaf[];
  /** The path matches all of them. Only their tests and the request can refuse. */
  readonly isExact: boolean;
}

const EscapedDot = 0xdc2e;
/** Greater than any length of a string. */
const mostPositions = 0x40000000;

/** The leaves that a canonical path may reach and that answer one of these methods. */
export function candidatesOf(tree: Tree, methods: MethodSet, path: string): Candidates {
  const search = new Search(tree, methods, path === '' ? '/' : path);
  search.from(tree.root, 0, 0);
  return search;
}

/** The routes of these leaves, each once, in declaration order. */
export function routesOf(leaves: readonly Leaf[]): Route[] {
  return [...new Set(leaves.map(({ route }) => route))].sort((a, b) => a.index - b.index);
}

class Search implements Candidates {
  readonly #tree: Tree;
  readonly #methods: MethodSet;
  readonly path: string;
  readonly leaves: Leaf[] = [];
  isExact: boolean;
  /** Positions already visited at nodes after values with several ends. */
  #seen: Map<Node, Set<number>> | undefined;
  /** The stretch without slashes and dots that was scanned last. */
  #stretch = { start: 0, end: -1 };
  /** By edge and first place: the earliest value start in the stretch that was scanned last. */
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
        const end = this.#segment(i);
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

  /** The end of a plain segment. */
  #segment(start: number): number {
    const { path } = this;
    const known = this.#stretch;
    if (start >= known.start && start <= known.end) return known.end;
    let i = start;
    for (; i < path.length; i++) {
      if (i === known.start && known.end > i) {
        i = known.end;
        break;
      }
      const code = path.charCodeAt(i);
      if (code === 47 || code === 46) break;
    }
    this.#stretch = { start, end: i };
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
      // Any value fits a glob at the end of its pattern.
      this.isExact &&= edge.kind === 'tail';
      if ((edge.node.methods & this.#methods) === 0) continue;
      if (edge.kind === 'rest') this.leaves.push(this.#tree.leafAt(first + edge.least));
      else this.#values(edge, i, first);
    }
  }

  #values(edge: Edge, start: number, first: number): void {
    const { path } = this;
    const slash = edge.kind !== 'wide' ? -1 : path.indexOf('/', start);
    const limit = slash < 0 ? path.length : slash;
    const byFirst = this.#firstValues.get(edge) ?? new Map<number, { limit: number; start: number }>();
    const known = byFirst.get(first);
    // Values of the same stretch that end after the start of an earlier value have already been followed.
    const last = known?.limit === limit ? Math.min(known.start, limit) : limit;
    if (last <= start) return;
    this.#firstValues.set(edge, byFirst.set(first, { limit, start }));
    for (let end = last; end > start; end--) if (mayEnd(path, end)) this.#once(edge.node, end, first);
  }

  #once(node: Node, position: number, first: number): void {
    const seen = (this.#seen ??= new Map<Node, Set<number>>()).get(node) ?? new Set();
    const key = first * mostPositions + position;
    if (seen.has(key)) return;
    this.#seen.set(node, seen.add(key));
    this.from(node, position, first);
  }
}
