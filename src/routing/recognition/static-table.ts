// Paths without names, and the match that each of them has whatever the request: one comparison answers.
//
// Paths of one length share a bucket. In it two characters, chosen so that they tell most of the paths apart, give the
// slot; a path whose slot is taken stays out, since the tree knows it too. A bucket is made when a path of its
// length is asked for first, and the tree is asked for a path's match when that path is.
//
//   length 9:  /articles  /comments  →  characters 1 and 5 give  a·c  c·e

import { type Match, noMatch } from './match.js';
import { probeTree, type Walks } from './tree-walk.js';
import type { MethodSet } from './ways.js';

interface Entry {
  readonly path: string;
  /** Null where it depends on the request; `noMatch` until somebody asked. */
  match: Match | null;
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
  /** The paths by their lengths, and the buckets that are made. */
  readonly #paths: string[][] = [];
  readonly #buckets: (Bucket | null | undefined)[] = [];
  readonly #walks: Walks;
  readonly #method: MethodSet;

  /** Of the routes of a tree that answer a method. */
  constructor(walks: Walks, method: MethodSet) {
    this.#walks = walks;
    this.#method = method;
    const { paths } = walks.tree;
    for (let k = 0; k < paths.length; k++) {
      const { text: path, methods } = paths[k]!;
      if ((methods & method) === 0) continue;
      while (this.#paths.length <= path.length) {
        this.#paths.push([]);
        this.#buckets.push(null);
      }
      this.#paths[path.length]!.push(path);
      this.#buckets[path.length] = undefined;
    }
  }

  /** The match of a path as it was sent, or null. */
  find(path: string): Match | null {
    const { length } = path;
    if (length >= this.#buckets.length) return null;
    let bucket = this.#buckets[length];
    if (bucket === null) return null;
    bucket ??= this.#bucket(length);
    const entry =
      bucket.slots[(path.charCodeAt(bucket.first) * 33 + path.charCodeAt(bucket.second)) & bucket.mask]!;
    if (entry === null || entry.path !== path) return null;
    return entry.match === noMatch ? this.#settled(entry) : entry.match;
  }

  #bucket(length: number): Bucket {
    const entries = ownTexts(this.#paths[length]!).map((path): Entry => ({ path, match: noMatch }));
    this.#paths[length] = [];
    const bucket = bucketOf(entries, length);
    this.#buckets[length] = bucket;
    return bucket;
  }

  #settled(entry: Entry): Match | null {
    return (entry.match = literalMatch(this.#walks, this.#method, entry.path));
  }
}

/** A literal path whose match is the same whatever the request. */
export interface LiteralPath {
  readonly path: string;
  readonly match: Match;
}

/** Those of the routes of a tree that answer a method. */
export function literalPaths(walks: Walks, method: MethodSet): LiteralPath[] {
  const paths = walks.tree.paths.flatMap(({ text, methods }) => ((methods & method) === 0 ? [] : [text]));
  return ownTexts(paths).flatMap((path) => {
    const match = literalMatch(walks, method, path);
    return match === null ? [] : [{ path, match }];
  });
}

function literalMatch(walks: Walks, method: MethodSet, path: string): Match | null {
  const match = probeTree(walks, method, path);
  return match && Object.isFrozen(match) ? match : null;
}

/** Each text once, and as one of its own: one cut out of a longer text would be compared slowly. */
function ownTexts(texts: readonly string[]): string[] {
  const keys = Object.create(null) as Record<string, true>;
  for (const text of texts) keys[text] = true;
  return Object.keys(keys);
}

/** The bucket of paths of one length. */
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
  for (let k = 0; k < entries.length; k++) {
    const entry = entries[k]!;
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
  for (let k = 0; k < entries.length; k++) {
    const code = entries[k]!.path.charCodeAt(place) & 63;
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
