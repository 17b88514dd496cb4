// Recognition in a table of nothing but text and whole segments. All that such a table needs is here, so that a bundle of its compiled
// routes has a fifth of the code for recognition that a table of any routes needs.
//
//   get /posts/:id(.:format)   →   "/posts/" ┬ a segment ─ 0        branches by text, each with the routes whose
//   get /posts/new                           └ "new" ─ 1            path ends there, in declaration order
//
// A branch but the first has only a list of the ways that lead through it until a path comes there: then they are told apart by what comes next. Most
// branches lead on by one text, which they know without a list of texts: in a large table, what a look-up takes is how many places of the memory it reads.
// Where text and a segment both fit, both are followed, and the route that was declared first is the match. An escaped dot may be that of
// a text, or part of a value: a path with one is held against every pattern. `PlainSearch` gives the same answers.

import type { Trace } from '../patterns/backtracking.js';
import type { Pattern } from '../patterns/pattern.js';
import type { PatternPart } from '../patterns/pattern-parts.js';
import {
  canonicalLiteral,
  canonicalPath,
  decodedValue,
  escapedDot,
  hasMarks,
  placeOf,
} from '../patterns/request-path.js';
import { answersMethod, type RouteDefinition } from '../patterns/route.js';
import type { RouteHead, RouteList } from '../patterns/route-list.js';
import { isExtension } from '../patterns/steps.js';
import { explainRoute, type TracedStep } from './explain.js';
import { emptyConstructor, fixedMatch, type Match, matchOf, withParams } from './match.js';
import { type Recognition, verbsOf } from './recognition.js';

/** A way to the end of a route's path. */
interface Way extends Pick<RouteHead, 'verbs' | 'any'> {
  readonly index: number;
  /** Its shape. */
  readonly path: string;
  /** The match where its path gives no values; made when it is first needed. */
  fixed: Match | undefined;
  /** Of its params; found when a path first gives values. */
  shape: Shape | undefined;
  /** The first of its verbs. */
  readonly verb: string | undefined;
}

/** A part of a pattern that has a value. */
type Named = Extract<PatternPart, { readonly name: string }>;

/** What the params of routes with the same names have in common. */
interface Shape {
  readonly names: readonly string[];
  /** Makes params as yet without any: of few objects alike the engine knows where their values are. */
  readonly Params: new () => Record<string, string>;
}

/** Where a path may be: behind a character, or behind a segment. */
interface Branch {
  /** Those that lead through here, until a path comes here and they are told apart. */
  ways: Way[] | undefined;
  /** How much of their paths leads here. */
  readonly at: number;
  /** The first route of those that lead through here. */
  readonly least: number;
  /** What all of them have here, behind that character. */
  text: string;
  /** The code of the first character of a text that goes on from here, and the place behind it; 0 where none does. */
  sign: number;
  next: Branch | undefined;
  /** The places behind the other texts, by the code of their first character. */
  others: (Branch | undefined)[] | undefined;
  segment: Branch | undefined;
  /** The routes whose path ends here, and those of them that may have an extension here. */
  ends: Ends | undefined;
  extended: Ends | undefined;
}

/** Routes whose path ends at a place, with what is remembered of the last path that reached these before any others (`allowedMethods`). */
interface Ends extends Array<Way> {
  /** Its verbs. */
  verbs?: readonly string[] | undefined;
  /** The others that it reached: false for none, the list of them, or any other object where it reached several lists. */
  ends?: object | false | undefined;
}

/** Whether a route is one that this recognition knows: no constraint, and a path of texts and segments that are whole pieces. */
export function isSimple({ pattern, segmentConstraints, requestConstraints }: RouteDefinition): boolean {
  if (segmentConstraints.size > 0 || requestConstraints.length > 0) return false;
  let shape = '';
  for (const part of pattern.parts) {
    if (part.kind === 'literal') {
      if (canonicalLiteral(part.text) !== part.text || hasMarks(part.text) || /[():*\\\0]/.test(part.text))
        return false;
      shape += part.text.replaceAll(/[^/]/g, 'a');
    } else if (part.kind === 'segment') shape += ':';
    else if (part.kind === 'group') {
      if (!isExtension(part.parts)) return false;
      shape += '.';
    } else return false;
  }
  return /^(?:\/|(?:\/(?:a+|:))+\.?)$/.test(shape);
}

