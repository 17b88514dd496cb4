// waypost inside the hosts that people have, each the real package: the lines that put it there are those of docs/embedding.md.

import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect as dial } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import 'reflect-metadata';
import { Controller, Get, Module, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Handle } from '@sveltejs/kit';
import type { APIContext, MiddlewareHandler } from 'astro';
import { type ServerBuild, createRequestHandler } from 'react-router';
import { type InlineConfig, type Plugin, createServer as createVite } from 'vite';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import compression from 'compression';
import connect from 'connect';
import express from 'express';
import express4 from 'express4';
import fastify from 'fastify';
import { H3, toNodeHandler } from 'h3';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import Koa from 'koa';
import { bodyParser as koaBodyParser } from '@koa/bodyparser';
import mount from 'koa-mount';
import session from 'express-session';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HttpError, Response, routes, toFetchMiddleware, type Request } from '../../src/index.js';
import { toNodeListener } from '../../src/node/index.js';
import { toKoaMiddleware } from '../../src/node/hosts/koa.js';
import waypost from '../../src/node/hosts/fastify.js';
import { request as ask } from '../support/raw-http.js';

let aborted = vi.fn();

/** What is put into every host, below `/shop`. */
const router = routes`
  get '/', to => ${() => 'shop'};
  get '/orders/:id', as => 'order', to => ${(request: Request) => `${request.scriptName} ${request.path} ${(request.helpers as { pathFor(name: string, id: number): string }).pathFor('order', 8)}`};
  post '/json', to => ${async (request: Request) => Response.json(await request.json())};
  post '/text', to => ${async (request: Request) => Response.text(await request.text())};
  post '/form', to => ${async (request: Request) => Response.json([...(await request.formData())])};
  get '/stream', to => ${(request: Request) => {
    request.signal.addEventListener('abort', () => aborted());
    return new Response({ body: ticking(), headers: { 'content-type': 'text/plain' } });
  }};
  get '/cookies', to => ${() => new Response({ body: 'ok', headers: { 'set-cookie': ['a=1', 'b=2'], vary: 'Accept' } })};
  get '/missing', to => ${() => new Response({ status: 404, body: 'no such order' })};
  get '/failing', to => ${() => {
    throw new Error('lost');
  }};
  get '/teapot', to => ${async () => {
    throw new HttpError(418, 'short and stout');
  }};
  get '/empty', to => ${() => new Response({ status: 204 })};
  get '/moved', to => ${() => Response.redirect('/elsewhere', 301)};
`;

async function* ticking(): AsyncGenerator<string> {
  yield 'one ';
  await pause(20);
  yield 'two';
  if (endless) await pause(60_000, undefined, { ref: false });
}
let endless = false;

interface Host {
  readonly listener: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;
  /** What the host answers to a path below the prefix that waypost does not know. */
  readonly behind: string;
  readonly failure: string;
  readonly teapot: number;
  readonly close?: () => Promise<unknown>;
}

