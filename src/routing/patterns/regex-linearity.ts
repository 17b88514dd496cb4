// Proves that a backtracking engine takes linear time for a regex: no text can be matched in many ways.
//
// Ways are counted on positions (one for each character in the regex) and on which position can follow which:
//
//   a*a*   positions 1, 2: 1→1, 1→2, 2→2        `aaa…` can be divided between them in as many ways as it is long
//   (a|a)* positions 1, 2: each follows each    every `a` doubles the number of ways
//   (a*)*  position 1 follows itself in two ways, so every `a` doubles it too
//
// Time is linear if no text can pass through a loop in two ways, and there are few choices outside loops. The answer is safe: a regex
// judged linear is linear, but one judged otherwise may still be harmless.

import { type Atom, parseRegex, type RegexNode } from './regex-syntax.js';
import type { Anchoring } from './regex-test.js';

/** The most positions of a regex that is examined. */
const mostPositions = 120;
/** The most steps through pairs and triples of positions. */
const mostSteps = 30_000;
/** The most ways outside loops. An engine may try each of them. */
const mostWays = 64;
/** Fixed repetitions up to this number are counted as copies; larger ones as a loop. */
const mostCopies = 12;

/**
 * Whether matching a text against the regex certainly takes linear time.
 *
 * @param node the parsed regex, if the caller has it
 */
export function isSurelyLinear(regex: RegExp, anchored: Anchoring, node?: RegexNode): boolean {
  if (isPlainlyLinear(regex, anchored)) return true;
  const key = `${anchored} ${regex.flags} ${regex.source}`;
  let judgement = judgements.get(key);
  if (judgement === undefined) {
    if (judgements.size >= mostJudgements) judgements.clear();
    judgements.set(key, (judgement = judged(node ?? parseRegex(regex), anchored === 'anywhere')));
  }
  return judgement;
}

