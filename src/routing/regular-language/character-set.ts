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
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
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
 * Cuts the alphabet into the classes that no set of the list tells apart, the symbols that are in none of the sets
 * making one class too: the least number of symbols that a search has to try is one of each class.
 */
export function classesOf(sets: readonly CharacterSet[]): CharacterSet[] {
  if (sets.length === 0) return [everySymbol];
  if (sets.length === 1) return [sets[0]!, complementOf(sets[0]!)].filter((set) => set.length > 0);
  const cuts = new Set<number>([0]);
  for (const set of sets) {
    for (let i = 0; i < set.length; i += 2) {
      cuts.add(set[i]!);
      cuts.add(set[i + 1]! + 1);
    }
  }
  const starts = [...cuts].filter((cut) => cut <= lastSymbol).sort((a, b) => a - b);
  const classes = new Map<string, number[]>();
  starts.forEach((start, index) => {
    const end = (starts[index + 1] ?? lastSymbol + 1) - 1;
    const signature = sets.map((set) => (hasSymbol(set, start) ? '1' : '0')).join('');
    const known = classes.get(signature);
    if (!known) classes.set(signature, [start, end]);
    else if (known.at(-1) === start - 1) known[known.length - 1] = end;
    else known.push(start, end);
  });
  return [...classes.values()];
}

// Digits and small letters first, since a witness is read by people.
const readable = [...'7123456890abcdefghijklmnopqrstuvwxyz-_ABCDEFGHIJKLMNOPQRSTUVWXYZ.~!$()*+,;=:@éßж'].map((character) =>
  character.charCodeAt(0),
);

/** The symbol of a set that reads best, and how well it reads (0 is best). */
export function representativeOf(set: CharacterSet): { readonly symbol: number; readonly rank: number } {
  for (let rank = 0; rank < readable.length; rank++) {
    if (hasSymbol(set, readable[rank]!)) return { symbol: readable[rank]!, rank };
  }
  for (let i = 0; i < set.length; i += 2) {
    if (set[i + 1]! >= 0xa0) return { symbol: Math.max(set[i]!, 0xa0), rank: readable.length };
  }
  return { symbol: set[0]!, rank: readable.length + 1 };
}
