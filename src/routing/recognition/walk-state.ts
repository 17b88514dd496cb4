// The state of a walk through the tree (tree-walk.ts): the captured values, what the walk has met, and how a match is made at the end of a
// way.
//
// A value ends at a slash, a dot or the path's end. `indexOf` finds the next slash faster than a loop. The first dot, escape or query is
// looked for once, from the first value on. Most paths have none, and then only slashes matter.

import { decodedValue, escapedCode, isEscapedDot, placeOf, plainEnd } from '../patterns/request-path.js';
import type { Route } from '../patterns/route.js';
import type { Leaf } from './leaf.js';
import type { Match } from './match.js';
import { allowsAll } from './plain-search.js';
import type { Tree } from './radix-tree.js';
import type { ContextSource } from './recognition.js';
import { childOf, type Kids, NoRank, type Node } from './tree-nodes.js';
import type { MethodSet } from './ways.js';

/**
 * The most characters that a walk compares to find the ends of values. If it needs more, the plain search takes over, whose time stays
 * linear.
 */
export const mostEndWork = 20_000;

/** The source of a look-up without a request. */
export const noSource: ContextSource = /* @__PURE__ */ Object.freeze({});

export abstract class WalkState {
  /** A look-up has begun and has not ended. */
  isUnderWay = false;
  tree: Tree;
  readonly kids: Kids;
  readonly ranks: readonly number[];
  readonly leaves: readonly (Leaf | null)[];
  /** The walk looks for routes that answer one of these methods. */
  methods: MethodSet = 0;
  method: string | undefined = undefined;
  source: ContextSource = noSource;
  /** Start and end of each captured value, alternately. */
  readonly captures: Int32Array;
  /** The rank of the latest match. */
  rank = NoRank;
  /** Only matches of a lower rank are of use. */
  bound = NoRank;
  /** The least rank among the branches that have not been tried yet. */
  open = NoRank;
  /**
   * The result is not final: the walk is soiled, encoded or out of order, or a callable has said no (`refusals`). The only flag that is
   * checked after a usual walk.
   */
  isUnsettled = false;
  /** A branch has ended at something that the canonical path does not have. */
  isSoiled = false;
  /** The path is canonical: nothing in it can soil the walk. */
  isClean = false;
  /** The path has marks (request-path.ts), which must be decoded in captured values. */
  isMarked = false;
  /** Captured values may need decoding: the path has marks, or escapes in its values. */
  isEncoded = false;
  /** From this position on, `clearTo` is the position of the first dot, escape or query. */
  ahead = NoRank;
  clearTo = 0;
  /**
   * The plain search must decide: a callable would have been called before earlier routes were tried, the path has an escaped dot, or the
   * walk took too long.
   */
  isOutOfOrder = false;
  /** How many characters have been compared to find the ends of values. */
  work = 0;
  /** Routes whose callables have said no. They are not called again. */
  refusals: Set<Route> | undefined = undefined;
  /** Request constraints and callables are not checked: `isOutOfOrder` only notes that there are some. */
  isProbing = false;

  constructor(tree: Tree) {
    this.tree = tree;
    this.kids = tree.kids;
    this.ranks = tree.ranks;
    this.leaves = tree.leaves;
    this.captures = new Int32Array(2 * tree.mostNames);
  }

  reset(): void {
    this.isUnsettled = false;
    this.isSoiled = false;
    this.isEncoded = false;
    this.isOutOfOrder = false;
    this.refusals = undefined;
  }

  soil(): void {
    this.isUnsettled = true;
    this.isSoiled = true;
  }

  /** A branch ends at `i`. Soils the walk if the path is not canonical there. */
  missed(url: string, length: number, i: number): null {
    if (this.isClean) return null;
    if (i >= length) {
      if (length === 0 || (length > 1 && url.charCodeAt(length - 1) === 47)) this.soil();
      return null;
    }
    const code = url.charCodeAt(i);
    if (code === 37 || (i === 0 && code !== 47)) this.soil();
    else if (code === 63) {
      if (i > 1 && url.charCodeAt(i - 1) === 47) this.soil();
    } else if (code === 47 && i > 0) {
      const next = url.charCodeAt(i + 1);
      if (i === length - 1 || next === 47 || next === 63 || url.charCodeAt(i - 1) === 47) this.soil();
    }
    return null;
  }

  /** An escape begins a value. Soils the walk if it may stand for text that a pattern has there, or for the dot of an extension. */
  meetEscape(url: string, node: Node, i: number): void {
    const code = escapedCode(url, i);
    const { more } = node;
    if (
      code === undefined
        ? more !== null && more.others !== null
        : childOf(this.kids, node, code) !== null || (code === 46 && more !== null && more.isExtended)
    )
      this.soil();
  }

  /** Counts the characters that trying one end of a value may cost. */
  works(characters: number): void {
    this.work += characters;
    if (this.work <= mostEndWork) return;
    this.isUnsettled = true;
    this.isOutOfOrder = true;
  }

  leafAt(place: number): Leaf {
    const leaf = this.leaves[place]!;
    return leaf === null ? this.tree.leafAt(place) : leaf;
  }

  rankAt(place: number): number {
    return this.ranks[place]!;
  }

  /** Finds the first dot, escape or query from a position on. */
  lookAhead(url: string, i: number): void {
    this.ahead = i;
    this.clearTo = Math.min(placeOf(url, '.', i), placeOf(url, '%', i), placeOf(url, '?', i));
  }

  /** The end of a segment without constraint, or `i` if its first character is an escape. */
  valueEnd(url: string, length: number, i: number): number {
    const slash = url.indexOf('/', i);
    const end = slash < 0 || slash > length ? length : slash;
    if (end <= this.clearTo) return end;
    return url.charCodeAt(i) === 37 ? i : this.signedEnd(url, end, i < this.clearTo ? this.clearTo : i);
  }

