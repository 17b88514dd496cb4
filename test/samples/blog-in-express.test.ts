// The sample blog in its second start: an Express application answers what is its own, waypost the rest.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const scratch = mkdtempSync(join(tmpdir(), 'fingerpost-express-'));
let server: Server;
let url: string;

beforeAll(async () => {
  process.env['BLOG_DATABASE'] = join(scratch, 'blog.sqlite');
  process.env['LOG_LEVEL'] = 'silent';
  const { createExpressApplication } = await import('../../samples/blog/express.js');
  server = (await createExpressApplication()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(scratch, { recursive: true, force: true });
});

async function told(path: string, init?: Parameters<typeof fetch>[1]): Promise<string> {
  const answer = await fetch(url + path, { redirect: 'manual', headers: { accept: 'text/html' }, ...init });
  const by = answer.headers.has('x-request-id') ? 'waypost' : 'Express';
  return `${by} ${answer.status} ${answer.headers.get('location') ?? ''}`.trim();
}

it.each([
  ['/', 'waypost 200'],
  ['/posts', 'waypost 200'],
  ['/posts.json', 'waypost 200'],
  ['/articles', 'waypost 301 /posts'],
  ['/admin', 'waypost 303 /login?to=%2Fadmin'],
  ['/api/posts', 'Express 200'],
  ['/api/nothing', 'Express 404'],
  ['/newsletter', 'Express 200'],
  ['/status', 'Express 200'],
  ['/contact', 'Express 200'],
  ['/legal', 'Express 200'],
  ['/nowhere', 'Express 404'],
])('%s is answered by %s', async (path, expected) => {
  expect(await told(path)).toBe(expected);
});

it('forms work on both sides, whose bodies Express parses', async () => {
  const post = (path: string, fields: Record<string, string>): Promise<string> =>
    told(path, { method: 'POST', body: new URLSearchParams(fields) });
  expect(await post('/newsletter', { email: 'ada@example.com' })).toBe('Express 303 /');
  expect(await post('/login', { name: 'writer', password: 'waypost' })).toMatch(/^waypost 303 \/admin/);
});
