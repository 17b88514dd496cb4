// Recognition in a table whose routes consist of text and whole segments only. It needs nothing of the other recognition, so a bundle with
// its compiled routes has a fifth of that code.
//
//   get /posts/:id(.:format)   →   "/posts/" ┬ a segment ─ 0        a tree that branches by text; each branch has
//   get /posts/new                           └ "new" ─ 1            the routes that end there, in declaration order
//
// Except for the first, a branch only lists its ways until a path reaches it. Then the ways are grouped by what comes next. Most branches
// continue with a single text, which is kept in fields rather than a list: in a large table, look-up time depends on how many places in
// memory are read. If text and a segment both fit, both are followed, and the route declared first is the match. An escaped dot may be text
// or part of a value, so a path that has one is matched against every pattern. `PlainSearch` gives the same answers.

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

/** A route as the tree knows it. */
interface Way extends Pick<RouteHead, 'verbs' | 'any'> {
  readonly index: number;
  /** Its path without the names of segments: `/posts/:`. An optional extension begins with `(`. */
  readonly path: string;
  /** The match if the path gives no values; made when first needed. */
  fixed: Match | undefined;
  /** What makes its params; found when a path first gives values. */
  shape: Shape | undefined;
  /** The first verb. */
  readonly verb: string | undefined;
}

/** A part of a pattern that has a name and thus a value. */
type Named = Extract<PatternPart, { readonly name: string }>;

/** What routes with the same names share. */
interface Shape {
  readonly names: readonly string[];
  /** Makes empty params. V8 knows where the values of similar objects are, as long as there are few kinds. */
  readonly Params: new () => Record<string, string>;
}

/** A place in the tree: after a character or after a segment. */
interface Branch {
  /** The ways that lead through here, until a path reaches the branch and they are grouped. */
  ways: Way[] | undefined;
  /** The length of the part of their paths that leads here. */
  readonly at: number;
  /** The index of the first route that leads through here. */
  readonly least: number;
  /** The text that all of them have next. */
  text: string;
  /** The code of a character that can follow `text`, and the branch after it; 0 if there is none. */
  sign: number;
  next: Branch | undefined;
  /** The branches after other characters, by code. */
  others: (Branch | undefined)[] | undefined;
  segment: Branch | undefined;
  /** The routes whose path ends here, and those of them that may have an extension here. */
  ends: Ends | undefined;
  extended: Ends | undefined;
}

/**
 * Routes whose path ends at one place. `allowedMethods` also remembers its latest answer here, for the last path that reached this list
 * before any other.
 */
interface Ends extends Array<Way> {
  /** The verbs of that path. */
  verbs?: readonly string[] | undefined;
  /** What else the path reached: false for nothing, the list if it was a single one, any other object if there were several. */
  ends?: object | false | undefined;
}

/** Whether a route is simple: without constraints, and its path consists of text and segments that are whole pieces. */
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

/** Recognition for routes that are all simple (docs/compiled-routes.md, "`waypost/router`"). */
export function simpleRecognition(routes: RouteList): Recognition {
  const ways = routes.heads.map(({ verbs, any, pattern }, index): Way => {
    const { text } = pattern as Partial<Pattern>;
    const path = text?.replace(/:[^/(]+/g, ':') ?? (pattern as string);
    return { index, verbs, any, path, fixed: undefined, shape: undefined, verb: verbs[0] };
  });
  const verbs = new Set(ways.flatMap((way) => way.verbs));
  // All paths begin with a slash, so the root is after it.
  const root = branchOf(0, 1);
  unfold(root, ways);

  // The state of the current look-up. Nothing that it calls can start another one.
  let after = 0;
  let verb = '';
  /** Start and end of each value. */
  const starts: number[] = [];
  const stops: number[] = [];
  /** From position `ahead` on, `clear` is the position of the first dot, escape or query. */
  let ahead = 0;
  let clear = 0;
  /** The walk left the path at something that a canonical path does not have. */
  let isDoubtful: boolean;
  /** The lists of routes that the path has reached. Only collected if all are wanted; `met` is then their number, and otherwise -1. */
  const reached: Ends[] = [];
  let met = -1;

  // Compiled routes with the same names share one list of them.
  const shapes = new Map<readonly string[], Shape>();
  const shapeOf = ({ names }: Pattern): Shape => {
    const shape = shapes.get(names) ?? { names, Params: emptyConstructor() };
    shapes.set(names, shape);
    return shape;
  };
  /** The match of the first of these routes that answers, or undefined while lists are only collected. */
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
  /** A branch ends at or after `text`. Notes if the path is not canonical there. */
  const leave = (path: string, start: number, text: string): undefined => {
    let at = start;
    for (let k = 0; k < text.length && path[at] === text[k]; k++) at++;
    const sign = path[at];
    // `-` serves as an example of a character that ends no piece.
    isDoubtful ||= sign === '%' || isEnd(path[at - 1] === '/' ? sign : sign === '/' ? path[at + 1] : '-');
  };
  /** The end of a value: a slash, a dot, the path's end, or what a canonical path does not have. */
  const endOf = (path: string, at: number): number => {
    if (at < ahead || at > clear) {
      ahead = at;
      clear = Math.min(placeOf(path, '.', at), placeOf(path, '%', at), placeOf(path, '?', at));
    }
    return Math.min(placeOf(path, '/', at), clear);
  };
  /** Takes the routes of every branch that the rest of the path reaches. `start` is where the text of `from` begins. */
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
    // The text of a simple route is always canonical. A path that matches as it was sent is therefore canonical too.
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
    // With more than two lists nothing is remembered.
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

/** Whether a piece of the path ends before this character; undefined is the end of the path. */
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

/** Gives a branch the text that all its ways share, and groups them by what comes next. */
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

/** The values that a canonical path gives a simple pattern. Undefined if it does not match; `trace` then says how far it matched. */
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
  /** Takes a value after `sign`, if both are present. */
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
