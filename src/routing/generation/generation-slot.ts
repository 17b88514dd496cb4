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

export interface PatternSlot {
  readonly name: string;
  /** Its place among the pattern's names. */
  readonly index: number;
  readonly isGlob: boolean;
  readonly isOptional: boolean;
  /** The route's default. */
  readonly fallback: string | undefined;
  /** What its values may be, for one that has no text. */
  readonly expects: string;
  /** A power of two for each optional name, by which a set of them is a number; 0 for a required one. */
  readonly bit: number;
  /** Whether a plain dot may stand in its value: a glob's, and where a constraint lets one through. */
  readonly holdsDots: boolean;
  /** The text of a value; undefined where it has none. */
  textOf(value: unknown): string | undefined;
  /** Why a text cannot be its value, as the end of a sentence about it; undefined where it can. */
  refusal(text: string): string | undefined;
  /** A text as it stands in the path; throws a `URIError` for a lone surrogate. */
  encoded(text: string, escapesDots?: boolean): string;
  /** Whether the pattern has dots, so that a value with one needs a closer look. */
  readonly hasDots: boolean;
  /** What writes its values where they may not be any text (`quickText`). */
  readonly own: QuickText | undefined;
}

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

/** The slots of a pattern, in its order. Where it has dots, values with a dot are never quick. */
export function slotsOf(
  pattern: Pick<Pattern, 'text' | 'names' | 'optionalNames' | 'globNames'>,
  defaults: ReadonlyMap<string, string>,
  demandsOn: (name: string) => SlotDemands | undefined,
): readonly PatternSlot[] {
  const hasDots = pattern.text.includes('.');
  let nextBit = 1;
  return pattern.names.map((name, index) => {
    const isOptional = pattern.optionalNames.has(name);
    const bit = isOptional ? nextBit : 0;
    if (isOptional) nextBit *= 2;
    return slotOf(name, index, {
      isGlob: pattern.globNames.has(name),
      isOptional,
      bit,
      fallback: defaults.get(name),
      demands: demandsOn(name),
      hasDots,
    });
  });
}

interface SlotTraits extends Pick<PatternSlot, 'isGlob' | 'isOptional' | 'bit' | 'fallback'> {
  readonly demands: SlotDemands | undefined;
  readonly hasDots: boolean;
}

function slotOf(name: string, index: number, { demands, hasDots, ...traits }: SlotTraits): PatternSlot {
  const { isGlob } = traits;
  const holdsDots = isGlob || demands?.holdsDots === true;
  return {
    name,
    index,
    ...traits,
    expects: isGlob ? `${expectsText}, or a list of these` : expectsText,
    holdsDots,
    textOf: isGlob ? globText : textOfValue,
    refusal: (text) => {
      // A glob's slashes have a rule of their own.
      const step =
        text !== '' && isGlob ? text.split('/').find((piece) => piece && stepRefusal(piece)) : text;
      return (step === undefined ? undefined : stepRefusal(step)) ?? demands?.refusal(text);
    },
    encoded: (text, escapesDots) => {
      if (isPlainSegment(text)) return text;
      const escaped = escapedSegment(text, holdsDots && !escapesDots);
      return isGlob ? escaped.replaceAll('%2F', '/') : escaped;
    },
    hasDots,
    own: demands?.asks ? () => undefined : ownWriter({ isGlob, hasDots, holdsDots, demands }),
  };
}

function ownWriter({
  isGlob,
  hasDots,
  holdsDots,
  demands: { matches, words = [] } = {},
}: Pick<PatternSlot, 'isGlob' | 'holdsDots'> & {
  readonly hasDots: boolean;
  readonly demands: Partial<SlotDemands> | undefined;
}): QuickText | undefined {
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
