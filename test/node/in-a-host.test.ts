// An endpoint as one of several handlers of a host: what it declines, what it fails with, where it is mounted, and bodies that were read before.
// The hosts themselves are in `test/hosts`; here a few lines stand for what Connect and Express do.

import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.js';
import { toFetchHandler, toFetchMiddleware } from '../../src/http/fetch.js';
import { hostArguments } from '../../src/http/host.js';
import { HttpError } from '../../src/http/http-error.js';
import type { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { routes } from '../../src/interpreter/load.js';
import { createApplication } from '../../src/node/serving/application.js';
import { toKoaMiddleware } from '../../src/node/hosts/koa.js';
import { fromConnect } from '../../src/node/serving/from-connect.js';
import type { HostMessage } from '../../src/node/serving/host-message.js';
import { type ListenerOptions, type Next, toNodeListener } from '../../src/node/serving/listener.js';
import { serve } from '../../src/node/serving/serve.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';
import { StaticFiles } from '../../src/node/static/static-files.js';
import { patience } from '../support/patience.js';
import { type TestServer, listening } from '../support/raw-http.js';
import { app, staticSite } from '../support/static-site.js';

const site = staticSite();

const running: TestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

type Handler = (incoming: HostMessage, outgoing: ServerResponse, next: Next) => void;

/** Runs handlers in turn, and says what came out behind the last. */
async function hosting(...handlers: Handler[]): Promise<string> {
  const server = await listening((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const queue = [...handlers];
    const next = (error?: unknown): void => {
      const handler = queue.shift();
      if (error === undefined && handler !== undefined) handler(incoming, outgoing, next);
      else outgoing.end(error instanceof Error ? `host: ${error.message}` : `host: ${incoming.url}`);
    };
    next();
  });
  running.push(server);
  return server.url;
}

const told = async (url: string, init?: RequestInit): Promise<string> => (await fetch(url, init)).text();
type RequestInit = Parameters<typeof fetch>[1];
const answering = (call: (request: Request) => Response | Promise<Response> | string): Endpoint =>
  ({ call }) as Endpoint;

describe('what an endpoint declines', () => {
  const posts = routes`
    get '/posts', to => ${() => 'posts'};
    mount ${answering(() => new Response({ status: 404, headers: { 'x-cascade': 'pass' } }))}, at => '/declining';
    get '/missing', to => ${() => new Response({ status: 404, body: 'no such post' })};
  `;

  it('goes on to the host', async () => {
    const url = await hosting(toNodeListener(posts));
    expect(await told(`${url}/posts`)).toBe('posts');
    expect(await told(`${url}/other?a=b`)).toBe('host: /other?a=b');
    expect(await told(`${url}/declining/x`)).toBe('host: /declining/x');
  });

  it('goes on where the path cannot be decoded: another may take it as it came', async () => {
    const url = await hosting(toNodeListener(posts));
    expect(await told(`${url}/sale/100%`)).toBe('host: /sale/100%');
    const alone = await listening(toNodeListener(posts));
    running.push(alone);
    expect((await fetch(`${alone.url}/sale/100%`)).status).toBe(400);
  });

  it('is told from a 404 and a 405 of its own', async () => {
    const url = await hosting(toNodeListener(posts));
    expect(await told(`${url}/missing`)).toBe('no such post');
    const refused = await fetch(`${url}/posts`, { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('goes on to the next of several endpoints', async () => {
    const url = await hosting(
      toNodeListener(posts),
      toNodeListener(routes`get '/pages', to => ${() => 'pages'}`),
    );
    expect(await told(`${url}/pages`)).toBe('pages');
  });

  it('goes on with the request as the host had it', async () => {
    const layered = new MiddlewareStack()
      .use(
        'rewrites',
        fromConnect(((incoming: IncomingMessage, _: ServerResponse, next: Next) => {
          incoming.url = '/rewritten';
          next();
        }) satisfies Handler),
      )
      .build(posts);
    const url = await hosting(toNodeListener(layered));
    expect(await told(`${url}/other`)).toBe('host: /other');
    const declining = answering(() => new Response({ status: 404, headers: { 'x-cascade': 'pass' } }));
    const passing = ((_, __, next) => next()) satisfies Handler;
    const guarded = toNodeListener(
      routes`mount ${declining}, at => '/posts/:id', through => ${fromConnect(passing)}`,
    );
    const params = await hosting(
      (incoming, _, next) => next(void (incoming.params = { id: 'host' })),
      guarded,
      (incoming, outgoing) => void outgoing.end(JSON.stringify(incoming.params)),
    );
    expect(await told(`${params}/posts/7`)).toBe('{"id":"host"}');
  });

  it('goes on as what it was: with nothing of a route, nor of an Express application that did not know it', async () => {
    const legacy = express();
    const guarded = toNodeListener(
      routes`mount ${legacy}, at => '/', through => ${fromConnect(((_, __, next) => next()) satisfies Handler)}`,
    );
    const plain = await hosting(
      guarded,
      (incoming, outgoing) => void outgoing.end(JSON.stringify(['params' in incoming, 'ip' in incoming])),
    );
    expect(await told(`${plain}/posts`)).toBe('[false,false]');
    const host = express().set('trust proxy', true).use(guarded);
    host.get('/:name', ({ ip, params, app, res }, outgoing) => {
      outgoing.send([ip, params['name'], app === host, res === outgoing]);
    });
    const server = await listening(host);
    running.push(server);
    const answer = await fetch(`${server.url}/posts`, { headers: { 'x-forwarded-for': '192.0.2.7' } });
    expect(await answer.json()).toEqual(['192.0.2.7', 'posts', true, true]);
  });

  it('is a plain 404 where no host stands behind', async () => {
    const server = await listening(toNodeListener(posts));
    running.push(server);
    const answer = await fetch(`${server.url}/other`);
    expect([answer.status, answer.headers.has('x-cascade'), await answer.text()]).toEqual([
      404,
      false,
      'Not Found',
    ]);
  });
});

describe('errors', () => {
  const failing = (error: unknown): Endpoint[] => [
    answering(() => {
      throw error;
    }),
    answering(async () => {
      throw error;
    }),
  ];
  const serving = (endpoint: Endpoint, options: ListenerOptions = {}): Promise<string> =>
    hosting(toNodeListener(endpoint, options));

  it('go on to the host', async () => {
    for (const endpoint of failing(new HttpError(418, 'teapot')))
      expect(await told(await serving(endpoint))).toBe('host: teapot');
  });

  it.each([undefined, null, false, '', 0, 'route', 'router'])(
    'are errors to the host also where %j was thrown, which would tell it something else',
    async (thrown) => {
      for (const endpoint of failing(thrown))
        expect(await told(await serving(endpoint))).toBe(
          `host: a thrown value that is no Error: ${typeof thrown === 'string' ? JSON.stringify(thrown) : thrown}`,
        );
    },
  );

  it('go on to the host also when the client has left, whose logs they belong in', async () => {
    const onError = vi.fn();
    const handled: unknown[] = [];
    const late = answering(async (request) => {
      const left = once(request.signal, 'abort');
      client.abort();
      await left;
      throw new Error('lost');
    });
    const client = new AbortController();
    const url = await hosting((incoming, outgoing, next) =>
      toNodeListener(late, { onError })(incoming, outgoing, (error) => {
        handled.push((error as Error).message);
        next(error);
      }),
    );
    await expect(told(url, { signal: client.signal })).rejects.toThrow(/abort/);
    await vi.waitFor(() => expect(handled).toEqual(['lost']), patience);
    expect(onError).not.toHaveBeenCalled();
  });

  it('reject where the host speaks Fetch, with an error whatever was thrown', async () => {
    for (const endpoint of failing(undefined)) {
      const asked = toFetchMiddleware(endpoint)(new globalThis.Request('http://localhost/'), () =>
        globalThis.Response.error(),
      );
      await expect(asked).rejects.toThrow('a thrown value that is no Error: undefined');
    }
  });

  it('are answered here on request', async () => {
    const onError = vi.fn();
    for (const endpoint of failing(new Error('lost')))
      expect(await told(await serving(endpoint, { passErrors: false, onError }))).toBe(
        'Internal Server Error\n',
      );
    expect(onError).toHaveBeenCalledTimes(2);
  });

  it('that come when half of the answer has left end the connection', async () => {
    const onError = vi.fn();
    async function* halves(): AsyncGenerator<string> {
      yield 'half';
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error('lost');
    }
    const url = await serving(
      answering(() => new Response({ body: halves() })),
      { onError },
    );
    await expect(told(url)).rejects.toThrow();
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('the prefix of a host', () => {
  const here = answering(
    (request) => `${request.scriptName}|${request.path}|${request.url.replace(/^.*:\d+/, '')}`,
  );
  const mounted =
    (changes: Partial<HostMessage>): Handler =>
    (incoming, _, next) => {
      Object.assign(incoming, changes);
      next();
    };

  it.each([
    ['Express', { baseUrl: '/shop', originalUrl: '/shop/a?b', url: '/a?b' }, '/shop|/a|/shop/a?b'],
    ['Express at the top', { baseUrl: '', originalUrl: '/a', url: '/a' }, '|/a|/a'],
    [
      'Express at the mount point',
      { baseUrl: '/shop', originalUrl: '/shop?b', url: '/?b' },
      '/shop|/|/shop/?b',
    ],
    ['Connect', { originalUrl: '/shop/a?b', url: '/a?b' }, '/shop|/a|/shop/a?b'],
    ['Connect at the mount point', { originalUrl: '/shop', url: '/' }, '/shop|/|/shop/'],
    [
      'Connect, asked for a whole URL',
      { originalUrl: 'http://shop.example:81/shop/a?b', url: 'http://shop.example:81/a?b' },
      '/shop|/a|/shop/a?b',
    ],
    ['a host that rewrites', { originalUrl: '/old', url: '/new' }, '|/new|/new'],
    [
      'a host that keeps escapes',
      { baseUrl: '/a%20b', originalUrl: '/a%20b/c', url: '/c' },
      '/a%20b|/c|/a%20b/c',
    ],
  ])('%s', async (_, changes, expected) => {
    expect(await told(await hosting(mounted(changes), toNodeListener(here)))).toBe(expected);
  });

  it('is given by hand where no host takes it off', async () => {
    const url = await hosting(toNodeListener(here, { prefix: '/shop/' }));
    expect(await told(`${url}/shop/a?b`)).toBe('/shop|/a|/shop/a?b');
    expect(await told(`${url}/shop?b`)).toBe('/shop|/|/shop/?b');
    expect(await told(`${url}/shopping`)).toBe('host: /shopping');
    const nested = await hosting(
      mounted({ baseUrl: '/en', originalUrl: '/en/shop/a', url: '/shop/a' }),
      toNodeListener(here, { prefix: '/shop' }),
    );
    expect(await told(`${nested}/en/shop/a`)).toBe('/en/shop|/a|/en/shop/a');
    const alone = await listening(toNodeListener(here, { prefix: '/shop' }));
    running.push(alone);
    const missed = await fetch(`${alone.url}/other`);
    expect([missed.status, await missed.text(), missed.headers.has('x-cascade')]).toEqual([
      404,
      'Not Found',
      false,
    ]);
    expect(() => toNodeListener(here, { prefix: 'shop' })).toThrow("such as '/shop', not 'shop'");
  });

  it('stands before every path that helpers give', async () => {
    const shop = routes`
      get '/orders/:id', as => 'order', to => ${(request: Request) => `${request.helpers.pathFor('order', 8)} ${request.helpers.urlFor('order', 8)}`};
    `;
    const url = await hosting(
      mounted({ baseUrl: '/shop', originalUrl: '/shop/orders/7', url: '/orders/7' }),
      toNodeListener(shop),
    );
    expect(await told(`${url}/orders/7`)).toBe(`/shop/orders/8 ${url}/shop/orders/8`);
  });
});

it('an action finds what the host called with', async () => {
  const whoever = answering((request) => {
    const [incoming, outgoing] = hostArguments<[HostMessage, ServerResponse]>(request);
    return `${incoming.url} ${outgoing.statusCode}`;
  });
  expect(await told(`${await hosting(toNodeListener(whoever))}/a`)).toBe('/a 200');
});

it('parsed headers are enough, as serverless hosts give them', async () => {
  const parsing: Handler = (incoming, _, next) => {
    const { headers } = incoming;
    const length = Number(headers['content-length']);
    incoming.headers = { ...headers, 'content-length': length as never, 'set-cookie': ['a', 'b'] };
    incoming.rawHeaders = [];
    next();
  };
  const endpoint = answering(async (request) => {
    const { headers, host } = request;
    return Response.json([host, headers.get('accept'), headers.all('set-cookie'), await request.json()]);
  });
  const url = await hosting(parsing, toNodeListener(endpoint, { hosts: ['127.0.0.1'] }));
  const headers = { accept: 'text/x', 'content-type': 'application/json' };
  expect(await told(url, { method: 'POST', headers, body: '7' })).toBe('["127.0.0.1","text/x",["a","b"],7]');
  const forging: Handler = (incoming, _, next) => {
    incoming.headers.host = 'a/b';
    next();
  };
  const forged = await hosting(forging, parsing, toNodeListener(endpoint));
  expect(await told(forged)).toBe('host: the Host header holds no host');
});

it('a message may have come on no connection, as tests of hosts inject it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const incoming = Object.assign(new IncomingMessage(new EventEmitter() as Socket), {
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'text/plain', 'content-length': '3' },
  });
  const outgoing = new ServerResponse(incoming);
  const sent: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      sent.push(chunk.toString());
      setImmediate(done);
    },
  });
  outgoing.assignSocket(sink as Socket);
  const echo = async (request: Request): Promise<Response> => Response.text(`got ${await request.text()}`);
  toNodeListener(answering(echo))(incoming, outgoing);
  incoming.push(Buffer.from('abc'));
  incoming.push(null);
  await once(outgoing, 'finish');
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  expect(sent.join('')).toMatch(/^HTTP\/1\.1 200 OK[^]*got abc$/);
});

describe('what only some may do', () => {
  const secret = vi.fn(() => 'secret');
  const refusing = fromConnect(((_, outgoing) => void outgoing.writeHead(401).end('no')) satisfies Handler);
  const admin = toNodeListener(routes`
    match '/admin', to => ${secret}, through => ${refusing}, via => ['get', 'post', 'delete', 'options'];
  `);

  it('is behind its layers however its path is written, with every verb', async () => {
    const url = await hosting(admin);
    for (const path of ['/admin', '/admin/', '//admin', '/%61dmin', '/admin?x', '/Admin', '/x/../admin'])
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT'])
        await fetch(`${url}${path}`, { method });
    expect((await fetch(`${url}//%61dmin`)).status).toBe(401);
    expect(secret).not.toHaveBeenCalled();
  });

  it('is not behind a guard that the host chooses by the path as it was sent', async () => {
    const guard: Handler = (incoming, outgoing, next) =>
      incoming.url?.startsWith('/admin') === true ? void outgoing.end('no') : next();
    const url = await hosting(guard, toNodeListener(routes`get '/admin', to => ${secret}`));
    expect(await told(`${url}/admin`)).toBe('no');
    expect(await told(`${url}//admin`)).toBe('secret');
    expect(await told(`${url}/%61dmin`)).toBe('secret');
  });
});

describe('a body that the host has read', () => {
  const reading =
    (parse: (bytes: Buffer) => Partial<HostMessage>): Handler =>
    (incoming, _, next) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
      void once(incoming, 'end').then(() => {
        Object.assign(incoming, parse(Buffer.concat(chunks)));
        next();
      });
    };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json' };
  const showing = toNodeListener(
    answering(async (request) => {
      switch (request.path) {
        case '/json':
          return Response.json(await request.json());
        case '/form':
          return Response.json([...(await request.formData())]);
        case '/stream':
          return new Response({ body: request.body });
        default:
          return Response.text(await request.text());
      }
    }),
  );

  it.each([
    [
      'an object',
      '/json',
      json,
      '{"a":[1]}',
      (bytes: Buffer) => ({ body: JSON.parse(String(bytes)) as unknown }),
      '{"a":[1]}',
    ],
    ['an object as text', '/text', json, '{"a": 1}', () => ({ body: { a: 1 } }), '{"a":1}'],
    [
      'form fields',
      '/form',
      form,
      'ignored',
      () => ({ body: { a: '1', b: ['2', '3'], c: { d: '4' }, e: [{ f: '5' }] } }),
      '[["a","1"],["b","2"],["b","3"],["c[d]","4"],["e[0][f]","5"]]',
    ],
    ['bytes', '/text', {}, 'raw', (bytes: Buffer) => ({ body: bytes }), 'raw'],
    ['text', '/text', {}, 'raw', (bytes: Buffer) => ({ body: String(bytes) }), 'raw'],
    ['text as a stream', '/stream', {}, 'raw', (bytes: Buffer) => ({ body: String(bytes) }), 'raw'],
    [
      'bytes beside what was made of them',
      '/text',
      json,
      '{"a": 1}',
      (bytes: Buffer) => ({ rawBody: bytes, body: {} }),
      '{"a": 1}',
    ],
  ])('%s', async (_, path, headers, body, parse, expected) => {
    const url = await hosting(reading(parse), showing);
    expect(await told(`${url}${path}`, { method: 'POST', headers, body })).toBe(expected);
  });

  it.each(['"hello"', '""', '"5"', '"null"', '5', 'null', '{"a":"é"}'])(
    'JSON %s is the same parsed and left as text',
    async (body) => {
      const sent = { method: 'POST', headers: { 'content-type': 'application/vnd.api+json' }, body };
      const left = await hosting(
        reading((bytes) => ({ body: String(bytes) })),
        showing,
      );
      expect(await told(`${left}/json`, sent)).toBe(body);
      const parsing = reading((bytes) => ({ body: JSON.parse(String(bytes)) as unknown }));
      const parsed = await hosting(parsing, showing);
      expect(await told(`${parsed}/json`, sent)).toBe(body);
    },
  );

  it('a text is JSON where it can be, if it is an object or nobody has told its length', async () => {
    const replacing = await hosting(
      reading(() => ({ body: '{"other":1}' })),
      showing,
    );
    const replaced = { method: 'POST', headers: json, body: 'sealed' };
    expect(await told(`${replacing}/json`, replaced)).toBe('{"other":1}');
    const parsing = reading((bytes) => ({ body: JSON.parse(String(gunzipSync(bytes))) as unknown }));
    const url = await hosting(parsing, showing);
    const headers = { ...json, 'content-encoding': 'gzip' };
    const sent = (text: string) => ({ method: 'POST', headers, body: gzipSync(text) });
    expect(await told(`${url}/json`, sent('"hello"'))).toBe('"hello"');
    expect(await told(`${url}/json`, sent('"5"'))).toBe('5');
  });

  it('in another charset is what the host made of it, though its bytes are there', async () => {
    const type = { 'content-type': 'text/plain; charset=iso-8859-1' };
    const decoding = reading((bytes) => ({ rawBody: bytes, body: bytes.toString('latin1') }));
    const url = await hosting(decoding, showing);
    const body = Buffer.from('é', 'latin1');
    expect(await told(`${url}/text`, { method: 'POST', headers: type, body })).toBe('é');
  });

  it('and decoded is read, though the headers still name its encoding', async () => {
    const headers = { ...json, 'content-encoding': 'gzip' };
    const sent = { method: 'POST', headers, body: gzipSync('{"a":1}') };
    const inflating = reading((bytes) => ({ body: JSON.parse(String(gunzipSync(bytes))) as unknown }));
    expect(await told(`${await hosting(inflating, showing)}/json`, sent)).toBe('{"a":1}');
    const layered = new MiddlewareStack()
      .use('parse', fromConnect(inflating))
      .build(answering(async (request) => Response.json(await request.json())));
    expect(await told(await hosting(toNodeListener(layered)), sent)).toBe('{"a":1}');
    expect(await told(`${await hosting(showing)}/json`, sent)).toMatch(/^host: .*Content-Encoding/);
  });

  it('is not asked for as long as the stream is unread', async () => {
    const url = await hosting((incoming, _, next) => {
      incoming.body = {};
      next();
    }, showing);
    expect(await told(`${url}/text`, { method: 'POST', body: 'fresh' })).toBe('fresh');
  });

  it('and left nothing of is an error that says so', async () => {
    const url = await hosting(
      reading(() => ({})),
      showing,
    );
    expect(await told(`${url}/text`, { method: 'POST', body: 'gone' })).toMatch(
      /^host: the body of this request has been read already/,
    );
    const multipart = await hosting(
      reading(() => ({ body: { a: '1' } })),
      showing,
    );
    const data = new FormData();
    data.set('a', '1');
    expect(await told(`${multipart}/form`, { method: 'POST', body: data })).toMatch(
      /^host: the host has read this multipart\/form-data body; .*: nodeRequest\(request\), or in Koa hostArguments\(request\)\[0\]\.request$/,
    );
  });

  it('by a Connect layer, without a server', async () => {
    const layer = fromConnect(reading((bytes) => ({ body: { parsed: String(bytes) } })));
    const endpoint = new MiddlewareStack()
      .use('parse', layer)
      .build(answering(async (request) => Response.json(await request.json())));
    const { Request } = await import('../../src/http/request.js');
    const headers = { 'content-encoding': 'gzip' };
    const answer = await endpoint.call(new Request({ method: 'POST', path: '/', body: 'posted', headers }));
    expect(await answer.json()).toEqual({ parsed: 'posted' });
  });
});

describe('options of a wrong kind', () => {
  const endpoint = answering(() => 'never');

  it.each([
    [{ bodyLimit: '1mb' }, "bodyLimit is a number of bytes, not '1mb'"],
    [{ bodyLimit: Number.NaN }, 'bodyLimit is a number of bytes, not NaN'],
    [{ bodyLimit: -1 }, 'bodyLimit is a number of bytes, not -1'],
    [{ sendTimeout: '60s' }, "sendTimeout is a number of milliseconds, not '60s'"],
    [
      { trustProxy: 'loopback' },
      "trustProxy is true or a list of addresses such as ['loopback'], not 'loopback'",
    ],
    [{ trustProxy: 1 }, "trustProxy is true or a list of addresses such as ['loopback'], not '1'"],
    [{ hosts: 'example.com' }, "hosts are a list of names such as ['example.com'], not 'example.com'"],
  ])('%j are refused', (options, message) => {
    expect(() => toNodeListener(endpoint, options as ListenerOptions)).toThrow(new TypeError(message));
  });

  it('are refused by every other host, and by whoever reads a body', async () => {
    const bodyLimit = '1mb' as unknown as number;
    expect(() => toFetchHandler(endpoint, { bodyLimit })).toThrow(/bodyLimit is a number/);
    expect(() => toKoaMiddleware(endpoint, { bodyLimit })).toThrow(/bodyLimit is a number/);
    await expect(serve(endpoint, { drainTimeout: '5s' as unknown as number })).rejects.toThrow(
      /drainTimeout is a number/,
    );
    const url = await hosting(
      toNodeListener(
        answering(async (request) => new Response({ body: await request.bytes({ limit: bodyLimit }) })),
      ),
    );
    expect(await told(url, { method: 'POST', body: 'x' })).toBe(
      "host: limit is a number of bytes, not '1mb'",
    );
  });
});

describe('headers that the host has set', () => {
  const settled: Handler = (_, outgoing, next) => {
    outgoing.setHeader('X-Powered-By', 'host');
    outgoing.setHeader('Content-Type', 'text/html');
    outgoing.setHeader('Set-Cookie', ['host=1']);
    outgoing.setHeader('Vary', 'Origin');
    next();
  };

  it('stay, add up where they are lists, and give way otherwise', async () => {
    const endpoint = answering(
      () =>
        new Response({
          body: 'ok',
          headers: { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'], vary: ['Origin', 'Accept'] },
        }),
    );
    const url = await hosting(settled, toNodeListener(endpoint));
    const { headers } = await fetch(url);
    expect(headers.get('x-powered-by')).toBe('host');
    expect(headers.get('content-type')).toBe('text/plain');
    expect(headers.getSetCookie()).toEqual(['host=1', 'a=1', 'b=2']);
    expect(headers.get('vary')).toBe('Origin, Accept');
  });

  it('reach a writeHead that somebody has put in its place', async () => {
    const statuses: number[] = [];
    const wrapping: Handler = (_, outgoing, next) => {
      const { writeHead } = outgoing;
      outgoing.writeHead = function (this: ServerResponse, status: number) {
        statuses.push(status);
        return writeHead.call(this, status);
      } as typeof outgoing.writeHead;
      next();
    };
    const url = await hosting(
      wrapping,
      toNodeListener(answering(() => new Response({ status: 201, body: 'ok', headers: { 'x-a': 'b' } }))),
    );
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('x-a'), statuses]).toEqual([201, 'b', [201]]);
  });
});

