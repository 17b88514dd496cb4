// Random numbers from a seed, so that a failure can be reproduced.

/** Gives a random integer from 0 to `below - 1`. */
export type Random = (below: number) => number;

/** The generator Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)]!;
/** True once in `outOf` times on average. */
export const chance = (random: Random, outOf: number): boolean => random(outOf) === 0;
