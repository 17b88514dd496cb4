// Runs before each test file: the judge of regexes gives up after most of a second, which on a busy machine would leave tests without
// the verdict that they are about.

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
