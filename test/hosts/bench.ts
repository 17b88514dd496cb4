// What waypost costs inside a host: processor time a request of a route that waypost answers there, and of one that it declines and the host
// answers, as ratios to the host alone. `npm run bench:hosts [-- --requests 5000 --rounds 5 --host 'Koa 3']`
//
// Every server is a process of its own, asked by this one through kept connections; servers take turns in every round, and medians are shown.
// Their answers are checked before they are timed. Processor time of the server alone is counted, the steadier number on a machine with other work.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  Agent,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  createServer,
  get,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import KoaRouter from '@koa/router';
import connect from 'connect';
import express from 'express';
import express4 from 'express4';
import fastify from 'fastify';
import { H3, toNodeHandler } from 'h3';
import { Hono } from 'hono';
import Koa from 'koa';
import mount from 'koa-mount';
import { type Request, type Router, routes, toFetchMiddleware } from '../../src/index.js';
import waypost from '../../src/node/hosts/fastify.js';
import { toKoaMiddleware } from '../../src/node/hosts/koa.js';
import { toNodeListener } from '../../src/node/index.js';

const order = (request: Request): string => `order ${request.params['id'] as string}`;
const answering = routes`
  get '/orders/:id', as => 'order', to => ${order};
`;
const declining = routes`
  get '/products/:id', as => 'product', to => ${order};
  get '/orders/:id/invoice', as => 'invoice', to => ${order};
`;

/** Who has the route that is asked for: the host alone, waypost in it, or the host behind a waypost that declines. */
const arrangements = ['alone', 'within', 'behind'] as const;
type Arrangement = (typeof arrangements)[number];

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

interface Arranged {
  readonly own: boolean;
  readonly router: Router | undefined;
}

/** Each host with waypost below `/shop`, a route of its own there, or both. */
const hosts: Readonly<Record<string, (has: Arranged) => Listener | Promise<Listener>>> = {
  'Express 5'({ own, router }) {
    const app = express();
    if (router) app.use('/shop', toNodeListener(router));
    if (own)
      app.get(
        '/shop/orders/:id',
        (request, answer) => void answer.type('text').send(`order ${request.params.id}`),
      );
    return app;
  },
  'Express 4'({ own, router }) {
    const app = express4();
    if (router) app.use('/shop', toNodeListener(router));
    if (own)
      app.get(
        '/shop/orders/:id',
        (request: { params: { id: string } }, answer: { type(type: string): { send(text: string): void } }) =>
          answer.type('text').send(`order ${request.params.id}`),
      );
    return app;
  },
  Connect({ own, router }) {
    const app = connect();
    if (router) app.use('/shop', toNodeListener(router));
    if (own)
      app.use('/shop/orders', (request: IncomingMessage, answer) => {
        answer.setHeader('content-type', 'text/plain; charset=utf-8');
        answer.end(`order ${request.url!.slice(1)}`);
      });
    return app;
  },
  'Koa 3'({ own, router }) {
    const app = new Koa();
    const koaRouter = new KoaRouter();
    if (router) app.use(mount('/shop', toKoaMiddleware(router)));
    koaRouter.get(
      '/shop/orders/:id',
      (context) => void (context.body = `order ${context['params'].id as string}`),
    );
    if (own) app.use(koaRouter.routes());
    return app.callback();
  },
  async 'Fastify 5'({ own, router }) {
    const app = fastify();
    if (router) {
      app.register(waypost, { endpoint: router, prefix: '/shop' });
      // Fastify asks its own routes first; behind waypost stands the not-found handler.
      if (own)
        app.setNotFoundHandler(async (request, reply) =>
          reply.code(200).send(`order ${request.url.slice(13)}`),
        );
    } else {
      app.get('/shop/orders/:id', async (request) => `order ${(request.params as { id: string }).id}`);
    }
    await app.ready();
    return app.routing;
  },
  'Hono 4'({ own, router }) {
    const app = new Hono();
    const shop = router && toFetchMiddleware(router, { prefix: '/shop' });
    if (shop) app.use('/shop/*', (c, next) => shop(c.req.raw, next));
    if (own) app.get('/shop/orders/:id', (c) => c.text(`order ${c.req.param('id')}`));
    return getRequestListener(app.fetch);
  },
  'h3 2'({ own, router }) {
    const app = new H3();
    const shop = router && toFetchMiddleware(router, { prefix: '/shop' });
    if (shop) app.use('/shop/**', (event, next) => shop(event.req, next));
    if (own) app.get('/shop/orders/:id', (event) => `order ${event.context.params!['id']}`);
    return toNodeHandler(app);
  },
};

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    host: { type: 'string' },
    serve: { type: 'string' },
    arrangement: { type: 'string', default: 'alone' },
  },
});

function arranged(arrangement: Arrangement): Arranged {
  const router = { alone: undefined, within: answering, behind: declining }[arrangement];
  return { own: arrangement !== 'within', router };
}

async function serve(name: string, arrangement: Arrangement): Promise<void> {
  const server = createServer((await hosts[name]!(arranged(arrangement))) as RequestListener).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send!(user + system);
  });
  process.on('disconnect', () => process.exit());
  process.send!((server.address() as AddressInfo).port);
}

interface Contender {
  readonly child: ChildProcess;
  readonly port: number;
  /** Microseconds a request, one number a round. */
  readonly costs: number[];
}

async function start(name: string, arrangement: Arrangement): Promise<Contender> {
  const child = fork(import.meta.filename, ['--serve', name, '--arrangement', arrangement]);
  const [port] = (await once(child, 'message')) as [number];
  return { child, port, costs: [] };
}

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

function ask(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/shop/orders/7', agent }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () => resolve(`${incoming.statusCode} ${text}`));
    }).on('error', reject);
  });
}

async function askTogether(port: number, requests: number): Promise<void> {
  let left = requests;
  const connections = Array.from({ length: 20 }, async () => {
    while (left-- > 0) await ask(port);
  });
  await Promise.all(connections);
}

async function timeOf({ child }: Contender): Promise<number> {
  child.send('time');
  const [time] = (await once(child, 'message')) as [number];
  return time;
}

async function compare(requests: number, rounds: number): Promise<void> {
  console.log('| host | alone, µs | waypost answers | waypost declines |\n|---|---|---|---|');
  for (const name of values.host === undefined ? Object.keys(hosts) : [values.host]) {
    const contenders = await Promise.all(arrangements.map((arrangement) => start(name, arrangement)));
    for (const { port } of contenders) {
      const answer = await ask(port);
      if (answer !== '200 order 7') throw new Error(`${name} answers ${answer}`);
      await askTogether(port, requests);
    }
    for (let round = 0; round < rounds; round++) {
      for (const contender of contenders) {
        const before = await timeOf(contender);
        await askTogether(contender.port, requests);
        contender.costs.push(((await timeOf(contender)) - before) / requests);
      }
    }
    const [alone, within, behind] = contenders.map(({ costs }) => median(costs)) as [number, number, number];
    const ratio = (cost: number): string => (cost / alone).toFixed(2);
    console.log(`| ${name} | ${alone.toFixed(0)} | ${ratio(within)} | ${ratio(behind)} |`);
    for (const { child } of contenders) child.disconnect();
  }
  agent.destroy();
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}

if (values.serve === undefined) await compare(Number(values.requests), Number(values.rounds));
else await serve(values.serve, values.arrangement as Arrangement);
