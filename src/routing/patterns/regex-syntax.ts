// Parses the structure of a regex: alternatives, sequences, repetitions, assertions. What matches one character (`a`, `\d`, `[^/]`, `.`)
// stays as written and is tested by JavaScript's engine:
//
//   /v\d+(?:\.\d+)*/i   →   v  \d+  ( \.  \d+ )*   of which v, \d and \. are atoms
//
// The engine alone thus decides which characters an atom matches (case folding, properties, surrogates), so results cannot differ.

export type RegexNode =
  | { readonly kind: 'atom'; readonly atom: Atom }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'alternatives'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly of: RegexNode; readonly min: number; readonly max: number }
  | { readonly kind: 'assertion'; readonly sign: AssertionSign }
  | { readonly kind: 'look'; readonly isAhead: boolean; readonly isNegated: boolean; readonly of: RegexNode };

export type AssertionSign = '^' | '$' | '\\b' | '\\B';

/** An atom: it matches one code point with the flag `u`, otherwise one code unit. */
export class Atom {
  /** 1 for each of the first 128 codes that matches. */
  readonly ascii = new Uint8Array(128);
  /** The same as bits, for intersecting atoms. */
  readonly asciiBits = new Int32Array(4);
  /** False if certainly only ASCII matches. */
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
    // With the flags `iu`, `s` also matches the long s and `k` the Kelvin sign.
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

/** Atoms by flags and source. `\d` and `[a-z]` are in many regexes, and making an atom tests 128 codes. */
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

/** The deepest nesting that is parsed. */
const deepest = 200;

/** The structure of a regex. Undefined if it has something that is not regular (a backreference), old syntax, or the flag `m` or `v`. */
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

/** Thrown and caught only in this file. */
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
    // Anything else after `(?` is inline flags, which only newer engines support.
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
