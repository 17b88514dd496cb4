// Matches one pattern against one path and tries every choice: which groups are taken and where names end.
//
// A group is a fork in the pattern's steps (steps.ts) whose two branches meet again. Choices are made from left to right: a group is taken
// if possible, and a name takes as much as it can. Only groups such as `(.:format)` right after a glob are decided before the glob, which
// would otherwise take the extension. Failed attempts are remembered. If constraints still refuse value after value, `matchByReachability`
// (reachability.ts), if installed, gives the same answer in linear time.
//
// The tree answers for patterns without such choices. This file is used for the others.

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

/** How far an attempt to match a path got, for explaining why it failed. */
export interface Trace<Reached = Step> {
  /** The furthest position in the path. */
  position: number;
  /** The step that did not match there. */
  step: Reached | undefined;
  /** How much of the step's text matched. */
  offset: number;
  /** The value that a constraint refused at that position. */
  refused: { readonly name: string; readonly value: string } | undefined;
}

/** More steps than a pattern can have. */
const mostSteps = 8192;

/** The values by name, in the order of the pattern; undefined if the canonical path does not match. Callables are not called. */
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
 * Matches steps against the rest of a canonical path from `position` on. If `isSlashDue`, a slash must come before whatever is next,
 * whether or not the pattern writes it, as at the start of a path. The captures are in the order of the pattern.
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

/** Installs `match`, which is `matchByReachability`, for paths on which an attempt takes too long. Not every application needs it. */
export function matchHardPathsBy(match: MatchSteps): void {
  matchHardPath = match;
}

/** The most characters of values that an attempt compares before it gives up. */
const mostWork = 20_000;
/** Thrown and caught only in this file. */
const tooMuchWork = /* @__PURE__ */ new Error('an attempt to match a path takes too long');

/** A part of a path without slashes, or without slashes and dots. */
interface Stretch {
  readonly start: number;
  readonly limit: number;
}

class Attempt {
  readonly path: string;
  readonly trace: Trace | undefined;
  /** Filled from the last capture to the first, once the end has been reached. */
  readonly captures: Capture[] = [];
  /** Pairs of a fork and a position from which the end cannot be reached. */
  hopeless: Set<number> | undefined = undefined;
  /** For a name and what follows it: ends of a value from `from` up to `limit` do not lead to the end. */
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

  /** How far a segment can extend. Found once for all segments that begin in the same stretch. */
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

  /** Tries the ends of a value up to `limit`, the longest value first. `rest` must match after it. */
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

  /** The beginning of a name's value, after the slash that may be due; -1 if it cannot begin here. */
  nameStart(step: NameStep, position: number, isSlashDue: boolean): number {
    if (!isSlashDue) return position;
    if (this.path.charCodeAt(position) === 47) return position + 1;
    this.failed(step, position);
    return -1;
  }

  /** Called when everything after the value has matched. Captures the value if its constraints accept it. */
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
    // Everything after this name matches, so this attempt got further than others that failed at the same position.
    if (trace && (end > trace.position || trace.refused === undefined)) {
      trace.position = end;
      trace.step = step;
      trace.refused = { name: step.name, value };
    }
    return false;
  }
}
