// Recognition in a table of nothing but text and whole segments. All that such a table needs is here, so that a bundle of its compiled
// routes has a fifth of the code for recognition that a table of any routes needs.
//
//   get /posts/:id(.:format)   →   "/posts/" ┬ a segment ─ 0        branches by text, each with the routes whose
//   get /posts/new                           └ "new" ─ 1            path ends there, in declaration order
//
// A branch has only a list of the ways that lead through it until a path comes there: then they are told apart by what comes next.
// Where text and a segment both fit, both are followed, and the route that was declared first is the match. An escaped dot may be that of
// a text, or part of a value: a path with one is held against every pattern. `PlainSearch` gives the same answers.

import type { PatternPart } from '../patterns/pattern-parts.js';
import {
  canonicalLiteral,
  canonicalPath,
  decodedValue,
  escapedDot,
  hasMarks,
  segmentEnd,
} from '../patterns/request-path.js';
import { answersMethod, type Route, type RouteDefinition } from '../patterns/route.js';
import type { RouteHead, RouteList } from '../patterns/route-list.js';
import { explainRoute, type Trace, type TracedStep } from './explain.js';
import { emptyParams, fixedMatch, type Match, matchOf, matchWith } from './match.js';
import { type Recognition, verbsOf } from './recognition.js';

/** A way to the end of a route's path, as far as a branch has come with it. */
interface Way extends Pick<RouteHead, 'verbs' | 'any'> {
  readonly index: number;
  /** The pattern or its shape, and where in it. */
  readonly path: string;
  at: number;
  /** When it has been a match: the route, and the match of a path that gives no values. */
  route?: Route;
  fixed?: Match;
}

/** Where a path may be: behind a text, or behind a segment. */
interface Branch {
  /** Until a path comes here. */
  ways: Way[] | undefined;
  text: string;
  /** The places behind the texts that go on from here, by the code of the first character. */
  readonly texts: (Branch | undefined)[];
  segment: Branch | undefined;
  /** The routes whose path ends here, and those of them that may have an extension here. */
  ends: readonly Way[];
  readonly extended: Way[];
}

/** Is given the ways that end at a branch that a path reaches, and how many values were captured on the way there. */
type Take = (ways: readonly Way[], count: number) => void;

/** Whether a route is one that this recognition knows: no constraint, and a path of texts and segments that are whole pieces. */
export function isSimple({ pattern, segmentConstraints, requestConstraints }: RouteDefinition): boolean {
  if (segmentConstraints.size > 0 || requestConstraints.length > 0) return false;
  let shape = '';
  for (const part of pattern.parts) {
    if (part.kind === 'literal') {
      if (canonicalLiteral(part.text) !== part.text || hasMarks(part.text) || /[():*\\]/.test(part.text))
        return false;
      shape += part.text.replaceAll(/[^/]/g, 'a');
    } else if (part.kind === 'segment') shape += ':';
    else if (part.kind === 'group') {
      const [dot, name, ...others] = part.parts;
      const isExtension = dot?.kind === 'literal' && dot.text === '.' && name?.kind === 'segment';
      if (!isExtension || others.length > 0) return false;
      shape += '.';
    } else return false;
  }
  return /^(?:\/|(?:\/(?:a+|:))+\.?)$/.test(shape);
}

