// Bodies that are taken as the parser hands them over, while nobody else has to do with the message.

import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { fromFetch } from '../../src/http/from-fetch.js';
import { Response } from '../../src/http/response.js';
import { fromConnect } from '../../src/node/serving/from-connect.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { nodeRequest } from '../../src/node/serving/node-request.js';
import { patience } from '../support/patience.js';
import { RawClient, listening } from '../support/raw-http.js';
import { closing, serving } from '../support/served-endpoint.js';

const head = 'POST / HTTP/1.1\r\nhost: x\r\n';
const whole = (text: string): string => `${head}content-length: ${text.length}\r\n\r\n${text}`;
const chunked = (...texts: string[]): string =>
  `${head}transfer-encoding: chunked\r\n\r\n${texts.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join('')}0\r\n\r\n`;

async function readBy(message: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString();
}

describe('a body that is asked for at once', () => {
  it('is the same, whole or in chunks, one request after the other and several at once', async () => {
    const { port } = await serving(async (request) => new Response({ body: `[${await request.text()}]` }));
    const client = await RawClient.to(port);
    await client.send(whole('one')).until('[one]');
    await client.send(chunked('t', 'wo')).until('[two]');
    await client.send(whole('three') + chunked('fo', 'ur') + whole('five')).until('[five]');
    expect(client.text.match(/\[\w+\]/g)).toEqual(['[one]', '[two]', '[three]', '[four]', '[five]']);
    client.destroy();
  });

  it('may come in pieces, as slowly as it likes, and be large', async () => {
    const { port } = await serving(
      async (request) => new Response({ body: `[${(await request.bytes()).length}]` }),
    );
    const client = await RawClient.to(port);
    client.send(`${head}content-length: 400003\r\n\r\n`);
    for (let i = 0; i < 4; i++) {
      client.send('x'.repeat(100_000));
      await pause(2);
    }
    await client.send('end').until('[400003]');
    await client.send(whole('next')).until('[4]');
    client.destroy();
  });

  it('is not longer than the limit, and leaves the connection to the next request', async () => {
    const { port } = await serving(
      async (request) => new Response({ body: `[${(await request.bytes()).length}]` }),
      { bodyLimit: 10 },
    );
    const client = await RawClient.to(port);
    await client.send(chunked('123456', '789012', 'x'.repeat(200_000))).until('413');
    await client.send(whole('next')).until('[4]');
    client.destroy();
  });

  it('fails where the client hangs up before its end', async () => {
    const told: unknown[] = [];
    const { port } = await serving(async (request) => {
      await request.bytes().catch((error: unknown) => told.push(String(error)));
      return new Response();
    });
    const client = await RawClient.to(port);
    client.send(`${head}content-length: 10\r\n\r\n123`);
    await pause(20);
    client.destroy();
    await vi.waitFor(() => expect(told).toEqual([expect.stringContaining('hung up')]), patience);
  });

  it('need not be waited for', async () => {
    const { port } = await serving((request) => {
      void request.bytes();
      return new Response({ body: 'answered' });
    });
    const client = await RawClient.to(port);
    await client.send(`${head}content-length: 6\r\n\r\n123`).until('answered');
    await client.send(`456${whole('next')}`).until('answered', 20_000);
    await vi.waitFor(() => expect(client.text.match(/answered/g)).toHaveLength(2), patience);
    client.destroy();
  });
});

