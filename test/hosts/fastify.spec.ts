// waypost as a plugin of Fastify.

import fastify from 'fastify';
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
