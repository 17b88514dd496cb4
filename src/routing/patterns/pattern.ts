// Path patterns: the text of a route's path, read into literal text, segments, globs and optional groups.
//
// Reading is one scan by character, then one pass that puts the slashes in order. In that pass a slash is only
// remembered and written when something follows it, so doubled slashes collapse and a trailing one goes; a group
// that comes while a slash is remembered takes it along:
//
//   "/(:locale)//about/"   read     "/" ( :locale ) "//about/"
//                          settled  ( "/" :locale ) "/about"      shown as "(/:locale)/about"

/** One piece of a pattern. Literal text is decoded and may hold slashes. */
export type PatternPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'segment'; readonly name: string }
  | { readonly kind: 'glob'; readonly name: string }
  | { readonly kind: 'group'; readonly parts: readonly PatternPart[] };

export interface Pattern {
  /** The normalised form that is shown: `(/:locale)/about`. Reading it again gives the same pattern. */
  readonly text: string;
  readonly parts: readonly PatternPart[];
  /** Segment and glob names in the order of the pattern, each once. */
  readonly names: readonly string[];
  /** Those inside an optional group. */
  readonly optionalNames: ReadonlySet<string>;
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
const noNameList: readonly string[] = Object.freeze([]);
const noProblems: readonly PatternProblem[] = Object.freeze([]);
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
  return {
    pattern: {
      text: reader.isPlain && parts.length === 1 ? (parts[0] as { text: string }).text : patternText(parts),
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
  const character = String.fromCodePoint(text.codePointAt(at)!);
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

  constructor(text: string) {
    this.text = text;
  }

  read(): PatternPart[] {
    const { text } = this;
    let parts: PatternPart[] = [];
    const enclosing: PatternPart[][] = [];
    /** Where each open group's parenthesis stands; deeper ones than the limit have no list of their own. */
    const openings: number[] = [];
    let literal = '';
    let from = 0;
    let count = 0;
    const countPart = (at: number): void => {
      count++;
      if (count === mostNamesAndGroups + 1) {
        this.#report(
          'invalid-value',
          at,
          at + 1,
          `a path has at most ${mostNamesAndGroups} names and groups: shorten it before this one`,
        );
      }
    };
    const endLiteral = (end: number): void => {
      literal += from < end ? text.slice(from, end) : '';
      if (literal !== '') parts.push({ kind: 'literal', text: literal });
      literal = '';
    };

    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      switch (code) {
        case Backslash: {
          const next = text.charCodeAt(i + 1);
          if (next === OpenParenthesis || next === CloseParenthesis || next === Colon || next === Star) {
            this.isPlain = false;
            literal += text.slice(from, i);
            from = i + 1;
            i++;
          }
          break;
        }
        case Colon:
        case Star: {
          const end = nameEnd(this.text, i + 1);
          if (end === i + 1) {
            this.#reportNameless(i);
            this.isPlain = false;
            break;
          }
          endLiteral(i);
          countPart(i);
          const part = this.#named(i, end, openings.length > 0);
          if (count <= mostNamesAndGroups) parts.push(part);
          from = end;
          i = end - 1;
          break;
        }
        case OpenParenthesis: {
          this.isPlain = false;
          endLiteral(i);
          from = i + 1;
          if (openings.length < deepestGroup) {
            enclosing.push(parts);
            parts = [];
          } else if (openings.length === deepestGroup) {
            this.#report(
              'invalid-value',
              i,
              i + 1,
              `groups nest more than ${deepestGroup} deep here: write the path with fewer`,
            );
          }
          countPart(i);
          openings.push(i);
          break;
        }
        case CloseParenthesis: {
          this.isPlain = false;
          endLiteral(i);
          from = i + 1;
          if (openings.pop() === undefined) {
            this.#report(
              'unmatched-bracket',
              i,
              i + 1,
              "')' closes no group: leave it out, or write '\\)' for a parenthesis",
            );
          } else if (openings.length < deepestGroup) {
            const group: PatternPart = { kind: 'group', parts };
            parts = enclosing.pop()!;
            if (count <= mostNamesAndGroups) parts.push(group);
          }
          break;
        }
        case QuestionMark:
          this.#report(
            'invalid-value',
            i,
            i + 1,
            "'?' cannot stand in a path, which ends before the query: write '(…)' around what is optional",
          );
          break;
        case Hash:
          this.#report(
            'invalid-value',
            i,
            i + 1,
            "'#' cannot stand in a path, since a fragment is never sent: leave it out",
          );
          break;
      }
    }
    endLiteral(text.length);
    for (const opening of openings) {
      this.#report(
        'unmatched-bracket',
        opening,
        opening + 1,
        "'(' is never closed: write ')' after the optional part, or '\\(' for a parenthesis",
      );
    }
    while (enclosing.length > 0) {
      const group: PatternPart = { kind: 'group', parts };
      parts = enclosing.pop()!;
      parts.push(group);
    }
    this.problems?.sort((a, b) => a.start - b.start);
    return parts;
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
    this.#report(
      'invalid-value',
      at,
      at + 1,
      `${wrong}: write one such as '${example}', or '\\${sigil}' for the character itself`,
    );
  }

  #report(code: PatternProblem['code'], start: number, end: number, message: string): void {
    (this.problems ??= []).push({ code, start, end, message });
  }
}

