// The Fetch handler in other runtimes: what a bundler makes of the package, asked the same in each of them.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { Miniflare, Response as MiniflareResponse } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import waypost from 'waypost/esbuild';
import { servedProcess } from './support/served-process.js';

const run = promisify(execFile);

const source = `
  import { HttpError, Response, hostArguments, parseRoutes, toFetchHandler } from 'waypost';
  const pages = {
    show: (request) => request.helpers.pathFor('page', request.params.id) + ' ' + request.path + ' ' + (request.query.get('a') ?? ''),
    echo: async (request) => Response.json(await request.json()),
    bytes: async (request) => new Response({ body: await request.bytes(), headers: { 'content-type': 'application/octet-stream' } }),
    stream: () => new Response({ body: new Blob(['one ', 'two']).stream() }),
    cookies: (request) => new Response({ body: request.headers.get('cookie') ?? '', headers: { 'set-cookie': ['a=1', 'b=2'] } }),
    name: (request) => hostArguments(request)[1]?.NAME ?? 'none',
    failing: () => { throw new HttpError(418, 'teapot'); },
  };
  const router = parseRoutes(\`routes {
    get '/pages/:id', to => 'pages#show', as => 'page';
    post '/echo', to => 'pages#echo';
    post '/bytes', to => 'pages#bytes';
    get '/stream', to => 'pages#stream';
    get '/cookies', to => 'pages#cookies';
    get '/name', to => 'pages#name';
    get '/failing', to => 'pages#failing';
  }\`, { controllers: { pages } });
  const otherwise = (request, env) => new globalThis.Response((env?.NAME ?? 'host') + ' ' + new URL(request.url).pathname);
  export default { fetch: toFetchHandler(router, { otherwise }) };
`;

const folder = mkdtempSync(path.join(tmpdir(), 'waypost-runtimes-'));
const file = path.join(folder, 'worker.mjs');

beforeAll(async () => {
  await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
    alias: {
      waypost: fileURLToPath(new URL('../../src/index.ts', import.meta.url)),
      'lodash-es': fileURLToPath(new URL('../../.build/collections.mjs', import.meta.url)),
    },
    bundle: true,
    outfile: file,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import'],
    define: { WAYPOST_VERSION: '"0"' },
  });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Asked {
  readonly method?: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a test reads of an answer, which each runtime has a class of its own for. */
interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null; getSetCookie(): string[] };
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface Runtime {
  ask(target: string, init?: Asked): Promise<Answer>;
  stop(): Promise<unknown>;
}

async function serving(program: string, words: readonly string[]): Promise<Runtime> {
  const installed = fileURLToPath(new URL(`node_modules/.bin/${program}`, import.meta.url));
  const { origin, stop } = await servedProcess(installed, words);
  return { ask: (target, init) => fetch(origin + target, init as RequestInit), stop };
}

const runtimes: Readonly<Record<string, () => Promise<Runtime>>> = {
  async workerd() {
    const worker = new Miniflare({
      modules: true,
      script: readFileSync(file, 'utf8'),
      compatibilityDate: '2026-01-01',
      bindings: { NAME: 'worker' },
    });
    await worker.ready;
    return {
      ask: (target, init) => worker.dispatchFetch(`http://a.example${target}`, init as never),
      stop: () => worker.dispose(),
    };
  },
  Deno: () => serving('deno', ['serve', '--no-prompt', '--host', '127.0.0.1', '--port', '0', file]),
  Bun: () => serving('bun', [file]),
};

describe.each(Object.entries(runtimes))('%s', (name, start) => {
  let runtime: Runtime;

  beforeAll(async () => {
    runtime = await start();
  }, 60_000);
  afterAll(() => runtime?.stop());

  const brief = async (target: string, init?: Asked): Promise<string> => {
    const answer = await runtime.ask(target, init);
    return `${answer.status} ${(await answer.text()).trim()}`;
  };

  it('answers, streams, fails and hands on', async () => {
    expect(await brief('/pages/7?a=b')).toBe('200 /pages/7 /pages/7 b');
    expect(await brief('/echo', { method: 'POST', body: '{"a":[1]}' })).toBe('200 {"a":[1]}');
    expect(await brief('/stream')).toBe('200 one two');
    expect(await brief('/failing')).toMatch(/^418 .*teapot/);
    expect(await brief('/other')).toBe(`200 ${name === 'workerd' ? 'worker' : 'host'} /other`);
    expect(await brief('/name')).toBe(`200 ${name === 'workerd' ? 'worker' : 'none'}`);
    expect(await brief('/pages/7', { method: 'POST', body: '' })).toBe('405 Method Not Allowed');
  });

  it('brings bytes and cookies, and answers HEAD', async () => {
    const bytes = new Uint8Array([0, 255, 128, 10]);
    const echoed = await runtime.ask('/bytes', { method: 'POST', body: bytes });
    expect(new Uint8Array(await echoed.arrayBuffer())).toEqual(bytes);
    const cookies = await runtime.ask('/cookies', { headers: { cookie: 'c=3; d=4' } });
    expect(cookies.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await cookies.text()).toBe('c=3; d=4');
    const head = await runtime.ask('/pages/7', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

it('a worker asks its assets for what waypost declines', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('apps/worker/worker.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'error',
    plugins: [waypost({ root: import.meta.dirname, types: false })],
  });
  const worker = new Miniflare({
    modules: true,
    script: outputFiles[0]!.text,
    compatibilityDate: '2026-01-01',
    serviceBindings: {
      ASSETS: (request: { readonly url: string }) =>
        new MiniflareResponse(`asset ${new URL(request.url).pathname}`),
    },
  });
  const ask = async (path: string): Promise<string> =>
    (await worker.dispatchFetch(`http://a.example${path}`)).text();
  expect(await ask('/orders/7')).toBe(' /orders/7 /orders/8');
  expect(await ask('/style.css')).toBe('asset /style.css');
  await worker.dispose();
});

it.each([['node'], ['deno', 'run', '-A'], ['bun']])('Connect middleware logs in %s', async (...words) => {
  const [program, ...rest] = words as [string, ...string[]];
  const installed = fileURLToPath(new URL(`node_modules/.bin/${program}`, import.meta.url));
  const app = fileURLToPath(new URL('apps/morgan/logged.mjs', import.meta.url));
  const { stdout } = await run(program === 'node' ? process.execPath : installed, [...rest, app]);
  expect(stdout.split('\n')).toEqual(['GET / 200 5', 'GET /other 404 9', '']);
});
