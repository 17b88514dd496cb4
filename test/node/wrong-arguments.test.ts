// What people hand over by mistake where an application starts on Node: each says at once what was given and what is wanted.

import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { fromConnect } from '../../src/node/serving/from-connect.js';
import { createApplication } from '../../src/node/serving/application.js';
import { type FastifyScope, waypost } from '../../src/node/hosts/fastify.js';
import { toKoaMiddleware } from '../../src/node/hosts/koa.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { nodeRequest } from '../../src/node/serving/node-request.js';
import { RequestLogger } from '../../src/node/serving/request-logger.js';
import { Rescue } from '../../src/node/serving/rescue.js';
import { serve } from '../../src/node/serving/serve.js';
import { loadRoutes } from '../../src/node/modules/load.js';
import { actionRequest, ask, expectRoute, useRoutes } from '../../src/node/testing.js';
import { StaticFiles } from '../../src/node/static/static-files.js';
import { Request } from '../../src/http/request.js';
import { parseRoutes } from '../../src/interpreter/load.js';
import { WorkFolder } from '../support/test-terminal.js';

/** What TypeScript would not let through. */
const wrong = <Wanted>(value: unknown): Wanted => value as Wanted;
const router = parseRoutes("routes { get '/posts', to => 'posts#index' }");
const folder = new WorkFolder();
folder.write({
  'config/routes': "routes { get '/posts', to => 'posts#index' }\n",
  'controllers/posts.mjs': "export const index = () => 'posts';\n",
  'public/style.css': 'body {}\n',
});
const root = `${folder.path}/public`;
const routesFile = `${folder.path}/config/routes`;
afterAll(() => folder.remove());

const files = (options: object) => () => new StaticFiles({ app: router, root, ...options });

