// The walk through a radix tree: from a path to the match of the least rank. This is the hot path of the package.
//
// It goes down one branch as long as no other fits. Where a literal and a segment or glob both fit, the literal is tried first. If the route found there was
// declared before every route below the others, it is the answer; otherwise the others are tried too, but only for routes declared before it.
//
// The path is walked as it was sent, up to its query. A value may have escapes, which are decoded when the match is made. No branch goes on at a doubled
// slash, at a slash at the path's end, or at an escape where a pattern has text: a walk that is left at one of these is soiled. With /posts/:id and /posts/new:
//
//   /posts/7/       nothing found, and soiled           walked again without its last slash
//   //posts/7       nothing found, and soiled           walked again in its canonical form
//   /posts/%6Eew    found as `:id`, but soiled by `n`   the same: it is /posts/new if that was declared first
//   /posts/a%20b    found as `:id`                      the match, its value decoded
//
// What a walk knows stands in its `WalkState` (walk-state.ts); edges with more than one end are followed in edge-walk.ts. One walk serves one look-up of
// a tree after the other. Where it is under way still, because a callable asks the router itself, or has thrown, the next look-up takes a new one.

import { canonicalPath, escapedCode, escapedDot, hasMarks, isPlainRest } from '../patterns/request-path.js';
import { EdgeWalk } from './edge-walk.js';
import type { Match } from './match.js';
import { firstAnswer } from './plain-search.js';
import type { Tree } from './radix-tree.js';
import type { ContextSource } from './recognition.js';
import { candidatesOf, routesOf } from './tree-candidates.js';
import { childOf, type Edge, foldedLabel, NoRank, type Node } from './tree-nodes.js';
import { noSource } from './walk-state.js';
import type { MethodSet } from './ways.js';

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
  method: string,
  source: ContextSource,
): Match | null {
  const walk = begun(walks, methods, method, source);
  let match = walk.walk(path, path.length, walks.tree.root, 0, 0, 0);
  if (walk.isUnsettled) match = walk.settled(path, match);
  walk.isUnderWay = false;
  return match;
}

/** The match of a canonical literal path whatever the request; null also where that depends on the request. */
export function probeTree(walks: Walks, methods: MethodSet, path: string): Match | null {
  const walk = begun(walks, methods, undefined, noSource);
  walk.isProbing = true;
  const match = walk.walk(path, path.length, walks.tree.root, 0, 0, 0);
  const { isOutOfOrder } = walk;
  walk.isProbing = false;
  walk.reset();
  walk.isUnderWay = false;
  return isOutOfOrder ? null : match;
}

function begun(walks: Walks, methods: MethodSet, method: string | undefined, source: ContextSource): Walk {
  if (walks.latest.isUnderWay) walks.latest = new Walk(walks.tree);
  const walk = walks.latest;
  walk.isUnderWay = true;
  walk.methods = methods;
  walk.method = method;
  walk.source = source;
  walk.ahead = NoRank;
  walk.work = 0;
  return walk;
}

