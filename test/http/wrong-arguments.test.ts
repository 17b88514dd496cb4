// What people hand over by mistake: each says at once what was given and what is wanted, rather than fail later, or do nothing.

import { describe, expect, it, test } from 'vitest';
import { toFetchHandler, toFetchMiddleware } from '../../src/http/fetch.js';
import { hostArguments } from '../../src/http/host.js';
import { Headers } from '../../src/http/headers.js';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { parseRoutes, routes } from '../../src/interpreter/load.js';
import { EmbeddedFiles } from '../../src/middleware/embedded-files.js';
import { AllowedHosts } from '../../src/middleware/allowed-hosts.js';
import { Middleware, type Next } from '../../src/middleware/middleware.js';
import { RequestId, requestIdOf } from '../../src/middleware/request-id.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';

/** What TypeScript would not let through. */
const wrong = <Wanted>(value: unknown): Wanted => value as Wanted;
const router = parseRoutes("routes { get '/posts/:id', to => 'posts#show', as => 'post' }");
const request = new Request({ method: 'GET', path: '/' });
const page = new globalThis.Request('https://shop.example/orders?page=2');
const promised = Promise.resolve(router);

function refused(
  cases: Readonly<Record<string, readonly [call: () => unknown, message: string | RegExp]>>,
): void {
  it.each(Object.entries(cases))('%s', (_, [call, message]) => expect(call).toThrow(message));
}

describe('a request', () => {
  const made = (init: unknown) => () => new Request(wrong(init));
  const whole = "a request is made of { method: 'GET', path: '/posts?page=2' }, not of";
  const path = "the path of a request is text such as '/posts?page=2', not";
  const get = { method: 'GET', path: '/' };
  refused({
    'of nothing': [made(undefined), `${whole} undefined (docs/middleware.md, "Requests and responses")`],
    'of an empty object': [made({}), `${whole} an object of class Object`],
    'of a path alone': [made('/posts'), `${whole} a value of type string`],
    'of a Fetch request': [made(page), `${whole} an object of class Request`],
    'without a path': [made({ method: 'GET' }), `${path} undefined`],
    'with a URL for its path': [made({ ...get, path: new URL(page.url) }), `${path} an object of class URL`],
    'with a whole URL for its path': [made({ ...get, path: page.url }), `${path} a whole URL`],
    'with a URL for its host': [
      made({ ...get, host: new URL(page.url) }),
      'the host of a request is text, not an object of class URL',
    ],
    'with a number for its protocol': [
      made({ ...get, protocol: 443 }),
      'the protocol of a request is text, not a value of type number',
    ],
    'with a number for its query': [made({ ...get, query: 2 }), 'a query is text, or an object of names'],
    'with no query but null': [made({ ...get, query: null }), 'a query is text, or an object of names'],
    'with an object in its query': [
      made({ ...get, query: { where: { id: 1 } } }),
      "the query's 'where' is text, a number or a list of texts, not an object of class Object",
    ],
    'with headers in one text': [
      made({ ...get, headers: 'accept: text/html' }),
      'headers are { name: value }, not accept: text/html',
    ],
    'with a controller for its signal': [
      made({ ...get, signal: new AbortController() }),
      'a signal is an AbortSignal, as an AbortController has one, not an object of class AbortController',
    ],
    'with text for a number of labels': [
      made({ ...get, tldLength: '2' }),
      "tldLength is a number of labels, not '2'",
    ],
    'with data for its body': [
      made({ ...get, body: { title: 'Hello' } }),
      'a body is a string, bytes, a stream or null, not an object of class Object; for data write JSON.stringify(value)',
    ],
    'with a part of another name': [
      made({ ...get, json: { title: 'Hello' } }),
      "a request has no option 'json'; its options are body, bodyLimit, headers, host, method, path, port, protocol, query, remoteAddress, signal, tldLength (docs/middleware.md)",
    ],
    'as Fetch makes one': [
      () => new Request(wrong(page.url), wrong({ method: 'POST' })),
      `${whole} a value of type string`,
    ],
    'changed by nothing': [
      () => request.with(wrong(undefined)),
      'the options of request.with are an object, not undefined',
    ],
    'changed by a path alone': [
      () => request.with(wrong('/posts')),
      'the options of request.with are an object, not a value of type string',
    ],
    'changed in what is its own': [
      () => request.with(wrong({ headers: {} })),
      "request.with has no option 'headers'; its options are host, method, path, port, protocol, remoteAddress",
    ],
    'changed to a URL': [() => request.with(wrong({ path: new URL(page.url) })), path],
    'below a path that is left out': [() => request.below('/shop', wrong(undefined)), path],
    'read up to a number alone': [
      () => request.bytes(wrong(1024)),
      'a limit is given as { limit: 1024 }, not a value of type number',
    ],
    'of Fetch, asked for its host': [
      () => hostArguments(wrong(page)),
      'hostArguments takes the request that an action or a layer is called with, not an object of class Request',
    ],
    'that is none, asked for its id': [() => requestIdOf(wrong(undefined)), 'requestIdOf takes the request'],
  });

  it('leaves out of its query what is not there', () => {
    const query = wrong<Record<string, string>>({
      page: 2,
      tag: ['a', undefined],
      none: null,
      left: undefined,
    });
    expect(new Request({ method: 'GET', path: '/', query }).queryString).toBe('page=2&tag=a');
  });
});

