// Whole applications of other frameworks, mounted in a routes file: prefix and path, bodies, streams, errors, and what they decline.

import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import compression from 'compression';
import connect from 'connect';
import express from 'express';
import express4 from 'express4';
import fastify from 'fastify';
import { H3 } from 'h3';
import { Hono } from 'hono';
import Koa from 'koa';
import { bodyParser } from '@koa/bodyparser';
import { initTRPC } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import session from 'express-session';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fromFetch, parseRoutes, routes, toFetchHandler } from '../../src/index.js';
import { fromNodeListener, toNodeListener } from '../../src/node/index.js';

const text = `
  routes {
    mount &apps/legacy, at => '/old';
    get '*rest', to => &here#next;
  }
`;

interface Mounted {
  readonly app: unknown;
  readonly failure: string;
}

const numbers = (): AsyncIterable<string> =>
  (async function* () {
    yield 'one ';
    await new Promise((resolve) => setTimeout(resolve, 10));
    yield 'two';
  })();

function expressApplication(create: typeof express): unknown {
  const app = create();
  app.use(
    compression({ threshold: 0 }),
    session({ secret: 's', resave: false, saveUninitialized: true }),
    create.json(),
  );
  app.get(
    '/pages/:id',
    (request, response) =>
      void response.send(`${request.params.id} ${request.baseUrl} ${request.originalUrl}`),
  );
  app.post('/json', (request, response) => void response.json(request.body as unknown));
  app.get('/stream', async (_, response) => {
    for await (const chunk of numbers()) response.write(chunk);
    response.end();
  });
  app.get('/cookie', (_, response) => response.cookie('a', '1').redirect('/elsewhere'));
  app.get('/failing', () => {
    throw Object.assign(new Error('lost'), { status: 503 });
  });
  return app;
}

const applications: Record<string, () => Promise<Mounted>> = {
  'Express 5': async () => ({ app: expressApplication(express), failure: '503 Service Unavailable' }),
  'Express 4': async () => ({ app: expressApplication(express4), failure: '503 Service Unavailable' }),
  Connect: async () => {
    const app = connect();
    app.use(express.json());
    app.use('/pages/7', (request, response) => void response.end(`7 /old ${request.originalUrl}`));
    app.use(
      '/json',
      (request, response) => void response.end(JSON.stringify((request as { body?: unknown }).body)),
    );
    app.use(
      '/stream',
      (_: IncomingMessage, response: ServerResponse) => void Readable.from(numbers()).pipe(response),
    );
    app.use(
      '/cookie',
      (_, response) =>
        void response.writeHead(302, { 'set-cookie': 'a=1; Path=/', location: '/elsewhere' }).end(),
    );
    app.use('/failing', () => {
      throw Object.assign(new Error('lost'), { status: 503 });
    });
    return { app, failure: '503 Service Unavailable' };
  },
  Koa: async () => {
    const app = new Koa();
    app.on('error', () => undefined);
    app.use(bodyParser());
    app.use(async (context) => {
      if (context.path === '/pages/7') context.body = `7 /old /old${context.url}`;
      else if (context.path === '/json') context.body = (context.request as { body?: unknown }).body;
      else if (context.path === '/stream') {
        context.body = Readable.from(numbers());
      } else if (context.path === '/cookie') {
        context.cookies.set('a', '1', { httpOnly: false });
        context.redirect('/elsewhere');
      } else if (context.path === '/failing') context.throw(503, 'lost');
      else context.set('x-cascade', 'pass');
    });
    return { app: app.callback(), failure: '503 Service Unavailable' };
  },
  Fastify: async () => {
    const app = fastify();
    app.get('/pages/:id', (request) =>
      Promise.resolve(
        `${(request.params as { id: string }).id} /old ${(request.raw as { originalUrl?: string }).originalUrl}`,
      ),
    );
    app.post('/json', (request) => Promise.resolve(request.body));
    app.get('/stream', async (_, reply) => {
      return reply.send(Readable.from(numbers()));
    });
    app.get('/cookie', (_, reply) => reply.header('set-cookie', 'a=1; Path=/').redirect('/elsewhere'));
    app.get('/failing', () => Promise.reject(Object.assign(new Error('lost'), { statusCode: 503 })));
    app.setNotFoundHandler((_, reply) => reply.header('x-cascade', 'pass').code(404).send());
    await app.ready();
    return {
      app: app.routing,
      failure: '503 {"statusCode":503,"error":"Service Unavailable","message":"lost"}',
    };
  },
  Hono: async () => {
    const app = new Hono();
    app.get('/pages/:id', (c) => c.text(`${c.req.param('id')} /old /old${new URL(c.req.url).pathname}`));
    app.post('/json', async (c) => c.json(await c.req.json()));
    app.get(
      '/stream',
      () => new globalThis.Response(ReadableStream.from(numbers()).pipeThrough(new TextEncoderStream())),
    );
    app.get('/cookie', (c) => {
      c.header('set-cookie', 'a=1; Path=/');
      return c.redirect('/elsewhere');
    });
    app.get('/failing', (c) => c.text('lost', 503));
    app.notFound((c) => c.body(null, 404, { 'x-cascade': 'pass' }));
    return { app: fromFetch(app), failure: '503 lost' };
  },
  h3: async () => {
    const app = new H3();
    app.get('/pages/:id', (event) => `${event.context.params!['id']} /old /old${event.url.pathname}`);
    app.post('/json', (event) => event.req.json());
    app.get('/stream', () => ReadableStream.from(numbers()).pipeThrough(new TextEncoderStream()));
    app.get(
      '/cookie',
      () =>
        new globalThis.Response(null, {
          status: 302,
          headers: { 'set-cookie': 'a=1; Path=/', location: '/elsewhere' },
        }),
    );
    app.get('/failing', () => new globalThis.Response('lost', { status: 503 }));
    app.all('/**', () => new globalThis.Response(null, { status: 404, headers: { 'x-cascade': 'pass' } }));
    return {
      app: fromFetch(app as { fetch(request: globalThis.Request): Promise<globalThis.Response> }),
      failure: '503 lost',
    };
  },
};

