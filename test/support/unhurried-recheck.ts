// Runs before each test file. `recheck` gives up on a regex after most of a second. On a busy machine, tests would then lack the verdict
// that they test, so they get more time.

import { vi } from 'vitest';

interface Judge {
  checkSync(source: string, flags: string, parameters: { readonly timeout: number }): unknown;
}

vi.mock('recheck/lib/browser.js', async (importOriginal) => {
  const loaded = await importOriginal<Judge & { readonly default?: Judge }>();
  const { checkSync } = loaded.default ?? loaded;
  const unhurried: Judge['checkSync'] = (source, flags) => checkSync(source, flags, { timeout: 60_000 });
  return { default: { checkSync: unhurried } };
});