describe('a response', () => {
  refused({
    'of HTML that is not there': [
      () => Response.html(wrong(undefined)),
      'undefined cannot be sent as text/html; charset=utf-8',
    ],
    'of text that is null': [() => Response.text(wrong(null)), 'null cannot be sent as text/plain'],
    'of JSON of nothing': [() => Response.json(undefined), 'undefined cannot be sent as application/json'],
    'of JSON of a function': [
      () => Response.json(() => 1),
      'a value of type function cannot be sent as application/json',
    ],
    'that leads nowhere': [
      () => Response.redirect(wrong(undefined)),
      'a redirect leads to a path or URL, not to undefined',
    ],
    'that leads to a status': [
      () => Response.redirect(wrong(301), wrong('/login')),
      'a redirect leads to a path or URL, not to a value of type number',
    ],
    'that leads to a promise': [
      () => Response.redirect(wrong(Promise.resolve('/login'))),
      'a redirect leads to a path or URL, not to an object of class Promise',
    ],
    'with other parts that are none': [
      () => new Response().with(wrong('text')),
      'a response is made of { body, status, headers }, not of a value of type string',
    ],
    'with headers in one text': [
      () => new Response({ headers: wrong('accept: text/html') }),
      'headers are { name: value }, not accept: text/html',
    ],
    'with a header that is null': [
      () => new Response({ headers: wrong({ etag: null }) }),
      `header 'etag' cannot be "null"`,
    ],
    'with a header without a value': [
      () => new Headers(wrong([['etag']])),
      `header 'etag' cannot be "undefined"`,
    ],
    'with a header that is a date': [
      () => new Response().headers.set('expires', wrong(new Date(0))),
      "header 'expires' cannot be",
    ],
    'with text for a status': [
      () => new Response({ status: wrong('200') }),
      "a response has a status from 200 to 599, not '200'",
    ],
    'with data for its body': [
      () => new Response({ body: wrong({ title: 'Hello' }) }),
      'a body is a string, bytes, a stream or null, not an object of class Object; for data write Response.json(value)',
    ],
    'with cookies in a list': [
      () => new Response().headers.append('set-cookie', wrong(['a=1', 'b=2'])),
      `header 'set-cookie' cannot be "a=1,b=2"`,
    ],
    'with a part of another name': [
      () => new Response(wrong({ body: 'no such order', statusCode: 404 })),
      "a response has no option 'statusCode'; its options are body, headers, status (docs/middleware.md)",
    ],
    'of JSON, with a part of another name': [
      () => Response.json({}, wrong({ header: {} })),
      "a response has no option 'header'",
    ],
    'changed in a part of another name': [
      () => new Response().with(wrong({ code: 404 })),
      "a response has no option 'code'",
    ],
    'with a cookie in other letters': [
      () => new Response().setCookie('id', '7', wrong({ httponly: true })),
      "a cookie has no option 'httponly'; its options are domain, encode, expires, httpOnly, maxAge",
    ],
    'with a cookie and an option that every object has': [
      () => new Response().setCookie('id', '7', wrong({ constructor: true })),
      "a cookie has no option 'constructor'",
    ],
    'with a cookie and its options in an empty text': [
      () => new Response().setCookie('id', '7', wrong('')),
      'the options of a cookie are an object, not a value of type string',
    ],
    'with a cookie and its options in one text': [
      () => new Response().setCookie('id', '7', wrong('HttpOnly')),
      'the options of a cookie are an object, not a value of type string',
    ],
    'with a cookie of nothing': [
      () => new Response().setCookie('id', wrong(undefined)),
      'the value of a cookie is text, not undefined (docs/middleware.md)',
    ],
    'with a cookie of an object': [
      () => new Response().setCookie('user', wrong({ id: 7 })),
      'the value of a cookie is text, not an object of class Object',
    ],
    'with a cookie whose flag is a text': [
      () => new Response().setCookie('id', '7', { httpOnly: wrong('false') }),
      'httpOnly is true or false, not a value of type string (docs/middleware.md)',
    ],
    'with a cookie and an encoding by its name': [
      () => new Response().setCookie('id', '7', { encode: wrong('base64') }),
      'encode is a function, not a value of type string',
    ],
    'with a cookie that ends at a text': [
      () => new Response().setCookie('id', '7', { expires: wrong('tomorrow') }),
      'expires is a Date, not a value of type string',
    ],
  });

  it('is made of another one, and of options that are left out', async () => {
    const first = new Response({ status: 201, body: 'made', headers: { etag: '"1"' } });
    first.error = new Error('no room');
    const { status, headers } = new Response(first);
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    const fetched = new globalThis.Response('made', { status: 201 });
    expect(await new Response(fetched).text()).toBe('made');
    expect(new Response(wrong({ statusCode: undefined })).status).toBe(200);
    const cookie = new Response().setCookie('id', wrong(7), { secure: true });
    expect(cookie.headers.get('set-cookie')).toBe('id=7; Secure');
  });

  it('leads to a URL that is an object', () => {
    const { status, headers } = Response.redirect(new URL('https://shop.example/orders?q=ü'));
    expect([status, headers.get('location')]).toEqual([302, 'https://shop.example/orders?q=%C3%BC']);
  });

  it('that is a redirect has the status of a redirect, whatever is beside it', () => {
    const options = wrong<object>({ status: 500, headers: { 'x-by': 'shop' } });
    const { status, headers } = Response.redirect('/login', 303, options);
    expect([status, headers.get('x-by')]).toEqual([303, 'shop']);
  });
});

