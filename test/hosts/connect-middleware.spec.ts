// Middleware written for Connect and Express, each the real package, in a stack of waypost.

import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { initTRPC } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import bodyParser from 'body-parser';
import compression from 'compression';
import timeout from 'connect-timeout';
import cookieParser from 'cookie-parser';
import cookieSession from 'cookie-session';
import cors from 'cors';
import { doubleCsrf } from 'csrf-csrf';
import express from 'express';
import fileUpload, { type FileArray } from 'express-fileupload';
import { expressjwt } from 'express-jwt';
import { rateLimit } from 'express-rate-limit';
import session from 'express-session';
import { body, matchedData, query, validationResult } from 'express-validator';
import helmet from 'helmet';
import { createProxyMiddleware } from 'http-proxy-middleware';
import lusca from 'lusca';
import methodOverride from 'method-override';
import morgan from 'morgan';
import multer from 'multer';
import passport from 'passport';
import { Strategy as LocalStrategy } from 'passport-local';
import { pinoHttp } from 'pino-http';
import responseTime from 'response-time';
import serveStatic from 'serve-static';
import swaggerUi from 'swagger-ui-express';
import { createServer as createVite } from 'vite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Endpoint, HttpError, MiddlewareStack, Response, routes } from '../../src/index.js';
import {
  Rescue,
  fromConnect,
  nodeRequest,
  toNodeListener,
  type ConnectMiddleware,
} from '../../src/node/index.js';
import { type TestServer, listening, request as ask } from '../support/raw-http.js';

const running: TestServer[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const hello = new Response({ body: 'hello' });
const app: Endpoint = {
  call: async (request) => {
    switch (request.path) {
      case '/missing':
        return new Response({ status: 404, body: 'nothing' });
      case '/failing':
        throw new Error('lost');
      case '/teapot':
        throw new HttpError(418, 'short and stout');
      case '/large':
        return new Response({ body: 'hello '.repeat(10_000) });
      case '/stream':
        return new Response({
          body: Readable.from(Array.from({ length: 400 }, () => Buffer.alloc(8192, 'x'))),
          headers: { 'content-type': 'text/plain' },
        });
      case '/json':
        return Response.json(await request.json());
      case '/slow':
        await new Promise((resolve) => setTimeout(resolve, 300));
        return hello.with({});
      default:
        return hello.with({});
    }
  },
};

interface Served {
  readonly url: string;
  readonly port: number;
  readonly onError: ReturnType<typeof vi.fn>;
}

async function serving(
  middleware: readonly unknown[],
  endpoint: Endpoint = app,
  options = {},
): Promise<Served> {
  const stack = new MiddlewareStack();
  middleware.forEach((each, i) => stack.use(`layer ${i}`, fromConnect(each as ConnectMiddleware)));
  const onError = vi.fn();
  const server = await listening(toNodeListener(stack.build(endpoint), { onError, ...options }));
  running.push(server);
  return { url: server.url, port: server.port, onError };
}

const brief = async (answer: globalThis.Response): Promise<string> =>
  `${answer.status} ${(await answer.text()).trim()}`;

describe('headers and logs', () => {
  it('helmet, cors and response-time set theirs', async () => {
    const { url } = await serving([helmet(), cors({ origin: 'https://a.example' }), responseTime()]);
    const { headers } = await fetch(url, { headers: { origin: 'https://a.example' } });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBe('https://a.example');
    expect(headers.get('x-response-time')).toMatch(/^\d/);
  });

  it('morgan logs the status of every outcome', async () => {
    const lines: string[] = [];
    const log = morgan(':method :url :status :remote-addr', {
      stream: { write: (line) => void lines.push(line.trim()) },
    });
    const { url } = await serving([log]);
    for (const path of ['/', '/missing', '/failing', '/teapot', '/stream'])
      await (await fetch(url + path)).text();
    await vi.waitFor(() => expect(lines).toHaveLength(5));
    expect(lines.sort()).toEqual([
      'GET / 200 127.0.0.1',
      'GET /failing 500 127.0.0.1',
      'GET /missing 404 127.0.0.1',
      'GET /stream 200 127.0.0.1',
      'GET /teapot 418 127.0.0.1',
    ]);
  });

  it('pino-http gives a logger, and logs what became of the request', async () => {
    interface Line {
      readonly msg: string;
      readonly req: { readonly url: string; readonly id: number };
      readonly res?: { readonly statusCode: number };
    }
    const lines: Line[] = [];
    const log = pinoHttp({}, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
    const site: Endpoint = {
      call: (request) => {
        nodeRequest<{ log: { info(text: string): void } }>(request).log.info('inside');
        return app.call(request);
      },
    };
    const { url } = await serving([log], site);
    for (const path of ['/', '/failing']) await (await fetch(url + path)).text();
    await vi.waitFor(() => expect(lines).toHaveLength(4));
    expect(lines.map(({ msg, req, res }) => [msg, req.url, req.id, res?.statusCode])).toEqual([
      ['inside', '/', 1, undefined],
      ['request completed', '/', 1, 200],
      ['inside', '/failing', 2, undefined],
      ['request errored', '/failing', 2, 500],
    ]);
  });

  it('compression compresses, and leaves no listeners behind while the client is slow', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    const { url, port } = await serving([compression({ threshold: 0 })]);
    const zipped = await ask(port, 'GET', '/large', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.body).toString()).toBe('hello '.repeat(10_000));
    const answer = await fetch(`${url}/stream`);
    let length = 0;
    for await (const chunk of answer.body!) length += chunk.length;
    expect(length).toBe(400 * 8192);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('warning', warned);
    expect(
      warned.mock.calls.filter(([warning]) => (warning as Error).name === 'MaxListenersExceededWarning'),
    ).toEqual([]);
  });

  it.each(['stack', 'host'])('compression in the %s leaves events alone that say so', async (place) => {
    let goOn = (): void => undefined;
    const wait = new Promise<void>((resolve) => (goOn = resolve));
    const events = async function* (): AsyncGenerator<string> {
      yield 'data: 1\n\n';
      await wait;
      yield 'data: 2\n\n';
    };
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-transform' };
    const endpoint: Endpoint = { call: () => new Response({ body: events(), headers }) };
    const compress = compression();
    const stack = new MiddlewareStack().use('compression', fromConnect(compress)).build(endpoint);
    const server = await listening(
      place === 'host' ? express().use(compress, toNodeListener(endpoint)) : toNodeListener(stack),
    );
    running.push(server);
    const reader = (await fetch(server.url)).body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('data: 1\n\n');
    goOn();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('data: 2\n\n');
  });
});

