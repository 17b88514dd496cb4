// One segment or glob of a pattern as generation sees it: which values it takes, and how they are written.
//
//   :id under /\d+/   takes 7 and '7', refuses 'x'        *path   takes 'a/b.txt', refuses '/a', 'a//b', 'a/../b'
//   :id               writes 'a.b' as a%2Eb
//
// A value is refused when the route would not be recognised with it again.

import {
  asksCallable,
  constraintText,
  mayAdmitDot,
  valueTest,
  type MatchedConstraint,
  type SegmentConstraint,
} from '../patterns/constraints.js';
import type { RouteDefinition } from '../patterns/route.js';
import { textOfValue } from './segment-value.js';
import {
  encodeDottedSegment,
  encodeGlob,
  encodeSegment,
  escapedSegment,
  isPlainSegment,
} from './url-encoding.js';

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
const expectsGlob = `${expectsText}, or a list of these`;

/** The slots of a route's pattern, in its order. Where the pattern has dots, values with a dot are never quick. */
export function slotsOf(
  definition: Pick<RouteDefinition, 'pattern' | 'segmentConstraints' | 'defaults'>,
  hasDots: boolean,
): readonly Slot[] {
  const { pattern, segmentConstraints, defaults } = definition;
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
      constraints: segmentConstraints.get(name) ?? [],
      hasDots,
    });
  });
}

interface SlotTraits extends Pick<Slot, 'isGlob' | 'isOptional' | 'bit' | 'fallback'> {
  readonly constraints: readonly SegmentConstraint[];
  readonly hasDots: boolean;
}

function slotOf(name: string, index: number, { constraints, hasDots, ...traits }: SlotTraits): Slot {
  const { isGlob } = traits;
  const matched = constraints.filter((each): each is MatchedConstraint => each.kind !== 'callable');
  const tests = matched.map(valueTest);
  const [onlyTest] = tests;
  const matches =
    onlyTest === undefined
      ? undefined
      : tests.length === 1
        ? onlyTest
        : (text: string) => tests.every((test) => test(text));
  const holdsDots = isGlob || (matched.length > 0 && matched.every(mayAdmitDot));
  const asked = constraints.filter((each) => each.kind === 'callable');

  const refusal = (text: string): string | undefined => {
    if (text === '') return 'it must not be empty';
    if (isGlob ? hasStep(text) : isStep(text)) return "'.' and '..' are steps of a path and no text";
    const broken =
      constraints.find((each) => each.kind !== 'callable' && !valueTest(each)(text)) ??
      asked.find((each) => !asksCallable(each, text));
    return broken && demand(broken);
  };
  return {
    name,
    index,
    ...traits,
    holdsDots,
    isFree: !isGlob && !hasDots && constraints.length === 0,
    refusal,
    quick: asked.length > 0 ? () => '' : quickWriter({ isGlob, hasDots, holdsDots, matches }),
  };
}

function demand(constraint: SegmentConstraint): string {
  const text = constraintText(constraint);
  switch (constraint.kind) {
    case 'regex':
      return `it must match ${text} as a whole`;
    case 'string':
      return `it must be ${text}`;
    case 'list':
      return `it must be one of ${text}`;
    case 'callable':
      return `${text} must let it through`;
    default:
      return constraint satisfies never;
  }
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
    return holdsDots ? encodeURIComponent(text) : escapedSegment(text);
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
  return slot.isGlob ? expectsGlob : expectsText;
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
 * A text as it stands in the path.
 *
 * @throws URIError for a lone surrogate
 */
export function writtenValue(slot: Slot, text: string, escapesDots: boolean): string {
  if (slot.isGlob) return encodeGlob(text, escapesDots);
  return slot.holdsDots && !escapesDots ? encodeDottedSegment(text) : encodeSegment(text);
}
