import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';

const here = new URL('.', import.meta.url);
const router = fileURLToPath(new URL('../../src/routing/router/router.ts', here));
const throughAModule = fileURLToPath(new URL('router-through-a-module.ts', here));

/** Whoever makes a router gets one that was compiled: the loaders, and tests that have definitions at hand. */
const compiledRouters: Plugin = {
  name: 'compiled-routers',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (!id.endsWith('/router.js') || importer === undefined) return null;
    const makesRouters = /\/src\/interpreter\/load\.ts$|\/test\/(?!compiled\/)/.test(importer);
    if (!makesRouters) return null;
    const found = await this.resolve(id, importer, { skipSelf: true });
    return found?.id === router ? throughAModule : found;
  },
};

/** The tests that ask routers, with every router compiled to the text of a module first: `npm run test:compiled`. */
export default defineConfig({
  plugins: [compiledRouters],
  test: {
    include: ['test/{http,interpreter,middleware,node,routing,samples}/**/*.test.ts'],
    setupFiles: ['.build/node-20.mjs'],
    root: fileURLToPath(new URL('../..', here)),
    // A property makes hundreds of modules, each of which is read, or bundled.
    env: { RUNS_DIVISOR: '20', WAYPOST_MATCHER_TABLES: '24' },
    testTimeout: 300_000,
    hookTimeout: 120_000,
    pool: 'threads',
  },
});