/** The parts with their slashes in order, and without groups that hold nothing. */
function settled(read: readonly PatternPart[]): PatternPart[] {
  const found: Findings = { emptyGroup: false };
  const { parts } = settle(read, true, false, found);
  // What seemed to follow a slash was nothing: now that it is gone, the slash may go too.
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
): { parts: PatternPart[]; pending: boolean } {
  const parts: PatternPart[] = [];
  let literal = '';
  const endLiteral = (): void => {
    if (pending) literal += '/';
    pending = false;
    if (literal !== '') parts.push({ kind: 'literal', text: literal });
    literal = '';
  };

  for (let k = 0; k < read.length; k++) {
    const part = read[k]!;
    if (part.kind === 'literal') {
      const { text } = part;
      if (
        text.charCodeAt(0) === Slash &&
        text.charCodeAt(text.length - 1) !== Slash &&
        !text.includes('//')
      ) {
        literal += text;
        pending = false;
        continue;
      }
      for (let from = 0; from < text.length;) {
        const slash = text.indexOf('/', from);
        const end = slash < 0 ? text.length : slash;
        if (end > from) {
          literal += (pending ? '/' : '') + text.slice(from, end);
          pending = false;
        }
        if (slash >= 0) pending = true;
        from = end + 1;
      }
    } else if (part.kind === 'group') {
      const next = read[k + 1];
      const goesOn = next ? next.kind !== 'literal' || next.text.charCodeAt(0) !== Slash : isFollowed;
      const inner = settle(part.parts, pending, goesOn, found);
      // `/a/(b/)c` is `/a(/b)/c`; only where no slash came before must the group keep its own: `/a(b/)c`.
      const keepsSlash = inner.pending && !pending && goesOn;
      if (keepsSlash) appendSlash(inner.parts);
      if (inner.parts.length === 0) {
        // Of `:id()s` the name is `id`: without the group it would be `ids`.
        if (
          !pending &&
          literal === '' &&
          isName(parts.at(-1)) &&
          next?.kind === 'literal' &&
          nameLengthAt(next.text, 0, false) > 0
        )
          parts.push(emptyGroup);
        else found.emptyGroup = true;
        continue;
      }
      pending &&= inner.pending;
      const wasPending = pending;
      pending = false;
      endLiteral();
      pending = wasPending;
      parts.push({ kind: 'group', parts: inner.parts });
    } else {
      endLiteral();
      parts.push(part);
    }
  }
  if (literal !== '') {
    const wasPending = pending;
    pending = false;
    endLiteral();
    pending = wasPending;
  }
  return { parts, pending };
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
