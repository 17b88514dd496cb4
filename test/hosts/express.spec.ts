// waypost in Express and Connect.

import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';
import connect from 'connect';
import express from 'express';
import session from 'express-session';
import express4 from 'express4';
import { expect, it } from 'vitest';
import { parseRoutes } from 'waypost';
import { toNodeListener } from 'waypost/node';
import { expressHost } from './support/express-host.js';
import { asked, router, serving } from './support/questions.js';

asked('Express 5', async () => {
  const app = express();
  app.use((request, _, next) => next(void Object.assign(request, { user: 'ada' })));
  app.use('/shop', toNodeListener(router));
  return { ...(await expressHost(app)), user: 'ada' };
});

asked('Express 5 with parsers, sessions and compression', async () => {
  const app = express();
  app.use(compression({ threshold: 0 }), session({ secret: 's', resave: false, saveUninitialized: true }));
  app.use(express.json(), express.urlencoded({ extended: true }), express.text());
  const nested = express.Router();
  nested.use('/', toNodeListener(router));
  app.use('/shop', nested);
  return expressHost(app);
});

asked('Express 4', async () => {
  const app = express4();
  app.use(express4.json(), express4.urlencoded({ extended: true }), express4.text());
  app.use('/shop', toNodeListener(router));
  return expressHost(app as unknown as express.Express);
});

asked('Connect', async () => {
  const app = connect();
  app.use('/shop', toNodeListener(router));
  app.use(
    '/shop',
    (incoming: IncomingMessage, outgoing: ServerResponse) => void outgoing.end(`host ${incoming.url}`),
  );
  app.use((error: Error, _: unknown, outgoing: ServerResponse, next: unknown) => {
    void next;
    outgoing.statusCode = (error as { status?: number }).status ?? 500;
    outgoing.end(`host: ${error.message}`);
  });
  return { ...(await serving(app)), behind: 'host /other?a=b', failure: 'host: lost' };
});

it('An answer has the type of its text, and no ETag, which `res.send` makes', async () => {
  const app = express();
  const greetings = { show: () => 'hello' };
  const routes = parseRoutes("routes { get '/', to => &greetings#show }", { modules: { greetings } });
  app.use('/shop', toNodeListener(routes));
  app.get('/own', (_, response) => void response.send('hello'));
  const { origin, close } = await serving(app);
  const ask = async (path: string): Promise<unknown[]> => {
    const { headers } = await fetch(origin + path);
    return [headers.get('content-type'), headers.has('etag')];
  };
  expect(await ask('/shop')).toEqual(['text/plain; charset=utf-8', false]);
  expect(await ask('/own')).toEqual(['text/html; charset=utf-8', true]);
  await close();
});