/** Recognition among routes that are all simple. */
export function simpleRecognition(routes: RouteList): Recognition {
  const ways = routes.heads.map(({ verbs, any, pattern }, index): Way => {
    return { index, verbs, any, path: typeof pattern === 'string' ? pattern : pattern.text, at: 1 };
  });
  const verbs = new Set(ways.flatMap((way) => way.verbs));
  const root = branchOf(ways);
  // All paths begin with the same slash, behind which the root is.
  if (ways.length > 0) unfold(root, true);

  // Of the look-up that is under way; nothing that it asks could begin another.
  let url = '';
  let take: Take;
  /** Start and end of each value, by turns. */
  const captures: number[] = [];
  /** Something in the path that a canonical one has not stands where the path was left. */
  let isDoubtful = false;
  let after = 0;
  let verb = '';
  let found: Way | undefined;
  let match: Match | undefined;

  const takeFirst: Take = (list, count) => {
    for (let k = 0; k < list.length; k++) {
      const way = list[k]!;
      const { index } = way;
      if (found && index >= found.index) return;
      if (index <= after || !answersMethod(way, verb)) continue;
      found = way;
      const route = (way.route ??= routes.at(index));
      const { names } = route.definition.pattern;
      if (names.length === 0) {
        match = way.fixed ??= fixedMatch(route);
        return;
      }
      const params = emptyParams();
      for (let n = 0; n < count; n++)
        params[names[n]!] = url.substring(captures[2 * n]!, captures[2 * n + 1]);
      match = matchWith(route, params);
      return;
    }
  };
  const capture = (count: number, start: number, end: number): void => {
    captures[2 * count] = start;
    captures[2 * count + 1] = end;
  };
  /** A branch ends within `size` characters of `start`: is there something that a canonical path has not? */
  const leave = (start: number, size: number): void => {
    let before = url.charCodeAt(start - 1);
    for (let i = start; i < start + size + 2; i++) {
      const code = url.charCodeAt(i);
      if (code === 37 || code === 63 || (before === 47 && (code === 47 || i === url.length)))
        isDoubtful = true;
      before = code;
    }
  };
  /** Takes the routes of every branch that the rest of the path reaches; `start` is behind the text of `from`. */
  const walk = (from: Branch, start: number, captured: number): void => {
    const path = url;
    const { length } = path;
    let branch = from;
    let at = start;
    let count = captured;
    for (;;) {
      const { segment, extended, ends } = branch;
      if (at >= length) {
        return ends.length > 0 ? take(ends, count) : leave(at, 0);
      }
      const code = path.charCodeAt(at);
      if (code === 46 && extended.length > 0) {
        const end = segmentEnd(path, length, at + 1);
        capture(count, at + 1, end);
        if (end === length && at + 1 < length) take(extended, count + 1);
        else leave(end, 0);
      }
      const next = branch.texts[code];
      if (next?.ways) unfold(next, false);
      const size = next ? next.text.length : 0;
      const follows = next && (size === 1 || path.substring(at, at + size) === next.text);
      // A segment goes at least as far as a text that is not even begun.
      if (!follows && (next || !segment)) leave(at, size);
      if (segment) {
        if (follows) walk(next, at + size, count);
        const end = segmentEnd(path, length, at);
        if (end === at) return leave(at, 0);
        capture(count++, at, end);
        branch = segment;
        at = end;
      } else if (follows) {
        branch = next;
        at += size;
      } else return;
    }
  };
  /** Takes the routes of a path; gives the form of it that they were met in. */
  const ask = (path: string, taker: Take): string | undefined => {
    url = path;
    take = taker;
    found = match = undefined;
    isDoubtful = false;
    // No text of a simple route has what a canonical path has not: a path that is met as it was sent is canonical.
    if (path[0] === '/') {
      walk(root, 1, 0);
      if (found || !isDoubtful) return path;
    }
    const canonical = canonicalPath(path);
    if (canonical === undefined) return;
    url = canonical || '/';
    if (canonical.includes(escapedDot))
      taker(
        ways.filter(({ index }) => valuesIn(routes.at(index).definition, canonical)),
        0,
      );
    else walk(root, 1, 0);
    return canonical;
  };
  const findAfter = (index: number, method: string, path: string): Match | undefined => {
    after = index;
    verb = verbs.has(method) ? method : method.toUpperCase();
    const form = ask(path, takeFirst);
    if (!found || form === path || !hasMarks(form!)) return match;
    const route = (found as Way).route!;
    return matchOf(route, valuesIn(route.definition, form!)!);
  };
  const lists: (readonly Way[])[] = [];
  const takeList: Take = (list) => {
    found = list[0];
    lists.push(list);
  };
  /** The verbs of each list that was all that a path reached. */
  const allowed = new Map<readonly Way[], readonly string[]>();
  const allowedMethods = (path: string): readonly string[] => {
    lists.length = 0;
    const only = ask(path, takeList) === path && lists.length === 1 ? lists[0] : undefined;
    let known = only && allowed.get(only);
    if (!known) {
      known = verbsOf(lists.flat().sort((a, b) => a.index - b.index));
      if (only) allowed.set(only, known);
    }
    return known;
  };
  return {
    find: (method, path) => findAfter(-1, method, path),
    findAfter,
    answersPath: (_, path) => allowedMethods(path).length > 0,
    allowedMethods,
    explain: (route, path, asked) => explainRoute(route, path, asked, { valuesOf: valuesIn }),
  };
}

