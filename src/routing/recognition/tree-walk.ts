// The walk through the radix tree: from a path to the match of the least rank. This is the hot path of the package.
//
// If only one branch fits, the walk follows it. If a literal and a segment or glob both fit, it tries the literal first. If that match has
// a lower rank than every route below the others, it is the answer. Otherwise the others are tried, but only for routes declared earlier.
//
// The path is walked as it was sent, up to its query. Escapes in values are decoded when the match is made. A branch ends at a doubled
// slash, at a slash at the path's end, and at an escape where a pattern has text. The walk is then soiled: its result may not be that of
// the canonical path. With /posts/:id and /posts/new:
//
//   /posts/7/       no match, soiled            walked again without its last slash
//   //posts/7       no match, soiled            walked again in its canonical form
//   /posts/%6Eew    `:id` matches, but soiled   walked again too: it is /posts/new if that was declared first
//   /posts/a%20b    `:id` matches               the match, its value decoded
//
// One walk object serves one look-up after another. If it is still in use (a callable asks the router itself, or has thrown), the next
// look-up gets a new one. Its state is in walk-state.ts; edge-walk.ts follows edges with several possible ends.

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

/** The walk that serves the next look-up in a tree. */
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

/** The match of a canonical literal path, if it is the same for every request; null otherwise, and if there is none. */
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
  /** The final match after an unsettled walk, which returned `found`. */
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

  /** Walks again: the path without its query if it has no escape and no surplus slash, otherwise its canonical form. */
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
        // A pattern's text may have this dot, but no branch of the tree meets it. Another split of the path must not call callables, so the
        // plain search decides.
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

  /** The match that the plain search finds among the routes that the path can reach, without those whose callables have already said no. */
  inDeclarationOrder(path: string): Match | null {
    const canonical = canonicalPath(path);
    if (canonical === undefined) return null;
    const { refusals } = this;
    const routes = routesOf(candidatesOf(this.tree, this.methods, canonical).leaves);
    const open = refusals === undefined ? routes : routes.filter((route) => !refusals.has(route));
    return firstAnswer(open, canonical, this.method, this.source) ?? null;
  }

  /**
   * The match from `start` on, whose label begins at `from`. The path ends at `length`, `count` values are captured, and the places of the
   * parent begin at `before`.
   */
  // eslint-disable-next-line complexity -- the hot path: a call for each kind of edge would cost more than following it
  walk(url: string, length: number, start: Node, from: number, count: number, before: number): Match | null {
    let node = start;
    // `| 0` tells V8 that these are 32-bit integers, so it need not check again and again.
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
        // `firstOf` inlined, since most look-ups end here.
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
        // Most nodes after a slash have no label: go on to their children at once.
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

  /** No branch continues after a node's label. A query or an escape may begin here. */
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

  /** A literal and a segment both fit. */
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

  /** All continuations after a node's label, if there are more than a literal and a plain segment. */
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

  /** A literal and a segment, if they are not null. */
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

  /** A literal, a segment and a single edge. Most globs are in such nodes. */
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

  /** The path does not have the label: unfold the node if it is folded, otherwise find out where they differ. */
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
