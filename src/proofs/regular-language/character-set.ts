// Sets of symbols, as sorted lists of ranges that neither overlap nor touch.
//
//   /[a-f0]/  →  [[48, 48], [97, 102]]
//
// A symbol is a number: a UTF-16 unit (0 to 0xFFFF), or one of the few numbers above. The user of this folder gives these a meaning, such
// as a slash that separates or an escaped dot.

/** Both ends are included. */
type Range = readonly [low: number, high: number];

export type CharacterSet = readonly Range[];

/** The last UTF-16 unit. */
export const lastUnit = 0xffff;
/** The largest symbol that a language may use. */
export const lastSymbol = 0x1000f;

export const emptySet: CharacterSet = [];
export const everySymbol: CharacterSet = [[0, lastSymbol]];

export function rangeSet(low: number, high: number = low): CharacterSet {
  return low <= high ? [[low, high]] : emptySet;
}

/** The union of sets. Their ranges may overlap and be in any order. */
export function unionOf(...sets: readonly CharacterSet[]): CharacterSet {
  const result: Range[] = [];
  for (const range of sets.flat().sort(([one], [other]) => one - other)) {
    const [low, high] = range;
    const last = result.at(-1);
    if (!last || low > last[1] + 1) result.push(range);
    else if (high > last[1]) result[result.length - 1] = [last[0], high];
  }
  return result;
}

/** The symbols from `low` to `high` that are not in the set. */
export function complementOf(set: CharacterSet, low = 0, high = lastSymbol): CharacterSet {
  const result: Range[] = [];
  let next = low;
  for (const [start, end] of set) {
    if (end < next) continue;
    if (start > high) break;
    if (start > next) result.push([next, start - 1]);
    next = end + 1;
  }
  if (next <= high) result.push([next, high]);
  return result;
}

export function intersectionOf(a: CharacterSet, b: CharacterSet): CharacterSet {
  const result: Range[] = [];
  for (let i = 0, j = 0; ;) {
    const one = a[i];
    const other = b[j];
    if (!one || !other) return result;
    const low = Math.max(one[0], other[0]);
    const high = Math.min(one[1], other[1]);
    if (low <= high) result.push([low, high]);
    if (one[1] < other[1]) i++;
    else j++;
  }
}

export function hasSymbol(set: CharacterSet, symbol: number): boolean {
  let low = 0;
  let high = set.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = set[middle];
    if (range === undefined || symbol < range[0]) high = middle - 1;
    else if (symbol > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}

/**
 * Divides the symbols of `within` into classes: two symbols are in one class if every set contains both or neither. A search has to try
 * only one symbol of each class.
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
  for (const [low, high] of set) size += high - low + 1;
  return size;
}

// Digits and lower-case letters come first, because people read the witnesses.
const readable = [...'7123456890abcdefghijklmnopqrstuvwxyz-_ABCDEFGHIJKLMNOPQRSTUVWXYZ.~!$()*+,;=:@éßж'].map(
  (character) => character.charCodeAt(0),
);

const ranks = new Map(readable.map((symbol, rank) => [symbol, rank]));

/** The most readable symbol of a set that is not empty, and its rank (0 is the most readable). */
export function representativeOf(set: CharacterSet): { readonly symbol: number; readonly rank: number } {
  const [[first, last] = [0, lastSymbol]] = set;
  if (set.length === 1 && first === last)
    return { symbol: first, rank: ranks.get(first) ?? readable.length + 1 };
  const rank = readable.findIndex((symbol) => hasSymbol(set, symbol));
  const symbol = readable[rank];
  if (symbol !== undefined) return { symbol, rank };
  const behindLatin = set.find(([, high]) => high >= 0xa0);
  if (behindLatin) return { symbol: Math.max(behindLatin[0], 0xa0), rank: readable.length };
  return { symbol: first, rank: readable.length + 1 };
}
