// Matches a regex in time linear in the text, by following all possible ways of matching at once.
//
//   (a|ab)*c   on   abac     after `a`: inside `ab`, or at the end of a round; after `b`: at the end of a round; …
//
// Look-aheads and look-behinds are evaluated for every position of the text first, look-aheads by reading the text backwards. Nothing is
// captured, since constraints only ask whether a text matches.

import type { AssertionSign, Atom, RegexNode } from './regex-syntax.js';
import type { Anchoring } from './regex-test.js';

type Instruction =
  | { readonly kind: 'atom'; readonly atom: Atom }
  /** Continues at both instructions. */
  | { readonly kind: 'split'; readonly to: readonly [number, number] }
  | { readonly kind: 'jump'; to: number }
  | { readonly kind: 'assertion'; readonly sign: AssertionSign }
  | { readonly kind: 'look'; readonly look: number; readonly isNegated: boolean }
  | { readonly kind: 'match' };

/** A look-ahead or look-behind. Its body is run in the direction that ends at the look. */
interface Look {
  readonly program: Program;
  readonly isAhead: boolean;
}

export type Program = readonly Instruction[];

/** The most instructions of one regex, including its looks. Each may be executed for every character. */
const mostInstructions = 1_000;

/** Matches a regex in linear time. */
export class LinearMatcher {
  readonly #program: Program;
  /** Inner looks before those that contain them. */
  readonly #looks: readonly Look[];
  readonly #isUnicode: boolean;
  readonly #asserts: AssertionTest;

  private constructor(program: Program, looks: readonly Look[], flags: string) {
    this.#program = program;
    this.#looks = looks;
    this.#isUnicode = flags.includes('u');
    this.#asserts = assertionTest(flags);
  }

  static of(node: RegexNode, flags: string): LinearMatcher | undefined {
    const made = compiled(node, false);
    return made && new LinearMatcher(made.program, made.looks, flags);
  }

  /** Whether the regex matches the whole text, or any part of it if `anywhere`. */
  test(text: string, anchored: Anchoring): boolean {
    const codes = this.#codesOf(text);
    const answers: boolean[][] = [];
    const holds = (instruction: Instruction, at: number): boolean =>
      instruction.kind === 'look'
        ? answers[instruction.look]![at] !== instruction.isNegated
        : instruction.kind !== 'assertion' || this.#asserts(instruction.sign, codes[at - 1], codes[at]);
    for (const { program, isAhead } of this.#looks) {
      const found = new Array<boolean>(codes.length + 1).fill(false);
      run(program, codes, holds, { isBackward: isAhead, isEverywhere: true }, (at) => {
        found[at] = true;
        return false;
      });
      answers.push(found);
    }
    const isEverywhere = anchored === 'anywhere';
    return run(
      this.#program,
      codes,
      holds,
      { isBackward: false, isEverywhere },
      (at) => isEverywhere || at === codes.length,
    );
  }

  /** Code points with the flag `u`, otherwise code units. */
  #codesOf(text: string): readonly number[] {
    if (this.#isUnicode) return Array.from(text, (char) => char.codePointAt(0)!);
    return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  }
}

/** Whether an assertion holds between two characters. They are undefined at the beginning and the end of the text. */
export type AssertionTest = (
  sign: AssertionSign,
  before: number | undefined,
  after: number | undefined,
) => boolean;

/** The test of assertions in a regex with these flags. */
export function assertionTest(flags: string): AssertionTest {
  const word = new RegExp('\\w', flags.replace(/[dgy]/g, ''));
  const isWord = (code: number | undefined): boolean =>
    code !== undefined && word.test(String.fromCodePoint(code));
  return (sign, before, after) => {
    if (sign === '^') return before === undefined;
    if (sign === '$') return after === undefined;
    return (isWord(before) !== isWord(after)) === (sign === '\\b');
  };
}

/**
 * The programs of a regex, or of its reverse, and of its looks, inner ones first. Undefined if they are too large, or if a look has the
 * wrong direction: running backward, only look-aheads can be evaluated, and forward only look-behinds.
 */
export function linearProgram(
  node: RegexNode,
  isBackward: boolean,
): { readonly program: Program; readonly looks: readonly Program[] } | undefined {
  const made = compiled(node, isBackward);
  if (!made || made.looks.some(({ isAhead }) => isAhead !== isBackward)) return undefined;
  return { program: made.program, looks: made.looks.map((look) => look.program) };
}

