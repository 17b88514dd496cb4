// waypost as a server middleware of Nuxt, whose h3 is version 1: bundled as Nitro does it, in a server of that h3.

import { type EventHandler, createApp, defineEventHandler, toNodeListener } from 'h3-1';
import { build } from 'esbuild';
import { afterAll } from 'vitest';
import waypost from 'waypost/esbuild';
import { projectOf } from './support/project.js';
import { asked, serving } from './support/questions.js';

const project = projectOf('nuxt');
afterAll(() => project.remove());

asked('h3 1, as in Nuxt 4', async () => {
  const outfile = `${project.folder}/server.mjs`;
  await build({
    entryPoints: [`${project.folder}/server/middleware/shop.ts`],
    // Nuxt imports what h3 gives by itself.
    inject: [`${project.folder}/imports.ts`],
    plugins: [waypost()],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outfile,
  });
  const { default: shop } = (await import(outfile)) as { readonly default: EventHandler };
  const app = createApp()
    .use(shop)
    .use(defineEventHandler((event) => `host ${event.path}`));
  return {
    ...(await serving(toNodeListener(app))),
    behind: 'host /shop/other?a=b',
    failure: 'Internal Server Error',
  };
});
