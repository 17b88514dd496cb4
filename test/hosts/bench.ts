// What waypost costs inside a host: processor time a request of a route that waypost answers there, as a ratio to the host's own route that
// answers the same. `npm run bench:hosts [-- --requests 5000 --rounds 5]`
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
import { type Request, routes, toFetchMiddleware } from '../../src/index.js';
import waypost from '../../src/node/hosts/fastify.js';
import { toKoaMiddleware } from '../../src/node/hosts/koa.js';
import { toNodeListener } from '../../src/node/index.js';

const router = routes`
  get '/orders/:id', as => 'order', to => ${(request: Request) => `order ${request.params['id'] as string}`};
`;

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** Each host with waypost below `/shop`, or with a route of its own there. */
const hosts: Readonly<Record<string, (isOwn: boolean) => Listener | Promise<Listener>>> = {
  'Express 5'(isOwn) {
    const app = express();
    if (isOwn)
      app.get(
        '/shop/orders/:id',
        (request, answer) => void answer.type('text').send(`order ${request.params.id}`),
      );
    else app.use('/shop', toNodeListener(router));
    return app;
  },
  'Express 4'(isOwn) {
    const app = express4();
    if (isOwn)
      app.get(
        '/shop/orders/:id',
        (request: { params: { id: string } }, answer: { type(type: string): { send(text: string): void } }) =>
          answer.type('text').send(`order ${request.params.id}`),
      );
    else app.use('/shop', toNodeListener(router));
    return app;
  },
  Connect(isOwn) {
    const app = connect();
    if (isOwn)
      app.use('/shop/orders', (request: IncomingMessage, answer) => {
        answer.setHeader('content-type', 'text/plain; charset=utf-8');
        answer.end(`order ${request.url!.slice(1)}`);
      });
    else app.use('/shop', toNodeListener(router));
    return app;
  },
  'Koa 3'(isOwn) {
    const app = new Koa();
    const own = new KoaRouter();
    own.get('/shop/orders/:id', (context) => void (context.body = `order ${context['params'].id as string}`));
    if (isOwn) app.use(own.routes());
    else app.use(mount('/shop', toKoaMiddleware(router)));
    return app.callback();
  },
  async 'Fastify 5'(isOwn) {
    const app = fastify();
    if (isOwn)
      app.get('/shop/orders/:id', async (request) => `order ${(request.params as { id: string }).id}`);
    else app.register(waypost, { endpoint: router, prefix: '/shop' });
    await app.ready();
    return app.routing;
  },
  'Hono 4'(isOwn) {
    const app = new Hono();
    const shop = toFetchMiddleware(router, { prefix: '/shop' });
    if (isOwn) app.get('/shop/orders/:id', (c) => c.text(`order ${c.req.param('id')}`));
    else app.use('/shop/*', (c, next) => shop(c.req.raw, next));
    return getRequestListener(app.fetch);
  },
  'h3 2'(isOwn) {
    const app = new H3();
    const shop = toFetchMiddleware(router, { prefix: '/shop' });
    if (isOwn) app.get('/shop/orders/:id', (event) => `order ${event.context.params!['id']}`);
    else app.use('/shop/**', (event, next) => shop(event.req, next));
    return toNodeHandler(app);
  },
};

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    serve: { type: 'string' },
    own: { type: 'boolean', default: false },
  },
});

async function serve(name: string, isOwn: boolean): Promise<void> {
  const server = createServer((await hosts[name]!(isOwn)) as RequestListener).listen(0, '127.0.0.1');
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

async function start(name: string, isOwn: boolean): Promise<Contender> {
  const child = fork(import.meta.filename, ['--serve', name, ...(isOwn ? ['--own'] : [])]);
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
  console.log('| host | its own route, µs | waypost in it, µs | ratio |\n|---|---|---|---|');
  for (const name of Object.keys(hosts)) {
    const pair = [await start(name, true), await start(name, false)] as const;
    for (const { port } of pair) {
      const answer = await ask(port);
      if (answer !== '200 order 7') throw new Error(`${name} answers ${answer}`);
      await askTogether(port, requests);
    }
    for (let round = 0; round < rounds; round++) {
      for (const contender of pair) {
        const before = await timeOf(contender);
        await askTogether(contender.port, requests);
        contender.costs.push(((await timeOf(contender)) - before) / requests);
      }
    }
    const [own, within] = pair.map(({ costs }) => median(costs)) as [number, number];
    console.log(`| ${name} | ${own.toFixed(0)} | ${within.toFixed(0)} | ${(within / own).toFixed(2)} |`);
    for (const { child } of pair) child.disconnect();
  }
  agent.destroy();
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}

if (values.serve === undefined) await compare(Number(values.requests), Number(values.rounds));
else await serve(values.serve, values.own);
