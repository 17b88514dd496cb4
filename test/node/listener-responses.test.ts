// Responses of an endpoint under `node:http`, whole and streamed, read from real sockets.

import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Response } from '../../src/http/response.js';
import { routes } from '../../src/interpreter/load.js';
import { type ListenerOptions, toNodeListener } from '../../src/node/serving/listener.js';
import { nodeRequest } from '../../src/node/serving/node-request.js';
import { RawClient, exchange, listening, request as ask } from '../support/raw-http.js';
import { patience } from '../support/patience.js';
import { close, closing, serving } from '../support/served-endpoint.js';

afterEach(() => {
  vi.restoreAllMocks();
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

  it('sends letters of Latin-1 in headers as such, whatever letters the text behind them has', async () => {
    const disposition = 'attachment; filename="café.txt"';
    const answer = (body: string) =>
      new Response({ body, headers: { 'content-disposition': disposition, 'content-type': 'text/plain' } });
    const { port } = await serving((request) => answer(decodeURIComponent(request.path.slice(1))));
    const inHost = closing(
      await listening((incoming, outgoing) => {
        const { end } = outgoing;
        // As compression and sessions do.
        outgoing.end = (...args: never[]) => Reflect.apply(end, outgoing, args);
        outgoing.setHeader('content-disposition', disposition);
        const plain = new Response({ body: decodeURIComponent(incoming.url!.slice(1)) });
        toNodeListener({ call: () => plain })(incoming, outgoing);
      }),
    );
    for (const at of [port, inHost.port]) {
      for (const body of ['plain', 'é', '☃ 𝄞', 'é'.repeat(1_500)]) {
        const request = `GET /${encodeURIComponent(body)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
        const [head, text] = (await exchange(at, request)).split('\r\n\r\n');
        expect(head).toContain(disposition);
        expect(Buffer.from(text!, 'latin1').toString()).toBe(body);
      }
    }
  });

  it('sends what fetch has decoded of another server as it is now, and other encodings as they came', async () => {
    const upstream = closing(
      await listening((incoming, outgoing) => {
        const encoding = incoming.url!.slice(1);
        const body = encoding === 'gzip' ? gzipSync('hello '.repeat(100)) : 'opaque';
        outgoing.writeHead(200, { 'content-encoding': encoding, 'x-of': 'upstream' }).end(body);
      }),
    );
    const from = `http://127.0.0.1:${upstream.port}`;
    const { port } = await serving(async (request) => {
      const isByHand = request.path === '/hand';
      const answer: unknown = isByHand
        ? new globalThis.Response(gzipSync('by hand'), { headers: { 'content-encoding': 'gzip' } })
        : await fetch(from + request.path);
      return answer as Response;
    });
    const decoded = await ask(port, 'GET', '/gzip');
    expect([decoded.headers['content-encoding'], decoded.headers['x-of']]).toEqual([undefined, 'upstream']);
    expect(decoded.body.toString()).toBe('hello '.repeat(100));
    const other = await ask(port, 'GET', '/aes128gcm');
    expect([other.headers['content-encoding'], other.body.toString()]).toEqual(['aes128gcm', 'opaque']);
    const byHand = await ask(port, 'GET', '/hand');
    expect([byHand.headers['content-encoding'], gunzipSync(byHand.body).toString()]).toEqual([
      'gzip',
      'by hand',
    ]);
  });

  it.each([0, 1, 300, 2048, 2049, 70_000])('sends %i bytes or characters as they are', async (length) => {
    const all = Uint8Array.from({ length: length + 8 }, (_, i) => i & 255);
    const kinds: Readonly<Record<string, string | Uint8Array>> = {
      ascii: 'a'.repeat(length),
      latin: 'é'.repeat(length),
      mixed: 'a☃😀é'.repeat(length),
      bytes: all.subarray(5, 5 + length),
      buffer: Buffer.from(all).subarray(3, 3 + length),
    };
    const { port } = await serving(({ path }) => new Response({ body: kinds[path.slice(1)] ?? null }));
    for (const [kind, body] of Object.entries(kinds)) {
      const expected = Buffer.from(body);
      const answer = await ask(port, 'GET', `/${kind}`);
      expect([kind, answer.headers['content-length']]).toEqual([kind, String(expected.length)]);
      expect(answer.body.equals(expected), kind).toBe(true);
    }
  });

  it.each(['text', 'bytes', 'none'])('gives the socket head and body in one piece: %s', async (kind) => {
    const body = kind === 'text' ? 'hello' : kind === 'bytes' ? Uint8Array.of(104, 105) : null;
    const writes: string[] = [];
    const socket = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _, done) => {
        writes.push(chunk.toString());
        done();
      },
      writev: (chunks, done) => {
        writes.push(...chunks.map(({ chunk }) => String(chunk)));
        done();
      },
    });
    const server = createServer(toNodeListener({ call: () => new Response({ body }) }));
    server.emit('connection', socket);
    socket.push('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(writes).not.toEqual([]), patience);
    expect(writes).toEqual([expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n(?:hello|hi|)$/)]);
    socket.destroy();
  });

  it.each(['text', 'bytes'])('gives an `end` that is somebody’s own the whole body: %s', async (kind) => {
    const ended: unknown[] = [];
    const listener = toNodeListener({
      call: () => new Response({ body: kind === 'text' ? 'hello' : Buffer.from('hello') }),
    });
    const server = closing(
      await listening((incoming, outgoing) => {
        const { end } = outgoing;
        outgoing.end = (...args: unknown[]) => {
          ended.push(String(args[0]));
          return Reflect.apply(end, outgoing, args) as ServerResponse;
        };
        listener(incoming, outgoing);
      }),
    );
    expect((await ask(server.port, 'GET', '/')).body.toString()).toBe('hello');
    expect(ended).toEqual(['hello']);
  });

  it('answers requests that came at once in their order', async () => {
    const { port } = await serving(async ({ path }) => {
      if (path === '/slow') await pause(20);
      return new Response({ body: `<${path}>` });
    });
    const asked = ['/slow', '/a', '/b'].map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join('');
    const all = await exchange(port, `${asked}GET /c HTTP/1.1\r\n${close}`);
    expect(all.match(/<[^>]*>/g)).toEqual(['</slow>', '</a>', '</b>', '</c>']);
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

  it.each([
    ['77', '77'],
    ['007', '7'],
    ['many', undefined],
  ])('answers HEAD with the length that the response tells, where that is one: %s', async (told, length) => {
    const { port } = await serving(
      () => new Response({ body: Readable.from(['x']), headers: { 'content-length': told } }),
    );
    expect((await ask(port, 'HEAD', '/')).headers['content-length']).toBe(length);
  });

  it('answers HEAD where a stream fails that nobody reads', async () => {
    const fail = (): never => {
      throw new Error('broken');
    };
    for (const stream of [
      { next: fail, return: fail },
      { next: fail, return: async () => fail() },
    ]) {
      const body = { [Symbol.asyncIterator]: () => stream };
      const { port } = await serving(() => new Response({ body }));
      expect((await ask(port, 'HEAD', '/')).status).toBe(200);
    }
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

  it('stops what requests wait for that were sent behind one another when the client goes, and aborts their signals', async () => {
    const left: string[] = [];
    const { port } = await serving(async ({ path, signal }) => {
      signal.addEventListener('abort', () => left.push(`signal ${path}`));
      if (path === '/3') await once(signal, 'abort');
      return new Response({
        body: new ReadableStream<Uint8Array>({ cancel: () => void left.push(`stream ${path}`) }),
      });
    });
    const client = await RawClient.to(port);
    client.send([1, 2, 3].map((path) => `GET /${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
    await client.until('\r\n\r\n');
    client.destroy();
    await vi.waitFor(
      () =>
        expect(left.toSorted()).toEqual([
          'signal /1',
          'signal /2',
          'signal /3',
          'stream /1',
          'stream /2',
          'stream /3',
        ]),
      patience,
    );
  });

  it('ends a response once, also where somebody asks for its signal when it has left', async () => {
    let late: AbortSignal | undefined;
    const ends = vi.fn();
    const listener = toNodeListener({
      call(request) {
        setTimeout(() => (late = request.signal), 20);
        return new Response({ body: 'left' });
      },
    });
    const { port } = closing(
      await listening((incoming, outgoing) => listener(incoming, outgoing.on('close', ends))),
    );
    const client = await RawClient.to(port);
    client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(late).toBeDefined(), patience);
    client.destroy();
    await pause(100);
    expect([late!.aborted, ends.mock.calls.length]).toEqual([false, 1]);
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

  it.each(['a whole body', 'the end of a stream'])(
    'hangs up on a client that takes nothing of %s for too long',
    async (kind) => {
      const bytes = new Uint8Array(64 * 1024 * 1024);
      // Ends as soon as the system takes no more, with less than would be waited for.
      async function* ending(): AsyncGenerator<Uint8Array> {
        do {
          yield bytes.subarray(0, 8192);
          await pause(0);
        } while (socket?.writableLength === 0);
      }
      let socket: Socket | undefined;
      const { port } = await serving(
        (request) => {
          ({ socket } = nodeRequest(request));
          return new Response({ body: kind === 'a whole body' ? bytes : ending() });
        },
        { sendTimeout: 100 },
      );
      const client = await RawClient.to(port);
      client.socket.pause();
      client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      await vi.waitFor(() => expect(socket?.destroyed).toBe(true), patience);
      client.destroy();
    },
  );

  it('lets a client take a whole body slowly, and the next answer on its connection be long in coming', async () => {
    const bytes = new Uint8Array(64 * 1024 * 1024);
    const { port } = await serving(
      async (request) => {
        if (request.path === '/large') return new Response({ body: bytes });
        await pause(900);
        return new Response({ body: 'late' });
      },
      { sendTimeout: 600 },
    );
    const client = await RawClient.to(port);
    client.socket.on('data', () => {
      client.socket.pause();
      setTimeout(() => client.socket.resume(), 1);
    });
    client.send(`GET /large HTTP/1.1\r\nhost: x\r\n\r\n`);
    const start = performance.now();
    await vi.waitFor(() => expect(client.socket.bytesRead).toBeGreaterThan(bytes.length), patience);
    expect(performance.now() - start).toBeGreaterThan(600);
    // The last of the large answer may still be on its way to whoever reads.
    let next = '';
    client.socket.removeAllListeners('data').on('data', (data: Buffer) => (next += data.toString('latin1')));
    client.send(`GET /late HTTP/1.1\r\n${close}`);
    await vi.waitFor(() => expect(next.includes('200 OK')).toBe(true), patience);
  });

  it('has patience with a body that waits for the answer to a request before it', async () => {
    const chunks = async function* (): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 4; i++) yield new Uint8Array(256 * 1024);
    };
    const { port } = await serving(
      async ({ path }) => {
        if (path === '/slow') await pause(700);
        return new Response({ body: path === '/slow' ? 'slow' : chunks() });
      },
      { sendTimeout: 300 },
    );
    const client = await RawClient.to(port);
    client.send(`GET /slow HTTP/1.1\r\nhost: x\r\n\r\nGET /large HTTP/1.1\r\n${close}`);
    expect((await client.end()).length).toBeGreaterThan(1024 * 1024);
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

  it.each([
    [
      'a first chunk that is longer than the declared length',
      ['hello'],
      'longer than its Content-Length of 3',
    ],
    ['no chunk, where a length was declared', [], 'ended after 0 bytes'],
    ['a first chunk that is none', [7], 'a chunk of a body is a string or bytes'],
  ])('answers 500 to %s, of which nothing has left', async (_, chunks, message) => {
    const onError = vi.fn();
    const { port } = await serving(
      () => new Response({ body: Readable.from(chunks), headers: { 'content-length': '3' } }),
      { onError },
    );
    expect((await ask(port, 'GET', '/')).status).toBe(500);
    expect(String(onError.mock.calls[0]?.[0])).toContain(message);
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
