// What a layer of middleware costs: a built stack beside functions nested by hand, koa-compose and Hono's compose, and the layers of a route
// beside a stack around the same router. `npm run bench:middleware`
//
// Each chain passes a request through and its answer back; depth 0 is the endpoint or the router alone. Every chain and depth runs in a process of
// its own, in turns, and the medians are shown. Chains are compared with their like: what answers at once with what answers at once, promises with promises.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '../../src/http/endpoint.js';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { parseRoutes } from '../../src/interpreter/load.js';
import type { Layer } from '../../src/middleware/layer.js';
import { Middleware } from '../../src/middleware/middleware.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';
import type { Router } from '../../src/routing/router/router.js';
import { printTable } from './table.js';
import { Turns, median, turnOf } from './turns.js';

type Chain = (request: Request) => Response | Promise<Response>;

const turn = turnOf();
/** In a turn, which is a bundle elsewhere, it is told by the process that started it. */
const peersFolder = turn?.[1] ?? path.join(import.meta.dirname, 'peers');
const depths = [0, 1, 5, 20];
const rounds = 3;
const response = new Response({ body: 'hello' });
const atOnce: Endpoint = { call: () => response };
const later: Endpoint = { call: async () => response };

class Passing extends Middleware {
  override call(request: Request): Response | Promise<Response> {
    return this.app.call(request);
  }
}

class Awaiting extends Passing {
  override async call(request: Request): Promise<Response> {
    return await this.app.call(request);
  }
}

function stack(middleware: typeof Passing, depth: number, endpoint: Endpoint): Chain {
  const built = new MiddlewareStack();
  for (let i = 0; i < depth; i++) built.use(`layer ${i}`, middleware);
  const app = built.build(endpoint);
  return (request) => app.call(request);
}

/** A route inside layers of its own. */
function throughLayers(layer: Layer, depth: number, endpoint: Endpoint): Router {
  const through = depth === 0 ? '' : `, through => [${'&layers#pass, '.repeat(depth)}]`;
  return parseRoutes(`routes { get '/', to => &app#endpoint${through} }`, {
    modules: { layers: { pass: layer }, app: { endpoint } },
  });
}

/** The same layers, as the stack around a router whose route has none. */
function aroundRouter(middleware: typeof Passing, depth: number, endpoint: Endpoint): Chain {
  return stack(middleware, depth, throughLayers(middleware, 0, endpoint));
}

function route(layer: Layer, depth: number, endpoint: Endpoint): Chain {
  const router = throughLayers(layer, depth, endpoint);
  return (request) => router.call(request);
}

function nested(depth: number): Chain {
  let chain: (request: Request) => Response = () => response;
  for (let i = 0; i < depth; i++) {
    const inner = chain;
    chain = (request) => inner(request);
  }
  return chain;
}

function nestedAwaiting(depth: number): Chain {
  let chain: (request: Request) => Promise<Response> = async () => response;
  for (let i = 0; i < depth; i++) {
    const inner = chain;
    chain = async (request) => await inner(request);
  }
  return chain;
}

const peers = createRequire(path.join(peersFolder, 'package.json'));

async function koaCompose(depth: number, isAsync: boolean): Promise<Chain> {
  const { default: compose } = (await import(pathToFileURL(peers.resolve('koa-compose')).href)) as {
    default: (layers: unknown[]) => (context: unknown) => Promise<Response>;
  };
  type Layer = (context: unknown, next: () => Promise<unknown>) => unknown;
  const layer: Layer = isAsync ? async (_, next) => await next() : (_, next) => next();
  const composed = compose([...Array.from({ length: depth }, () => layer), () => response]);
  return (request) => composed(request);
}

async function honoCompose(depth: number): Promise<Chain> {
  const file = path.join(path.dirname(peers.resolve('hono')), '../../dist/compose.js');
  type Context = { finalized: boolean; res: unknown; req: object };
  const { compose } = (await import(
    pathToFileURL(existsSync(file) ? file : path.join(peersFolder, 'node_modules/hono/dist/compose.js')).href
  )) as {
    compose: (layers: unknown[]) => (context: Context) => Promise<{ res: Response }>;
  };
  // What a layer gives back would become the answer; next() gives back the context.
  const layer = async (_: unknown, next: () => Promise<void>): Promise<void> => {
    await next();
  };
  const composed = compose([
    ...Array.from({ length: depth }, () => [[layer, undefined], {}]),
    [[() => response, undefined], {}],
  ]);
  return async () => (await composed({ finalized: false, res: undefined, req: {} })).res;
}

const chains: Readonly<Record<string, (depth: number) => Chain | Promise<Chain>>> = {
  'nested functions, at once': nested,
  'waypost stack, at once': (depth) => stack(Passing, depth, atOnce),
  'waypost stack around a promise': (depth) => stack(Passing, depth, later),
  'nested async functions': nestedAwaiting,
  'waypost stack, async layers': (depth) => stack(Awaiting, depth, later),
  'koa-compose, return next()': (depth) => koaCompose(depth, false),
  'koa-compose, async': (depth) => koaCompose(depth, true),
  'hono compose, async': honoCompose,
  'waypost stack around a router, at once': (depth) => aroundRouter(Passing, depth, atOnce),
  'waypost layers of a route, at once': (depth) => route(Passing, depth, atOnce),
  'waypost functions around a route, at once': (depth) =>
    route((request, next) => next(request), depth, atOnce),
  'waypost stack around a router, async': (depth) => aroundRouter(Awaiting, depth, later),
  'waypost layers of a route, async': (depth) => route(Awaiting, depth, later),
  'waypost functions around a route, async': (depth) =>
    route(async (request, next) => await next(request), depth, later),
};

/** Nanoseconds of the processor's time a request, once the chain is warm. */
async function timed(chain: Chain): Promise<number> {
  const request = new Request({ method: 'GET', path: '/' });
  const run = async (count: number): Promise<number> => {
    const start = process.cpuUsage();
    for (let i = 0; i < count; i++) {
      const answer = chain(request);
      if (answer instanceof Promise) await answer;
    }
    return (process.cpuUsage(start).user * 1000) / count;
  };
  if ((await chain(request)).body !== 'hello') throw new Error('the chain gives another answer');
  await run(100_000);
  return Math.min(await run(100_000), await run(100_000), await run(100_000));
}

if (turn !== undefined) {
  const [name = '', , depth] = turn;
  console.log(JSON.stringify(await timed(await chains[name]!(Number(depth)))));
} else {
  if (!existsSync(path.join(peersFolder, 'node_modules')))
    execFileSync('npm', ['ci', '--prefix', peersFolder], { stdio: 'inherit' });
  const turns = await Turns.of(import.meta.filename);
  const names = Object.keys(chains);
  const columns = depths.map((depth) =>
    turns.run<string, number>(names, rounds, [peersFolder, String(depth)]),
  );
  turns.end();
  printTable({
    id: 'middleware',
    columns: ['ns a request', ...depths.map((depth) => `depth ${depth}`), 'a layer'],
    rows: names.map((name) => {
      const times = columns.map((column) => median(column.get(name)!));
      return [
        name,
        ...times.map((time) => time.toFixed(1)),
        ((times.at(-1)! - times[0]!) / depths.at(-1)!).toFixed(1),
      ];
    }),
    how: `Nanoseconds of processor time, median of ${rounds} processes for each cell`,
    peers: ['koa-compose', 'hono'],
    peersFolder,
  });
}