class Walk extends EdgeWalk {
  /** The match after a walk that is unsettled, and that gave `found`. */
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
    if (path.charCodeAt(0) === 47 && isPlainRest(path, length, 1)) {
      match = this.walk(path, length, root, 0, 0, 0);
    } else {
      const canonical = canonicalPath(path);
      if (canonical === undefined) match = null;
      else if (canonical.includes(escapedDot)) {
        // It may be the dot of a text, which no branch meets: nobody is asked about another split.
        this.isOutOfOrder = true;
        match = null;
      } else {
        this.isEncoded = this.isMarked = hasMarks(canonical);
        const text = canonical === '' ? '/' : canonical;
        match = this.walk(text, text.length, root, 0, 0, 0);
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
    const routes = routesOf(candidatesOf(this.tree, this.methods, canonical).leaves);
    const open = refusals === undefined ? routes : routes.filter((route) => !refusals.has(route));
    return firstAnswer(open, canonical, this.method, this.source) ?? null;
  }

  /** The match from a node on, whose label comes at `from`. `url` ends at `length`; `count` values are captured, and the node before has its places from `before` on. */
  // eslint-disable-next-line complexity -- the hot path: a call for each kind of edge would cost more than following it
  walk(url: string, length: number, start: Node, from: number, count: number, before: number): Match | null {
    let node = start;
    // `| 0` tells the engine that places are whole numbers, which it would otherwise find out again and again.
    let i = from | 0;
    let captured = count | 0;
    let first = before | 0;
    const { methods, kids } = this;
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
      if (more !== null && (code === 46 || (more.edgeMethods & methods) !== 0 || more.others !== null))
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
      const { param } = node;
      const at = code - node.base;
      const kid = at >= 0 && at < node.width ? kids[(node.kids + at) | 0]! : null;
      if (kid !== null) {
        if (param !== null && (param.methods & methods) !== 0)
          return this.walkBoth(url, length, kid, param, i, captured, first, code);
        node = kid;
        i++;
        continue;
      }
      if (param === null || code === 46 || (param.methods & methods) === 0)
        return this.stopped(url, length, node, i, captured, first, code);
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
    const literal = childOf(this.kids, node, code);
    const param = code === 47 || code === 46 ? null : node.param;
    const { tail } = more;
    if (tail !== null && literal === null && param === null && code !== 37 && code !== 47) {
      if ((more.edgeMethods & this.methods) === 0 || this.rankAt(first + tail.least) >= this.bound)
        return null;
      return this.walkTail(url, this.restEnd(url, length, i, true), tail.node, i, count, first);
    }
    const edges = more.edges ?? noEdges;
    if (literal === null && code === 37) this.meetEscape(url, node, i);
    else if (literal === null && param === null) this.missed(url, length, i);
    if (edges.length === 1 && !more.isExtended)
      return this.walkBesideEdge(url, length, literal, param, edges[0]!, i, count, first, code);
    const formatOpen = code === 46 && more.isExtended ? this.firstExtended(node.ends, first) : NoRank;
    const edgesOpen = edges.length === 0 ? NoRank : this.rankAt(first + edges[0]!.least);
    const wasBound = this.bound;
    const wasOpen = this.open;
    let bestRank = NoRank;
    if (formatOpen < wasOpen) this.open = formatOpen;
    if (edgesOpen < this.open) this.open = edgesOpen;
    let best = this.walkPlain(url, length, literal, param, i, count, first, code);
    if (best !== null) bestRank = this.bound = this.rank;
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

  /** A literal and a segment, as far as there are. */
  walkPlain(
    url: string,
    length: number,
    literal: Node | null,
    param: Node | null,
    i: number,
    count: number,
    first: number,
    code: number,
  ): Match | null {
    if (literal === null) return param === null ? null : this.walkParam(url, length, param, i, count, first);
    if (param === null) return this.walk(url, length, literal, i + 1, count, first);
    return this.walkBoth(url, length, literal, param, i, count, first, code);
  }

  /** The same, and one edge: as most globs stand. */
  walkBesideEdge(
    url: string,
    length: number,
    literal: Node | null,
    param: Node | null,
    edge: Edge,
    i: number,
    count: number,
    first: number,
    code: number,
  ): Match | null {
    const edgeRank = this.rankAt(first + edge.least);
    const wasOpen = this.open;
    const wasBound = this.bound;
    if (edgeRank < wasOpen) this.open = edgeRank;
    const match = this.walkPlain(url, length, literal, param, i, count, first, code);
    this.open = wasOpen;
    const matchRank = match === null ? NoRank : this.rank;
    if (matchRank < edgeRank || edgeRank >= wasBound) return match;
    if (matchRank < wasBound) this.bound = matchRank;
    const better = this.walkEdge(url, length, edge, i, count, first);
    this.bound = wasBound;
    if (better !== null) return better;
    this.rank = matchRank;
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
}

const noEdges: readonly Edge[] = [];
