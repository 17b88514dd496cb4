import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['.build/node-20.mjs'],
    root: new URL('..', import.meta.url).pathname,
    testTimeout: 30_000,
    pool: 'threads',
  },
});
