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
  isPlainPath,
  segmentEnd,
} from '../patterns/request-path.js';
import { answersMethod, type Route, type RouteDefinition } from '../patterns/route.js';
import { explainRoute, type Trace, type TracedStep } from './explain.js';
import { fixedMatch, type Match, matchOf, matchWith, nothing } from './match.js';
import { type Recognition, verbsOf } from './recognition.js';

/** Where a path may be: behind a text, or behind a segment. */
interface Place {
  text: string;
  /** The places behind the texts that go on from here, by the code of the first character. */
  readonly texts: (Place | undefined)[];
  segment: Place | undefined;
  /** The routes whose path ends here, and those of them that may have an extension here. */
  readonly ends: Route[];
  readonly extended: Route[];
}

/** A route's path: the name at each of its pieces, the last piece where that is a text, and the name of an extension. */
interface Way {
  readonly names: readonly (string | undefined)[];
  readonly last: string | undefined;
  readonly format: string | undefined;
}

/** Is given the routes of a place that a path reaches. */
type Take = (routes: readonly Route[]) => void;

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
  const root = placeOf('');
  const ways = routes.map((route) => addedWay(root, route));
  const verbs = new Set(routes.flatMap((route) => route.verbs));
  const fixed: (Match | undefined)[] = [];

  // Of the look-up that is under way; nothing that it asks could begin another.
  let after = 0;
  let verb = '';
  let found: Route | undefined;
  const begin = (index: number, method: string): void => {
    after = index;
    verb = verbs.has(method) ? method : method.toUpperCase();
    found = undefined;
  };
  const takeFirst: Take = (list) => {
    for (let k = 0; k < list.length; k++) {
      const route = list[k]!;
      if (found && route.index >= found.index) return;
      if (route.index > after && answersMethod(route.definition, verb)) found = route;
    }
  };
  /** Gives the routes of every place that a canonical path reaches. */
  const reach = (canonical: string, take: Take): void => {
    if (canonical.includes(escapedDot))
      take(routes.filter(({ definition }) => valuesIn(definition, canonical)));
    else walk(root, canonical === '' ? '/' : canonical, 0, take);
  };
  /** The verbs of each list that was all that a path reached. */
  const allowed = new Map<readonly Route[], readonly string[]>();
  const allowedMethods = (path: string): readonly string[] => {
    const canonical = canonicalPath(path);
    const lists: (readonly Route[])[] = [];
    if (canonical !== undefined) reach(canonical, (list) => lists.push(list));
    const [first] = lists;
    const known = first && lists.length === 1 ? allowed.get(first) : undefined;
    if (known) return known;
    const found = verbsOf(lists.flat().sort((a, b) => a.index - b.index));
    if (lists.length === 1 && !canonical!.includes(escapedDot)) allowed.set(first!, found);
    return found;
  };
  const findAfter = (index: number, method: string, path: string): Match | undefined => {
    begin(index, method);
    // No text of a simple route has what a canonical path has not: a path that is met as it was sent is canonical.
    walk(root, path, 0, takeFirst);
    let canonical: string | undefined = path;
    if (!found && !isPlainPath(path)) {
      canonical = canonicalPath(path);
      if (canonical !== undefined) reach(canonical, takeFirst);
    }
    if (!found) return undefined;
    if (found.definition.pattern.names.length === 0) return (fixed[found.index] ??= fixedMatch(found));
    return canonical !== path && hasMarks(canonical!)
      ? matchOf(found, valuesIn(found.definition, canonical!)!)
      : matchWith(found, paramsOf(ways[found.index]!, canonical!));
  };
  return {
    find: (method, path) => findAfter(-1, method, path),
    findAfter,
    answersPath: (_, path) => allowedMethods(path).length > 0,
    allowedMethods,
    explain: (route, path, asked) => explainRoute(route, path, asked, { valuesOf: valuesIn }),
  };
}

function placeOf(text: string): Place {
  return { text, texts: [], segment: undefined, ends: [], extended: [] };
}

function addedWay(root: Place, route: Route): Way {
  const names: (string | undefined)[] = [];
  let place = root;
  let last: string | undefined;
  let format: string | undefined;
  for (const part of route.definition.pattern.parts) {
    if (part.kind === 'literal') {
      place = behind(place, part.text);
      const pieces = part.text.split('/').filter((piece) => piece !== '');
      last = pieces.at(-1);
      names.push(...pieces.map(() => undefined));
    } else if (part.kind === 'segment') {
      place = place.segment ??= placeOf('');
      last = undefined;
      names.push(part.name);
    } else format = extensionName(part);
  }
  place.ends.push(route);
  if (format !== undefined) place.extended.push(route);
  return { names, last, format };
}

/** The place behind a text that follows a place. */
function behind(place: Place, text: string): Place {
  if (text === '') return place;
  const head = text.charCodeAt(0);
  const next = place.texts[head];
  if (!next) {
    return (place.texts[head] = placeOf(text));
  }
  let shared = 1;
  while (shared < text.length && text[shared] === next.text[shared]) shared++;
  if (shared === next.text.length) return behind(next, text.slice(shared));
  const between = placeOf(text.slice(0, shared));
  next.text = next.text.slice(shared);
  between.texts[next.text.charCodeAt(0)] = next;
  place.texts[head] = between;
  return behind(between, text.slice(shared));
}

/** The name in a group that is an extension. */
function extensionName(group: PatternPart): string {
  return ((group as PatternPart & { kind: 'group' }).parts[1] as PatternPart & { kind: 'segment' }).name;
}

/** What a canonical path without marks gives the names of a way that it goes. */
function paramsOf({ names, last, format }: Way, path: string): Record<string, string> {
  const params = Object.create(nothing) as Record<string, string>;
  let at = 0;
  for (let k = 0; k < names.length; k++) {
    const slash = path.indexOf('/', at + 1);
    const end = slash < 0 ? path.length : slash;
    const name = names[k];
    const dot =
      slash < 0 && format !== undefined && at + 1 + (last?.length ?? end) !== end
        ? path.lastIndexOf('.')
        : -1;
    if (name !== undefined) params[name] = path.substring(at + 1, dot > at ? dot : end);
    if (dot > at) params[format!] = path.substring(dot + 1);
    at = end;
  }
  return params;
}

/** Gives the routes of the places that a path without escaped dots reaches; `start` is behind the text of `from`. */
function walk(from: Place, path: string, start: number, take: Take): void {
  const { length } = path;
  let place = from;
  let at = start;
  for (;;) {
    if (at === length) return take(place.ends);
    const { segment, extended } = place;
    const code = path.charCodeAt(at);
    if (extended.length > 0 && code === 46 && at + 1 < length && segmentEnd(path, length, at + 1) === length)
      take(extended);
    const next = place.texts[code];
    const follows = next !== undefined && path.substring(at, at + next.text.length) === next.text;
    if (segment) {
      if (follows) walk(next, path, at + next.text.length, take);
      const end = segmentEnd(path, length, at);
      if (end === at) return;
      place = segment;
      at = end;
    } else if (follows) {
      place = next;
      at += next.text.length;
    } else return;
  }
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
