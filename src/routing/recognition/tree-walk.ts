// The walk through a radix tree: from a path to the match of the least rank. This is the hot path of the package.
//
// It goes down one branch as long as no other is open. Where a literal and something else both fit, the literal is
// tried first, and unless what it gives comes before all that is open there, the rest is tried with that rank as the
// bound. So the answer is the first declared route, and mostly no branch is walked in vain.
//
// The path is walked as it was sent. A query, a doubled or trailing slash or an escape is never met by any branch, so a
// match is always right; only a miss that stumbled over one of them is worth a second walk, on the canonical path.
//
// What a walk knows stands in the variables of this module: no walk is ever under way while another one runs, but for
// callables of constraints, around which everything is put away.

import { isInsideCharacter, matchSteps } from '../patterns/backtracking.js';
import { allowsRequest, callablesAllow, type RequestContext } from '../patterns/constraints.js';
import { Match, matchOf } from './match.js';
import { canonicalPath, decodedValue, escapedDot, hasMarks } from '../patterns/request-path.js';
import type { Route } from '../patterns/route.js';
import { childOf, type Edge, type Leaf, NoRank, type Node } from './radix-tree.js';

/** Start and end of each capture, by turns. A pattern has at most 1,000 names. */
const captures = new Int32Array(2048);

/** The rank of the match that a walk has given. */
let rank = NoRank;
/** Only a lesser rank is of use. */
let bound = NoRank;
/** The least rank among the branches that are still open. */
let open = NoRank;
/** A branch has failed at something that the canonical path does not have. */
let isSoiled = false;
/** What is walked is canonical: nothing in it can soil. */
let isClean = false;
/** What is walked has marks, which captured values must not show. */
let isMarked = false;
/** A callable would have been asked before routes declared earlier had been tried. */
let isOutOfOrder = false;
/** Routes whose callables have said no. */
let refusals: Set<Route> | undefined;
/** Of the last walk that came to `OutOfOrder`. */
let keptRefusals: ReadonlySet<Route> | undefined;
/** Request constraints are not asked, only noticed: `isOutOfOrder` then says that there are some. */
let isProbing = false;

/** Where the context of a request is, which is read only when a constraint asks. */
export interface ContextSource {
  readonly context?: RequestContext | undefined;
}

const noContext: ContextSource = Object.freeze({ context: Object.freeze({}) });

let askedMethod: string | undefined;
let asked: ContextSource = noContext;

/** What a walk came to: a match, nothing, or that only a search in declaration order can tell. */
export const OutOfOrder = Symbol('out of order');

/**
 * The first declared route that answers the path, or null. `OutOfOrder` where callables have to be asked in an order that
 * the tree does not follow, and where a dot was escaped: then `firstInOrder` answers.
 */
export function walkTree(
  root: Node,
  path: string,
  method: string | undefined,
  source: ContextSource,
): Match | null | typeof OutOfOrder {
  isSoiled = false;
  askedMethod = method;
  asked = source;
  const match = walk(path, path.length, root, 0, 0);
  if (isOutOfOrder || refusals !== undefined) return settle(match);
  return match !== null || !isSoiled ? match : walkCanonical(root, path);
}

/** The match of a canonical literal path whatever the request; undefined where that depends on the request. */
export function probeTree(root: Node, path: string): Match | null | undefined {
  isProbing = true;
  isSoiled = false;
  const match = walk(path, path.length, root, 0, 0);
  isProbing = false;
  const depends = isOutOfOrder;
  isOutOfOrder = false;
  return depends ? undefined : match;
}

function settle(match: Match | null): Match | null | typeof OutOfOrder {
  const wasOutOfOrder = isOutOfOrder;
  isOutOfOrder = false;
  keptRefusals = refusals;
  refusals = undefined;
  return wasOutOfOrder ? OutOfOrder : match;
}

/** The routes whose callables have said no on a walk that has just come to `OutOfOrder`: they are not asked again. */
export function refusedRoutes(): ReadonlySet<Route> | undefined {
  return keptRefusals;
}