  /** The same if there may be dots, escapes or a query. The search begins at `from`, inside the value. */
  signedEnd(url: string, length: number, from: number): number {
    let i = from;
    for (; i < length; i++) {
      const code = url.charCodeAt(i);
      if (code === 47 || code === 46 || code === 63) break;
      if (code !== 37) continue;
      this.isUnsettled = true;
      this.isEncoded = true;
      // A pattern's text may have this dot.
      if (isEscapedDot(url, i)) this.soil();
    }
    return i;
  }

  /**
   * The end of the rest of the path; -1 (and the walk is soiled) if the rest is not canonical. If it is a single value (`isValue`), it may
   * have escapes.
   */
  restEnd(url: string, length: number, start: number, isValue: boolean): number {
    if (this.isClean) return length;
    const plain = plainEnd(url, length, start);
    if (plain >= 0) return plain;
    let before = start > 0 ? url.charCodeAt(start - 1) : 0;
    let end = start;
    for (; end < length; end++) {
      const code = url.charCodeAt(end);
      if (code <= 63) {
        if (code === 63) break;
        if (code === 47 && before === 47 && end > 0) {
          this.soil();
          return -1;
        }
        if (code === 37) {
          if (!isValue) {
            this.soil();
            return -1;
          }
          this.isUnsettled = true;
          this.isEncoded = true;
        }
      }
      before = code;
    }
    if (before === 47 && end > 1) {
      this.soil();
      return -1;
    }
    return end;
  }

  valueAt(url: string, start: number, end: number): string {
    const value = url.substring(start, end);
    return this.isEncoded ? this.decoded(value) : value;
  }

  decoded(value: string): string {
    if (this.isMarked) return decodedValue(value);
    if (!value.includes('%')) return value;
    try {
      return decodeURIComponent(value);
    } catch {
      // The escape is malformed: the path has no canonical form and thus no match.
      this.soil();
      return value;
    }
  }

  /** The least rank among the ends that answer the method. */
  firstRank(ends: readonly MethodSet[], place: number): number {
    for (let k = 0; k < ends.length; k++) if ((ends[k]! & this.methods) !== 0) return this.rankAt(place + k);
    return NoRank;
  }

  /** The least rank among the ends that answer the method and may have an extension. */
  firstExtended(ends: readonly MethodSet[], place: number): number {
    for (let k = 0; k < ends.length; k++)
      if ((ends[k]! & this.methods) !== 0 && this.tree.extended(this.leafAt(place + k)) !== null)
        return this.rankAt(place + k);
    return NoRank;
  }

  /** The match of the first end that answers, if its rank is below `bound`. */
  firstOf(ends: readonly MethodSet[], place: number, url: string): Match | null {
    for (let k = 0; k < ends.length; k++) {
      if ((ends[k]! & this.methods) === 0) continue;
      const leaf = this.leafAt(place + k);
      if (leaf.rank >= this.bound) return null;
      if (leaf.isPlain || this.passes(leaf, url)) return this.matchOf(leaf, url);
    }
    return null;
  }

  /** The same for a path with an extension. */
  firstExtendedOf(ends: readonly MethodSet[], place: number, url: string): Match | null {
    for (let k = 0; k < ends.length; k++) {
      if ((ends[k]! & this.methods) === 0) continue;
      const leaf = this.tree.extended(this.leafAt(place + k));
      if (leaf === null) continue;
      if (leaf.rank >= this.bound) return null;
      if (leaf.isPlain || this.passes(leaf, url)) return this.matchOf(leaf, url);
    }
    return null;
  }

  passes(leaf: Leaf, url: string): boolean {
    if (leaf.checks.hasMarks && !this.isMarked) return false;
    const { tests } = leaf.checks;
    for (let k = 0; k < tests.length; k++) {
      const { index, test } = tests[k]!;
      if (!test(this.valueAt(url, this.captures[index << 1]!, this.captures[(index << 1) + 1]!)))
        return false;
    }
    if (!leaf.checks.isConditional) return true;
    return this.isLetThrough(leaf, (name) => {
      const index = leaf.shape.names.indexOf(name);
      return index < 0
        ? undefined
        : this.valueAt(url, this.captures[index << 1]!, this.captures[(index << 1) + 1]!);
    });
  }

  /** Whether callables and request constraints accept a route whose path matches. */
  isLetThrough(leaf: Leaf, valueOf: (name: string) => string | undefined): boolean {
    if (this.isProbing || (leaf.checks.asks && leaf.rank >= this.open)) {
      this.isUnsettled = true;
      this.isOutOfOrder = true;
      return false;
    }
    const { route } = leaf;
    if (leaf.checks.asks && this.isEncoded && !this.isMarked) {
      // Another pattern may have text where this path has an escape, and its route may come first.
      this.soil();
      return false;
    }
    if (!leaf.checks.asks) return allowsAll(route, valueOf, this.method, this.source);
    if (this.isOutOfOrder || this.refusals?.has(route)) return false;
    const isAllowed = allowsAll(route, valueOf, this.method, this.source);
    if (!isAllowed) {
      this.isUnsettled = true;
      (this.refusals ??= new Set()).add(route);
    }
    return isAllowed;
  }

  matchOf(leaf: Leaf, url: string): Match {
    this.rank = leaf.rank;
    if (leaf.fixed !== null) return leaf.fixed;
    const match = leaf.shape.make(leaf, url, this.captures);
    if (this.isEncoded) {
      const params = match.params as Record<string, string>;
      for (const name of leaf.shape.names) {
        const value = params[name]!;
        const decoded = this.decoded(value);
        if (decoded !== value) params[name] = decoded;
      }
    }
    return match;
  }
}
