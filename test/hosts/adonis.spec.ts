// waypost as a server middleware of AdonisJS, which stands before its router and body parser.

import { AppFactory } from '@adonisjs/core/factories/app';
import { ServerFactory } from '@adonisjs/core/factories/http';
import type { HttpContext } from '@adonisjs/core/http';
import type { NextFn } from '@adonisjs/core/types/http';
import { toNodeListener } from 'waypost/node';
import { asked, router, serving } from './support/questions.js';

const shop = toNodeListener(router, { prefix: '/shop' });

class ShopMiddleware {
  handle({ request: { request }, response: { response } }: HttpContext, next: NextFn): Promise<void> {
    return new Promise((resolve, reject) => {
      response.once('close', resolve);
      shop(request, response, (error) => (error === undefined ? resolve(next()) : reject(error as Error)));
    });
  }
}

asked('AdonisJS 6', async () => {
  const app = new AppFactory().create(new URL('.', import.meta.url), () => undefined as never);
  await app.init();
  const server = new ServerFactory().merge({ app }).create();
  server.use([async () => ({ default: ShopMiddleware })]);
  server.getRouter().get('/shop/other', ({ request }) => `host ${request.url(true)}`);
  await server.boot();
  return {
    ...(await serving((incoming, outgoing) => server.handle(incoming, outgoing))),
    behind: 'host /shop/other?a=b',
    failure: 'lost',
  };
});
