// waypost as a plugin of Fastify.

import { Readable } from 'node:stream';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { Response } from 'waypost';
import waypost from 'waypost/fastify';
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

it('Fastify sends no body with 205', async () => {
  const stream = Readable.from(['abc']);
  for (const body of ['abc', stream]) {
    const app = fastify();
    const call = () => new Response({ status: 205, body, headers: { 'content-length': '3' } });
    app.register(waypost, { endpoint: { call } });
    const { statusCode, body: sent, headers } = await app.inject('/');
    expect([statusCode, sent, headers['content-length']]).toEqual([205, '', '0']);
  }
  expect(stream.destroyed).toBe(true);
});
