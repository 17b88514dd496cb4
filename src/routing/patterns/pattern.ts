// Path patterns: parses the text of a path into literal text, segments, globs and optional groups.
//
// One scan by character reads the parts, then one pass puts the slashes in order (`slash-order.ts`):
//
//   "/(:locale)//about/"   read     "/" ( :locale ) "//about/"
//                          settled  ( "/" :locale ) "/about"      shown as "(/:locale)/about"

import { nameEnd, patternText, type PatternPart } from './pattern-parts.js';
import { emptyGroup, settled, slashPart } from './slash-order.js';

/** A parsed path. */
export interface Pattern {
  /** The normalised form that is shown: `(/:locale)/about`. Parsing it gives the same pattern. */
  readonly text: string;
  /** Literal text, names and groups, in order. */
  readonly parts: readonly PatternPart[];
  /** The names of segments and globs in the order of the pattern, each once. */
  readonly names: readonly string[];
  /** The names inside optional groups. */
  readonly optionalNames: ReadonlySet<string>;
  /** The names of globs, whose values may contain slashes. */
  readonly globNames: ReadonlySet<string>;
}

/** A mistake in a pattern's text. The offsets are indices of that text. */
export interface PatternProblem {
  readonly code: 'unmatched-bracket' | 'duplicate-param' | 'invalid-value';
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

export interface ParsedPattern {
  readonly pattern: Pattern;
  readonly problems: readonly PatternProblem[];
  /** True if the text is certainly without mistakes, and so is every suffix of it. */
  readonly isPlain: boolean;
}

// Classes rather than object literals, for the reason given in language/written-nodes.ts.

class ReadPattern implements Pattern {
  constructor(
    readonly text: string,
    readonly parts: readonly PatternPart[],
    readonly names: readonly string[],
    readonly optionalNames: ReadonlySet<string> = noNames,
    readonly globNames: ReadonlySet<string> = noNames,
  ) {}
}

class PlainReading implements ParsedPattern {
  readonly problems = noProblems;
  readonly isPlain = true;

  constructor(readonly pattern: Pattern) {}
}

class TextPart {
  readonly kind = 'literal';

  constructor(readonly text: string) {}
}

class NamePart<Kind extends 'segment' | 'glob'> {
  constructor(
    readonly kind: Kind,
    readonly name: string,
  ) {}
}

/** The deepest nesting of groups, the same as for brackets in a routes file. */
const deepestGroup = 100;
/** The most names and groups in one pattern. Code that walks the parts relies on it. */
const mostNamesAndGroups = 1000;

const Backslash = 92;
const OpenParenthesis = 40;
const CloseParenthesis = 41;
const Colon = 58;
const Star = 42;
const QuestionMark = 63;
const Hash = 35;

const noNames: ReadonlySet<string> = new Set();
const noNameList: readonly string[] = /* @__PURE__ */ Object.freeze([]);
const noProblems: readonly PatternProblem[] = /* @__PURE__ */ Object.freeze([]);

/**
 * Parses any text (docs/language.md, "Paths"). If it has problems, the pattern is the best possible reading: a stray parenthesis is left
 * out, an unclosed group ends with the text, a `:` without a name is a colon.
 */
export function parsePattern(text: string): ParsedPattern {
  const plain = isPlainPattern(text) ? plainPattern(text) : undefined;
  return plain ? new PlainReading(plain) : anyPattern(text);
}

/** Longer paths are parsed by `PatternReader`, since they may have too many names. */
const longest = 1000;

/** Pieces between single slashes, each of them a name or text without special characters. Most paths match. */
const plainPath = /^\/?(?::[A-Za-z_]\w*|[\w-][\w.-]*)(?:\/(?::[A-Za-z_]\w*|[\w-][\w.-]*))*$/;

/**
 * The pattern of a path that matches `plainPath`; undefined if it has a name twice. Cutting the text into pieces is faster than scanning
 * it.
 */
function plainPattern(written: string): Pattern | undefined {
  const text = written.startsWith('/') ? written : `/${written}`;
  const parts: PatternPart[] = [];
  const names: string[] = [];
  let from = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', from)) {
    parts.push(new TextPart(text.slice(from, colon)));
    const slash = text.indexOf('/', colon);
    from = slash < 0 ? text.length : slash;
    const name = text.slice(colon + 1, from);
    if (names.includes(name)) return undefined;
    names.push(name);
    parts.push(new NamePart('segment', name));
  }
  if (from < text.length) parts.push(new TextPart(text.slice(from)));
  // V8 reserves room for seventeen elements on `push`. `slice` drops it.
  return new ReadPattern(text, parts.slice(), names.length === 0 ? noNameList : names.slice());
}

