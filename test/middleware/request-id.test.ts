// A name for each request.

import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.js';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { RequestId, requestIdOf } from '../../src/middleware/request-id.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';

const app: Endpoint = { call: (request) => new Response({ body: String(requestIdOf(request)) }) };
const get = (headers: Record<string, string> = {}): Request =>
  new Request({ method: 'GET', path: '/', headers });

describe('RequestId', () => {
  it('gives each request an id that the endpoint and the client both get', async () => {
    const stack = new MiddlewareStack().use('request-id', RequestId).build(app);
    const ids = new Set<string>();
    for (let i = 0; i < 10; i++) {
      const response = await stack.call(get());
      expect(response.headers.get('x-request-id')).toBe(response.body);
      ids.add(String(response.body));
    }
    expect(ids.size).toBe(10);
    expect([...ids][0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('adds no promise, and marks a promised answer', async () => {
    const direct = new RequestId({ app }).call(get());
    expect(direct).toBeInstanceOf(Response);
    const later = new RequestId({ app: { call: async () => new Response() }, generate: () => 'seven' }).call(
      get(),
    );
    expect((await later).headers.get('x-request-id')).toBe('seven');
  });

  it('keeps the id of a client only where it is trusted, and looks like one', async () => {
    const id = async (given: string, args: object): Promise<unknown> =>
      (await new RequestId({ app, generate: () => 'own', ...args }).call(get({ 'x-request-id': given })))
        .body;
    expect(await id('abc-1', {})).toBe('own');
    expect(await id('abc-1', { trust: true })).toBe('abc-1');
    for (const odd of ['', 'a b', '<b>', 'a'.repeat(129), '"'])
      expect(await id(odd, { trust: true })).toBe('own');
  });

  it('marks one answer, also where the endpoint gives the same response to everybody', async () => {
    const kept = new Response({ body: 'hello' });
    const stack = new MiddlewareStack().use('request-id', RequestId).build({ call: () => kept });
    const ids = [await stack.call(get()), await stack.call(get())].map((response) =>
      response.headers.get('x-request-id'),
    );
    expect(ids[0]).not.toBe(ids[1]);
    expect(kept.headers.has('x-request-id')).toBe(false);
  });

  it('uses the header that is wished for, below mounts too', async () => {
    const mounting: Endpoint = { call: (request) => app.call(request.below('/sub', '/')) };
    const response = await new RequestId({ app: mounting, header: 'X-Trace', generate: () => 'seven' }).call(
      get(),
    );
    expect([response.headers.get('x-trace'), response.body]).toEqual(['seven', 'seven']);
    expect(requestIdOf(get())).toBeUndefined();
  });
});