describe.each(Object.entries(applications))('%s', (_, prepare) => {
  let mounted: Mounted;
  let url: string;
  const server = createServer((incoming, outgoing) => listener(incoming, outgoing));
  let listener: ReturnType<typeof toNodeListener>;

  beforeAll(async () => {
    mounted = await prepare();
    const modules = {
      'apps/legacy': { default: mounted.app },
      here: { next: () => 'next' },
    };
    const router = parseRoutes(text, { modules });
    listener = toNodeListener(router, { onError: () => undefined });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  const brief = async (path: string, init?: Parameters<typeof fetch>[1]): Promise<string> => {
    const answer = await fetch(url + path, { redirect: 'manual', ...init });
    return `${answer.status} ${(await answer.text()).trim()}`;
  };

  it('sees the path below its prefix, and the whole one', async () => {
    expect(await brief('/old/pages/7?a=b')).toMatch(/^200 7 \/old \/old\/pages\/7/);
  });

  it('reads bodies', async () => {
    const headers = { 'content-type': 'application/json' };
    expect(await brief('/old/json', { method: 'POST', headers, body: '{"a":[1]}' })).toBe('200 {"a":[1]}');
  });

  it('streams, sets cookies and redirects', async () => {
    expect(await brief('/old/stream')).toBe('200 one two');
    const moved = await fetch(`${url}/old/cookie`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/elsewhere']);
    expect(moved.headers.getSetCookie().map((cookie) => cookie.toLowerCase())).toContain('a=1; path=/');
  });

  it('declines, and fails, in its own way', async () => {
    const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await brief('/old/nothing')).toBe('200 next');
    expect(await brief('/old/failing')).toBe(mounted.failure);
    expect(await brief('/new')).toBe('200 next');
    noise.mockRestore();
  });
});

it('Express answers without a server of Node, too', async () => {
  const legacy = fromNodeListener(expressApplication(express) as () => void);
  const handle = toFetchHandler(routes`mount ${legacy}, at => '/old'`);
  const headers = { 'content-type': 'application/json' };
  const posted = await handle(
    new globalThis.Request('http://a.example/old/json', { method: 'POST', headers, body: '{"a":1}' }),
  );
  expect([posted.status, await posted.json()]).toEqual([200, { a: 1 }]);
  const page = await handle(new globalThis.Request('http://a.example/old/pages/7'));
  expect(await page.text()).toBe('7 /old /old/pages/7');
});

const { router: callRouter, procedure } = initTRPC.create();
const number = (given: unknown): number => Number(given);
const calls = callRouter({
  double: procedure.input(number).query(({ input }) => input * 2),
  keep: procedure.input(number).mutation(({ input }) => `kept ${input}`),
  count: procedure.subscription(async function* () {
    yield 1;
    yield 2;
  }),
});

it.each([
  ['Fetch', (router: typeof calls) => fromFetch((req) => fetchRequestHandler({ endpoint: '', req, router }))],
  ['node:http', (router: typeof calls) => createHTTPHandler({ router })],
])('tRPC answers queries, mutations and subscriptions, by %s', async (_, application) => {
  const server = createServer(toNodeListener(routes`mount ${application(calls)}, at => '/rpc'`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
  const answer = async (path: string, init?: Parameters<typeof fetch>[1]): Promise<string> => {
    const response = await fetch(url + path, init);
    return `${response.status} ${await response.text()}`;
  };
  expect(await answer('/double?input=21')).toBe('200 {"result":{"data":42}}');
  const headers = { 'content-type': 'application/json' };
  expect(await answer('/keep', { method: 'POST', headers, body: '7' })).toBe(
    '200 {"result":{"data":"kept 7"}}',
  );
  expect(await answer('/keep', { method: 'POST', headers, body: '{' })).toMatch(/^400 /);
  expect(await answer('/count')).toMatch(/data: 1\n[^]*data: 2\n/);
  expect(await answer('/nothing')).toMatch(/^404 .*No procedure found/);
  server.close();
});
