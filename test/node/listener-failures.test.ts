// What becomes of errors in an endpoint under `node:http`: the answer, the log, the connection.

import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Request } from '../../src/http/request.js';
import { HttpError } from '../../src/http/http-error.js';
import { Response } from '../../src/http/response.js';
import { RequestLogger } from '../../src/node/serving/request-logger.js';
import { Rescue } from '../../src/node/serving/rescue.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { RawClient, request as ask } from '../support/raw-http.js';
import { patience } from '../support/patience.js';
import { serving, type Call } from '../support/served-endpoint.js';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('failures', () => {
  it.each(['/nowhere/at/all', tmpdir()])(
    'answers a plain 500 where the file of a body cannot be read: %s',
    async (file) => {
      const onError = vi.fn();
      const { port } = await serving(() => new Response({ body: createReadStream(file) }), { onError });
      const answer = await ask(port, 'GET', '/');
      expect([answer.status, answer.body.toString(), onError.mock.calls.length]).toEqual([
        500,
        'Internal Server Error\n',
        1,
      ]);
    },
  );

  it.each([
    [
      'thrown',
      () => {
        throw new Error('secret');
      },
    ],
    ['rejected', () => Promise.reject(new Error('secret'))],
    ['no response', () => undefined as unknown as Response],
    [
      'no error',
      () => {
        throw 'secret';
      },
    ],
  ])('answers a plain 500 and lives on (%s)', async (_, call: Call) => {
    const onError = vi.fn();
    const { port } = await serving(call, { onError });
    for (let i = 0; i < 2; i++) {
      const answer = await ask(port, 'GET', '/');
      expect([answer.status, answer.body.toString()]).toEqual([500, 'Internal Server Error\n']);
    }
    expect(onError).toHaveBeenCalledTimes(2);
  });

  const throwing = (): never => {
    throw new Error('a getter of what was thrown');
  };
  const hostile = (error: object, ...names: string[]): object => {
    for (const name of names) Object.defineProperty(error, name, { get: throwing });
    return error;
  };
  const thenable = (then: (resolve: unknown, reject: (error: unknown) => void) => void): Promise<Response> =>
    // oxlint-disable-next-line unicorn/no-thenable
    Object.defineProperty({} as Promise<Response>, 'then', { value: then });
  const everyTrap = new Proxy({}, { get: throwing, has: throwing, getPrototypeOf: throwing });

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['a symbol', Symbol('secret')],
    ['an object without prototype', Object.create(null)],
    ['an error whose stack cannot be read', hostile(new Error('x'), 'stack')],
    ['an error of which nothing can be read', hostile(new Error('x'), 'stack', 'message', 'name', 'cause')],
    ['an HttpError whose status is none', Object.assign(new HttpError(404), { status: 999 })],
    ['an HttpError whose status cannot be read', hostile(new HttpError(404), 'status')],
    ['a proxy that throws at every touch', new Proxy(new Error('x'), { get: throwing, has: throwing })],
    ['a proxy that is of no class', everyTrap],
    ['an error that is its own cause', Object.assign(new Error('x'), { cause: everyTrap })],
  ])('answers a plain 500 where %s is thrown, rejected or answered', async (_, thrown) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const failures: Call[] = [
      () => {
        throw thrown;
      },
      () => Promise.reject(thrown),
      () => thrown as Response,
      () => thenable(throwing),
      () => thenable((_, reject) => reject(thrown)),
    ];
    for (const development of [false, true]) {
      let turn = 0;
      const calls = (request: Request): Response | Promise<Response> => failures[turn++]!(request);
      const rescue = new Rescue({ app: { call: calls }, development });
      const logger = new RequestLogger({ app: rescue, logger: pino({ enabled: false }) });
      for (const app of [{ call: calls }, rescue, logger]) {
        turn = 0;
        const { port } = await serving((request) => app.call(request), { development });
        for (let i = 0; i < failures.length; i++) {
          const answer = await ask(port, 'GET', '/', { accept: 'text/html' });
          expect(answer.status).toBe(500);
        }
      }
    }
  });

  it('survives a body that fails before anybody reads it', async () => {
    const { port } = await serving(
      async () => {
        const response = new Response({ body: createReadStream('/nowhere/at/all') });
        await new Promise((resolve) => setTimeout(resolve, 20));
        return response;
      },
      { onError: () => undefined },
    );
    // A 500, or a 200 that is cut off: the head waits one turn for a stream.
    await ask(port, 'GET', '/').catch(() => undefined);
    expect((await ask(port, 'HEAD', '/')).status).toBe(200);
  });

  it('survives an error handler that rejects', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { port } = await serving(
      () => {
        throw new Error('broken');
      },
      { onError: async () => Promise.reject(new Error('worse')) },
    );
    expect((await ask(port, 'GET', '/')).status).toBe(500);
    await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(2), patience);
  });

  it('shows the stack in development', async () => {
    const { port } = await serving(
      () => {
        throw new Error('shown', { cause: new Error('root') });
      },
      { development: true, onError: () => undefined },
    );
    const { body } = await ask(port, 'GET', '/');
    expect(body.toString()).toMatch(/Error: shown\n[^]*caused by: Error: root/);
    const page = await ask(port, 'GET', '/', { accept: 'text/html' });
    expect([page.status, page.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(page.body.toString()).toMatch(/<h1>Error<\/h1>[^]*shown/);
  });

  it('answers an HttpError with its status and does not log it', async () => {
    const onError = vi.fn();
    const { port } = await serving(
      () => {
        throw new HttpError(422, 'no title');
      },
      { onError },
    );
    const answer = await ask(port, 'GET', '/');
    expect([answer.status, answer.body.toString(), onError.mock.calls.length]).toEqual([
      422,
      'Unprocessable Content: no title\n',
      0,
    ]);
  });

  it('logs the request and the stack to stderr', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { port } = await serving(() => {
      throw new Error('broken');
    });
    await ask(port, 'GET', '/a?b=\\n');
    const [first, second] = String(print.mock.calls[0]?.[0]).split('\n');
    expect(first).toBe('GET /a?b=\\n failed: Error: broken');
    expect(second).toMatch(/^ {4}at /);
  });

  it('survives an error handler that throws', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { port } = await serving(
      () => {
        throw new Error('broken');
      },
      {
        onError: () => {
          throw new Error('worse');
        },
      },
    );
    expect((await ask(port, 'GET', '/')).status).toBe(500);
    expect(print).toHaveBeenCalledTimes(2);
  });

  it('survives an answer that comes when the client is gone', async () => {
    let answered = 0;
    const { port } = await serving(async (request) => {
      if (request.path === '/') return new Response();
      await pause(100);
      answered += 1;
      return new Response({ body: request.path === '/stream' ? Readable.from(['x']) : 'x'.repeat(100_000) });
    });
    for (const path of ['/text', '/stream']) {
      const client = await RawClient.to(port);
      client.send(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
      await pause(30);
      client.destroy();
    }
    await vi.waitFor(() => expect(answered).toBe(2), patience);
    expect((await ask(port, 'GET', '/')).status).toBe(200);
  });

  it('refuses what is no endpoint', () => {
    expect(() => toNodeListener({} as never)).toThrow(/takes an endpoint/);
  });
});
