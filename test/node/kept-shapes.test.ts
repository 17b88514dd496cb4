// What is kept so that the engine remembers the shapes of requests: as the engine sees it, each object that a request brings about is of the shape of a kept one.

import { executionAsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import type { IncomingSource } from '../../src/node/serving/incoming.js';
import { keepShapes } from '../../src/node/serving/kept-shapes.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { listening } from '../support/raw-http.js';
import { closing } from '../support/served-endpoint.js';

let areAlike: (some: unknown, other: unknown) => boolean;

beforeAll(() => {
  setFlagsFromString('--allow-natives-syntax');
  // The engine's own functions have no other way in.
  areAlike = new Function('some', 'other', 'return %HaveSameMap(some, other)') as typeof areAlike;
  setFlagsFromString('--no-allow-natives-syntax');
});

interface Seen {
  readonly request: Request;
  readonly response: Response;
  readonly message: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** What a request brings about, when its answer has left. */
async function seenOf(init: RequestInit): Promise<Seen> {
  let seen: Omit<Seen, 'message' | 'outgoing'> | undefined;
  const listen = toNodeListener({
    async call(request) {
      const response = new Response({ body: await request.text() });
      seen = { request, response };
      return response;
    },
  });
  let over: Promise<unknown> | undefined;
  const { port } = closing(
    await listening((incoming, outgoing) => {
      over = once(outgoing, 'close');
      listen(incoming, outgoing);
    }),
  );
  await (await fetch(`http://127.0.0.1:${port}/posts`, init)).text();
  await over;
  const { message, outgoing } = seen!.request.source as unknown as IncomingSource;
  return { ...seen!, message, outgoing };
}

describe('of each shape that a request brings about an object is kept', () => {
  it.each([
    ['without a body', {}],
    ['with one', { method: 'POST', body: 'text' }],
  ])('%s', async (_, init) => {
    const { request, response, message, outgoing } = await seenOf(init);
    const { made, sent } = keepShapes(undefined as never);
    for (const each of [request, request.source, request.source.headers, response, response.headers, message])
      expect(made.some((other) => areAlike(each, other))).toBe(true);
    expect(sent).toBe(outgoing);
  });

  it('and one of what Node makes for a tick', async () => {
    const tick = await new Promise((resolve) => process.nextTick(() => resolve(executionAsyncResource())));
    expect(areAlike(tick, keepShapes(undefined as never).tick)).toBe(true);
  });
});
