// The walk through a radix tree: from a path to the match of the least rank. This is the hot path of the package.
//
// It goes down one branch as long as no other fits. Where a literal and a segment or glob both fit, the literal is tried
// first. If the route found there was declared before every route below the others, it is the answer; otherwise the others
// are tried too, but only for routes declared before it. So the answer is always the route that was declared first.
//
// The path is walked as it was sent. It ends before its query, and a value may have escapes, which are decoded when the match is made; where
// nothing was found, it is walked again without the slash at its end. No branch meets a doubled slash, or an escape where a pattern has text: who stumbles over
// one of them soils the walk. A soiled walk is worth a second one, on the canonical path, where it found nothing, or a value with an escape, in the
// place of which another route might have text.
//
// What a walk knows stands in its `Walk`. One of them serves look-up after look-up in a tree; while it is under way, because a
// callable asks a router itself, and after one that threw, the next look-up takes a new one.

import { matchSteps } from '../patterns/backtracking.js';
import { type Match, matchOf } from './match.js';
import { allowsAll, firstAnswer } from './plain-search.js';
import {
  canonicalPath,
  decodedValue,
  escapedCode,
  escapedDot,
  hasMarks,
  isInsideCharacter,
  segmentEnd,
} from '../patterns/request-path.js';
import type { Route } from '../patterns/route.js';
import type { Leaf } from './leaf.js';
import type { Tree } from './radix-tree.js';
import type { ContextSource } from './recognition.js';
import { childOf, type Edge, foldedLabel, isTail, NoRank, type Node } from './tree-nodes.js';
import type { MethodSet } from './ways.js';
import { candidatesOf, inOrder } from './tree-candidates.js';

/** The walks through a tree: the one that serves the next look-up. */
export class Walks {
  readonly tree: Tree;
  latest: Walk;

  constructor(tree: Tree) {
    this.tree = tree;
    this.latest = new Walk(tree);
  }
}

/** The first declared route of a tree that answers the path, or null. */
export function walkTree(
  walks: Walks,
  methods: MethodSet,
  path: string,
  method: string | undefined,
  source: ContextSource,
): Match | null {
  const walk = begun(walks, methods, method, source);
  let match = walk.walk(path, path.length, walks.tree.root, 0, 0, 0);
  if (walk.isUnsettled) match = walk.settled(path, match);
  walk.isUnderWay = false;
  return match;
}

/** The match of a canonical literal path whatever the request; undefined where that depends on the request. */
export function probeTree(walks: Walks, methods: MethodSet, path: string): Match | null | undefined {
  const walk = begun(walks, methods, undefined, noSource);
  walk.isProbing = true;
  const match = walk.walk(path, path.length, walks.tree.root, 0, 0, 0);
  const { isOutOfOrder } = walk;
  walk.isProbing = false;
  walk.reset();
  walk.isUnderWay = false;
  return isOutOfOrder ? undefined : match;
}

/** How many characters a walk compares for the ends of values; what takes more is left to backtracking, which remembers. */
const mostWork = 20_000;

const noSource: ContextSource = /* @__PURE__ */ Object.freeze({});

function begun(walks: Walks, methods: MethodSet, method: string | undefined, source: ContextSource): Walk {
  if (walks.latest.isUnderWay) walks.latest = new Walk(walks.tree);
  const walk = walks.latest;
  walk.isUnderWay = true;
  walk.methods = methods;
  walk.method = method;
  walk.source = source;
  walk.ahead = NoRank;
  return walk;
}

