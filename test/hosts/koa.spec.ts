// waypost in Koa, at the top of it and below `koa-mount`.

import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type IncomingMessage, type ServerResponse, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import mount from 'koa-mount';
import Koa2 from 'koa2';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Request, Response, routes } from 'waypost';
import { toKoaMiddleware } from 'waypost/koa';
import { fromConnect, fromNodeListener, toNodeListener } from 'waypost/node';
import { bodies, head, untilEnd } from './support/bodies.js';
import { leave, news, readAndLeave, readTwiceAndLeave, untilLeft } from './support/news.js';
import { type Host, asked, router, serving } from './support/questions.js';

async function koaHost(app: Koa): Promise<Host> {
  app.on('error', () => undefined);
  app.use((context) => (context.body = `host ${context.url}`));
  return {
    ...(await serving(app.callback())),
    behind: 'host /shop/other?a=b',
    failure: 'Internal Server Error',
  };
}

asked('Koa 3', async () => {
  const app = new Koa();
  app.use((context, next) => {
    context.state['user'] = 'ada';
    return next();
  });
  app.use(mount('/shop', toKoaMiddleware(router)));
  return { ...(await koaHost(app)), user: 'ada' };
});

asked('Koa 3 with a body parser', async () => {
  const app = new Koa();
  app.use(bodyParser({ enableTypes: ['json', 'form', 'text'] }));
  app.use(mount('/shop', toKoaMiddleware(router)));
  return koaHost(app);
});

asked('Koa 2', async () => {
  const app = new Koa2();
  app.use(mount('/shop', toKoaMiddleware(router)));
  return koaHost(app);
});

it('sends letters of Latin-1 in headers as such, beside any text', async () => {
  const endpoint = { call: () => new Response({ body: 'é☃', headers: { 'x-name': 'café' } }) };
  const host = await serving(new Koa().use(toKoaMiddleware(endpoint)).callback());
  const answer = await fetch(host.origin);
  expect([answer.headers.get('x-name'), await answer.text()]).toEqual(['café', 'é☃']);
  await host.close();
});

it('gives what makes an ETag of bodies those of HEAD as well', async () => {
  const app = new Koa();
  app.use(async (context, next) => {
    await next();
    context.set('ETag', `"${String(context.body)}"`);
    if (context.fresh) context.status = 304;
  });
  app.use(toKoaMiddleware(bodies));
  const host = await serving(app.callback());
  for (const path of ['/text', '/bytes'])
    for (const headers of [{}, { 'if-none-match': '"abc"' }])
      expect(await head(host.origin + path, headers)).toEqual(await head(host.origin + path, headers, 'GET'));
  expect(await head(`${host.origin}/text`)).toMatchObject({ etag: '"abc"', 'content-length': '3' });
  await host.close();
});

it.each(['/download', '/download/text', '/download/bytes'])(
  'sends the name of a file in Latin-1 as such, with the length of %s',
  async (path) => {
    const host = await serving(new Koa().use(toKoaMiddleware(bodies)).callback());
    for (const method of ['GET', 'HEAD'])
      expect(await head(host.origin + path, {}, method)).toMatchObject({
        'content-disposition': 'attachment; filename="café"',
        'content-length': '3',
      });
    expect(await (await fetch(host.origin + path)).text()).toBe('abc');
    await host.close();
  },
);

it.each([
  [3, 'abc'],
  [9, 'abcdef'],
])('ends the connection of a stream that says %i bytes and has six', async (length, sent) => {
  const app = new Koa().use(toKoaMiddleware(bodies)).on('error', () => undefined);
  const host = await serving(app.callback());
  expect(await untilEnd(host.origin, length)).toBe(sent);
  await host.close();
});

it('sends the bytes of a stream of values, whose values may be none, and its only length', async () => {
  const app = new Koa().use(toKoaMiddleware(bodies)).on('error', () => undefined);
  const host = await serving(app.callback());
  expect((await fetch(`${host.origin}/rows`)).status).toBe(500);
  expect(await (await fetch(`${host.origin}/buffers`)).text()).toBe('abc');
  expect(await head(`${host.origin}/twice`, {}, 'GET')).toMatchObject({ 'content-length': '6' });
  await host.close();
});

it('gives up a stream behind the answer to another request when the client of both leaves', async () => {
  const cancelled = vi.fn();
  const app = new Koa().on('error', () => undefined).use(toKoaMiddleware({ call: () => news(cancelled) }));
  const { origin, close } = await serving(app.callback());
  await readTwiceAndLeave(origin);
  await vi.waitFor(() => expect(cancelled).toHaveBeenCalledTimes(2), 5000);
  await close();
});

it('leaves what it declines at its place, for other middleware of Node behind it', async () => {
  const passing = (_: IncomingMessage, __: ServerResponse, next: () => void): void => next();
  const declining = routes`get '/posts', to => ${fromNodeListener(passing)}, through => ${fromConnect(passing)}`;
  const behind = toNodeListener(routes`get '*path', to => ${({ url }: Request) => url}`);
  const app = new Koa();
  app.use(mount('/shop', toKoaMiddleware(declining)));
  app.use((context) => {
    context.respond = false;
    behind(context.req, context.res);
  });
  const host = await serving(app.callback());
  expect(await (await fetch(`${host.origin}/shop/posts`)).text()).toBe(`${host.origin}/shop/posts`);
  await host.close();
});

