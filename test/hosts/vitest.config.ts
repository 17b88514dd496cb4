import { defineConfig } from 'vitest/config';

/** Real hosts and real middleware, whose packages are a folder of their own: `npm run test:hosts`. */
export default defineConfig({
  test: {
    include: ['*.spec.ts'],
    root: new URL('.', import.meta.url).pathname,
    globalSetup: ['support/setup.ts'],
    testTimeout: 30_000,
    pool: 'forks',
    server: { deps: { external: [/\/dist\//] } },
  },
});
