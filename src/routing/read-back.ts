// Reads a path by one route's pattern alone, to see whether a generated path means what it was made from.
//
//   :x-:y   made from x = 'a', y = 'b-c'   a-b-c   reads back as x = 'a-b', y = 'c': not the same
//
// The text that is read is decoded, but for an escaped slash and an escaped dot, which end nothing: they stand as two
// lone surrogates, which no value can hold. Groups are taken where they can be, leftmost first, and an earlier name
// takes as much as it can.

import type { Slot } from './generation-slot.js';
import type { PatternPart } from './pattern.js';

/** An escaped slash in a text to be read. */
export const escapedSlash = '\udc2f';
/** An escaped dot in a text to be read. */
export const escapedDot = '\udc2e';

/** Reads `text` whole. Gives the value of each slot, undefined for those of a group left out, or nothing at all. */
export function readBack(
  parts: readonly PatternPart[],
  slots: readonly Slot[],
  text: string,
): readonly (string | undefined)[] | undefined {
  const byName = new Map(slots.map((slot) => [slot.name, slot]));
  const values = new Array<string | undefined>(slots.length).fill(undefined);
  type Rest = (at: number) => boolean;

  const readParts = (list: readonly PatternPart[], index: number, at: number, rest: Rest): boolean => {
    const part = list[index];
    if (part === undefined) return rest(at);
    const goOn: Rest = (next) => readParts(list, index + 1, next, rest);
    switch (part.kind) {
      case 'literal':
        return startsWithLiteral(text, part.text, at) && goOn(at + part.text.length);
      case 'group':
        return readParts(part.parts, 0, at, goOn) || goOn(at);
      case 'segment':
      case 'glob': {
        const slot = byName.get(part.name)!;
        const next = list[index + 1];
        const extension = slot.isGlob && next?.kind === 'group' && isExtension(next) ? next : undefined;
        if (extension && readValue(slot, at, (end) => readParts(extension.parts, 0, end, (after) => readParts(list, index + 2, after, rest)))) return true;
        return readValue(slot, at, goOn);
      }
      default:
        return part satisfies never;
    }
  };

  const readValue = (slot: Slot, at: number, rest: Rest): boolean => {
    for (let end = longestEnd(slot, text, at); end > at; end--) {
      const value = text.slice(at, end).replaceAll(escapedSlash, '/').replaceAll(escapedDot, '.');
      if (slot.matches && !slot.matches(value)) continue;
      const before = values[slot.index];
      values[slot.index] = value;
      if (rest(end)) return true;
      values[slot.index] = before;
    }
    return false;
  };

  return readParts(parts, 0, 0, (at) => at === text.length) ? values : undefined;
}

/** A group such as `(.:format)`, which takes the extension from a glob before it. */
function isExtension({ parts }: { readonly parts: readonly PatternPart[] }): boolean {
  const [first, second] = parts;
  return first?.kind === 'literal' && first.text.startsWith('.') && second?.kind === 'segment' && parts.length === 2;
}

function startsWithLiteral(text: string, literal: string, at: number): boolean {
  if (text.startsWith(literal, at)) return true;
  for (let i = 0; i < literal.length; i++) {
    const char = text[at + i];
    if (char !== literal[i] && !(char === escapedDot && literal[i] === '.')) return false;
  }
  return true;
}

function longestEnd(slot: Slot, text: string, at: number): number {
  if (slot.isGlob) return text.length;
  let end = at;
  while (end < text.length && text[end] !== '/' && (slot.holdsDots || text[end] !== '.')) end++;
  return end;
}
