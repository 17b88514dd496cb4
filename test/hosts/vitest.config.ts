import { defineConfig } from 'vitest/config';

/** Real hosts and real middleware, whose packages are a folder of their own: `npm run test:hosts`. */
export default defineConfig({
  test: {
    include: ['*.spec.ts'],
    root: new URL('.', import.meta.url).pathname,
    testTimeout: 30_000,
    pool: 'forks',
  },
});
