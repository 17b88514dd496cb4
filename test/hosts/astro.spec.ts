// waypost in Astro's middleware, in its dev server and in what it builds for Node; and before that, in Express.

import { build, dev } from 'astro';
import express from 'express';
import { afterAll } from 'vitest';
import { toNodeListener } from 'waypost/node';
import { projectOf } from './support/project.js';
import { asked, router, serving } from './support/questions.js';

process.env['ASTRO_TELEMETRY_DISABLED'] = '1';
const project = projectOf('astro');
const settings = { root: project.folder, logLevel: 'silent' } as const;
afterAll(() => project.remove());

asked('Astro 6’s dev server', async () => {
  const server = await dev({ ...settings, server: { port: 0, host: '127.0.0.1' } });
  return {
    origin: `http://127.0.0.1:${server.address.port}`,
    behind: 'host /shop/other',
    failure: 'Error',
    user: 'event',
    tellsHangUps: false,
    close: () => server.stop(),
  };
});

const built = async (): Promise<express.Handler> => {
  const entry = `${project.folder}/dist/server/entry.mjs`;
  return ((await import(entry)) as { readonly handler: express.Handler }).handler;
};

asked('Astro 6, built for Node', async () => {
  await build(settings);
  const handler = await built();
  return {
    ...(await serving(handler as Parameters<typeof serving>[0])),
    behind: 'host /shop/other',
    failure: '',
    user: 'event',
  };
});

asked('Astro 6, built for Node, behind Express', async () => {
  const handler = await built();
  const app = express();
  app.use('/shop', toNodeListener(router));
  app.use(handler);
  return { ...(await serving(app)), behind: 'host /shop/other', failure: 'Error: lost' };
});
