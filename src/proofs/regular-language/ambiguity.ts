// Can a backtracking engine be made to try many ways of matching one text?
//
// The ways are counted on the positions of a regex (one for each character in it) and who may follow whom:
//
//   a*a*   positions 1, 2: 1→1, 1→2, 2→2        `aaa…` splits between them in as many ways as it is long
//   (a|a)* positions 1, 2: each follows each    every `a` doubles the ways
//   (a*)*  position 1 follows itself in two ways: so does this
//
// Where no loop can be left and taken in two ways by one text, time is linear. What is said to be linear is so; what
// is not may still be harmless, and is for a heavier tool to judge.

import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { type CharacterSet, intersectionOf } from './character-set.js';
import { codePointsOf } from './regex-language.js';

/** More positions than this are not looked at. */
const mostPositions = 120;
/** Nor more steps through pairs and triples of them. */
const mostSteps = 60_000;

/**
 * Whether matching a text against the regex certainly takes time in proportion to its length.
 *
 * @param anchored `whole`: it has to match the whole text; `anywhere`: it is looked for at every place of it
 */
export function isSurelyLinear(regex: RegExp, anchored: 'whole' | 'anywhere'): boolean {
  try {
    const { pattern } = new RegExpParser().parseLiteral(`/${regex.source}/${regex.flags}`);
    const positions = new Positions(regex.flags);
    const body = positions.alternatives(pattern.alternatives);
    if (anchored === 'anywhere' && !pattern.alternatives.every(beginsAtStart)) positions.lookEverywhere(body);
    return !hasTwoWays(positions);
  } catch (error) {
    if (error instanceof TooHard || error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Raised inside this file alone. */
class TooHard extends Error {}

function beginsAtStart({ elements: [first] }: AST.Alternative): boolean {
  return first?.type === 'Assertion' && first.kind === 'start';
}

interface Part {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const nothing: Part = { nullable: true, first: [], last: [] };

/** The positions of a regex (Glushkov's automaton), with the number of ways in which one follows another. */
class Positions {
  readonly sets: CharacterSet[] = [];
  readonly follow: Map<number, number>[] = [];
  readonly #flags: string;

  constructor(flags: string) {
    if (flags.includes('v')) throw new TooHard();
    this.#flags = flags;
  }

  alternatives(alternatives: readonly AST.Alternative[]): Part {
    const parts = alternatives.map(({ elements }) =>
      elements
        .map((element) => this.#element(element))
        .reduce((before, after) => this.#sequence(before, after), nothing),
    );
    return {
      nullable: parts.some(({ nullable }) => nullable),
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
    };
  }

  /** Puts a loop over anything before the whole. */
  lookEverywhere(body: Part): void {
    const start = this.#position([0, 0x10ffff]);
    this.#link([start], [start, ...body.first]);
  }

  #element(element: AST.Element): Part {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass': {
        const at = [this.#position(codePointsOf(element, this.#flags))];
        return { nullable: false, first: at, last: at };
      }
      case 'Group':
      case 'CapturingGroup':
        return this.alternatives(element.alternatives);
      case 'Assertion':
        if (element.kind === 'lookahead' || element.kind === 'lookbehind') throw new TooHard();
        return nothing;
      case 'Quantifier':
        return this.#quantifier(element);
      default:
        throw new TooHard();
    }
  }

  #quantifier({ element, min, max }: AST.Quantifier): Part {
    let whole = nothing;
    const copies = max === Infinity ? Math.max(min, 1) : max;
    for (let copy = 1; copy <= copies; copy++) {
      let part = this.#element(element);
      if (copy === copies && max === Infinity) this.#link(part.last, part.first);
      if (copy > min) part = { ...part, nullable: true };
      whole = this.#sequence(whole, part);
    }
    return whole;
  }

  #sequence(before: Part, after: Part): Part {
    this.#link(before.last, after.first);
    return {
      nullable: before.nullable && after.nullable,
      first: before.nullable ? [...before.first, ...after.first] : before.first,
      last: after.nullable ? [...before.last, ...after.last] : after.last,
    };
  }

  #position(set: CharacterSet): number {
    if (this.sets.length >= mostPositions) throw new TooHard();
    this.follow.push(new Map());
    return this.sets.push(set) - 1;
  }

  #link(from: readonly number[], to: readonly number[]): void {
    for (const a of from) {
      for (const b of to) this.follow[a]!.set(b, (this.follow[a]!.get(b) ?? 0) + 1);
    }
  }
}

/** Whether some loop can be gone through, or left for another loop, in two ways by one text. */
function hasTwoWays({ sets, follow }: Positions): boolean {
  let steps = 0;
  const step = (): void => {
    if (++steps > mostSteps) throw new TooHard();
  };
  const reaches = sets.map((_, from) => {
    const reached = new Set<number>();
    const pending = [...follow[from]!.keys()];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (reached.has(next)) continue;
      step();
      reached.add(next);
      pending.push(...follow[next]!.keys());
    }
    return reached;
  });
  const isOnLoop = (at: number): boolean => reaches[at]!.has(at);

  // Two edges between the same positions of one loop.
  for (const [from, followers] of follow.entries()) {
    for (const [to, ways] of followers) {
      if (ways > 1 && reaches[to]!.has(from)) return true;
    }
  }
  const meets = new Map<number, CharacterSet>();
  const common = (a: number, b: number): CharacterSet => {
    const key = a * mostPositions + b;
    let set = meets.get(key);
    if (!set) meets.set(key, (set = a === b ? sets[a]! : intersectionOf(sets[a]!, sets[b]!)));
    return set;
  };
  // One text leads from p to p, from p to q, and from q to q.
  for (let p = 0; p < sets.length; p++) {
    if (!isOnLoop(p)) continue;
    for (const q of reaches[p]!) {
      if (!isOnLoop(q)) continue;
      const seen = new Set<string>();
      const pending: [number, number, number, boolean][] = [[p, p, q, false]];
      for (let at = pending.pop(); at; at = pending.pop()) {
        const [first, second, third, differs] = at;
        for (const a of follow[first]!.keys()) {
          if (!reaches[a]!.has(p)) continue;
          for (const b of follow[second]!.keys()) {
            if ((b !== q && !reaches[b]!.has(q)) || common(a, b).length === 0) continue;
            for (const c of follow[third]!.keys()) {
              if (!reaches[c]!.has(q) || intersectionOf(common(a, b), sets[c]!).length === 0) continue;
              step();
              // For p = q the two ways have to part somewhere.
              const apart = differs || a !== b || b !== c;
              if (a === p && b === q && c === q && (p !== q || apart)) return true;
              const key = `${a} ${b} ${c} ${apart}`;
              if (seen.has(key)) continue;
              seen.add(key);
              pending.push([a, b, c, apart]);
            }
          }
        }
      }
    }
  }
  return false;
}
