// A slot is a segment or glob of a pattern as generation sees it: which values it accepts, and how they are written.
//
//   :id under /\d+/   accepts 7 and '7', refuses 'x'       *path   accepts 'a/b.txt', refuses '/a', 'a//b', 'a/../b'
//   :id               writes 'a.b' as a%2Eb
//
// A value is refused if the route would not be recognised with it again.

import type { Pattern } from '../patterns/pattern.js';
import { expectsText, stepRefusal } from './generator.js';
import { textOfValue } from './segment-value.js';
import { escapedSegment, isPlainSegment } from './url-encoding.js';

/** The encoded value for the path; undefined for less common values, which `PatternGenerator.path` handles. */
export type QuickText = (value: unknown) => string | undefined;

/** What the constraints demand of a slot's values. */
export interface SlotDemands {
  /** Tests the constraints that are part of the match, if there are any. */
  readonly matches: ((text: string) => boolean) | undefined;
  /** Whether values may contain an unescaped dot. */
  readonly holdsDots: boolean;
  /** Some of the accepted texts, if only a few texts are accepted. */
  readonly words: readonly string[];
  /** Whether a callable is asked. Its answer may differ each time. */
  readonly asks: boolean;
  /** Why a text is refused, as the end of a sentence about it; undefined if it is accepted. */
  refusal(text: string): string | undefined;
}

/** The parts of a pattern that slots need. */
type SlotPattern = Pick<Pattern, 'text' | 'names' | 'optionalNames' | 'globNames'>;

export class PatternSlot {
  readonly isGlob: boolean;
  /** Whether values may contain an unescaped dot: those of globs, and of segments whose constraint allows dots. */
  readonly holdsDots: boolean;
  /** Whether the pattern has dots. Values with a dot then need a closer look. */
  readonly hasDots: boolean;
  /** Writes values if not every text is accepted. Undefined if every text is: then `quickText` writes them. */
  readonly own: QuickText | undefined;
  readonly #demands: SlotDemands | undefined;

  /**
   * The slot of the pattern's name at `index`. Each optional name has a power of two as `bit`, so a number can hold a set of them; a
   * required name has 0. `fallback` is the route's default.
   */
  constructor(
    { text, globNames }: SlotPattern,
    readonly name: string,
    readonly index: number,
    readonly bit: number,
    readonly fallback: string | undefined,
    demands: SlotDemands | undefined,
  ) {
    this.isGlob = globNames.has(name);
    this.holdsDots = this.isGlob || demands?.holdsDots === true;
    this.hasDots = text.includes('.');
    this.own = demands?.asks ? never : ownWriter(this, demands);
    this.#demands = demands;
  }

  get isOptional(): boolean {
    return this.bit > 0;
  }

  /** What values to give, for an error about a value without a text. */
  get expects(): string {
    return this.isGlob ? `${expectsText}, or a list of these` : expectsText;
  }

  /** The text of a value; undefined if it has none. */
  textOf(value: unknown): string | undefined {
    return this.isGlob ? globText(value) : textOfValue(value);
  }

  /** Why a text is refused, as the end of a sentence about it; undefined if it is accepted. */
  refusal(text: string): string | undefined {
    // Empty pieces of a glob are checked elsewhere (`closely` of `PatternGenerator`).
    const step =
      text !== '' && this.isGlob ? text.split('/').find((piece) => piece && stepRefusal(piece)) : text;
    return (step === undefined ? undefined : stepRefusal(step)) ?? this.#demands?.refusal(text);
  }

  /** A text encoded for the path. Throws a `URIError` for a lone surrogate. */
  encoded(text: string, escapesDots?: boolean): string {
    if (isPlainSegment(text)) return text;
    const escaped = escapedSegment(text, this.holdsDots && !escapesDots);
    return this.isGlob ? escaped.replaceAll('%2F', '/') : escaped;
  }
}

/** Returns undefined for any value or call, so that it is handled in the general way. */
export function never(): undefined {
  return undefined;
}

/** The slots of a pattern, in its order. */
export function slotsOf(
  pattern: SlotPattern,
  defaults: ReadonlyMap<string, string>,
  demandsOn?: (name: string) => SlotDemands | undefined,
): readonly PatternSlot[] {
  let nextBit = 1;
  return pattern.names.map((name, index) => {
    const bit = pattern.optionalNames.has(name) ? nextBit : 0;
    if (bit > 0) nextBit *= 2;
    return new PatternSlot(pattern, name, index, bit, defaults.get(name), demandsOn?.(name));
  });
}

function ownWriter(
  { isGlob, hasDots, holdsDots }: Pick<PatternSlot, 'isGlob' | 'holdsDots' | 'hasDots'>,
  { matches, words = [] }: Partial<SlotDemands> = {},
): QuickText | undefined {
  if (!isGlob && !matches) return undefined;
  const known = words.filter((text) => isPlainSegment(text) && matches?.(text));
  return (value) => {
    for (let i = 0; i < known.length; i++) if (known[i] === value) return known[i];
    const text =
      typeof value === 'string'
        ? value
        : isGlob && Array.isArray(value)
          ? globText(value)
          : quickNumber(value);
    if (text === undefined || (matches && !matches(text))) return undefined;
    if (isGlob ? plainGlob.test(text) && !hasDots : isPlainSegment(text)) return text;
    if (hasDots && text.includes('.')) return undefined;
    return isGlob ? escapedGlob(text) : escaped(text, holdsDots);
  };
}

/** The encoded text of a slot's value; undefined if the value needs a closer look. */
export function writtenText(
  { own, hasDots }: Pick<PatternSlot, 'hasDots' | 'own'>,
  value: unknown,
): string | undefined {
  return own === undefined ? quickText(value, hasDots) : own(value);
}

/** The encoded text of a string or whole number. If the pattern has dots, a text with a dot needs a closer look (undefined). */
export function quickText(value: unknown, hasDots: boolean): string | undefined {
  if (typeof value !== 'string') return quickNumber(value);
  if (isPlainSegment(value)) return value;
  return hasDots && value.includes('.') ? undefined : escaped(value, false);
}

/** The text of a whole number or a bigint; undefined for any other value. */
export function quickNumber(value: unknown): string | undefined {
  if (typeof value !== 'number') return typeof value === 'bigint' ? `${value}` : undefined;
  // Most numbers are small. V8 formats those without checking their type.
  const whole = value | 0;
  if (whole === value) return `${whole}`;
  return Number.isSafeInteger(value) ? `${value}` : undefined;
}

/** A glob's value that needs no escape. If a piece begins with a dot, the pieces are checked one by one. */
const plainGlob = /^[\w~!*'()-][\w~!*'().-]*(?:\/[\w~!*'()-][\w~!*'().-]*)*$/;

/** The escaped value of a glob; undefined if a piece is empty, `.` or `..`. */
function escapedGlob(text: string): string | undefined {
  return text.split('/').some((piece) => stepRefusal(piece) !== undefined)
    ? undefined
    : escaped(text, true)?.replaceAll('%2F', '/');
}

/** The escaped text; undefined if it needs a closer look. */
function escaped(text: string, holdsDots: boolean): string | undefined {
  if (stepRefusal(text) !== undefined) return undefined;
  try {
    return escapedSegment(text, holdsDots);
  } catch {
    return undefined;
  }
}

/** The text of a glob's value. A list is joined with slashes. */
function globText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return textOfValue(value);
  const texts = value.map(textOfValue);
  return texts.includes(undefined) ? undefined : texts.join('/');
}
