// An endpoint under `node:http`, asked through real sockets.

import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Request } from '../../src/http/request.js';
import { HttpError } from '../../src/http/http-error.js';
import { Response } from '../../src/http/response.js';
import { routes } from '../../src/interpreter/load.js';
import { RequestLogger } from '../../src/node/serving/request-logger.js';
import { Rescue } from '../../src/node/serving/rescue.js';
import { type ListenerOptions, toNodeListener } from '../../src/node/serving/listener.js';
import { RawClient, type TestServer, exchange, listening, request as ask } from '../support/raw-http.js';
import { patience } from '../support/patience.js';

type Call = (request: Request) => Response | Promise<Response>;

const running: TestServer[] = [];

async function serving(call: Call, options: ListenerOptions = {}): Promise<TestServer> {
  const server = await listening(toNodeListener({ call }, options));
  running.push(server);
  return server;
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
  vi.restoreAllMocks();
});

const close = 'host: localhost\r\nconnection: close\r\n\r\n';

describe('requests', () => {
  it('shows the path as received, and all that is known of the client', async () => {
    const { port } = await serving((request) =>
      Response.json([
        request.method,
        request.path,
        request.queryString,
        request.context.host,
        request.protocol,
        request.port,
        request.remoteAddress,
        request.headers.get('x-a'),
      ]),
    );
    const { body } = await ask(port, 'GET', '/a/../%2e//b?x=%zz', { host: 'Api.Example.com:81', 'X-A': 'b' });
    expect(JSON.parse(body.toString())).toEqual([
      'GET',
      '/a/../%2e//b',
      'x=%zz',
      'api.example.com',
      'http',
      81,
      '127.0.0.1',
      'b',
    ]);
  });

  it('takes a whole URL or a star as the request target', async () => {
    const { port } = await serving(
      (request) => new Response({ body: `${request.host} ${request.path} ${request.queryString}` }),
    );
    expect((await ask(port, 'GET', 'http://other.example/x/../y?z')).body.toString()).toBe(
      'other.example /x/../y z',
    );
    expect((await ask(port, 'GET', 'http://other.example')).body.toString()).toBe('other.example / ');
    expect((await ask(port, 'OPTIONS', '*')).body.toString()).toBe('localhost * ');
  });

  it('believes forwarded headers only where told to, and the nearest proxy most', async () => {
    const headers = {
      'x-forwarded-host': 'forged.example, public.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '6.6.6.6, 10.0.0.9',
    };
    const call: Call = (request) => new Response({ body: `${request.url} ${request.remoteAddress}` });
    const wary = await serving(call);
    expect((await ask(wary.port, 'GET', '/', headers)).body.toString()).toBe('http://localhost/ 127.0.0.1');
    const trusting = await serving(call, { trustProxy: true });
    expect((await ask(trusting.port, 'GET', '/', headers)).body.toString()).toBe(
      'https://public.example/ 10.0.0.9',
    );
  });

  it.each([
    [['loopback'], '6.6.6.6, 9.9.9.9', 'https://public.example/ 9.9.9.9'],
    [
      ['127.0.0.0/8', '9.9.9.9', '10.0.0.0/8'],
      '6.6.6.6, 10.0.0.7, 9.9.9.9',
      'https://public.example/ 6.6.6.6',
    ],
    [['127.0.0.1', '6.6.6.6'], '6.6.6.6', 'https://public.example/ 6.6.6.6'],
    [['10.0.0.0/8', '::1', 'uniquelocal'], '6.6.6.6', 'http://localhost/ 127.0.0.1'],
    [[], '6.6.6.6', 'http://localhost/ 127.0.0.1'],
  ])('believes proxies by their addresses (%j)', async (trustProxy, forwardedFor, seen) => {
    const { port } = await serving(
      (request) => new Response({ body: `${request.url} ${request.remoteAddress}` }),
      { trustProxy },
    );
    const { body } = await ask(port, 'GET', '/', {
      'x-forwarded-host': 'public.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': forwardedFor,
    });
    expect(body.toString()).toBe(seen);
  });

  it.each<[readonly string[] | true, string, string]>([
    [true, 'for=192.0.2.43;proto=https;host=example.com', 'https://example.com/ 192.0.2.43'],
    [true, 'For="[2001:db8::17]:4711" ; PROTO=HTTPS', 'https://localhost/ 2001:db8::17'],
    [
      true,
      'for=6.6.6.6;host=forged.example, for=10.0.0.9;host="public.example:8443"',
      'http://public.example:8443/ 10.0.0.9',
    ],
    [['loopback'], 'for=6.6.6.6;proto=https;host=forged.example, for=9.9.9.9', 'http://localhost/ 9.9.9.9'],
    [
      ['loopback', '10.0.0.0/8'],
      'for=6.6.6.6;host=forged.example, for=9.9.9.9;proto=https, for="10.0.0.7:80";proto=http;host=inner.example',
      'https://inner.example/ 9.9.9.9',
    ],
    [['loopback', '10.0.0.0/8'], 'for=10.0.0.8, for=10.0.0.7', 'http://localhost/ 10.0.0.8'],
    [
      ['loopback', '::ffff:0:0/96', '2001:db8::/32'],
      'for=_hidden;host=a.example, for="[2001:db8::1]"',
      'http://a.example/ _hidden',
    ],
    [['loopback'], 'for=unknown;by=203.0.113.60', 'http://localhost/ unknown'],
    [['loopback'], 'host="a\\.example";proto=https', 'https://a.example/ 127.0.0.1'],
    [['loopback'], 'for=9.9.9.9;host="evil.example/path";proto=gopher', 'http://localhost/ 9.9.9.9'],
    [['10.0.0.0/8'], 'for=9.9.9.9;proto=https;host=example.com', 'http://localhost/ 127.0.0.1'],
  ])('believes what proxies say in Forwarded (%j, %s)', async (trustProxy, forwarded, seen) => {
    const { port } = await serving(
      (request) => new Response({ body: `${request.url} ${request.remoteAddress}` }),
      { trustProxy },
    );
    expect((await ask(port, 'GET', '/', { forwarded })).body.toString()).toBe(seen);
  });

  it.each([
    'for=9.9.9.9;for=8.8.8.8',
    'for=9.9.9.9;',
    'for=9.9.9.9, ',
    'for=[2001:db8::1]',
    'for="9.9.9.9',
    'for = 9.9.9.9',
    '9.9.9.9',
    'for=9.9.9.9 proto=https',
  ])('believes nothing of a Forwarded that is none (%s)', async (forwarded) => {
    const { port } = await serving(
      (request) => new Response({ body: `${request.url} ${request.remoteAddress}` }),
      { trustProxy: true },
    );
    expect((await ask(port, 'GET', '/', { forwarded })).body.toString()).toBe('http://localhost/ 127.0.0.1');
  });

  it('reads no Forwarded beside X-Forwarded-For, -Host or -Proto, through which a client could send its own', async () => {
    const { port } = await serving(
      (request) => new Response({ body: `${request.scriptName} ${request.url} ${request.remoteAddress}` }),
      { trustProxy: ['loopback'] },
    );
    const forwarded = 'for=6.6.6.6;host=forged.example;proto=https';
    const answered = async (headers: Record<string, string>): Promise<string> =>
      (await ask(port, 'GET', '/', { forwarded, ...headers })).body.toString();
    expect(await answered({ 'x-forwarded-for': '9.9.9.9' })).toBe(' http://localhost/ 9.9.9.9');
    expect(await answered({ 'x-forwarded-proto': 'http' })).toBe(' http://localhost/ 127.0.0.1');
    expect(await answered({ 'x-forwarded-host': 'public.example' })).toBe(
      ' http://public.example/ 127.0.0.1',
    );
    expect(await answered({ 'x-forwarded-prefix': '/shop' })).toBe(
      '/shop https://forged.example/shop/ 6.6.6.6',
    );
  });

  it.each([
    ['/shop', '/shop/orders'],
    ['/evil, /shop/', '/shop/orders'],
    ['/a/caf%C3%A9', '/a/caf%C3%A9/orders'],
    ['//evil.example', '/orders'],
    ['https://evil.example', '/orders'],
    ['/a\\b', '/orders'],
    ['/', '/orders'],
    ['', '/orders'],
  ])('believes a trusted proxy that took the prefix "%s" away', async (prefix, link) => {
    const links: Call = (request) => new Response({ body: `${request.scriptName}${request.path}` });
    const headers = { 'x-forwarded-prefix': prefix };
    const trusting = await serving(links, { trustProxy: ['loopback'] });
    expect((await ask(trusting.port, 'GET', '/orders', headers)).body.toString()).toBe(link);
    const wary = await serving(links);
    expect((await ask(wary.port, 'GET', '/orders', headers)).body.toString()).toBe('/orders');
  });

  it('refuses what is no address of a proxy, and no host to answer for', () => {
    const app = { call: () => new Response() };
    for (const address of ['10.0.0.0/33', '10.0.0.0/8x', '10.0.0.0/8e0', 'proxy', '10.0.0.0/', '1.2.3'])
      expect(() => toNodeListener(app, { trustProxy: [address] })).toThrow(
        /is no address of a proxy; give one/,
      );
    expect(() => toNodeListener(app, { hosts: ['http://x'] })).toThrow(
      /is no host to answer for; give a name/,
    );
  });

  it.each([
    ['example.com', 200],
    ['EXAMPLE.com.:8080', 200],
    ['www.example.com', 421],
    ['example.org', 200],
    ['a.b.example.org', 200],
    ['badexample.org', 421],
    ['localhost:3000', 200],
    ['localhost:3001', 421],
    ['', 421],
  ])('asked for host "%s" answers %i where hosts are named', async (host, status) => {
    const { port } = await serving(() => new Response(), {
      hosts: ['example.com', '.example.org', 'localhost:3000'],
    });
    expect(await exchange(port, `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).toContain(
      `HTTP/1.1 ${status} `,
    );
  });

  it.each([
    ['example.com', 200],
    ['example.com:', 200],
    ['[::1]:80', 200],
    ['ex%41mple.com!$&()', 200],
    ['', 200],
    ['a b', 400],
    ['a/b', 400],
    ['user@example.com', 400],
    ['a:b', 400],
    ['a:99999', 400],
    ['a,b', 200],
    ['[::1', 400],
    ['a%zz', 400],
    ['<script>', 400],
    ['\u00e9.example', 400],
  ])('takes the Host header "%s" for a %i', async (host, status) => {
    const { port } = await serving(() => new Response());
    expect(await exchange(port, `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).toContain(
      `HTTP/1.1 ${status} `,
    );
  });

  it('reads a body as JSON, as a stream, or not at all, on one connection', async () => {
    const { port } = await serving(async (request) => {
      if (request.path === '/json') return Response.json(await request.json());
      if (request.path === '/echo') return new Response({ body: request.body });
      return new Response({ body: 'ignored' });
    });
    const client = await RawClient.to(port);
    client.send('POST /json HTTP/1.1\r\nhost: x\r\ncontent-length: 7\r\n\r\n{"a":1}');
    await client.until('{"a":1}');
    client.send('POST /no HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello');
    await client.until('ignored');
    client.send(
      'POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\nx-trailer: 1\r\n\r\n',
    );
    await client.until('abc\r\n4\r\ndefg\r\n0\r\n\r\n');
    client.send(`GET /no HTTP/1.1\r\n${close}`);
    expect((await client.end()).match(/HTTP\/1.1 200/g)).toHaveLength(4);
  });

  it('answers 413 over the limit, whether the length is declared or found out, and the connection lives on', async () => {
    const { port } = await serving(async (request) => new Response({ body: await request.text() }), {
      bodyLimit: 10,
    });
    const client = await RawClient.to(port);
    client.send(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 11\r\n\r\n${'a'.repeat(11)}`);
    await client.until('larger than 10 bytes');
    client.send(
      `POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nb\r\n${'a'.repeat(11)}\r\n0\r\n\r\n`,
    );
    await client.until('larger than 10 bytes');
    client.send('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\nconnection: close\r\n\r\n0123456789');
    const all = await client.end();
    expect(all.match(/HTTP\/1.1 413 Payload Too Large/g)).toHaveLength(2);
    expect(all).toMatch(/HTTP\/1.1 200 OK[^]*0123456789$/);
  });

  it('says before a body is sent that it is too large, to a client that asks', async () => {
    const { port } = await serving(async (request) => new Response({ body: await request.text() }), {
      bodyLimit: 10,
    });
    const head = (length: number): string =>
      `POST / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;
    const refused = await RawClient.to(port);
    refused.send(head(11));
    await refused.until('HTTP/1.1 413 ');
    refused.destroy();
    const asked = await RawClient.to(port);
    asked.send(head(10));
    await asked.until('HTTP/1.1 100 Continue');
    asked.send('0123456789');
    expect(await asked.end()).toMatch(/HTTP\/1.1 200 OK[^]*0123456789$/);
  });

  it.each([
    ['', 'no body'],
    ['content-length: 0\r\n', 'no body'],
    ['content-length: 5\r\n', 'a body'],
    ['transfer-encoding: chunked\r\n', 'a body'],
    ['x-content-length: 5\r\nx-transfer-encode: no\r\n', 'no body'],
  ])('with the headers %j has %s', async (headers, expected) => {
    const { port } = await serving(
      (request) => new Response({ body: request.body === null ? 'no body' : 'a body' }),
    );
    const sent = `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`;
    expect(await exchange(port, sent)).toContain(`\r\n\r\n${expected}`);
  });

  it('survives an aborted upload and tells the reader', async () => {
    let failure: unknown;
    const onError = vi.fn();
    const { port } = await serving(
      async (request) => {
        if (request.method === 'GET') return new Response();
        failure = await request.text().catch((error: unknown) => error);
        throw failure;
      },
      { onError },
    );
    const client = await RawClient.to(port);
    client.send('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nhalf');
    await pause(50);
    client.destroy();
    await vi.waitFor(
      () =>
        expect(failure).toMatchObject({
          status: 400,
          message: 'the client hung up before the body was complete',
        }),
      patience,
    );
    expect(onError).not.toHaveBeenCalled();
    expect((await ask(port, 'GET', '/')).status).toBe(200);
  });

  it('lives on where the stream of a body fails, and says that the body is not complete', async () => {
    let incoming: IncomingMessage | undefined;
    let failure: unknown;
    const listener = toNodeListener({
      call: async (request) => {
        const text = request.text().catch((error: unknown) => (failure = error));
        incoming?.emit('error', new Error('the parser gave up'));
        await text;
        return new Response();
      },
    });
    const server = await listening((request, response) => {
      incoming = request;
      listener(request, response);
    });
    running.push(server);
    const client = await RawClient.to(server.port);
    client.send('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nhalf');
    await vi.waitFor(() => expect(failure).toMatchObject({ status: 400 }), patience);
    client.destroy();
  });

  it('aborts the signal of a request whose client hangs up, and of no other', async () => {
    const signals: AbortSignal[] = [];
    const { port } = await serving(async (request) => {
      signals.push(request.signal);
      if (request.path === '/slow')
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
      return new Response({ body: 'x' });
    });
    await ask(port, 'GET', '/fast');
    const client = await RawClient.to(port);
    client.send('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(signals).toHaveLength(2), patience);
    client.destroy();
    await vi.waitFor(() => expect(signals[1]!.aborted).toBe(true), patience);
    expect(signals[0]!.aborted).toBe(false);
  });
});

describe('responses', () => {
  it('sends text and bytes with their length', async () => {
    const { port } = await serving(
      (request) => new Response({ body: request.path === '/text' ? 'é☃' : Uint8Array.of(1, 2, 3) }),
    );
    const text = await ask(port, 'GET', '/text');
    expect([text.headers['content-length'], text.headers['content-type'], text.body.toString()]).toEqual([
      '5',
      'text/plain; charset=utf-8',
      'é☃',
    ]);
    const bytes = await ask(port, 'GET', '/bytes');
    expect([bytes.headers['content-length'], [...bytes.body]]).toEqual(['3', [1, 2, 3]]);
  });

  it('never believes a wrong length of a body that it has', async () => {
    const { port } = await serving(() => new Response({ body: 'hello', headers: { 'content-length': '2' } }));
    expect((await ask(port, 'GET', '/')).body.toString()).toBe('hello');
  });

  it.each([
    ['HEAD', 200, 'text', '4'],
    ['HEAD', 200, 'stream', undefined],
    ['HEAD', 404, 'none', undefined],
    ['GET', 204, 'text', undefined],
    ['GET', 204, 'stream', undefined],
    ['GET', 205, 'text', '0'],
    ['GET', 304, 'text', undefined],
    ['GET', 200, 'none', '0'],
  ])('%s %i with a body of kind %s has no body and the length %s', async (method, status, kind, length) => {
    const { port } = await serving(
      () =>
        new Response({
          status,
          body: kind === 'none' ? null : kind === 'text' ? 'text' : Readable.from(['text']),
        }),
    );
    const answer = await ask(port, method, '/');
    expect([answer.status, answer.headers['content-length'], answer.body.length]).toEqual([
      status,
      length,
      0,
    ]);
  });

  it('answers HEAD with the length that the response tells', async () => {
    const { port } = await serving(
      () => new Response({ body: Readable.from(['x']), headers: { 'content-length': '77' } }),
    );
    expect((await ask(port, 'HEAD', '/')).headers['content-length']).toBe('77');
  });

  it('sends several cookies, and keeps the router’s and the connection’s headers to itself', async () => {
    const { port } = await serving(
      () =>
        new Response({
          headers: {
            'set-cookie': ['a=1', 'b=2'],
            'x-cascade': 'pass',
            'transfer-encoding': 'chunked',
            connection: 'upgrade',
            'keep-alive': 'x',
            'x-own': 'y',
          },
        }),
    );
    const { headers } = await ask(port, 'GET', '/');
    expect(headers['set-cookie']).toBe('a=1, b=2');
    expect(headers['x-own']).toBe('y');
    expect(headers['x-cascade']).toBeUndefined();
    expect(headers['transfer-encoding']).toBeUndefined();
    expect(headers['connection']).toBe('close');
  });

  it('closes the connection where the response asks for it', async () => {
    const { port } = await serving(() => new Response({ headers: { connection: 'close' } }));
    expect(await exchange(port, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')).toMatch(/connection: close/i);
  });

  it('takes a Fetch response from an endpoint', async () => {
    const { port } = await serving(
      () => new globalThis.Response('fetched', { status: 203 }) as unknown as Response,
    );
    const answer = await ask(port, 'GET', '/');
    expect([answer.status, answer.body.toString()]).toEqual([203, 'fetched']);
  });

  it('can send one response many times', async () => {
    const constant = new Response({ body: 'same' });
    const { port } = await serving(() => constant);
    for (let i = 0; i < 3; i++) expect((await ask(port, 'GET', '/')).body.toString()).toBe('same');
  });
});

describe('streamed responses', () => {
  async function* counting(until: number): AsyncGenerator<string> {
    for (let i = 0; i < until; i++) yield `${i} `;
  }

  it.each([
    ['a web stream', () => new Blob(['0 1 2 ']).stream() as ReadableStream<Uint8Array>],
    ['a Node stream', () => Readable.from(['0 ', '1 ', '2 '])],
    ['an async generator', () => counting(3)],
  ])('sends %s', async (_, body) => {
    const { port } = await serving(() => new Response({ body: body() }));
    const answer = await ask(port, 'GET', '/');
    expect([answer.headers['transfer-encoding'], answer.body.toString()]).toEqual(['chunked', '0 1 2 ']);
  });

  it('sends a stream whose length is known without chunks', async () => {
    const { port } = await serving(
      () => new Response({ body: counting(3), headers: { 'content-length': '6' } }),
    );
    const answer = await ask(port, 'GET', '/');
    expect([
      answer.headers['transfer-encoding'],
      answer.headers['content-length'],
      answer.body.toString(),
    ]).toEqual([undefined, '6', '0 1 2 ']);
  });

  it('sends the headers of a stream that is slow to begin', async () => {
    let begin = (): void => undefined;
    async function* slow(): AsyncGenerator<string> {
      await new Promise<void>((resolve) => (begin = resolve));
      yield 'late';
    }
    const { port } = await serving(() => new Response({ body: slow() }));
    const client = await RawClient.to(port);
    client.send(`GET / HTTP/1.1\r\n${close}`);
    await client.until('\r\n\r\n');
    expect(client.text).not.toContain('late');
    begin();
    await client.until('late');
    client.destroy();
  });

  it('takes no more from a stream than the client takes, and stops it when the client goes', async () => {
    let produced = 0;
    let stopped = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          produced += 1;
          yield new Uint8Array(64 * 1024);
        }
      } finally {
        stopped = true;
      }
    }
    const { port } = await serving(() => new Response({ body: endless() }));
    const client = await RawClient.to(port);
    client.socket.pause();
    client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    let before = -1;
    while (produced === 0 || produced !== before) {
      before = produced;
      await pause(200);
    }
    expect(produced).toBeLessThan(400);
    client.destroy();
    await vi.waitFor(() => expect(stopped).toBe(true), patience);
  });

  it('stops a stream that waits while the client goes', async () => {
    const cancelled = vi.fn();
    const { port } = await serving(
      () => new Response({ body: new ReadableStream<Uint8Array>({ cancel: cancelled }) }),
    );
    const client = await RawClient.to(port);
    client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await client.until('\r\n\r\n');
    client.destroy();
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalled(), patience);
  });

  it('hangs up on a client that takes nothing for too long', async () => {
    let stopped = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new Uint8Array(256 * 1024);
      } finally {
        stopped = true;
      }
    }
    const { port } = await serving(() => new Response({ body: endless() }), { sendTimeout: 100 });
    const client = await RawClient.to(port);
    client.socket.pause();
    client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(stopped).toBe(true), patience);
    client.destroy();
  });

  it('answers 500 where a stream fails before its first chunk, and hangs up where it fails later', async () => {
    const onError = vi.fn();
    async function* failing(after: number): AsyncGenerator<string> {
      yield* counting(after);
      if (after > 0) await pause(20);
      throw new Error('torn');
    }
    const { port } = await serving(
      (request) => new Response({ body: failing(Number(request.path.slice(1))) }),
      { onError },
    );
    expect((await ask(port, 'GET', '/0')).status).toBe(500);
    const torn = await exchange(port, `GET /2 HTTP/1.1\r\n${close}`);
    expect(torn).toContain('200 OK');
    expect(torn).not.toContain('\r\n0\r\n\r\n');
    expect(onError).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['9', 'ended after 6 bytes'],
    ['3', 'longer than its Content-Length of 3'],
  ])('hangs up where a declared length of %s is not kept', async (length, message) => {
    const onError = vi.fn();
    const { port } = await serving(
      () => new Response({ body: counting(3), headers: { 'content-length': length } }),
      { onError },
    );
    const client = await RawClient.to(port);
    client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await client.end();
    expect(String(onError.mock.calls[0]?.[0])).toContain(message);
  });
});

