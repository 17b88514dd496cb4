// `waypost new`: what it writes is tried as its user would, with the packed package and nothing else of this project.

import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installPacked, type PackedPackage } from '../support/packed-package.js';

let packed: PackedPackage;
let command: string;
beforeAll(() => {
  packed = installPacked(['@remix-run/html-template', '@types/node', 'typescript', 'vitest']);
  command = join(packed.installed, 'dist/bin/waypost.js');
  execFileSync(process.execPath, [command, 'new', 'My shop'], { cwd: packed.folder });
});
afterAll(() => packed?.remove());

const run = promisify(execFile);
const shop = (): string => join(packed.folder, 'My shop');

it('type-checks, lints, is formatted and passes its test', async () => {
  const options = { cwd: shop(), env: { ...process.env, VITEST: undefined, NODE_ENV: 'test' } };
  const node = (...args: string[]): Promise<{ stdout: string }> => run(process.execPath, args, options);
  await node(resolve('node_modules/typescript/bin/tsc'));
  await node(command, 'lint', '--max-warnings', '0');
  await node(command, 'format', '--check');
  const { stdout } = await node(resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', '.');
  expect(stdout).toMatch(/2 passed/);
}, 120_000);

it('starts, and answers', async () => {
  const server = spawn(process.execPath, [command, 'serve', '--port', '0'], {
    cwd: shop(),
    env: { ...process.env, VITEST: undefined, NODE_ENV: undefined },
  });
  try {
    const lines = createInterface({ input: server.stdout });
    const [line] = (await once(lines, 'line')) as [string];
    const [url] = /http:\S+/.exec(line) ?? expect.fail(line);
    expect(line).toMatch(/\(2 routes, Ctrl\+C stops\)$/);
    const page = await fetch(`${url}/hello/ada`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Hello, ada!</h1>')]);
  } finally {
    server.kill('SIGKILL');
  }
});

it('names what it needs', () => {
  const { name, dependencies, allowScripts } = JSON.parse(
    readFileSync(join(shop(), 'package.json'), 'utf8'),
  ) as {
    name: string;
    dependencies: Record<string, string>;
    allowScripts: Record<string, boolean>;
  };
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect([name, dependencies['waypost']]).toEqual(['my-shop', `^${version}`]);
  // npm 11 warns of scripts that nobody has allowed.
  expect(allowScripts).toEqual({ esbuild: true });
});

it.each(['sub/plain', 'My other shop', "it's $HOME & more", '-shop'])(
  'says where to go, as a shell takes it: %s',
  (name) => {
    const { folder: cwd } = packed;
    const said = execFileSync(process.execPath, [command, 'new', '--', name], { cwd, encoding: 'utf8' });
    const [go = ''] = /cd .*/.exec(said) ?? [];
    expect(execFileSync('sh', ['-c', `${go} && pwd`], { cwd, encoding: 'utf8' })).toBe(
      `${join(cwd, name)}\n`,
    );
  },
);

it('writes into a repository in which nothing is yet', () => {
  const cwd = join(packed.folder, 'cloned');
  mkdirSync(join(cwd, '.git'), { recursive: true });
  execFileSync(process.execPath, [command, 'new', '.'], { cwd });
  expect(readdirSync(cwd)).toEqual(expect.arrayContaining(['.git', 'config', 'package.json']));
});

it('overwrites nothing', () => {
  mkdirSync(join(packed.folder, 'full'));
  writeFileSync(join(packed.folder, 'full/mine'), '');
  const { status, stderr } = spawnSync(process.execPath, [command, 'new', 'full'], {
    cwd: packed.folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, 'error: full is there already; name a folder that is new or empty\n']);
});
