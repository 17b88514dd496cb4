// What `through` puts around routes, and what `deprecated` and `sunset` add to answers.

import { describe, expect, test } from 'vitest';
import { Request, type AnsweringRoute } from '../../src/http/request.js';
import { isResponse, Response } from '../../src/http/response.js';
import { parseRoutes, routes } from '../../src/interpreter/load.js';
import { RoutesError } from '../../src/language/routes-error.js';

import { Middleware, type Next } from '../../src/middleware/middleware.js';
import type { Router } from '../../src/routing/router/router.js';
import { routerOf } from '../support/routes-of.js';

/** A layer that writes its name into the answer, which so lists them outermost first. */
const named = (name: string) => async (request: Request, next: Next) => {
  const response = await next(request);
  response.headers.set('x-layers', [name, response.headers.get('x-layers')].filter(Boolean).join(' '));
  return response;
};

class Counting extends Middleware {
  static made = 0;

  constructor(args: ConstructorParameters<typeof Middleware>[0]) {
    super(args);
    Counting.made++;
  }
}

const modules = {
  auth: {
    signedIn: (request: Request, next: Next) =>
      request.headers.has('cookie') ? next(request) : Response.redirect('/login'),
    tellsRoute: (request: Request) =>
      Response.json({
        params: request.params,
        meta: request.route?.meta,
        path: request.helpers !== undefined,
      }),
  },
  layers: {
    a: named('a'),
    b: named('b'),
    object: { call: named('object') },
    Counting,
    passes: () => new Response({ status: 404, headers: { 'x-cascade': 'pass' }, body: 'mine' }),
    rewraps: async (request: Request, next: Next) => (await next(request)).with({}),
    otherPath: (request: Request, next: Next) => next(request.with({ path: '/elsewhere' })),
    text: () => 'no response',
    nothing: () => undefined,
    forgets: async (request: Request, next: Next) => {
      await next(request);
    },
    asksNobody: (_: Request, next: () => Response) => next(),
    twice: async (request: Request, next: Next) => {
      const texts = [await next(request), await next(request)].map((response) => response.text());
      return (await Promise.all(texts)).join(' ');
    },
  },
  apps: {
    hello: ({ path }: Request) => new Response({ body: `hello ${path}` }),
    shared: () => shared,
    declines: () => new Response({ status: 404, headers: { 'x-cascade': 'pass' } }),
    app: { call: ({ path }: Request) => new Response({ body: `app ${path}` }) },
  },
};

const shared = new Response({ body: 'shared', headers: { link: '</a>; rel="next"' } });

function routerFor(text: string): Router {
  return parseRoutes(`routes { ${text} }`, {
    modules,
    controllers: { pages: { show: () => 'page' } },
  });
}

async function ask(router: Router, method: string, path: string, headers = {}): Promise<Response> {
  return router.call(new Request({ method, path, headers }));
}

