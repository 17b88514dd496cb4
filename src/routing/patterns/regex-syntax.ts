// A regex taken apart as far as its structure: alternatives, sequences, repetitions, assertions. What matches one
// character (`a`, `\d`, `[^/]`, `.`) stays as it is written and is tested by the engine of the language itself, alone:
//
//   /v\d+(?:\.\d+)*/i   →   v  \d+  ( \.  \d+ )*   of which v, \d and \. are atoms
//
// So which characters an atom matches (case folding, properties, surrogates) is left to the engine, and the two cannot differ.

export type RegexNode =
  | { readonly kind: 'atom'; readonly atom: Atom }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'alternatives'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly of: RegexNode; readonly min: number; readonly max: number }
  | { readonly kind: 'assertion'; readonly sign: AssertionSign }
  | { readonly kind: 'look'; readonly isAhead: boolean; readonly isNegated: boolean; readonly of: RegexNode };

export type AssertionSign = '^' | '$' | '\\b' | '\\B';

/** What matches one character: a code point under the flag `u`, otherwise a code unit. */
export class Atom {
  /** By code, for the first 128 of them. */
  readonly ascii = new Uint8Array(128);
  /** The same as one bit a code, for asking what several atoms have in common. */
  readonly asciiBits = new Int32Array(4);
  /** False where certainly nothing but ASCII matches. */
  readonly mayExceedAscii: boolean;
  readonly #source: string;
  readonly #flags: string;
  #test: RegExp | undefined;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
    for (const { index } of allAscii.matchAll(new RegExp(source, `${flags}g`))) {
      this.ascii[index] = 1;
      this.asciiBits[index >> 5]! |= 1 << (index & 31);
    }
    // Under `iu`, the long s and the sign of the kelvin are letters like s and k.
    const hasFolded =
      flags.includes('i') &&
      flags.includes('u') &&
      [...'skSK'].some((each) => this.matches(each.charCodeAt(0)));
    this.mayExceedAscii = hasFolded || !surelyAscii.test(source);
  }

  matches(code: number): boolean {
    if (code < 128) return this.ascii[code] === 1;
    this.#test ??= new RegExp(`^(?:${this.#source})$`, this.#flags);
    return this.#test.test(String.fromCodePoint(code));
  }
}

const allAscii = /* @__PURE__ */ asciiCharacters();

/** Atoms by flags and source: `\d` and `[a-z]` stand in many regexes, and 128 codes are tried for each. */
const atoms = new Map<string, Atom>();
const mostAtoms = 2_000;

function atomOf(source: string, flags: string): Atom {
  const key = `${flags} ${source}`;
  let atom = atoms.get(key);
  if (!atom) {
    if (atoms.size >= mostAtoms) atoms.clear();
    atoms.set(key, (atom = new Atom(source, flags)));
  }
  return atom;
}

const surelyAscii =
  /^(?:[\0-\x2d\x2f-\x5b\x5d-\x7f]|\\[dwtnrfv0/.[\](){}|*+?^$\\-]|\[(?!\^)(?:[^\\\]\x80-\uffff]|\\[dwtnrfv/.[\](){}|*+?^$\\-])*\])$/;

/** Nesting deeper than this is not followed. */
const deepest = 200;

/**
 * The structure of a regex; undefined where it holds what is no regular language (a backreference) or is written in one of
 * the ways that only old engines had, or where it has the flag `m` or `v`.
 */
export function parseRegex({ source, flags }: RegExp): RegexNode | undefined {
  if (/[mv]/.test(flags)) return undefined;
  const reader = new Reader(source, flags.replace(/[dgy]/g, ''));
  try {
    return reader.alternatives(0);
  } catch (error) {
    if (error instanceof NotRegular) return undefined;
    throw error;
  }
}

/** Raised inside this file alone. */
class NotRegular extends Error {}

class Reader {
  #at = 0;

  constructor(
    readonly source: string,
    readonly flags: string,
  ) {}

  alternatives(depth: number): RegexNode {
    if (depth > deepest) throw new NotRegular();
    const parts = [this.#sequence(depth)];
    while (this.source[this.#at] === '|') {
      this.#at++;
      parts.push(this.#sequence(depth));
    }
    return parts.length === 1 ? parts[0]! : { kind: 'alternatives', parts };
  }

  #sequence(depth: number): RegexNode {
    const parts: RegexNode[] = [];
    while (this.#at < this.source.length && !'|)'.includes(this.source[this.#at]!))
      parts.push(this.#quantified(this.#term(depth)));
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
  }

  #term(depth: number): RegexNode {
    const char = this.source[this.#at]!;
    if (char === '^' || char === '$') {
      this.#at++;
      return { kind: 'assertion', sign: char };
    }
    const boundary = this.#take(/\\[bB]/y);
    if (boundary === '\\b' || boundary === '\\B') return { kind: 'assertion', sign: boundary };
    if (char !== '(') return { kind: 'atom', atom: this.#atom() };
    const opening = this.#take(/\((?:\?(?:<?[=!]|:|<[^>]*>))?/y)!;
    // What else follows `(?` are flags of a part, which only newer engines know.
    if (opening === '(' && this.source[this.#at] === '?') throw new NotRegular();
    const of = this.alternatives(depth + 1);
    this.#at++;
    const look = /^\(\?(<?)([=!])$/.exec(opening);
    return look ? { kind: 'look', isAhead: look[1] === '', isNegated: look[2] === '!', of } : of;
  }

  #quantified(of: RegexNode): RegexNode {
    const sign = this.#take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (sign === undefined) return of;
    if (sign[0] === '*') return { kind: 'repeat', of, min: 0, max: Infinity };
    if (sign[0] === '+') return { kind: 'repeat', of, min: 1, max: Infinity };
    if (sign[0] === '?') return { kind: 'repeat', of, min: 0, max: 1 };
    const [, min, isRange, max] = /^\{(\d+)(,?)(\d*)/.exec(sign)!;
    return {
      kind: 'repeat',
      of,
      min: Number(min),
      max: !isRange ? Number(min) : max ? Number(max) : Infinity,
    };
  }

  #atom(): Atom {
    const isUnicode = this.flags.includes('u');
    const text =
      this.#take(/\[(?:[^\\\]]|\\[^])*\]/y) ??
      (isUnicode ? this.#take(/\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/y) : undefined) ??
      this.#take(isUnicode ? /\\(?:u\{[^}]*\}|[pP]\{[^}]*\})/y : /\\u[\da-fA-F]{4}/y) ??
      this.#take(/\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|0(?!\d)|[^\dck])/y) ??
      this.#take(isUnicode ? /[^\\]/uy : /[^\\]/y);
    if (text === undefined) throw new NotRegular();
    return atomOf(text, this.flags);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.source)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

function asciiCharacters(): string {
  return String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code));
}