const hosts: Record<string, () => Promise<Host>> = {
  'Express 5': async () => {
    const app = express();
    // Express 5
    app.use('/shop', toNodeListener(router));
    // …
    return express5Tail(app);
  },
  'Express 5 with parsers, sessions and compression': async () => {
    const app = express();
    app.use(compression({ threshold: 0 }), session({ secret: 's', resave: false, saveUninitialized: true }));
    app.use(express.json(), express.urlencoded({ extended: true }), express.text());
    const nested = express.Router();
    nested.use('/', toNodeListener(router));
    app.use('/shop', nested);
    return express5Tail(app);
  },
  'Express 4': async () => {
    const app = express4();
    app.use(express4.json(), express4.urlencoded({ extended: true }), express4.text());
    // Express 4
    app.use('/shop', toNodeListener(router));
    // …
    return express5Tail(app as unknown as express.Express);
  },
  Connect: async () => {
    const app = connect();
    // Connect
    app.use('/shop', toNodeListener(router));
    // …
    app.use(
      '/shop',
      (incoming: IncomingMessage, outgoing: ServerResponse) => void outgoing.end(`host ${incoming.url}`),
    );
    app.use((error: Error, _: unknown, outgoing: ServerResponse, next: unknown) => {
      void next;
      outgoing.statusCode = (error as { status?: number }).status ?? 500;
      outgoing.end(`host: ${error.message}`);
    });
    return { listener: app, behind: 'host /other?a=b', failure: 'host: lost', teapot: 418 };
  },
  'Koa 3': async () => {
    const app = new Koa();
    app.on('error', () => undefined);
    // Koa
    app.use(mount('/shop', toKoaMiddleware(router)));
    // …
    app.use((context) => (context.body = `host ${context.url}`));
    return {
      listener: app.callback(),
      behind: 'host /shop/other?a=b',
      failure: 'Internal Server Error',
      teapot: 418,
    };
  },
  'Koa 3 with a body parser': async () => {
    const app = new Koa();
    app.on('error', () => undefined);
    app.use(koaBodyParser({ enableTypes: ['json', 'form', 'text'] }));
    app.use(mount('/shop', toKoaMiddleware(router)));
    app.use((context) => (context.body = `host ${context.url}`));
    return {
      listener: app.callback(),
      behind: 'host /shop/other?a=b',
      failure: 'Internal Server Error',
      teapot: 418,
    };
  },
  'Fastify 5': async () => {
    const app = fastify();
    // Fastify
    app.register(waypost, { endpoint: router, prefix: '/shop' });
    // …
    app.setNotFoundHandler((request, reply) => reply.code(200).send(`host ${request.url}`));
    app.setErrorHandler((error: Error & { status?: number }, _, reply) =>
      reply.code(error.status ?? 500).send(`host: ${error.message}`),
    );
    await app.ready();
    return {
      listener: app.routing,
      behind: 'host /shop/other?a=b',
      failure: 'host: lost',
      teapot: 418,
    };
  },
  'Hono 4': async () => {
    const app = new Hono();
    app.onError((error, c) => c.text(`host: ${error.message}`, 500));
    // Hono
    const shop = toFetchMiddleware(router, { prefix: '/shop' });
    app.use('/shop/*', (c, next) => shop(c.req.raw, next));
    // …
    app.all('*', (c) => c.text(`host ${new URL(c.req.url).pathname}`));
    return {
      listener: getRequestListener(app.fetch),
      behind: 'host /shop/other',
      failure: 'host: lost',
      teapot: 418,
    };
  },
  'h3 2': async () => {
    const app = new H3({
      onError: (error) => new globalThis.Response(`host: ${(error.cause as Error).message}`, { status: 500 }),
    });
    // h3
    const shop = toFetchMiddleware(router, { prefix: '/shop' });
    app.use('/shop/**', (event, next) => shop(event.req, next));
    // …
    app.all('/**', (event) => `host ${event.url.pathname}`);
    return {
      listener: toNodeHandler(app),
      behind: 'host /shop/other',
      failure: 'host: lost',
      teapot: 418,
    };
  },
  'NestJS 11': async () => {
    const Other = class {
      answer(request: IncomingMessage): string {
        return `host ${request.url}`;
      }
    };
    Req()(Other.prototype, 'answer', 0);
    Get('other')(Other.prototype, 'answer', Object.getOwnPropertyDescriptor(Other.prototype, 'answer')!);
    Controller('shop')(Other);
    const AppModule = class {};
    Module({ controllers: [Other] })(AppModule);
    const app = await NestFactory.create(AppModule, { logger: false });
    // NestJS
    app.use('/shop', toNodeListener(router));
    // …
    await app.init();
    return {
      listener: app.getHttpAdapter().getInstance() as Host['listener'],
      behind: 'host /shop/other?a=b',
      failure: 'Internal server error',
      teapot: 418,
      close: () => app.close(),
    };
  },
  'Vite’s dev server': async () => {
    // Vite
    const shop: Plugin = {
      name: 'shop',
      configureServer: ({ middlewares }) => void middlewares.use('/shop', toNodeListener(router)),
    };
    // …
    const tail: Plugin = {
      name: 'tail',
      configureServer:
        ({ middlewares }) =>
        () =>
          void middlewares.use((incoming, outgoing) => outgoing.end(`host ${incoming.originalUrl}`)),
    };
    const vite = await createVite({ ...viteSettings, plugins: [shop, tail] });
    return {
      listener: vite.middlewares,
      behind: 'host /shop/other?a=b',
      failure: 'lost',
      teapot: 500,
      close: () => vite.close(),
    };
  },
  'Vite in middleware mode': async () => {
    const app = express();
    const vite = await createVite({
      ...viteSettings,
      server: { ...viteSettings.server, middlewareMode: true },
    });
    // Vite in an Express application
    app.use('/shop', toNodeListener(router));
    app.use(vite.middlewares);
    // …
    return { ...express5Tail(app), close: () => vite.close() };
  },
  'webpack-dev-server 5': async () => {
    const compiler = webpack({
      mode: 'development',
      entry: 'data:text/javascript,1',
      stats: 'none',
      infrastructureLogging: { level: 'none' },
    });
    const configuration: WebpackDevServer.Configuration = {
      port: 'auto',
      host: '127.0.0.1',
      allowedHosts: 'all',
      // webpack-dev-server
      setupMiddlewares(middlewares) {
        middlewares.unshift({ name: 'shop', path: '/shop', middleware: toNodeListener(router) });
        return middlewares;
      },
      // …
    };
    const server = new WebpackDevServer(
      { ...configuration, client: false, hot: false, static: false },
      compiler!,
    );
    const setup = configuration.setupMiddlewares!;
    server.options.setupMiddlewares = (middlewares, self) => [
      ...setup(middlewares, self),
      { name: 'tail', middleware: hostTail },
    ];
    await server.start();
    return {
      listener: server.app as unknown as Host['listener'],
      behind: 'host /shop/other?a=b',
      failure: 'lost',
      teapot: 418,
      close: () => server.stop(),
    };
  },
  'SvelteKit’s handle': async () => {
    const shop = toFetchMiddleware(router, { prefix: '/shop' });
    const resolve = ({ url }: { readonly url: URL }): globalThis.Response =>
      new globalThis.Response(`host ${url.pathname}`);
    // SvelteKit
    const handle: Handle = ({ event, resolve }) => shop(event.request, () => resolve(event));
    // …
    return fetchHost((request) =>
      handle({ event: { request, url: new URL(request.url) } as never, resolve } as never),
    );
  },
  'Astro’s middleware': async () => {
    const shop = toFetchMiddleware(router, { prefix: '/shop' });
    // Astro
    const onRequest: MiddlewareHandler = (context, next) => shop(context.request, () => next());
    // …
    return fetchHost(async (request) => {
      const next = async (): Promise<globalThis.Response> =>
        new globalThis.Response(`host ${new URL(request.url).pathname}`);
      return (await onRequest({ request } as APIContext, next)) as globalThis.Response;
    });
  },
  'React Router 7’s server': async () => {
    const loader = ({ request }: { readonly request: globalThis.Request }): globalThis.Response =>
      new globalThis.Response(`host ${new URL(request.url).pathname}`);
    const build = {
      entry: { module: { default: async () => new globalThis.Response('page') } },
      routes: { other: { id: 'other', path: 'shop/other', module: { loader } } },
      assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
      publicPath: '/',
      assetsBuildDirectory: '',
      basename: '/',
      future: {},
      isSpaMode: false,
      ssr: true,
      prerender: [],
      routeDiscovery: { mode: 'initial' },
    } as unknown as ServerBuild;
    // React Router
    const pages = createRequestHandler(build, 'production');
    const shop = toFetchMiddleware(router, { prefix: '/shop' });
    const answer = (request: globalThis.Request) => shop(request, (declined) => pages(declined));
    // …
    return fetchHost(answer);
  },
};