class Walk {
  /** It has begun and not ended. */
  isUnderWay = false;
  tree: Tree;
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
  /** Something was met that makes the match, or that there is none, doubtful: one of the four below. */
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
    this.ranks = tree.ranks;
    this.leaves = tree.leaves;
    this.captures = new Int32Array(2 * tree.mostNames);
  }

  /** What a walk comes to that has met something. */
  settled(path: string, found: Match | null): Match | null {
    let match = found;
    const last = path.length - 1;
    if (match === null && this.isSoiled && last > 0 && path.charCodeAt(last) === 47 && !this.isOutOfOrder) {
      this.isSoiled = false;
      match = this.walk(path, last, this.tree.root, 0, 0, 0);
    }
    if (this.isSoiled && (match === null || this.isEncoded) && !this.isOutOfOrder)
      match = this.canonically(path);
    if (this.isOutOfOrder) match = this.inDeclarationOrder(path);
    this.reset();
    return match;
  }

  soil(): void {
    this.isUnsettled = true;
    this.isSoiled = true;
  }

  reset(): void {
    this.isUnsettled = false;
    this.isSoiled = false;
    this.isEncoded = false;
    this.isOutOfOrder = false;
    this.work = 0;
    this.refusals = undefined;
  }

  /** The second walk, of a path that has a query, an escape or a slash too many. */
  canonically(path: string): Match | null {
    const { root } = this.tree;
    const mark = path.indexOf('?');
    let length = mark < 0 ? path.length : mark;
    while (length > 1 && path.charCodeAt(length - 1) === 47) length--;
    this.isClean = true;
    this.isEncoded = false;
    this.ahead = NoRank;
    let match: Match | null;
    if (length > 0 && path.charCodeAt(0) === 47 && isCanonical(path, length)) {
      match = this.walk(path, length, root, 0, 0, 0);
    } else {
      const canonical = canonicalPath(path);
      if (canonical === undefined) match = null;
      else {
        this.isEncoded = this.isMarked = hasMarks(canonical);
        const text = canonical === '' ? '/' : canonical;
        match = this.walk(text, text.length, root, 0, 0, 0);
        this.isOutOfOrder ||= this.isMarked && canonical.includes(escapedDot);
      }
    }
    this.isClean = false;
    this.isMarked = false;
    return match;
  }

  /** What the definition gives, of the routes that the path can reach at all and that have not said no. */
  inDeclarationOrder(path: string): Match | null {
    const canonical = canonicalPath(path);
    if (canonical === undefined) return null;
    const { refusals } = this;
    const routes = inOrder(candidatesOf(this.tree, this.methods, canonical).leaves);
    const open = refusals === undefined ? routes : routes.filter((route) => !refusals.has(route));
    return firstAnswer(open, canonical, this.method, this.source) ?? null;
  }

  /**
   * `length` of `url` is what counts; `node`'s label comes at `from`, `count` values have been captured, and the places of the node before
   * begin at `before`.
   */
  // eslint-disable-next-line complexity -- the hot path: a call for each kind of edge would cost more than following it
  walk(url: string, length: number, start: Node, from: number, count: number, before: number): Match | null {
    let node = start;
    // `| 0` tells the engine that places are whole numbers, which it would otherwise find out again and again.
    let i = from | 0;
    let captured = count | 0;
    let first = before | 0;
    const { methods } = this;
    for (;;) {
      if ((node.methods & methods) === 0) break;
      const { size } = node;
      if (size === 1) {
        if (url.charCodeAt(i) !== node.head) break;
        i++;
      } else if (size !== 0) {
        if (url.substring(i, i + size) !== node.label)
          return this.withoutLabel(url, length, node, i, captured, first);
        i += size;
      }
      first = (first + node.start) | 0;
      if (i >= length) {
        const { ends } = node;
        if (i > length) break;
        // `firstOf`, written out, since most look-ups end here.
        for (let k = 0; k < ends.length; k++) {
          if ((ends[k]! & methods) === 0) continue;
          const leaf = this.leafAt(first + k);
          if (leaf.rank >= this.bound) return null;
          if (leaf.isPlain || this.passes(leaf, url)) return this.matchOf(leaf, url);
        }
        break;
      }
      let code = url.charCodeAt(i);
      const { more } = node;
      if (more !== null && (code === 46 || more.edges !== null || more.others !== null))
        return this.walkBranches(url, length, node, i, captured, first, code);
      if (code === 47) {
        const { slash } = node;
        if (slash === null) break;
        node = slash;
        i++;
        // Behind most slashes names and texts part at once: there is no label to compare, so the node's ways on come next.
        if (slash.size !== 0 || slash.more !== null || i >= length || (slash.methods & methods) === 0)
          continue;
        first = (first + slash.start) | 0;
        code = url.charCodeAt(i);
      }
      const { kids, param } = node;
      const at = code - node.base;
      const kid = at >= 0 && at < kids.length ? kids[at]! : null;
      if (kid !== null) {
        if (param !== null && (param.methods & methods) !== 0)
          return this.walkBoth(url, length, kid, param, i, captured, first, code);
        node = kid;
        i++;
        continue;
      }
      if (param === null || code === 46) return this.stopped(url, length, node, i, captured, first, code);
      if (i < this.ahead) this.lookAhead(url, i);
      const end = this.valueEnd(url, length, i) | 0;
      if (end === i) return this.stopped(url, length, node, i, captured, first, code);
      const place = captured << 1;
      this.captures[place] = i;
      this.captures[place + 1] = end;
      captured++;
      node = param;
      i = end;
    }
    return this.missed(url, length, i);
  }

  /** No branch goes on from behind a node's label; a query or an escape may begin there. */
  stopped(
    url: string,
    length: number,
    node: Node,
    i: number,
    count: number,
    first: number,
    code: number,
  ): Match | null {
    if (code === 63 && (i === 1 || (i > 1 && url.charCodeAt(i - 1) !== 47)))
      return this.firstOf(node.ends, first, url);
    if (code !== 37 || node.param === null) return this.missed(url, length, i);
    this.meetEscape(url, node, i);
    return this.walkParam(url, length, node.param, i, count, first);
  }

  /** An escape stands where a value begins: the text that a pattern has there may be what it stands for. */
  meetEscape(url: string, node: Node, i: number): void {
    const code = escapedCode(url, i);
    if (code === undefined ? node.more !== null && node.more.others !== null : childOf(node, code) !== null)
      this.soil();
  }

  /** Finds out what comes from the place of a value on: the engine finds a character sooner than a loop would. */
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
      if (escapedCode(url, i) === 46) this.soil();
    }
    return i;
  }

  leafAt(place: number): Leaf {
    const leaf = this.leaves[place]!;
    return leaf === null ? this.tree.leafAt(place) : leaf;
  }

  rankAt(place: number): number {
    return this.ranks[place]!;
  }

  /** A literal and a segment beside it. */
  walkBoth(
    url: string,
    length: number,
    literal: Node,
    param: Node,
    i: number,
    count: number,
    first: number,
    code: number,
  ): Match | null {
    const paramRank = this.rankAt(first + param.least);
    const wasOpen = this.open;
    if (paramRank < wasOpen) this.open = paramRank;
    const match = this.walk(url, length, literal, i + 1, count, first);
    this.open = wasOpen;
    if (match !== null && this.rank < paramRank) return match;
    const matchRank = match === null ? NoRank : this.rank;
    if (code === 46) return match;
    const wasBound = this.bound;
    if (matchRank < wasBound) this.bound = matchRank;
    const better = paramRank < this.bound ? this.walkParam(url, length, param, i, count, first) : null;
    this.bound = wasBound;
    if (better !== null) return better;
    this.rank = matchRank;
    return match;
  }

  walkParam(url: string, length: number, param: Node, i: number, count: number, first: number): Match | null {
    if (i < this.ahead) this.lookAhead(url, i);
    let end = this.valueEnd(url, length, i);
    if (end === i) {
      if (url.charCodeAt(i) !== 37) return this.missed(url, length, i);
      end = this.signedEnd(url, length, i);
    }
    this.captures[count << 1] = i;
    this.captures[(count << 1) + 1] = end;
    return this.walk(url, length, param, end, count + 1, first);
  }

  /** All ways on from behind a node's label, where there are more than a literal and a plain segment. */
  // eslint-disable-next-line complexity -- the hot path: a call for each kind of edge would cost more than following it
  walkBranches(
    url: string,
    length: number,
    node: Node,
    i: number,
    count: number,
    first: number,
    code: number,
  ): Match | null {
    if (code === 63) return this.stopped(url, length, node, i, count, first, code);
    const more = node.more!;
    const edges = more.edges ?? [];
    const literal = childOf(node, code);
    const param = code === 47 || code === 46 ? null : node.param;
    const formatOpen = code === 46 && more.isExtended ? this.firstExtended(node.ends, first) : NoRank;
    const wasBound = this.bound;
    const wasOpen = this.open;
    let best: Match | null = null;
    let bestRank = NoRank;
    const paramOpen = param === null ? NoRank : this.rankAt(first + param.least);
    const edgesOpen = edges.length === 0 ? NoRank : this.rankAt(first + edges[0]!.least);

    if (literal !== null) {
      this.open = Math.min(wasOpen, paramOpen, formatOpen, edgesOpen);
      best = this.walk(url, length, literal, i + 1, count, first);
      if (best !== null) bestRank = this.bound = this.rank;
    } else if (code === 37) this.meetEscape(url, node, i);
    else if (param === null && formatOpen === NoRank) this.missed(url, length, i);
    if (paramOpen < this.bound) {
      this.open = Math.min(wasOpen, formatOpen, edgesOpen);
      const match = this.walkParam(url, length, param!, i, count, first);
      if (match !== null) {
        best = match;
        bestRank = this.bound = this.rank;
      }
    }
    if (formatOpen < this.bound) {
      this.open = Math.min(wasOpen, edgesOpen);
      const match = this.walkFormat(url, length, node, i, count, first);
      if (match !== null) {
        best = match;
        bestRank = this.bound = this.rank;
      }
    }
    for (let k = 0; k < edges.length; k++) {
      const edge = edges[k]!;
      if (this.rankAt(first + edge.least) >= this.bound) break;
      this.open =
        k + 1 < edges.length ? Math.min(wasOpen, this.rankAt(first + edges[k + 1]!.least)) : wasOpen;
      const match = this.walkEdge(url, length, edge, i, count, first);
      if (match !== null) {
        best = match;
        bestRank = this.bound = this.rank;
      }
    }
    this.bound = wasBound;
    this.open = wasOpen;
    this.rank = bestRank;
    return best;
  }

  /** The least rank of these ends that may have an extension. */
  firstExtended(ends: readonly MethodSet[], place: number): number {
    for (let k = 0; k < ends.length; k++)
      if ((ends[k]! & this.methods) !== 0 && this.tree.extended(this.leafAt(place + k)) !== null)
        return this.rankAt(place + k);
    return NoRank;
  }

  /** An extension that is all that is left: a dot and a value without dots. */
  walkFormat(url: string, length: number, node: Node, i: number, count: number, first: number): Match | null {
    const end = segmentEnd(url, length, i + 1);
    if (end === i + 1 || (end < length && url.charCodeAt(end) !== 63)) return this.missed(url, length, end);
    this.captures[count << 1] = i + 1;
    this.captures[(count << 1) + 1] = end;
    return this.firstExtendedOf(node.ends, first, url);
  }

  walkEdge(url: string, length: number, edge: Edge, i: number, count: number, first: number): Match | null {
    if ((edge.node.methods & this.methods) === 0) return this.missed(url, length, i);
    switch (edge.kind) {
      case 'wide':
        return this.walkWide(url, length, edge, i, count, first);
      case 'glob':
        return this.walkGlob(url, this.restEnd(url, length, i, isTail(edge.node)), edge, i, count, first);
      case 'rest':
        return this.walkRest(url, this.restEnd(url, length, i, false), edge, i, count, first);
      default:
        return edge.kind satisfies never;
    }
  }

  /**
   * The end of all that is left. Where something in it is to be put right, the walk is soiled, and it has no end: -1. It may have escapes where it is
   * one value.
   */
  restEnd(url: string, length: number, start: number, isValue: boolean): number {
    if (this.isClean) return length;
    unclear.lastIndex = start - 1;
    if (!unclear.test(url) && url.charCodeAt(length - 1) !== 47) return length;
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

  /** A segment with more than one end, or one that may hold dots: the longest value first. */
  // eslint-disable-next-line complexity -- the hot path: a call for each kind of edge would cost more than following it
  walkWide(url: string, most: number, edge: Edge, i: number, count: number, first: number): Match | null {
    const { node } = edge;
    let length = most;
    const { demand } = edge.name!;
    const edgeRank = this.rankAt(first + edge.least);
    let limit = segmentEnd(url, length, i);
    while (demand.admitsDots && limit < length && url.charCodeAt(limit) === 46)
      limit = segmentEnd(url, length, limit + 1);
    if (limit === i) return this.missed(url, length, i);
    const stop = limit < length ? url.charCodeAt(limit) : 47;
    if (stop === 37) return this.missed(url, length, limit);
    if (stop === 63) length = limit;
    const isLoose = hasLooseEnds(node);
    const wasBound = this.bound;
    const wasOpen = this.open;
    let best: Match | null = null;
    let bestRank = NoRank;
    const place = count << 1;
    // The shortest value that has to be tried.
    const firstDot = isLoose ? -1 : url.indexOf('.', i + 1);
    const least = isLoose ? i + 1 : firstDot < 0 || firstDot > limit ? limit : firstDot;
    for (let end = limit; end >= least; end--) {
      if (end < limit && (isLoose ? isInsideCharacter(url, end) : url.charCodeAt(end) !== 46)) continue;
      if (edgeRank >= this.bound || this.isOutOfOrder) break;
      const code = url.charCodeAt(end);
      // Behind a dot there may be an extension.
      if (end < limit && code !== 46 && !leadsOn(node, code)) continue;
      this.works(length - i);
      if (demand.test && !demand.test(this.valueAt(url, i, end))) continue;
      this.captures[place] = i;
      this.captures[place + 1] = end;
      this.open = end > least ? Math.min(wasOpen, edgeRank) : wasOpen;
      const match = this.walk(url, length, node, end, count + 1, first);
      if (match !== null) {
        best = match;
        bestRank = this.bound = this.rank;
      }
    }
    this.bound = wasBound;
    this.open = wasOpen;
    this.rank = bestRank;
    return best;
  }

  /** A glob: an extension behind it first, then all that is left, then shorter values. */
  // eslint-disable-next-line complexity -- the hot path: a call for each kind of edge would cost more than following it
  walkGlob(url: string, length: number, edge: Edge, i: number, count: number, first: number): Match | null {
    if (length < 0) return null;
    const { node } = edge;
    const { test } = edge.name!.demand;
    const edgeRank = this.rankAt(first + edge.least);
    const wasBound = this.bound;
    const wasOpen = this.open;
    let best: Match | null = null;
    let bestRank = NoRank;
    const place = count << 1;
    const goesOn = node.slash !== null || node.kids.length > 0 || hasLooseEnds(node);
    const { ends } = node;
    const firstEnd = first + node.start;
    const leafRank = this.firstRank(ends, firstEnd);
    const formatRank = node.more?.isExtended ? this.firstExtended(ends, firstEnd) : NoRank;
    if (formatRank !== NoRank) {
      // The leaf of the same rank is the same route's: it comes after the extension.
      const leafOpen = leafRank === formatRank ? leafRank + 1 : leafRank;
      this.open = Math.min(wasOpen, goesOn ? edgeRank : NoRank, leafOpen);
      const dot = lastDot(url, length, i);
      if (
        dot > i &&
        dot + 1 < length &&
        formatRank < this.bound &&
        (!test || test(this.valueAt(url, i, dot)))
      ) {
        this.captures[place] = i;
        this.captures[place + 1] = dot;
        this.captures[place + 2] = dot + 1;
        this.captures[place + 3] = length;
        best = this.firstExtendedOf(ends, firstEnd, url);
        if (best !== null) bestRank = this.bound = this.rank;
      }
    }
    this.open = goesOn ? Math.min(wasOpen, edgeRank) : wasOpen;
    if (leafRank < this.bound && (!test || test(this.valueAt(url, i, length)))) {
      this.captures[place] = i;
      this.captures[place + 1] = length;
      const match = this.firstOf(ends, firstEnd, url);
      if (match !== null) {
        best = match;
        bestRank = this.bound = this.rank;
      }
    }
    const isLoose = node.kids.length > 0 || hasLooseEnds(node);
    for (let end = length - 1; goesOn && end > i && edgeRank < this.bound && !this.isOutOfOrder; end--) {
      if (!isLoose && url.charCodeAt(end) !== 47) continue;
      if (isInsideCharacter(url, end) || !leadsOn(node, url.charCodeAt(end))) continue;
      this.works(length - i);
      if (test && !test(this.valueAt(url, i, end))) continue;
      this.captures[place] = i;
      this.captures[place + 1] = end;
      const match = this.walk(url, length, node, end, count + 1, first);
      if (match !== null) {
        best = match;
        bestRank = this.bound = this.rank;
      }
    }
    this.bound = wasBound;
    this.open = wasOpen;
    this.rank = bestRank;
    return best;
  }

  /** Counts the characters that one end of a value may cost to try. */
  works(characters: number): void {
    this.work += characters;
    this.isUnsettled = true;
    if (this.work > mostWork) this.isOutOfOrder = true;
  }

  /** What is left to backtracking. */
  walkRest(url: string, length: number, edge: Edge, i: number, count: number, first: number): Match | null {
    if (length < 0) return null;
    const leaf = this.leafAt(first + edge.least);
    const { names } = leaf.shape;
    if (leaf.rank >= this.bound || (leaf.hasMarks && !this.isMarked)) return null;
    const path = length === url.length ? url : url.slice(0, length);
    const found =
      path === '/' ? matchSteps(edge.step!, '', 0, true) : matchSteps(edge.step!, path, i, edge.isSlashDue);
    if (!found) return null;
    const values = new Map<string, string>();
    for (let k = 0; k < count; k++)
      values.set(names[k]!, this.valueAt(url, this.captures[k << 1]!, this.captures[(k << 1) + 1]!));
    for (let k = 0; k < leaf.tests.length; k++) {
      const { index, test } = leaf.tests[k]!;
      if (!test(values.get(names[index]!)!)) return null;
    }
    for (const { name, start, end } of found) values.set(name, this.valueAt(path, start, end));
    if (leaf.isConditional && !this.isLetThrough(leaf, (name) => values.get(name))) return null;
    this.rank = leaf.rank;
    return matchOf(leaf.route, values);
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
    if (leaf.hasMarks && !this.isMarked) return false;
    const { tests } = leaf;
    for (let k = 0; k < tests.length; k++) {
      const { index, test } = tests[k]!;
      if (!test(this.valueAt(url, this.captures[index << 1]!, this.captures[(index << 1) + 1]!)))
        return false;
    }
    if (!leaf.isConditional) return true;
    return this.isLetThrough(leaf, (name) => {
      const index = leaf.shape.names.indexOf(name);
      return index < 0
        ? undefined
        : this.valueAt(url, this.captures[index << 1]!, this.captures[(index << 1) + 1]!);
    });
  }

  /** Whether callables and the request let a route through whose path fits. */
  isLetThrough(leaf: Leaf, valueOf: (name: string) => string | undefined): boolean {
    if (this.isProbing || (leaf.asks && leaf.rank >= this.open)) {
      this.isUnsettled = true;
      this.isOutOfOrder = true;
      return false;
    }
    const { route } = leaf;
    if (leaf.asks && this.isEncoded && !this.isMarked) {
      // Whoever has text in the place of an escape may have to be asked first.
      this.soil();
      return false;
    }
    if (!leaf.asks) return allowsAll(route, valueOf, this.method, this.source);
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
      for (const name of leaf.shape.names) params[name] = this.decoded(params[name]!);
    }
    return match;
  }

  /** The label was not met: the node was folded, or where does the path leave it? */
  withoutLabel(
    url: string,
    length: number,
    node: Node,
    start: number,
    count: number,
    first: number,
  ): Match | null {
    if (node.label === foldedLabel && this.tree.unfold(node, first))
      return this.walk(url, length, node, start, count, first);
    let i = start;
    let k = 0;
    for (; k < node.size && i < length && url.charCodeAt(i) === node.label.charCodeAt(k); k++) i++;
    if (i > 0 && k < node.size && i < length && url.charCodeAt(i) === 37) {
      const code = escapedCode(url, i);
      const wanted = node.label.charCodeAt(k);
      if (code === undefined ? wanted < 128 : code !== wanted) return null;
    }
    return this.missed(url, length, i);
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
}

