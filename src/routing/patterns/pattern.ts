// Path patterns: the text of a route's path, read into literal text, segments, globs and optional groups.
//
// Reading is one scan by character, then one pass that puts the slashes in order (`slash-order.ts`):
//
//   "/(:locale)//about/"   read     "/" ( :locale ) "//about/"
//                          settled  ( "/" :locale ) "/about"      shown as "(/:locale)/about"

import { nameEnd, patternText, type PatternPart } from './pattern-parts.js';
import { emptyGroup, settled, slashPart } from './slash-order.js';

/** The text of a path, read. */
export interface Pattern {
  /** The normalised form that is shown: `(/:locale)/about`. Reading it again gives the same pattern. */
  readonly text: string;
  /** Literal text, names and groups, in their order. */
  readonly parts: readonly PatternPart[];
  /** Segment and glob names in the order of the pattern, each once. */
  readonly names: readonly string[];
  /** Those inside an optional group. */
  readonly optionalNames: ReadonlySet<string>;
  /** Those of the names that span slashes. */
  readonly globNames: ReadonlySet<string>;
}

/** A mistake in a pattern's text, its offsets being indices of that text. */
export interface PatternProblem {
  readonly code: 'unmatched-bracket' | 'duplicate-param' | 'invalid-value';
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

export interface ParsedPattern {
  readonly pattern: Pattern;
  readonly problems: readonly PatternProblem[];
  /** Whether the text was certainly in order as it was written, and so is any end of it. */
  readonly isPlain: boolean;
}

// What most patterns are made of are objects of classes, as the nodes of the tree are (language/written-nodes.ts).

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

/** Groups nest at most this deep, as the brackets of a routes file do. */
const deepestGroup = 100;
/** Names and groups of one pattern; whoever walks the parts may count on it. */
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
 * Reads any text whatever (docs/language.md, "Paths"). With problems, the pattern is the best that could be
 * made of the text: a stray parenthesis is left out, an open group ends with the text, a nameless `:` is a colon.
 */
export function parsePattern(text: string): ParsedPattern {
  const plain = isPlainPattern(text) ? plainPattern(text) : undefined;
  return plain ? new PlainReading(plain) : anyPattern(text);
}

/** A longer path may have too many names. */
const longest = 1000;

/** Whole pieces between slashes that are in order, each a name or a text of letters that stand for themselves: most paths. */
const plainPath = /^\/?(?::[A-Za-z_]\w*|[\w-][\w.-]*)(?:\/(?::[A-Za-z_]\w*|[\w-][\w.-]*))*$/;

/** The pattern of such a path; undefined where it has a name twice. A text is cut in pieces sooner than it is scanned. */
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
  // A list that was pushed into has room for seventeen, which most patterns would keep for nothing.
  return new ReadPattern(text, parts.slice(), names.length === 0 ? noNameList : names.slice());
}

/** Whether a text is certainly a path in order, if it has no name twice. */
export function isPlainPattern(text: string): boolean {
  return text.length < longest && plainPath.test(text);
}

/** Whether a text is certainly a path without mistakes: one without names, as the pieces that most declarations add are. */
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

/** The pattern where none of its optional groups is taken. */
export function withoutGroups({ parts }: Pattern): Pattern {
  // An empty group keeps a name apart from the text behind it.
  return parsePattern(patternText(parts.map((part) => (part.kind === 'group' ? emptyGroup : part)))).pattern;
}

/** One scan over the text; slashes stay in the literals as they were written. */
class PatternReader {
  readonly names: string[] = [];
  optionalNames: Set<string> | undefined;
  globNames: Set<string> | undefined;
  problems: PatternProblem[] | undefined;
  /** No name, group or escape was met: the shown text is the only literal's. */
  isPlain = true;
  /** Of the innermost group that is open, or of the pattern; and those of what is around. */
  #parts: PatternPart[] = [];
  readonly #enclosing: PatternPart[][] = [];
  /** Where each open group's parenthesis stands; deeper ones than the limit have no list of their own. */
  readonly #openings: number[] = [];
  /** The literal so far, and where the text begins that is not in it yet. */
  #literal = '';
  #from = 0;
  /** Names and groups so far. */
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

  /** `\:`, `\*`, `\(` and `\)` stand for the character; any other backslash stands for itself. */
  #escape(at: number): boolean {
    const next = this.text.charCodeAt(at + 1);
    if (next !== OpenParenthesis && next !== CloseParenthesis && next !== Colon && next !== Star)
      return false;
    this.isPlain = false;
    this.#literal += this.text.slice(this.#from, at);
    this.#from = at + 1;
    return true;
  }

  /** A segment or a glob; gives where it ends. */
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

  /** The segment or glob whose sigil stands at `start`. */
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

  /** Reports the character at a place. */
  #reportAt(at: number, message: string, code: PatternProblem['code'] = 'invalid-value'): void {
    this.#report(code, at, at + 1, message);
  }

  #report(code: PatternProblem['code'], start: number, end: number, message: string): void {
    (this.problems ??= []).push({ code, start, end, message });
  }
}