describe('sessions and people', () => {
  const counting: Endpoint = {
    call: (request) => {
      const { session: visits } = nodeRequest<{ session: { count?: number } }>(request);
      visits.count = (visits.count ?? 0) + 1;
      return new Response({ body: String(visits.count) });
    },
  };

  it.each([
    ['express-session', session({ secret: 's', resave: false, saveUninitialized: false })],
    ['cookie-session', cookieSession({ keys: ['a'] })],
  ])('%s keeps a session', async (_, layer) => {
    const { url } = await serving([layer], counting);
    const first = await fetch(url);
    const cookie = first.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    expect([await first.text(), await (await fetch(url, { headers: { cookie } })).text()]).toEqual([
      '1',
      '2',
    ]);
  });

  it('passport lets people in, sends them on, and keeps them', async () => {
    const guard = new passport.Passport();
    guard.use(
      new LocalStrategy(
        (name: string, password: string, done: (error: unknown, user?: { name: string } | false) => void) =>
          void setTimeout(
            () =>
              name === 'broken'
                ? done(new Error('database gone'))
                : done(null, password === 'sesame' && { name }),
            1,
          ),
      ),
    );
    guard.serializeUser((user, done) => done(null, (user as { name: string }).name));
    guard.deserializeUser((name, done) => done(null, { name } as Express.User));
    const signIn = new MiddlewareStack()
      .use(
        'passport',
        fromConnect(
          guard.authenticate('local', {
            successRedirect: '/',
            failureRedirect: '/login',
          }) as ConnectMiddleware,
        ),
      )
      .build(app);
    const site: Endpoint = {
      call: (request) =>
        request.path === '/login' && request.method === 'POST'
          ? signIn.call(request)
          : new Response({
              body: `user ${nodeRequest<{ user?: { name: string } }>(request).user?.name ?? '-'}`,
            }),
    };
    const { url } = await serving(
      [
        bodyParser.urlencoded(),
        session({ secret: 's', resave: false, saveUninitialized: false }),
        guard.initialize(),
        guard.session(),
      ],
      site,
    );
    const post = (fields: Record<string, string>): Promise<globalThis.Response> =>
      fetch(`${url}/login`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    const refused = await post({ username: 'ada', password: 'wrong' });
    expect([refused.status, refused.headers.get('location')]).toEqual([302, '/login']);
    const admitted = await post({ username: 'ada', password: 'sesame' });
    expect([admitted.status, admitted.headers.get('location')]).toEqual([302, '/']);
    const cookie = admitted.headers.getSetCookie()[0]!.split(';')[0]!;
    expect(await (await fetch(url, { headers: { cookie } })).text()).toBe('user ada');
    expect(await (await fetch(url)).text()).toBe('user -');
    expect(await brief(await post({ username: 'broken', password: 'x' }))).toBe('500 Internal Server Error');
  });

  it('csrf-csrf refuses with its status and accepts its token', async () => {
    const { doubleCsrfProtection } = doubleCsrf({
      getSecret: () => 'secret',
      getSessionIdentifier: () => 'one',
      cookieName: 'csrf',
      cookieOptions: { secure: false },
    });
    const layers = [cookieParser(), doubleCsrfProtection];
    const site: Endpoint = {
      call: (request) => {
        if (request.method === 'POST') return new Response({ body: 'posted' });
        const incoming = nodeRequest<{ csrfToken(): string }>(request);
        return new Response({ body: incoming.csrfToken() });
      },
    };
    const { url, onError } = await serving(layers, site);
    expect(await brief(await fetch(url, { method: 'POST' }))).toBe('403 Forbidden: invalid csrf token');
    expect(onError).not.toHaveBeenCalled();
    const shown = await fetch(url);
    const cookie = shown.headers.getSetCookie()[0]!.split(';')[0]!;
    const token = await shown.text();
    expect(
      await brief(await fetch(url, { method: 'POST', headers: { cookie, 'x-csrf-token': token } })),
    ).toBe('200 posted');
  });

  it('express-jwt refuses with its status, and says who it is', async () => {
    const whose: Endpoint = {
      call: (request) => new Response({ body: nodeRequest<{ auth: { sub: string } }>(request).auth.sub }),
    };
    const { url } = await serving([expressjwt({ secret: 'secret', algorithms: ['HS256'] })], whose);
    const claims = [{ alg: 'HS256', typ: 'JWT' }, { sub: 'ada' }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const token = `${claims}.${createHmac('sha256', 'secret').update(claims).digest('base64url')}`;
    const signed = (bearer: string): Promise<globalThis.Response> =>
      fetch(url, { headers: { authorization: `Bearer ${bearer}` } });
    expect([(await fetch(url)).status, (await signed('a.b.c')).status]).toEqual([401, 401]);
    expect(await brief(await signed(token))).toBe('200 ada');
  });

  it('lusca refuses a post without its token, under the headers that it has set', async () => {
    const stack = new MiddlewareStack().use('rescue', Rescue);
    const layers = [
      session({ secret: 's', resave: false, saveUninitialized: true }),
      lusca({ csrf: true, xframe: 'DENY', nosniff: true }),
    ];
    layers.forEach((layer, i) => stack.use(`layer ${i}`, fromConnect(layer as ConnectMiddleware)));
    const server = await listening(toNodeListener(stack.build(app)));
    running.push(server);
    const { status, headers } = await fetch(server.url, { method: 'POST' });
    expect([status, headers.get('x-frame-options'), headers.get('x-content-type-options')]).toEqual([
      403,
      'DENY',
      'nosniff',
    ]);
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^connect\.sid=/)]);
  });

  it('express-rate-limit counts each client for itself', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { url } = await serving(
      [rateLimit({ limit: 2, windowMs: 60_000, standardHeaders: 'draft-8' })],
      app,
      { trustProxy: true },
    );
    const from = (address: string): Promise<globalThis.Response> =>
      fetch(url, { headers: { 'x-forwarded-for': address } });
    expect([
      (await from('10.0.0.1')).status,
      (await from('10.0.0.1')).status,
      (await from('10.0.0.1')).status,
    ]).toEqual([200, 200, 429]);
    const other = await from('10.0.0.2');
    expect([other.status, other.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('r=1')]);
    complaints.mockRestore();
  });
});