describe('failures', () => {
  it.each([
    [
      'thrown',
      () => {
        throw new Error('secret');
      },
    ],
    ['rejected', () => Promise.reject(new Error('secret'))],
    ['no response', () => undefined as unknown as Response],
    [
      'no error',
      () => {
        throw 'secret';
      },
    ],
  ])('answers a plain 500 and lives on (%s)', async (_, call: Call) => {
    const onError = vi.fn();
    const { port } = await serving(call, { onError });
    for (let i = 0; i < 2; i++) {
      const answer = await ask(port, 'GET', '/');
      expect([answer.status, answer.body.toString()]).toEqual([500, 'Internal Server Error\n']);
    }
    expect(onError).toHaveBeenCalledTimes(2);
  });

  const throwing = (): never => {
    throw new Error('a getter of what was thrown');
  };
  const hostile = (error: object, ...names: string[]): object => {
    for (const name of names) Object.defineProperty(error, name, { get: throwing });
    return error;
  };
  const thenable = (then: (resolve: unknown, reject: (error: unknown) => void) => void): Promise<Response> =>
    // oxlint-disable-next-line unicorn/no-thenable
    Object.defineProperty({} as Promise<Response>, 'then', { value: then });
  const everyTrap = new Proxy({}, { get: throwing, has: throwing, getPrototypeOf: throwing });

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['a symbol', Symbol('secret')],
    ['an object without prototype', Object.create(null)],
    ['an error whose stack cannot be read', hostile(new Error('x'), 'stack')],
    ['an error of which nothing can be read', hostile(new Error('x'), 'stack', 'message', 'name', 'cause')],
    ['an HttpError whose status is none', Object.assign(new HttpError(404), { status: 999 })],
    ['an HttpError whose status cannot be read', hostile(new HttpError(404), 'status')],
    ['a proxy that throws at every touch', new Proxy(new Error('x'), { get: throwing, has: throwing })],
    ['a proxy that is of no class', everyTrap],
    ['an error that is its own cause', Object.assign(new Error('x'), { cause: everyTrap })],
  ])('answers a plain 500 where %s is thrown, rejected or answered', async (_, thrown) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const failures: Call[] = [
      () => {
        throw thrown;
      },
      () => Promise.reject(thrown),
      () => thrown as Response,
      () => thenable(throwing),
      () => thenable((_, reject) => reject(thrown)),
    ];
    for (const development of [false, true]) {
      let turn = 0;
      const calls = (request: Request): Response | Promise<Response> => failures[turn++]!(request);
      const rescue = new Rescue({ app: { call: calls }, development });
      const logger = new RequestLogger({ app: rescue, logger: pino({ enabled: false }) });
      for (const app of [{ call: calls }, rescue, logger]) {
        turn = 0;
        const { port } = await serving((request) => app.call(request), { development });
        for (let i = 0; i < failures.length; i++) {
          const answer = await ask(port, 'GET', '/', { accept: 'text/html' });
          expect(answer.status).toBe(500);
        }
      }
    }
  });

  it('survives a body that fails before anybody reads it', async () => {
    const { port } = await serving(
      async () => {
        const response = new Response({ body: createReadStream('/nowhere/at/all') });
        await new Promise((resolve) => setTimeout(resolve, 20));
        return response;
      },
      { onError: () => undefined },
    );
    // A 500, or a 200 that is cut off: the head waits one turn for a stream.
    await ask(port, 'GET', '/').catch(() => undefined);
    expect((await ask(port, 'HEAD', '/')).status).toBe(200);
  });

  it('survives an error handler that rejects', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { port } = await serving(
      () => {
        throw new Error('broken');
      },
      { onError: async () => Promise.reject(new Error('worse')) },
    );
    expect((await ask(port, 'GET', '/')).status).toBe(500);
    await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(2), patience);
  });

  it('shows the stack in development', async () => {
    const { port } = await serving(
      () => {
        throw new Error('shown', { cause: new Error('root') });
      },
      { development: true, onError: () => undefined },
    );
    const { body } = await ask(port, 'GET', '/');
    expect(body.toString()).toMatch(/Error: shown\n[^]*caused by: Error: root/);
    const page = await ask(port, 'GET', '/', { accept: 'text/html' });
    expect([page.status, page.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(page.body.toString()).toMatch(/<h1>Error<\/h1>[^]*shown/);
  });

  it('answers an HttpError with its status and does not log it', async () => {
    const onError = vi.fn();
    const { port } = await serving(
      () => {
        throw new HttpError(422, 'no title');
      },
      { onError },
    );
    const answer = await ask(port, 'GET', '/');
    expect([answer.status, answer.body.toString(), onError.mock.calls.length]).toEqual([
      422,
      'Unprocessable Content: no title\n',
      0,
    ]);
  });

  it('logs the request and the stack to stderr', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { port } = await serving(() => {
      throw new Error('broken');
    });
    await ask(port, 'GET', '/a?b=\\n');
    const [first, second] = String(print.mock.calls[0]?.[0]).split('\n');
    expect(first).toBe('GET /a?b=\\n failed: Error: broken');
    expect(second).toMatch(/^ {4}at /);
  });

  it('survives an error handler that throws', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { port } = await serving(
      () => {
        throw new Error('broken');
      },
      {
        onError: () => {
          throw new Error('worse');
        },
      },
    );
    expect((await ask(port, 'GET', '/')).status).toBe(500);
    expect(print).toHaveBeenCalledTimes(2);
  });

  it('survives an answer that comes when the client is gone', async () => {
    let answered = 0;
    const { port } = await serving(async (request) => {
      if (request.path === '/') return new Response();
      await pause(100);
      answered += 1;
      return new Response({ body: request.path === '/stream' ? Readable.from(['x']) : 'x'.repeat(100_000) });
    });
    for (const path of ['/text', '/stream']) {
      const client = await RawClient.to(port);
      client.send(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
      await pause(30);
      client.destroy();
    }
    await vi.waitFor(() => expect(answered).toBe(2), patience);
    expect((await ask(port, 'GET', '/')).status).toBe(200);
  });

  it('refuses what is no endpoint', () => {
    expect(() => toNodeListener({} as never)).toThrow(/takes an endpoint/);
  });
});

describe('Server-Timing', () => {
  const router = routes`
    get '/orders/:id', to => ${() => 'order'};
    get '/café/:id', to => ${async () => new Response({ body: 'café', headers: { 'server-timing': 'db;dur=2' } })};
  `;
  const timing = async (path: string, options: ListenerOptions): Promise<string | undefined> => {
    const { port } = await serving((request) => router.call(request), options);
    return (await ask(port, 'GET', path)).headers['server-timing']?.toString();
  };

  it.each([
    ['/orders/7', /^app;dur=\d+\.\d, route;desc="\/orders\/:id"$/],
    ['/caf%C3%A9/7', /^db;dur=2, app;dur=\d+\.\d, route;desc="\/caf%C3%A9\/:id"$/],
    ['/nowhere', /^app;dur=\d+\.\d$/],
  ])('tells in development which route answered %s', async (path, expected) => {
    expect(await timing(path, { development: true })).toMatch(expected);
  });

  it('is not for production', async () => {
    expect(await timing('/orders/7', {})).toBeUndefined();
  });
});