/** Recognition among routes that are all simple (docs/compiled-routes.md, "`waypost/router`"). */
export function simpleRecognition(routes: RouteList): Recognition {
  const ways = routes.heads.map(({ verbs, any, pattern }, index): Way => {
    const { text } = pattern as Partial<Pattern>;
    const path = text?.replace(/:[^/(]+/g, ':') ?? (pattern as string);
    return { index, verbs, any, path, fixed: undefined, shape: undefined, verb: verbs[0] };
  });
  const verbs = new Set(ways.flatMap((way) => way.verbs));
  // All paths begin with the same slash, behind which the root is.
  const root = branchOf(0, 1);
  unfold(root, ways);

  // Of the look-up that is under way; nothing that it asks could begin another.
  let after = 0;
  let verb = '';
  /** Where each value begins and ends. */
  const starts: number[] = [];
  const stops: number[] = [];
  /** From one place on it is known where the first character stands that ends a value and is no slash. */
  let ahead = 0;
  let clear = 0;
  /** Something in the path that a canonical one has not stands where the path was left. */
  let isDoubtful: boolean;
  /** The lists of routes that were reached, where all are asked for. */
  const reached: Ends[] = [];
  let met = -1;

  // Compiled routes with the same names have one list of them.
  const shapes = new Map<readonly string[], Shape>();
  const shapeOf = ({ names }: Pattern): Shape => {
    const shape = shapes.get(names) ?? { names, Params: emptyConstructor() };
    shapes.set(names, shape);
    return shape;
  };
  /** The match of the first of these routes that answers. */
  const take = (path: string, ends: Ends, count: number): Match | undefined => {
    if (met >= 0) return void (reached[met++] = ends);
    for (const way of ends) {
      if (way.index <= after || (way.verb !== verb && !answersMethod(way, verb))) continue;
      const fixed = (way.fixed ??= fixedMatch(routes.at(way.index)));
      if (count === 0) return fixed;
      const { names, Params } = (way.shape ??= shapeOf(fixed.route.definition.pattern));
      const params = new Params();
      for (let n = 0; n < count; n++) params[names[n]!] = path.substring(starts[n]!, stops[n]);
      return withParams(fixed, params);
    }
    return;
  };
  /** A branch ends where `text` is not met, or behind it: is there something that a canonical path has not? */
  const leave = (path: string, start: number, text: string): undefined => {
    let at = start;
    for (let k = 0; k < text.length && path[at] === text[k]; k++) at++;
    const sign = path[at];
    // `-` stands for whatever ends no piece.
    isDoubtful ||= sign === '%' || isEnd(path[at - 1] === '/' ? sign : sign === '/' ? path[at + 1] : '-');
  };
  /** A value ends at a slash, a dot, the end, or what a canonical path has not. */
  const endOf = (path: string, at: number): number => {
    if (at < ahead || at > clear) {
      ahead = at;
      clear = Math.min(placeOf(path, '.', at), placeOf(path, '%', at), placeOf(path, '?', at));
    }
    return Math.min(placeOf(path, '/', at), clear);
  };
  /** Takes the routes of every branch that the rest of the path reaches; `start` is where the text of `from` begins. */
  // eslint-disable-next-line complexity -- the hot path: a call for each kind of branch would cost more than following it
  const walk = (path: string, from: Branch, start: number, captured: number): Match | undefined => {
    let match: Match | undefined;
    let branch = from;
    let at = start;
    let count = captured;
    for (;;) {
      if (branch.ways) unfold(branch, branch.ways);
      const { text, sign, segment, ends, extended } = branch;
      const size = text.length;
      if (size > 0 && path.substring(at, at + size) !== text) return leave(path, at, text) ?? match;
      at += size;
      const code = at < path.length ? path.charCodeAt(at) : 63;
      if (code === 63) return earlier(match, ends ? take(path, ends, count) : leave(path, at, ''));
      if (code === 46 && extended) {
        const end = endOf(path, at + 1);
        starts[count] = at + 1;
        stops[count] = end;
        match = earlier(
          match,
          end > at + 1 && (path[end] ?? '?') === '?' ? take(path, extended, count + 1) : leave(path, end, ''),
        );
      }
      const next = code === sign ? branch.next : branch.others?.[code];
      if (segment) {
        if (next) {
          match = earlier(match, walk(path, next, at + 1, count));
          if (match && match.route.index < segment.least) return match;
        }
        const end = endOf(path, at);
        if (end > at) {
          starts[count] = at;
          stops[count++] = end;
          branch = segment;
          at = end;
          continue;
        }
      } else if (next) {
        branch = next;
        at++;
        continue;
      }
      return leave(path, at, '') ?? match;
    }
  };
  const begin = (path: string): Match | undefined => {
    ahead = Infinity;
    isDoubtful = path[0] !== '/';
    return isDoubtful ? undefined : walk(path, root, 1, 0);
  };
  const ask = (path: string): Match | undefined => {
    // No text of a simple route has what a canonical path has not: a path that is met as it was sent is canonical.
    const sent = begin(path);
    if (!isDoubtful) return sent;
    const canonical = canonicalPath(path);
    if (canonical === undefined) return;
    const match = canonical.includes(escapedDot)
      ? take(
          canonical,
          ways.filter((way) => valuesIn(routes.at(way.index).definition, canonical)),
          0,
        )
      : begin(canonical || '/');
    return match && matchOf(match.route, valuesIn(match.route.definition, canonical)!);
  };
  const findAfter = (index: number, method: string, path: string): Match | undefined => {
    after = index;
    verb = verbs.has(method) ? method : method.toUpperCase();
    return ask(path);
  };
  const allowedMethods = (path: string): readonly string[] => {
    met = 0;
    ask(path);
    const count = met;
    met = -1;
    const first: Ends = count ? reached[0]! : [];
    // Of more than two nothing is remembered.
    const others = count > 2 ? {} : count > 1 && reached[1];
    if (first.ends !== others) first.verbs = undefined;
    first.ends = others;
    return (first.verbs ??= verbsOf(
      reached
        .slice(0, count)
        .flat()
        .sort((a, b) => a.index - b.index),
    ));
  };
  return {
    find: (method, path) => findAfter(-1, method, path),
    findAfter,
    answersPath: (_, path) => !!allowedMethods(path)[0],
    allowedMethods,
    explain: (route, path, asked) => explainRoute(route, path, asked, { valuesOf: valuesIn }),
  };
}

function earlier(one: Match | undefined, other: Match | undefined): Match | undefined {
  return !one || (other && other.route.index < one.route.index) ? other : one;
}

/** Whether a piece of a path ends before this, which may be the end of the path. */
function isEnd(sign: string | undefined): boolean {
  return !sign || sign === '/' || sign === '?';
}

function branchOf(least: number, at: number): Branch {
  return {
    ways: [],
    least,
    at,
    text: '',
    sign: 0,
    next: undefined,
    others: undefined,
    segment: undefined,
    ends: undefined,
    extended: undefined,
  };
}

/** Tells the ways of a branch apart, behind the text that they share. */
function unfold(branch: Branch, ways: readonly Way[]): void {
  branch.ways = undefined;
  const path = ways[0]?.path ?? '';
  let { at } = branch;
  while (isText(path.charCodeAt(at)) && ways.every((way) => way.path[at] === path[at])) at++;
  branch.text = path.slice(branch.at, at);
  for (const way of ways) {
    const code = way.path.charCodeAt(at);
    if (isText(code)) {
      branch.sign ||= code;
      if (code === branch.sign) (branch.next ??= branchOf(way.index, at + 1)).ways!.push(way);
      else ((branch.others ??= [])[code] ??= branchOf(way.index, at + 1)).ways!.push(way);
    } else if (code === 58) (branch.segment ??= branchOf(way.index, at + 1)).ways!.push(way);
    else {
      (branch.ends ??= []).push(way);
      if (code) (branch.extended ??= []).push(way);
    }
  }
}

function isText(code: number): boolean {
  return code > 0 && code !== 58 && code !== 40;
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
  /** Takes a value behind a sign, where both are there. */
  const taken = (sign: string, part: Named, step: TracedStep): true | undefined => {
    const start = at + 1;
    const end = start + path.slice(start).search(/[/.]|$/);
    if (!isSame(path[at], sign)) return failed(at, step);
    if (end === start) return failed(end, part);
    values.set(part.name, decodedValue(path.slice(start, end)));
    at = end;
    return true;
  };
  for (const part of pattern.parts) {
    if ('text' in part) {
      const text = part.text.replace(/\/$/, '');
      for (let k = 0; k < text.length; k++, at++)
        if (!isSame(path[at], text[k]))
          return failed(at, { kind: 'text', text: text.slice(1) }, Math.max(k - 1, 0));
    } else if ('parts' in part) taken('.', part.parts[1] as Named, { kind: 'text', text: '.' });
    else if (!taken('/', part, part)) return;
  }
  return at === path.length ? values : failed(at, { kind: 'end' });
}

function isSame(character: string | undefined, wanted: string | undefined): boolean {
  return character === wanted || (wanted === '.' && character === escapedDot);
}
