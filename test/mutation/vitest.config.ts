// The tests that mutants are tried with: those that run the sources in their own process. Tests of `dist/`, of packed packages and of
// servers in other processes do not see a mutant, and tests of texts (the rooms' imports, pages) have nothing to say about one.

import { defineConfig } from 'vitest/config';
import whole from '../vitest.config.js';

/** Files run in the order in which they are asked for: the quickest first. */
class AsGiven {
  shard<T>(files: T): T {
    return files;
  }

  sort<T>(files: T): T {
    return files;
  }
}

export default defineConfig({
  plugins: whole.plugins ?? [],
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    exclude: [
      'test/{bundles,fuzz,samples,hosts,editors}/**',
      'test/{architecture,keyword-names,package,public-types,security-page}.test.ts',
      'test/cli/{new,nothing-runs,routes-and-match,serve,types-and-path}.test.ts',
      'test/grammar/textmate.test.ts',
      'test/lint/{claims,configuration}.test.ts',
      'test/lsp/{editor-configurations,robustness,server,textmate-tokens,worker}.test.ts',
      'test/node/{one-copy,workers}.test.ts',
    ],
    setupFiles: ['.build/node-20.mjs', 'test/support/unhurried-recheck.ts', 'test/mutation/setup.ts'],
    testTimeout: 30_000,
    pool: 'threads',
    sequence: { sequencer: AsGiven as never },
  },
});
