// waypost in Astro's middleware: in its dev server, and in what it builds for Node.

import { build, dev } from 'astro';
import { afterAll } from 'vitest';
import { projectOf } from './support/project.js';
import { asked, serving } from './support/questions.js';

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

asked('Astro 6, built for Node', async () => {
  await build(settings);
  const { handler } = (await import(`${project.folder}/dist/server/entry.mjs`)) as {
    readonly handler: Parameters<typeof serving>[0];
  };
  return { ...(await serving(handler)), behind: 'host /shop/other', failure: '', user: 'event' };
});
