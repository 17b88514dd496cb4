// Finds all stretches of a text that regexes match whole: those that begin at one of several positions or, backwards, those that end there.
//
//   /a+b?/  from {0, 2}  in  aabab   →   ends {1, 2, 3, 4, 5}
//
// All stretches are followed together, by the states that they are in. With one regex it does not matter which stretch is in a state. If
// several regexes must agree on the same stretch, or a regex contains a look, their states are tracked side by side, with the positions
// where the stretches in those states began.

import { assertionTest, type AssertionTest, type Program } from './linear-matcher.js';

/** By position in the text: 1 if the position is in the set. */
export type Places = Uint8Array;

/** A regex that a stretch must match or must not match, or a look of the parts after it, which is evaluated at every position. */
export interface SpanPart {
  readonly program: Program;
  readonly role: 'required' | 'refused' | 'look';
  /** The index of the part with the first look of this program. */
  readonly looksFrom: number;
}

/** Where stretches may be, and the direction in which they are followed. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly isBackward: boolean;
}

/** The states of each part, by its index. */
type States = readonly (readonly number[])[];

/** Where the stretches in the same states began. */
type Seeds = number | readonly [Seeds, Seeds];

interface Group {
  readonly states: States;
  readonly seeds: Seeds;
}

export class SpanAutomaton {
  readonly #parts: readonly SpanPart[];
  readonly #isUnicode: boolean;
  readonly #asserts: AssertionTest;
  readonly #seenIn: readonly Int32Array[];
  readonly #hasAssertions: boolean;
  #round = 0;

  /** @param parts all compiled for the direction in which they will be followed */
  constructor(parts: readonly SpanPart[], flags: string) {
    this.#parts = parts;
    this.#isUnicode = flags.includes('u');
    this.#asserts = assertionTest(flags);
    this.#seenIn = parts.map(({ program }) => new Int32Array(program.length));
    this.#hasAssertions = parts.some(({ program }) => program.some(({ kind }) => kind === 'assertion'));
  }

