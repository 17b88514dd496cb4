// Path patterns: the text of a route's path, read into literal text, segments, globs and optional groups.
//
// Reading is one scan by character, then one pass that puts the slashes in order. In that pass a slash is only
// remembered and written when something follows it, so doubled slashes collapse and a trailing one goes; a group
// that comes while a slash is remembered takes it along:
//
//   "/(:locale)//about/"   read     "/" ( :locale ) "//about/"
//                          settled  ( "/" :locale ) "/about"      shown as "(/:locale)/about"

/** One part of a pattern. Literal text is decoded and may hold slashes. */
export type PatternPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'segment'; readonly name: string }
  | { readonly kind: 'glob'; readonly name: string }
  | { readonly kind: 'group'; readonly parts: readonly PatternPart[] };

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
  readonly suggestion?: string;
}

export interface ParsedPattern {
  readonly pattern: Pattern;
  readonly problems: readonly PatternProblem[];
}

/** Groups nest at most this deep, as the brackets of a routes file do. */
const deepestGroup = 100;
/** Names and groups of one pattern; whoever walks the parts may count on it. */
const mostNamesAndGroups = 1000;

const Slash = 47;
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
const emptyGroup: PatternPart = Object.freeze({ kind: 'group', parts: Object.freeze([]) });
const slashPart: PatternPart = Object.freeze({ kind: 'literal', text: '/' });

/**
 * Reads any text whatever (docs/language.md, "Paths"). With problems, the pattern is the best that could be
 * made of the text: a stray parenthesis is left out, an open group ends with the text, a nameless `:` is a colon.
 */
export function parsePattern(text: string): ParsedPattern {
  const reader = new PatternReader(text);
  const read = reader.read();
  const parts = settled(read);
  if (parts.length === 0) parts.push(slashPart);
  const [first] = parts;
  const isOneText = reader.isPlain && parts.length === 1 && first?.kind === 'literal';
  return {
    pattern: {
      text: isOneText ? first.text : patternText(parts),
      // A list that was pushed into has room for seventeen, which most patterns would keep for nothing.
      parts: parts.slice(),
      names: reader.names.length === 0 ? noNameList : reader.names.slice(),
      optionalNames: reader.optionalNames ?? noNames,
      globNames: reader.globNames ?? noNames,
    },
    problems: reader.problems ?? noProblems,
  };
}

/**
 * The pattern with `(.:format)` after it, or `.:format` where `presence` is 'required'. The path `/` takes none, nor
 * does a pattern that has a `format` already: they come back as they were.
 */
export function appendFormat(pattern: Pattern, presence: 'optional' | 'required' = 'optional'): Pattern {
  if (pattern.text === '/' || pattern.names.includes('format')) return pattern;
  const format: PatternPart[] = [
    { kind: 'literal', text: '.' },
    { kind: 'segment', name: 'format' },
  ];
  const isOptional = presence === 'optional';
  const parts: PatternPart[] = isOptional
    ? pattern.parts.concat({ kind: 'group', parts: format })
    : joinedWith(pattern.parts, format);
  return {
    text: isOptional ? `${pattern.text}(.:format)` : patternText(parts),
    parts,
    names: pattern.names.concat('format'),
    optionalNames: isOptional ? new Set([...pattern.optionalNames, 'format']) : pattern.optionalNames,
    globNames: pattern.globNames,
  };
}

/** The pattern where none of its optional groups is taken. */
export function withoutGroups({ parts }: Pattern): Pattern {
  return parsePattern(patternText(parts.filter((part) => part.kind !== 'group'))).pattern;
}

/** The text that reads back as these parts: `\:` for a colon that is only a colon. */
export function patternText(parts: readonly PatternPart[]): string {
  let text = '';
  for (const part of parts) {
    switch (part.kind) {
      case 'literal':
        text += /[():*]/.test(part.text) ? part.text.replace(/[():*]/g, '\\$&') : part.text;
        break;
      case 'segment':
        text += `:${part.name}`;
        break;
      case 'glob':
        text += `*${part.name}`;
        break;
      case 'group':
        text += `(${patternText(part.parts)})`;
        break;
      default:
        return part satisfies never;
    }
  }
  return text;
}

