// One structured line for each request.

import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.js';
import { toFetchHandler, toFetchMiddleware } from '../../src/http/fetch.js';
import { HttpError } from '../../src/http/http-error.js';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { routes } from '../../src/interpreter/load.js';
import { RequestId } from '../../src/middleware/request-id.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { Rescue } from '../../src/node/serving/rescue.js';
import { RequestLogger, type RequestLoggerArguments } from '../../src/node/serving/request-logger.js';
import { listening } from '../support/raw-http.js';

type Line = Record<string, unknown>;

/** What a real `pino` writes for one request to the endpoint. */
async function logged(
  call: Endpoint['call'],
  request: Request,
  more: Partial<RequestLoggerArguments> = {},
): Promise<Line[]> {
  const lines: Line[] = [];
  const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const stack = new MiddlewareStack()
    .use('request-id', RequestId, { generate: () => 'seven' })
    .use('log', RequestLogger, { logger, ...more });
  try {
    await stack.build({ call }).call(request);
  } catch {
    lines.push({ thrown: true });
  }
  return lines;
}

const get = (path: string): Request => new Request({ method: 'GET', path, remoteAddress: '10.0.0.1' });

describe('RequestLogger', () => {
  it('logs what was asked, what answered and how long it took, but not the query', async () => {
    const call = (request: Request): Response => {
      request.route = { verbs: ['GET'], pattern: '/posts/:id', target: 'posts#show', layers: [], meta: {} };
      return new Response();
    };
    const [line] = await logged(call, get('/posts/7?token=secret'));
    expect(line).toMatchObject({
      level: 30,
      requestId: 'seven',
      method: 'GET',
      path: '/posts/7',
      route: '/posts/:id',
      status: 200,
      remoteAddress: '10.0.0.1',
      msg: 'GET /posts/7 200',
    });
    expect(line!['duration']).toBeTypeOf('number');
    expect(JSON.stringify(line)).not.toContain('secret');
    expect((await logged(call, get('/x?a=1'), { query: true }))[0]).toMatchObject({ query: 'a=1' });
  });

  it.each([
    [200, 30],
    [302, 30],
    [404, 40],
    [500, 50],
  ])('logs a %i at level %i', async (status, level) => {
    expect(await logged(() => new Response({ status }), get('/'))).toMatchObject([{ status, level }]);
    expect(await logged(async () => new Response({ status }), get('/'))).toMatchObject([{ status, level }]);
  });

  it('logs an error, and lets it go on', async () => {
    expect(
      await logged(() => {
        throw new Error('broken');
      }, get('/')),
    ).toMatchObject([
      { level: 50, status: 500, err: { type: 'Error', message: 'broken' } },
      { thrown: true },
    ]);
    expect(await logged(() => Promise.reject(new HttpError(413)), get('/'))).toMatchObject([
      { level: 40, status: 413 },
      { thrown: true },
    ]);
  });

  it('logs what fails because its client has hung up as no failure of the application', async () => {
    const waiting: Endpoint['call'] = ({ signal }) => Promise.reject(signal.reason as Error);
    const request = (): Request => new Request({ method: 'GET', path: '/', signal: AbortSignal.abort() });
    const [line] = await logged(waiting, request());
    expect(line).toMatchObject({ level: 40, status: 400, err: { message: 'This operation was aborted' } });
    const rescued = new Rescue({ app: { call: waiting } });
    expect(await logged((asked) => rescued.call(asked), request())).toMatchObject([
      { level: 40, status: 400 },
    ]);
  });

  it('leaves out what is to be ignored', async () => {
    expect(
      await logged(() => new Response(), get('/health'), { ignore: (request) => request.path === '/health' }),
    ).toEqual([]);
  });

  it('leaves to a host what goes on to it, and logs it where nobody stands behind', async () => {
    const messages: string[] = [];
    const log = (_: object, message: string): void => void messages.push(message);
    const stack = new MiddlewareStack()
      .use('log', RequestLogger, { logger: { info: log, warn: log, error: log } })
      .build(
        routes`get '/ours', to => ${() => 'ours'}; get '/gone', to => ${() => new Response({ status: 404 })}`,
      );
    const page = (path: string): globalThis.Request => new globalThis.Request(`http://a.example${path}`);
    const theirs = (): globalThis.Response => new globalThis.Response('theirs');
    const handlers: readonly ((request: globalThis.Request) => Promise<unknown>)[] = [
      (request) => toFetchMiddleware(stack)(request, theirs),
      toFetchHandler(stack, { otherwise: theirs }),
    ];
    for (const handle of handlers) for (const path of ['/ours', '/gone', '/theirs']) await handle(page(path));
    expect(messages.splice(0)).toEqual(['GET /ours 200', 'GET /gone 404', 'GET /ours 200', 'GET /gone 404']);
    await toFetchHandler(stack)(page('/theirs'));
    expect(messages.splice(0)).toEqual(['GET /theirs 404']);
    const listener = toNodeListener(stack);
    const alone = await listening(listener);
    const hosted = await listening((incoming, outgoing) =>
      listener(incoming, outgoing, () => outgoing.end()),
    );
    for (const { url, close } of [alone, hosted]) {
      await fetch(`${url}/theirs`);
      await close();
    }
    expect(messages).toEqual(['GET /theirs 404']);
  });

  it('keeps a client’s text on one line', async () => {
    const request = get('/a\nb\u001b[31m\u009b?\u202ec');
    const [line] = await logged(() => new Response(), request, { query: true });
    expect(line).toMatchObject({
      msg: 'GET /a\\u{a}b\\u{1b}[31m\\u{9b} 200',
      path: '/a\\u{a}b\\u{1b}[31m\\u{9b}',
      query: '\\u{202e}c',
    });
  });

  it('makes a pino of its own where none is given', () => {
    expect(() => new RequestLogger({ app: { call: () => new Response() } })).not.toThrow();
  });
});
