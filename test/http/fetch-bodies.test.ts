// Bodies where the host speaks Fetch: what becomes of what is still to come of one that is larger than it may be, and of one that nobody reads on.

import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.js';
import { toFetchHandler, toFetchMiddleware } from '../../src/http/fetch.js';
import { Response } from '../../src/http/response.js';

const answering = toFetchHandler(
  { call: async (request) => Response.text(await request.text()) },
  { bodyLimit: 10, onError: (error) => expect.unreachable(String(error)) },
);

/** A request as Fetch has it, whose body comes from `pull` in chunks of four bytes. */
function posted(
  pull: (controller: ReadableStreamDefaultController<Uint8Array>, count: number) => void,
  cancel: () => void = () => undefined,
): globalThis.Request {
  let count = 0;
  const body = new ReadableStream<Uint8Array>(
    { pull: (controller) => pull(controller, ++count), cancel },
    { highWaterMark: 0 },
  );
  return new globalThis.Request('http://a.example/', { method: 'POST', body, duplex: 'half' });
}

const chunk = new Uint8Array(4);
const tooLarge = [413, 'Content Too Large: the body is larger than 10 bytes\n'];

async function told(request: globalThis.Request): Promise<unknown[]> {
  const answer = await answering(request);
  return [answer.status, await answer.text()];
}

// Hosts on Node open the stream where somebody asks for the body, and keep the connection waiting for whoever does not read it then.
it('does not ask for a body that is declared as larger', async () => {
  const request = new globalThis.Request('http://a.example/', {
    method: 'POST',
    body: 'longer than that',
    headers: { 'content-length': '16' },
  });
  const asked = vi.fn(() => null);
  Object.defineProperties(request, { body: { get: asked }, bodyUsed: { get: asked } });
  expect(await told(request)).toEqual(tooLarge);
  expect(asked).not.toHaveBeenCalled();
});

it('throws away a body that is declared as larger where its stream is open already', async () => {
  let isOver = false;
  const body = new ReadableStream({
    pull(controller) {
      controller.close();
      isOver = true;
    },
  });
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-length': '16' } } as const;
  const made = new globalThis.Request('http://a.example/', init as RequestInit);
  expect(await told(made)).toEqual(tooLarge);
  await vi.waitFor(() => expect([isOver, made.bodyUsed]).toEqual([true, true]));
});

// Hosts on Node end the connection, and some the request's signal with it, where the stream is left.
it('reads to its end what turns out to be larger, and throws it away', async () => {
  const left = vi.fn();
  let isOver = false;
  const request = posted((controller, count) => {
    if (count <= 100) controller.enqueue(chunk);
    else controller.close();
    isOver = count > 100;
  }, left);
  expect(await told(request)).toEqual(tooLarge);
  await vi.waitFor(() => expect(isOver).toBe(true));
  expect(left).not.toHaveBeenCalled();
});

it('leaves what does not end', async () => {
  const left = vi.fn();
  const large = new Uint8Array(1024 * 1024);
  let length = 0;
  const request = posted((controller) => {
    length += large.length;
    controller.enqueue(large);
  }, left);
  expect(await told(request)).toEqual(tooLarge);
  await vi.waitFor(() => expect(left).toHaveBeenCalled());
  expect(length).toBeLessThan(100 * 1024 * 1024);
});

it('keeps to its answer where the client hangs up, or the stream fails, behind the limit', async () => {
  const failing = posted((controller, count) => {
    if (count < 4) controller.enqueue(chunk);
    else controller.error(new Error('lost'));
  });
  expect(await told(failing)).toEqual(tooLarge);
  const hungUp = new AbortController();
  const leaving = posted((controller) => {
    if (hungUp.signal.aborted) return controller.error(hungUp.signal.reason);
    hungUp.abort();
    controller.enqueue(new Uint8Array(11));
  });
  Object.defineProperty(leaving, 'signal', { value: hungUp.signal });
  expect(await told(leaving)).toEqual(tooLarge);
});

