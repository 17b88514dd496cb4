// The plugin with bundlers and a browser of their own: Rspack's build runs, and in a page of Vite's dev server an edit of the routes
// swaps the router without losing the page, and a mistake is in the overlay with its line; its watch mode hears of a new controller.

import { rspack } from '@rspack/core';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build, createServer, type Rolldown, type ViteDevServer } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const application = {
  'package.json': '{ "type": "module" }\n',
  'config/routes': "routes {\n  get '/posts/:id', to: 'posts#show', as: 'post'\n}\n",
  'controllers/posts.js':
    'export const show = ({ params, helpers }) => `${params.id} ${helpers.postPath(7)}`;\n',
  'main.js': `import { toFetchHandler } from 'waypost/router';
import router from './config/routes';
const answer = await toFetchHandler(router)(new Request('http://localhost/posts/3'));
console.log(await answer.text());
`,
  'index.html':
    '<!doctype html><input id="typed"><output id="shown"></output><script type="module" src="/page.js"></script>\n',
  'page.js': `import router from './config/routes';
globalThis.tableOf = () => router.routeTable().map(({ pattern }) => pattern).join(' ');
document.querySelector('#shown').textContent = globalThis.tableOf();
`,
};

let folder: string;

const write = (name: string, text: string): void => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'waypost-bundlers-'));
  for (const [name, text] of Object.entries(application)) write(name, text);
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(root, path.join(folder, 'node_modules/waypost'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function plugin<Made>(name: string): Promise<() => Made> {
  const { default: made } = (await import(path.join(root, `dist/${name}.js`))) as {
    readonly default: () => Made;
  };
  return made;
}

describe('Rspack', () => {
  const built = async (): Promise<string> => {
    const waypost = await plugin<{ apply(compiler: object): void }>('rspack');
    return new Promise((done) => {
      rspack(
        {
          context: folder,
          mode: 'production',
          entry: './main.js',
          output: { path: folder, filename: 'out.mjs', module: true, chunkFormat: 'module' },
          experiments: { outputModule: true },
          optimization: { minimize: false },
          plugins: [waypost()],
        } as never,
        (error, stats) => done(String(error ?? stats?.toString({ all: false, errors: true }))),
      );
    });
  };

  it('compiles the routes that are imported, into what answers', async () => {
    expect(await built()).toBe('');
    expect(execFileSync(process.execPath, [path.join(folder, 'out.mjs')], { encoding: 'utf8' })).toBe(
      '3 /posts/7\n',
    );
  });

  it('says a mistake at its place', async () => {
    write('config/routes', "routes {\n  gett '/posts'\n}\n");
    const said = await built();
    expect(said).toMatch(/unknown-keyword.*'gett'/);
    expect(said).toContain('config/routes:2:3');
  });
});

it('is built again by `vite build --watch` once a controller is written that a route names', async () => {
  write('config/routes', "routes {\n  get '/tags', to => 'admin/tags#index'\n}\n");
  const waypost = await plugin<never>('vite');
  const watcher = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [waypost()],
    build: { outDir: path.join(folder, 'out'), watch: {} },
  })) as Rolldown.RolldownWatcher;
  let last: string | undefined;
  watcher.on('event', (event) => {
    if (event.code === 'BUNDLE_END' || event.code === 'ERROR')
      last = event.code === 'ERROR' ? event.error.message : '';
  });
  try {
    await expect.poll(() => last, { timeout: 10_000 }).toMatch(/unknown-controller/);
    write('controllers/admin/tags.js', 'export const index = () => 1;\n');
    await expect.poll(() => last, { timeout: 10_000 }).toBe('');
  } finally {
    await watcher.close();
  }
});

describe("Vite's dev server in Chromium", () => {
  let server: ViteDevServer;
  let page: Page;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const waypost = await plugin<never>('vite');
    server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0, watch: { usePolling: true, interval: 50 } },
      plugins: [waypost()],
    });
    await server.listen();
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    close = () => browser.close();
    page = await browser.newPage();
    await page.goto(server.resolvedUrls!.local[0]!);
    await page.getByText('/posts/:id').waitFor();
  });
  afterEach(async () => {
    await close();
    await server.close();
  });

  const table = (): Promise<string> =>
    page.evaluate(() => (globalThis as unknown as { tableOf(): string }).tableOf());

  it('an edit swaps the router, and the page stays', async () => {
    await page.fill('#typed', 'half a letter');
    write('config/routes', "routes {\n  get '/new', to: 'posts#show'\n}\n");
    await expect.poll(table, { timeout: 10_000 }).toBe('/new');
    expect(await page.inputValue('#typed')).toBe('half a letter');
    // Of two changes of a file within 50 ms Vite's watcher tells the first alone.
    await setTimeout(200);
    write('config/routes', "routes {\n  get '/newer', to: 'posts#show'\n}\n");
    await expect.poll(table, { timeout: 10_000 }).toBe('/newer');
    expect(await page.inputValue('#typed')).toBe('half a letter');
  });

  it('a mistake is in the overlay with its line, and gone when it is mended', async () => {
    await page.fill('#typed', 'half a letter');
    write('config/routes', "routes {\n  gett '/posts'\n}\n");
    const overlay = page.locator('vite-error-overlay');
    await overlay.waitFor();
    expect(await overlay.locator('.message').innerText()).toContain("unknown-keyword: 'gett'");
    expect(await overlay.locator('.file').first().innerText()).toContain('config/routes:2:');
    expect(await overlay.locator('.frame').innerText()).toContain("gett '/posts'");
    expect(await table()).toBe('/posts/:id');
    write('config/routes', "routes {\n  get '/mended', to: 'posts#show'\n}\n");
    await expect.poll(table, { timeout: 10_000 }).toBe('/mended');
    await expect.poll(() => overlay.count()).toBe(0);
    expect(await page.inputValue('#typed')).toBe('half a letter');
  });
});
