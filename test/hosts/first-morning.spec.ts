// The first folder of URLs in an Express application (docs/embedding.md), started as it stands there.

import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { projectOf } from './support/project.js';

let server: ChildProcess;
let url: string;
const project = projectOf('express');

beforeAll(async () => {
  const port = await freePort();
  server = spawn(process.execPath, ['server.js'], {
    cwd: project.folder,
    env: { ...process.env, PORT: `${port}` },
  });
  url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(url), 20_000);
}, 30_000);
afterAll(() => {
  server.kill();
  project.remove();
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

it.each([
  ['/', '200 the home page'],
  ['/shop', '200 all orders'],
  ['/shop/orders/7', '200 {"order":"7"}'],
  ['/shop/returns', '200 still Express'],
])('%s is %s', async (path, expected) => {
  const answer = await fetch(url + path);
  expect(`${answer.status} ${await answer.text()}`).toBe(expected);
});
