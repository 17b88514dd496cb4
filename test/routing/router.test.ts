import { describe, expect, test } from 'vitest';
import { Request } from '../../src/http/request.js';
import { isResponse, Response } from '../../src/http/response.js';
import type { Router } from '../../src/routing/router/router.js';
import { parseRoutes } from '../../src/interpreter/load.js';
import { routerOf } from '../support/routes-of.js';

async function ask(
  router: Router,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await router.call(new Request({ method, path, headers }));
  const { status } = response;
  const about = ['location', 'allow', 'x-cascade'].flatMap((name) =>
    response.headers.get(name) === null ? [] : [`${name}: ${response.headers.get(name)}`],
  );
  return [String(status), ...about, await response.text()].filter((part) => part !== '').join(' ');
}

const text = (body: string): Response => new Response({ body });
const declining = {
  call: () => new Response({ status: 404, headers: { 'x-cascade': 'pass' }, body: 'declined' }),
};

describe('a router answers', () => {
  const router = routerOf({
    'GET /': () => 'home',
    'GET /posts/:id': (request: Request) => `post ${request.params['id']}`,
    'POST /posts': () => new Response({ status: 201, body: 'made' }),
    'GET /later': () => Promise.resolve(text('later')),
    'GET /fetch': () => new globalThis.Response('fetched', { status: 202, headers: { 'x-a': 'b' } }),
    'GET /object': { callable: { call: () => 'called' } },
    'GET /old/:id': { redirect: '/posts/%{id}' },
    'GET /data': () => ({ id: 7, tags: ['a'] }),
    'GET /list': async () => [1, '<b>'],
    'GET /circle': () => {
      const circle: unknown[] = [];
      circle.push(circle);
      return circle;
    },
    'GET /row': () => new Date(0),
    'GET /fetched': async () => {
      const response = new globalThis.Response('{}');
      await response.json();
      return response;
    },
    'GET /held': async () => {
      const response = new globalThis.Response('{}');
      const reader = response.body!.getReader();
      await reader.read();
      reader.releaseLock();
      return response;
    },
    'GET /failed': () => globalThis.Response.error(),
    'GET /wrong': () => 7,
    'GET /nothing': async () => undefined,
    'GET /throws': () => {
      throw new RangeError('mine');
    },
  });

  test.each([
    ['GET', '/', '200 home'],
    ['GET', '/posts/a%2Fb', '200 post a/b'],
    ['POST', '/posts', '201 made'],
    ['GET', '/later', '200 later'],
    ['GET', '/fetch', '202 fetched'],
    ['GET', '/object', '200 called'],
    ['GET', '/old/a%20b', '301 location: /posts/a%20b'],
    ['GET', '/data', '200 {"id":7,"tags":["a"]}'],
    ['GET', '/list', '200 [1,"<b>"]'],
    ['GET', '/none', '404 x-cascade: pass Not Found'],
    ['POST', '/posts/7', '405 allow: GET, HEAD Method Not Allowed'],
    ['PURGE', '/posts', '405 allow: POST Method Not Allowed'],
    ['GET', '/posts/%zz', '400 x-cascade: pass Bad Request'],
    ['HEAD', '/posts/7', '200'],
  ])('%s %s: %s', async (method, path, expected) => expect(await ask(router, method, path)).toBe(expected));

  test('at once, where the target does', () => {
    expect(isResponse(router.call(new Request({ method: 'GET', path: '/' })))).toBe(true);
    expect(router.call(new Request({ method: 'GET', path: '/later' }))).toBeInstanceOf(Promise);
  });

  test('HEAD with the headers of GET', async () => {
    const response = await router.call(new Request({ method: 'HEAD', path: '/posts/7' }));
    expect([response.status, response.headers.get('content-length'), response.body]).toEqual([
      200,
      '6',
      null,
    ]);
  });

  test('a plain object or array as JSON, a string never as anything but text', async () => {
    const typeOf = async (path: string): Promise<string | null> =>
      (await router.call(new Request({ method: 'GET', path }))).headers.get('content-type');
    expect(await typeOf('/data')).toBe('application/json; charset=utf-8');
    expect(await typeOf('/list')).toBe('application/json; charset=utf-8');
    expect(await typeOf('/')).toBe('text/plain; charset=utf-8');
  });

  test.each([
    ['GET', '/none', '404 x-cascade: pass {"title":"Not Found","status":404}'],
    ['POST', '/posts/7', '405 allow: GET, HEAD {"title":"Method Not Allowed","status":405}'],
    ['GET', '/posts/%zz', '400 x-cascade: pass {"title":"Bad Request","status":400}'],
  ])('a JSON client with problem details: %s %s', async (method, path, expected) => {
    expect(await ask(router, method, path, { accept: 'application/json' })).toBe(expected);
  });

  test('nothing but a response, and names the route that has another answer', async () => {
    const call = async (path: string): Promise<unknown> => router.call(new Request({ method: 'GET', path }));
    await expect(call('/wrong')).rejects.toThrow(
      new TypeError(
        'GET /wrong (inline) answered a value of type number; a target returns a Response, an unread Fetch Response, a string, or a plain object or array',
      ),
    );
    await expect(call('/nothing')).rejects.toThrow(/^GET \/nothing \(inline\) answered undefined;/);
    await expect(call('/row')).rejects.toThrow(/^GET \/row \(inline\) answered an object of class Date;/);
    await expect(call('/fetched')).rejects.toThrow(
      /^GET \/fetched \(inline\) answered an object of class Response; a target returns .*, an unread Fetch Response,/,
    );
    await expect(call('/held')).rejects.toThrow(/^GET \/held .* answered an object of class Response;/);
    await expect(call('/failed')).rejects.toThrow(/^GET \/failed .* answered an object of class Response;/);
    await expect(call('/circle')).rejects.toThrow(
      'GET /circle (inline) answered a value that JSON cannot hold',
    );
    await expect(call('/throws')).rejects.toThrow(new RangeError('mine'));
  });

  test('with the request told of its route and params, which are its own', async () => {
    const request = new Request({ method: 'GET', path: '/posts/7' });
    await router.call(request);
    expect(request.route).toBe(router.routes[1]);
    expect(request.params).toEqual({ id: '7' });
    const home = new Request({ method: 'GET', path: '/' });
    await router.call(home);
    home.params['added'] = '1';
    const again = new Request({ method: 'GET', path: '/' });
    await router.call(again);
    expect(again.params).toEqual({});
  });

  test('as its request constraints say', async () => {
    const guarded = routerOf({
      'GET /': {
        to: () => 'api',
        request: [{ kind: 'attribute', attribute: 'subdomain', test: { kind: 'string', value: 'api' } }],
      },
      'POST /': () => 'posted',
    });
    expect(await ask(guarded, 'GET', '/', { host: 'api.example.com' })).toBe('200 api');
    expect(await ask(guarded, 'GET', '/', { host: 'example.com' })).toBe(
      '405 allow: POST Method Not Allowed',
    );
    expect(await ask(guarded, 'PUT', '/', { host: 'api.example.com' })).toBe(
      '405 allow: GET, HEAD, POST Method Not Allowed',
    );
  });
});

