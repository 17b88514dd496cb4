// One server of `npm run bench -- http`. All answer alike: `GET /` with a short text, `GET /users/:id` with JSON made of the id, `DELETE` there with 405, `GET /old`
// with a redirect, `POST /posts` with the title out of the JSON that was sent, and anything else with 404.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { type Endpoint, Middleware, MiddlewareStack, type Request, Response, parseRoutes } from 'waypost';
import { RequestLogger, toNodeListener } from 'waypost/node';
import { peer, serveNamed } from './http-process.js';

const text = 'Hello, world';
const plain = 'text/plain; charset=utf-8';
const json = 'application/json; charset=utf-8';

const table = `routes {
  get '/', to => &bench#hello;
  get '/users/:id', to => &bench#user;
  get '/old', to => redirect('/new');
  post '/posts', to => &bench#create;
  resources 'articles', only => <index show create update destroy>;
}`;

const bench = {
  hello: () => new Response({ body: text }),
  user: (request: Request) => Response.json({ id: request.params['id'] }),
  create: async (request: Request) => Response.json({ title: titleOf(await request.json()) }),
};

function titleOf(value: unknown): unknown {
  return (value as { title: unknown }).title;
}

const router = (): Endpoint => parseRoutes(table, { modules: { bench } });

class Layer extends Middleware {
  override call(request: Request): Response | Promise<Response> {
    return this.app.call(request);
  }
}

function layered(): Endpoint {
  const stack = new MiddlewareStack();
  for (const name of ['one', 'two', 'three', 'four', 'five']) stack.use(name, Layer);
  return stack.build(router());
}

/** What the listener alone costs: an endpoint that looks at the path itself, as the bare server does. */
const withoutRoutes: Endpoint = {
  call({ path }) {
    if (path === '/') return new Response({ body: text });
    if (path.startsWith('/users/')) return Response.json({ id: path.slice(7) });
    return new Response({ status: 404, body: 'Not Found' });
  },
};

function raw(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { url = '', method } = incoming;
  const answer = (status: number, type: string, body: string, more: Record<string, string> = {}): void => {
    outgoing.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...more });
    outgoing.end(body);
  };
  if (method === 'GET' && url === '/') {
    answer(200, plain, text);
  } else if (url.startsWith('/users/')) {
    if (method === 'GET') answer(200, json, JSON.stringify({ id: url.slice(7) }));
    else answer(405, plain, 'Method Not Allowed', { allow: 'GET, HEAD' });
  } else if (method === 'GET' && url === '/old') {
    outgoing.writeHead(301, { location: '/new', 'content-length': 0 });
    outgoing.end();
  } else if (method === 'POST' && url === '/posts') {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      answer(200, json, JSON.stringify({ title: titleOf(body) }));
    });
  } else {
    answer(404, plain, 'Not Found');
  }
}

interface Reply {
  type(type: string): Reply;
  code(status: number): Reply;
  header(name: string, value: string): Reply;
  redirect(location: string, status: number): void;
  send(body: string): void;
}

async function fastify(options: object = {}, layers = 0): Promise<Server> {
  const app = (await peer('fastify')).default(options);
  for (let i = 0; i < layers; i++)
    app.addHook('onRequest', (_: unknown, __: unknown, done: () => void) => done());
  app.get('/', (_: unknown, reply: Reply) => reply.type(plain).send(text));
  app.get('/users/:id', (request: { params: { id: string } }) => ({ id: request.params.id }));
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/users/:id',
    handler: (_: unknown, reply: Reply) =>
      reply.code(405).header('allow', 'GET, HEAD').type(plain).send('Method Not Allowed'),
  });
  app.get('/old', (_: unknown, reply: Reply) => reply.redirect('/new', 301));
  app.post('/posts', (request: { body: unknown }) => ({ title: titleOf(request.body) }));
  await app.ready();
  return app.server as Server;
}

await serveNamed({
  'node:http': () => raw,
  waypost: () => toNodeListener(router()),
  'waypost without routes': () => toNodeListener(withoutRoutes),
  'waypost, five layers': () => toNodeListener(layered()),
  'waypost, RequestLogger': () =>
    toNodeListener(new MiddlewareStack().use('log', RequestLogger).build(router())),
  'node:http, pino-http': async () => {
    const log = (await peer('pino-http')).default() as RequestListener;
    return (incoming, outgoing) => {
      log(incoming, outgoing);
      raw(incoming, outgoing);
    };
  },
  fastify: () => fastify(),
  'fastify, five hooks': () => fastify({}, 5),
  'fastify, its log': () => fastify({ logger: true }),
  hono: async () => {
    const { Hono } = await peer('hono');
    const { getRequestListener } = await peer('@hono/node-server');
    const app = new Hono();
    interface Context {
      readonly req: { param(name: string): string; json(): Promise<unknown> };
      text(body: string): unknown;
      json(body: unknown): unknown;
      redirect(location: string, status: number): unknown;
    }
    app.get('/', (context: Context) => context.text(text));
    app.get('/users/:id', (context: Context) => context.json({ id: context.req.param('id') }));
    app.get('/old', (context: Context) => context.redirect('/new', 301));
    app.post('/posts', async (context: Context) =>
      context.json({ title: titleOf(await context.req.json()) }),
    );
    return getRequestListener(app.fetch) as RequestListener;
  },
  koa: async () => {
    const Koa = (await peer('koa')).default;
    const app = new Koa();
    app.use((context: { path: string; body: unknown; redirect(to: string): void; status: number }) => {
      if (context.path === '/') context.body = text;
      else if (context.path.startsWith('/users/')) context.body = { id: context.path.slice(7) };
      else context.status = 404;
    });
    return app.callback() as RequestListener;
  },
  express: async () => {
    const { default: express } = await peer('express');
    const app = express();
    app.disable('etag');
    interface Answer {
      type(type: string): { send(body: string): void };
      json(body: unknown): void;
      redirect(status: number, location: string): void;
    }
    app.get('/', (_: unknown, answer: Answer) => answer.type('text/plain').send(text));
    app.get('/users/:id', (asked: { params: { id: string } }, answer: Answer) =>
      answer.json({ id: asked.params.id }),
    );
    app.get('/old', (_: unknown, answer: Answer) => answer.redirect(301, '/new'));
    app.post('/posts', express.json(), (asked: { body: unknown }, answer: Answer) =>
      answer.json({ title: titleOf(asked.body) }),
    );
    return app as RequestListener;
  },
});
