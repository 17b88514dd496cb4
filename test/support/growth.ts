import { expect } from 'vitest';

/** Retries for tests with `expectLinear`, because the machine may have been busy. */
export const again = { retry: 2 };

/**
 * Expects that time grows linearly with size. Eight times the size takes about eight times as long if growth is linear, and sixty-four
 * times if it is quadratic; up to forty times is accepted. Times below a second are not compared. `cost` returns milliseconds.
 */
export async function expectLinear(
  cost: (size: number) => number | Promise<number>,
  size: number,
): Promise<void> {
  const many = await cost(size);
  if (many > 1_000) expect(many / (await cost(size / 8))).toBeLessThan(40);
}

/** The milliseconds that `run` takes. */
export async function timeOf(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