describe('a body that was opened as a stream and is not read to its end', () => {
  const large = 3_000_000;
  const first = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const reader = body.getReader();
    await reader.read();
    reader.releaseLock();
  };
  const declared = `${head}content-length: ${large}\r\n\r\n${'x'.repeat(large)}`;
  const inChunks = chunked(...Array.from({ length: 30 }, () => 'x'.repeat(large / 30)));

  it.each([
    ['opened', declared, () => undefined],
    ['opened, in chunks', inChunks, () => undefined],
    ['read in part', declared, first],
    ['read in part, in chunks', inChunks, first],
    ['left', declared, (body: ReadableStream<Uint8Array>) => body.cancel()],
  ])('leaves the connection to the next request: %s', async (_, text, read) => {
    const { port } = await serving(async (request) => {
      if (request.method === 'POST') await read(request.body!);
      return new Response({ body: `[${request.method}]` });
    });
    const client = await RawClient.to(port);
    await client.send(text).until('[POST]');
    await client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n').until('[GET]');
    client.destroy();
  });

  it('is left by an application made for Fetch that has no use for it', async () => {
    const mounted = fromFetch(({ method }) => new globalThis.Response(`[${method}]`));
    const { port } = await serving((request) => mounted.call(request));
    const client = await RawClient.to(port);
    await client.send(declared).until('[POST]');
    await client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n').until('[GET]');
    client.destroy();
  });

  it('is read on behind the answer by whoever has begun, and by nobody who begins then', async () => {
    const lengths: unknown[] = [];
    const { port } = await serving((request) => {
      const { body } = request;
      if (request.path === '/late') void pause(100).then(() => readLength(body!));
      else void readLength(body!);
      return new Response({ body: '[answered]' });
    });
    const readLength = async (body: ReadableStream<Uint8Array>): Promise<void> => {
      let length = 0;
      try {
        for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
          length += chunk.length;
          await pause(1);
        }
        lengths.push(length);
      } catch (error) {
        lengths.push(String(error));
      }
    };
    const client = await RawClient.to(port);
    await client.send(declared).until('[answered]');
    await vi.waitFor(() => expect(lengths).toEqual([large]), patience);
    client.send(declared.replace('POST /', 'POST /late'));
    await vi.waitFor(
      () => expect(lengths[1]).toContain('nobody was reading the body of this request'),
      patience,
    );
    client.destroy();
  });
});

describe('a message whose body was taken', () => {
  it('is found unread by whoever is given it later', async () => {
    const { port } = await serving(async (request) => {
      const text = await request.text();
      const again = await readBy(nodeRequest(request));
      return new Response({ body: `${text} ${again} ${await request.text()}` });
    });
    const client = await RawClient.to(port);
    await client.send(chunked('bo', 'dy')).until('body body body');
    client.destroy();
  });

  it.each([
    ['all of it', ''],
    ['what has come of it and what is to come', 'dy'],
  ])('is given to others while it comes: they read %s', async (_, later) => {
    const { port } = await serving(async (request) => {
      const taken = request.text();
      await pause(later === '' ? 0 : 20);
      const read = readBy(nodeRequest(request));
      return new Response({ body: `${await taken} ${await read}` });
    });
    const client = await RawClient.to(port);
    const text = whole('body');
    client.send(text.slice(0, text.length - later.length));
    await pause(40);
    await client.send(later).until('body body');
    client.destroy();
  });

  it.each(['close', 'end'])('is told of to whoever called the listener and waits for %s', async (event) => {
    const listener = toNodeListener({
      call: async (request) => new Response({ body: `[${await request.text()}]` }),
    });
    const told = vi.fn();
    const { port } = closing(
      await listening((incoming, outgoing) => {
        listener(incoming, outgoing);
        incoming.on(event, told);
      }),
    );
    const client = await RawClient.to(port);
    await client.send(whole('body')).until('[body]');
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), patience);
    await client.send(chunked('ne', 'xt')).until('[next]');
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2), patience);
    client.destroy();
  });

  it('can be read by a Connect body parser', async () => {
    const Layer = fromConnect((incoming, outgoing) => {
      void readBy(incoming).then((text) => outgoing.end(`parsed ${text}`));
    });
    const app = new Layer({ app: { call: () => new Response() } });
    const { port } = await serving(async (request) => {
      await request.json();
      return app.call(request);
    });
    const client = await RawClient.to(port);
    await client.send(whole('{"a":1}')).until('parsed {"a":1}');
    client.destroy();
  });
});
