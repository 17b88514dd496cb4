// `waypost build`: an application as a folder that starts with `node dist/server.js`, away from its sources.

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CommandRun, WorkFolder } from '../support/test-terminal.js';

const root = new URL('../..', import.meta.url).pathname;

const application = {
  'package.json': '{ "type": "module", "dependencies": { "greeter": "^1.0.0" } }\n',
  'config/routes': "routes {\n  resources 'posts', only: %w(index show)\n}\n",
  'config/middleware.ts': `import { RequestId, type MiddlewareStack } from 'waypost';
export default async (stack: MiddlewareStack): Promise<void> => void stack.use('id', RequestId);
`,
  'controllers/posts.ts': `import { readFileSync } from 'node:fs';
import { greet } from 'greeter';
import { Response, type Request } from 'waypost';
const words: string = readFileSync(new URL('../data/words.txt', import.meta.url), 'utf8');
export const index = (request: Request) => Response.text(words + request.helpers.pathFor('post', 7));
export const show = ({ params }: Request) => greet(params['id']);
`,
  'data/words.txt': 'all: ',
  'public/style.css': 'body {}\n',
  'node_modules/greeter/package.json': '{ "name": "greeter", "version": "1.0.2", "main": "index.cjs" }\n',
  'node_modules/greeter/index.cjs': 'exports.greet = (who) => `hello ${who}`;\n',
};

let folder: WorkFolder;
let elsewhere: string;

beforeEach(() => {
  folder = new WorkFolder();
  folder.write(application);
  symlinkSync(root, join(folder.path, 'node_modules/waypost'));
  elsewhere = mkdtempSync(join(tmpdir(), 'waypost-built-'));
});

afterEach(() => {
  folder.remove();
  rmSync(elsewhere, { recursive: true, force: true });
});

const run = (...args: readonly string[]): Promise<CommandRun> => folder.run(args);

/** Starts what a command line starts, asks it for paths, and ends it. */
async function asked(args: readonly string[], paths: readonly string[]): Promise<string[]> {
  const server = spawn(process.execPath, args, {
    cwd: elsewhere,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await new Promise<string>((done, fail) => {
      let printed = '';
      server.stdout.on('data', (data: Buffer) => {
        printed += String(data);
        const [found] = /http:\S+/.exec(printed) ?? [];
        if (found !== undefined) done(found);
      });
      server.once('exit', () => fail(new Error(`it ended: ${printed}`)));
    });
    return await Promise.all(paths.map(async (path) => (await fetch(url + path)).text()));
  } finally {
    server.kill('SIGKILL');
  }
}

it('writes a folder that starts without its sources, a parser or jiti', async () => {
  const { output, status } = await run('build', '--include', 'data/words.txt');
  expect(output).toContain('It imports greeter');
  expect(status).toBe(0);
  const built = join(folder.path, 'dist');
  expect(JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))).toMatchObject({
    type: 'module',
    dependencies: { greeter: '^1.0.0' },
  });
  expect(readFileSync(join(built, 'server.js'), 'utf8')).not.toMatch(/chevrotain|jiti|oxc-parser/i);

  cpSync(built, join(elsewhere, 'dist'), { recursive: true });
  mkdirSync(join(elsewhere, 'node_modules'));
  cpSync(join(folder.path, 'node_modules/greeter'), join(elsewhere, 'node_modules/greeter'), {
    recursive: true,
  });
  folder.remove();
  const answers = ['all: /posts/7', 'hello ada', 'body {}\n'];
  const paths = ['/posts', '/posts/ada', '/style.css'];
  expect(await asked(['dist/server.js'], paths)).toEqual(answers);
  expect(await asked([join(root, 'dist/bin/waypost.js'), 'start', 'dist'], paths)).toEqual(answers);
});

it('writes over an earlier build, and over nothing else', async () => {
  await run('build', '--out', 'built');
  expect((await run('build', '--out', 'built')).status).toBe(0);
  for (const out of ['.', '..', 'data']) {
    const { errors, status } = await run('build', '--out', out);
    expect(errors).toMatch(/has the application in it|was not written by waypost build/);
    expect(status).toBe(2);
  }
  expect(existsSync(join(folder.path, 'data/words.txt'))).toBe(true);
});

it('says what it cannot build', async () => {
  expect(await run('build', '--target', 'bun')).toMatchObject({
    status: 2,
    errors: expect.stringContaining('--target bun cannot be built, only node can') as string,
  });
  expect((await run('build', '--include', '../other')).errors).toContain('there is no ../other in ');
  expect((await run('start', 'nowhere')).errors).toContain(
    'there is no nowhere/server.js: waypost build --out nowhere writes it',
  );
  folder.write({ 'config/routes': "routes {\n  gett '/'\n}\n" });
  expect(await run('build')).toMatchObject({
    status: 1,
    errors: expect.stringContaining("config/routes:2:3 unknown-keyword: 'gett'") as string,
  });
});
