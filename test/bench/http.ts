// Whole servers beside bare `node:http`: `npm run bench -- http [-- --rounds 9 --connections 20 --requests 3000 --more]`. `--more` asks
// Hono, Koa, Express and a listener of waypost without routes too, `--only layers` makes that
// table alone.
// How they are measured is said in `http-rounds.ts`.

import path from 'node:path';
import { parseArgs } from 'node:util';
import { requestBytes } from './http-load.js';
import { type Case, type Comparison, compare } from './http-rounds.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    connections: { type: 'string', default: '20' },
    requests: { type: 'string', default: '3000' },
    more: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

/** Ids of one length, so that answers are as long as each other. */
const ids = Array.from({ length: 64 }, (_, i) => String(4242 + i * 7));
const title = 'A title that comes back';
const article = JSON.stringify({ title, body: 'x'.repeat(1024 - 62), tags: ['one', 'two'] });

const hello: Case = {
  name: 'hello',
  requests: [requestBytes('GET', '/')],
  fits: ({ status, body }) => status === 200 && body === 'Hello, world',
};
const param: Case = {
  name: 'param, JSON',
  requests: ids.map((id) => requestBytes('GET', `/users/${id}`)),
  fits: ({ status, body }) => status === 200 && body === `{"id":"${ids[0]!}"}`,
};
const miss: Case = {
  name: '404',
  requests: ids.map((id) => requestBytes('GET', `/nowhere/${id}`)),
  fits: ({ status }) => status === 404,
};
const wrongMethod: Case = {
  name: '405',
  requests: ids.map((id) => requestBytes('DELETE', `/users/${id}`)),
  fits: ({ status, headers }) => status === 405 && headers.get('allow') === 'GET, HEAD',
};
const redirect: Case = {
  name: 'redirect',
  requests: [requestBytes('GET', '/old')],
  fits: ({ status, headers }) => status === 301 && headers.get('location') === '/new',
};
const post: Case = {
  name: 'POST of 1 kB JSON',
  requests: [requestBytes('POST', '/posts', { 'content-type': 'application/json' }, article)],
  fits: ({ status, body }) => status === 200 && body === JSON.stringify({ title }),
};

const whole = [hello, param, miss, wrongMethod, redirect, post];
const more = values.more ? ['waypost without routes', 'hono', 'koa', 'express'] : [];
const comparisons: readonly Comparison[] = [
  {
    id: 'servers',
    peers: ['fastify', ...(values.more ? ['hono', 'koa', 'express'] : [])],
    servers: ['node:http', 'waypost', 'fastify', ...more],
    cases: whole,
  },
  {
    id: 'fresh-servers',
    peers: ['fastify'],
    servers: ['node:http', 'waypost', 'fastify'],
    cases: whole,
    isFresh: true,
  },
  {
    id: 'layers',
    peers: ['fastify'],
    servers: ['node:http', 'waypost, five layers', 'fastify, five hooks'],
    cases: [hello, param, miss],
  },
  {
    id: 'logs',
    peers: ['fastify', 'pino-http'],
    servers: ['node:http, pino-http', 'waypost, RequestLogger', 'fastify, its log'],
    cases: [hello, param, miss],
  },
];
await compare(
  comparisons.filter(({ id }) => id.includes(values.only)),
  {
    rounds: Number(values.rounds),
    connections: Number(values.connections),
    requests: Number(values.requests),
    module: path.join(import.meta.dirname, 'http-server.ts'),
  },
);
