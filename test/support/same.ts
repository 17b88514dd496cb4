// What is compared very often and is the same nearly always, by the quick comparison of Node first.

import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** As `expect(actual, story).toEqual(expected)`. */
export function expectSame(actual: unknown, expected: unknown, story?: () => string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, story?.()).toEqual(expected);
}