describe('a mounted app', () => {
  const seen = (request: Request): string =>
    `${request.scriptName}|${request.path}|${request.queryString}|${request.params['mounted_path']}`;
  const app = { call: (request: Request) => text(seen(request)) };

  test.each([
    ['/legacy', '200 /legacy|/||undefined'],
    ['/legacy/', '200 /legacy|/||undefined'],
    ['/legacy?a=1', '200 /legacy|/|a=1|undefined'],
    ['/legacy/x/y', '200 /legacy|/x/y||undefined'],
    ['/legacy/x//y/?a=1', '200 /legacy|/x//y/|a=1|undefined'],
    ['//legacy//x', '200 //legacy|/x||undefined'],
    ['/legacy/a%2Fb/%C3%A9', '200 /legacy|/a%2Fb/%C3%A9||undefined'],
    ['/legacyx', '404 x-cascade: pass Not Found'],
    ['/fr/shop/x', '200 /fr/shop|/x||undefined'],
    ['/shop/x', '200 /shop|/x||undefined'],
    ['/shop/shop', '200 /shop/shop|/||undefined'],
  ])('sees of %s what is below it: %s', async (path, expected) => {
    const router = routerOf({ 'MOUNT /legacy': { app }, 'MOUNT /(:locale)/shop': { app } });
    expect(await ask(router, 'POST', path)).toBe(expected);
  });

  test('sees the params of the path that it is mounted at, and its defaults', async () => {
    const router = parseRoutes(
      "routes { scope '/teams/:team' { mount &wiki#app, at => '/wiki', defaults => { theme => 'dark' } } }",
      { modules: { wiki: { app: (request: Request) => JSON.stringify(request.params) } } },
    );
    expect(await ask(router, 'GET', '/teams/a%20b/wiki/x')).toBe('200 {"team":"a b","theme":"dark"}');
    expect(await ask(router, 'GET', '/teams/7/wiki')).toBe('200 {"team":"7","theme":"dark"}');
  });

  test('may be a function, or a router, whose own mounts nest', async () => {
    const inner = routerOf({
      'GET /posts/:id': (request: Request) => `${request.scriptName} ${request.params['id']}`,
      'MOUNT /deep': { app },
    });
    const router = routerOf({ 'MOUNT /a/b': { app: inner }, 'MOUNT /f': { app: () => 'function' } });
    expect(await ask(router, 'GET', '/a/b/posts/7')).toBe('200 /a/b 7');
    expect(await ask(router, 'GET', '/a/b/deep/x?q')).toBe('200 /a/b/deep|/x|q|undefined');
    expect(await ask(router, 'GET', '/f/x')).toBe('200 function');
  });

  test('that declines leaves the request to the next route', async () => {
    const router = routerOf({
      'MOUNT /a': { app: declining },
      'GET /a/new': () => 'new',
      'GET /a/:id': () => 'show',
      'MOUNT /': { app: routerOf({ 'GET /b': () => 'b', 'POST /c': () => 'c' }) },
      'GET /*rest': (request: Request) => `rest ${request.params['rest']}`,
    });
    expect(await ask(router, 'GET', '/a/new')).toBe('200 new');
    expect(await ask(router, 'GET', '/a/7')).toBe('200 show');
    expect(await ask(router, 'POST', '/a/7')).toBe('404 x-cascade: pass Not Found');
    expect(await ask(router, 'GET', '/b')).toBe('200 b');
    expect(await ask(router, 'GET', '/d')).toBe('200 rest d');
    expect(await ask(router, 'GET', '/c')).toBe('405 allow: POST Method Not Allowed');
  });
});

