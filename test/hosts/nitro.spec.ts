// waypost as a middleware of Nitro, built for Node.

import { afterAll } from 'vitest';
import { build, createNitro, prepare } from 'nitro';
import { projectOf } from './support/project.js';
import { asked, serving } from './support/questions.js';

const project = projectOf('nitro');
afterAll(() => project.remove());

asked('Nitro 3', async () => {
  const nitro = await createNitro({ rootDir: project.folder, preset: 'node-middleware', logLevel: 0 });
  await prepare(nitro);
  await build(nitro);
  await nitro.close();
  const { middleware } = (await import(`${project.folder}/.output/server/index.mjs`)) as {
    readonly middleware: Parameters<typeof serving>[0];
  };
  return {
    ...(await serving(middleware)),
    behind: 'host /shop/other',
    failure: 'error',
    missing: /^404 .*Cannot find any route/s,
  };
});
