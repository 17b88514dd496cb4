// Bodies where the host speaks Fetch: what becomes of what is still to come of one that is larger than it may be, and of one that nobody reads on.

import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { toFetchHandler } from '../../src/http/fetch.js';
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
