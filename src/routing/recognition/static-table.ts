// A hash table of paths without names, with the match that each has for every request.
//
// Most paths with values are ruled out by their length and last character. Paths of one length share a bucket. Up to four of their
// characters, at the positions that distinguish most of them, give the slot where the search begins. It ends at the path or at an empty
// slot. Buckets are made when a path of that length is first looked up, and the match of a path when that path is.
//
//   length 9:  /articles  /comments  →  characters 1 and 5 give  a·c  c·e

import { type Match, noMatch } from './match.js';
import { probeTree, type Walks } from './tree-walk.js';
import type { MethodSet, Way } from './ways.js';

/** The number of paths of one length that are examined to choose the positions. */
const mostSeen = 64;
/** The most slots that a path may be from its first slot. */
const mostSteps = 8;

/**
 * Two entries for each slot: the path (null in an empty slot) and its match (`noMatch` if it depends on the request). Until the path is
 * looked up, the second entry is the rank of the first way with that text.
 */
type Slots = (string | Match | number | null)[];

class Bucket {
  readonly first: number;
  readonly second: number;
  readonly third: number;
  readonly fourth: number;
  /** The characters are multiplied by `factor`. The upper bits of the product, shifted by `shift`, are the slot. */
  readonly factor: number;
  readonly shift: number;
  readonly slots: Slots;

  constructor(
    [first = 0, second = first, third = 0, fourth = third]: readonly number[],
    factor: number,
    bits: number,
  ) {
    this.first = first;
    this.second = second;
    this.third = third;
    this.fourth = fourth;
    this.factor = factor;
    this.shift = 32 - bits;
    this.slots = new Array<null>(2 << bits).fill(null);
  }
}

/** The first slot for a path in the bucket of its length. */
function slotOf(path: string, { first, second, third, fourth, factor, shift }: Bucket): number {
  let sum = (path.charCodeAt(first) << 7) + path.charCodeAt(second);
  if (third !== 0) sum += (path.charCodeAt(third) << 21) + (path.charCodeAt(fourth) << 14);
  return Math.imul(sum, factor) >>> shift;
}

/** The next slot. The first one follows the last. */
function nextSlot(slot: number, { shift }: Bucket): number {
  return (slot + 1) & (-1 >>> shift);
}

export class StaticTable {
  /** The paths by length, and the buckets made so far: null for lengths without paths, undefined for those not yet made. */
  readonly #paths: Way[][] = [];
  readonly #buckets: (Bucket | null | undefined)[] = [];
  readonly #walks: Walks;
  readonly #method: MethodSet;
  /** By last character, a bit for each length (modulo 32) of the paths that end with it. */
  readonly #ends = new Int32Array(128);

  /** The literal paths of the routes that answer a method. */
  constructor(walks: Walks, method: MethodSet) {
    this.#walks = walks;
    this.#method = method;
    const { paths } = walks.tree;
    for (let k = 0; k < paths.length; k++) {
      const path = paths[k]!;
      const { length } = path.text;
      if ((path.methods & method) === 0) continue;
      this.#ends[path.text.charCodeAt(length - 1) & 127]! |= 1 << length;
      while (this.#paths.length <= length) {
        this.#paths.push([]);
        this.#buckets.push(null);
      }
      this.#paths[length]!.push(path);
      this.#buckets[length] = undefined;
    }
  }