/** Matches the source of one character. */
const character =
  /(?:[\w~@!%&=,;:'"<>\-/ .]|\\[dDwWsS.\-/\\[\](){}|*+?^$]|\[(?:[^\\\][]|\\[dDwWsS.\-/\\[\](){}|*+?^$])*\])/;
// Made by functions so bundlers can drop them if unused.
const isBoundedSource = /* @__PURE__ */ boundedSource();
const isLoopedSource = /* @__PURE__ */ loopedSource();
const joined = /* @__PURE__ */ joinedSource();

/** The source of one character, with an optional fixed repetition. */
function fixedSource(): string {
  return `${character.source}(?:\\{(?:\\d|1[0-2])\\})?`;
}

/** Texts of fixed lengths, such as a date or one of several words. Each is tried once at a position. */
function boundedSource(): RegExp {
  const fixed = fixedSource();
  const bounded = `(?:${fixed}){0,40}(?:\\|(?:${fixed}){0,40}){0,40}`;
  return new RegExp(`^\\^?(?:${bounded}|\\((?:\\?:)?${bounded}\\))\\$?$`);
}

/** The same with one repetition, which can end in as many ways as the text is long: `\d+`, `v\d*`, `[a-z]{2,8}x`. */
function loopedSource(): RegExp {
  const fixed = fixedSource();
  return new RegExp(`^\\^?(?:${fixed}){0,40}(?:[*+?]|\\{\\d+,\\d*\\})\\??(?:${fixed}){0,20}\\$?$`);
}

/** Words with separators: `[a-z]+(?:-[a-z]+)*`, `\d+(\.\d+)?`. */
function joinedSource(): RegExp {
  const fixed = fixedSource();
  const { source } = character;
  return new RegExp(
    `^\\^?(?:${fixed}){0,20}(${source})[*+]\\((?:\\?:)?(${source})(${source})[*+]\\)[*+?]?\\$?$`,
  );
}

/** Whether words with separators match in only one way: neither word can contain the separator. */
function isPlainlyJoined(source: string): boolean {
  const [, first = '', between = '', next = ''] = joined.exec(source) ?? [];
  const separator = /^\\?([^\w[\\.]|(?<=\\)\.)$/.exec(between)?.[1];
  if (separator === undefined) return false;
  return ![first, next].some((word) => new RegExp(word).test(separator));
}

/**
 * Whether the text of a regex alone shows that it is linear, as for most constraints: fixed characters and classes, words, one repetition
 * of a class, and words with separators. Takes microseconds.
 */
export function isPlainlyLinear({ source, flags }: RegExp, anchored: Anchoring): boolean {
  if (source.length > 200 || /[mv]/.test(flags)) return false;
  if (isBoundedSource.test(source)) return true;
  return anchored === 'whole' && (isLoopedSource.test(source) || isPlainlyJoined(source));
}

/** Judgements by anchoring, flags and source. The same regexes are in many routes, and are read again whenever a file is edited. */
const judgements = new Map<string, boolean>();
const mostJudgements = 2_000;

function judged(node: RegexNode | undefined, isAnywhere: boolean): boolean {
  if (!node) return false;
  try {
    return isLinear(node, isAnywhere && !beginsAtStart(node));
  } catch (error) {
    if (error instanceof TooHard) return false;
    throw error;
  }
}

/** Thrown and caught only in this file. */
class TooHard extends Error {}

function isLinear(node: RegexNode, isEverywhere: boolean): boolean {
  const positions = new Positions();
  const body = positions.part(node, isEverywhere);
  if (isEverywhere) positions.lookEverywhere(body);
  return !positions.hasManyWays(body.first) && !positions.hasTwoWays();
}

function beginsAtStart(node: RegexNode): boolean {
  switch (node.kind) {
    case 'assertion':
      return node.sign === '^';
    case 'sequence':
      return node.parts.length > 0 && beginsAtStart(node.parts[0]!);
    case 'alternatives':
      return node.parts.every(beginsAtStart);
    default:
      return false;
  }
}

/** Whether the length of texts that can match is limited, without large repetitions. */
function isBounded(node: RegexNode): boolean {
  switch (node.kind) {
    case 'sequence':
    case 'alternatives':
      return node.parts.every(isBounded);
    case 'repeat':
      return node.max <= mostCopies && isBounded(node.of);
    case 'look':
      return isBounded(node.of);
    default:
      return true;
  }
}

interface Part {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const nothing: Part = { nullable: true, first: [], last: [] };

/** The positions of a regex (Glushkov's automaton), with the number of ways in which one follows another. */
class Positions {
  /** Undefined for a position that matches any character. */
  readonly atoms: (Atom | undefined)[] = [];
  readonly follow: Map<number, number>[] = [];
  #steps = 0;

  /** @param isLooped whether a match may come here more than once in a text */
  part(node: RegexNode, isLooped: boolean): Part {
    switch (node.kind) {
      case 'atom': {
        const at = [this.#position(node.atom)];
        return { nullable: false, first: at, last: at };
      }
      case 'sequence': {
        let whole = nothing;
        let isAfterLoop = isLooped;
        for (const each of node.parts) {
          whole = this.#sequence(whole, this.part(each, isAfterLoop));
          isAfterLoop ||= !isBounded(each);
        }
        return whole;
      }
      case 'alternatives':
        return this.#alternatives(node.parts.map((each) => this.part(each, isLooped)));
      case 'repeat':
        return this.#repeat(node.of, node.min, node.max, isLooped);
      case 'assertion':
        return nothing;
      case 'look':
        // A look that may read along the whole text may do so only once, from a position before every loop.
        if (!isLinear(node.of, false) || (!isBounded(node.of) && (isLooped || !node.isAhead)))
          throw new TooHard();
        return nothing;
      default:
        return node satisfies never;
    }
  }

  /** Puts a loop over any character before the whole regex. */
  lookEverywhere(body: Part): void {
    const start = this.#position(undefined);
    this.#link([start], [start, ...body.first]);
  }

  #alternatives(parts: readonly Part[]): Part {
    // The empty text would match in two ways.
    if (parts.filter(({ nullable }) => nullable).length > 1) throw new TooHard();
    return {
      nullable: parts.some(({ nullable }) => nullable),
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
    };
  }

  #repeat(of: RegexNode, min: number, max: number, isLooped: boolean): Part {
    if (max === 0) return nothing;
    if (min === max && max <= mostCopies && max > 1) {
      let whole = nothing;
      for (let copy = 1; copy <= max; copy++) {
        const part = this.part(of, isLooped);
        if (part.nullable) throw new TooHard();
        whole = this.#sequence(whole, part);
      }
      return whole;
    }
    const part = this.part(of, isLooped || max > 1);
    // Required copies could each be empty.
    if (min > 1 && part.nullable) throw new TooHard();
    if (max > 1) this.#link(part.last, part.first);
    return min === 0 ? { ...part, nullable: true } : part;
  }

  #sequence(before: Part, after: Part): Part {
    this.#link(before.last, after.first);
    return {
      nullable: before.nullable && after.nullable,
      first: before.nullable ? [...before.first, ...after.first] : before.first,
      last: after.nullable ? [...before.last, ...after.last] : after.last,
    };
  }

  #position(atom: Atom | undefined): number {
    if (this.atoms.length >= mostPositions) throw new TooHard();
    this.follow.push(new Map());
    return this.atoms.push(atom) - 1;
  }

  #link(from: readonly number[], to: readonly number[]): void {
    for (const a of from) {
      for (const b of to) {
        this.#step();
        this.follow[a]!.set(b, (this.follow[a]!.get(b) ?? 0) + 1);
      }
    }
  }

  #step(): void {
    if (++this.#steps > mostSteps) throw new TooHard();
  }

  /** Whether one character can match at all of these positions. */
  #meet(a: number, b: number, c = b): boolean {
    this.#step();
    const [first, second, third] = [this.atoms[a], this.atoms[b], this.atoms[c]];
    if (
      first?.mayExceedAscii !== false &&
      second?.mayExceedAscii !== false &&
      third?.mayExceedAscii !== false
    )
      return true;
    for (let word = 0; word < 4; word++) {
      const inFirst = first ? first.asciiBits[word]! : -1;
      const inSecond = second ? second.asciiBits[word]! : -1;
      if ((inFirst & inSecond & (third ? third.asciiBits[word]! : -1)) !== 0) return true;
    }
    return false;
  }

  /** Whether a text may take many ways through the regex without passing any position twice. */
  hasManyWays(first: readonly number[]): boolean {
    let ways = 1;
    for (const followers of [first, ...this.follow.map((to) => [...to.keys()])]) {
      if (followers.length < 2) continue;
      ways *= Math.max(...followers.map((one) => followers.filter((other) => this.#meet(one, other)).length));
      if (ways > mostWays) return true;
    }
    return false;
  }

  /** Whether a text can pass through some loop, or from it to another loop, in two ways. */
  hasTwoWays(): boolean {
    const { follow } = this;
    const reaches = follow.map((followers) => {
      const reached = new Set<number>();
      const pending = [...followers.keys()];
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        if (reached.has(next)) continue;
        this.#step();
        reached.add(next);
        pending.push(...follow[next]!.keys());
      }
      return reached;
    });
    // Two edges between the same positions of one loop.
    for (const [from, followers] of follow.entries()) {
      for (const [to, ways] of followers) if (ways > 1 && reaches[to]!.has(from)) return true;
    }
    const looped = [...follow.keys()].filter((at) => reaches[at]!.has(at));
    return looped.some((p) => looped.some((q) => reaches[p]!.has(q) && this.#leadsTwoWays(p, q, reaches)));
  }

  /** Whether one text leads from p to p, from p to q, and from q to q. If p = q, the ways must differ. */
  #leadsTwoWays(p: number, q: number, reaches: readonly ReadonlySet<number>[]): boolean {
    const { follow } = this;
    const seen = new Set<number>();
    const pending: [number, number, number, boolean][] = [[p, p, q, false]];
    for (let at = pending.pop(); at; at = pending.pop()) {
      const [first, second, third, differs] = at;
      for (const a of follow[first]!.keys()) {
        if (!reaches[a]!.has(p)) continue;
        for (const b of follow[second]!.keys()) {
          if ((b !== q && !reaches[b]!.has(q)) || !this.#meet(a, b)) continue;
          for (const c of follow[third]!.keys()) {
            if (!reaches[c]!.has(q) || !this.#meet(a, b, c)) continue;
            const apart = differs || a !== b || b !== c;
            if (a === p && b === q && c === q && (p !== q || apart)) return true;
            const key = ((a * mostPositions + b) * mostPositions + c) * 2 + Number(apart);
            if (seen.has(key)) continue;
            seen.add(key);
            pending.push([a, b, c, apart]);
          }
        }
      }
    }
    return false;
  }
}