describe('a controller', () => {
  class Base {
    hello(): string {
      return `hello ${this.constructor.name}`;
    }
    _secret(): string {
      return 'secret';
    }
  }
  class Posts extends Base {
    count = 0;
    index(): string {
      return `index ${++this.count}`;
    }
    async newItem(request: Request): Promise<Response> {
      return text(`new ${request.params['id']}`);
    }
    get trap(): never {
      throw new Error('a getter was run');
    }
    show = (request: Request): string => `show ${request.params['id']} ${++this.count}`;
    newDraft = async (): Promise<string> => 'draft';
    _hidden = (): string => 'hidden';
  }
  class Closed {
    constructor() {
      throw new Error('the database is closed');
    }
    index(): string {
      return 'unreached';
    }
  }
  /** A class as compilers write it for engines that have none. */
  const Written = new Function(`
    function Written() { this.count = 0; }
    Object.defineProperty(Written.prototype, 'index', { value: function () { return 'written ' + ++this.count; } });
    return Written;
  `)() as new () => object;
  const called = (): never => {
    throw new Error('a function was called to see what it is');
  };
  const controllers = (name: string): unknown =>
    new Map<string, unknown>([
      ['posts', { default: Posts }],
      ['written', { default: Written }],
      ['page', { default: called, index: () => 'page' }],
      ['class', Posts],
      ['module', { index: () => 'module', notFunction: 1 }],
      ['object', { default: { show: () => 'object' }, list: () => 'beside' }],
      ['instance', new Posts()],
      ['closed', Closed],
    ]).get(name);
  const call = async (target: string): Promise<string> =>
    ask(routerOf({ 'GET /:id': target }, { controllers }), 'GET', '/7');

  test.each([
    ['posts#index', 'index 1'],
    ['posts#hello', 'hello Posts'],
    ['posts#new_item', 'new 7'],
    ['posts#newItem', 'new 7'],
    ['posts#show', 'show 7 1'],
    ['posts#new_draft', 'draft'],
    ['class#index', 'index 1'],
    ['class#show', 'show 7 1'],
    ['written#index', 'written 1'],
    ['page#index', 'page'],
    ['module#index', 'module'],
    ['object#show', 'object'],
    ['object#list', 'beside'],
    ['instance#hello', 'hello Posts'],
  ])('%s answers %j', async (target, expected) => expect(await call(target)).toBe(`200 ${expected}`));

  test.each([
    ['posts#index', 'index'],
    ['posts#show', 'show 7'],
    ['written#index', 'written'],
  ])('is made anew for each request: %s', async (target, answer) => {
    const router = routerOf({ 'GET /:id': target }, { controllers });
    expect([await ask(router, 'GET', '/7'), await ask(router, 'GET', '/7')]).toEqual([
      `200 ${answer} 1`,
      `200 ${answer} 1`,
    ]);
  });

  test('that is a class with a method of this name is not made before it is asked', async () => {
    let made = 0;
    class Counted {
      constructor() {
        made++;
      }
      index(): string {
        return `made ${made}`;
      }
    }
    const router = parseRoutes("routes { root to => 'counted#index' }", {
      controllers: { counted: Counted },
    });
    expect([made, await ask(router, 'GET', '/')]).toEqual([0, '200 made 1']);
  });

  test.each([
    'posts#_secret',
    'posts#constructor',
    'posts#toString',
    'posts#hasOwnProperty',
    'posts#trap',
    'posts#count',
    'posts#_hidden',
    'module#notFunction',
    'module#missing',
    'module#__proto__',
  ])('%s is no action', async (target) => {
    const [controller, action] = target.split('#');
    await expect(call(target)).rejects.toThrow(
      `the controller '${controller}' has no action '${action}' for GET /:id (${target})`,
    );
  });

  test.each(['closed#index', 'closed#show'])(
    'whose constructor throws is told by what it throws: %s',
    async (target) => {
      await expect(call(target)).rejects.toThrow('the database is closed');
    },
  );

  test('that does not exist is named', async () => {
    await expect(call('none#a')).rejects.toThrow("there is no controller 'none' for GET /:id (none#a)");
  });
});

