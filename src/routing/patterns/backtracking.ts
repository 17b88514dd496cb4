// One pattern against one path, with every choice that it leaves open: which groups are taken and where names end.
//
// A group is a fork in a pattern's steps (steps.ts), whose two ways meet again. Choices are made from left to right:
// a group is taken where it can be, a name takes as much as it can. Only groups such as `(.:format)` right behind a
// glob are decided before the glob, which would otherwise take the extension. What was found to lead nowhere is remembered; where constraints
// refuse value after value all the same, `matchByReachability` (reachability.ts) gives the same answer in linear time, where it is there.
//
// The radix tree answers the patterns that leave nothing open; it hands the others over to this room.

import { decodedValue, escapedDot, mayEnd } from './request-path.js';
import {
  type Capture,
  type ConstrainedPattern,
  type ForkStep,
  type NameStep,
  patternSteps,
  restsBehind,
  type Step,
  type TextStep,
} from './steps.js';

/** The furthest that an attempt to match a path came: told to whoever wants to know why it does not. */
export interface Trace<Reached = Step> {
  /** In the path. */
  position: number;
  /** What was not met there. */
  step: Reached | undefined;
  /** How much of a step's text had been met. */
  offset: number;
  /** A value that its constraint refused at that position. */
  refused: { readonly name: string; readonly value: string } | undefined;
}

/** More than a pattern has steps. */
const mostSteps = 8192;

/** Values by name in the order of the pattern; undefined where the canonical path does not fit. Callables are not asked. */
export function matchPattern(
  definition: ConstrainedPattern,
  path: string,
  trace?: Trace,
): Map<string, string> | undefined {
  const captures = matchSteps(patternSteps(definition), path, 0, true, trace);
  return (
    captures && new Map(captures.map(({ name, start, end }) => [name, decodedValue(path.slice(start, end))]))
  );
}

/**
 * Matches steps against the rest of a canonical path from `position` on. `isSlashDue`: a slash comes before whatever
 * is next, as at the start of a path, whether the pattern writes it or not. The captures are in the pattern's order.
 */
export function matchSteps(
  step: Step,
  path: string,
  position: number,
  isSlashDue: boolean,
  trace?: Trace,
): readonly Capture[] | undefined {
  const attempt = new Attempt(path, trace);
  try {
    return attempt.from(step, position, isSlashDue) ? attempt.captures.reverse() : undefined;
  } catch (error) {
    if (error !== tooMuchWork || !matchHardPath) throw error;
    return matchHardPath(step, path, position, isSlashDue);
  }
}

type MatchSteps = (
  step: Step,
  path: string,
  position: number,
  isSlashDue: boolean,
) => readonly Capture[] | undefined;

let matchHardPath: MatchSteps | undefined;

/** Leaves paths on which an attempt takes too long to `match`, which is `matchByReachability`: not every application needs that. */
export function matchHardPathsBy(match: MatchSteps): void {
  matchHardPath = match;
}

/** How many characters of values an attempt compares before it gives up. */
const mostWork = 20_000;
/** Raised inside this file alone. */
const tooMuchWork = /* @__PURE__ */ new Error('an attempt to match a path takes too long');

/** A stretch of a path without slashes, or without slashes and dots. */
interface Stretch {
  readonly start: number;
  readonly limit: number;
}

class Attempt {
  readonly path: string;
  readonly trace: Trace | undefined;
  /** Filled from the last to the first when the end has been reached. */
  readonly captures: Capture[] = [];
  /** Forks and positions from which the end cannot be reached. */
  hopeless: Set<number> | undefined = undefined;
  /** By name and what follows it: from which position on no end of a value up to `limit` leads anywhere. */
  hopelessEnds: Map<number, { readonly limit: number; from: number }> | undefined = undefined;

  piece: Stretch | undefined = undefined;
  stem: Stretch | undefined = undefined;
  #work = 0;

  constructor(path: string, trace: Trace | undefined) {
    this.path = path;
    this.trace = trace;
  }

  from(step: Step, position: number, isSlashDue: boolean): boolean {
    switch (step.kind) {
      case 'end':
        return position === this.path.length || this.failed(step, position);
      case 'text':
        return this.text(step, position, isSlashDue);
      case 'fork':
        return this.fork(step, position, isSlashDue);
      case 'segment':
        return this.segment(step, position, isSlashDue);
      case 'glob':
        return this.glob(step, position, isSlashDue);
      default:
        return step satisfies never;
    }
  }

