// All stretches of a text at once that regexes match whole: those that begin at one of some places, or, backwards, those
// that end there.
//
//   /a+b?/  from {0, 2}  in  aabab   →   ends {1, 2, 3, 4, 5}
//
// The states that stretches are in are followed together. Of one regex it is no matter which stretch is in a state; where
// several regexes must agree about the same stretch, what is followed is the states of all of them, side by side.

import type { Instruction, Program } from './linear-matcher.js';

/** By place in the text: 1 where it is one of them. */
export type Places = Uint8Array;

/** A regex that a stretch must match, or must not. */
export interface SpanPart {
  readonly program: Program;
  readonly isNegated: boolean;
}

/** Where stretches may lie and the way in which they are followed. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly isBackward: boolean;
}

/** The states of each part. */
type States = readonly (readonly number[])[];

export class SpanAutomaton {
  readonly #parts: readonly SpanPart[];
  readonly #isUnicode: boolean;
  readonly #word: RegExp;
  readonly #seenIn: readonly Int32Array[];
  readonly #hasAssertions: boolean;
  #round = 0;

  /** @param parts without looks, all compiled for the way in which they will be followed */
  constructor(parts: readonly SpanPart[], flags: string) {
    this.#parts = parts;
    this.#isUnicode = flags.includes('u');
    this.#word = new RegExp('\\w', flags.replace(/[dgy]/g, ''));
    this.#seenIn = parts.map(({ program }) => new Int32Array(program.length));
    this.#hasAssertions = parts.some(({ program }) => program.some(({ kind }) => kind === 'assertion'));
  }

  /** The other ends of the stretches that begin (backwards: end) at one of `seeds`; none is empty. */
  spans(text: string, seeds: Places, { from, to, isBackward }: Range): Places {
    const found = new Uint8Array(text.length + 1);
    const last = isBackward ? from : to;
    const isSingle = this.#parts.length === 1;
    let current = new Map<string, States>();
    for (let at = isBackward ? to : from; ;) {
      const here = (isFirst: boolean, isLast: boolean): Place => ({ text, at, isFirst, isLast });
      const open: States[] = [];
      for (const states of current.values()) {
        const followed = this.#follow(states, here(isBackward, !isBackward));
        if (this.#agree(followed)) found[at] = 1;
        if (at !== last) open.push(this.#hasAssertions ? this.#follow(states, here(false, false)) : followed);
      }
      if (at === last) return found;
      if (seeds[at] === 1) open.push(this.#follow(this.#start(), here(!isBackward, isBackward)));
      const code = isBackward ? this.#codeBefore(text, at) : this.#codeAt(text, at);
      current = new Map();
      for (const states of open) {
        const next = this.#step(states, code);
        // A part that has no state left is never matched, which ends the stretch unless the part must not match.
        if (next.some((places, index) => places.length === 0 && !this.#parts[index]!.isNegated)) continue;
        const key = isSingle ? '' : next.map((places) => places.join()).join(' ');
        const known = current.get(key);
        current.set(key, known && isSingle ? [[...known[0]!, ...next[0]!]] : next);
      }
      at += (code > 0xffff ? 2 : 1) * (isBackward ? -1 : 1);
      // No stretch ends inside a character.
      if (isBackward ? at < last : at > last) return found;
    }
  }

  #start(): States {
    return this.#parts.map(() => [0]);
  }

  /** The states come to without a character. */
  #follow(states: States, place: Place): States {
    return states.map((places, index) => this.#followPart(index, places, place));
  }

  #followPart(index: number, places: readonly number[], place: Place): readonly number[] {
    const { program } = this.#parts[index]!;
    const seenIn = this.#seenIn[index]!;
    const round = ++this.#round;
    const reached: number[] = [];
    const pending = [...places];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (seenIn[at] === round) continue;
      seenIn[at] = round;
      const instruction = program[at]!;
      if (instruction.kind === 'split') pending.push(instruction.to[0], instruction.to[1]);
      else if (instruction.kind === 'jump') pending.push(instruction.to);
      else if (instruction.kind !== 'assertion') reached.push(at);
      else if (this.#asserts(instruction.sign, place)) pending.push(at + 1);
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

  /** Whether a stretch in these states, followed to its end, is one that all parts let through. */
  #agree(states: States): boolean {
    return this.#parts.every(
      ({ program, isNegated }, index) => states[index]!.includes(program.length - 1) !== isNegated,
    );
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

  #asserts(sign: AssertionSign, { text, at, isFirst, isLast }: Place): boolean {
    if (sign === '^') return isFirst;
    if (sign === '$') return isLast;
    const isWord = (code: number): boolean => this.#word.test(String.fromCodePoint(code));
    const before = !isFirst && isWord(this.#codeBefore(text, at));
    const after = !isLast && isWord(this.#codeAt(text, at));
    return (before !== after) === (sign === '\\b');
  }
}

/** A place in a text, and whether it is the first or the last of the stretch that is asked about. */
interface Place {
  readonly text: string;
  readonly at: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

type AssertionSign = Extract<Instruction, { kind: 'assertion' }>['sign'];
