import { expect } from 'vitest';

/** For tests with `expectLinear`: the machine may have had other work meanwhile. */
export const again = { retry: 2 };

/**
 * Holds what something takes to growing as its size does: eight times as much takes about eight times as long, and no more than forty times, where
 * a square takes sixty-four. What is over within a second is not compared. `cost` gives milliseconds.
 */
export async function expectLinear(
  cost: (size: number) => number | Promise<number>,
  size: number,
): Promise<void> {
  const many = await cost(size);
  if (many > 1_000) expect(many / (await cost(size / 8))).toBeLessThan(40);
}

/** Milliseconds until something is done. */
export async function timeOf(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