describe('a router', () => {
  const router = routerOf({
    'GET /line-items/new': { as: 'new-line_item' },
    'GET|HEAD /posts': { as: 'posts' },
    'GET /archive': { as: 'posts' },
    'ANY /any': { redirect: '/x' },
  });

  test('finds a route by any spelling of its name, the first of several', () => {
    for (const name of ['new-line_item', 'new-line-item', 'new_line_item', 'newLineItem'])
      expect(router.routeNamed(name)).toBe(router.routes[0]);
    expect(router.routeNamed('posts')?.pattern).toBe('/posts');
    expect([router.routeNamed('none'), router.routeNamed('__proto__'), router.routeNamed('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('gives its table as plain data, with the verbs as they were written', () => {
    expect(JSON.parse(JSON.stringify(router.routeTable()))).toEqual([
      { name: 'new-line_item', verbs: ['GET'], pattern: '/line-items/new', target: 'things#show' },
      { name: 'posts', verbs: ['GET', 'HEAD'], pattern: '/posts', target: 'things#show' },
      { name: 'posts', verbs: ['GET'], pattern: '/archive', target: 'things#show' },
      {
        name: null,
        verbs: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        pattern: '/any',
        target: 'redirect(301, /x)',
      },
    ]);
  });

  test('cannot be changed', () => {
    expect(
      Object.isFrozen(router) &&
        Object.isFrozen(router.routes) &&
        router.routes.every((route) => [route, route.verbs, route.target].every(Object.isFrozen)),
    ).toBe(true);
  });
});

test('a path or segment that is too long is 414, whoever would answer it', async () => {
  const router = parseRoutes("routes { get '*rest', to => &x#y }", { modules: { x: { y: () => 'fine' } } });
  const status = async (path: string): Promise<number> =>
    (await router.call(new Request({ method: 'GET', path }))).status;
  expect(await status(`/${'a'.repeat(4_096)}`)).toBe(200);
  expect(await status(`/${'a'.repeat(4_097)}`)).toBe(414);
  expect(await status('/a'.repeat(4_096))).toBe(200);
  expect(await status('/a'.repeat(4_097))).toBe(414);
});

test('how long a path and its segments may be is told to the loader', async () => {
  const modules = { x: { y: () => 'fine' } };
  const router = parseRoutes("routes { get '*rest', to => &x#y }", {
    modules,
    pathLimit: 20_000,
    segmentLimit: 5,
  });
  const status = async (path: string): Promise<number> =>
    (await router.call(new Request({ method: 'GET', path }))).status;
  expect(await status(`/${'a'.repeat(5)}`)).toBe(200);
  expect(await status(`/${'a'.repeat(6)}`)).toBe(414);
  expect(await status('/a'.repeat(10_000))).toBe(200);
  expect(await status('/a'.repeat(10_001))).toBe(414);
  for (const pathLimit of [0, -1, Number.NaN])
    expect(() => parseRoutes('routes { }', { pathLimit })).toThrow(RangeError);
});
