// The verbs that a path has, as far as the tree can tell. Every branch is followed and values are tested. If the request, a callable or
// backtracking has a say, tree-candidates.ts gives the routes to try instead.
//
// The verbs of all leaves that end at a node are remembered, on the first of them if all are plain. So are the joint verbs of two nodes
// that one path reaches.

import { plainEnd, segmentEnd } from '../patterns/request-path.js';
import { endsInside, widestEnd } from './edge-walk.js';
import type { Leaf, LeafGroup } from './leaf.js';
import type { Tree } from './radix-tree.js';
import { verbsOf } from './recognition.js';
import { routesOf } from './tree-candidates.js';
import { childOf, type Edge, type Node } from './tree-nodes.js';
import { mostEndWork } from './walk-state.js';

/**
 * The verbs of a path without marks, canonical or not. Null if it reaches no route as written: a path that is not canonical may still have
 * one. Undefined if the tree alone cannot tell.
 */
export function verbsOfPath(tree: Tree, path: string): readonly string[] | null | undefined {
  reachedCount = 0;
  work = 0;
  passed = noLeaves;
  if (!reach(tree, path, tree.root, 0, 0, 0)) return undefined;
  if (passed.length > 0) {
    const verbs = verbsOf(routesOf([...passed, ...leavesReached(tree)]));
    passed = noLeaves;
    return verbs;
  }
  if (reachedCount === 0) return null;
  if (reachedCount === 2) return verbsAt(tree, reached[0]!);
  const key = reachedCount === 4 ? reached[0]! * mostPlaces + reached[2]! : -1;
  const known = tree.jointVerbs.get(key);
  if (known !== undefined) return known;
  const verbs = Object.freeze(verbsOf(routesOf(leavesReached(tree))));
  if (key >= 0 && tree.jointVerbs.size < mostJoint) tree.jointVerbs.set(key, verbs);
  return verbs;
}

/**
 * Place and number of leaves, alternately, of each node whose leaves all answer the path. Only the first `reachedCount` entries count: the
 * list is never emptied, since that would reallocate it.
 */
const reached: number[] = [];
let reachedCount = 0;
const noLeaves: readonly Leaf[] = [];
/** The leaves that answer, at nodes where not all do. */
let passed = noLeaves;
/** Start and end of each value, alternately. */
const values: number[] = [];
/** How many characters have been compared to find the ends of values. */
let work = 0;
/**
 * The most joint verbs that are remembered. Paths can combine very many nodes: `/x1/:b` to `/x999/:b` with `/:a/y1` to `/:a/y999` makes a
 * million pairs.
 */
export const mostJoint = 4_096;
/** More places than a tree has. */
const mostPlaces = 0x4000000;

function leavesReached(tree: Tree): Leaf[] {
  const leaves: Leaf[] = [];
  for (let k = 0; k < reachedCount; k += 2) leaves.push(...leavesAt(tree, reached[k]!, reached[k + 1]!));
  return leaves;
}

/** Collects everything that a path reaches from a node on, after `count` values. False if the tree alone cannot tell. */
function reach(
  tree: Tree,
  path: string,
  start: Node,
  position: number,
  before: number,
  count: number,
): boolean {
  let node = start;
  let i = position;
  let first = before;
  let captured = count;
  for (;;) {
    const { size } = node;
    if (size === 1) {
      if (path.charCodeAt(i) !== node.head) return true;
      i++;
    } else if (size !== 0) {
      if (path.substring(i, i + size) !== node.label) {
        if (tree.unfold(node, first)) continue;
        return true;
      }
      i += size;
    }
    first += node.start;
    if (i >= path.length) return node.ends.length === 0 || reachEnds(tree, path, node, first);
    const code = path.charCodeAt(i);
    if (node.more !== null && !reachMore(tree, path, node, i, first, captured)) return false;
    const literal = childOf(tree.kids, node, code);
    const param = code === 47 || code === 46 ? null : node.param;
    const end = param === null ? i : segmentEnd(path, path.length, i);
    if (param !== null && end > i) {
      capture(captured, i, end);
      if (literal === null) {
        node = param;
        i = end;
        captured++;
        continue;
      }
      if (!reach(tree, path, param, end, first, captured + 1)) return false;
    }
    if (literal === null) return true;
    node = literal;
    i++;
  }
}

function capture(index: number, start: number, end: number): void {
  values[index << 1] = start;
  values[(index << 1) + 1] = end;
}

