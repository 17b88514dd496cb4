// A server of `serve` that is told to stop while it answers, in each runtime that has `node:http`.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'waypost-stopping-'));
const file = path.join(folder, 'server.mjs');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dist = new URL('../../dist/', import.meta.url).href;
writeFileSync(
  file,
  `import { serve } from '${dist}node.js';
import { routes } from '${dist}index.js';
const later = () => new Promise((resolve) => setTimeout(resolve, 500, 'finished'));
const server = await serve(routes\`root to => \${() => 'here'}; get '/slow', to => \${later};\`, {
  port: 0,
  onClose: () => console.log('closed'),
});
console.log(server.url);
`,
);

const bin = (program: string): string =>
  fileURLToPath(new URL(`node_modules/.bin/${program}`, import.meta.url));

it.each([
  ['Node', process.execPath, []],
  ['Deno', bin('deno'), ['run', '--no-prompt', '--allow-all', '--node-modules-dir=manual']],
  ['Bun', bin('bun'), []],
])('finishes its answers on %s, closes and ends with 0', async (_, program, words) => {
  const server = spawn(program, [...words, file], { env: { ...process.env, NO_COLOR: '1' } });
  let said = '';
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  const origin = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const [url] = /http:\S+/.exec(said) ?? [];
      if (url !== undefined) resolve(url.replace('localhost', '127.0.0.1'));
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.once('exit', () => reject(new Error(said)));
  });
  // This connection is kept, and idle while the other one is answered.
  expect(await (await fetch(origin)).text()).toBe('here');
  const slow = fetch(`${origin}/slow`).then((answer) => answer.text());
  setTimeout(() => server.kill('SIGTERM'), 150);
  expect(await slow).toBe('finished');
  expect([await ended, said.split('\n').slice(1).join('\n')]).toEqual([0, 'closed\n']);
});
