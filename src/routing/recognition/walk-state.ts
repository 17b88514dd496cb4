// What a walk through the tree knows while it is under way (tree-walk.ts): where the values begin and end that it has captured, what it has met, and
// the answer that it comes to at the end of a way.
//
// A value ends at a slash, a dot or the path's end. The engine finds the next slash sooner than a loop would; what else may stand before it
// (a dot, an escape, a query) is looked for once, from the first value on, and mostly there is none in all of the path.

import { decodedValue, escapedCode, isEscapedDot, placeOf, plainEnd } from '../patterns/request-path.js';
import type { Route } from '../patterns/route.js';
import type { Leaf } from './leaf.js';
import type { Match } from './match.js';
import { allowsAll } from './plain-search.js';
import type { Tree } from './radix-tree.js';
import type { ContextSource } from './recognition.js';
import { childOf, type Kids, NoRank, type Node } from './tree-nodes.js';
import type { MethodSet } from './ways.js';

/** How many characters are compared for the ends of values; what takes more is left to backtracking, which remembers. */
export const mostEndWork = 20_000;

/** Of a look-up without a request. */
export const noSource: ContextSource = /* @__PURE__ */ Object.freeze({});

export abstract class WalkState {
  /** It has begun and not ended. */
  isUnderWay = false;
  tree: Tree;
  readonly kids: Kids;
  readonly ranks: readonly number[];
  readonly leaves: readonly (Leaf | null)[];
  /** Routes that answer one of them are looked for. */
  methods: MethodSet = 0;
  method: string | undefined = undefined;
  source: ContextSource = noSource;
  /** Start and end of each capture, by turns. */
  readonly captures: Int32Array;
  /** The rank of the match that was given last. */
  rank = NoRank;
  /** Only a lesser rank is of use. */
  bound = NoRank;
  /** The least rank among the branches that are still open. */
  open = NoRank;
  /**
   * What the walk comes to is in doubt, a match or none: it is soiled, encoded or out of order, or a callable has said no (`refusals`). The first
   * look at the end of a walk is at this alone.
   */
  isUnsettled = false;
  /** A branch has failed at something that the canonical path does not have. */
  isSoiled = false;
  /** What is walked is canonical: nothing in it can soil. */
  isClean = false;
  /** What is walked has marks, which captured values must not show. */
  isMarked = false;
  /** It has marks, or what is walked as it was sent has escapes in values. */
  isEncoded = false;
  /** From this place on it is known where the first dot, escape or query comes. */
  ahead = NoRank;
  clearTo = 0;
  /** A callable would have been asked before routes declared earlier had been tried, a dot was escaped, or this took too long. */
  isOutOfOrder = false;
  /** Characters compared to find ends of values. */
  work = 0;
  /** Routes whose callables have said no: they are not asked again. */
  refusals: Set<Route> | undefined = undefined;
  /** Request constraints are not asked, only noticed: `isOutOfOrder` then says that there are some. */
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

  /** A branch ends at `i`. Is the path to blame? */
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

  /** An escape stands where a value begins: the text that a pattern has there, or an extension's dot, may be what it stands for. */
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

  /** Counts the characters that one end of a value may cost to try. */
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

  /** Finds out what comes from the place of a value on. */
  lookAhead(url: string, i: number): void {
    this.ahead = i;
    this.clearTo = Math.min(placeOf(url, '.', i), placeOf(url, '%', i), placeOf(url, '?', i));
  }

  /** The end of a segment without constraint; where its first character is an escape, its beginning. */
  valueEnd(url: string, length: number, i: number): number {
    const slash = url.indexOf('/', i);
    const end = slash < 0 || slash > length ? length : slash;
    if (end <= this.clearTo) return end;
    return url.charCodeAt(i) === 37 ? i : this.signedEnd(url, end, i < this.clearTo ? this.clearTo : i);
  }

  /** The same where a value may have dots, escapes or a query behind it, from somewhere inside. */
  signedEnd(url: string, length: number, from: number): number {
    let i = from;
    for (; i < length; i++) {
      const code = url.charCodeAt(i);
      if (code === 47 || code === 46 || code === 63) break;
      if (code !== 37) continue;
      this.isUnsettled = true;
      this.isEncoded = true;
      // It may be the dot of a text.
      if (isEscapedDot(url, i)) this.soil();
    }
    return i;
  }

  /**
   * The end of all that is left. Where something in it is to be put right, the walk is soiled, and it has no end: -1. It may have escapes where it is
   * one value.
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
      // The canonical path knows that there is none.
      this.soil();
      return value;
    }
  }

  /** The least rank of these ends that answers the method. */
  firstRank(ends: readonly MethodSet[], place: number): number {
    for (let k = 0; k < ends.length; k++) if ((ends[k]! & this.methods) !== 0) return this.rankAt(place + k);
    return NoRank;
  }

  /** The least rank of these ends that may have an extension. */
  firstExtended(ends: readonly MethodSet[], place: number): number {
    for (let k = 0; k < ends.length; k++)
      if ((ends[k]! & this.methods) !== 0 && this.tree.extended(this.leafAt(place + k)) !== null)
        return this.rankAt(place + k);
    return NoRank;
  }

  /** The first of these ends that answers, if its rank is of use. */
  firstOf(ends: readonly MethodSet[], place: number, url: string): Match | null {
    for (let k = 0; k < ends.length; k++) {
      if ((ends[k]! & this.methods) === 0) continue;
      const leaf = this.leafAt(place + k);
      if (leaf.rank >= this.bound) return null;
      if (leaf.isPlain || this.passes(leaf, url)) return this.matchOf(leaf, url);
    }
    return null;
  }

  /** The same with an extension. */
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

  /** Whether callables and the request let a route through whose path fits. */
  isLetThrough(leaf: Leaf, valueOf: (name: string) => string | undefined): boolean {
    if (this.isProbing || (leaf.checks.asks && leaf.rank >= this.open)) {
      this.isUnsettled = true;
      this.isOutOfOrder = true;
      return false;
    }
    const { route } = leaf;
    if (leaf.checks.asks && this.isEncoded && !this.isMarked) {
      // Whoever has text in the place of an escape may have to be asked first.
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