describe('bodies', () => {
  it('body-parser parses, refuses with its status, and leaves the body to the application', async () => {
    const { url, onError } = await serving([bodyParser.json({ limit: 100 })]);
    const post = (body: string): Promise<globalThis.Response> =>
      fetch(`${url}/json`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(await brief(await post('{"a":1}'))).toBe('200 {"a":1}');
    expect(await brief(await post('{"a":'))).toMatch(/^400 Bad Request: .*JSON/);
    expect(await brief(await post(JSON.stringify('x'.repeat(200))))).toBe(
      '413 Content Too Large: request entity too large',
    );
    expect(onError).not.toHaveBeenCalled();
  });

  it('express-validator judges and cleans', async () => {
    const site: Endpoint = {
      call: (request) => {
        const asked = nodeRequest<object>(request);
        return validationResult(asked).isEmpty()
          ? Response.json(matchedData(asked))
          : new Response({ status: 422, body: String(validationResult(asked).array().length) });
      },
    };
    const { url } = await serving(
      [bodyParser.json(), body('mail').isEmail().normalizeEmail(), query('page').isInt({ max: 9 }).toInt()],
      site,
    );
    const post = (mail: string, page: string): Promise<globalThis.Response> =>
      fetch(`${url}/?page=${page}`, {
        method: 'POST',
        body: JSON.stringify({ mail }),
        headers: { 'content-type': 'application/json' },
      });
    expect(await brief(await post('Ada@EXAMPLE.com', '3'))).toBe('200 {"mail":"ada@example.com","page":3}');
    expect(await brief(await post('nobody', '30'))).toBe('422 2');
  });

  it('method-override takes the method from a header', async () => {
    const { url } = await serving([methodOverride()], routes`delete '/posts/:id', to => ${() => 'gone'}`);
    const headers = { 'x-http-method-override': 'DELETE' };
    expect(await brief(await fetch(`${url}/posts/7`, { method: 'POST', headers }))).toBe('200 gone');
    expect((await fetch(`${url}/posts/7`, { method: 'POST' })).status).toBe(405);
  });

  it('express-fileupload takes files, and refuses large ones', async () => {
    const site: Endpoint = {
      call: (request) => {
        const { files } = nodeRequest<{ files: FileArray }>(request);
        const photo = [files['photo'] ?? []].flat()[0];
        return new Response({ body: `${photo?.name} ${photo?.size}` });
      },
    };
    const { url } = await serving([fileUpload({ limits: { fileSize: 100 }, abortOnLimit: true })], site);
    const post = (content: string): Promise<globalThis.Response> => {
      const form = new FormData();
      form.set('photo', new File([content], 'cairn.jpg'));
      return fetch(url, { method: 'POST', body: form });
    };
    expect(await brief(await post('12345'))).toBe('200 cairn.jpg 5');
    expect((await post('x'.repeat(200))).status).toBe(413);
  });

  it('multer takes files', async () => {
    const site: Endpoint = {
      call: (request) => {
        const { body, file } = nodeRequest<{
          body: Record<string, string>;
          file: { originalname: string; size: number };
        }>(request);
        return new Response({ body: `${body['title']} ${file.originalname} ${file.size}` });
      },
    };
    const { url } = await serving([multer().single('photo')], site);
    const form = new FormData();
    form.set('title', 'Cairn');
    form.set('photo', new File(['12345'], 'cairn.jpg'));
    expect(await brief(await fetch(url, { method: 'POST', body: form }))).toBe('200 Cairn cairn.jpg 5');
  });
});

describe('whole answers', () => {
  it('serve-static serves a folder and goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-hosts-'));
    folders.push(folder);
    writeFileSync(join(folder, 'a.txt'), 'text');
    const { url } = await serving([serveStatic(folder)]);
    expect(await brief(await fetch(`${url}/a.txt`))).toBe('200 text');
    expect(await brief(await fetch(`${url}/b.txt`))).toBe('200 hello');
    const part = await fetch(`${url}/a.txt`, { headers: { range: 'bytes=1-2' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 1-2/4',
      'ex',
    ]);
  });

  it('http-proxy-middleware hands requests on, bodies and all, and answers 504 where nobody is', async () => {
    const behind = await listening((incoming, outgoing) => {
      outgoing.setHeader('x-behind', incoming.url!);
      incoming.pipe(outgoing);
    });
    running.push(behind);
    const { url } = await serving([createProxyMiddleware({ target: behind.url, pathFilter: '/api' })]);
    const answer = await fetch(`${url}/api/x?y`, { method: 'POST', body: 'through' });
    expect([answer.headers.get('x-behind'), await answer.text()]).toEqual(['/api/x?y', 'through']);
    expect(await brief(await fetch(url))).toBe('200 hello');
    await behind.close();
    expect((await fetch(`${url}/api/x`)).status).toBe(504);
  });

  it('tRPC answers queries and mutations', async () => {
    const { router, procedure } = initTRPC.create();
    const api = router({
      greeting: procedure.input(String).query(({ input }) => `hello ${input}`),
      note: procedure.input(String).mutation(({ input }) => input.length),
    });
    const { url } = await serving([createExpressMiddleware({ router: api })]);
    expect(await (await fetch(`${url}/greeting?input=%22ada%22`)).json()).toEqual({
      result: { data: 'hello ada' },
    });
    const noted = await fetch(`${url}/note`, {
      method: 'POST',
      body: '"four"',
      headers: { 'content-type': 'application/json' },
    });
    expect(await noted.json()).toEqual({ result: { data: 4 } });
    expect((await fetch(`${url}/none`)).status).toBe(404);
  });

  it('swagger-ui-express shows its page and assets', async () => {
    const docs = new MiddlewareStack();
    [swaggerUi.serve, swaggerUi.setup({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {} })]
      .flat()
      .forEach((layer, i) => docs.use(`docs ${i}`, fromConnect(layer as ConnectMiddleware)));
    const { url } = await serving([], routes`mount ${docs.build(app)}, at => '/docs'`);
    const page = await fetch(`${url}/docs/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<div id="swagger-ui">');
    expect((await fetch(`${url}/docs/swagger-ui.css`)).headers.get('content-type')).toContain('text/css');
  });

  it('Vite in middleware mode serves modules, and goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-hosts-'));
    folders.push(folder);
    writeFileSync(join(folder, 'main.ts'), 'export const answer: number = 42;');
    const vite = await createVite({
      configFile: false,
      root: folder,
      appType: 'custom',
      logLevel: 'silent',
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, ws: false, watch: null },
    });
    const { url } = await serving([vite.middlewares]);
    const module = await fetch(`${url}/main.ts`);
    expect([module.headers.get('content-type'), await module.text()]).toEqual([
      'text/javascript',
      expect.stringContaining('export const answer = 42'),
    ]);
    expect(await (await fetch(`${url}/@vite/client`)).text()).toContain('HMR');
    expect(await brief(await fetch(url))).toBe('200 hello');
    await vite.close();
  });

  it('connect-timeout gives up on what takes too long', async () => {
    const { url, onError } = await serving([timeout('50ms')]);
    expect(await brief(await fetch(`${url}/slow`))).toBe('503 Service Unavailable');
    expect(await brief(await fetch(url))).toBe('200 hello');
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('what Express gives middleware', () => {
  it.each([
    ['redirect', (_: never, res: any) => res.redirect('/login'), '302 Found. Redirecting to /login'],
    [
      'redirect with a status',
      (_: never, res: any) => res.redirect(301, '/a b'),
      '301 Moved Permanently. Redirecting to /a%20b',
    ],
    ['status and json', (_: never, res: any) => res.status(422).json({ error: 'no' }), '422 {"error":"no"}'],
    ['send of text', (_: never, res: any) => res.send('<p>hi'), '200 <p>hi'],
    ['send of an object', (_: never, res: any) => res.send({ a: 1 }), '200 {"a":1}'],
    ['sendStatus', (_: never, res: any) => res.sendStatus(401), '401 Unauthorized'],
    [
      'the request',
      (req: any, res: any) =>
        res.json([
          req.ip,
          req.protocol,
          req.secure,
          req.hostname,
          req.path,
          req.query.a,
          req.get('X-A'),
          req.xhr,
        ]),
      '200 ["127.0.0.1","http",false,"127.0.0.1","/x","b","c",false]',
    ],
  ])('%s', async (_, layer, expected) => {
    const { url } = await serving([layer]);
    expect(await brief(await fetch(`${url}/x?a=b`, { headers: { 'x-a': 'c' }, redirect: 'manual' }))).toBe(
      expected,
    );
  });

  it('cookies', async () => {
    const { url } = await serving([
      (_: never, res: any) => res.cookie('a', 'b c', { maxAge: 5000, httpOnly: true }).clearCookie('d').end(),
    ]);
    const [set, cleared] = (await fetch(url)).headers.getSetCookie();
    expect(set).toMatch(/^a=b%20c; Max-Age=5; Path=\/; Expires=[^;]+; HttpOnly$/);
    expect(cleared).toMatch(/^d=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT$/);
  });

  it('or says at the first use what it does not give', async () => {
    const { url, onError } = await serving([(_: never, res: any) => res.render('page')]);
    expect((await fetch(url)).status).toBe(500);
    expect((onError.mock.calls[0] as [Error])[0].message).toMatch(
      /^res\.render needs an Express application/,
    );
  });

  it('and next(error) after next() still answers, if nothing has', async () => {
    const { url } = await serving([
      (_: never, __: never, next: (error?: unknown) => void) => {
        next();
        setTimeout(() => next(Object.assign(new Error('late'), { status: 504 })), 5);
      },
    ]);
    expect((await fetch(`${url}/slow`)).status).toBe(504);
    expect(await brief(await fetch(url))).toBe('200 hello');
  });
});