// A `for await` that waits for a chunk cannot be left.
it.each(['a Node stream', 'an iterator'])(
  'gives %s up at once, though it waits, when the client leaves',
  async (kind) => {
    const left = vi.fn();
    const waiting = new Promise<never>(() => undefined);
    const first = { done: false, value: 'news' };
    const next = vi.fn<() => Promise<typeof first>>().mockResolvedValueOnce(first).mockReturnValue(waiting);
    const end = async (): Promise<{ done: true; value: undefined }> => (
      left(),
      { done: true, value: undefined }
    );
    const stream = new PassThrough().on('close', left);
    stream.write('news');
    const body =
      kind === 'a Node stream' ? stream : { [Symbol.asyncIterator]: () => ({ next, return: end }) };
    const answer = await toFetchHandler({ call: () => new Response({ body }) })(
      new globalThis.Request('http://a.example/'),
    );
    const reader = answer.body!.getReader();
    expect(String(Buffer.from((await reader.read()).value!))).toBe('news');
    void reader.read();
    await reader.cancel();
    await vi.waitFor(() => expect(left).toHaveBeenCalledOnce());
  },
);

describe('a streamed body that fails when half of it has left', () => {
  const asked = (path: string, init?: { signal: AbortSignal }): globalThis.Request =>
    new globalThis.Request(`http://a.example${path}`, init);
  const failure = new Error('the database is gone');
  async function* half(left: () => void): AsyncGenerator<string> {
    try {
      yield 'half';
      await pause(30);
      throw failure;
    } finally {
      left();
    }
  }
  const bodies: Record<string, (left: () => void) => unknown> = {
    'an iterator': half,
    'a Node stream': (left) => Readable.from(half(left)),
    'a web stream': (left) => ReadableStream.from(half(left)).pipeThrough(new TextEncoderStream()),
  };

  it.each(Object.keys(bodies))('is told with its request: %s', async (kind) => {
    const onError = vi.fn();
    const left = vi.fn();
    const endpoint: Endpoint = {
      call: () => new Response({ body: bodies[kind]!(left) as AsyncIterable<string> }),
    };
    for (const handle of [
      toFetchHandler(endpoint, { onError }),
      (request: globalThis.Request) =>
        toFetchMiddleware(endpoint, { onError })<globalThis.Response>(request, () => expect.unreachable()),
    ]) {
      const answer = await handle(asked('/news'));
      await expect(answer.text()).rejects.toBe(failure);
      expect(onError).toHaveBeenCalledExactlyOnceWith(failure, expect.objectContaining({ path: '/news' }));
      await vi.waitFor(() => expect(left).toHaveBeenCalled());
      onError.mockClear();
    }
  });

  it('stops what gives a chunk that is none', async () => {
    const onError = vi.fn();
    const left = vi.fn();
    async function* numbers(): AsyncGenerator<unknown> {
      try {
        for (;;) yield 7;
      } finally {
        left();
      }
    }
    const handle = toFetchHandler(
      { call: () => new Response({ body: numbers() as AsyncGenerator<string> }) },
      { onError },
    );
    await expect((await handle(asked('/'))).text()).rejects.toThrow('a chunk of a body is a string or bytes');
    await vi.waitFor(() => expect(left).toHaveBeenCalled());
    expect(onError).toHaveBeenCalledOnce();
  });

  it.each(Object.keys(bodies))('is nothing to report where nobody wants more of it: %s', async (kind) => {
    const onError = vi.fn();
    const left = vi.fn();
    const body = bodies[kind]!(left) as AsyncIterable<string>;
    const answer = await toFetchHandler({ call: () => new Response({ body }) }, { onError })(asked('/'));
    const reader = answer.body!.getReader();
    await reader.read();
    await pause(5);
    await reader.cancel();
    await vi.waitFor(() => expect(left).toHaveBeenCalled());
    await pause(20);
    expect(onError).not.toHaveBeenCalled();
  });

  it('is nothing to report where the client has hung up', async () => {
    const hangUp = new AbortController();
    const endpoint: Endpoint = {
      call: ({ signal }) =>
        new Response({
          body: (async function* () {
            yield 'half';
            hangUp.abort();
            throw signal.reason;
          })(),
        }),
    };
    const onError = vi.fn();
    const answer = await toFetchHandler(endpoint, { onError })(asked('/', { signal: hangUp.signal }));
    await expect(answer.text()).rejects.toThrow('abort');
    expect(onError).not.toHaveBeenCalled();
  });
});
