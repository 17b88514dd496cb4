// waypost in hosts that speak Fetch: Hono, h3, Elysia, React Router's request handler.

import { node } from '@elysiajs/node';
import { getRequestListener } from '@hono/node-server';
import { Elysia } from 'elysia';
import { H3, toNodeHandler } from 'h3';
import { Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { cors } from 'hono/cors';
import { type ServerBuild, createRequestHandler } from 'react-router';
import { describe, expect, it } from 'vitest';
import { routes, toFetchMiddleware } from 'waypost';
import { asked, router, serving } from './support/questions.js';

asked('Hono 4', async () => {
  const app = new Hono<{ Variables: { user: string } }>();
  app.onError((error, c) => c.text(`host: ${error.message}`, 500));
  app.use((c, next) => {
    c.set('user', 'ada');
    return next();
  });
  const shop = toFetchMiddleware(router, { prefix: '/shop' });
  app.use('/shop/*', (c, next) => shop(c.req.raw, next, c));
  app.all('*', (c) => c.text(`host ${new URL(c.req.url).pathname}`));
  return {
    ...(await serving(getRequestListener(app.fetch))),
    behind: 'host /shop/other',
    failure: 'host: lost',
    leavesBodies: true,
    user: 'ada',
  };
});

describe('Hono 4 with headers that it has set itself', () => {
  const app = new Hono();
  app.onError((error, c) => c.text(`host: ${error.message}`, 500));
  app.use('/shop/*', (c, next) => {
    const allowing = cors({ origin: 'https://a.example' });
    return c.req.header('origin') ? allowing(c, next) : next();
  });
  app.use((c, next) => {
    c.header('x-powered-by', 'Hono');
    c.header('content-language', 'de');
    setCookie(c, 'host', '1');
    return next();
  });
  const shop = toFetchMiddleware(
    routes`
      get '/orders', to => ${() => Response.json([7], { headers: { 'content-language': 'en', 'set-cookie': 'shop=2', vary: 'accept' } })};
      get '/none', to => ${() => new Response(null, { status: 204 })};
    `,
    { prefix: '/shop' },
  );
  app.use('/shop/*', async (c, next) => {
    const answer = await shop(c.req.raw, () => undefined, c);
    if (!answer) return next();
    for (const [name, value] of answer.headers)
      c.header(name, value, { append: name === 'set-cookie' || name === 'vary' });
    return c.newResponse(answer.body, new Response(null, { status: answer.status }));
  });
  app.all('*', (c) => c.text(`host ${new URL(c.req.url).pathname}`));

  it('keeps them beside those of the endpoint, which win, and cookies of both', async () => {
    const answer = await app.request('/shop/orders');
    const { headers } = answer;
    expect([answer.status, await answer.json()]).toEqual([200, [7]]);
    expect(headers.get('x-powered-by')).toBe('Hono');
    expect(headers.get('content-language')).toBe('en');
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.getSetCookie()).toEqual(['host=1; Path=/', 'shop=2']);
  });

  it('and does so behind a middleware that has begun the answer', async () => {
    const { headers } = await app.request('/shop/orders', { headers: { origin: 'https://a.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('https://a.example');
    expect(headers.get('content-language')).toBe('en');
    expect(headers.get('vary')).toBe('accept, Origin');
    expect(headers.getSetCookie()).toEqual(['host=1; Path=/', 'shop=2']);
  });

  it('and answers what the endpoint declines, and nothing', async () => {
    expect(await (await app.request('/shop/other')).text()).toBe('host /shop/other');
    expect((await app.request('/shop/none')).status).toBe(204);
  });
});

asked('h3 2', async () => {
  const app = new H3({
    onError: (error) => new globalThis.Response(`host: ${(error.cause as Error).message}`, { status: 500 }),
  });
  const shop = toFetchMiddleware(router, { prefix: '/shop' });
  app.use('/shop/**', (event, next) => shop(event.req, next));
  app.all('/**', (event) => `host ${event.url.pathname}`);
  return {
    ...(await serving(toNodeHandler(app))),
    behind: 'host /shop/other',
    failure: 'host: lost',
    leavesBodies: true,
  };
});

asked('Elysia 1', async () => {
  const app = new Elysia({ adapter: node() })
    .onError(({ error }) => new Response(`host: ${(error as Error).message}`, { status: 500 }))
    .get('/shop/other', ({ path }) => `host ${path}`);
  const shop = toFetchMiddleware(router, { prefix: '/shop' });
  app.onRequest(async ({ request }) => shop(request, () => undefined));
  return {
    ...(await serving(getRequestListener(app.fetch))),
    behind: 'host /shop/other',
    failure: 'host: lost',
    leavesBodies: true,
  };
});

asked('React Router 7’s server', async () => {
  const loader = ({ request }: { readonly request: Request }): Response =>
    new Response(`host ${new URL(request.url).pathname}`);
  const build = {
    entry: { module: { default: async () => new Response('page') } },
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
  const pages = createRequestHandler(build, 'production');
  const shop = toFetchMiddleware(router, { prefix: '/shop' });
  const answer = (request: Request) => shop(request, (declined) => pages(declined));
  const safely = (request: Request): Promise<Response> =>
    answer(request).catch((error: Error) => new Response(`host: ${error.message}`, { status: 500 }));
  return {
    ...(await serving(getRequestListener(safely))),
    behind: 'host /shop/other',
    failure: 'host: lost',
    leavesBodies: true,
  };
});
