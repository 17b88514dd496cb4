// The edges of the tree: segments that may contain dots or have text after them in their piece, globs, extensions, and remainders that are
// matched by backtracking. Their values may end at several places. The walk tries each end, the longest value first, as long as the routes
// after it were declared before the best match so far.

import { matchSteps } from '../patterns/backtracking.js';
import { isInsideCharacter, segmentEnd } from '../patterns/request-path.js';
import { type Match, matchOf } from './match.js';
import { childOf, type Edge, isTail, type Kids, NoRank, type Node } from './tree-nodes.js';
import { WalkState } from './walk-state.js';

export abstract class EdgeWalk extends WalkState {
  /** The match of the least rank below a node (tree-walk.ts). */
  abstract walk(
    url: string,
    length: number,
    start: Node,
    from: number,
    count: number,
    before: number,
  ): Match | null;

  /** An extension at the end of the path: a dot and a value without dots. */
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
      case 'tail':
        return this.walkTail(url, this.restEnd(url, length, i, true), edge.node, i, count, first);
      case 'glob':
        return this.walkGlob(url, this.restEnd(url, length, i, isTail(edge.node)), edge, i, count, first);
      case 'rest':
        return this.walkRest(url, this.restEnd(url, length, i, false), edge, i, count, first);
      default:
        return edge.kind satisfies never;
    }
  }

  /** A glob without constraint at the end of its pattern. */
  walkTail(url: string, end: number, node: Node, i: number, count: number, first: number): Match | null {
    if (end < 0) return null;
    this.captures[count << 1] = i;
    this.captures[(count << 1) + 1] = end;
    return this.firstOf(node.ends, first + node.start, url);
  }

  /** A segment that has several possible ends or may contain dots. The longest value is tried first. */
  // eslint-disable-next-line complexity -- the hot path: a call for each kind of edge would cost more than following it
  walkWide(url: string, most: number, edge: Edge, i: number, count: number, first: number): Match | null {
    const { node, isLoose, next } = edge;
    let length = most;
    const { admitsDots, test } = edge.name!.demand;
    const edgeRank = this.rankAt(first + edge.least);
    const limit = this.widestEnd(url, length, i, admitsDots);
    if (limit === i) return this.missed(url, length, i);
    const stop = limit < length ? url.charCodeAt(limit) : 47;
    if (stop === 37) return this.missed(url, length, limit);
    if (stop === 63) length = limit;
    const wasBound = this.bound;
    const wasOpen = this.open;
    let best: Match | null = null;
    let bestRank = NoRank;
    const place = count << 1;
    // The end of the shortest value to try.
    const firstDot = isLoose ? -1 : url.indexOf('.', i + 1);
    const least = isLoose ? i + 1 : firstDot < 0 || firstDot > limit ? limit : firstDot;
    for (let end = limit; end >= least; end--) {
      if (end < limit) {
        if (isLoose && next >= 0) {
          end = lastOf(url, next, end, least);
          if (end < least) break;
        } else if (!endsInside(this.kids, edge, url, end)) continue;
      } else if (
        node.more === null &&
        (limit === length ? node.ends.length === 0 : stop === 47 && node.slash === null)
      ) {
        this.missed(url, length, limit);
        continue;
      }
      if (edgeRank >= this.bound || this.isOutOfOrder) break;
      this.works(length - i);
      if (test && !test(this.valueAt(url, i, end))) continue;
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

  /** The end of the longest value that a segment can have. Uses what `lookAhead` has found. */
  widestEnd(url: string, length: number, i: number, admitsDots: boolean): number {
    if (i < this.ahead) this.lookAhead(url, i);
    const slash = url.indexOf('/', i);
    const end = slash < 0 || slash > length ? length : slash;
    return end <= this.clearTo ? end : widestEnd(url, length, i, admitsDots);
  }

  /** A glob. Tries an extension after it first, then the whole rest of the path, then shorter values. */
  // eslint-disable-next-line complexity -- the hot path: a call for each kind of edge would cost more than following it
  walkGlob(url: string, length: number, edge: Edge, i: number, count: number, first: number): Match | null {
    if (length < 0) return null;
    const { node, isLoose } = edge;
    const { test } = edge.name!.demand;
    const edgeRank = this.rankAt(first + edge.least);
    const wasBound = this.bound;
    const wasOpen = this.open;
    let best: Match | null = null;
    let bestRank = NoRank;
    const place = count << 1;
    const isAnywhere = isLoose || node.width > 0;
    const goesOn = isAnywhere || node.slash !== null;
    const { ends } = node;
    const firstEnd = first + node.start;
    const leafRank = this.firstRank(ends, firstEnd);
    const formatRank = node.more?.isExtended ? this.firstExtended(ends, firstEnd) : NoRank;
    if (formatRank !== NoRank) {
      // A leaf of the same rank belongs to the same route, and is tried after the extension.
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
    for (let end = length - 1; goesOn && end > i && edgeRank < this.bound && !this.isOutOfOrder; end--) {
      if (!isAnywhere && url.charCodeAt(end) !== 47) continue;
      if (isInsideCharacter(url, end) || !leadsOn(this.kids, node, url.charCodeAt(end))) continue;
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

  /** The remainder of a pattern that is matched by backtracking. */
  walkRest(url: string, length: number, edge: Edge, i: number, count: number, first: number): Match | null {
    if (length < 0) return null;
    const leaf = this.leafAt(first + edge.least);
    const { names } = leaf.shape;
    if (leaf.rank >= this.bound || (leaf.checks.hasMarks && !this.isMarked)) return null;
    const path = length === url.length ? url : url.slice(0, length);
    const found =
      path === '/' ? matchSteps(edge.step!, '', 0, true) : matchSteps(edge.step!, path, i, edge.isSlashDue);
    if (!found) return null;
    const values = new Map<string, string>();
    for (let k = 0; k < count; k++)
      values.set(names[k]!, this.valueAt(url, this.captures[k << 1]!, this.captures[(k << 1) + 1]!));
    for (let k = 0; k < leaf.checks.tests.length; k++) {
      const { index, test } = leaf.checks.tests[k]!;
      if (!test(values.get(names[index]!)!)) return null;
    }
    for (const { name, start, end } of found) values.set(name, this.valueAt(path, start, end));
    if (leaf.checks.isConditional && !this.isLetThrough(leaf, (name) => values.get(name))) return null;
    this.rank = leaf.rank;
    return matchOf(leaf.route, values);
  }
}

/** The end of the longest value that a segment can have. */
export function widestEnd(url: string, length: number, start: number, admitsDots: boolean): number {
  let end = segmentEnd(url, length, start);
  while (admitsDots && end < length && url.charCodeAt(end) === 46) end = segmentEnd(url, length, end + 1);
  return end;
}

/** The last position from `from` down to `least` that has this character or a dot; `least - 1` if there is none. */
function lastOf(url: string, code: number, from: number, least: number): number {
  let i = from;
  for (; i >= least; i--) {
    const found = url.charCodeAt(i);
    if (found === code || found === 46) break;
  }
  return i;
}

/** Whether a value may end before its longest possible end, at `end`. */
export function endsInside(
  kids: Kids,
  { kind, node, isLoose, next }: Edge,
  url: string,
  end: number,
): boolean {
  const code = url.charCodeAt(end);
  // An extension may begin with this dot.
  if (code !== 46) {
    if (kind === 'wide' && (!isLoose || next >= 0)) return isLoose && code === next;
    if (!leadsOn(kids, node, code)) return false;
  }
  return !isInsideCharacter(url, end);
}

function leadsOn(kids: Kids, node: Node, code: number): boolean {
  return (
    childOf(kids, node, code) !== null ||
    (node.param !== null && code !== 47) ||
    (node.more !== null && node.more.edges !== null)
  );
}

/** The last dot of the path's last piece; -1 if it has none. */
function lastDot(url: string, length: number, start: number): number {
  for (let i = length - 1; i >= start; i--) {
    const code = url.charCodeAt(i);
    if (code === 46) return i;
    if (code === 47) return -1;
  }
  return -1;
}