describe('URL helpers', () => {
  const made = (options: unknown) => () => new UrlHelpers(wrong(options));
  const message = 'new UrlHelpers({ router }) takes a router, not';
  refused({
    'of nothing': [made(undefined), `${message} undefined`],
    'of a router that is not in an object': [made(router), `${message} undefined`],
    'of a promise': [made({ router: promised }), `${message} an object of class Promise`],
    'of a module': [made({ router: { default: router } }), `${message} an object of class Object`],
  });
});

describe('routes', () => {
  refused({
    'in a text where a template is': [
      () => routes(wrong("get '/ping', to => 'pings#show'")),
      "routes stands before a template literal, routes`get '/ping', to => ${ping}`, not before a value of type string",
    ],
  });

  it.each([
    ['a Fetch request', page, 'an object of class Request'],
    ['a path', '/login', 'a value of type string'],
    ['null', null, 'null'],
  ])('with a layer that asks with %s', (_, given, kind) => {
    const guarded = routes`through ${(_: Request, next: Next) => next(wrong(given))}, { root to => ${() => 'in'}; }`;
    expect(() => guarded.call(request)).toThrow(`a layer called next with ${kind}: write next(request)`);
  });
});

test('a Fetch response of a library may have properties of its own', async () => {
  class LibraryResponse extends globalThis.Response {
    readonly bodyInit = 'hi';
  }
  const router = routes`root to => ${() => new LibraryResponse('hi')};`;
  const { status, body } = await router.call(new Request({ method: 'GET', path: '/' }));
  expect([status, body instanceof ReadableStream]).toEqual([200, true]);
});