describe('an application', () => {
  it.each<readonly [what: string, start: () => unknown, message: string]>([
    [
      'no options but a port',
      () => serve(router, wrong(3000)),
      'the options of serve are an object, not a value of type number (docs/middleware.md)',
    ],
    [
      'a misspelt option',
      () => serve(router, wrong({ prot: 0 })),
      "serve has no option 'prot'; its options are bodyLimit, development, drainTimeout",
    ],
    [
      'a number for its address',
      () => serve(router, { port: 0, host: wrong(7) }),
      "a host is an address such as '127.0.0.1', or '0.0.0.0' for all, not a value of type number",
    ],
    [
      'a text for a time',
      () => serve(router, { port: 0, requestTimeout: wrong('5s') }),
      "requestTimeout is a number of milliseconds, not '5s'",
    ],
    [
      'a text for another time',
      () => serve(router, { port: 0, headersTimeout: wrong('5') }),
      "headersTimeout is a number of milliseconds, not '5'",
    ],
    [
      'a text for a size',
      () => serve(router, { port: 0, maxHeaderSize: wrong('16kb') }),
      "maxHeaderSize is a number of bytes, not '16kb'",
    ],
    [
      'tls that is on',
      () => serve(router, { port: 0, tls: wrong(true) }),
      'tls is an object of key and cert, not a value of type boolean',
    ],
    [
      'tls whose certificate is undefined',
      () => serve(router, { port: 0, tls: { key: 'key', cert: undefined } }),
      'tls has no certificate; give it as { key, cert } (docs/middleware.md)',
    ],
    [
      'something to do at its end that is no function',
      () => serve(router, { port: 0, onClose: wrong('bye') }),
      'onClose is a function, not a value of type string',
    ],
    [
      'a text for what signals do',
      () => serve(router, { port: 0, signals: wrong('false') }),
      'signals is true or false, not a value of type string (docs/middleware.md)',
    ],
    [
      'one address of a proxy in an object',
      () => serve(router, { port: 0, trustProxy: wrong({ address: '10.0.0.7' }) }),
      "trustProxy is true or a list of addresses such as ['loopback'], not an object of class Object",
    ],
    [
      'no address of a proxy',
      () => serve(router, { port: 0, trustProxy: wrong([null]) }),
      "'null' is no address of a proxy",
    ],
    [
      'an empty text for its folder, which would be the working directory',
      () => createApplication(''),
      'an application is a folder, given by its path, not an empty text',
    ],
    [
      'an empty text for its routes',
      () => loadRoutes(''),
      'loadRoutes takes a routes file, given by its path, not an empty text',
    ],
    [
      'no folder',
      () => createApplication(wrong(undefined)),
      'an application is a folder, given by its path, not undefined',
    ],
    [
      'a routes file for options',
      () => createApplication(folder.path, wrong('routes')),
      'the options of createApplication are an object, not a value of type string',
    ],
    [
      'an option of the server',
      () => createApplication(folder.path, wrong({ port: 3000 })),
      "createApplication has no option 'port'; its options are controllers",
    ],
    [
      'a router for its routes',
      () => createApplication(folder.path, { routes: wrong(router) }),
      'an application has a routes file, given by its path, not an object of class Router',
    ],
    [
      'no routes file',
      () => loadRoutes(wrong(undefined)),
      'loadRoutes takes a routes file, given by its path, not undefined',
    ],
    [
      'a folder for options',
      () => loadRoutes(routesFile, wrong(root)),
      'the options of loadRoutes are an object, not a value of type string',
    ],
    [
      'controllers under another name',
      () => loadRoutes(routesFile, wrong({ controller: root })),
      "loadRoutes has no option 'controller'; its options are controllers, file",
    ],
    [
      'controllers in a list',
      () => loadRoutes(routesFile, { controllers: wrong([]) }),
      'controllers are an object of names',
    ],
  ])('with %s', async (_, start, message) => {
    await expect(Promise.resolve().then(start)).rejects.toThrow(message);
  });

  it.each<readonly [what: string, make: () => unknown, message: string]>([
    [
      'a prefix for its options',
      () => toNodeListener(router, wrong('/shop')),
      'the options of toNodeListener are an object, not a value of type string (docs/embedding.md)',
    ],
    [
      'a misspelt option',
      () => toNodeListener(router, wrong({ trustproxy: true })),
      "toNodeListener has no option 'trustproxy'; its options are bodyLimit, development, hosts, onError, passErrors, prefix, sendTimeout, tldLength, trustProxy",
    ],
    [
      'a text for who gets its errors',
      () => toNodeListener(router, { onError: wrong('log') }),
      'onError is a function, not a value of type string',
    ],
    [
      'a text for a number of labels',
      () => toNodeListener(router, { tldLength: wrong('2') }),
      "tldLength is a number of labels, not '2'",
    ],
    [
      'a prefix, which Koa takes off',
      () => toKoaMiddleware(router, wrong({ prefix: '/shop' })),
      "toKoaMiddleware has no option 'prefix'",
    ],
    [
      'a logger that is a function',
      () => new RequestLogger({ app: router, logger: wrong(() => 1) }),
      "the logger's info is a function, not null",
    ],
    [
      'a path for what is not logged',
      () => new RequestLogger({ app: router, ignore: wrong('/health') }),
      'ignore is a function, not a value of type string',
    ],
    [
      'a text for who gets what is rescued',
      () => new Rescue({ app: router, onError: wrong('log') }),
      'onError is a function, not a value of type string',
    ],
    [
      'a misspelt argument of what rescues',
      () => new Rescue(wrong({ app: router, onerror: () => 1 })),
      "Rescue has no option 'onerror'; its options are app, development, onError (docs/middleware.md)",
    ],
    [
      'a misspelt argument of a log',
      () => new RequestLogger(wrong({ app: router, loger: console })),
      "RequestLogger has no option 'loger'; its options are app, ignore, logger, query",
    ],
    [
      'an empty text for their folder, which would be the working directory',
      files({ root: '' }),
      'static files need a root, the path of a folder',
    ],
    [
      'a number for the cache',
      files({ cacheControl: 3600 }),
      "cacheControl is a header's value such as 'max-age=3600', or a function of the file, not a value of type number (docs/middleware.md)",
    ],
    [
      'a yes for the index',
      files({ index: true }),
      "index is the name of a file such as 'index.html', not a value of type boolean",
    ],
    [
      'a text for the extensions',
      files({ extensions: 'html' }),
      "extensions is a list such as ['html'], not a value of type string",
    ],
    [
      'a number for where the files are',
      files({ urlPrefix: 7 }),
      "urlPrefix is a path such as '/assets', not a value of type number",
    ],
    [
      'a text for hashed names',
      files({ immutable: 'assets' }),
      'immutable is true, or a regular expression, not a value of type string',
    ],
    [
      'a policy for dotfiles',
      files({ dotfiles: 'allow' }),
      'dotfiles is true or false, not a value of type string',
    ],
    [
      'an encoding for compressed siblings',
      files({ precompressed: 'br' }),
      'precompressed is true or false, not a value of type string',
    ],
    [
      'a time for files in memory',
      files({ cache: '1d' }),
      'the options of cache are an object, not a value of type string (docs/middleware.md)',
    ],
    [
      'a misspelt limit of files in memory',
      files({ cache: { max: 10 } }),
      "cache has no option 'max'; its options are maxBytes, maxFileBytes, recheck (docs/middleware.md)",
    ],
    ['headers in one text', files({ headers: 'x-by: shop' }), 'headers are { name: value }, not x-by: shop'],
    [
      'an option of serve-static',
      files({ maxAge: 3600 }),
      "StaticFiles has no option 'maxAge'; its options are app, cache, cacheControl, dotfiles, extensions, headers, immutable, index, precompressed, root, urlPrefix (docs/middleware.md)",
    ],
    [
      'files without what is inside',
      () => new StaticFiles(wrong({ root })),
      'new StaticFiles({ app }) takes an endpoint',
    ],
    [
      'a Fetch request asked for Node’s',
      () => nodeRequest(wrong(new globalThis.Request('http://shop.example/'))),
      'nodeRequest takes the request that an action or a layer is called with, not an object of class Request',
    ],
  ])('with %s', (_, make, message) => expect(make).toThrow(message));

  it('with middleware of npm that was not called says so, where its request would wait for ever', async () => {
    const cors = (): unknown => (_incoming: unknown, _outgoing: unknown, next: () => void) => next();
    const layer = new (fromConnect(cors))({ app: router });
    const call = async (): Promise<unknown> => layer.call(new Request({ method: 'GET', path: '/posts' }));
    await expect(call()).rejects.toThrow(
      'fromConnect takes what helmet() gives, and not helmet itself: call it first',
    );
  });

  it('with files of its own class may have arguments of its own', () => {
    class Themed extends StaticFiles {
      constructor(args: { app: typeof router; theme: string }) {
        super({ ...args, root } as ConstructorParameters<typeof StaticFiles>[0]);
      }
    }
    expect(() => new Themed({ app: router, theme: 'dark' })).not.toThrow();
  });

  it('is found by the URLs of its folder and files', async () => {
    const url = pathToFileURL(folder.path);
    const controllers = pathToFileURL(`${folder.path}/controllers/`);
    const found = [
      (await createApplication(url)).router,
      (await createApplication(url.href)).router,
      await loadRoutes(pathToFileURL(routesFile), { controllers }),
    ];
    expect(found.map((each) => each.recognize('GET', '/posts')?.action)).toEqual(['index', 'index', 'index']);
  });

  it('takes the extensions of its pages with their dot, too', async () => {
    folder.write({ 'public/about.html': 'about' });
    const app = new StaticFiles({ app: router, root, extensions: ['.html'] });
    const response = await app.call(new Request({ method: 'GET', path: '/about' }));
    expect([response.status, await response.text()]).toEqual([200, 'about']);
  });
});

