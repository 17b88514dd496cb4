// One segment or glob of a pattern as generation sees it: which values it takes, and how they are written.
//
//   :id under /\d+/   takes 7 and '7', refuses 'x'        *path   takes 'a/b.txt', refuses '/a', 'a//b', 'a/../b'
//   :id               writes 'a.b' as a%2Eb
//
// A value is refused when the route would not be recognised with it again.

import type { Pattern } from '../patterns/pattern.js';
import { textOfValue } from './segment-value.js';
import { escapedSegment, isPlainSegment } from './url-encoding.js';

export interface Slot {
  readonly name: string;
  /** Its place among the pattern's names. */
  readonly index: number;
  readonly isGlob: boolean;
  readonly isOptional: boolean;
  /** A power of two for each optional name, by which a set of them is a number; 0 for a required one. */
  readonly bit: number;
  /** Whether a plain dot may stand in its value: a glob's, and where a constraint lets one through. */
  readonly holdsDots: boolean;
  /** The route's default. */
  readonly fallback: string | undefined;
  /** Whether it takes any text, of which the pattern takes nothing for its own: then `quick` is `quickSegment`. */
  readonly isFree: boolean;
  /** Why a text cannot be its value, as the end of a sentence about it; undefined where it can. */
  refusal(text: string): string | undefined;
  /** The encoded value, ready for the path, for the values that are written most often; '' for any other. */
  quick(value: unknown): string;
}

const expectsText = 'give a string, a number, or an object with toParam() or an id';

/** What is demanded of a slot's values. */
export interface SlotDemands {
  /** The constraints that are part of the match, if there are any. */
  readonly matches: ((text: string) => boolean) | undefined;
  /** Whether a plain dot may stand in a value. */
  readonly holdsDots: boolean;
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
): readonly Slot[] {
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

interface SlotTraits extends Pick<Slot, 'isGlob' | 'isOptional' | 'bit' | 'fallback'> {
  readonly demands: SlotDemands | undefined;
  readonly hasDots: boolean;
}

function slotOf(name: string, index: number, { demands, hasDots, ...traits }: SlotTraits): Slot {
  const { isGlob } = traits;
  const holdsDots = isGlob || demands?.holdsDots === true;
  return {
    name,
    index,
    ...traits,
    holdsDots,
    isFree: !isGlob && !hasDots && demands === undefined,
    refusal: (text) => {
      if (text === '') return 'it must not be empty';
      if (isGlob ? hasStep(text) : isStep(text)) return "'.' and '..' are steps of a path and no text";
      return demands?.refusal(text);
    },
    quick: demands?.asks ? () => '' : quickWriter({ isGlob, hasDots, holdsDots, matches: demands?.matches }),
  };
}

function quickWriter({
  isGlob,
  hasDots,
  holdsDots,
  matches,
}: Pick<Slot, 'isGlob' | 'holdsDots'> & {
  readonly hasDots: boolean;
  readonly matches: ((text: string) => boolean) | undefined;
}): Slot['quick'] {
  if (!isGlob && !hasDots && !matches) return quickSegment;
  return (value) => {
    const isText = typeof value === 'string';
    const text = isText ? value : quickSegment(value);
    if (text === '' || (matches && !matches(text))) return '';
    if (isPlainSegment(text)) return text;
    return isGlob || (hasDots && text.includes('.')) ? '' : escaped(text, holdsDots);
  };
}

/** A value without constraints: a string, or a whole number that is not negative. */
export function quickSegment(value: unknown): string {
  if (typeof value === 'string') return isPlainSegment(value) ? value : escaped(value, false);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? `${value}` : '';
}

/** A text that is not plain; '' where it needs a closer look. */
function escaped(text: string, holdsDots: boolean): string {
  if (text === '' || isStep(text)) return '';
  try {
    return escapedSegment(text, holdsDots);
  } catch {
    return '';
  }
}

/** The text of a value that was given for a slot; undefined where it has none. A glob takes a list too. */
export function slotText(slot: Slot, value: unknown): string | undefined {
  return slot.isGlob && Array.isArray(value) ? joinedText(value) : textOfValue(value);
}

/** What a slot takes, for a value that has no text. */
export function expectation(slot: Slot): string {
  return slot.isGlob ? `${expectsText}, or a list of these` : expectsText;
}

function joinedText(values: readonly unknown[]): string | undefined {
  const texts = values.map(textOfValue);
  return texts.includes(undefined) ? undefined : texts.join('/');
}

/** Clients take the steps out of a path before they send it, escaped or not. */
function isStep(text: string): boolean {
  return text === '.' || text === '..';
}

function hasStep(text: string): boolean {
  return text.includes('.') && text.split('/').some(isStep);
}

/**
 * A text as it stands in the path; a glob's slashes stay.
 *
 * @throws URIError for a lone surrogate
 */
export function writtenValue(slot: Slot, text: string, escapesDots: boolean): string {
  if (isPlainSegment(text)) return text;
  const escaped = escapedSegment(text, slot.holdsDots && !escapesDots);
  return slot.isGlob ? escaped.replaceAll('%2F', '/') : escaped;
}