/** Collects the leaves of a node where the path ends. */
function reachEnds(tree: Tree, path: string, { ends }: Node, first: number): boolean {
  if (tree.leafAt(first).verbs === undefined) {
    const { leaves, isConditional } = groupAt(tree, first, ends.length);
    if (isConditional) return false;
    if (!leaves.every((leaf) => passes(leaf, path))) {
      passed = [...passed, ...leaves.filter((leaf) => passes(leaf, path))];
      return true;
    }
  }
  for (let k = 0; k < reachedCount; k += 2) if (reached[k] === first) return true;
  reached[reachedCount++] = first;
  reached[reachedCount++] = ends.length;
  return true;
}

function passes({ checks }: Leaf, path: string): boolean {
  return checks.tests.every(({ index, test }) =>
    test(path.substring(values[index << 1]!, values[(index << 1) + 1]!)),
  );
}

/** The group of the leaves that end at a node: `count` of them from place `first` on. */
function groupAt(tree: Tree, first: number, count: number): LeafGroup {
  const known = tree.groups.get(first);
  if (known !== undefined) return known;
  const leaves = leavesAt(tree, first, count);
  const verbs = Object.freeze(verbsOf(routesOf(leaves)));
  const group = { leaves, verbs, isConditional: leaves.some(isUndecided) };
  if (leaves.every(({ isPlain }) => isPlain)) tree.leafAt(first).verbs = verbs;
  else tree.groups.set(first, group);
  return group;
}

function leavesAt(tree: Tree, first: number, count: number): Leaf[] {
  return Array.from({ length: count }, (_, k) => tree.leafAt(first + k));
}

/** The verbs of all leaves that end at a reached node. If they are not on the first leaf, `reachEnds` has made the group. */
function verbsAt(tree: Tree, first: number): readonly string[] {
  return tree.leafAt(first).verbs ?? groupAt(tree, first, 0).verbs;
}

/** Whether more than text and values decides. */
function isUndecided({ checks }: Leaf): boolean {
  return checks.isConditional || checks.hasMarks;
}

/** Follows extensions, segments with several ends, and globs. */
function reachMore(tree: Tree, path: string, node: Node, i: number, first: number, count: number): boolean {
  const { isExtended, edges, others } = node.more!;
  if (others !== null) return false;
  if (isExtended && path.charCodeAt(i) === 46 && !reachExtended(tree, path, node, i, first, count))
    return false;
  if (edges === null) return true;
  for (let k = 0; k < edges.length; k++) {
    const edge = edges[k]!;
    if (edge.kind !== 'wide' && plainEnd(path, path.length, i) !== path.length) return false;
    if (edge.kind === 'rest') return false;
    if (edge.kind === 'tail') {
      if (!reachEnds(tree, path, edge.node, first + edge.node.start)) return false;
    } else if (!reachWide(tree, path, edge, i, first, count)) return false;
  }
  return true;
}

/** An extension at the end of the path. */
function reachExtended(
  tree: Tree,
  path: string,
  node: Node,
  i: number,
  first: number,
  count: number,
): boolean {
  const { ends } = node;
  const end = segmentEnd(path, path.length, i + 1);
  if (end === i + 1 || end < path.length) return true;
  // The same routes as without an extension, whose verbs are remembered.
  if (isExtendedPlainly(tree, first, ends.length)) return reachEnds(tree, path, node, first);
  capture(count, i + 1, end);
  for (let k = 0; k < ends.length; k++) {
    const leaf = tree.extended(tree.leafAt(first + k));
    if (leaf === null) continue;
    if (isUndecided(leaf)) return false;
    if (passes(leaf, path)) passed = [...passed, leaf];
  }
  return true;
}

/** Whether all leaves that end at a node may have any extension. */
function isExtendedPlainly(tree: Tree, first: number, count: number): boolean {
  for (let k = 0; k < count; k++) if (tree.extended(tree.leafAt(first + k))?.isPlain !== true) return false;
  return true;
}

/** A segment or glob with several possible ends, each of which is tried. */
function reachWide(tree: Tree, path: string, edge: Edge, i: number, first: number, count: number): boolean {
  const { kind, node, name } = edge;
  const { admitsDots, test } = name!.demand;
  const limit = kind === 'glob' ? path.length : widestEnd(path, path.length, i, admitsDots);
  if (limit === i || (limit < path.length && path.charCodeAt(limit) !== 47 && path.charCodeAt(limit) !== 46))
    return true;
  for (let end = limit; end > i; end--) {
    if (end < limit && !endsInside(tree.kids, edge, path, end)) continue;
    work += path.length - i;
    if (work > mostEndWork) return false;
    if (test && !test(path.substring(i, end))) continue;
    capture(count, i, end);
    if (!reach(tree, path, node, end, first, count + 1)) return false;
  }
  return true;
}