describe('what answers', () => {
  const handler = (endpoint: unknown, options?: unknown) => () =>
    toFetchHandler(wrong(endpoint), wrong<object>(options));
  const endpoint = 'toFetchHandler takes an endpoint, an object with a method call(request), not';
  const layer = { app: router };
  refused({
    'is undefined': [handler(undefined), `${endpoint} undefined`],
    'is a promise': [
      handler(promised),
      `${endpoint} an object of class Promise; this is a promise, of one perhaps: await it`,
    ],
    'is a module': [
      handler({ default: router }),
      `${endpoint} an object of class Object; its default export is one`,
    ],
    'is a module of something else': [handler({ default: {} }), / not an object of class Object$/],
    'is of a class without a name': [handler(new (class {})()), `${endpoint} a value of type object`],
    'is of a class whose name is something else': [
      handler(new (Object.defineProperty(class {}, 'name', { value: 7 }))()),
      `${endpoint} a value of type object`,
    ],
    'is a stack': [
      handler(new MiddlewareStack()),
      `${endpoint} an object of class MiddlewareStack; build the stack around one: stack.build(router)`,
    ],
    'is a function': [
      handler(() => 'hello'),
      `${endpoint} a value of type function; write { call: … } with a function of the request`,
    ],
    'is built around a promise': [
      () => new MiddlewareStack().build(wrong(promised)),
      'build takes an endpoint, an object with a method call(request), not an object of class Promise',
    ],
    'has an option of another library': [
      handler(router, { basePath: '/shop' }),
      "toFetchHandler has no option 'basePath'; its options are bodyLimit, development, host, hosts, onError, otherwise, passErrors, prefix, remoteAddress, tldLength (docs/embedding.md)",
    ],
    'has a prefix for its options': [
      () => toFetchMiddleware(router, wrong('/shop')),
      'the options of toFetchMiddleware are an object, not a value of type string (docs/embedding.md)',
    ],
    'has a function for its options': [
      handler(router, () => page),
      'the options of toFetchHandler are an object, not a value of type function',
    ],
    'has a number for its prefix': [
      handler(router, { prefix: 7 }),
      "a prefix is a path as it stands in URLs, such as '/shop', not a value of type number",
    ],
    'has the pattern of its host for its prefix': [
      handler(router, { prefix: '/shop/*' }),
      "a prefix is a path as it stands in URLs, such as '/shop', not '/shop/*'",
    ],
    'has a name of a segment in its prefix': [
      handler(router, { prefix: '/shops/:shop' }),
      "a prefix is a path as it stands in URLs, such as '/shop', not '/shops/:shop'",
    ],
    'has a letter in its prefix that no URL has': [
      handler(router, { prefix: '/café' }),
      "a prefix is a path as it stands in URLs, such as '/shop', not '/café'",
    ],
    'has a router behind it': [
      handler(router, { otherwise: router }),
      'otherwise is a function, not an object of class Router',
    ],
    'has a text for its host': [
      handler(router, { host: 'shop.example' }),
      'host is a function, not a value of type string',
    ],
    'has a text for whether clients see a stack': [
      handler(router, { development: 'false' }),
      'development is true or false, not a value of type string (docs/embedding.md)',
    ],
    'believes ids by a text': [
      () => new RequestId({ ...layer, trust: wrong('no') }),
      'trust is true or false, not a value of type string',
    ],
    'has files in an object': [
      () => new EmbeddedFiles({ ...layer, files: wrong({ '/app.css': {} }) }),
      'files are a list of [path, file] or a Map, not an object of class Object (docs/bundlers.md)',
    ],
    'is files around nothing': [() => new EmbeddedFiles(wrong(undefined)), 'takes an endpoint'],
    'is a layer around nothing': [
      () => new Middleware(wrong(undefined)),
      'new Middleware({ app }) takes an endpoint, an object with a method call(request), not undefined',
    ],
    'is a layer around an endpoint that is not in an object': [
      () => new RequestId(wrong(router)),
      'new RequestId({ app }) takes an endpoint',
    ],
    'has an id in a header that cannot be': [
      () => new RequestId({ ...layer, header: 'request id' }),
      '"request id" is not a header name',
    ],
    'has an id that is made already': [
      () => new RequestId({ ...layer, generate: wrong('7') }),
      'generate is a function, not a value of type string',
    ],
    'allows a regex of hosts': [
      () => new AllowedHosts({ ...layer, hosts: wrong([/example/]) }),
      "'an object of class RegExp' is no host to answer for",
    ],
    'has an id in a header of another name': [
      () => new RequestId(wrong({ ...layer, heder: 'x-id' })),
      "RequestId has no option 'heder'; its options are app, generate, header, trust",
    ],
    'has text for arguments': [
      () => new MiddlewareStack().use('id', RequestId, wrong('x-id')),
      "the arguments of the middleware 'id' are an object such as { root: 'public' }, not a value of type string",
    ],
  });

  it.each([
    ['nothing', undefined],
    ['a path', '/orders'],
    ['a request of Node', { url: '/orders', method: 'GET', headers: {} }],
    ['an event that holds a Fetch request', { request: page }],
    ["a host's own request, as Hono's", { raw: page, url: page.url, method: page.method }],
  ])('is asked with %s', async (_, given) => {
    const problem = 'a Fetch handler is called with a Fetch request, not with';
    await expect(toFetchHandler(router)(wrong(given))).rejects.toThrow(problem);
  });
});