describe('a write that the host has put in its place', () => {
  /** As in `compression`, and in many a layer that looks at bodies. */
  const forgetful: Handler = (_, outgoing, next) => {
    const { write } = outgoing;
    outgoing.write = (chunk: string): boolean => write.call(outgoing, chunk, 'utf8');
    next();
  };

  it('takes whole files without calling back', async () => {
    writeFileSync(site.place('large.txt'), 'x'.repeat(300_000));
    const files = new StaticFiles({ app, root: site.root(), cache: false });
    const url = await hosting(forgetful, toNodeListener(files));
    expect(await told(`${url}/large.txt`, { signal: AbortSignal.timeout(5000) })).toHaveLength(300_000);
  });

  it('takes streams without giving anything back', async () => {
    const silent: Handler = (_, outgoing, next) => {
      const { write } = outgoing;
      outgoing.write = ((chunk: string) => void write.call(outgoing, chunk, 'utf8')) as never;
      next();
    };
    async function* counting(): AsyncGenerator<string> {
      yield 'one ';
      yield 'two';
    }
    const counted = answering(() => new Response({ body: counting() }));
    const layered = new MiddlewareStack().use('log', fromConnect(silent)).build(counted);
    for (const handlers of [[silent, toNodeListener(counted)], [toNodeListener(layered)]]) {
      const url = await hosting(...handlers);
      expect(await told(url, { signal: AbortSignal.timeout(5000) })).toBe('one two');
    }
  });
});

it.each([
  [
    'shopp',
    "there is no folder HERE/shopp to look for routes in; 'shopp' is relative to the working directory",
  ],
  ['package.json', 'HERE/package.json is no folder; name the folder of the application'],
  ['docs', 'there is no routes file in HERE/docs: looked for config/routes and routes'],
  [
    'samples/blog/apps',
    'there is no routes file in HERE/samples/blog/apps: looked for config/routes and routes; there is HERE/samples/blog/config/routes',
  ],
])('an application that is not in %s says where it was looked for', async (name, message) => {
  await expect(createApplication(name)).rejects.toThrow(message.replaceAll('HERE', process.cwd()));
});

it('an application that was not waited for is told from others that are none', async () => {
  const late = Promise.resolve(answering(() => new Response())) as never;
  const help = 'this is a promise, of one perhaps: await it';
  expect(() => toNodeListener(late)).toThrow(`toNodeListener takes an endpoint, an object with a method`);
  expect(() => toNodeListener(late)).toThrow(help);
  expect(() => toFetchHandler(late)).toThrow(help);
  await expect(serve(late)).rejects.toThrow(
    `serve takes an endpoint, an object with a method call(request), not an object of class Promise; ${help}`,
  );
});