/** Whether a text is certainly a path without mistakes, except perhaps a repeated name. */
export function isPlainPattern(text: string): boolean {
  return text.length < longest && plainPath.test(text);
}

/** Whether a text is certainly a path without mistakes and without names, as most declarations add. */
export function isPlainPiece(text: string): boolean {
  return !text.includes(':') && isPlainPattern(text);
}

function anyPattern(text: string): ParsedPattern {
  const reader = new PatternReader(text);
  const read = reader.read();
  const parts = settled(read);
  if (parts.length === 0) parts.push(slashPart);
  const [first] = parts;
  const isOneText = reader.isPlain && parts.length === 1 && first?.kind === 'literal';
  return {
    pattern: new ReadPattern(
      isOneText ? first.text : patternText(parts),
      parts.slice(),
      reader.names.length === 0 ? noNameList : reader.names.slice(),
      reader.optionalNames,
      reader.globNames,
    ),
    problems: reader.problems ?? noProblems,
    isPlain: false,
  };
}

/** The pattern with no optional group taken. */
export function withoutGroups({ parts }: Pattern): Pattern {
  // An empty group separates a name from the text after it.
  return parsePattern(patternText(parts.map((part) => (part.kind === 'group' ? emptyGroup : part)))).pattern;
}

/** Scans the text once. Slashes stay in the literals as written. */
class PatternReader {
  readonly names: string[] = [];
  optionalNames: Set<string> | undefined;
  globNames: Set<string> | undefined;
  problems: PatternProblem[] | undefined;
  /** There is no name, group or escape, so the pattern's text is its only literal. */
  isPlain = true;
  /** The parts of the innermost open group, or of the pattern; `#enclosing` has those of the groups around it. */
  #parts: PatternPart[] = [];
  readonly #enclosing: PatternPart[][] = [];
  /** The position of each open parenthesis. Groups beyond the depth limit have no list in `#enclosing`. */
  readonly #openings: number[] = [];
  /** The literal so far, and the position from which text is not yet in it. */
  #literal = '';
  #from = 0;
  /** The number of names and groups so far. */
  #count = 0;

  constructor(readonly text: string) {}

  read(): PatternPart[] {
    const { text } = this;
    for (let at = 0; at < text.length; at++) {
      switch (text.charCodeAt(at)) {
        case Backslash:
          if (this.#escape(at)) at++;
          break;
        case Colon:
        case Star:
          at = this.#sigil(at) - 1;
          break;
        case OpenParenthesis:
          this.#open(at);
          break;
        case CloseParenthesis:
          this.#close(at);
          break;
        case QuestionMark:
          this.#reportAt(
            at,
            "'?' cannot stand in a path, which ends before the query: write '(…)' around what is optional",
          );
          break;
        case Hash:
          this.#reportAt(at, "'#' cannot stand in a path, since a fragment is never sent: leave it out");
          break;
      }
    }
    this.#endLiteral(text.length);
    for (const opening of this.#openings) {
      this.#reportAt(
        opening,
        "'(' is never closed: write ')' after the optional part, or '\\(' for a parenthesis",
        'unmatched-bracket',
      );
    }
    for (let around = this.#enclosing.pop(); around; around = this.#enclosing.pop()) {
      around.push({ kind: 'group', parts: this.#parts });
      this.#parts = around;
    }
    this.problems?.sort((a, b) => a.start - b.start);
    return this.#parts;
  }

  #endLiteral(end: number): void {
    this.#literal += this.#from < end ? this.text.slice(this.#from, end) : '';
    if (this.#literal !== '') this.#parts.push(new TextPart(this.#literal));
    this.#literal = '';
  }

  /** `\:`, `\*`, `\(` and `\)` are the character itself. Any other backslash is a backslash. */
  #escape(at: number): boolean {
    const next = this.text.charCodeAt(at + 1);
    if (next !== OpenParenthesis && next !== CloseParenthesis && next !== Colon && next !== Star)
      return false;
    this.isPlain = false;
    this.#literal += this.text.slice(this.#from, at);
    this.#from = at + 1;
    return true;
  }

