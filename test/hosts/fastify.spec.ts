// waypost as a plugin of Fastify.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import { type Next, type Request, Response, hostArguments, routes } from 'waypost';
import waypost from 'waypost/fastify';
import { fromConnect } from 'waypost/node';
import { bodies, head, untilEnd } from './support/bodies.js';
import { leave, news, readAndLeave, readTwiceAndLeave, untilLeft } from './support/news.js';
import { asked, router, serving } from './support/questions.js';

asked('Fastify 5', async () => {
  const app = fastify();
  app.decorateRequest('user', 'ada');
  app.register(waypost, { endpoint: router, prefix: '/shop' });
  app.setNotFoundHandler((request, reply) => reply.code(200).send(`host ${request.url}`));
  app.setErrorHandler((error: Error & { status?: number }, _, reply) =>
    reply.code(error.status ?? 500).send(`host: ${error.message}`),
  );
  await app.ready();
  return {
    ...(await serving(app.routing)),
    behind: 'host /shop/other?a=b',
    failure: 'host: lost',
    user: 'ada',
  };
});

it('An action answers by the reply of Fastify itself, where it takes that over', async () => {
  const warnings: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line) => void warnings.push(line) } } });
  const call = (request: Request): Response => {
    const [, reply] = hostArguments<[FastifyRequest, FastifyReply]>(request);
    if (request.path === '/sent') reply.send('sent');
    else reply.hijack().raw.end('taken over');
    return new Response({ body: 'unsent' });
  };
  app.register(waypost, { endpoint: { call } });
  expect((await app.inject('/sent')).body).toBe('sent');
  expect((await app.inject('/')).body).toBe('taken over');
  expect(warnings).toEqual([]);
});

it('An action or a layer that returns the reply of Fastify, which is nothing once it is awaited, has answered by it', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } });
  const replyOf = (request: Request): FastifyReply =>
    hostArguments<[FastifyRequest, FastifyReply]>(request)[1];
  const statuses: number[] = [];
  const answers = {
    atOnce: (request: Request) => replyOf(request).code(201).send('sent'),
    later: async (request: Request) => replyOf(request).redirect('/shop'),
    streamed: async (request: Request) => replyOf(request).send(Readable.from(['a', 'b'])),
    nothing: async () => undefined,
  };
  const observed = async (request: Request, next: Next): Promise<Response> => {
    const response = await next(request);
    statuses.push(response.status);
    return response;
  };
  const refused = async (request: Request): Promise<never> => replyOf(request).code(401).send('who?');
  const endpoint = routes`
    get '/at-once', to => ${answers.atOnce};
    get '/later', to => ${answers.later};
    through ${observed}, {
      get '/observed', to => ${answers.later}, sunset => '2027-06-01';
      get '/streamed', to => ${answers.streamed};
    }
    get '/refused', to => ${() => 'secret'}, through => ${refused};
    get '/nothing', to => ${answers.nothing};
  `;
  app.register(waypost, { endpoint });
  const told = async (url: string): Promise<string> => {
    const { statusCode, headers, body } = await app.inject(url);
    return `${statusCode} ${headers.location ?? body}`;
  };
  expect(await told('/at-once')).toBe('201 sent');
  expect(await told('/later')).toBe('302 /shop');
  expect(await told('/observed')).toBe('302 /shop');
  expect(await told('/streamed')).toBe('200 ab');
  expect(await told('/refused')).toBe('401 who?');
  expect(lines).toEqual([]);
  expect(statuses).toEqual([302, 200]);
  expect((await app.inject('/nothing')).statusCode).toBe(500);
});

it('Fastify answers preflights by a plugin of its own, which has a route for every OPTIONS', async () => {
  const app = fastify();
  app.options('*', (_, reply) => reply.code(204).send());
  app.register(waypost, { endpoint: router });
  app.register(waypost, { endpoint: router, prefix: '/shop' });
  expect((await app.inject({ method: 'OPTIONS', url: '/orders/7' })).statusCode).toBe(204);
  expect((await app.inject({ method: 'OPTIONS', url: '/shop/orders/7' })).statusCode).toBe(405);
  expect((await app.inject('/orders/7')).statusCode).toBe(200);
});

it('Fastify answers an error with the status and the headers that a guard has set before it', async () => {
  const refusing = (_: IncomingMessage, outgoing: ServerResponse): void => {
    outgoing.statusCode = 401;
    outgoing.setHeader('www-authenticate', 'Bearer');
    throw new Error('no token');
  };
  const guarded = routes`get '/a', to => ${() => 'secret'}, through => ${fromConnect(refusing)}`;
  const app = fastify();
  app.register(waypost, { endpoint: guarded });
  const answer = await app.inject('/a');
  expect(answer.json()).toEqual({ statusCode: 401, error: 'Unauthorized', message: 'no token' });
  expect(answer.headers['www-authenticate']).toBe('Bearer');
});

