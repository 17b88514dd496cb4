// All leaves of a radix tree that a canonical path may reach: every branch is followed, nothing is tested.
//
// It answers which methods a path has, and who comes next where a route declined. Where a path is met by text and plain
// segments alone, its leaves are exactly the right ones; where more is open, or a dot was escaped (which is text to a
// segment and a dot to a literal), they are at least those, and backtracking has the last word.

import { escapedDot, segmentEnd } from '../patterns/request-path.js';
import type { Route } from '../patterns/route.js';
import { childOf, type Edge, type Leaf, type Node, unfold } from './radix-tree.js';

export interface Candidates {
  /** The first leaf of each place that was reached. */
  readonly leaves: readonly Leaf[];
  /** They all fit: only their own tests and the request can refuse. */
  readonly isExact: boolean;
}

const EscapedDot = 0xdc2e;

/** What a canonical path may reach. */
export function candidatesOf(root: Node, path: string): Candidates {
  const search = new Search(path === '' ? '/' : path);
  search.from(root, 0);
  return search;
}

/**
 * The first leaf of the only place that a path as it was sent reaches. Null where text and plain segments reach none: a path that is not
 * canonical may still have one. Undefined where there may be several.
 */
export function onlyLeaf(start: Node, path: string, position: number): Leaf | null | undefined {
  let node = start;
  let i = position;
  for (;;) {
    const { size, more } = node;
    if (size !== 0) {
      if (path.substring(i, i + size) !== node.label) {
        if (unfold(node)) continue;
        return null;
      }
      i += size;
    }
    if (i >= path.length) return node.leaf;
    const code = path.charCodeAt(i);
    if (more !== null && (code === 46 || more.edges !== null || more.others !== null)) return undefined;
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
    const first = onlyLeaf(literal, path, i + 1);
    const second = end === i ? null : onlyLeaf(param, path, end);
    return first === null ? second : second === null ? first : undefined;
  }
}

/** The routes of leaves and of those chained to them, each once, in declaration order. */
export function inOrder(leaves: readonly Leaf[]): Route[] {
  const routes = new Set<Route>();
  for (const first of leaves)
    for (let leaf: Leaf | null = first; leaf !== null; leaf = leaf.next) routes.add(leaf.route);
  return [...routes].sort((a, b) => a.index - b.index);
}

class Search implements Candidates {
  readonly path: string;
  readonly leaves: Leaf[] = [];
  isExact: boolean;
  /** Places behind values with several ends, which may be reached more than once. */
  #seen: Map<Node, Set<number>> | undefined;
  /** The stretch without slashes and dots that was gone through last. */
  #stretch = { start: 0, end: -1 };
  /** By edge: the value that began first in the stretch that was gone through last. */
  readonly #firstValues = new Map<Edge, { readonly limit: number; readonly start: number }>();

  constructor(path: string) {
    this.path = path;
    this.isExact = !path.includes(escapedDot);
  }

  from(start: Node, position: number): void {
    const { path } = this;
    let node = start;
    let i = position;
    for (;;) {
      unfold(node);
      for (let k = 0; k < node.size; k++, i++) {
        const code = path.charCodeAt(i);
        if (code !== node.label.charCodeAt(k) && !(code === EscapedDot && node.label[k] === '.')) return;
      }
      if (i === path.length) {
        if (node.leaf) this.leaves.push(node.leaf);
        return;
      }
      const code = path.charCodeAt(i);
      const dot = code === EscapedDot ? childOf(node, 46) : null;
      if (dot) this.from(dot, i + 1);
      if (node.more) this.#branches(node, i, code);
      if (node.param && code !== 47 && code !== 46) {
        const end = this.#segment(node.param, i);
        const literal = childOf(node, code);
        if (!literal) {
          node = node.param;
          i = end;
          continue;
        }
        this.from(node.param, end);
      }
      const literal = childOf(node, code);
      if (!literal) return;
      node = literal;
      i++;
    }
  }

  /** The end of a plain segment; an escaped dot in it may be the dot of text behind it. */
  #segment(behind: Node, start: number): number {
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
      if (i > start) this.#once(behind, i);
    }
    if (!hasEscapedDot) this.#stretch = { start, end: i };
    return i;
  }

  #branches({ more }: Node, i: number, code: number): void {
    const { path } = this;
    if (
      more!.format &&
      (code === 46 || code === EscapedDot) &&
      i + 1 < path.length &&
      path.indexOf('/', i) < 0
    ) {
      if (this.isExact && path.indexOf('.', i + 1) < 0) this.leaves.push(more!.format);
      else if (!this.isExact) this.leaves.push(more!.format);
    }
    for (const edge of more!.edges ?? []) {
      this.isExact = false;
      if (edge.leaf) this.leaves.push(edge.leaf);
      else this.#values(edge, i);
    }
  }

  #values(edge: Edge, start: number): void {
    const { path } = this;
    const slash = edge.kind === 'glob' ? -1 : path.indexOf('/', start);
    const limit = slash < 0 ? path.length : slash;
    const known = this.#firstValues.get(edge);
    // What ends behind the start of an earlier value of the same stretch has been followed.
    const last = known?.limit === limit ? Math.min(known.start, limit) : limit;
    if (last <= start) return;
    this.#firstValues.set(edge, { limit, start });
    for (let end = last; end > start; end--) this.#once(edge.node, end);
  }

  #once(node: Node, position: number): void {
    const seen = (this.#seen ??= new Map<Node, Set<number>>()).get(node) ?? new Set();
    if (seen.has(position)) return;
    this.#seen.set(node, seen.add(position));
    this.from(node, position);
  }
}