const viteSettings = {
  configFile: false,
  appType: 'custom',
  logLevel: 'silent',
  root: import.meta.dirname,
  cacheDir: `${import.meta.dirname}/node_modules/.cache/vite`,
  optimizeDeps: { noDiscovery: true },
  server: { allowedHosts: true, ws: false, watch: null },
} as const satisfies InlineConfig;

function hostTail(incoming: IncomingMessage & { originalUrl?: string }, outgoing: ServerResponse): void {
  outgoing.end(`host ${incoming.originalUrl}`);
}

/** A Fetch host that says errors as it likes. */
function fetchHost(
  answer: (request: globalThis.Request) => globalThis.Response | Promise<globalThis.Response>,
): Host {
  const safely = async (request: globalThis.Request): Promise<globalThis.Response> => {
    try {
      return await answer(request);
    } catch (error) {
      return new globalThis.Response(`host: ${(error as Error).message}`, { status: 500 });
    }
  };
  return {
    listener: getRequestListener(safely),
    behind: 'host /shop/other',
    failure: 'host: lost',
    teapot: 418,
  };
}

function express5Tail(app: express.Express): Host {
  app.get('/shop/other', (incoming, outgoing) => void outgoing.send(`host ${incoming.originalUrl}`));
  app.use(
    (
      error: Error & { status?: number },
      _: express.Request,
      outgoing: express.Response,
      next: express.NextFunction,
    ) => {
      void next;
      outgoing.status(error.status ?? 500).send(`host: ${error.message}`);
    },
  );
  return {
    listener: app,
    behind: 'host /shop/other?a=b',
    failure: 'host: lost',
    teapot: 418,
  };
}