describe('routes', () => {
  const text = "routes { get '/orders', to => 'orders#index' }";
  const parsed = (options: unknown) => () => parseRoutes(text, wrong(options));
  refused({
    'of nothing': [
      () => parseRoutes(wrong(undefined)),
      'parseRoutes takes the text of routes, not undefined; for a file there is loadRoutes of waypost/node',
    ],
    'of a promise': [() => parseRoutes(wrong(Promise.resolve(text))), 'not an object of class Promise'],
    'with a file for options': [
      parsed('config/routes'),
      'the options of parseRoutes are an object, not a value of type string (docs/router.md)',
    ],
    'with no controllers but null': [
      parsed({ controllers: null }),
      'controllers are an object of names and what they stand for, not null',
    ],
    'with a number for its file': [
      parsed({ file: 7 }),
      'file is the name of the routes file, not a value of type number',
    ],
    'with a misspelt option': [
      parsed({ controlers: {} }),
      "parseRoutes has no option 'controlers'; its options are controllers, file, inflections, modules, pathLimit, read, regex, segmentLimit",
    ],
    'with a folder of controllers': [
      parsed({ controllers: 'controllers' }),
      'controllers are an object, or a function that finds one by its name; a folder of them is for loadRoutes',
    ],
    'with controllers in a map': [
      parsed({ controllers: new Map() }),
      'controllers are an object of names and what they stand for, not an object of class Map',
    ],
    'with modules in a list': [
      parsed({ modules: [] }),
      'modules are an object of names and what they stand for, not an object of class Array',
    ],
    'with an engine that there is not': [parsed({ regex: 'natve' }), "regex is 'native', or left out"],
    'with a number for a singular': [
      parsed({ inflections: { people: 1 } }),
      "the singular of 'people' in inflections is text, not a value of type number",
    ],
    'with a text to read': [parsed({ read: 'config' }), 'read is a function, not a value of type string'],
  });
});
