// Matches a pattern against a path in time linear in the path, whatever constraints refuse.
//
// `Attempt` (backtracking.ts) goes from left to right and tests each value that it tries, which is fastest for usual paths. But a path made
// to be refused, `/----…` for `/:a-:b-:c`, makes it try a cubic number of values. Here the steps are processed from the last to the first,
// and for each the positions are found from which it leads to the end. One pass from left to right then takes the same way that trying
// would have found first.
//
//   /:a-:b   on   /x-1-2      end: {6}   b: {3, 4, 5}   "-": {2, 4}   a: {1, 2, 3}   →   a from 1 to the last of {2, 4}

import { matchHardPathsBy } from './backtracking.js';
import { decodedValue, mayEnd } from './request-path.js';
import type { Places } from './span-automaton.js';
import { hasLinearSpans, spansOf } from './spans.js';
import {
  type Capture,
  type ConstrainedPattern,
  type NameStep,
  patternSteps,
  restsBehind,
  type Step,
} from './steps.js';

/**
 * Makes matching take linear time for every path. Everything that reads routes calls this. A compiled module whose patterns have no hard
 * paths does not, and its bundle leaves this file out (docs/compiled-routes.md, "`waypost/router`").
 */
export function boundMatching(): void {
  matchHardPathsBy(matchByReachability);
}

/** The captures of the first way to match steps against the rest of a canonical path, as `matchSteps` returns them. */
export function matchByReachability(
  step: Step,
  path: string,
  position: number,
  isSlashDue: boolean,
): Capture[] | undefined {
  const reachability = new Reachability(path);
  return reachability.from(step, isSlashDue)[position] === 1
    ? reachability.firstWay(step, position, isSlashDue)
    : undefined;
}

/** Whether some paths take more than linear time by backtracking. */
export function hasHardPaths(definition: ConstrainedPattern): boolean {
  const names = nameSteps(definition);
  return names.some((step) => !step.hasOneEnd) && names.some(({ demand }) => demand.test !== undefined);
}

/** The names whose constraints must test each value separately on such paths, which is slow. */
export function namesAskedAlone(definition: ConstrainedPattern): readonly string[] {
  if (!hasHardPaths(definition)) return [];
  const asked = nameSteps(definition).filter(({ demand }) => !hasLinearSpans(demand));
  return [...new Set(asked.map(({ name }) => name))];
}

function nameSteps(definition: ConstrainedPattern): readonly NameStep[] {
  const found: NameStep[] = [];
  /** Visits the steps up to `last`, where the branches of the surrounding fork meet. */
  const visit = (first: Step, last: Step | undefined): void => {
    let step = first;
    for (; step !== last && step.kind !== 'end'; step = step.kind === 'fork' ? step.left : step.next) {
      if (step.kind === 'fork') visit(step.taken, step.left);
      else if (step.kind !== 'text') found.push(step);
    }
  };
  visit(patternSteps(definition), undefined);
  return found;
}

class Reachability {
  readonly #path: string;
  /** The path with marks turned into characters, as constraints see it. Positions are the same. */
  readonly #text: string;
  /** By step, without and with a slash due. */
  readonly #known = new Map<number, Places>();
  readonly #limits = new Map<boolean, Int32Array>();

  constructor(path: string) {
    this.#path = path;
    this.#text = decodedValue(path);
  }

  /** The positions from which the end of the pattern can be reached. */
  from(step: Step, isSlashDue: boolean): Places {
    const key = step.id * 2 + Number(isSlashDue);
    let places = this.#known.get(key);
    if (!places) this.#known.set(key, (places = this.#found(step, isSlashDue)));
    return places;
  }

  firstWay(first: Step, start: number, wasSlashDue: boolean): Capture[] {
    const captures: Capture[] = [];
    let step = first;
    let position = start;
    let isSlashDue = wasSlashDue;
    while (step.kind !== 'end') {
      if (step.kind === 'text') {
        position += this.#textLength(step, position, isSlashDue);
        isSlashDue = step.text === '' || step.endsWithSlash;
        step = step.next;
      } else if (step.kind === 'fork') {
        step = this.from(step.taken, isSlashDue)[position] === 1 ? step.taken : step.left;
      } else {
        const from = position + Number(isSlashDue);
        const rest = this.#restAndEnd(step, from);
        captures.push({ name: step.name, start: from, end: rest.end });
        position = rest.end;
        isSlashDue = false;
        step = rest.step;
      }
    }
    return captures;
  }