/** A name in the text of a path, its `:` or `*` standing one before `start`. */
export interface WrittenName {
  readonly name: string;
  readonly isGlob: boolean;
  readonly start: number;
  readonly end: number;
}

/** The names that stand in a path, as the path is read, mistakes or none: `/a/:id` has `id`, `/a\:id` has none. */
export function namesIn(text: string): readonly WrittenName[] {
  const names: WrittenName[] = [];
  for (let at = 0; at < text.length; at++) {
    const sigil = text[at];
    if (sigil === '\\') at++;
    else if (sigil === ':' || sigil === '*') {
      const start = at + 1;
      const end = nameEnd(text, start);
      if (end > start) names.push({ name: text.slice(start, end), isGlob: sigil === '*', start, end });
      at = end - 1;
    }
  }
  return names;
}

/** Where the name that begins at `start` ends; `start` where none does. */
function nameEnd(text: string, start: number): number {
  let end = start;
  for (let length = nameLengthAt(text, end, true); length > 0; length = nameLengthAt(text, end, false))
    end += length;
  return end;
}

/** Whether a code unit (or, above ASCII, the code point there) may stand in a segment's name. */
function nameLengthAt(text: string, at: number, isFirst: boolean): number {
  const code = text.charCodeAt(at);
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95) return 1;
  if (code >= 48 && code <= 57) return isFirst ? 0 : 1;
  if (!(code >= 128)) return 0;
  const character = String.fromCodePoint(text.codePointAt(at) ?? code);
  return (isFirst ? /\p{L}/u : /[\p{L}\p{M}\p{Nd}]/u).test(character) ? character.length : 0;
}

/** One scan over the text; slashes stay in the literals as they were written. */
class PatternReader {
  readonly text: string;
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

  constructor(text: string) {
    this.text = text;
  }

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
    if (this.#literal !== '') this.#parts.push({ kind: 'literal', text: this.#literal });
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
    const end = nameEnd(this.text, at + 1);
    if (end === at + 1) {
      this.#reportNameless(at);
      this.isPlain = false;
      return end;
    }
    this.#endLiteral(at);
    this.#countPart(at);
    const part = this.#named(at, end, this.#openings.length > 0);
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
  #named(start: number, end: number, isOptional: boolean): PatternPart {
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
      if (isOptional) (this.optionalNames ??= new Set()).add(name);
    }
    if (this.text.charCodeAt(start) === Colon) return { kind: 'segment', name };
    (this.globNames ??= new Set()).add(name);
    return { kind: 'glob', name };
  }

  #reportNameless(at: number): void {
    const sigil = this.text.charAt(at);
    const example = sigil === ':' ? ':id' : '*path';
    const isDigit = /^\d/.test(this.text.slice(at + 1, at + 2));
    const wrong = isDigit ? `a name after '${sigil}' cannot begin with a digit` : `'${sigil}' has no name`;
    this.#reportAt(at, `${wrong}: write one such as '${example}', or '\\${sigil}' for the character itself`);
  }

  /** Reports the character at a place. */
  #reportAt(at: number, message: string, code: PatternProblem['code'] = 'invalid-value'): void {
    this.#report(code, at, at + 1, message);
  }

  #report(code: PatternProblem['code'], start: number, end: number, message: string): void {
    (this.problems ??= []).push({ code, start, end, message });
  }
}

/** The parts with their slashes in order, and without groups that hold nothing. */
function settled(read: readonly PatternPart[]): PatternPart[] {
  const found: Findings = { emptyGroup: false };
  const { parts } = settle(read, true, false, found);
  // A group that stood behind a slash was empty and is gone: the slash may go too.
  return found.emptyGroup ? settled(parts) : parts;
}

interface Findings {
  emptyGroup: boolean;
}

/**
 * Puts the slashes of `read` in order. `pending` is a slash that was met before and not yet written; `isFollowed` says
 * that something other than a slash comes after these parts. What is still pending at the end is handed back.
 */
