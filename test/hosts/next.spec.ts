// waypost in Next: as a catch-all route handler, as its proxy, built, and before Next in a server of one's own.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import next from 'next';
import { afterAll } from 'vitest';
import { toNodeListener } from 'waypost/node';
import { projectOf } from './support/project.js';
import { asked, router, serving } from './support/questions.js';
import { servedProcess } from './support/served-process.js';

process.env['NEXT_TELEMETRY_DISABLED'] = '1';
const compile = [
  '../node_modules/waypost/dist/bin/waypost.js',
  'compile',
  'shop/routes',
  '--out',
  'shop/routes.js',
];
const compiled = (name: string): ReturnType<typeof projectOf> => {
  const copy = projectOf(name);
  execFileSync('node', compile, { cwd: copy.folder });
  return copy;
};
const project = compiled('next');
// CommonJS, whose types know of `default` alone.
const start = next as unknown as typeof next.default;
const app = start({ dev: true, dir: project.folder });
await app.prepare();
const pages = app.getRequestHandler();
afterAll(() => app.close().then(() => project.remove()));

asked('Next 16’s route handlers', async () => {
  return { ...(await serving(pages)), behind: 'host /shop/other', failure: 'Error', slash: '308 /shop' };
});

asked('Next 16 in a server of one’s own', async () => {
  const shop = toNodeListener(router, { prefix: '/shop', passErrors: false });
  const server = createServer((request, response) =>
    shop(request, response, () => void pages(request, response)),
  );
  server.listen(0);
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behind: 'host /shop/other',
    failure: 'Error',
    close: () => server[Symbol.asyncDispose](),
  };
});

asked('Next 16’s proxy, built', async () => {
  const { folder, remove } = compiled('next-proxy');
  const command = '../node_modules/next/dist/bin/next';
  execFileSync('node', [command, 'build'], { cwd: folder, stdio: 'pipe' });
  const { origin, stop } = await servedProcess('node', [command, 'start'], { cwd: folder });
  return {
    origin,
    behind: 'host /shop/other',
    failure: 'Error',
    slash: '308 /shop',
    close: () => stop().then(remove),
  };
});
