// waypost in a service worker of a real Chromium, Debian's package; a test says so where it is missing.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import waypost from 'waypost/esbuild';
import { type Browser, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, listening } from '../support/raw-http.js';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const isInstalled = existsSync(executablePath);
if (!isInstalled)
  console.warn(`${executablePath} is missing: no service worker is tried (CHROMIUM=… names another)`);

/** What is used of a page's globals. */
interface Window {
  readonly navigator: { readonly serviceWorker: EventTarget & { register(url: string): Promise<unknown> } };
}

describe.skipIf(!isInstalled)('Chromium’s service worker', () => {
  let browser: Browser;
  let page: Page;
  let server: TestServer;

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('apps/service-worker/worker.ts', import.meta.url))],
      bundle: true,
      write: false,
      logLevel: 'error',
      format: 'iife',
      plugins: [waypost({ root: fileURLToPath(new URL('.', import.meta.url)), types: false })],
    });
    server = await listening((request, response) => {
      const isWorker = request.url === '/worker.js';
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
      response.end(isWorker ? outputFiles[0]!.text : `server ${request.url}`);
    });
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    page = await browser.newPage();
    await page.goto(server.url);
    await page.evaluate(async () => {
      const { serviceWorker } = (globalThis as unknown as Window).navigator;
      const controlled = new Promise((resolve) =>
        serviceWorker.addEventListener('controllerchange', resolve),
      );
      await serviceWorker.register('/worker.js');
      await controlled;
    });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const ask = (
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) =>
    page.evaluate(
      async ([path, init]) => {
        const answer = await fetch(path, init);
        return `${answer.status} ${answer.headers.get('content-type')} ${(await answer.text()).trim()}`;
      },
      [path, init] as const,
    );

  it('answers, streams, fails, and leaves the rest to the server', async () => {
    const text = 'text/plain; charset=utf-8';
    expect(await ask('/shop/orders/7?a=b')).toBe(`200 ${text} /shop /orders/7 /shop/orders/8`);
    expect(await ask('/shop/json', { method: 'POST', body: '{"a":[1]}' })).toBe(
      '200 application/json; charset=utf-8 {"a":[1]}',
    );
    expect(await ask('/shop/stream')).toBe('200 text/plain one two');
    expect(await ask('/shop/teapot')).toMatch(/^418 .*short and stout/);
    expect(await ask('/shop/failing')).toBe(`500 ${text} Internal Server Error`);
    expect(await ask('/shop/orders/7', { method: 'DELETE' })).toBe(`405 ${text} Method Not Allowed`);
    expect(await ask('/shop/orders/7', { method: 'HEAD' })).toBe(`200 ${text} `);
    expect(await ask('/shop/other')).toBe('200 text/html server /shop/other');
  });

  it('answers when a person goes there', async () => {
    const answer = await page.goto(`${server.url}/shop/orders/9`);
    expect([answer!.fromServiceWorker(), await page.textContent('body')]).toEqual([
      true,
      '/shop /orders/9 /shop/orders/8',
    ]);
    expect(await (await page.goto(`${server.url}/shop/elsewhere`))!.text()).toBe('server /shop/elsewhere');
  });
});