  /** The other ends of all stretches that begin (backwards: end) at one of `seeds`. No stretch is empty. */
  spans(text: string, seeds: Places, range: Range): Places {
    const found = new Uint8Array(text.length + 1);
    this.#followAll(text, seeds, range, (at) => {
      found[at] = 1;
      return true;
    });
    return found;
  }

  /** The positions of `seeds` where a stretch begins (backwards: ends) whose other end is one of `ends`. Only for several parts. */
  seedsOf(text: string, seeds: Places, range: Range, ends: Places): Places {
    const found = new Uint8Array(text.length + 1);
    this.#followAll(text, seeds, range, (at, group) => {
      if (ends[at] !== 1) return true;
      const pending = [group.seeds];
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        if (typeof next === 'number') found[next] = 1;
        else pending.push(...next);
      }
      return false;
    });
    return found;
  }

  /**
   * Follows all stretches. Calls `onSpan` for each end, with the group that reached it; the result says whether to follow that group
   * further.
   */
  #followAll(
    text: string,
    seeds: Places,
    { from, to, isBackward }: Range,
    onSpan: (at: number, group: Group) => boolean,
  ): void {
    const last = isBackward ? from : to;
    const start = this.#parts.map(() => [0]);
    let current = new Map<string, Group>();
    for (let at = isBackward ? to : from; ;) {
      const here = (isFirst: boolean, isLast: boolean): Boundary => ({ text, at, isFirst, isLast });
      const open: Group[] = [];
      for (const group of current.values()) {
        const followed = this.#follow(group.states, here(isBackward, !isBackward));
        if (this.#agree(followed) && !onSpan(at, group)) continue;
        if (at === last) continue;
        const states = this.#hasAssertions ? this.#follow(group.states, here(false, false)) : followed;
        open.push({ states, seeds: group.seeds });
      }
      if (at === last) return;
      if (seeds[at] === 1)
        open.push({ states: this.#follow(start, here(!isBackward, isBackward)), seeds: at });
      const code = isBackward ? this.#codeBefore(text, at) : this.#codeAt(text, at);
      current = this.#stepAll(open, code);
      at += (code > 0xffff ? 2 : 1) * (isBackward ? -1 : 1);
      // No stretch ends inside a character.
      if (isBackward ? at < last : at > last) return;
    }
  }

  /** The groups after a character. Groups that reach the same states are joined. */
  #stepAll(groups: readonly Group[], code: number): Map<string, Group> {
    const isSingle = this.#parts.length === 1;
    const stepped = new Map<string, Group>();
    for (const { states, seeds } of groups) {
      const next = this.#step(states, code);
      // A part without states can no longer match.
      if (next.some((places, index) => places.length === 0 && this.#parts[index]!.role === 'required'))
        continue;
      const key = isSingle ? '' : next.map((places) => places.join()).join(' ');
      const known = stepped.get(key);
      if (!known) stepped.set(key, { states: next, seeds });
      else if (isSingle) stepped.set(key, { states: [[...known.states[0]!, ...next[0]!]], seeds });
      else stepped.set(key, { states: next, seeds: [known.seeds, seeds] });
    }
    return stepped;
  }

  /** The states reachable without reading a character. */
  #follow(states: States, place: Boundary): States {
    const followed: (readonly number[])[] = [];
    for (const index of states.keys())
      followed.push(this.#followPart(index, states[index]!, place, followed));
    return followed;
  }

  #followPart(
    index: number,
    places: readonly number[],
    place: Boundary,
    followed: States,
  ): readonly number[] {
    const { program, role, looksFrom } = this.#parts[index]!;
    const seenIn = this.#seenIn[index]!;
    const round = ++this.#round;
    const reached: number[] = [];
    const pending = role === 'look' ? [0, ...places] : [...places];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (seenIn[at] === round) continue;
      seenIn[at] = round;
      const instruction = program[at]!;
      switch (instruction.kind) {
        case 'split':
          pending.push(instruction.to[0], instruction.to[1]);
          break;
        case 'jump':
          pending.push(instruction.to);
          break;
        case 'assertion':
          if (this.#holds(instruction.sign, place)) pending.push(at + 1);
          break;
        case 'look': {
          const look = looksFrom + instruction.look;
          if (this.#matches(look, followed[look]!) !== instruction.isNegated) pending.push(at + 1);
          break;
        }
        default:
          reached.push(at);
      }
    }
    return reached.sort((a, b) => a - b);
  }

  #step(states: States, code: number): States {
    return states.map((places, index) => {
      const { program } = this.#parts[index]!;
      const next: number[] = [];
      for (const at of places) {
        const instruction = program[at]!;
        if (instruction.kind === 'atom' && instruction.atom.matches(code)) next.push(at + 1);
      }
      return next;
    });
  }

  /** Whether a stretch that ends in these states is accepted by all parts. */
  #agree(states: States): boolean {
    return this.#parts.every(
      ({ role }, index) => role === 'look' || this.#matches(index, states[index]!) === (role === 'required'),
    );
  }

  #matches(index: number, places: readonly number[]): boolean {
    return places.includes(this.#parts[index]!.program.length - 1);
  }

  #codeAt(text: string, at: number): number {
    return this.#isUnicode ? text.codePointAt(at)! : text.charCodeAt(at);
  }

  #codeBefore(text: string, at: number): number {
    const low = text.charCodeAt(at - 1);
    if (!this.#isUnicode || (low & 0xfc00) !== 0xdc00) return low;
    const whole = text.codePointAt(at - 2);
    return whole !== undefined && whole > 0xffff ? whole : low;
  }

  #holds(sign: Parameters<AssertionTest>[0], { text, at, isFirst, isLast }: Boundary): boolean {
    const before = isFirst ? undefined : this.#codeBefore(text, at);
    return this.#asserts(sign, before, isLast ? undefined : this.#codeAt(text, at));
  }
}

/** A position in a text, and whether it is the first or last of the stretch. */
interface Boundary {
  readonly text: string;
  readonly at: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}
