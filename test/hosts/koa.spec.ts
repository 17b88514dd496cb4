// waypost in Koa, at the top of it and below `koa-mount`.

import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import mount from 'koa-mount';
import Koa2 from 'koa2';
import { toKoaMiddleware } from 'waypost/koa';
import { type Host, asked, router, serving } from './support/questions.js';

async function koaHost(app: Koa): Promise<Host> {
  app.on('error', () => undefined);
  app.use((context) => (context.body = `host ${context.url}`));
  return {
    ...(await serving(app.callback())),
    behind: 'host /shop/other?a=b',
    failure: 'Internal Server Error',
  };
}

asked('Koa 3', async () => {
  const app = new Koa();
  app.use((context, next) => {
    context.state['user'] = 'ada';
    return next();
  });
  app.use(mount('/shop', toKoaMiddleware(router)));
  return { ...(await koaHost(app)), user: 'ada' };
});

asked('Koa 3 with a body parser', async () => {
  const app = new Koa();
  app.use(bodyParser({ enableTypes: ['json', 'form', 'text'] }));
  app.use(mount('/shop', toKoaMiddleware(router)));
  return koaHost(app);
});

asked('Koa 2', async () => {
  const app = new Koa2();
  app.use(mount('/shop', toKoaMiddleware(router)));
  return koaHost(app);
});