  /** Reads a segment or a glob and returns where it ends. */
  #sigil(at: number): number {
    let end = nameEnd(this.text, at + 1);
    if (end === at + 1) {
      // One that has a name behind it is a segment.
      while (
        this.text.charCodeAt(end) === this.text.charCodeAt(at) &&
        nameEnd(this.text, end + 1) === end + 1
      )
        end++;
      this.#reportNameless(at, end);
      this.isPlain = false;
      return end;
    }
    this.#endLiteral(at);
    this.#countPart(at);
    const part = this.#named(at, end);
    if (this.#count <= mostNamesAndGroups) this.#parts.push(part);
    this.#from = end;
    return end;
  }

  #open(at: number): void {
    this.isPlain = false;
    this.#endLiteral(at);
    this.#from = at + 1;
    const depth = this.#openings.length;
    if (depth < deepestGroup) {
      this.#enclosing.push(this.#parts);
      this.#parts = [];
    } else if (depth === deepestGroup)
      this.#reportAt(at, `groups nest more than ${deepestGroup} deep here: write the path with fewer`);
    this.#countPart(at);
    this.#openings.push(at);
  }

  #close(at: number): void {
    this.isPlain = false;
    this.#endLiteral(at);
    this.#from = at + 1;
    if (this.#openings.pop() === undefined) {
      this.#reportAt(
        at,
        "')' closes no group: leave it out, or write '\\)' for a parenthesis",
        'unmatched-bracket',
      );
    } else if (this.#openings.length < deepestGroup) {
      const group: PatternPart = { kind: 'group', parts: this.#parts };
      this.#parts = this.#enclosing.pop() ?? [];
      if (this.#count <= mostNamesAndGroups) this.#parts.push(group);
    }
  }

  #countPart(at: number): void {
    this.#count++;
    if (this.#count === mostNamesAndGroups + 1)
      this.#reportAt(
        at,
        `a path has at most ${mostNamesAndGroups} names and groups: shorten it before this one`,
      );
  }

  /** The segment or glob whose `:` or `*` is at `start`. */
  #named(start: number, end: number): PatternPart {
    this.isPlain = false;
    const name = this.text.slice(start + 1, end);
    if (this.names.includes(name)) {
      const written = this.text.slice(start, end);
      this.#report(
        'duplicate-param',
        start,
        end,
        `'${written}' stands here a second time: give one of the two another name`,
      );
    } else {
      this.names.push(name);
      if (this.#openings.length > 0) (this.optionalNames ??= new Set()).add(name);
    }
    if (this.text.charCodeAt(start) === Colon) return new NamePart('segment', name);
    (this.globNames ??= new Set()).add(name);
    return new NamePart('glob', name);
  }

  /** Reports a sigil, or several, that no name follows. */
  #reportNameless(at: number, end: number): void {
    const sigil = this.text.charAt(at);
    const example = sigil === ':' ? ':id' : '*path';
    const isDigit = /^\d/.test(this.text.slice(end, end + 1));
    const signs = this.text.slice(at, end);
    const wrong = isDigit ? `a name after '${signs}' cannot begin with a digit` : `'${signs}' has no name`;
    this.#report(
      'invalid-value',
      at,
      end,
      `${wrong}: write one such as '${example}', or '\\${sigil}' for the character itself`,
    );
  }

  /** Reports the character at a position. */
  #reportAt(at: number, message: string, code: PatternProblem['code'] = 'invalid-value'): void {
    this.#report(code, at, at + 1, message);
  }

  #report(code: PatternProblem['code'], start: number, end: number, message: string): void {
    (this.problems ??= []).push({ code, start, end, message });
  }
}
