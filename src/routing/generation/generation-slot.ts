// One segment or glob of a pattern as generation sees it: which values it takes, and how they are written.
//
//   :id under /\d+/   takes 7 and '7', refuses 'x'        *path   takes 'a/b.txt', refuses '/a', 'a//b', 'a/../b'
//   :id               writes 'a.b' as a%2Eb
//
// A value is refused when the route would not be recognised with it again.

import type { Pattern } from '../patterns/pattern.js';
import { expectsText, stepRefusal } from './generator.js';
import { textOfValue } from './segment-value.js';
import { escapedSegment, isPlainSegment } from './url-encoding.js';

/** The encoded value, ready for the path, for the values that are written most often; undefined for any other. */
export type QuickText = (value: unknown) => string | undefined;

/** What is demanded of a slot's values. */
export interface SlotDemands {
  /** The constraints that are part of the match, if there are any. */
  readonly matches: ((text: string) => boolean) | undefined;
  /** Whether a plain dot may stand in a value. */
  readonly holdsDots: boolean;
  /** Some of the texts that may be its value, where it may only be one of a few. */
  readonly words: readonly string[];
  /** Whether a callable is asked, whose answer may be another the next time. */
  readonly asks: boolean;
  /** Why a text cannot be its value, as the end of a sentence about it; undefined where it can. */
  refusal(text: string): string | undefined;
}

/** What slots need of a pattern. */
type SlotPattern = Pick<Pattern, 'text' | 'names' | 'optionalNames' | 'globNames'>;

export class PatternSlot {
  readonly isGlob: boolean;
  /** Whether a plain dot may stand in its value: a glob's, and where a constraint lets one through. */
  readonly holdsDots: boolean;
  /** Whether the pattern has dots, so that a value with one needs a closer look. */
  readonly hasDots: boolean;
  /** What writes its values where not every text may be one; undefined where every text may, and `quickText` writes them. */
  readonly own: QuickText | undefined;
  readonly #demands: SlotDemands | undefined;

  /**
   * Of a pattern's name, the one at that index. `bit` is a power of two for each optional name, by which a set of them is a number, and 0 for a required one;
   * `fallback` is the route's default.
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

  /** What its values may be, for one that has no text. */
  get expects(): string {
    return this.isGlob ? `${expectsText}, or a list of these` : expectsText;
  }

  /** The text of a value; undefined where it has none. */
  textOf(value: unknown): string | undefined {
    return this.isGlob ? globText(value) : textOfValue(value);
  }

  /** Why a text cannot be its value, as the end of a sentence about it; undefined where it can. */
  refusal(text: string): string | undefined {
    // A glob's slashes have a rule of their own.
    const step =
      text !== '' && this.isGlob ? text.split('/').find((piece) => piece && stepRefusal(piece)) : text;
    return (step === undefined ? undefined : stepRefusal(step)) ?? this.#demands?.refusal(text);
  }

  /** A text as it stands in the path; throws a `URIError` for a lone surrogate. */
  encoded(text: string, escapesDots?: boolean): string {
    if (isPlainSegment(text)) return text;
    const escaped = escapedSegment(text, this.holdsDots && !escapesDots);
    return this.isGlob ? escaped.replaceAll('%2F', '/') : escaped;
  }
}

/** Has any value or call looked at closely. */
export function never(): undefined {
  return undefined;
}

/** The slots of a pattern, in its order. Where it has dots, values with a dot are never quick. */
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

/** The text of a slot's value, ready for the path; undefined where it needs a closer look. */
export function writtenText(
  { own, hasDots }: Pick<PatternSlot, 'hasDots' | 'own'>,
  value: unknown,
): string | undefined {
  return own === undefined ? quickText(value, hasDots) : own(value);
}

/** A value that may be any text, and is a string or a whole number; where its pattern has dots, a text with a dot needs a closer look. */
export function quickText(value: unknown, hasDots: boolean): string | undefined {
  if (typeof value !== 'string') return quickNumber(value);
  if (isPlainSegment(value)) return value;
  return hasDots && value.includes('.') ? undefined : escaped(value, false);
}

/** A whole number or a bigint as text. */
export function quickNumber(value: unknown): string | undefined {
  if (typeof value !== 'number') return typeof value === 'bigint' ? `${value}` : undefined;
  // Most are small, which the engine writes without asking whether they are.
  const whole = value | 0;
  if (whole === value) return `${whole}`;
  return Number.isSafeInteger(value) ? `${value}` : undefined;
}

/** What a glob's value is that needs no escape; one with a piece that begins with a dot is looked at piece by piece. */
const plainGlob = /^[\w~!*'()-][\w~!*'().-]*(?:\/[\w~!*'()-][\w~!*'().-]*)*$/;

/** The pieces of a glob's value, none of them empty. */
function escapedGlob(text: string): string | undefined {
  return text.split('/').some((piece) => stepRefusal(piece) !== undefined)
    ? undefined
    : escaped(text, true)?.replaceAll('%2F', '/');
}

/** A text that is not plain; undefined where it needs a closer look. */
function escaped(text: string, holdsDots: boolean): string | undefined {
  if (stepRefusal(text) !== undefined) return undefined;
  try {
    return escapedSegment(text, holdsDots);
  } catch {
    return undefined;
  }
}

/** The text of a glob's value, which may be a list too. */
function globText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return textOfValue(value);
  const texts = value.map(textOfValue);
  return texts.includes(undefined) ? undefined : texts.join('/');
}
