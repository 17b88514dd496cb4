// Comparisons by the thousand: asking first whether there is anything to tell takes a tenth of what `expect` takes.

import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** What was found is what was wanted, as `toEqual` has it. */
export function expectEqual(found: unknown, wanted: unknown, of?: string): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found, of).toEqual(wanted);
}
