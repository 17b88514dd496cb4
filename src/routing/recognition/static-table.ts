// Paths without names, and the match that each of them has whatever the request: one comparison answers.
//
// Paths of one length share a bucket. In it two characters, chosen so that they tell most of the paths apart, give the
// slot; a path whose slot is taken stays out, since the tree knows it too.
//
//   length 9:  /articles  /comments  →  characters 1 and 5 give  a·c  c·e

import type { Match } from './match.js';

interface Entry {
  readonly path: string;
  readonly match: Match;
}

class Bucket {
  readonly first: number;
  readonly second: number;
  readonly mask: number;
  readonly slots: (Entry | null)[];

  constructor(first: number, second: number, mask: number) {
    this.first = first;
    this.second = second;
    this.mask = mask;
    this.slots = new Array<Entry | null>(mask + 1).fill(null);
  }
}

export class StaticTable {
  readonly #buckets: (Bucket | null)[] = [];

  constructor(entries: readonly Entry[]) {
    const byLength = new Map<number, Entry[]>();
    for (const { path, match } of entries) {
      const same = byLength.get(path.length);
      // A path cut out of a longer text would be compared slowly.
      const entry = { path: path.split('').join(''), match };
      if (same) same.push(entry);
      else byLength.set(path.length, [entry]);
    }
    const longest = Math.max(0, ...byLength.keys());
    for (let length = 0; length <= longest; length++) {
      const same = byLength.get(length);
      this.#buckets.push(same ? bucketOf(same, length) : null);
    }
  }

  /** The match of a path as it was sent, or null. */
  find(path: string): Match | null {
    const { length } = path;
    if (length >= this.#buckets.length) return null;
    const bucket = this.#buckets[length]!;
    if (bucket === null) return null;
    const entry =
      bucket.slots[(path.charCodeAt(bucket.first) * 33 + path.charCodeAt(bucket.second)) & bucket.mask]!;
    return entry !== null && entry.path === path ? entry.match : null;
  }
}

function bucketOf(entries: readonly Entry[], length: number): Bucket {
  let mask = 1;
  while (mask < entries.length * 4) mask = mask * 2 + 1;
  let best = new Bucket(0, 0, mask);
  let most = -1;
  for (const [first, second] of pairsToTry(entries, length)) {
    const bucket = new Bucket(first, second, mask);
    const placed = fill(bucket, entries);
    if (placed > most) {
      best = bucket;
      most = placed;
    }
    if (placed === entries.length) break;
  }
  return best;
}

/** How many of the entries found a slot. */
function fill(bucket: Bucket, entries: readonly Entry[]): number {
  const { first, second, mask, slots } = bucket;
  let placed = 0;
  for (const entry of entries) {
    const slot = (entry.path.charCodeAt(first) * 33 + entry.path.charCodeAt(second)) & mask;
    if (slots[slot] !== null) continue;
    slots[slot] = entry;
    placed++;
  }
  return placed;
}

/** Pairs of the four places at which the paths differ most. */
function pairsToTry(entries: readonly Entry[], length: number): [number, number][] {
  if (entries.length === 1) return [[length - 1, length - 1]];
  const places = Array.from({ length }, (_, place) => ({ place, kinds: kindsAt(entries, place) }));
  const varied = places.sort((a, b) => b.kinds - a.kinds).slice(0, 4);
  return varied.flatMap(({ place: first }, k) =>
    varied.slice(k).map(({ place: second }): [number, number] => [first, second]),
  );
}

/** How many characters there are at a place, of those told apart by their low bits. */
function kindsAt(entries: readonly Entry[], place: number): number {
  let low = 0;
  let high = 0;
  for (const { path } of entries) {
    const code = path.charCodeAt(place) & 63;
    if (code < 32) low |= 1 << code;
    else high |= 1 << (code - 32);
  }
  return bits(low) + bits(high);
}

function bits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