  text(step: TextStep, position: number, isSlashDue: boolean): boolean {
    const { path } = this;
    const { text } = step;
    if (text === '') return this.from(step.next, position, true);
    let at = position;
    if (isSlashDue || step.startsWithSlash) {
      if (path.charCodeAt(at) !== 47) return this.failed(step, at);
      at++;
    }
    for (let k = 0; k < text.length; k++) {
      const isEqual =
        path.charCodeAt(at + k) === text.charCodeAt(k) || (text[k] === '.' && path[at + k] === escapedDot);
      if (!isEqual) return this.failed(step, at + k, k);
    }
    return this.from(step.next, at + text.length, step.endsWithSlash);
  }

  fork(step: ForkStep, position: number, isSlashDue: boolean): boolean {
    const key = (step.id * (this.path.length + 1) + position) * 2 + Number(isSlashDue);
    if (this.hopeless?.has(key)) return false;
    if (this.from(step.taken, position, isSlashDue) || this.from(step.left, position, isSlashDue))
      return true;
    (this.hopeless ??= new Set()).add(key);
    return false;
  }

  segment(step: NameStep, position: number, isSlashDue: boolean): boolean {
    const start = this.nameStart(step, position, isSlashDue);
    if (start < 0) return false;
    const stretch = this.stretchAt(start, step.demand.admitsDots);
    if (stretch.limit === start) return this.failed(step, start);
    return this.ends(step, step.next, start, stretch.limit, step.hasOneEnd);
  }

  /** How far a segment can reach; found once for all that begin in the same stretch of the path. */
  stretchAt(start: number, admitsDots: boolean): Stretch {
    const known = admitsDots ? this.piece : this.stem;
    if (known !== undefined && known.start <= start && start <= known.limit) return known;
    const { path } = this;
    let limit = start;
    for (; limit < path.length; limit++) {
      const code = path.charCodeAt(limit);
      if (code === 47 || (code === 46 && !admitsDots)) break;
    }
    const stretch = { start, limit };
    if (admitsDots) this.piece = stretch;
    else this.stem = stretch;
    return stretch;
  }

  glob(step: NameStep, position: number, isSlashDue: boolean): boolean {
    const start = this.nameStart(step, position, isSlashDue);
    if (start < 0) return false;
    const limit = this.path.length;
    if (start >= limit) return this.failed(step, start);
    return restsBehind(step).some((rest) => this.ends(step, rest, start, limit, rest.kind === 'end'));
  }

  /** Tries the ends of a value up to `limit`, the longest first; `rest` is what has to follow. */
  ends(step: NameStep, rest: Step, start: number, limit: number, onlyLimit: boolean): boolean {
    if (onlyLimit) return this.from(rest, limit, false) && this.takes(step, start, limit);
    const key = step.id * mostSteps + rest.id;
    let hopeless = this.hopelessEnds?.get(key);
    if (hopeless?.limit !== limit) {
      hopeless = { limit, from: limit + 1 };
      (this.hopelessEnds ??= new Map()).set(key, hopeless);
    }
    for (let end = Math.min(limit, hopeless.from - 1); end > start; end--) {
      if (++this.#work > mostWork && matchHardPath) throw tooMuchWork;
      if (mayEnd(this.path, end) && this.from(rest, end, false)) {
        if (this.takes(step, start, end)) return true;
      } else if (end === hopeless.from - 1) hopeless.from = end;
    }
    return false;
  }

  /** Where a name's value begins, its slash having been read; -1 where it cannot begin. */
  nameStart(step: NameStep, position: number, isSlashDue: boolean): number {
    if (!isSlashDue) return position;
    if (this.path.charCodeAt(position) === 47) return position + 1;
    this.failed(step, position);
    return -1;
  }

  /** The end has been reached behind the value: it is captured if its constraints agree. */
  takes(step: NameStep, start: number, end: number): boolean {
    const { test } = step.demand;
    if (test) {
      this.#work += end - start;
      const value = decodedValue(this.path.slice(start, end));
      if (!test(value)) {
        this.captures.length = 0;
        return this.refused(step, end, value);
      }
    }
    this.captures.push({ name: step.name, start, end });
    return true;
  }

  failed(step: Step, position: number, offset = 0): false {
    const { trace } = this;
    if (trace && position > trace.position) {
      trace.position = position;
      trace.step = step;
      trace.offset = offset;
      trace.refused = undefined;
    }
    return false;
  }

  refused(step: NameStep, end: number, value: string): false {
    const { trace } = this;
    // Everything behind this name fits, so this attempt came further than one that failed at the same place.
    if (trace && (end > trace.position || trace.refused === undefined)) {
      trace.position = end;
      trace.step = step;
      trace.refused = { name: step.name, value };
    }
    return false;
  }
}
