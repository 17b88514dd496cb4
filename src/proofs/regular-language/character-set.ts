// Sets of symbols, the leaves of a regular language: sorted, disjoint, non-adjacent ranges in one flat array.
//
//   /[a-f0]/  →  [48, 48, 97, 102]
//
// A symbol is a number: a UTF-16 unit (0 to 0xFFFF) or one of the few above them by which the user of this folder
// tells things apart that look alike in a text (for paths: the slash that separates, the dot that was escaped).

/** `[low, high, low, high, …]`, both ends inside. */
export type CharacterSet = readonly number[];

/** The last UTF-16 unit. */
export const lastUnit = 0xffff;
/** The last symbol that a language may use. */
export const lastSymbol = 0x1000f;

export const emptySet: CharacterSet = [];
export const everySymbol: CharacterSet = [0, lastSymbol];

export function rangeSet(low: number, high: number = low): CharacterSet {
  return low <= high ? [low, high] : emptySet;
}

/** The union of any number of sets; their ranges may overlap and stand in any order. */
export function unionOf(...sets: readonly CharacterSet[]): CharacterSet {
  const ranges: [number, number][] = [];
  for (const set of sets) {
    for (let i = 0; i < set.length; i += 2) ranges.push([set[i]!, set[i + 1]!]);
  }
  ranges.sort((a, b) => a[0] - b[0]);
  const result: number[] = [];
  for (const [low, high] of ranges) {
    const last = result.length - 1;
    if (last > 0 && low <= result[last]! + 1) {
      if (high > result[last]!) result[last] = high;
    } else {
      result.push(low, high);
    }
  }
  return result;
}

/** What lies between `low` and `high` and is not in the set. */
export function complementOf(set: CharacterSet, low = 0, high = lastSymbol): CharacterSet {
  const result: number[] = [];
  let next = low;
  for (let i = 0; i < set.length; i += 2) {
    const start = set[i]!;
    const end = set[i + 1]!;
    if (end < next) continue;
    if (start > high) break;
    if (start > next) result.push(next, start - 1);
    next = end + 1;
  }
  if (next <= high) result.push(next, high);
  return result;
}

export function intersectionOf(a: CharacterSet, b: CharacterSet): CharacterSet {
  const result: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const low = Math.max(a[i]!, b[j]!);
    const high = Math.min(a[i + 1]!, b[j + 1]!);
    if (low <= high) result.push(low, high);
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return result;
}

export function hasSymbol(set: CharacterSet, symbol: number): boolean {
  let low = 0;
  let high = set.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (symbol < set[middle * 2]!) high = middle - 1;
    else if (symbol > set[middle * 2 + 1]!) low = middle + 1;
    else return true;
  }
  return false;
}

/**
 * Cuts the symbols of `within` into the classes that no set of the list tells apart, those in none of the sets making
 * one class too: the least number of symbols that a search has to try is one of each class.
 */
export function classesOf(sets: readonly CharacterSet[], within: CharacterSet = everySymbol): CharacterSet[] {
  let classes: CharacterSet[] = within.length > 0 ? [within] : [];
  for (const set of sets) {
    const cut: CharacterSet[] = [];
    for (const each of classes) {
      const inside = intersectionOf(each, set);
      if (inside.length === 0) {
        cut.push(each);
        continue;
      }
      cut.push(inside);
      if (sizeOf(inside) !== sizeOf(each)) cut.push(intersectionOf(each, complementOf(set)));
    }
    classes = cut;
  }
  return classes;
}

function sizeOf(set: CharacterSet): number {
  let size = 0;
  for (let i = 0; i < set.length; i += 2) size += set[i + 1]! - set[i]! + 1;
  return size;
}

// Digits and small letters first, since a witness is read by people.
const readable = [...'7123456890abcdefghijklmnopqrstuvwxyz-_ABCDEFGHIJKLMNOPQRSTUVWXYZ.~!$()*+,;=:@éßж'].map(
  (character) => character.charCodeAt(0),
);

const ranks = new Map(readable.map((symbol, rank) => [symbol, rank]));

/** The symbol of a set that reads best, and how well it reads (0 is best). */
export function representativeOf(set: CharacterSet): { readonly symbol: number; readonly rank: number } {
  if (set.length === 2 && set[0] === set[1]) {
    return { symbol: set[0]!, rank: ranks.get(set[0]!) ?? readable.length + 1 };
  }
  for (let rank = 0; rank < readable.length; rank++) {
    if (hasSymbol(set, readable[rank]!)) return { symbol: readable[rank]!, rank };
  }
  for (let i = 0; i < set.length; i += 2) {
    if (set[i + 1]! >= 0xa0) return { symbol: Math.max(set[i]!, 0xa0), rank: readable.length };
  }
  return { symbol: set[0]!, rank: readable.length + 1 };
}