describe('layers', () => {
  const router = routerFor(`
    through &layers#a, {
      through &layers#b, {
        get '/callable', to => &apps#hello, through => [&layers#object, &layers#a]
        get '/controller', to => 'pages#show'
        get '/redirect', to => redirect('/callable')
        mount &apps#app, at => '/app'
      }
    }
    get '/bare', to => &apps#hello`);

  test.each([
    ['GET', '/callable', 'a b object a', 'hello /callable'],
    ['HEAD', '/callable', 'a b object a', ''],
    ['GET', '/controller', 'a b', 'page'],
    ['GET', '/redirect', 'a b', ''],
    ['POST', '/app/x', 'a b', 'app /x'],
    ['GET', '/bare', null, 'hello /bare'],
    ['POST', '/callable', null, 'Method Not Allowed'],
    ['GET', '/none', null, 'Not Found'],
  ])('%s %s goes through %s', async (method, path, layers, body) => {
    const response = await ask(router, method, path);
    expect([response.headers.get('x-layers'), await response.text()]).toEqual([layers, body]);
  });

  test('answer themselves, and that is the answer', async () => {
    const guarded = routerFor(`
      get '/drafts', to => &apps#hello, through => &auth#signedIn
      get '/*rest', to => &apps#hello`);
    expect((await ask(guarded, 'GET', '/drafts')).status).toBe(302);
    expect((await ask(guarded, 'GET', '/drafts', { cookie: 'session=1' })).status).toBe(200);
  });

  test('see params, the route, its facts and the helpers', async () => {
    const told = routerFor(
      `get '/posts/:id', to => 'pages#show', through => &auth#tellsRoute, meta => { a => <b c> }`,
    );
    expect(await (await ask(told, 'GET', '/posts/7')).json()).toEqual({
      params: { id: '7' },
      meta: { a: ['b', 'c'] },
      path: true,
    });
  });

  test('are made once a route, not once a request', async () => {
    Counting.made = 0;
    const counted = routerFor(
      `through &layers#Counting, { get '/a', to => 'pages#show'; get '/b', to => 'pages#show' }`,
    );
    for (let i = 0; i < 3; i++) await ask(counted, 'GET', '/a');
    expect(Counting.made).toBe(2);
  });

  test('let a target decline, whatever they make of its answer', async () => {
    for (const layer of ['a', 'rewraps', 'otherPath', 'Counting']) {
      const declining = routerFor(`
        get '/x', to => &apps#declines, through => &layers#${layer}
        get '/x', to => &apps#hello`);
      expect(await (await ask(declining, 'GET', '/x')).text()).toBe('hello /x');
    }
  });

  test('cannot decline by themselves: what they guard stays guarded', async () => {
    const guarded = routerFor(`
      get '/x', to => &apps#hello, through => &layers#passes
      get '/x', to => &apps#hello`);
    const response = await ask(guarded, 'GET', '/x');
    expect([response.status, response.headers.get('x-cascade'), await response.text()]).toEqual([
      404,
      null,
      'mine',
    ]);
    const outer = routes`mount ${guarded}, at => '/in'; get '/in/x', to => ${() => 'open'}`;
    expect(await (await ask(outer, 'GET', '/in/x')).text()).toBe('mine');
  });

  test('may answer at once, so that no promise is made', () => {
    const router = routes`get '/a', to => ${() => 'a'}, through => ${(request: Request, next: Next) => next(request)}`;
    expect(isResponse(router.call(new Request({ method: 'GET', path: '/a' })))).toBe(true);
  });

  test('are text in the table of routes', () => {
    const { layers } =
      routes`through ${Middleware}, { get '/a', to => 'a#b', through => ${() => new Response()} }`.routes[0]!;
    expect(layers).toEqual(['inline', 'inline']);
    expect(
      routerFor(`get '/a', to => 'pages#show', through => [&layers#a, &layers#b]`).routes[0]!.layers,
    ).toEqual(['&layers#a', '&layers#b']);
  });

  test('that are none are mistakes of the text, or of the router', async () => {
    expect(() => routes`get '/a', to => 'a#b', through => ${5 as unknown as object}`).toThrow(RoutesError);
    const ofConnect = (_incoming: unknown, _outgoing: unknown, next: () => void): void => next();
    expect(() => routes`get '/a', to => 'a#b', through => ${ofConnect as never}`).toThrow(
      'is middleware of Connect or Express; what is needed here is a class or an object with `call`, or a function of the request and of what is inside it; `fromConnect` makes a class of it',
    );
    const withLayer = (layer: unknown): Router =>
      routerOf({ 'GET /a': { to: () => 'a', through: [{ label: '&auth#signedIn', layer }] } });
    expect(() => withLayer({ matches: () => true })).toThrow(
      new TypeError(
        'GET /a (inline) goes through &auth#signedIn, which is no layer: a class or an object with call, or a function of the request and of what is inside it',
      ),
    );
    await expect(ask(withLayer(undefined), 'GET', '/a')).rejects.toThrow(
      'GET /a (inline) goes through &auth#signedIn, which was not loaded; give the router its modules',
    );
  });

  test.each([
    ['nothing', '&layers#nothing answered nothing; a layer returns a Response, or what next(request) gives'],
    [
      'forgets',
      'GET /a (pages#show) goes through &layers#forgets, which answered undefined; a layer returns what `next(request)` gives, a Response, an unread Fetch Response, a string, or a plain object or array',
    ],
    ['asksNobody', 'a layer called next without the request: write next(request)'],
  ])('that are wrong in themselves say so: %s', async (layer, message) => {
    const router = routerFor(`get '/a', to => 'pages#show', through => &layers#${layer}`);
    await expect(ask(router, 'GET', '/a')).rejects.toThrow(new TypeError(message));
  });

  test('may ask what is inside them twice', async () => {
    const router = routerFor(`get '/a', to => 'pages#show', through => [&layers#twice, &layers#a]`);
    expect(await (await ask(router, 'GET', '/a')).text()).toBe('page page');
  });
});

test('a route of a request tells its facts', () => {
  const route: AnsweringRoute = routes`get '/a', to => 'a#b', meta => { auth => 'staff' }`.routes[0]!;
  expect(route.meta?.['auth']).toBe('staff');
  expect(Object.getPrototypeOf(route.meta)).toBeNull();
  expect(Object.isFrozen(route.meta)).toBe(true);
  const { meta } = routes`get '/b', to => 'a#b', meta => { cache => { tags => <a b> }, __proto__ => 1 }`
    .routes[0]!;
  expect(Object.isFrozen(meta['cache'])).toBe(true);
  expect(Object.isFrozen((meta['cache'] as { tags: unknown }).tags)).toBe(true);
  expect(Object.keys(meta)).toEqual(['cache', '__proto__']);
});
