// The code of docs/observability.md, run with the real packages and exporters in memory.

import { readFileSync } from 'node:fs';
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { type RPCMetadata, RPCType, setRPCMetadata } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { register } from 'prom-client';
import { expect, it } from 'vitest';
import { HttpError, Response, routes, toFetchHandler } from '../../src/index.js';
import { nameHttpSpans } from './observability/http-spans.js';
import { traceRequests } from './observability/opentelemetry.js';
import { measureRequests } from './observability/prometheus.js';

const shop = routes`
  get '/orders/:id', as => 'order', to => ${() => 'order'};
  get '/late', to => ${async () => new Response({ status: 503, body: 'later' })};
  get '/failing', to => ${() => {
    throw new Error('lost');
  }};
  get '/refused', to => ${() => {
    throw new HttpError(403, 'not yours');
  }};
`;
const router = routes`mount ${shop}, at => '/shop'`;

it('requests become spans and histograms, named by the route', async () => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  traceRequests();
  measureRequests();
  const handle = toFetchHandler(router, { onError: () => undefined });
  for (const path of [
    '/shop/orders/7',
    '/shop/orders/8',
    '/shop/late',
    '/shop/failing',
    '/shop/refused',
    '/nowhere',
  ])
    await handle(new globalThis.Request(`http://a.example${path}`));

  const spans = exporter
    .getFinishedSpans()
    .map(({ name, attributes, status, events }) => [
      name,
      attributes['http.route'],
      attributes['http.response.status_code'],
      status.code,
      events.length,
    ]);
  expect(spans).toEqual([
    ['GET /shop/orders/:id', '/shop/orders/:id', 200, 0, 0],
    ['GET /shop/orders/:id', '/shop/orders/:id', 200, 0, 0],
    ['GET /shop/late', '/shop/late', 503, 2, 0],
    ['GET /shop/failing', '/shop/failing', 500, 2, 1],
    ['GET /shop/refused', '/shop/refused', 403, 0, 0],
    ['GET', undefined, 404, 0, 0],
  ]);
  const text = await register.metrics();
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/shop/orders/:id",status="200"} 2',
  );
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/shop/refused",status="403"} 1',
  );
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
});

it('the span that the instrumentation of node:http has made is told the route', async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  nameHttpSpans();
  const handle = toFetchHandler(router, { onError: () => undefined });
  const told: (string | undefined)[] = [];
  for (const path of ['/shop/orders/7', '/shop/late', '/shop/failing', '/nowhere']) {
    // What that instrumentation keeps for a request, and reads again when the response has left.
    const metadata: RPCMetadata = { type: RPCType.HTTP, span: trace.getTracer('http').startSpan('GET') };
    await context.with(setRPCMetadata(ROOT_CONTEXT, metadata), () =>
      handle(new globalThis.Request(`http://a.example${path}`)),
    );
    told.push(metadata.route);
  }
  expect(told).toEqual(['/shop/orders/:id', '/shop/late', '/shop/failing', undefined]);
});

it.each(['opentelemetry', 'http-spans', 'prometheus'])(
  'docs/observability.md has the code for %s',
  (name) => {
    const page = readFileSync(new URL('../../docs/observability.md', import.meta.url), 'utf8');
    const code = readFileSync(new URL(`./observability/${name}.ts`, import.meta.url), 'utf8');
    expect(page).toContain(code.trim());
  },
);
