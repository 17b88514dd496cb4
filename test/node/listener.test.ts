// Requests to an endpoint under `node:http`, asked through real sockets.

import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { Rescue } from '../../src/node/serving/rescue.js';
import { RawClient, exchange, listening, request as ask } from '../support/raw-http.js';
import { patience } from '../support/patience.js';
import { close, closing, serving } from '../support/served-endpoint.js';

afterEach(() => {
  vi.restoreAllMocks();
});

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

  it.each([
    'http:///x',
    'http://',
    'https://:80/x',
    'http://?x',
    'http://user@host.example/',
    'http://[1:2]/',
  ])('refuses the request target %s, a URL without a host', async (target) => {
    const { port } = await serving(() => new Response({ body: 'answered' }));
    const { status, body } = await ask(port, 'GET', target);
    expect([status, body.toString()]).toEqual([400, 'Bad Request: the request target holds no host\n']);
  });

  it.each(['foo://other.example/x', '*.other.example/x', '*@other.example/x', '*?x'])(
    'refuses the request target %s, which behind the host would make the URL of another one',
    async (target) => {
      const { port } = await serving((request) => new Response({ body: new URL(request.url).host }));
      const { status, body } = await ask(port, 'GET', target);
      expect([status, body.toString()]).toEqual([400, 'Bad Request: the request target is no path\n']);
    },
  );

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

  it('reads a body that came with its head, after it, in pieces, of no bytes, at once or later', async () => {
    const { port } = await serving(async (request) => {
      if (request.path === '/later') await pause(10);
      const text = await request.text();
      return new Response({ body: `<${text.length}${text.slice(-3)}${await request.text()}>` });
    });
    const client = await RawClient.to(port);
    for (const path of ['/now', '/later']) {
      const head = (more: string): string => `POST ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n\r\n`;
      client.send(`${head('content-length: 4')}one!`);
      await client.until('<4ne!one!>');
      client.send(head('content-length: 5'));
      await pause(10);
      client.send('ab');
      await pause(10);
      client.send('cde');
      await client.until('<5cdeabcde>');
      client.send(`${head('transfer-encoding: chunked')}3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n`);
      await client.until('<7efgabcdefg>');
      client.send(`${head('transfer-encoding: chunked')}0\r\n\r\n${head('content-length: 2')}hi`);
      await client.until('<0>');
      await client.until('<2hihi>');
      const long = 'x'.repeat(200_000);
      client.send(`${head(`content-length: ${long.length}`)}${long}`);
      await client.until(`<${long.length}xxx${long}>`);
    }
    client.destroy();
  });

  it('reads a body beside somebody who listens to it', async () => {
    const heard: string[] = [];
    const listener = toNodeListener({
      call: async (request) => new Response({ body: await request.text() }),
    });
    const { port } = closing(
      await listening((incoming, outgoing) => {
        if (incoming.url === '/before') incoming.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
        listener(incoming, outgoing);
        if (incoming.url === '/after') incoming.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
      }),
    );
    for (const path of ['/before', '/after']) {
      const asked = `POST ${path} HTTP/1.1\r\ncontent-length: 5\r\n${close}hello`;
      expect(await exchange(port, asked)).toMatch(/hello$/);
    }
    expect(heard).toEqual(['hello', 'hello']);
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

  it('gives a client that sends on after the answer some seconds, and one that is being answered all the time it takes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    async function* progress({ body }: Request<object>): AsyncGenerator<string> {
      for await (const chunk of body ?? []) yield `${chunk.length} bytes, `;
      yield 'that was all';
    }
    const { port } = await serving((request) =>
      request.path === '/progress' ? new Response({ body: progress(request) }) : new Response({ body: 'no' }),
    );
    const upload = (path: string): string => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 20\r\n\r\n`;
    const answered = await RawClient.to(port);
    answered.send(upload('/answered'));
    await answered.until('200 OK');
    const watching = await RawClient.to(port);
    watching.send(upload('/progress')).send('0123456789');
    await watching.until('10 bytes, ');
    vi.advanceTimersByTime(11_000);
    expect(await answered.end()).toMatch(/no$/);
    await pause(20);
    watching.send('0123456789');
    await watching.until('that was all');
    watching.destroy();
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
    const server = closing(
      await listening((request, response) => {
        incoming = request;
        listener(request, response);
      }),
    );
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

  it.each(['by itself', 'inside a Rescue'])(
    'reports no abort to which a hang-up leads, %s',
    async (place) => {
      const onError = vi.fn();
      const [asked, failed] = [vi.fn(), vi.fn()];
      const app = {
        call: async ({ path, signal }: Request): Promise<Response> => {
          asked();
          try {
            await pause(path === '/slow' ? 60_000 : 1, undefined, { signal });
            throw new DOMException('a search took too long', 'AbortError');
          } finally {
            failed();
          }
        },
      };
      const endpoint = place === 'by itself' ? app : new Rescue({ app, onError });
      const { port } = await serving((request) => endpoint.call(request), { onError });
      const client = await RawClient.to(port);
      client.send('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
      await vi.waitFor(() => expect(asked).toHaveBeenCalled(), patience);
      client.destroy();
      await vi.waitFor(() => expect(failed).toHaveBeenCalled(), patience);
      expect((await ask(port, 'GET', '/other')).status).toBe(500);
      expect(onError.mock.calls.map(([error]) => String(error))).toEqual([
        'AbortError: a search took too long',
      ]);
    },
  );
});
