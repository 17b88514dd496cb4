// Hosts that speak HTTP/2: the client's host, what middleware has found, redirects, cookies, bodies and clients that give up.

import Fastify from 'fastify';
import Koa from 'koa';
import mount from 'koa-mount';
import connect from 'connect';
import { once } from 'node:events';
import { type ClientHttp2Session, connect as dial, createServer } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import waypost from 'waypost/fastify';
import { toKoaMiddleware } from 'waypost/koa';
import { toNodeListener } from 'waypost/node';
import { router } from './support/questions.js';

const hosts: Readonly<Record<string, () => Promise<Server>>> = {
  async Connect() {
    const app = connect();
    app.use('/shop', toNodeListener(router));
    return createServer(app as Parameters<typeof createServer>[0]).listen(0);
  },
  async Koa() {
    const app = new Koa();
    app.use(mount('/shop', toKoaMiddleware(router)));
    const listener: unknown = app.callback();
    return createServer(listener as Parameters<typeof createServer>[0]).listen(0);
  },
  async Fastify() {
    const app = Fastify({ http2: true });
    app.register(waypost, { endpoint: router, prefix: '/shop' });
    await app.listen({ port: 0 });
    return app.server;
  },
};

describe.each(Object.entries(hosts))('%s over HTTP/2', (_, host) => {
  let server: Server;
  let client: ClientHttp2Session;

  beforeAll(async () => {
    server = await host();
    if (!server.listening) await once(server, 'listening');
    client = dial(`http://localhost:${(server.address() as AddressInfo).port}`);
  });
  afterAll(() => {
    client.destroy();
    server.close();
  });

  async function ask(path: string, headers: Record<string, string> = {}, body?: string) {
    const stream = client.request(
      { ':path': path, ':authority': 'shop.example:8443', ...headers },
      { endStream: body === undefined },
    );
    if (body !== undefined) stream.end(body);
    const [head] = (await once(stream, 'response')) as [Record<string, unknown>];
    const text = (await stream.setEncoding('utf8').toArray()).join('');
    return { ...head, text };
  }

  it('knows the address that it was asked for', async () => {
    expect(await ask('/shop/address')).toMatchObject({ ':status': 200, text: 'shop.example:8443' });
  });

  it('answers with redirects, cookies, bodies and none', async () => {
    expect(await ask('/shop/latest')).toMatchObject({ location: '/shop/orders/7' });
    expect(await ask('/shop/cookies')).toMatchObject({ 'set-cookie': ['a=1', 'b=2'] });
    expect(await ask('/shop/empty')).toMatchObject({ ':status': 204, text: '' });
    expect(await ask('/shop/orders/7', { ':method': 'HEAD' })).toMatchObject({ ':status': 200, text: '' });
    const posted = { ':method': 'POST', 'content-type': 'text/plain' };
    expect(await ask('/shop/text', posted, 'x'.repeat(300_000))).toHaveProperty('text.length', 300_000);
  });

  it('ends a stream that fails in the middle with an error, so that nobody takes it for whole', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    await expect(ask('/shop/stream?torn')).rejects.toThrow('NGHTTP2_INTERNAL_ERROR');
  });

  it('tells that a client has given a request up', async () => {
    const before = Number((await ask('/shop/hang-ups')).text);
    const stream = client.request({ ':path': '/shop/stream?endless' });
    await once(stream, 'data');
    stream.close(8);
    await vi.waitFor(async () => expect((await ask('/shop/hang-ups')).text).toBe(String(before + 1)), 5000);
  });
});
