// Connect middleware as it comes from npm, in a stack, under a real server and without one.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import compression from 'compression';
import cors from 'cors';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import session from 'express-session';
import helmet from 'helmet';
import morgan from 'morgan';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.js';
import { Request } from '../../src/http/request.js';
import { Response, discard } from '../../src/http/response.js';
import { routes } from '../../src/interpreter/load.js';
import { Middleware } from '../../src/middleware/middleware.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';
import { fromConnect } from '../../src/node/serving/from-connect.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { nodeRequest } from '../../src/node/serving/node-request.js';
import { Rescue } from '../../src/node/serving/rescue.js';
import { fromNodeListener } from '../../src/node/serving/run-listener.js';
import { RawClient, type TestServer, listening, request as ask } from '../support/raw-http.js';
import { patience } from '../support/patience.js';

const running: TestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function serving(endpoint: Endpoint, onError = vi.fn()): Promise<number> {
  const server = await listening(toNodeListener(endpoint, { onError }));
  running.push(server);
  return server.port;
}

const hello: Endpoint = { call: () => new Response({ body: 'hello' }) };
const get = (path = '/', headers: Record<string, string> = {}): Request =>
  new Request({ method: 'GET', path, headers });

type Next = (error?: unknown) => void;
type Connect = (
  incoming: IncomingMessage & { body?: unknown; user?: string },
  outgoing: ServerResponse,
  next: Next,
) => void;
const around = (middleware: Connect, app: Endpoint = hello): Endpoint =>
  new MiddlewareStack().use('connect', fromConnect(middleware)).build(app);

