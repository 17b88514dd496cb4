// waypost in SvelteKit's `handle`, in its dev server and in what it builds; and before what it builds for Node, in Express.

import express from 'express';
import { build, createServer, preview } from 'vite';
import { afterAll } from 'vitest';
import { toNodeListener } from 'waypost/node';
import { projectOf } from './support/project.js';
import { asked, router, serving } from './support/questions.js';

const project = projectOf('sveltekit');
// Where SvelteKit looks for its project.
process.chdir(project.folder);
afterAll(() => project.remove());

const facts = {
  behind: 'host /shop/other',
  failure: 'Internal Error',
  user: 'event',
  leavesBodies: true,
} as const;

asked('SvelteKit 2’s dev server', async () => {
  const vite = await createServer({ logLevel: 'silent', server: { middlewareMode: true, ws: false } });
  const served = await serving(vite.middlewares);
  return { ...facts, origin: served.origin, close: () => Promise.all([served.close(), vite.close()]) };
});

asked('SvelteKit 2, built', async () => {
  await build({ logLevel: 'silent' });
  const server = await preview({ logLevel: 'silent', preview: { port: 0, host: '127.0.0.1' } });
  const origin = server.resolvedUrls!.local[0]!.replace(/\/$/, '');
  return { ...facts, origin, close: () => server.close() };
});

asked('SvelteKit 2, built for Node, behind Express', async () => {
  const { handler } = (await import(`${project.folder}/build/handler.js`)) as {
    readonly handler: express.Handler;
  };
  const app = express();
  app.use('/shop', toNodeListener(router));
  app.use(handler);
  return { ...(await serving(app)), behind: 'host /shop/other', failure: 'Error: lost' };
});