describe('a listener', () => {
  const listener = toNodeListener(router);
  const context = { req: {}, res: {}, url: '/posts', method: 'GET' };
  const problem = 'a listener is called with the request and response of node:http, not with';
  it.each<readonly [what: string, given: readonly unknown[], message: string]>([
    ['nothing', [], `${problem} undefined`],
    [
      'a Fetch request',
      [new globalThis.Request('http://shop.example/posts')],
      `${problem} an object of class Request; for hosts that speak Fetch there is toFetchHandler (docs/embedding.md)`,
    ],
    [
      'the context of Koa',
      [context, () => undefined],
      `${problem} an object of class Object; for Koa there is waypost/koa, for Fastify waypost/fastify (docs/embedding.md)`,
    ],
  ])('called with %s', (_, given, message) => {
    expect(() => listener(...(given as unknown as Parameters<typeof listener>))).toThrow(message);
  });
});

it('Koa middleware called with the request and response of node:http', async () => {
  const message =
    'middleware of toKoaMiddleware is called with the context of Koa, not with an object of class IncomingMessage; for Express and others on node:http there is toNodeListener';
  const incoming = new IncomingMessage(new Socket());
  const called = toKoaMiddleware(router)(wrong(incoming), async () => undefined);
  await expect(called).rejects.toThrow(message);
});

