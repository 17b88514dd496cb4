// What middleware written for Express finds on the request and the response, member by member.

import { once } from 'node:events';
import { createServer, IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { expect, it } from 'vitest';
import { Request } from '../../src/http/request.js';
import type { Response } from '../../src/http/response.js';
import type { Next } from '../../src/middleware/middleware.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';
import { routes } from '../../src/interpreter/load.js';
import type { ConnectRequest, ConnectResponse } from '../../src/node/serving/connect-surface.js';
import { fromConnect } from '../../src/node/serving/from-connect.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { fromNodeListener } from '../../src/node/serving/run-listener.js';
import { listening, request as ask } from '../support/raw-http.js';

/** The views of an Express application: one for each name but `missing`. */
class View {
  readonly path: string | undefined;
  constructor(readonly name: string) {
    this.path = name === 'missing' ? undefined : name;
  }
  render({ id, site }: { id: string; site: string }, done: (error: null, text: string) => void): void {
    done(null, `${this.name} ${id} of ${site}`);
  }
}

type Layer = (
  request: ConnectRequest & IncomingMessage,
  response: ConnectResponse & ServerResponse,
) => unknown;

async function answered(layer: Layer, headers: Record<string, string> = {}): Promise<Response> {
  const connect = fromConnect((request: never, response: never) => void layer(request, response));
  const app = new MiddlewareStack().use('layer', connect).build({
    call: () => {
      throw new Error('the layer answers');
    },
  });
  return await app.call(new Request({ method: 'GET', path: '/', headers }));
}

it.each([
  ['html', 'text/html; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['text', 'text/plain; charset=utf-8'],
  ['.png', 'image/png'],
  ['image/avif', 'image/avif'],
  ['text/csv', 'text/csv; charset=utf-8'],
  ['constructor', 'application/octet-stream'],
])('res.type(%j) sets the content type %s', async (type, expected) => {
  const { headers } = await answered((_, response) => response.type(type).end());
  expect(headers.get('content-type')).toBe(expected);
});

it.each([
  [{ referer: '/a' }, '/a'],
  [{ referrer: '/b' }, '/b'],
  [{ referer: '/a', referrer: '/b' }, '/a'],
])('req.get finds the page that led here in %j, by either spelling', async (headers, expected) => {
  const response = await answered(
    (request, answer) => answer.json([request.get('Referer'), request.get('referrer')]),
    headers,
  );
  expect(JSON.parse(await response.text())).toEqual([expected, expected]);
});

it('req.xhr says whether a script asks', async () => {
  const layer: Layer = (request, response) => response.json(request.xhr);
  expect(await (await answered(layer)).text()).toBe('false');
  expect(await (await answered(layer, { 'x-requested-with': 'XMLHttpRequest' })).text()).toBe('true');
});

it('res.cookie refuses to sign, since it has no secret', async () => {
  await expect(answered((_, response) => response.cookie('a', 'b', { signed: true }))).rejects.toThrow(
    /^res\.cookie with \{ signed: true \} needs an Express application/,
  );
});

it.each(['a server of its own', 'an Express application'])(
  'guards and handlers of a route find its params and what others have left in res.locals, on %s',
  async (host) => {
    const reading: RequestHandler = (request, response, next) => {
      response.locals['seen'] = [...(response.locals['seen'] ?? []), { ...request.params }];
      // As layers that validate do.
      request.params = { ...request.params, id: `<${String(request.params['id'])}>` };
      next();
    };
    const answering: RequestHandler = (request, response) =>
      void response.json([...response.locals['seen'], { ...request.params }]);
    const posts = toNodeListener(routes`
      through ${fromConnect(reading)}, ${fromConnect(reading)}, {
        get '/posts/:id', to => ${fromNodeListener(answering)};
      }
    `);
    const app = express();
    app.use('/blogs/:blog', posts);
    const server = await listening(host.startsWith('an') ? app : posts);
    const given = host.startsWith('an') ? { blog: 'b' } : {};
    const answer = await fetch(`${server.url}${host.startsWith('an') ? '/blogs/b' : ''}/posts/7`);
    await server.close();
    expect(await answer.json()).toEqual([
      { ...given, id: '7' },
      { ...given, id: '<7>' },
      { ...given, id: '<<7>>' },
    ]);
  },
);

it.each(['a server of its own', 'an Express application'])(
  'an action has the params that the guards of its route have made, on %s',
  async (host) => {
    const trimmed: RequestHandler = (request, _, next) => {
      request.params['id'] = String(request.params['id']).trim();
      next();
    };
    const lowered: RequestHandler = (request, _, next) => {
      request.params = { ...request.params, id: String(request.params['id']).toLowerCase(), other: 'x' };
      next();
    };
    const doubled = (request: Request, next: Next) => {
      request.params['id'] = request.params['id']?.repeat(2) ?? '';
      return next(request);
    };
    const posts = toNodeListener(routes`
      through ${fromConnect(trimmed)}, ${doubled}, ${fromConnect(lowered)}, {
        get '/posts/:id', to => ${({ params }: Request) => params};
      }
    `);
    const server = await listening(host.startsWith('an') ? express().use(posts) : posts);
    const answer = await fetch(`${server.url}/posts/%20A%20`);
    await server.close();
    expect(await answer.json()).toEqual({ id: 'aa' });
  },
);

it('a guard has the params of each path that its route is asked about, where one request asks for several', async () => {
  const seen: unknown[] = [];
  const noting: RequestHandler = (request, _, next) => next(void seen.push({ ...request.params }));
  const declining: RequestHandler = (_, __, next) => next();
  const posts = toNodeListener(routes`
    get '*path', to => ${fromNodeListener(declining)}, through => ${fromConnect(noting)};
  `);
  const shops = routes`
    mount ${new MiddlewareStack().use('guard', fromConnect(noting)).build(fromNodeListener(declining))}, at => '/:shop';
  `;
  const app = express().use('/:blog', posts).use('/', posts).use('/', toNodeListener(shops));
  const server = await listening(app);
  await fetch(`${server.url}/b/7`);
  await server.close();
  expect(seen).toEqual([{ blog: 'b', path: '7' }, { path: 'b/7' }, { shop: 'b' }]);
});

it.each(['a server of its own', 'an Express application'])(
  'a guard has the params of its own route where the routes before it have declined, on %s',
  async (host) => {
    const seen: unknown[] = [];
    const noting: RequestHandler = (request, _, next) => {
      seen.push({ ...request.params });
      request.params = { ...request.params, noted: 'yes' };
      next();
    };
    const declining: RequestHandler = (_, __, next) => next();
    const posts = toNodeListener(routes`
      through ${fromConnect(noting)}, {
        mount ${routes`get '/none', to => ${() => ''}`}, at => '/:blog';
        get '/:user/posts', to => ${fromNodeListener(declining)};
        get '/:name/posts', to => ${() => 'posts'};
      }
    `);
    const server = await listening(host.startsWith('an') ? express().use(posts) : posts);
    await fetch(`${server.url}/7/posts`);
    await server.close();
    expect(seen).toEqual([{ blog: '7', mounted_path: 'posts' }, { user: '7' }, { name: '7' }]);
  },
);

it('a guard finds what Express gives it where a host makes messages of a class of its own', async () => {
  class Message extends IncomingMessage {
    readonly ip = 'of the host';
    get path(): string {
      return 'of the host';
    }
  }
  const guard: RequestHandler = (request, response) =>
    void response.json([
      request.params,
      request.get('host'),
      request.ip,
      request.path,
      request instanceof Message,
    ]);
  const posts = toNodeListener(routes`
    get '/posts/:id', to => ${() => 'not reached'}, through => ${fromConnect(guard)};
  `);
  const server = createServer({ IncomingMessage: Message }, posts).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://localhost:${port}/posts/7`);
  server.close();
  expect(await answer.json()).toEqual([{ id: '7' }, `localhost:${port}`, 'of the host', 'of the host', true]);
});

it('a guard and a handler of a route render the views of the Express application around them, and fail outwards', async () => {
  const rendering = (view: string): RequestHandler => {
    return (request, response) => response.render(view, { id: request.params['id'] });
  };
  const caughtBy = (who: string): ErrorRequestHandler => {
    return (error: Error, _, response, next) => {
      void next;
      response.status(500).send(`${who}: ${error.message}`);
    };
  };
  const passing: RequestHandler = (_, __, next) => next();
  const app = express().set('views', 'of the application').set('view', View);
  app.locals['site'] = 'shop';
  app.use(
    toNodeListener(routes`
      get '/orders/:id', to => ${fromNodeListener(rendering('order'))};
      get '/guarded/:id', to => ${() => 'not reached'}, through => ${fromConnect(rendering('guard'))};
      get '/missing', to => ${fromNodeListener(rendering('missing'))}, through => ${fromConnect(caughtBy('layer'))};
      get '/host/:id', to => ${fromNodeListener(passing)};
    `),
  );
  app.get('/host/:id', rendering('missing'));
  app.use(caughtBy('host'));
  const server = await listening(app);
  const told = async (path: string): Promise<string> => {
    const answer = await fetch(server.url + path);
    return `${answer.status} ${await answer.text()}`;
  };
  expect(await told('/orders/7')).toBe('200 order 7 of shop');
  expect(await told('/guarded/7')).toBe('200 guard 7 of shop');
  expect(await told('/missing')).toMatch(/^500 layer: Failed to lookup view "missing"/);
  expect(await told('/host/9')).toMatch(/^500 host: Failed to lookup view "missing"/);
  await server.close();
});

it('a guard and a handler of a route answer 304 to who has the page, as in the Express application around them', async () => {
  const page: RequestHandler = (_, response) => void response.send('the page');
  const server = await listening(
    express().use(
      toNodeListener(routes`
        get '/handled', to => ${fromNodeListener(page)};
        get '/guarded', to => ${() => 'not reached'}, through => ${fromConnect(page)};
      `),
    ),
  );
  for (const path of ['/handled', '/guarded']) {
    const { status, headers } = await ask(server.port, 'GET', path);
    const again = await ask(server.port, 'GET', path, { 'if-none-match': headers.etag! });
    expect([status, again.status, again.body.length]).toEqual([200, 304, 0]);
  }
  await server.close();
});

it('a guard and a handler of a route find on their response what others before them have put there', async () => {
  const putting = (put: (response: any) => object): RequestHandler => {
    return (_, response, next) => {
      Object.assign(response, put(response));
      next();
    };
  };
  const app = express().use(
    putting(() => ({ results: ['of the host'] })),
    // As most that change what Express gives: by `this`, and by the response at hand.
    putting(({ json }) => ({
      json(this: unknown, value: object) {
        return json.call(this, { enveloped: value });
      },
    })),
    putting((response) => ({ fail: (text: string) => response.status(422).send(text) })),
    putting((response) => ({ failLater: (text: string) => setTimeout(() => response.fail(text), 5) })),
  );
  const told: string[] = [];
  app.use(
    toNodeListener(routes`
      through ${(request, next) => Promise.resolve(next(request)).then((answer) => (told.push(String(answer.status)), answer))}, {
        get '/json', to => ${fromNodeListener((_: never, response: any) => response.json(response.results))};
        get '/fail', to => ${fromNodeListener((_: never, response: any) => response.fail('a failure'))};
        get '/later', to => ${fromNodeListener((_: never, response: any) => response.failLater('a later one'))};
        get '/guarded', to => ${() => 'not reached'}, through => ${fromConnect((_: never, response: any) => response.fail('a guard'))};
        get '/chained', to => ${fromNodeListener((_: never, response: any) => response.json(response.found))},
          through => ${fromConnect(putting(() => ({ found: 'by a guard' })))};
      }
    `),
  );
  const server = await listening(app);
  const answers: Record<string, unknown> = {};
  for (const path of ['json', 'fail', 'later', 'guarded', 'chained']) {
    const { status, body } = await ask(server.port, 'GET', `/${path}`);
    answers[path] = `${status} ${body.toString()}`;
  }
  expect(answers).toEqual({
    json: '200 {"enveloped":["of the host"]}',
    fail: '422 a failure',
    later: '422 a later one',
    guarded: '422 a guard',
    chained: '200 {"enveloped":"by a guard"}',
  });
  expect(told).toEqual(['200', '422', '422', '422', '200']);
  await server.close();
});
