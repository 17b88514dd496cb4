// A server with the whole of waypost in its bundle, which loads an application as it runs.

import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOf } from '../support/temporary-folder.js';

const entry = new URL('../../src/node/index.ts', import.meta.url).pathname;

const server = `
  import { createApplication } from ${JSON.stringify(entry)};
  createApplication(__dirname).then(
    async (app) => console.log(app.router.recognize('GET', '/')?.action),
    (error) => console.log(error.name + ': ' + error.message),
  );
`;

it.each([
  ['pages.js', 'exports.home = () => "home";', 'home'],
  [
    'pages.ts',
    // More than types, which no Node removes.
    'enum Page { Home }\nexport const home = () => Page[0];',
    'RoutesFileError: FOLDER/controllers/pages.ts cannot be imported: what compiles TypeScript here, jiti, cannot run inside a bundle. Leave the package waypost outside of it, or compile the file to JavaScript',
  ],
])('a server that was bundled whole loads %s', async (file, text, told) => {
  const folder = folderOf({ routes: "routes { root to => 'pages#home' }", [`controllers/${file}`]: text });
  const outfile = join(folder, 'server.cjs');
  await build({
    stdin: { contents: server, resolveDir: folder },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
    logLevel: 'error',
  });
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_OPTIONS: '' };
  delete env['VITEST'];
  const printed = execFileSync(process.execPath, [outfile], { cwd: folder, env, encoding: 'utf8' });
  expect(printed.trim().replaceAll(folder, 'FOLDER')).toBe(told);
});
