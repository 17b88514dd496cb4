// The sample blog in its second start: an Express application answers what is its own, waypost the rest.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Express } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadRoutes } from '../../src/node/index.js';

const scratch = mkdtempSync(join(tmpdir(), 'fingerpost-express-'));
let server: Server;
let app: Express;
let url: string;

beforeAll(async () => {
  process.env['BLOG_DATABASE'] = join(scratch, 'blog.sqlite');
  process.env['LOG_LEVEL'] = 'silent';
  const { createExpressApplication } = await import('../../samples/blog/express.js');
  app = await createExpressApplication();
  server = app.listen(0, '127.0.0.1');
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
  ['/api/posts/1/comments', 'Express 200'],
  ['/api/posts/1/neighbours', 'Express 200'],
  ['/api/months/2026', 'Express 200'],
  ['/api/posts/99999', 'Express 404'],
  ['/newsletter/latest', 'Express 200'],
  ['/help/search', 'Express 200'],
  ['/help/nothing', 'Express 404'],
  ['/sitemap.xml', 'Express 200'],
  ['/feed.json', 'Express 200'],
  ['/.well-known/security.txt', 'Express 200'],
  ['/rss', 'Express 301 /feed'],
  ['/p/2', 'Express 301 /posts/2-cairns'],
  ['/p/nothing', 'Express 404'],
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

it('half of the addresses are Express’s', async () => {
  const ours = (await loadRoutes('samples/blog/config/routes')).routeTable().length;
  expect(addressesOf(app.router as unknown as Layers) / ours).toBeCloseTo(1, 1);
});

interface Layers {
  readonly stack: readonly {
    readonly route?: { readonly stack: readonly unknown[] };
    readonly handle: Partial<Layers>;
  }[];
}

/** How many pairs of a method and a path an Express router answers, those of routers in it among them. */
function addressesOf({ stack }: Layers): number {
  const counts = stack.map(({ route, handle }) =>
    route ? route.stack.length : handle.stack ? addressesOf(handle as Layers) : 0,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
