// Messages without a body, which Node need not read to their end: whoever listens to one hears what Node tells of a message on a bare server.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { Response } from '../../src/http/response.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { nodeRequest } from '../../src/node/serving/node-request.js';
import { patience } from '../support/patience.js';
import { RawClient, listening } from '../support/raw-http.js';
import { closing, serving } from '../support/served-endpoint.js';

/** What is told of a message, and of the answer that it gets, in order. */
function heard(incoming: IncomingMessage, outgoing: ServerResponse): string[] {
  const events: string[] = [];
  for (const event of ['end', 'close', 'aborted']) incoming.on(event, () => events.push(event));
  outgoing.on('finish', () => events.push('finish'));
  return events;
}

const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
const answered = ['finish', 'end', 'close'];

describe('a message that somebody listens to', () => {
  it('is told of as by Node itself', async () => {
    let events: string[] = [];
    const bare = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      events = heard(incoming, outgoing);
      outgoing.end('done');
    };
    const { port } = closing(await listening(bare));
    const client = await RawClient.to(port);
    await client.send(get).until('done');
    await vi.waitFor(() => expect(events).toEqual(answered), patience);
    client.destroy();
  });

  it.each(['at once', 'later', 'in a stream'])('ends after an answer that is given %s', async (when) => {
    let events: string[] = [];
    const { port } = await serving((request) => {
      const message = nodeRequest(request);
      const outgoing = request.source.hostArguments![1] as ServerResponse;
      if (when === 'at once') {
        events = heard(message, outgoing);
        return new Response({ body: 'done' });
      }
      if (when === 'later')
        return pause(5).then(() => {
          events = heard(message, outgoing);
          return new Response({ body: 'done' });
        });
      async function* body(): AsyncGenerator<string> {
        yield 'begun ';
        events = heard(message, outgoing);
        await pause(5);
        expect(events).toEqual([]);
        yield 'done';
      }
      return new Response({ body: body() });
    });
    const client = await RawClient.to(port);
    await client.send(get).until('done');
    await vi.waitFor(() => expect(events).toEqual(answered), patience);
    client.destroy();
  });

  it('ends also where whoever called the listener listens to it afterwards', async () => {
    const listener = toNodeListener({ call: () => new Response({ body: 'done' }) });
    let events: string[] = [];
    const { port } = closing(
      await listening((incoming, outgoing) => {
        listener(incoming, outgoing);
        events = heard(incoming, outgoing);
      }),
    );
    const client = await RawClient.to(port);
    await client.send(get).until('done');
    await vi.waitFor(() => expect(events).toEqual(answered), patience);
    client.destroy();
  });

  it('is told of when the client hangs up before it has an answer', async () => {
    let events: string[] | undefined;
    const { port } = await serving((request) => {
      events = heard(nodeRequest(request), request.source.hostArguments![1] as ServerResponse);
      return new Promise(() => undefined);
    });
    const client = await RawClient.to(port);
    client.send(get);
    await vi.waitFor(() => expect(events).toBeDefined(), patience);
    client.destroy();
    await vi.waitFor(() => expect(events).toEqual(['aborted', 'close']), patience);
  });

  it.each([0, 5])('can be read by an application itself, %s ms after it came', async (delay) => {
    const { port } = await serving(async (request) => {
      if (delay > 0) await pause(delay);
      let length = 0;
      for await (const chunk of nodeRequest(request)) length += (chunk as Uint8Array).length;
      return new Response({ body: `${length} bytes` });
    });
    const client = await RawClient.to(port);
    await client.send(get).until('0 bytes');
    client.destroy();
  });
});

describe('a message that nobody listens to', () => {
  it.each([
    ['is left unread', get, false],
    [
      'is read where it has a body that is not asked for',
      `${get.replace('GET', 'POST').trimEnd()}\r\ncontent-length: 2\r\n\r\nhi`,
      true,
    ],
    [
      'is read where such a body comes in chunks',
      `${get.replace('GET', 'POST').trimEnd()}\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
      true,
    ],
  ])('%s', async (_, text, isRead) => {
    const messages: IncomingMessage[] = [];
    const { port } = await serving((request) => {
      messages.push(nodeRequest(request));
      return new Response({ body: `done ${messages.length}` });
    });
    const client = await RawClient.to(port);
    await client.send(text).until('done 1');
    await client.send(text).until('done 2');
    await vi.waitFor(() => expect(messages[0]!.destroyed).toBe(isRead), patience);
    client.destroy();
  });

  it('is read behind a host, which may have something to do at its end', async () => {
    const listener = toNodeListener({ call: () => new Response({ body: 'done' }) });
    let message: IncomingMessage | undefined;
    const { port } = closing(
      await listening((incoming, outgoing) => {
        message = incoming;
        listener(incoming, outgoing, () => undefined);
      }),
    );
    const client = await RawClient.to(port);
    await client.send(get).until('done');
    await vi.waitFor(() => expect(message!.destroyed).toBe(true), patience);
    client.destroy();
  });

  it('does not keep the answers to the next ones waiting, nor out of turn', async () => {
    let count = 0;
    const { port } = await serving(async () => {
      const own = ++count;
      if (own % 3 === 0) await pause(2);
      return new Response({ body: `[${own}]` });
    });
    const client = await RawClient.to(port);
    const text = await client.send(get.repeat(20)).until('[20]');
    expect(text.match(/\[\d+\]/g)).toEqual(Array.from({ length: 20 }, (_, i) => `[${i + 1}]`));
    await client.send(get).until('[21]');
    client.destroy();
  });
});