describe.each(Object.entries(hosts))('%s', (_, prepare) => {
  let host: Host;
  let url: string;
  let port: number;
  const server = createServer((incoming, outgoing) => void host.listener(incoming, outgoing));

  beforeAll(async () => {
    host = await prepare();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
    url = `http://127.0.0.1:${port}/shop`;
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await host.close?.();
  });

  const brief = async (path: string, init?: Parameters<typeof fetch>[1]): Promise<string> => {
    const answer = await fetch(url + path, { redirect: 'manual', ...init });
    return `${answer.status} ${await answer.text()}`;
  };

  it('gives its prefix, also at the mount point', async () => {
    expect(await brief('/orders/7?a=b')).toBe('200 /shop /orders/7 /shop/orders/8');
    expect(await brief('')).toBe('200 shop');
    expect(await brief('/')).toBe('200 shop');
  });

  it('answers what waypost declines, and not what it answers', async () => {
    expect(await brief('/other?a=b')).toBe(`200 ${host.behind}`);
    expect(await brief('/missing')).toBe('404 no such order');
    const refused = await fetch(`${url}/orders/7`, { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('handles errors', async () => {
    const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const failed = await brief('/failing');
    expect(failed.slice(0, 4)).toBe('500 ');
    expect(failed).toContain(host.failure);
    const teapot = await fetch(`${url}/teapot`);
    expect([teapot.status, await teapot.text()]).toEqual([
      host.teapot,
      expect.stringContaining('short and stout'),
    ]);
    noise.mockRestore();
  });

  it('gives bodies, parsed or not', async () => {
    const json = { 'content-type': 'application/json' };
    expect(await brief('/json', { method: 'POST', body: '{"a":[1]}', headers: json })).toBe('200 {"a":[1]}');
    expect(await brief('/text', { method: 'POST', body: 'plain text' })).toBe('200 plain text');
    expect(
      await brief('/form', {
        method: 'POST',
        body: new URLSearchParams([
          ['a', '1'],
          ['b', '2'],
          ['b', '3'],
        ]),
      }),
    ).toBe('200 [["a","1"],["b","2"],["b","3"]]');
  });

  it('sends streams, cookies, redirects and empty answers', async () => {
    expect(await brief('/stream')).toBe('200 one two');
    const { headers } = await fetch(`${url}/cookies`);
    expect(headers.getSetCookie().filter((cookie) => !cookie.startsWith('connect.sid'))).toEqual([
      'a=1',
      'b=2',
    ]);
    expect(headers.get('vary')).toContain('Accept');
    expect(await brief('/empty')).toBe('204 ');
    const moved = await fetch(`${url}/moved`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/elsewhere']);
  });

  it('answers HEAD as GET without the body', async () => {
    const head = await ask(port, 'HEAD', '/shop/orders/7');
    expect([head.status, head.body.length, head.headers['content-type']]).toEqual([
      200,
      0,
      'text/plain; charset=utf-8',
    ]);
  });

  it('tells that a client hung up', async () => {
    aborted = vi.fn();
    endless = true;
    const socket = dial(port, '127.0.0.1');
    socket.write('GET /shop/stream HTTP/1.1\r\nhost: x\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await vi.waitFor(() => expect(aborted).toHaveBeenCalled(), 5000);
    endless = false;
  });
});

describe('docs/embedding.md', () => {
  const page = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const self = readFileSync(new URL(import.meta.url), 'utf8');
  const blocks = [...self.matchAll(/^( {4,})\/\/ (.+)\n([^]*?)^\1\/\/ …$/gm)].map(
    ([, indent, name, code]) => [name!, code!.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim()] as const,
  );

  it.each(blocks)('has the lines for %s', (_, code) => {
    expect(page).toContain(code);
  });
});
