// A mistake in the notation, as the grammar tells it: a code of the registry, a stretch of the text, and words.
//
// The words are in `messages` and `value-messages`, which are made with what stands at the end of this file.

/** `start` and `end` are offsets; `messages` makes these, and the language turns them into diagnostics. */
export interface Problem {
  readonly code: ProblemCode;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** The text that probably was meant in place of the stretch. */
  readonly suggestion?: string;
  /** A change that certainly mends it. */
  readonly fix?: {
    readonly title: string;
    readonly edits: readonly WrittenEdit[];
  };
  /** The opening bracket that a stray closer asks for may be what is missing here. */
  readonly mayLackOpener?: true;
  /** Right behind another mistake it is a consequence of that one. */
  readonly mayBeEcho?: true;
  /** Up to here stands what is one mistake with it: program text in it is not told again, and nothing of what a word begins that is no keyword. */
  readonly covers?: number;
  /** It takes the place of what is said of the same stretch without a look at the keyword. */
  readonly knowsMore?: true;
  /** Several of one name on a line are one mistake, and are mended together. */
  readonly mergesOnLine?: string;
  /** A line that begins no declaration: it and those behind it are one mistake. */
  readonly isForeignLine?: true;
  /** A line that Git has left of a conflict: which brackets fit depends on the side that is kept. */
  readonly isOfConflict?: true;
  readonly isStrayCloser?: true;
  /** A closer right behind it that fits no bracket may be a part of it. */
  readonly mayHoldCloser?: true;
  /** A bracket that is never closed. */
  readonly isUnclosed?: true;
  /** Brackets of no declaration, which may be partners of those that have none. */
  readonly isBracketAlone?: true;
  /** A block without the bracket that opens it. */
  readonly isUnopened?: true;
  readonly isTooDeep?: true;
  /** A line around a piece of text in Markdown: they are one mistake, and are mended together. */
  readonly isFence?: true;
  /** What wraps a whole file in Rails, where no block is around it. */
  readonly isForeignDraw?: true;
}

export type ProblemCode =
  | 'syntax-error'
  | 'unmatched-bracket'
  | 'inline-code'
  | 'invalid-regex'
  | 'unexpected-argument'
  | 'unknown-keyword';

/** What is written in the place of a stretch. */
export interface WrittenEdit extends Extent {
  readonly text: string;
}

/** From the first character to behind the last one, in UTF-16 units. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** What a problem says beside its place and its message. */
export type Extra = Omit<Partial<Problem>, 'code' | 'start' | 'end' | 'message'>;

/** The bracket that a stray closer asks for may be what is missing there. */
export const mayLackOpener = { mayLackOpener: true } as const;

/** Of what is left where a mistake was made: it is told by itself only. */
export const leftBehind = { mayLackOpener: true, mayBeEcho: true } as const;

/** A mistake at a place. */
export function problem(
  code: ProblemCode,
  { start, end }: Extent,
  message: string,
  extra: Extra = {},
): Problem {
  return { code, start, end, message, ...extra };
}

/** A mistake of the commonest code. */
export function syntaxError(place: Extent, message: string, extra?: Extra): Problem {
  return problem('syntax-error', place, message, extra);
}

/** A mistake for which one text is meant; `what` is wrong, and what to write follows. */
export function misspelt(place: Extent, what: string, text: string, extra?: Extra): Problem {
  return syntaxError(place, `${what}; write ${quote(text)}`, { ...extra, ...replacing(place, text) });
}

/** Code where a routes file holds none; `instead` says what to write. */
export function programText(place: Extent, text: string, instead: string, extra?: Extra): Problem {
  return problem(
    'inline-code',
    place,
    `${quote(text)} is code, and a routes file holds none; ${instead}`,
    extra,
  );
}

/** The text that was meant there, as a suggestion and as a fix. */
export function replacing({ start, end }: Extent, text: string): Extra {
  return { suggestion: text, fix: { title: `Write ${quote(text)}`, edits: [{ start, end, text }] } };
}

/** The fix that takes out what stands there; `what` is its name in the title. */
export function removing({ start, end }: Extent, what: string): Extra {
  return { fix: { title: `Remove ${what}`, edits: [{ start, end, text: '' }] } };
}

/** The fix that writes a text at an offset. */
export function inserting(at: number, text: string, title = `Insert ${quote(text)}`): Extra {
  return { fix: { title, edits: [{ start: at, end: at, text }] } };
}

/** The name under which the signs of one input method are one mistake of their line, `，` and `「…」`; `other` for any other text. */
export function signOr(other: string, text: string): string {
  return /^[\u3001\u300c-\u300f\uff01-\uff63]/.test(text) ? 'sign' : other;
}

const longestQuote = 40;

/** A piece of the user's text as a message shows it: on one line, not too long, and nothing in it that cannot be seen. */
export function shown(text: string): string {
  const isLong = text.length > longestQuote * 4;
  const line = visible(text.slice(0, longestQuote * 4).replace(/\s+/g, ' '));
  const units = [...line];
  return isLong || units.length > longestQuote ? `${units.slice(0, longestQuote - 1).join('')}…` : line;
}

/** A text in which what cannot be seen, or steers a terminal, is named: `\u{1b}`. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

/** The same between backticks. */
export function quote(text: string): string {
  return `\`${shown(text)}\``;
}
