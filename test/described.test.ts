// What users can call is described on the pages of docs/: whatever an entry exports, and every option, on the page that the message about it names.

import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import * as waypost from '../src/index.js';
import { waypost as fastifyPlugin } from '../src/node/hosts/fastify.js';
import { toKoaMiddleware } from '../src/node/hosts/koa.js';
import * as node from '../src/node/index.js';
import * as testing from '../src/node/testing.js';
import * as router from '../src/router.js';
import * as tooling from '../src/tooling.js';

/** Whether a page has a name as a word. */
const names = (page: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(page);

it('names on its pages whatever an entry exports', () => {
  const pages = globSync('docs/*.md').map((page) => readFileSync(page, 'utf8'));
  const exported = [waypost, router, node, testing, tooling].flatMap((entry) => Object.keys(entry));
  expect([...new Set(exported)].filter((name) => !pages.some((page) => names(page, name)))).toEqual([]);
});

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
  const [, of, options = '', page = ''] =
    /^(.*) has no option .* are (.*) \((.*)\)$/.exec(String(error)) ?? [];
  expect(of).toBe(`TypeError: ${caller}`);
  const text = readFileSync(page, 'utf8');
  expect(options.split(', ').filter((name) => !names(text, name))).toEqual([]);
});
