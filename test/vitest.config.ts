import { defineConfig } from 'vitest/config';
import { standaloneRuntimeModule } from '../.build/standalone-runtime.mjs';

const standaloneRuntime = '#standalone-runtime';

export default defineConfig({
  plugins: [
    {
      name: 'standalone-runtime-of-the-sources',
      enforce: 'pre',
      resolveId: (id) => (id === standaloneRuntime ? `\0${id}` : undefined),
      load: (id) => (id === `\0${standaloneRuntime}` ? standaloneRuntimeModule() : undefined),
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['.build/node-20.mjs', 'test/support/unhurried-recheck.ts'],
    root: new URL('..', import.meta.url).pathname,
    // A test that hangs ends; one that is slow on a busy machine goes on.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'threads',
  },
});