describe('a test', () => {
  it.each<readonly [what: string, call: () => unknown, message: string]>([
    [
      'of the routes of a promise',
      () => useRoutes(wrong(Promise.resolve(router))),
      'useRoutes takes a router, not an object of class Promise: await it (docs/testing.md)',
    ],
    [
      'that expects nothing',
      () => expectRoute(wrong(undefined)),
      "a request is written 'GET /posts/7', with the method first, not undefined",
    ],
    [
      'that expects a route of other routes',
      () => expectRoute('GET /posts', wrong({ routes: router })),
      "expectRoute has no option 'routes'; its options are headers, router",
    ],
    [
      'that expects a route of a file',
      () => expectRoute('GET /posts', wrong({ router: routesFile })),
      'expectRoute takes a router, not a value of type string',
    ],
    [
      'that expects null for params',
      () => expectRoute('GET /posts', { router }).toBe('posts#index', wrong(null)),
      "toBe takes params such as { id: '7' }, not null",
    ],
    [
      'that expects a value for params',
      () => expectRoute('GET /posts', { router }).toBe('posts#index', wrong(7)),
      "toBe takes params such as { id: '7' }, not a value of type number",
    ],
    [
      'that expects methods in one text',
      () => expectRoute('PUT /posts', { router }).toBeNotAllowed(wrong('GET')),
      "toBeNotAllowed takes a list such as ['GET', 'HEAD'], not a value of type string (docs/testing.md)",
    ],
    [
      'that expects no target',
      () => expectRoute('GET /posts', { router }).toBe(wrong(undefined)),
      "toBe takes a target such as 'posts#show', not undefined (docs/testing.md)",
    ],
    [
      'that expects a target in parts',
      () => expectRoute('GET /posts', { router }).toBe(wrong({ controller: 'posts' })),
      "toBe takes a target such as 'posts#show', not an object of class Object",
    ],
    [
      'that expects a redirect to nowhere',
      () => expectRoute('GET /posts', { router }).toRedirectTo(wrong(undefined)),
      "toRedirectTo takes a location such as '/posts/7', not undefined",
    ],
    [
      'that asks nobody',
      () => ask(wrong('GET /posts'), wrong(undefined)),
      'ask takes an endpoint, an object with a method call(request), not a value of type string',
    ],
    [
      'that sends data',
      () => ask(router, 'POST /posts', wrong({ data: {} })),
      "ask has no option 'data'; its options are body, bodyLimit, form, headers",
    ],
    [
      'that sends data as a body',
      () => ask(router, 'POST /posts', { body: wrong({ title: 'Hello' }) }),
      'ask takes text, bytes or a stream as body, and data as json, not an object of class Object',
    ],
    [
      'that sends a form as something else',
      () => ask(router, 'POST /posts', { form: wrong(new URLSearchParams('title=Hello')) }),
      'ask takes a form as an object of its fields or a FormData, not an object of class URLSearchParams',
    ],
    [
      'that gives params',
      () => actionRequest('GET /posts', wrong({ router, params: {} })),
      "actionRequest has no option 'params'",
    ],
  ])('%s', async (_, call, message) => {
    await expect(Promise.resolve().then(call)).rejects.toThrow(message);
  });
});

describe('a Fastify plugin', () => {
  const scope: FastifyScope = {
    prefix: '/shop',
    supportedMethods: [],
    removeAllContentTypeParsers: () => undefined,
    addContentTypeParser: () => undefined,
    hasRoute: () => false,
    route: () => undefined,
  };

  it.each<readonly [what: string, options: unknown, message: string]>([
    ['nothing', undefined, "the options of waypost's Fastify plugin are an object, not undefined"],
    [
      'a router under another name',
      { router, prefix: '/shop' },
      "waypost's Fastify plugin has no option 'router'; its options are bodyLimit, endpoint, logLevel",
    ],
    ['a promise', { endpoint: Promise.resolve(router) }, 'a promise, of one perhaps: await it'],
  ])('registered with %s', async (_, options, message) => {
    await expect(waypost(scope, wrong(options))).rejects.toThrow(message);
  });

  it('takes the options of Fastify beside its own', async () => {
    const options = { endpoint: router, prefix: '/shop', logLevel: 'warn', trustProxy: true };
    await expect(waypost(scope, options)).resolves.toBeUndefined();
  });
});
