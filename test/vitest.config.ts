import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { standaloneRuntimeModule } from '../.build/standalone-runtime.mjs';

const standaloneRuntime = '#standalone-runtime';

/**
 * Rooms whose tests share what they import with those that ran before in the same thread, since they leave nothing behind: importing took as long as half of their tests.
 * Where routing is asked so often that it learns, it learns in the process; `node/` and the commands change the process, and the rest imports
 * little that is shared.
 */
const sharing = [
  'analysis',
  'format',
  'grammar',
  'http',
  'interpreter',
  'language',
  'lint',
  'lsp',
  'middleware',
  'proofs',
  'routing/{constraints,custom-helpers,explain,helper-fixtures,layers,linear-matcher,matched-paths,notices}',
  'routing/{pattern*,redirect,regex-linearity,request-helpers,route-name,router,url-helpers*,wrong-questions}',
  'typescript',
].map((room) => (room.includes('/') ? `test/${room}.test.ts` : `test/${room}/**/*.test.ts`));

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
    projects: [
      { extends: true, test: { name: 'sharing', include: sharing, isolate: false } },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...sharing],
        },
      },
    ],
    setupFiles: ['.build/node-20.mjs', 'test/support/unhurried-recheck.ts'],
    root: new URL('..', import.meta.url).pathname,
    // A test that hangs ends; one that is slow on a busy machine goes on.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'threads',
    // One more than there are processors: many tests wait for processes of their own.
    maxWorkers: availableParallelism() + 1,
  },
});
