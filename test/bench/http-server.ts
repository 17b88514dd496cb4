// One server of the end-to-end benchmark, in a process of its own: `http-server.ts NAME PORT FOLDER`.
//
// Every server answers `GET /` with a short text, `GET /users/:id` with JSON made of the id, `GET /static/…` with a file of the folder where
// it can, and anything else with its own 404.

import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import type { Endpoint } from '../../src/http/endpoint.js';
import type { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { StaticFiles, type StaticFilesOptions } from '../../src/node/static/static-files.js';

const [, , name = '', portText = '', folder = ''] = process.argv;
const port = Number(portText);
const peers = createRequire(new URL('peers/package.json', import.meta.url));

/** A peer, loosely typed: what it offers is in its own documentation. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const peer = async (specifier: string): Promise<any> => import(pathToFileURL(peers.resolve(specifier)).href);

function ready(): void {
  process.send?.('ready');
}

const text = 'Hello, world';
const plain = 'text/plain; charset=utf-8';
const json = 'application/json; charset=utf-8';
const notFound = 'Not Found';

const table = `routes {
  get '/', to => &bench#hello
  get '/users/:id', to => &bench#user
  resources 'posts', only => <index show create update destroy>
}`;

async function router(): Promise<Endpoint> {
  const { parseRoutes } = await import('../../src/interpreter/load.js');
  const bench = {
    hello: () => new Response({ body: text }),
    user: (request: Request) => Response.json({ id: request.params['id'] }),
  };
  return parseRoutes(table, { modules: { bench } });
}

/** What the listener alone costs: an endpoint that looks at the path itself, as the bare server does. */
const bare: Endpoint = {
  call({ path: asked }) {
    if (asked === '/') return new Response({ body: text });
    if (asked.startsWith('/users/')) return Response.json({ id: asked.slice(7) });
    return new Response({ status: 404, body: notFound });
  },
};

function files(options: Partial<StaticFilesOptions> = {}): Endpoint {
  return new StaticFiles({
    app: { call: () => new Response({ status: 404, body: notFound }) },
    root: folder,
    urlPrefix: '/static',
    ...options,
  });
}

const servers: Readonly<Record<string, () => Promise<void> | void>> = {
  'raw node:http': () => {
    createServer((incoming, outgoing) => {
      const { url = '' } = incoming;
      if (url === '/') {
        outgoing.writeHead(200, { 'content-type': plain, 'content-length': Buffer.byteLength(text) });
        outgoing.end(text);
      } else if (url.startsWith('/users/')) {
        const body = JSON.stringify({ id: url.slice(7) });
        outgoing.writeHead(200, { 'content-type': json, 'content-length': Buffer.byteLength(body) });
        outgoing.end(body);
      } else {
        outgoing.writeHead(404, { 'content-type': plain, 'content-length': notFound.length });
        outgoing.end(notFound);
      }
    }).listen(port, ready);
  },
  waypost: async () => void createServer(toNodeListener(await router())).listen(port, ready),
  'waypost without routes': () => void createServer(toNodeListener(bare)).listen(port, ready),
  'waypost static': () => void createServer(toNodeListener(files())).listen(port, ready),
  'waypost static, cache': () =>
    void createServer(toNodeListener(files({ cache: true }))).listen(port, ready),
  fastify: async () => {
    const app = (await peer('fastify')).default();
    app.get('/', (_: unknown, reply: { type(type: string): { send(body: string): void } }) =>
      reply.type(plain).send(text),
    );
    app.get('/users/:id', (request: { params: { id: string } }) => ({ id: request.params.id }));
    await app.listen({ port, host: '127.0.0.1' });
    ready();
  },
  'fastify static': async () => {
    const app = (await peer('fastify')).default();
    await app.register((await peer('@fastify/static')).default, { root: folder, prefix: '/static/' });
    await app.listen({ port, host: '127.0.0.1' });
    ready();
  },
  hono: async () => {
    const { Hono } = await peer('hono');
    const { serve } = await peer('@hono/node-server');
    const app = new Hono();
    app.get('/', (context: { text(body: string): unknown }) => context.text(text));
    app.get('/users/:id', (context: { json(body: unknown): unknown; req: { param(name: string): string } }) =>
      context.json({ id: context.req.param('id') }),
    );
    serve({ fetch: app.fetch, port }, ready);
  },
  koa: async () => {
    const Koa = (await peer('koa')).default;
    const app = new Koa();
    app.use((context: { path: string; body: unknown; status: number }) => {
      if (context.path === '/') context.body = text;
      else if (context.path.startsWith('/users/')) context.body = { id: context.path.slice(7) };
      else context.status = 404;
    });
    app.listen(port, ready);
  },
  express: async () => {
    const app = (await peer('express')).default();
    app.disable('etag');
    app.get('/', (_: unknown, response: { type(type: string): { send(body: string): void } }) =>
      response.type('text/plain').send(text),
    );
    app.get('/users/:id', (request: { params: { id: string } }, response: { json(body: unknown): void }) =>
      response.json({ id: request.params.id }),
    );
    app.listen(port, ready);
  },
  polka: async () => {
    const app = (await peer('polka')).default();
    app.get('/', (_: unknown, response: { end(body: string): void }) => response.end(text));
    app.get(
      '/users/:id',
      (
        request: { params: { id: string } },
        response: { setHeader(name: string, value: string): void; end(body: string): void },
      ) => {
        response.setHeader('content-type', json);
        response.end(JSON.stringify({ id: request.params.id }));
      },
    );
    app.listen(port, ready);
  },
  h3: async () => {
    const { H3, toNodeHandler } = await peer('h3');
    const app = new H3();
    app.get('/', () => text);
    app.get('/users/:id', (event: { context: { params: { id: string } } }) => ({
      id: event.context.params.id,
    }));
    createServer(toNodeHandler(app)).listen(port, ready);
  },
  sirv: async () => {
    const handler = (await peer('sirv')).default(path.dirname(folder), { dev: false, etag: true });
    createServer((incoming, outgoing) =>
      handler(incoming, outgoing, () => outgoing.writeHead(404).end(notFound)),
    ).listen(port, ready);
  },
  send: async () => {
    const send = (await peer('send')).default;
    createServer((incoming, outgoing) =>
      send(incoming, incoming.url!, { root: path.dirname(folder) }).pipe(outgoing),
    ).listen(port, ready);
  },
};

const start = servers[name];
if (start === undefined)
  throw new Error(`there is no server '${name}'; there are ${Object.keys(servers).join(', ')}`);
await start();