/** Compiles a regex and its looks; undefined if they are too large. */
function compiled(
  node: RegexNode,
  isBackward: boolean,
): { readonly program: Program; readonly looks: readonly Look[] } | undefined {
  const compiler = new Compiler();
  try {
    return { program: compiler.program(node, isBackward), looks: compiler.looks };
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

/** How a program runs over a text. */
interface Direction {
  /** From the end of the text to its beginning. */
  readonly isBackward: boolean;
  /** A match may begin anywhere, not only where the run begins. */
  readonly isEverywhere: boolean;
}

/**
 * Reads the text once and keeps the set of all reachable instructions. Calls `onMatch` at each position where the program matches; the run
 * ends when that returns true.
 */
function run(
  program: Program,
  codes: readonly number[],
  holds: (instruction: Instruction, at: number) => boolean,
  { isBackward, isEverywhere }: Direction,
  onMatch: (at: number) => boolean,
): boolean {
  const [start, end, step] = isBackward ? [codes.length, 0, -1] : [0, codes.length, 1];
  const seenAt = new Int32Array(program.length).fill(-1);
  let current: number[] = [0];
  for (let at = start; ; at += step) {
    const pending = current;
    const code = at === end ? undefined : codes[isBackward ? at - 1 : at];
    const next: number[] = [];
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      if (seenAt[place] === at) continue;
      seenAt[place] = at;
      const instruction = program[place]!;
      switch (instruction.kind) {
        case 'atom':
          if (code !== undefined && instruction.atom.matches(code)) next.push(place + 1);
          break;
        case 'split':
          pending.push(...instruction.to);
          break;
        case 'jump':
          pending.push(instruction.to);
          break;
        case 'match':
          if (onMatch(at)) return true;
          break;
        default:
          if (holds(instruction, at)) pending.push(place + 1);
      }
    }
    if (isEverywhere) next.push(0);
    if (at === end || next.length === 0) return false;
    current = next;
  }
}

/** Thrown and caught only in this file. */
class TooLarge extends Error {}

class Compiler {
  readonly looks: Look[] = [];
  #size = 0;

  /** @param isBackward whether the text is read from its end */
  program(node: RegexNode, isBackward: boolean): Program {
    const program: Instruction[] = [];
    this.#add(program, node, isBackward);
    this.#push(program, { kind: 'match' });
    return program;
  }

  #push(program: Instruction[], instruction: Instruction): void {
    if (++this.#size > mostInstructions) throw new TooLarge();
    program.push(instruction);
  }

  #add(program: Instruction[], node: RegexNode, isBackward: boolean): void {
    switch (node.kind) {
      case 'atom':
      case 'assertion':
        return this.#push(program, node);
      case 'sequence':
        for (const part of isBackward ? node.parts.toReversed() : node.parts)
          this.#add(program, part, isBackward);
        return;
      case 'alternatives':
        return this.#addAlternatives(program, node.parts, isBackward);
      case 'repeat':
        return this.#addRepeat(program, node, isBackward);
      case 'look':
        this.looks.push({ program: this.program(node.of, node.isAhead), isAhead: node.isAhead });
        return this.#push(program, { kind: 'look', look: this.looks.length - 1, isNegated: node.isNegated });
      default:
        return node satisfies never;
    }
  }

  #addAlternatives(program: Instruction[], parts: readonly RegexNode[], isBackward: boolean): void {
    const jumps: { kind: 'jump'; to: number }[] = [];
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1;
      const split = program.length;
      if (!isLast) this.#push(program, { kind: 'split', to: [split + 1, split + 1] });
      this.#add(program, part, isBackward);
      if (isLast) break;
      const jump = { kind: 'jump' as const, to: 0 };
      jumps.push(jump);
      this.#push(program, jump);
      program[split] = { kind: 'split', to: [split + 1, program.length] };
    }
    for (const jump of jumps) jump.to = program.length;
  }

  #addRepeat(
    program: Instruction[],
    { of, min, max }: Extract<RegexNode, { kind: 'repeat' }>,
    isBackward: boolean,
  ): void {
    for (let copy = 0; copy < min; copy++) this.#add(program, of, isBackward);
    const splits: number[] = [];
    for (let copy = min; copy < (max === Infinity ? min + 1 : max); copy++) {
      splits.push(program.length);
      this.#push(program, { kind: 'split', to: [program.length + 1, program.length + 1] });
      this.#add(program, of, isBackward);
      if (max === Infinity) this.#push(program, { kind: 'jump', to: splits[0]! });
    }
    for (const split of splits) program[split] = { kind: 'split', to: [split + 1, program.length] };
  }
}