  /** The match of a path as sent, or null. */
  find(path: string): Match | null {
    const { length } = path;
    if (((this.#ends[path.charCodeAt(length - 1) & 127]! >>> length) & 1) === 0) return null;
    if (length >= this.#buckets.length) return null;
    let bucket = this.#buckets[length];
    if (bucket === null) return null;
    bucket ??= this.#bucket(length);
    const { slots } = bucket;
    for (let slot = slotOf(path, bucket); ; slot = nextSlot(slot, bucket)) {
      const known = slots[slot << 1]!;
      if (known === path) {
        const match = slots[(slot << 1) + 1] as Match | number;
        if (typeof match === 'number') return this.#settled(slots, slot, path, match);
        return match === noMatch ? null : match;
      }
      if (known === null) return null;
    }
  }

  #bucket(length: number): Bucket {
    const bucket = bucketOf(byText(this.#paths[length]!), length);
    this.#paths[length] = [];
    this.#buckets[length] = bucket;
    return bucket;
  }

  #settled(slots: Slots, slot: number, path: string, rank: number): Match | null {
    const match = this.#walks.tree.literalMatch(path, rank) ?? walkedMatch(this.#walks, this.#method, path);
    slots[(slot << 1) + 1] = match ?? noMatch;
    return match;
  }
}

/** A literal path whose match is the same for every request. */
export interface LiteralPath {
  readonly path: string;
  readonly match: Match;
}

/** The literal paths of the routes that answer a method. */
export function literalPaths(walks: Walks, method: MethodSet): LiteralPath[] {
  const ways = walks.tree.paths.filter(({ methods }) => (methods & method) !== 0);
  return Object.keys(byText(ways)).flatMap((path) => {
    const match = walkedMatch(walks, method, path);
    return match === null ? [] : [{ path, match }];
  });
}

function walkedMatch(walks: Walks, method: MethodSet, path: string): Match | null {
  const match = probeTree(walks, method, path);
  return match && Object.isFrozen(match) ? match : null;
}

/** The rank of the first way with each text. Object keys are flat strings; substrings of longer texts would be slow to compare. */
function byText(ways: readonly Way[]): Readonly<Record<string, number>> {
  const ranks = Object.create(null) as Record<string, number>;
  for (const { text, rank } of ways) ranks[text] ??= rank;
  return ranks;
}

/** The bucket of paths of one length. Tries several factors and takes the one with which most paths are in their first slot. */
function bucketOf(ranks: Readonly<Record<string, number>>, length: number): Bucket {
  const paths = Object.keys(ranks);
  const places = placesOf(paths, length);
  let bits = 1;
  while (1 << bits < paths.length * 2) bits++;
  let factor = 0x9e3779b1;
  let best = new Bucket(places, factor, bits);
  let least = fill(best, paths, ranks);
  for (let tries = 1; tries < 16 && least > 0 && paths.length <= mostSeen; tries++) {
    factor = Math.imul(factor, 0x2c1b3c6d);
    const bucket = new Bucket(places, factor, bits);
    const moved = fill(bucket, paths, ranks);
    if (moved < least) [least, best] = [moved, bucket];
  }
  return best;
}

/**
 * Fills a bucket and returns how many paths are not in their first slot. Paths that would be too far from it are left out, since the tree
 * finds them too.
 */
function fill(bucket: Bucket, paths: readonly string[], ranks: Readonly<Record<string, number>>): number {
  const { slots } = bucket;
  let moved = 0;
  for (const path of paths) {
    let slot = slotOf(path, bucket);
    let steps = 0;
    for (; slots[slot << 1] !== null && steps < mostSteps; steps++) slot = nextSlot(slot, bucket);
    if (steps > 0) moved++;
    if (steps === mostSteps) continue;
    slots[slot << 1] = path;
    slots[(slot << 1) + 1] = ranks[path]!;
  }
  return moved;
}

/** The positions of up to four characters that distinguish paths of one length, the best first. */
function placesOf(paths: readonly string[], length: number): number[] {
  if (paths.length === 1) return [length - 1];
  const step = Math.ceil(paths.length / mostSeen);
  const seen = paths.filter((_, k) => k % step === 0);
  const open = Array.from({ length }, (_, place) => ({ place, kinds: kindsAt(seen, place) }))
    .sort((a, b) => b.kinds - a.kinds)
    .slice(0, 8)
    .map(({ place }) => place);
  const chosen: number[] = [];
  /** For each path, a number made from its characters at the chosen positions. */
  let signatures: readonly number[] = seen.map(() => 0);
  let most = 1;
  while (chosen.length < 4 && open.length > 0 && (most < seen.length || step > 1)) {
    const tries = open.map((place) => seen.map((path, k) => signatures[k]! * 128 + path.charCodeAt(place)));
    const counts = tries.map((each) => new Set(each).size);
    const best = counts.indexOf(Math.max(...counts));
    if (counts[best]! === most && step === 1) break;
    most = counts[best]!;
    signatures = tries[best]!;
    chosen.push(...open.splice(best, 1));
  }
  return chosen;
}

/** How many different characters there are at a position, as far as their low six bits tell. */
function kindsAt(paths: readonly string[], place: number): number {
  let low = 0;
  let high = 0;
  for (let k = 0; k < paths.length; k++) {
    const code = paths[k]!.charCodeAt(place) & 63;
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
