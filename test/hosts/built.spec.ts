// What `waypost build` writes, started by the runtime that it is for, away from its sources, and asked the same in each of them.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Miniflare } from 'miniflare';
import { chromium } from 'playwright-core';
import { type AWSLambdaHandler, invokeLambdaHandler } from 'srvx/aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedProcess } from './support/served-process.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = path.join(here, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'waypost-built-'));
const source = path.join(folder, 'application');

const application = {
  'package.json': '{ "type": "module", "name": "The shop" }\n',
  'config/routes': `routes {
  root to => 'pages#home'
  through &../layers#timed, {
    get '/pages/:id(.:format)', to => 'pages#show', as => 'page', constraints => { id => /\\d+|(a+)+/ }
  }
  post '/echo', to => 'pages#echo'
  get '/old/:id', to => redirect('/pages/%{id}')
  get '/failing', to => 'pages#failing'
  get '/asked', to => 'pages#asked'
  get '/client', to => 'pages#client'
}
`,
  'config/middleware.ts': `import { RequestId, type MiddlewareStack } from 'waypost/router';
export default (stack: MiddlewareStack): void => void stack.use('id', RequestId);
`,
  'layers.ts': `import type { Layer } from 'waypost/router';
export const timed: Layer = async (request, next) => {
  const response = await next(request);
  response.headers.set('x-timed', 'yes');
  return response;
};
`,
  'controllers/pages.ts': `import { assetPath, hostArguments, HttpError, Response, type Request } from 'waypost/router';
export const home = () => Response.html(\`<link rel="stylesheet" href="\${assetPath('/style.css')}">\`);
export const show = ({ params, helpers }: Request) => ({ id: params['id'], path: helpers.pathFor('page', 7) });
export const echo = async (request: Request) => ({ got: await request.json() });
export const asked = ({ query }: Request) => [query.get('q'), ...query.getAll('tag')];
export const client = (request: Request) => ({ address: request.remoteAddress, given: hostArguments(request).length });
export const failing = () => { throw new HttpError(418, 'teapot'); };
`,
  'public/style.css': 'body { margin: 0 }\n',
  'public/café.txt': 'crème\n',
};

interface Asked {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Status, type and text of an answer, and headers that matter here. */
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
  readonly timed: string | null;
  readonly cached: string | null;
}

interface Runtime {
  ask(target: string, init?: Asked): Promise<Answer>;
  stop(): Promise<unknown>;
}

async function told(answer: {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}): Promise<Answer> {
  return {
    status: answer.status,
    text: (await answer.text()).trim(),
    location: answer.headers.get('location'),
    timed: answer.headers.get('x-timed'),
    cached: answer.headers.get('cache-control'),
  };
}

/** Builds the application and brings what was written to a place of its own. */
function built(target: string): string {
  const out = path.join(folder, target);
  execFileSync(
    process.execPath,
    [path.join(root, 'dist/bin/waypost.js'), 'build', '--out', out, '--target', target, '--hash-assets'],
    {
      cwd: source,
    },
  );
  return out;
}

async function serving(out: string, program: string, words: readonly string[]): Promise<Runtime> {
  const { origin, stop } = await servedProcess(program, words, { cwd: out });
  return {
    ask: async (target, init) => told(await fetch(origin + target, { ...init, redirect: 'manual' })),
    stop,
  };
}

async function inMiniflare(out: string): Promise<Runtime> {
  const { assets } = JSON.parse(readFileSync(path.join(out, 'wrangler.json'), 'utf8')) as {
    readonly assets?: { readonly directory: string };
  };
  const worker = new Miniflare({
    modules: true,
    script: readFileSync(path.join(out, 'worker.js'), 'utf8'),
    compatibilityDate: '2026-01-01',
    ...(assets && {
      assets: { directory: path.join(out, assets.directory), routerConfig: { has_user_worker: true } },
    }),
  });
  await worker.ready;
  return {
    ask: async (target, init) =>
      told(await worker.dispatchFetch(`http://a.example${target}`, { ...init, redirect: 'manual' } as never)),
    stop: () => worker.dispose(),
  };
}

const bin = (program: string): string => path.join(here, 'node_modules/.bin', program);

const runtimes: Readonly<Record<string, () => Promise<Runtime>>> = {
  node: () => serving(built('node'), process.execPath, ['server.js']),
  deno: () =>
    serving(built('deno'), bin('deno'), [
      'run',
      '--no-prompt',
      '--allow-net',
      '--allow-read',
      '--allow-env',
      'server.js',
    ]),
  bun: () => serving(built('bun'), bin('bun'), ['server.js']),
  workerd: () => inMiniflare(built('workerd')),
  'static-worker': () => inMiniflare(built('static-worker')),
  async lambda() {
    const { handler } = (await import(path.join(built('lambda'), 'index.js'))) as {
      readonly handler: AWSLambdaHandler;
    };
    return {
      ask: async (target, init) =>
        told(await invokeLambdaHandler(handler, new Request(`http://localhost${target}`, init))),
      stop: async () => undefined,
    };
  },
  async 'static-worker in Chromium'() {
    const worker = readFileSync(path.join(folder, 'static-worker/worker.js'));
    const pages = createServer((request, response) => {
      const isWorker = request.url === '/worker.js';
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
      response.end(
        isWorker
          ? worker
          : '<script type="module">import application from "/worker.js"; globalThis.application = application;</script>',
      );
    });
    await new Promise<void>((done) => pages.listen(0, '127.0.0.1', done));
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    return {
      ask: (target, init) =>
        page.evaluate(
          async ([wanted, options]) => {
            const { application } = globalThis as unknown as {
              readonly application: { fetch(request: Request): Promise<Response> };
            };
            const answer = await application.fetch(new Request(`http://a.example${wanted}`, options));
            const header = (name: string): string | null => answer.headers.get(name);
            return {
              status: answer.status,
              text: (await answer.text()).trim(),
              location: header('location'),
              timed: header('x-timed'),
              cached: header('cache-control'),
            };
          },
          [target, init] as const,
        ),
      stop: async () => {
        await browser.close();
        pages.close();
      },
    };
  },
};

