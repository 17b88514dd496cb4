// A message that lists the options of a function names a page of docs/: each of them is described there.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as waypost from '../src/index.js';
import { waypost as fastifyPlugin } from '../src/node/hosts/fastify.js';
import { toKoaMiddleware } from '../src/node/hosts/koa.js';
import * as node from '../src/node/index.js';
import * as testing from '../src/node/testing.js';

const app = waypost.parseRoutes("routes { root to => 'pages#home' }");
/** What no function takes, past TypeScript. */
const given = { unknown: 1 };
const unknown = given as never;
const args = { app, ...given } as never;

it.each<readonly [caller: string, call: () => unknown]>([
  ['parseRoutes', () => waypost.parseRoutes('routes { }', unknown)],
  ['loadRoutes', () => node.loadRoutes('config/routes', unknown)],
  ['createApplication', () => node.createApplication('.', unknown)],
  ['serve', () => node.serve(app, unknown)],
  ['toNodeListener', () => node.toNodeListener(app, unknown)],
  ['toFetchHandler', () => waypost.toFetchHandler(app, unknown)],
  ['toFetchMiddleware', () => waypost.toFetchMiddleware(app, unknown)],
  ['toKoaMiddleware', () => toKoaMiddleware(app, unknown)],
  ["waypost's Fastify plugin", () => fastifyPlugin({} as never, { endpoint: app, ...given })],
  ['StaticFiles', () => new node.StaticFiles(args)],
  ['Rescue', () => new node.Rescue(args)],
  ['RequestLogger', () => new node.RequestLogger(args)],
  ['RequestId', () => new waypost.RequestId(args)],
  ['a request', () => new waypost.Request({ method: 'GET', path: '/', ...given })],
  ['request.with', () => new waypost.Request({ method: 'GET', path: '/' }).with(unknown)],
  ['a response', () => new waypost.Response(unknown)],
  ['a cookie', () => new waypost.Response().setCookie('name', 'value', unknown)],
  ['HttpError', () => new waypost.HttpError(404, 'not here', unknown)],
  ['expectRoute', () => testing.expectRoute('GET /', unknown)],
  ['ask', () => testing.ask(app, 'GET /', unknown)],
  ['actionRequest', () => testing.actionRequest('GET /', unknown)],
])('%s', async (caller, call) => {
  const error: unknown = await Promise.resolve()
    .then(call)
    .catch((thrown: unknown) => thrown);
  const [, of, names = '', page = ''] = /^(.*) has no option .* are (.*) \((.*)\)$/.exec(String(error)) ?? [];
  expect(of).toBe(`TypeError: ${caller}`);
  const text = readFileSync(page, 'utf8');
  expect(names.split(', ').filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});