it('Fastify gives what makes an ETag of bodies those of HEAD as well', async () => {
  const app = fastify();
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('etag', `"${String(payload)}"`);
    return request.headers['if-none-match'] === undefined ? payload : (reply.code(304), null);
  });
  app.register(waypost, { endpoint: bodies });
  await app.ready();
  const host = await serving(app.routing);
  for (const path of ['/text', '/bytes'])
    for (const headers of [{}, { 'if-none-match': '"abc"' }])
      expect(await head(host.origin + path, headers)).toEqual(await head(host.origin + path, headers, 'GET'));
  expect(await head(`${host.origin}/text`)).toMatchObject({ etag: '"abc"', 'content-length': '3' });
  await host.close();
});

it('Fastify sends the name of a file in Latin-1 as such, with the length of a stream', async () => {
  const app = fastify();
  app.register(waypost, { endpoint: bodies });
  await app.ready();
  const host = await serving(app.routing);
  for (const method of ['GET', 'HEAD'])
    expect(await head(`${host.origin}/download`, {}, method)).toMatchObject({
      'content-disposition': 'attachment; filename="café"',
      'content-length': '3',
    });
  await host.close();
});

it.each([
  [3, 'abc'],
  [9, 'abcdef'],
])('Fastify ends the connection of a stream that says %i bytes and has six', async (length, sent) => {
  const app = fastify();
  app.register(waypost, { endpoint: bodies });
  await app.ready();
  const host = await serving(app.routing);
  expect(await untilEnd(host.origin, length)).toBe(sent);
  await host.close();
});

it('Fastify sends the bytes of a stream of values, whose values may be none, and its only length', async () => {
  const app = fastify({ forceCloseConnections: true });
  app.register(waypost, { endpoint: bodies });
  const url = await app.listen({ port: 0 });
  expect((await fetch(`${url}/rows`)).status).toBe(500);
  expect(await (await fetch(`${url}/buffers`)).text()).toBe('abc');
  expect(await head(`${url}/twice`, {}, 'GET')).toMatchObject({ 'content-length': '6' });
  await app.close();
});

it('Fastify gives up a stream behind the answer to another request when the client of both leaves', async () => {
  const cancelled = vi.fn();
  const app = fastify({ forceCloseConnections: true });
  app.register(waypost, { endpoint: { call: () => news(cancelled) } });
  await readTwiceAndLeave(await app.listen({ port: 0 }));
  await vi.waitFor(() => expect(cancelled).toHaveBeenCalledTimes(2), 5000);
  await app.close();
});

it.each(['GET', 'HEAD'] as const)('Fastify sends no body with 205 to %s, nor its length', async (method) => {
  const stream = Readable.from(['abc']);
  for (const body of ['abc', stream]) {
    const app = fastify();
    const call = () => new Response({ status: 205, body, headers: { 'content-length': '3' } });
    app.register(waypost, { endpoint: { call } });
    const { statusCode, body: sent, headers } = await app.inject({ method, url: '/' });
    expect([statusCode, sent, headers['content-length'] ?? '0']).toEqual([205, '', '0']);
  }
  expect(stream.destroyed).toBe(true);
});

it('Fastify reads no stream of a HEAD, and none whose client has left', async () => {
  const cancelled = vi.fn();
  const call = async ({ path, signal }: Request): Promise<Response> => {
    if (path === '/late') await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return new Response({ body: new ReadableStream({ cancel: () => cancelled(path) }) });
  };
  const app = fastify({ forceCloseConnections: true });
  app.register(waypost, { endpoint: { call } });
  const url = await app.listen({ port: 0 });
  expect((await fetch(`${url}/`, { method: 'HEAD' })).status).toBe(200);
  const client = new AbortController();
  const late = fetch(`${url}/late`, { signal: client.signal });
  setTimeout(() => client.abort(), 50);
  await expect(late).rejects.toThrow(/abort/);
  await vi.waitFor(() => expect(cancelled.mock.calls).toEqual([['/'], ['/late']]), 5000);
  await app.close();
});

it('Fastify cancels a stream that has nothing to give when its client leaves', async () => {
  const cancelled = vi.fn();
  const app = fastify({ forceCloseConnections: true });
  app.register(waypost, { endpoint: { call: () => news(cancelled) } });
  await readAndLeave(await app.listen({ port: 0 }));
  await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce(), 5000);
  await app.close();
});

it('Fastify takes what a hang-up leads to for no failure of the application', async () => {
  const levels: number[] = [];
  const write = (line: string): void =>
    void levels.push((JSON.parse(line) as { readonly level: number }).level);
  const app = fastify({ logger: { stream: { write } }, forceCloseConnections: true });
  const failed = vi.fn();
  app.addHook('onError', async (_, __, { statusCode }) => void failed(statusCode));
  app.register(waypost, { endpoint: { call: untilLeft } });
  await leave(await app.listen({ port: 0 }));
  await vi.waitFor(() => expect(failed.mock.calls).toEqual([[400]]), 5000);
  await app.close();
  expect(Math.max(...levels)).toBe(30);
});