beforeAll(() => {
  for (const [name, text] of Object.entries(application)) {
    mkdirSync(path.dirname(path.join(source, name)), { recursive: true });
    writeFileSync(path.join(source, name), text);
  }
  mkdirSync(path.join(source, 'node_modules'));
  symlinkSync(root, path.join(source, 'node_modules/waypost'));
  symlinkSync(path.join(here, 'node_modules/srvx'), path.join(source, 'node_modules/srvx'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(Object.entries(runtimes))('a folder built for %s', (name, start) => {
  let runtime: Runtime;

  beforeAll(async () => {
    runtime = await start();
  }, 60_000);
  afterAll(() => runtime?.stop());

  it('answers as the application does', async () => {
    expect(await runtime.ask('/pages/7')).toMatchObject({
      status: 200,
      text: '{"id":"7","path":"/pages/7"}',
      timed: 'yes',
    });
    expect(await runtime.ask('/pages/aaa')).toMatchObject({
      status: 200,
      text: '{"id":"aaa","path":"/pages/7"}',
    });
    expect((await runtime.ask(`/pages/${'a'.repeat(3_000)}!`)).status).toBe(404);
    expect(await runtime.ask('/echo', { method: 'POST', body: '{"a":[1]}' })).toMatchObject({
      status: 200,
      text: '{"got":{"a":[1]}}',
    });
    expect(await runtime.ask('/old/8')).toMatchObject({ status: 301, location: '/pages/8' });
    expect(await runtime.ask('/failing')).toMatchObject({ status: 418, text: "I'm a Teapot: teapot" });
    expect((await runtime.ask('/pages/7', { method: 'POST', body: '' })).status).toBe(405);
    expect((await runtime.ask('/nowhere')).status).toBe(404);
  });

  it('knows the client, and what the runtime gives with a request', async () => {
    const client: unknown = JSON.parse((await runtime.ask('/client')).text);
    const isWorker = name.includes('worker');
    expect(client).toEqual({
      ...(!isWorker && { address: '127.0.0.1' }),
      // A server gives itself or its response, workerd `env` and `ctx`.
      given: name.endsWith('Chromium') || name === 'lambda' ? 1 : isWorker ? 3 : 2,
    });
  });

  it('has its static files, under a name with a hash too', async () => {
    const [, hashed = ''] = /href="([^"]+)"/.exec((await runtime.ask('/')).text) ?? [];
    expect(hashed).toMatch(/^\/style-[0-9a-f]{10}\.css$/);
    expect(await runtime.ask(hashed)).toMatchObject({ status: 200, text: 'body { margin: 0 }' });
    if (name !== 'workerd') expect((await runtime.ask(hashed)).cached).toContain('immutable');
    expect(await runtime.ask('/style.css')).toMatchObject({ status: 200, text: 'body { margin: 0 }' });
    expect((await runtime.ask('/caf%C3%A9.txt')).text).toBe('crème');
    expect((await runtime.ask('/..%2fserver.js')).status).toBe(404);
  });
});

it('the function of a load balancer sees the query as it was sent', async () => {
  const { handler } = (await import(path.join(built('lambda'), 'index.js'))) as {
    readonly handler: AWSLambdaHandler;
  };
  const event = { httpMethod: 'GET', path: '/asked', headers: { host: 'a.example' }, body: null };
  const asked = async (query: object): Promise<unknown> =>
    handler(
      { ...event, isBase64Encoded: false, requestContext: { elb: { targetGroupArn: 'one' } }, ...query },
      { functionName: 'shop' } as never,
    );
  expect(await asked({ queryStringParameters: { q: 'x%20y%26', tag: 'b+c' } })).toMatchObject({
    body: '["x y&","b c"]',
  });
});

it.each([
  [null, 'null'],
  [{}, 'one with no keys'],
  [{ rawPath: '/' }, 'one with rawPath'],
  [{ Records: [{ eventSource: 'aws:s3' }] }, 'one of aws:s3'],
  [{ Records: [{ EventSource: 'aws:sns' }] }, 'one of aws:sns'],
  [{ source: 'aws.events', 'detail-type': 'Scheduled Event' }, 'one of aws.events'],
])('a function says what it takes, and what it was given in its place: %j', async (event, kind) => {
  const { handler } = (await import(path.join(built('lambda'), 'index.js'))) as {
    readonly handler: AWSLambdaHandler;
  };
  await expect(handler(event as never, {} as never)).rejects.toThrow(
    `the handler takes HTTP events of API Gateway, function URLs and load balancers, not ${kind} (docs/embedding.md, "Runtimes")`,
  );
});