it('has the status and the headers that a guard has set before it failed, for middleware that handles errors', async () => {
  const refusing = (_: IncomingMessage, outgoing: ServerResponse): void => {
    outgoing.statusCode = 401;
    outgoing.setHeader('www-authenticate', 'Bearer');
    throw new Error('no token');
  };
  const app = new Koa();
  app.use((context, next) => next().catch(({ message }: Error) => (context.body = message)));
  app.use(toKoaMiddleware(routes`get '/a', to => ${() => 'secret'}, through => ${fromConnect(refusing)}`));
  const { origin, close } = await serving(app.callback());
  const answer = await fetch(`${origin}/a`);
  expect([answer.status, await answer.text()]).toEqual([401, 'no token']);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  await close();
});

describe('a body in Koa', async () => {
  const failing = async function* (): AsyncGenerator<string> {
    yield await Promise.reject<string>(new Error('lost'));
  };
  const slow = async function* (): AsyncGenerator<string> {
    await new Promise((resolve) => setTimeout(resolve, 20));
    yield 'slow';
    throw new Error('lost later');
  };
  const app = new Koa();
  const handed: unknown[] = [];
  app.on('error', () => undefined);
  app.use(async (context, next) => {
    await next();
    handed.push(context.url);
  });
  app.use(
    toKoaMiddleware(routes`
      get '/file', to => ${() => new Response({ body: createReadStream('/nowhere/at/all') })};
      get '/sized', to => ${() =>
        new Response({ body: createReadStream('/nowhere/at/all'), headers: { 'content-length': '3' } })};
      get '/failing', to => ${() => new Response({ body: failing() })};
      get '/web', to => ${() => new Response({ body: new ReadableStream({ pull: () => failing().next() as never }) })};
      get '/before', to => ${async () => {
        const body = createReadStream('/nowhere/at/all').on('error', () => undefined);
        await once(body, 'close');
        return new Response({ body });
      }};
      get '/slow', to => ${() => new Response({ body: slow() })};
      get '/none', to => ${() => new Response({ body: Readable.from([]) })};
    `),
  );
  const { origin, close } = await serving(app.callback());
  afterAll(close);

  it.each(['/file', '/sized', '/before', '/failing', '/web'])(
    '%s that fails before its first chunk is an error',
    async (url) => {
      expect((await fetch(origin + url)).status).toBe(500);
      expect(handed).not.toContain(url);
    },
  );

  it('goes on with the first chunk, without a wait for it', async () => {
    const { body } = await fetch(`${origin}/slow`);
    const reader = body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('slow');
    await expect(reader.read()).rejects.toThrow();
    expect(await (await fetch(`${origin}/none`)).text()).toBe('');
    expect(handed).toEqual(['/slow', '/none']);
  });
});

describe('a request as proxies send it', async () => {
  const app = new Koa();
  app.on('error', () => undefined);
  const here = routes`get '/a', to => ${({ url }: Request) => url}`;
  app.use(mount('/shop', toKoaMiddleware(here))).use(toKoaMiddleware(here));
  const { origin, close } = await serving(app.callback());
  afterAll(close);

  /** Asks with a target and hosts of which `fetch` knows nothing. */
  async function answer(path: string, ...hosts: string[]): Promise<string> {
    const headers = hosts.flatMap((host) => ['host', host]);
    const sent = request(origin, { path, headers, agent: false }).end();
    const [received] = (await once(sent, 'response')) as [IncomingMessage];
    return `${received.statusCode} ${await text(received)}`;
  }

  it('may be for a whole URL, which names the host', async () => {
    expect(await answer('http://shop.example:81/a?b', 'other')).toBe('200 http://shop.example:81/a?b');
    expect(await answer('http://shop.example/shop/a', 'other')).toBe('200 http://shop.example/shop/a');
  });

  it('is refused where it names no host, or two', async () => {
    expect(await answer('/a', 'a/b')).toMatch(/^400 /);
    expect(await answer('/a', 'one', 'two')).toMatch(/^400 /);
    expect(await answer('http://user@shop.example/a', 'one')).toMatch(/^400 /);
  });
});

it.each([Koa, Koa2])(
  'a stream that has nothing to give is cancelled when its client leaves (%#)',
  async (Host) => {
    const cancelled = vi.fn();
    const app = new Host();
    app.on('error', () => undefined);
    app.use(toKoaMiddleware({ call: () => news(cancelled) }) as Koa.Middleware);
    const { origin, close } = await serving(app.callback());
    await readAndLeave(origin);
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce(), 5000);
    await close();
  },
);

it('takes what a hang-up leads to for no failure of the application', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const failures: unknown[] = [];
  const app = new Koa();
  app.use((_, next) =>
    next().catch((error: Error) => {
      failures.push(error);
      throw error;
    }),
  );
  app.use(toKoaMiddleware({ call: untilLeft }));
  const { origin, close } = await serving(app.callback());
  await leave(origin);
  await vi.waitFor(() => expect(failures).toMatchObject([{ status: 400 }]), 5000);
  await close();
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});