function isCanonical(path: string, length: number): boolean {
  let before = 0;
  for (let i = 0; i < length; i++) {
    const code = path.charCodeAt(i);
    if (code === 37 || (code === 47 && before === 47)) return false;
    before = code;
  }
  return true;
}

/** What a path may have that is no part of a value as it was sent. */
const unclear = /[%?]|\/\//g;

function placeOf(url: string, sign: string, from: number): number {
  const place = url.indexOf(sign, from);
  return place < 0 ? url.length : place;
}

/** Whether a value before this node may end elsewhere than at a slash, a dot or the path's end. */
function hasLooseEnds(node: Node): boolean {
  const { kids, more } = node;
  return (
    node.param !== null ||
    kids.length > 1 ||
    (kids.length === 1 && node.base !== 46) ||
    (more !== null && (more.edges !== null || more.others !== null))
  );
}

function leadsOn(node: Node, code: number): boolean {
  return (
    childOf(node, code) !== null ||
    (node.param !== null && code !== 47) ||
    (node.more !== null && node.more.edges !== null)
  );
}

/** The last dot of a path's last piece, -1 where that has none. */
function lastDot(url: string, length: number, start: number): number {
  for (let i = length - 1; i >= start; i--) {
    const code = url.charCodeAt(i);
    if (code === 46) return i;
    if (code === 47) return -1;
  }
  return -1;
}