function branchOf(ways: Way[]): Branch {
  return { ways, text: '', texts: [], segment: undefined, ends: [], extended: [] };
}

/** Tells the ways of a branch apart, behind the text that they share; the root, and what is behind a segment, have none. */
function unfold(branch: Branch, isBare: boolean): void {
  const ways = branch.ways!;
  const { path, at } = ways[0]!;
  branch.ways = undefined;
  let size = 0;
  while (
    !isBare &&
    isText(path, at + size) &&
    ways.every((way) => way.path[way.at + size] === path[at + size])
  )
    size++;
  branch.text = path.substr(at, size);
  for (const way of ways) {
    way.at += size;
    const code = way.path.charCodeAt(way.at);
    if (isText(way.path, way.at)) {
      (branch.texts[code] ??= branchOf([])).ways!.push(way);
    } else if (code === Colon) {
      way.at += way.path.slice(way.at).search(/[/(]|$/);
      (branch.segment ??= branchOf([])).ways!.push(way);
    } else {
      branch.ends = branch.ends.concat(way);
      if (code === Bracket) branch.extended.push(way);
    }
  }
  if (branch.segment) unfold(branch.segment, true);
}

const Colon = 58;
const Bracket = 40;

function isText(path: string, at: number): boolean {
  const code = path.charCodeAt(at);
  return code >= 0 && code !== Colon && code !== Bracket;
}

/** The name in a group that is an extension. */
function extensionName(group: PatternPart): string {
  return ((group as PatternPart & { kind: 'group' }).parts[1] as PatternPart & { kind: 'segment' }).name;
}

/** The values that a canonical path gives a simple pattern; undefined where it does not fit, and then `trace` says how far it came. */
function valuesIn(
  { pattern }: RouteDefinition,
  path: string,
  trace?: Trace,
): Map<string, string> | undefined {
  const values = new Map<string, string>();
  const failed = (position: number, step: TracedStep, offset = 0): undefined => {
    if (trace && position > trace.position) Object.assign(trace, { position, step, offset });
  };
  let at = 0;
  for (const part of pattern.parts) {
    if (part.kind === 'literal') {
      const text = part.text.replaceAll(/^\/|\/$/g, '');
      if (text === '') continue;
      if (path[at] !== '/') return failed(at, { kind: 'text', text });
      at++;
      for (let k = 0; k < text.length; k++, at++)
        if (!isSame(path[at], text[k]!)) return failed(at, { kind: 'text', text }, k);
    } else if (part.kind === 'segment') {
      if (path[at] !== '/') return failed(at, part);
      const end = segmentEnd(path, path.length, ++at);
      if (end === at) return failed(at, part);
      values.set(part.name, decodedValue(path.slice(at, end)));
      at = end;
    } else if (part.kind === 'group') {
      const name = extensionName(part);
      const end = segmentEnd(path, path.length, at + 1);
      if (!isSame(path[at], '.')) failed(at, { kind: 'text', text: '.' });
      else if (end === at + 1) failed(end, { kind: 'segment', name });
      else if (end < path.length) failed(end, { kind: 'end' });
      else {
        values.set(name, decodedValue(path.slice(at + 1)));
        at = end;
      }
    }
  }
  return at === path.length ? values : failed(at, { kind: 'end' });
}

function isSame(character: string | undefined, wanted: string): boolean {
  return character === wanted || (wanted === '.' && character === escapedDot);
}
