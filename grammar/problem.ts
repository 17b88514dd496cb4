// A mistake in the notation, as the grammar reports it: a diagnostic code, a range of the text, and a message.
//
// The messages are in `messages`, `value-messages` and their neighbours, which build them with the functions at the end of this file.

/** A reported mistake. `start` and `end` are offsets. The language turns these into diagnostics. */
export interface Problem {
  readonly code: ProblemCode;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** The text that was probably meant instead of the range. */
  readonly suggestion?: string;
  /** A change that is certain to mend the mistake. */
  readonly fix?: {
    readonly title: string;
    readonly edits: readonly WrittenEdit[];
  };
  /** The opening bracket that a later stray closer belongs to may be missing here. */
  readonly mayLackOpener?: true;
  /** Directly after another mistake, this one is only its consequence. */
  readonly mayBeEcho?: true;
  /**
   * The end of the text that belongs to this mistake. Program text up to there, and anything that begins with an unknown keyword, is not
   * reported again.
   */
  readonly covers?: number;
  /** It replaces a problem of the same range that was reported without knowing the keyword. */
  readonly knowsMore?: true;
  /** Problems with the same name here on one line are one mistake, and are mended together. */
  readonly mergesOnLine?: string;
  /** A line that begins no declaration. It and the lines of this kind after it are one mistake. */
  readonly isForeignLine?: true;
  /** A conflict marker of Git. Which brackets fit depends on the side that is kept. */
  readonly isOfConflict?: true;
  readonly isStrayCloser?: true;
  /** A closing bracket directly after it that fits no opener may be part of it. */
  readonly mayHoldCloser?: true;
  /** A bracket that is never closed. */
  readonly isUnclosed?: true;
  /** Brackets that belong to no declaration. They may be the partners of brackets that have none. */
  readonly isBracketAlone?: true;
  /** A block without the bracket that opens it. */
  readonly isUnopened?: true;
  readonly isTooDeep?: true;
  /** One of the two lines around a code block in Markdown. The two are one mistake, and are mended together. */
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

/** A text that replaces a range. */
export interface WrittenEdit extends Extent {
  readonly text: string;
}

/** A range of the text as UTF-16 offsets. `end` is exclusive. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** The properties of a problem besides its code, range and message. */
export type Extra = Omit<Partial<Problem>, 'code' | 'start' | 'end' | 'message'>;

/** The opening bracket that a later stray closer belongs to may be missing there. */
export const mayLackOpener = { mayLackOpener: true } as const;

/** For the remains of another mistake. They are reported only if that mistake is not. */
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

/** A mistake of the most common code. */
export function syntaxError(place: Extent, message: string, extra?: Extra): Problem {
  return problem('syntax-error', place, message, extra);
}

/** A mistake with one obvious replacement. `what` says what is wrong, and "write …" is appended. */
export function misspelt(place: Extent, what: string, text: string, extra?: Extra): Problem {
  return syntaxError(place, `${what}; write ${quote(text)}`, { ...extra, ...replacing(place, text) });
}

/** Program text, which a routes file cannot contain. `instead` says what to write. */
export function programText(place: Extent, text: string, instead: string, extra?: Extra): Problem {
  return problem(
    'inline-code',
    place,
    `${quote(text)} is code, and a routes file holds none; ${instead}`,
    extra,
  );
}

/** The text that was meant, as suggestion and as fix. */
export function replacing({ start, end }: Extent, text: string): Extra {
  return { suggestion: text, fix: { title: `Write ${quote(text)}`, edits: [{ start, end, text }] } };
}

/** A fix that removes the range. `what` names it in the title. */
export function removing({ start, end }: Extent, what: string): Extra {
  return { fix: { title: `Remove ${what}`, edits: [{ start, end, text: '' }] } };
}

/** A fix that inserts a text at an offset. */
export function inserting(at: number, text: string, title = `Insert ${quote(text)}`): Extra {
  return { fix: { title, edits: [{ start: at, end: at, text }] } };
}

/** The `mergesOnLine` name of a text: `sign` for the signs of one input method, such as `，` and `「…」`, otherwise `other`. */
export function signOr(other: string, text: string): string {
  return /^[\u3001\u300c-\u300f\uff01-\uff63]/.test(text) ? 'sign' : other;
}

const longestQuote = 40;

/** The user's text as a message shows it: on one line, shortened if it is long, with invisible characters named. */
export function shown(text: string): string {
  const isLong = text.length > longestQuote * 4;
  const line = visible(text.slice(0, longestQuote * 4).replace(/\s+/g, ' '));
  const units = [...line];
  return isLong || units.length > longestQuote ? `${units.slice(0, longestQuote - 1).join('')}…` : line;
}

/** Names invisible characters and those that control a terminal: `\u{1b}`. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

/** `shown`, between backticks. */
export function quote(text: string): string {
  return `\`${shown(text)}\``;
}