function settle(
  read: readonly PatternPart[],
  pending: boolean,
  isFollowed: boolean,
  found: Findings,
): { readonly parts: PatternPart[]; readonly pending: boolean } {
  const order = new SlashOrder(pending);
  let k = 0;
  for (const part of read) {
    const next = read[++k];
    if (part.kind === 'literal') order.literal(part.text);
    else if (part.kind === 'group') {
      const goesOn = next ? next.kind !== 'literal' || next.text.charCodeAt(0) !== Slash : isFollowed;
      if (!order.group(part.parts, next, goesOn, found)) found.emptyGroup = true;
    } else order.name(part);
  }
  return order.end();
}

class SlashOrder {
  readonly #parts: PatternPart[] = [];
  /** Text that is no part yet. */
  #literal = '';
  #pending: boolean;

  constructor(pending: boolean) {
    this.#pending = pending;
  }

  literal(text: string): void {
    const isInOrder = text.charCodeAt(0) === Slash && text.charCodeAt(text.length - 1) !== Slash;
    if (isInOrder && !text.includes('//')) {
      this.#literal += text;
      this.#pending = false;
      return;
    }
    for (let from = 0; from < text.length;) {
      const slash = text.indexOf('/', from);
      const end = slash < 0 ? text.length : slash;
      if (end > from) {
        this.#literal += (this.#pending ? '/' : '') + text.slice(from, end);
        this.#pending = false;
      }
      if (slash >= 0) this.#pending = true;
      from = end + 1;
    }
  }

  name(part: PatternPart): void {
    if (this.#pending) this.#literal += '/';
    this.#pending = false;
    this.#endLiteral();
    this.#parts.push(part);
  }

  /** False where nothing is left of the group. */
  group(
    inside: readonly PatternPart[],
    next: PatternPart | undefined,
    goesOn: boolean,
    found: Findings,
  ): boolean {
    const inner = settle(inside, this.#pending, goesOn, found);
    // `/a/(b/)c` is `/a(/b)/c`; only where no slash came before must the group keep its own: `/a(b/)c`.
    if (inner.pending && !this.#pending && goesOn) appendSlash(inner.parts);
    if (inner.parts.length > 0) {
      this.#pending &&= inner.pending;
      this.#endLiteral();
      this.#parts.push({ kind: 'group', parts: inner.parts });
      return true;
    }
    if (!this.#isNameBefore(next)) return false;
    this.#parts.push(emptyGroup);
    return true;
  }

  /** Whether the text behind an empty group would be read as part of the name before it: in `:id()s` the name is `id`, without the group it would be `ids`. */
  #isNameBefore(next: PatternPart | undefined): boolean {
    return (
      !this.#pending &&
      this.#literal === '' &&
      isName(this.#parts.at(-1)) &&
      next?.kind === 'literal' &&
      nameLengthAt(next.text, 0, false) > 0
    );
  }

  end(): { readonly parts: PatternPart[]; readonly pending: boolean } {
    this.#endLiteral();
    return { parts: this.#parts, pending: this.#pending };
  }

  #endLiteral(): void {
    if (this.#literal !== '') this.#parts.push({ kind: 'literal', text: this.#literal });
    this.#literal = '';
  }
}

function isName(part: PatternPart | undefined): boolean {
  return part?.kind === 'segment' || part?.kind === 'glob';
}

function appendSlash(parts: PatternPart[]): void {
  const joined = joinedWith(parts, [slashPart]);
  parts.splice(0, parts.length, ...joined);
}

/** The two lists as one, literals that meet being made one. */
function joinedWith(parts: readonly PatternPart[], more: readonly PatternPart[]): PatternPart[] {
  const last = parts.at(-1);
  const [first, ...rest] = more;
  if (last?.kind !== 'literal' || first?.kind !== 'literal') return [...parts, ...more];
  return [...parts.slice(0, -1), { kind: 'literal', text: last.text + first.text }, ...rest];
}