  #found(step: Step, isSlashDue: boolean): Places {
    const { length } = this.#path;
    const places = new Uint8Array(length + 1);
    switch (step.kind) {
      case 'end':
        places[length] = 1;
        return places;
      case 'text': {
        const next = this.from(step.next, step.text === '' || step.endsWithSlash);
        for (let at = 0; at <= length; at++) {
          const size = this.#textLength(step, at, isSlashDue);
          if (size >= 0 && next[at + size] === 1) places[at] = 1;
        }
        return places;
      }
      case 'fork': {
        const left = this.from(step.left, isSlashDue);
        this.from(step.taken, isSlashDue).forEach((isOne, at) => (places[at] = isOne | left[at]!));
        return places;
      }
      case 'segment':
      case 'glob': {
        const starts = this.#startsOf(step);
        if (!isSlashDue) return starts;
        for (let at = 0; at < length; at++)
          if (this.#path.charCodeAt(at) === 47) places[at] = starts[at + 1]!;
        return places;
      }
      default:
        return step satisfies never;
    }
  }

  /** The length of a text at a position, with its slash; -1 if the path does not have it there. */
  #textLength(step: Extract<Step, { kind: 'text' }>, at: number, isSlashDue: boolean): number {
    if (step.text === '') return 0;
    const slash = Number(isSlashDue || step.startsWithSlash);
    if (slash === 1 && this.#path.charCodeAt(at) !== 47) return -1;
    const stands =
      this.#path.startsWith(step.text, at + slash) ||
      (step.text.includes('.') && this.#standsWithMarks(step.text, at + slash));
    return stands ? step.text.length + slash : -1;
  }

  /** An escaped dot also matches a dot in the text. */
  #standsWithMarks(text: string, at: number): boolean {
    for (let k = 0; k < text.length; k++) {
      const seen = text[k] === '.' ? this.#text : this.#path;
      if (seen.charCodeAt(at + k) !== text.charCodeAt(k)) return false;
    }
    return true;
  }

  /** The positions where a value can begin so that its constraint and everything after it match. */
  #startsOf(step: NameStep): Places {
    const rest = this.from(step.next, false);
    const starts = new Uint8Array(this.#path.length + 1);
    for (let start = 0; start < this.#path.length;) {
      const limit = this.#limitOf(step, start);
      if (limit === start) start++;
      else {
        const ends = this.#endsIn(rest, start, limit);
        if (ends.includes(1)) spansOf(step.demand).startsOf(this.#text, ends, start, limit, starts);
        start = limit;
      }
    }
    return starts;
  }

  /** The positions of `rest` where a value that begins at `start` may end, up to `limit`. */
  #endsIn(rest: Places, start: number, limit: number): Places {
    const ends = new Uint8Array(rest.length);
    for (let end = start + 1; end <= limit; end++)
      if (rest[end] === 1 && mayEnd(this.#path, end)) ends[end] = 1;
    return ends;
  }

  /** How far a value that begins at a position can extend. */
  #limitOf(step: NameStep, start: number): number {
    if (step.kind === 'glob') return this.#path.length;
    const { admitsDots } = step.demand;
    let limits = this.#limits.get(admitsDots);
    if (!limits) {
      const { length } = this.#path;
      limits = new Int32Array(length + 1).fill(length);
      for (let at = length - 1; at >= 0; at--) {
        const code = this.#path.charCodeAt(at);
        limits[at] = code === 47 || (code === 46 && !admitsDots) ? at : limits[at + 1]!;
      }
      this.#limits.set(admitsDots, limits);
    }
    return limits[start]!;
  }

  /** The last possible end of a value that begins at `start`, and the step that follows it. */
  #restAndEnd(step: NameStep, start: number): { readonly step: Step; readonly end: number } {
    const limit = this.#limitOf(step, start);
    for (const rest of restsBehind(step)) {
      const ends = this.#endsIn(this.from(rest, false), start, limit);
      const end = spansOf(step.demand).endsOf(this.#text, start, limit, ends).lastIndexOf(1);
      if (end >= 0) return { step: rest, end };
    }
    throw new Error('a value that can begin has no end: this is a bug in waypost');
  }
}