describe('packages as they come', () => {
  it('helmet sets its headers, and an own header of the application wins', async () => {
    const app: Endpoint = {
      call: () => new Response({ body: 'hello', headers: { 'x-frame-options': 'DENY' } }),
    };
    const port = await serving(new MiddlewareStack().use('helmet', fromConnect(helmet())).build(app));
    const { headers, body } = await ask(port, 'GET', '/');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(body.toString()).toBe('hello');
  });

  it('cors answers a preflight itself and marks the rest', async () => {
    const port = await serving(
      new MiddlewareStack()
        .use('cors', fromConnect(cors({ origin: 'https://a.example', credentials: true })))
        .build(hello),
    );
    const preflight = await ask(port, 'OPTIONS', '/', {
      origin: 'https://a.example',
      'access-control-request-method': 'PUT',
    });
    expect([
      preflight.status,
      preflight.headers['access-control-allow-methods'],
      preflight.body.length,
    ]).toEqual([204, 'GET,HEAD,PUT,PATCH,POST,DELETE', 0]);
    const { headers, body } = await ask(port, 'GET', '/', { origin: 'https://a.example' });
    expect([headers['access-control-allow-origin'], headers['vary'], body.toString()]).toEqual([
      'https://a.example',
      'Origin',
      'hello',
    ]);
  });

  it('morgan logs status, length and path when the answer has gone', async () => {
    const lines: string[] = [];
    const log = morgan(':method :url :status :res[content-length]', {
      stream: { write: (line) => void lines.push(line.trim()) },
    });
    const app: Endpoint = {
      call: (request) =>
        request.path === '/stream'
          ? new Response({ body: Readable.from(['a', 'b']) })
          : new Response({ status: 201, body: 'hello' }),
    };
    const port = await serving(new MiddlewareStack().use('morgan', fromConnect(log)).build(app));
    await ask(port, 'GET', '/a?b=c');
    await ask(port, 'GET', '/stream');
    await vi.waitFor(() => expect(lines).toEqual(['GET /a?b=c 201 5', 'GET /stream 200 -']), patience);
  });

  it('express-session keeps a session across requests', async () => {
    interface Visits {
      session: { visits?: number };
    }
    const app: Endpoint = {
      // A function for the request of any action has this type.
      call: (request: Request<object>) => {
        const visitor = nodeRequest<Visits>(request).session;
        visitor.visits = (visitor.visits ?? 0) + 1;
        return new Response({ body: `visit ${visitor.visits}`, headers: { 'set-cookie': 'own=1' } });
      },
    };
    const port = await serving(
      new MiddlewareStack()
        .use('session', fromConnect(session({ secret: 'test', resave: false, saveUninitialized: false })))
        .build(app),
    );
    const first = await ask(port, 'GET', '/');
    expect(first.headers['set-cookie']).toMatch(/^own=1, connect\.sid=/);
    const cookie = /connect\.sid=[^;]+/.exec(first.headers['set-cookie']!)![0];
    expect((await ask(port, 'GET', '/', { cookie })).body.toString()).toBe('visit 2');
    expect((await ask(port, 'GET', '/', { cookie })).body.toString()).toBe('visit 3');
    expect((await ask(port, 'GET', '/')).body.toString()).toBe('visit 1');
  });

  it('compression compresses text, streams and nothing that is small', async () => {
    const text = 'hello '.repeat(1000);
    const app: Endpoint = {
      call: (request) => {
        if (request.path === '/small') return new Response({ body: 'small' });
        return new Response({
          body: request.path === '/stream' ? Readable.from([text, text]) : text,
          headers: { 'content-type': 'text/plain' },
        });
      },
    };
    const port = await serving(
      new MiddlewareStack().use('compression', fromConnect(compression())).build(app),
    );
    const gzipped = await ask(port, 'GET', '/', { 'accept-encoding': 'gzip' });
    expect([
      gzipped.headers['content-encoding'],
      gzipped.headers['vary'],
      gzipped.headers['content-length'],
    ]).toEqual(['gzip', 'Accept-Encoding', undefined]);
    expect(gunzipSync(gzipped.body).toString()).toBe(text);
    const streamed = await ask(port, 'GET', '/stream', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(streamed.body).toString()).toBe(text + text);
    expect(
      (await ask(port, 'GET', '/small', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
    ).toBeUndefined();
    expect((await ask(port, 'GET', '/')).body.toString()).toBe(text);
    expect((await ask(port, 'HEAD', '/', { 'accept-encoding': 'gzip' })).body.length).toBe(0);
  });

  it('work together, in the order of the stack', async () => {
    const lines: string[] = [];
    const stack = new MiddlewareStack()
      .use(
        'morgan',
        fromConnect(
          morgan(':status :res[content-encoding]', {
            stream: { write: (line) => void lines.push(line.trim()) },
          }),
        ),
      )
      .use('compression', fromConnect(compression({ threshold: 0 })))
      .use('helmet', fromConnect(helmet()))
      .use('cors', fromConnect(cors()))
      .use('session', fromConnect(session({ secret: 'test', resave: false, saveUninitialized: true })));
    const port = await serving(stack.build(hello));
    for (let i = 0; i < 3; i++) {
      const { headers, body } = await ask(port, 'GET', '/', { 'accept-encoding': 'gzip' });
      expect(gunzipSync(body).toString()).toBe('hello');
      expect([
        headers['access-control-allow-origin'],
        headers['x-content-type-options'],
        headers['set-cookie']?.slice(0, 11),
      ]).toEqual(['*', 'nosniff', 'connect.sid']);
    }
    await vi.waitFor(() => expect(lines).toEqual(['200 gzip', '200 gzip', '200 gzip']), patience);
  });
});

describe('what a layer may do', () => {
  it('pass on at once without a promise', () => {
    const endpoint = around((_, outgoing, next) => (outgoing.setHeader('x-a', 'b'), next()));
    const response = endpoint.call(get());
    expect(response).toBeInstanceOf(Response);
    expect((response as Response).headers.get('x-a')).toBe('b');
  });

  it('answer without the app', async () => {
    const app = { call: vi.fn() };
    const response = await around(
      (_, outgoing) => void outgoing.writeHead(403, { 'x-why': 'no' }).end('forbidden'),
      app,
    ).call(get());
    expect([response.status, response.headers.get('x-why'), await response.text()]).toEqual([
      403,
      'no',
      'forbidden',
    ]);
    expect(app.call).not.toHaveBeenCalled();
  });

  it.each([0, 99, 1000, 99_999, NaN])('not begin an answer with the status %s, as in Node', (status) => {
    const layer = around((_, outgoing) => void outgoing.writeHead(status));
    return expect((async () => layer.call(get()))()).rejects.toMatchObject({
      code: 'ERR_HTTP_INVALID_STATUS_CODE',
    });
  });

  it('answer in pieces, held back while the reader is slow', async () => {
    let proceeded: boolean[] = [];
    const response = await around((_, outgoing) => {
      void (async () => {
        for (let i = 0; i < 5; i++) {
          const proceed = outgoing.write(Buffer.alloc(40_000, String(i)));
          proceeded = [...proceeded, proceed];
          if (!proceed) await new Promise((resolve) => outgoing.once('drain', resolve));
        }
        outgoing.end('end');
      })();
    }).call(get());
    await pause(20);
    expect(proceeded).toEqual([true, false]);
    expect(await response.text()).toHaveLength(200_003);
  });

  it('learn that nobody reads any more', async () => {
    const closed = vi.fn();
    const response = await around((_, outgoing) => void outgoing.on('close', closed).write('x')).call(get());
    const chunks = (response.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    await chunks.next();
    await chunks.return?.();
    expect(closed).toHaveBeenCalledOnce();
  });

  it('have finished though a layer outside puts another body in the place of theirs', async () => {
    const lines: string[] = [];
    const stack = new MiddlewareStack()
      .use(
        'pages',
        class extends Middleware {
          override async call(request: Request): Promise<Response> {
            return (await this.app.call(request)).with({ body: 'a page' });
          }
        },
      )
      .use('morgan', fromConnect(morgan('tiny', { stream: { write: (line) => void lines.push(line) } })))
      .use('session', fromConnect(session({ secret: 's', resave: true, saveUninitialized: true })));
    const app = stack.build({ call: () => new Response({ status: 404, body: 'gone' }) });
    expect(await (await app.call(get('/post'))).text()).toBe('a page');
    await vi.waitFor(() => expect(lines).toEqual([expect.stringMatching(/^GET \/post 404 4 /)]), patience);
  });

  it('leave something for the next layer and the endpoint', async () => {
    const app: Endpoint = {
      call: (request) => new Response({ body: String(nodeRequest<{ user: string }>(request).user) }),
    };
    const stack = new MiddlewareStack()
      .use('one', fromConnect(((incoming, _, next) => ((incoming.user = 'ann'), next())) satisfies Connect))
      .use(
        'two',
        fromConnect(((incoming, _, next) => ((incoming.user += ' lee'), next())) satisfies Connect),
      );
    expect(await (await stack.build(app).call(get())).text()).toBe('ann lee');
  });

  it('hear of a client that hangs up before there is an answer, and see what is answered all the same', async () => {
    const events: string[] = [];
    const layer: Connect = (_, outgoing, next) => {
      const { end } = outgoing;
      outgoing.end = ((chunk: string) => {
        events.push('end');
        return end.call(outgoing, chunk, 'utf8');
      }) as never;
      outgoing.on('close', () => events.push('close')).on('finish', () => events.push('finish'));
      next();
    };
    const stream = Readable.from(['la', 'te']);
    for (const body of ['late', stream]) {
      const client = new AbortController();
      const app: Endpoint = {
        async call() {
          await pause(1);
          client.abort();
          return new Response({ status: 202, body });
        },
      };
      const request = new Request({ method: 'GET', path: '/', signal: client.signal });
      const answer = await around(layer, app).call(request);
      expect(answer.status).toBe(202);
      discard(answer.body);
    }
    expect(events).toEqual(['close', 'end', 'close']);
    await vi.waitFor(() => expect(stream.destroyed).toBe(true), patience);
  });

  it.each(['before there is an answer', 'while its stream has nothing to give'])(
    'leave no stream open where the client hangs up %s',
    async (when) => {
      const cancelled = vi.fn();
      const onError = vi.fn();
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(Buffer.from('data: hello\n\n')),
        cancel: cancelled,
      });
      const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-transform' };
      const asked = vi.fn();
      const app: Endpoint = {
        call: async ({ signal }) => {
          asked();
          if (when.startsWith('before'))
            await new Promise((resolve) => signal.addEventListener('abort', resolve));
          return new Response({ body: stream, headers });
        },
      };
      const stack = new MiddlewareStack()
        .use('rescue', Rescue, { onError })
        .use('compression', fromConnect(compression()))
        .use('session', fromConnect(session({ secret: 's', resave: false, saveUninitialized: true })));
      const client = await RawClient.to(await serving(stack.build(app), onError));
      client.send('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
      await (when.startsWith('before')
        ? vi.waitFor(() => expect(asked).toHaveBeenCalled(), patience)
        : client.until('hello'));
      client.destroy();
      await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce(), patience);
      expect(onError).not.toHaveBeenCalled();
    },
  );

  it('end the answer whose stream fails with what has no text', async () => {
    const failing = async function* (): AsyncGenerator<string> {
      yield 'half';
      await pause(1);
      throw Object.create(null);
    };
    const listens: Connect = (_, outgoing, next) => {
      outgoing.on('finish', () => undefined);
      next();
    };
    const app: Endpoint = { call: () => new Response({ body: failing() }) };
    await expect((await around(listens, app).call(get())).text()).rejects.toThrow(
      'a thrown value that is no Error',
    );
  });

  it('change path and method for what is inside it', async () => {
    const app: Endpoint = {
      call: (request) => new Response({ body: `${request.method} ${request.path} ${request.queryString}` }),
    };
    const endpoint = around((incoming, _, next) => {
      incoming.url = `/new${incoming.url}`;
      incoming.method = 'PUT';
      next();
    }, app);
    expect(await (await endpoint.call(get('/a?b=c'))).text()).toBe('PUT /new/a b=c');
  });

  it('leave a route out, whose action does not run then', async () => {
    const action = vi.fn(() => 'secret');
    const leaving = (word: string): Connect => {
      return (_, outgoing, next) => {
        outgoing.setHeader('x-guard', word);
        next(word);
      };
    };
    const guarded = (word: string): Endpoint => routes`
      get '/a', to => ${action}, through => ${fromConnect(leaving(word))};
      get '/a', to => ${action};
    `;
    for (const endpoint of [guarded('route'), guarded('router'), around(leaving('router'))]) {
      const { status, headers } = await endpoint.call(get('/a'));
      expect([status, headers.get('x-guard')]).toEqual([404, expect.any(String)]);
    }
    expect(action).not.toHaveBeenCalled();
    // In a stack there is no route to leave.
    expect(await (await around(leaving('route')).call(get('/a'))).text()).toBe('hello');
  });

  it('see the path below a mount point, and the whole one', async () => {
    const endpoint = around((incoming, outgoing) => {
      const { originalUrl, baseUrl } = incoming as { originalUrl?: string; baseUrl?: string };
      outgoing.end(`${incoming.url} ${originalUrl} ${baseUrl}`);
    });
    expect(await (await endpoint.call(get('/admin/x?y').below('/admin', '/x'))).text()).toBe(
      '/x?y /admin/x?y /admin',
    );
  });

  it('see the headers of a request that came through no server', async () => {
    const endpoint = around((incoming, outgoing) => void outgoing.end(JSON.stringify(incoming.headers)));
    const headers = { 'x-a': ['b', 'c'], cookie: 'd=e' };
    const request = new Request({ method: 'POST', path: '/', body: 'x', host: 'a.example', headers });
    expect(await (await endpoint.call(request)).json()).toEqual({
      'x-a': 'b, c',
      cookie: 'd=e',
      host: 'a.example',
      'transfer-encoding': 'chunked',
    });
  });

  it('read the body, with and without a server', async () => {
    const parse: Connect = (incoming, _, next) => {
      const chunks: Buffer[] = [];
      incoming
        .on('data', (chunk: Buffer) => void chunks.push(chunk))
        .on('end', () => {
          incoming.body = Buffer.concat(chunks).toString();
          next();
        });
    };
    const app: Endpoint = {
      call: async (request) =>
        new Response({
          body: `${nodeRequest<{ body: string }>(request).body}; ${await request.text().catch((error: Error) => error.message)}`,
        }),
    };
    const endpoint = around(parse, app);
    const direct = await endpoint.call(new Request({ method: 'POST', path: '/', body: 'posted' }));
    expect(await direct.text()).toBe('posted; posted');
    const port = await serving(endpoint);
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'posted' });
    expect(await answer.text()).toBe('posted; posted');
  });

  it('fail, thrown or passed to next or promised', async () => {
    const failing: Connect[] = [
      () => {
        throw new Error('lost');
      },
      (_, __, next) => next(new Error('lost')),
      (_, __, next) => void setTimeout(() => next(new Error('lost')), 1),
      async () => {
        throw new Error('lost');
      },
    ];
    for (const middleware of failing) {
      await expect((async () => around(middleware).call(get()))()).rejects.toThrow('lost');
    }
  });

  it.each<[string, object, number, string]>([
    ['status', { status: 404 }, 404, 'Not Found'],
    ['statusCode', { statusCode: 413 }, 413, 'Content Too Large'],
    ['status and a text for clients', { status: 400, expose: true }, 400, 'Bad Request: lost'],
    ['status that is no text', { status: '404' }, 500, 'Internal Server Error'],
    ['status that is no error', { status: 302 }, 500, 'Internal Server Error'],
    ['status that is none', { status: 600, statusCode: 503 }, 503, 'Service Unavailable'],
    ['status that stands on the response', {}, 422, 'Unprocessable Content'],
  ])('fail with the error’s %s', async (_, properties, status, text) => {
    const port = await serving(
      around((__, outgoing, next) => {
        if (Object.keys(properties).length === 0) outgoing.statusCode = 422;
        next(Object.assign(new Error('lost'), properties));
      }),
    );
    const answer = await ask(port, 'GET', '/');
    expect([answer.status, answer.body.toString()]).toEqual([status, `${text}\n`]);
  });

  const failing: Endpoint = { call: () => Promise.reject(new Error('lost')) };
  it.each<[string, Connect, Endpoint?]>([
    ['fails', (_, outgoing, next) => (outgoing.write('half'), next(new Error('lost')))],
    ['passes on', (_, outgoing, next) => (outgoing.write('half'), next())],
    ['passes on, with its head sent', (_, outgoing, next) => (outgoing.flushHeaders(), next())],
    ['passes on to what fails,', (_, outgoing, next) => (outgoing.write('half'), next()), failing],
    ['leaves its route', (_, outgoing, next) => (outgoing.write('half'), next('router'))],
  ])('answer no more where one %s with half of its answer out', async (_, middleware, app) => {
    const onError = vi.fn();
    const port = await serving(around(middleware, app), onError);
    const told = await fetch(`http://127.0.0.1:${port}`)
      .then((answer) => answer.text())
      .catch(() => 'cut off');
    expect(['cut off', 'Internal Server Error\n']).toContain(told);
    expect(onError).toHaveBeenCalledOnce();
  });

  it.each([undefined, null, false, 0, ''])('go on by next(%j), as in Express', async (nothing) => {
    expect(await (await around((_, __, next) => next(nothing)).call(get())).text()).toBe('hello');
  });

  it('let the errors of the app through, and call next once only', async () => {
    const app = {
      call: vi.fn(() => {
        throw new Error('app');
      }),
    };
    await expect((async () => around((_, __, next) => (next(), next()), app).call(get()))()).rejects.toThrow(
      'app',
    );
    expect(app.call).toHaveBeenCalledOnce();
  });

  it('handle the errors of the app, with four parameters', async () => {
    const handler = (error: Error, _: IncomingMessage, outgoing: ServerResponse, next: Next): void => {
      if (error.message === 'known') outgoing.writeHead(418).end('handled');
      else next(error);
    };
    const stack = new MiddlewareStack().use('errors', fromConnect(handler));
    const failing = (message: string): Endpoint =>
      stack.build({
        call: () => {
          throw new Error(message);
        },
      });
    const handled = await failing('known').call(get());
    expect([handled.status, await handled.text()]).toEqual([418, 'handled']);
    await expect(failing('unknown').call(get())).rejects.toThrow('unknown');
    expect(await (await stack.build(hello).call(get())).text()).toBe('hello');
  });

  it.each(['with a Rescue around it', 'without'])(
    'handle an error under the headers that the layers inside have set, as in Express, %s',
    async (rescue) => {
      const failing: Connect = (_, outgoing, next) => {
        outgoing.setHeader('x-guard', 'no').setHeader('content-type', 'text/csv');
        outgoing.setHeader('set-cookie', 'a=1').setHeader('vary', 'Cookie');
        next(new Error('lost'));
      };
      const telling = (error: Error, _: IncomingMessage, outgoing: ServerResponse, next: Next): void => {
        void next;
        outgoing.appendHeader('set-cookie', 'b=2').end(`handled: ${error.message}`);
      };
      const stack = new MiddlewareStack()
        .use('errors', fromConnect(telling))
        .use('cors', fromConnect(cors({ origin: 'https://a.example' })))
        .use('guard', fromConnect(failing));
      if (rescue !== 'without') stack.prepend('rescue', Rescue, { onError: () => undefined });
      const answer = await stack.build(hello).call(get());
      const { headers } = answer;
      const own = ['access-control-allow-origin', 'x-guard'].map((name) => headers.get(name));
      expect([...own, await answer.text()]).toEqual(['https://a.example', 'no', 'handled: lost']);
      expect([headers.getSetCookie(), headers.get('vary'), headers.get('content-type')]).toEqual([
        ['a=1', 'b=2'],
        'Origin, Cookie',
        null,
      ]);
    },
  );

  it('find the status and the headers that a guard has set before it failed, as in Express', async () => {
    const refusing: Connect = (_, outgoing) => {
      outgoing.statusCode = 401;
      outgoing.setHeader('www-authenticate', 'Bearer').setHeader('content-length', '3');
      outgoing.setHeader('set-cookie', 'b=2').setHeader('vary', 'Cookie');
      throw new Error('no token');
    };
    const telling = (error: Error, _: IncomingMessage, outgoing: ServerResponse, next: Next): void => {
      if (error.message === 'no token') outgoing.end(`${outgoing.statusCode} ${error.message}`);
      else next();
    };
    const outer: RequestHandler = (_, outgoing, next) => {
      outgoing.setHeader('set-cookie', 'a=1').setHeader('vary', 'Accept').setHeader('x-host', 'yes');
      next();
    };
    const naming: Connect = (_, outgoing, next) => {
      outgoing.setHeader('x-host', 'no');
      next();
    };
    const guarded = routes`through ${fromConnect(naming)} {
      get '/a', to => ${() => 'secret'}, through => ${fromConnect(refusing)};
      get '/b', to => ${fromNodeListener(refusing)};
    }`;
    const inside = new MiddlewareStack().use('errors', fromConnect(telling)).build(guarded);
    for (const app of [
      express().use(outer, toNodeListener(inside)),
      express()
        .use(outer, toNodeListener(guarded))
        .use(telling as ErrorRequestHandler),
    ]) {
      const { url, close } = await listening(app);
      for (const path of ['/a', '/b']) {
        const answer = await fetch(url + path);
        expect([answer.status, await answer.text()]).toEqual([401, '401 no token']);
        const { headers } = answer;
        expect([headers.get('www-authenticate'), headers.get('x-host')]).toEqual(['Bearer', 'no']);
        expect([headers.getSetCookie(), headers.get('vary')]).toEqual([['a=1', 'b=2'], 'Accept, Cookie']);
      }
      await close();
    }
  });

  it('not be anything but a function', () => {
    expect(() => fromConnect({} as never)).toThrow(/takes a function/);
  });
});
