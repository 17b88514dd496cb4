// Recognition in a table of nothing but text and whole segments. All that such a table needs is here, so that a bundle of its compiled
// routes has a fifth of the code for recognition that a table of any routes needs.
//
//   get /posts/:id(.:format)   →   "/posts/" ┬ a segment ─ 0        places by text, and in each of them the routes whose
//   get /posts/new                           └ "new" ─ 1            path ends there, in declaration order
//
// Where text and a segment both fit, both are followed, and the route that was declared first is the match. An escaped dot may be that of
// a text, or part of a value: a path with one is held against every pattern. `PlainSearch` gives the same answers.

import type { PatternPart } from '../patterns/pattern.js';
import {
  canonicalLiteral,
  canonicalPath,
  decodedValue,
  escapedDot,
  hasMarks,
  segmentEnd,
} from '../patterns/request-path.js';
import { answersMethod, type Route, type RouteDefinition } from '../patterns/route.js';
import { explainRoute, type Trace, type TracedStep } from './explain.js';
import { fixedMatch, type Match, matchOf, matchWith, nothing } from './match.js';
import { type Recognition, verbsOf } from './recognition.js';

/** Where a path may be: behind a text, or behind a segment. */
interface Branch {
  text: string;
  /** The branches behind the texts that go on from here, by the code of the first character less the least of them. */
  readonly texts: (Branch | undefined)[];
  base: number;
  segment: Branch | undefined;
  /** The routes whose path ends here, and those of them that may have an extension here. */
  readonly ends: Route[];
  readonly extended: Route[];
}

/** Is given the routes of a branch that a path reaches, and how many values were captured on the way. */
type Take = (routes: readonly Route[], count: number) => void;

/** Whether a route is one that this recognition knows: no constraint, and a path of texts and segments that are whole pieces. */
export function isSimple({ pattern, segmentConstraints, requestConstraints }: RouteDefinition): boolean {
  if (segmentConstraints.size > 0 || requestConstraints.length > 0) return false;
  let shape = '';
  for (const part of pattern.parts) {
    if (part.kind === 'literal') {
      if (canonicalLiteral(part.text) !== part.text || hasMarks(part.text)) return false;
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
export function simpleRecognition(routes: readonly Route[]): Recognition {
  const root = branchOf('');
  for (const route of routes) add(root, route);
  const verbs = new Set(routes.flatMap((route) => route.verbs));
  const fixed: (Match | undefined)[] = [];

  // Of the look-up that is under way; nothing that it asks could begin another.
  let url = '';
  let take: Take;
  /** Start and end of each value, by turns. */
  const captures: number[] = [];
  /** Something in the path that a canonical one has not stands where the path was left. */
  let isDoubtful = false;
  let after = 0;
  let verb = '';
  let found: Route | undefined;
  let match: Match | undefined;

  const takeFirst: Take = (list, count) => {
    for (let k = 0; k < list.length; k++) {
      const route = list[k]!;
      if (found && route.index >= found.index) return;
      if (route.index <= after || !answersMethod(route.definition, verb)) continue;
      found = route;
      const { names } = route.definition.pattern;
      if (names.length === 0) {
        match = fixed[route.index] ??= fixedMatch(route);
        return;
      }
      const params = Object.create(nothing) as Record<string, string>;
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
      const next = textOf(branch, code);
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
    walk(root, 0, 0);
    if (found || (!isDoubtful && path[0] === '/')) return path;
    const canonical = canonicalPath(path);
    if (canonical === undefined) return;
    url = canonical || '/';
    if (canonical.includes(escapedDot))
      taker(
        routes.filter(({ definition }) => valuesIn(definition, canonical)),
        0,
      );
    else walk(root, 0, 0);
    return canonical;
  };
  const findAfter = (index: number, method: string, path: string): Match | undefined => {
    after = index;
    verb = verbs.has(method) ? method : method.toUpperCase();
    const form = ask(path, takeFirst);
    return found && form !== path && hasMarks(form!)
      ? matchOf(found, valuesIn((found as Route).definition, form!)!)
      : match;
  };
  const lists: (readonly Route[])[] = [];
  const takeList: Take = (list) => {
    found = list[0];
    lists.push(list);
  };
  /** The verbs of each list that was all that a path reached. */
  const allowed = new Map<readonly Route[], readonly string[]>();
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

function branchOf(text: string): Branch {
  return { text, texts: [], base: 0, segment: undefined, ends: [], extended: [] };
}

function add(root: Branch, route: Route): void {
  let branch = root;
  let isExtended = false;
  for (const part of route.definition.pattern.parts) {
    if (part.kind === 'literal') branch = behind(branch, part.text);
    else if (part.kind === 'segment') branch = branch.segment ??= branchOf('');
    else isExtended = true;
  }
  branch.ends.push(route);
  if (isExtended) branch.extended.push(route);
}

/** The branch behind a text that follows a branch. */
function behind(branch: Branch, text: string): Branch {
  if (text === '') return branch;
  const next = textOf(branch, text.charCodeAt(0));
  if (!next) return putText(branch, branchOf(text));
  let shared = 1;
  while (shared < text.length && text[shared] === next.text[shared]) shared++;
  if (shared === next.text.length) return behind(next, text.slice(shared));
  const between = putText(branch, branchOf(text.slice(0, shared)));
  next.text = next.text.slice(shared);
  putText(between, next);
  return behind(between, text.slice(shared));
}

/** The branch behind a text that begins with a character. */
function textOf({ texts, base }: Branch, code: number): Branch | undefined {
  const k = code - base;
  return k >= 0 && k < texts.length ? texts[k] : undefined;
}

function putText(branch: Branch, next: Branch): Branch {
  const { texts } = branch;
  const code = next.text.charCodeAt(0);
  if (texts.length === 0) branch.base = code;
  for (; branch.base > code; branch.base--) texts.unshift(undefined);
  while (texts.length <= code - branch.base) texts.push(undefined);
  return (texts[code - branch.base] = next);
}

/** The name in a group that is an extension. */
function extensionName(group: PatternPart): string {
  const [, name] = group.kind === 'group' ? group.parts : [];
  return name?.kind === 'segment' ? name.name : '';
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