/** The second walk, of a path that has a query, an escape or a slash too many. */
function walkCanonical(root: Node, path: string): Match | null | typeof OutOfOrder {
  const mark = path.indexOf('?');
  let length = mark < 0 ? path.length : mark;
  while (length > 1 && path.charCodeAt(length - 1) === 47) length--;
  isClean = true;
  let match: Match | null;
  if (length > 0 && path.charCodeAt(0) === 47 && isCanonical(path, length)) {
    match = walk(path, length, root, 0, 0);
  } else {
    const canonical = canonicalPath(path);
    if (canonical === undefined) match = null;
    else {
      isMarked = hasMarks(canonical);
      const text = canonical === '' ? '/' : canonical;
      match = walk(text, text.length, root, 0, 0);
      isOutOfOrder ||= isMarked && canonical.includes(escapedDot);
    }
  }
  isClean = false;
  isMarked = false;
  return settle(match);
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

/** `length` of `url` is what counts; `node`'s label comes at `start`, and `count` values have been captured. */
function walk(url: string, length: number, start: Node, from: number, count: number): Match | null {
  let node = start;
  let i = from;
  let captured = count;
  for (;;) {
    const { size } = node;
    if (size !== 0) {
      if (size === 1) {
        if (url.charCodeAt(i) !== node.head) return missed(url, length, i);
        i++;
      } else {
        if (url.substring(i, i + size) !== node.label) return missedLabel(url, length, i, node);
        i += size;
      }
    }
    if (i >= length) {
      const { leaf } = node;
      if (leaf === null || i > length) return missed(url, length, i);
      return leaf.isPlain ? plainMatch(leaf, url) : firstOf(leaf, url);
    }
    const code = url.charCodeAt(i);
    const { more } = node;
    if (more !== null && (code === 46 || more.edges !== null || more.others !== null))
      return walkBranches(url, length, node, i, captured, code);
    if (code === 47) {
      const { slash } = node;
      if (slash === null) return missed(url, length, i);
      node = slash;
      i++;
      continue;
    }
    const { kids, param } = node;
    const at = code - node.base;
    const kid = at >= 0 && at < kids.length ? kids[at]! : null;
    if (kid !== null) {
      if (param === null) {
        node = kid;
        i++;
        continue;
      }
      const wasOpen = open;
      if (param.least < wasOpen) open = param.least;
      const match = walk(url, length, kid, i + 1, captured);
      open = wasOpen;
      if (match !== null && rank < param.least) return match;
      return walkParamAfter(match, url, length, param, i, captured, code);
    }
    if (param === null || code === 46) return missed(url, length, i);
    const end = segmentEnd(url, length, i);
    const place = captured << 1;
    captures[place] = i;
    captures[place + 1] = end;
    captured++;
    if (end === i) return missed(url, length, i);
    node = param;
    i = end;
  }
}

/** The end of a segment without constraint: a slash, a dot, the end, or what the canonical path does not have. */
function segmentEnd(url: string, length: number, start: number): number {
  let i = start;
  for (; i < length; i++) {
    const code = url.charCodeAt(i);
    // Most characters of an id are digits and letters: they are through after two comparisons.
    if (code < 48 ? code === 47 || code === 46 || code === 37 : code === 63) break;
  }
  return i;
}

/** The segment beside a literal whose branch gave `match`, of rank `rank`, or nothing. */
function walkParamAfter(
  match: Match | null,
  url: string,
  length: number,
  param: Node,
  i: number,
  count: number,
  code: number,
): Match | null {
  const matchRank = match === null ? NoRank : rank;
  if (code === 46) return match;
  const wasBound = bound;
  if (matchRank < wasBound) bound = matchRank;
  const better = param.least < bound ? walkParam(url, length, param, i, count) : null;
  bound = wasBound;
  if (better !== null) return better;
  rank = matchRank;
  return match;
}

function walkParam(url: string, length: number, param: Node, i: number, count: number): Match | null {
  const end = segmentEnd(url, length, i);
  if (end === i) return missed(url, length, i);
  captures[count << 1] = i;
  captures[(count << 1) + 1] = end;
  return walk(url, length, param, end, count + 1);
}

/** All ways on from behind a node's label, where there are more than a literal and a plain segment. */
function walkBranches(
  url: string,
  length: number,
  node: Node,
  i: number,
  count: number,
  code: number,
): Match | null {
  const more = node.more!;
  const edges = more.edges ?? [];
  const literal = childOf(node, code);
  const param = code === 47 || code === 46 ? null : node.param;
  const format = code === 46 ? more.format : null;
  const wasBound = bound;
  const wasOpen = open;
  let best: Match | null = null;
  let bestRank = NoRank;
  const paramOpen = param === null ? NoRank : param.least;
  const formatOpen = format === null ? NoRank : format.rank;
  const edgesOpen = edges.length === 0 ? NoRank : edges[0]!.least;

  if (literal !== null) {
    open = Math.min(wasOpen, paramOpen, formatOpen, edgesOpen);
    best = walk(url, length, literal, i + 1, count);
    if (best !== null) bestRank = bound = rank;
  } else if (param === null && format === null) missed(url, length, i);
  if (paramOpen < bound) {
    open = Math.min(wasOpen, formatOpen, edgesOpen);
    const match = walkParam(url, length, param!, i, count);
    if (match !== null) {
      best = match;
      bestRank = bound = rank;
    }
  }
  if (formatOpen < bound) {
    open = Math.min(wasOpen, edgesOpen);
    const match = walkFormat(url, length, format!, i, count);
    if (match !== null) {
      best = match;
      bestRank = bound = rank;
    }
  }
  for (let k = 0; k < edges.length; k++) {
    const edge = edges[k]!;
    if (edge.least >= bound) break;
    open = k + 1 < edges.length ? Math.min(wasOpen, edges[k + 1]!.least) : wasOpen;
    const match = walkEdge(url, length, edge, i, count);
    if (match !== null) {
      best = match;
      bestRank = bound = rank;
    }
  }
  bound = wasBound;
  open = wasOpen;
  rank = bestRank;
  return best;
}

/** An extension that is all that is left: a dot and a value without dots. */
function walkFormat(url: string, length: number, leaf: Leaf, i: number, count: number): Match | null {
  const end = segmentEnd(url, length, i + 1);
  if (end === i + 1 || end < length) return missed(url, length, end);
  captures[count << 1] = i + 1;
  captures[(count << 1) + 1] = end;
  return firstOf(leaf, url);
}

function walkEdge(url: string, length: number, edge: Edge, i: number, count: number): Match | null {
  switch (edge.kind) {
    case 'wide':
      return walkWide(url, length, edge, i, count);
    case 'glob':
      return isCleanFrom(url, length, i) ? walkGlob(url, length, edge, i, count) : null;
    case 'rest':
      return isCleanFrom(url, length, i) ? walkRest(url, length, edge, i, count) : null;
    default:
      return edge.kind satisfies never;
  }
}

/** Whether nothing from here on is to be put right; if something is, the walk is soiled. */
function isCleanFrom(url: string, length: number, start: number): boolean {
  if (isClean) return true;
  let before = start > 0 ? url.charCodeAt(start - 1) : 0;
  for (let i = start; i < length; i++) {
    const code = url.charCodeAt(i);
    if (
      code <= 63 &&
      (code === 37 || code === 63 || (code === 47 && (before === 47 || i === length - 1) && i > 0))
    ) {
      isSoiled = true;
      return false;
    }
    before = code;
  }
  if (before === 47 && length > 1) isSoiled = true;
  return !isSoiled;
}

/** A segment with more than one end, or one that may hold dots: the longest value first. */
function walkWide(url: string, length: number, edge: Edge, i: number, count: number): Match | null {
  const { node } = edge;
  const { demand } = edge.name!;
  let limit = segmentEnd(url, length, i);
  while (demand.admitsDots && limit < length && url.charCodeAt(limit) === 46)
    limit = segmentEnd(url, length, limit + 1);
  if (limit === i) return missed(url, length, i);
  if (limit < length && url.charCodeAt(limit) !== 47 && url.charCodeAt(limit) !== 46)
    return missed(url, length, limit);
  const isLoose = hasLooseEnds(node);
  const wasBound = bound;
  const wasOpen = open;
  let best: Match | null = null;
  let bestRank = NoRank;
  const place = count << 1;
  // The shortest value that has to be tried.
  const firstDot = isLoose ? -1 : url.indexOf('.', i + 1);
  const least = isLoose ? i + 1 : firstDot < 0 || firstDot > limit ? limit : firstDot;
  for (let end = limit; end >= least; end--) {
    if (end < limit && (isLoose ? isInsideCharacter(url, end) : url.charCodeAt(end) !== 46)) continue;
    if (edge.least >= bound) break;
    if (demand.test && !demand.test(valueAt(url, i, end))) continue;
    captures[place] = i;
    captures[place + 1] = end;
    open = end > least ? Math.min(wasOpen, edge.least) : wasOpen;
    const match = walk(url, length, node, end, count + 1);
    if (match !== null) {
      best = match;
      bestRank = bound = rank;
    }
  }
  bound = wasBound;
  open = wasOpen;
  rank = bestRank;
  return best;
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

/** A glob: an extension behind it first, then all that is left, then shorter values. */
function walkGlob(url: string, length: number, edge: Edge, i: number, count: number): Match | null {
  const { node } = edge;
  const { test } = edge.name!.demand;
  const wasBound = bound;
  const wasOpen = open;
  let best: Match | null = null;
  let bestRank = NoRank;
  const place = count << 1;
  const goesOn = node.slash !== null || node.kids.length > 0 || hasLooseEnds(node);
  const format = node.more === null ? null : node.more.format;
  const leaf = node.leaf;
  if (format !== null) {
    // The leaf of the same rank is the same route's: it comes after the extension.
    const leafOpen = leaf === null ? NoRank : leaf.rank === format.rank ? leaf.rank + 1 : leaf.rank;
    open = Math.min(wasOpen, goesOn ? edge.least : NoRank, leafOpen);
    const dot = lastDot(url, length, i);
    if (dot > i && dot + 1 < length && format.rank < bound && (!test || test(valueAt(url, i, dot)))) {
      captures[place] = i;
      captures[place + 1] = dot;
      captures[place + 2] = dot + 1;
      captures[place + 3] = length;
      best = firstOf(format, url);
      if (best !== null) bestRank = bound = rank;
    }
  }
  open = goesOn ? Math.min(wasOpen, edge.least) : wasOpen;
  if (leaf !== null && leaf.rank < bound && (!test || test(valueAt(url, i, length)))) {
    captures[place] = i;
    captures[place + 1] = length;
    const match = firstOf(leaf, url);
    if (match !== null) {
      best = match;
      bestRank = bound = rank;
    }
  }
  const isLoose = node.kids.length > 0 || hasLooseEnds(node);
  for (let end = length - 1; goesOn && end > i && edge.least < bound; end--) {
    if (!isLoose && url.charCodeAt(end) !== 47) continue;
    if (isInsideCharacter(url, end) || !leadsOn(node, url.charCodeAt(end))) continue;
    if (test && !test(valueAt(url, i, end))) continue;
    captures[place] = i;
    captures[place + 1] = end;
    const match = walk(url, length, node, end, count + 1);
    if (match !== null) {
      best = match;
      bestRank = bound = rank;
    }
  }
  bound = wasBound;
  open = wasOpen;
  rank = bestRank;
  return best;
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

/** What is left to backtracking. */
function walkRest(url: string, length: number, edge: Edge, i: number, count: number): Match | null {
  const leaf = edge.leaf!;
  if (leaf.rank >= bound || (leaf.hasMarks && !isMarked)) return null;
  const path = length === url.length ? url : url.slice(0, length);
  const found =
    path === '/' ? matchSteps(edge.step!, '', 0, true) : matchSteps(edge.step!, path, i, edge.isSlashDue);
  if (!found) return null;
  const values = new Map<string, string>();
  for (let k = 0; k < count; k++)
    values.set(leaf.names[k]!, valueAt(url, captures[k << 1]!, captures[(k << 1) + 1]!));
  for (let k = 0; k < leaf.tests.length; k++) {
    const { index, test } = leaf.tests[k]!;
    if (!test(values.get(leaf.names[index]!)!)) return null;
  }
  for (const { name, start, end } of found) values.set(name, valueAt(path, start, end));
  if (leaf.isConditional && !isLetThrough(leaf, count, (name) => values.get(name))) return null;
  rank = leaf.rank;
  return matchOf(leaf.route, values);
}

function valueAt(url: string, start: number, end: number): string {
  const value = url.substring(start, end);
  return isMarked ? decodedValue(value) : value;
}

/** The first leaf of a chain that answers, if its rank is of use. */
function firstOf(first: Leaf, url: string): Match | null {
  for (let leaf: Leaf | null = first; leaf !== null; leaf = leaf.next) {
    if (leaf.rank >= bound) return null;
    if (leaf.isPlain) return plainMatch(leaf, url);
    if (passes(leaf, url)) {
      rank = leaf.rank;
      return makeMatch(leaf, url);
    }
  }
  return null;
}

function plainMatch(leaf: Leaf, url: string): Match | null {
  if (leaf.rank >= bound) return null;
  rank = leaf.rank;
  return leaf.fixed !== null ? leaf.fixed : makeMatch(leaf, url);
}

function passes(leaf: Leaf, url: string): boolean {
  if (leaf.hasMarks && !isMarked) return false;
  const { tests } = leaf;
  for (let k = 0; k < tests.length; k++) {
    const { index, test } = tests[k]!;
    if (!test(valueAt(url, captures[index << 1]!, captures[(index << 1) + 1]!))) return false;
  }
  if (!leaf.isConditional) return true;
  return isLetThrough(leaf, leaf.names.length, (name) => {
    const index = leaf.names.indexOf(name);
    return index < 0 ? undefined : valueAt(url, captures[index << 1]!, captures[(index << 1) + 1]!);
  });
}

/** Whether callables and the request let a route through whose path fits; `count` captures are to be kept meanwhile. */
function isLetThrough(leaf: Leaf, count: number, valueOf: (name: string) => string | undefined): boolean {
  if (isProbing || (leaf.asks && leaf.rank >= open)) {
    isOutOfOrder = true;
    return false;
  }
  const { route } = leaf;
  if (!leaf.asks) return allowsAttributes(route, valueOf, askedMethod, asked);
  if (isOutOfOrder || refusals?.has(route)) return false;
  const kept = {
    captures: captures.slice(0, count << 1),
    rank,
    bound,
    open,
    isSoiled,
    isClean,
    isMarked,
    isOutOfOrder,
    refusals,
    askedMethod,
    asked,
  };
  // What stands in the captures is read before a callable may walk over them.
  const values = new Map(leaf.names.map((name) => [name, valueOf(name)] as const));
  const keptValueOf = (name: string): string | undefined => values.get(name) ?? valueOf(name);
  reset();
  const { definition } = route;
  const isAllowed =
    callablesAllow(definition.segmentConstraints, keptValueOf) &&
    allowsAttributes(route, keptValueOf, kept.askedMethod, kept.asked);
  captures.set(kept.captures);
  ({ rank, bound, open, isSoiled, isClean, isMarked, isOutOfOrder, refusals, askedMethod, asked } = kept);
  if (!isAllowed) (refusals ??= new Set()).add(route);
  return isAllowed;
}

/** Whether the request meets a route's constraints, asked in declaration order. */
export function allowsAttributes(
  route: Route,
  valueOf: (name: string) => string | undefined,
  method: string | undefined,
  source: ContextSource,
): boolean {
  const { requestConstraints, defaults } = route.definition;
  const format = valueOf('format') ?? defaults.get('format');
  const request = { method, context: source.context ?? noContext.context! };
  return requestConstraints.every((constraint) => allowsRequest(constraint, request, format));
}

/** As before a walk: what a callable throws must leave nothing behind, and it may ask the router itself. */
function reset(): void {
  rank = bound = open = NoRank;
  isSoiled = isClean = isMarked = isOutOfOrder = false;
  refusals = undefined;
}

function makeMatch(leaf: Leaf, url: string): Match {
  if (leaf.fixed !== null) return leaf.fixed;
  const params = Object.create(null) as Record<string, string>;
  const { names, extras } = leaf;
  if (isMarked) {
    for (let k = 0; k < names.length; k++)
      params[names[k]!] = valueAt(url, captures[k << 1]!, captures[(k << 1) + 1]!);
  } else {
    for (let k = 0; k < names.length; k++)
      params[names[k]!] = url.substring(captures[k << 1]!, captures[(k << 1) + 1]);
  }
  for (let k = 0; k < extras.length; k += 2) params[extras[k]!] = extras[k + 1]!;
  return new Match(leaf.controller, leaf.action, params, leaf.callable, leaf.route, leaf.route.target);
}

/** The label was not met: where does the path leave it? */
function missedLabel(url: string, length: number, start: number, node: Node): null {
  let i = start;
  for (let k = 0; k < node.size && i < length && url.charCodeAt(i) === node.label.charCodeAt(k); k++) i++;
  return missed(url, length, i);
}

/** A branch ends at `i`. Is the path to blame? */
function missed(url: string, length: number, i: number): null {
  if (isClean) return null;
  if (i >= length) {
    if (length === 0 || (length > 1 && url.charCodeAt(length - 1) === 47)) isSoiled = true;
    return null;
  }
  const code = url.charCodeAt(i);
  if (code === 37 || code === 63 || (i === 0 && code !== 47)) isSoiled = true;
  else if (code === 47 && i > 0) {
    const next = url.charCodeAt(i + 1);
    if (i === length - 1 || next === 47 || next === 63 || url.charCodeAt(i - 1) === 47) isSoiled = true;
  }
  return null;
}
