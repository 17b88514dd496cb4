// What a visitor sees when the application fails.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { HttpError } from '../../src/http/http-error.js';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { parseRoutes } from '../../src/interpreter/load.js';
import { Middleware, type Next } from '../../src/middleware/middleware.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';
import { codeAround, ownFrame, stackFrames } from '../../src/node/files/code-frame.js';
import { fromConnect } from '../../src/node/serving/from-connect.js';
import { RequestLogger } from '../../src/node/serving/request-logger.js';
import { Rescue } from '../../src/node/serving/rescue.js';

const browser = { accept: 'text/html,*/*' };
const get = (path = '/', headers: Record<string, string> = browser): Request =>
  new Request({ method: 'GET', path, headers });

async function rescued(
  error: unknown,
  options: { development?: boolean } = {},
  request = get(),
): Promise<{ response: Response; text: string; onError: ReturnType<typeof vi.fn> }> {
  const onError = vi.fn();
  const rescue = new Rescue({
    app: {
      call: () => {
        throw error;
      },
    },
    onError,
    ...options,
  });
  const response = await rescue.call(request);
  return { response, text: await response.text(), onError };
}

describe('inside of it, a layer gives failures pages of its own', () => {
  class ErrorPages extends Middleware {
    override async call(request: Request): Promise<Response> {
      const response = await this.app.call(request);
      const isPage = response.headers.get('content-type')?.startsWith('text/html');
      if (response.status < 400 || isPage || !request.headers.get('accept')?.includes('text/html'))
        return response;
      const page = response.with({ body: `own page for ${response.status}` });
      page.headers.set('content-type', 'text/html; charset=utf-8');
      return page;
    }
  }
  const modules = {
    pages: {
      busy: () => {
        throw new HttpError(429, 'later', { headers: { 'retry-after': '5' } });
      },
      gone: () => Response.html('gone', { status: 410 }),
    },
  };
  const router = parseRoutes("routes { get '/busy', to => &pages#busy; get '/gone', to => &pages#gone }", {
    modules,
  });
  const app = new MiddlewareStack().use('rescue', Rescue).use('error-pages', ErrorPages).build(router);

  it.each([
    ['what is thrown', get('/busy'), 'own page for 429', { 'retry-after': '5' }],
    ['what no route answers', get('/nowhere'), 'own page for 404', {}],
    [
      'what no verb answers',
      get('/busy').with({ method: 'PUT' }),
      'own page for 405',
      { allow: 'GET, HEAD' },
    ],
    ['but not what is a page already', get('/gone'), 'gone', {}],
    ['nor what is asked for as text', get('/nowhere', { accept: 'text/plain' }), 'Not Found', {}],
  ])('%s', async (_, request, text, headers) => {
    const response = await app.call(request);
    expect(await response.text()).toBe(text);
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
  });
});

describe('around the layers of a routes file', () => {
  it.each(['/sync', '/async'])('gives them the response to what their target throws: %s', async (path) => {
    const seen: unknown[] = [];
    const modules = {
      layers: {
        marked: async (request: Request, next: Next) => {
          const response = await next(request);
          seen.push(response.status, response.error);
          response.headers.set('access-control-allow-origin', '*');
          return response;
        },
      },
      pages: {
        sync: () => {
          throw new HttpError(422, 'no title');
        },
        async: () => Promise.reject(new HttpError(422, 'no title')),
      },
    };
    const router = parseRoutes(
      "routes { through &layers#marked, { get '/sync', to => &pages#sync; get '/async', to => &pages#async } }",
      { modules },
    );
    const response = await new MiddlewareStack().use('rescue', Rescue).build(router).call(get(path));
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([422, '*']);
    expect(seen).toEqual([422, expect.any(HttpError)]);
    await expect((async () => router.call(get(path)))()).rejects.toThrow('no title');
  });
});

describe('around Connect middleware', () => {
  const set = (name: string, value: string) => (_: unknown, outgoing: ServerResponse, next: () => void) => {
    outgoing.setHeader(name, value);
    next();
  };
  const refuses = (_: unknown, outgoing: ServerResponse, next: (error: unknown) => void): void => {
    outgoing.setHeader('content-encoding', 'gzip');
    outgoing.setHeader('retry-after', '5');
    next(Object.assign(new Error('not now'), { status: 503 }));
  };
  const seals = (_: unknown, outgoing: ServerResponse, next: () => void): void => {
    const { end } = outgoing;
    outgoing.end = function sealed(this: ServerResponse, ...written: never[]) {
      this.setHeader('x-sealed', String(this.statusCode));
      return Reflect.apply(end, this, written) as ServerResponse;
    } as typeof end;
    next();
  };
  const broken = class extends Middleware {
    override call(): Response {
      throw new HttpError(422, 'no title');
    }
  };

  it.each([
    ['a layer that refuses', fromConnect(refuses), 503],
    ['a class that throws', broken, 422],
  ])('gives the answer to %s the headers of the layers around it', async (_, layer, status) => {
    const onError = vi.fn();
    const response = await new MiddlewareStack()
      .use('rescue', Rescue, { onError })
      .use('cors', fromConnect(set('access-control-allow-origin', '*')))
      .use('seals', fromConnect(seals))
      .use('layer', layer)
      .build({ call: () => Response.text('never') })
      .call(get());
    const { headers } = response;
    expect([response.status, headers.get('access-control-allow-origin'), headers.get('x-sealed')]).toEqual([
      status,
      '*',
      String(status),
    ]);
    expect([headers.get('content-encoding'), headers.get('retry-after')]).toEqual([
      null,
      status === 503 ? '5' : null,
    ]);
    expect(onError).toHaveBeenCalledTimes(status === 503 ? 1 : 0);
  });
});

describe('in a stack', () => {
  class Marked extends Middleware {
    override async call(request: Request): Promise<Response> {
      if (request.path === '/layer') throw new Error('of the layer');
      const response = await this.app.call(request);
      response.headers.set('access-control-allow-origin', '*');
      return response.with({});
    }
  }
  const errors: unknown[] = [];
  const logged: object[] = [];
  const log = (fields: object): void => void logged.push(fields);
  const app = new MiddlewareStack()
    .use('rescue', Rescue, { onError: (error) => void errors.push(error) })
    .use('log', RequestLogger, { logger: { info: log, warn: log, error: log } })
    .use('cors', Marked)
    .use(
      'errors',
      fromConnect(
        (error: Error, incoming: object, outgoing: ServerResponse, next: (error: unknown) => void) => {
          if (error.message === 'handled') outgoing.end('handled');
          else next(error);
        },
      ),
    )
    .build({
      call: ({ path }) => {
        throw path === '/client'
          ? new HttpError(422, 'no title')
          : new Error(path === '/handled' ? 'handled' : 'broken');
      },
    });

  it.each([
    ['/client', 422, '*', 0],
    ['/server', 500, '*', 1],
    ['/layer', 500, null, 1],
    ['/handled', 200, '*', 1],
  ])(
    'gives %s, a %i, the headers of the layers around it, and reports it once',
    async (path, status, header, reports) => {
      errors.length = logged.length = 0;
      const response = await app.call(get(path));
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
        status,
        header,
      ]);
      expect([errors.length, logged.length]).toEqual([reports, 1]);
      if (status !== 200) expect(logged[0]).toMatchObject({ status, err: { message: expect.any(String) } });
    },
  );
});

describe('in production', () => {
  it('is a plain 500 that says nothing, and a report', async () => {
    const { response, text, onError } = await rescued(new Error('secret'));
    expect([response.status, text, response.headers.get('content-type')]).toEqual([
      500,
      'Internal Server Error\n',
      'text/plain; charset=utf-8',
    ]);
    expect(onError).toHaveBeenCalledOnce();
  });

  it('takes rejections like errors, and passes answers on untouched', async () => {
    const rejecting = new Rescue({
      app: { call: () => Promise.reject(new Error('x')) },
      onError: () => undefined,
    });
    expect((await rejecting.call(get())).status).toBe(500);
    const fine = new Response();
    expect(new Rescue({ app: { call: () => fine } }).call(get())).toBe(fine);
  });

  it('answers a client mistake with its status, unreported', async () => {
    const { response, text, onError } = await rescued(new HttpError(413, 'too much'), { development: true });
    expect([response.status, text, onError.mock.calls.length]).toEqual([
      413,
      'Content Too Large: too much\n',
      0,
    ]);
  });
});

describe('in development', () => {
  it('shows the error, its code, the route, the params and the request', async () => {
    const request = new Request({
      method: 'GET',
      path: '/posts/7',
      headers: { ...browser, host: 'a.example', cookie: `sid=${'x'.repeat(20)}` },
    });
    request.params = { id: '7' };
    request.route = {
      name: 'post',
      verbs: ['GET'],
      pattern: '/posts/:id(.:format)',
      target: { kind: 'controller', controller: 'posts', action: 'show' },
      layers: [],
      meta: {},
      location: { file: join(process.cwd(), 'config/routes'), range: { start: { line: 3 } } },
    };
    const { response, text } = await rescued(
      new Error('it broke', { cause: new TypeError('the root of it') }),
      { development: true },
      request,
    );
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).toEqual([500, 'text/html; charset=utf-8', 'no-store']);
    for (const shown of [
      'it broke',
      'the root of it',
      'GET /posts/:id(.:format)',
      'posts#show',
      '<dd>config/routes:3</dd>',
      '<dt>id</dt><dd>7</dd>',
      'a.example',
      'rescue.test.ts:',
      'new Error(&#39;it broke&#39;',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).not.toContain('x'.repeat(20));
    // Lines of code are blocks: a line end between two would be a line of its own.
    const [, code = ''] = /<pre class="code">(.*?)<\/pre>/s.exec(text) ?? [];
    expect(code).toMatch(/^(<span[^>]*><i>\d+<\/i>.*?<\/span>)+$/);
    expect(code).not.toContain('\n');
  });

  it('escapes everything that somebody else wrote', async () => {
    const evil = '<script>alert("1")</script>';
    const request = new Request({ method: 'GET', path: `/${evil}`, headers: { ...browser, 'x-evil': evil } });
    request.params = { [evil]: evil };
    request.route = { name: evil, verbs: [evil], pattern: evil, target: evil, layers: [], meta: {} };
    const error = new Error(evil);
    error.name = evil;
    const { text, response } = await rescued(error, { development: true }, request);
    expect(text).not.toContain('<script>');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('shows texts in the order in which they are written', async () => {
    const turned = 'a\u202eb';
    const request = new Request({ method: 'GET', path: '/', headers: browser });
    request.params = { id: turned };
    const { text } = await rescued(new Error(turned), { development: true }, request);
    expect(text).toContain('<p class="message">a\\u{202e}b</p>');
    expect(text).toContain('<dd>a\\u{202e}b</dd>');
    expect(text).not.toContain('\u202e');
  });

  it('is plain text for those who do not ask for a page', async () => {
    const { text, response } = await rescued(
      new Error('shown'),
      { development: true },
      get('/', { accept: 'text/plain' }),
    );
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^Internal Server Error\n\nError: shown/);
  });

  it.each([undefined, null, 'text', 7, Object.create(null)])(
    'shows whatever was thrown (%#)',
    async (thrown) => {
      expect((await rescued(thrown, { development: true })).response.status).toBe(500);
    },
  );
});

describe('the code frame', () => {
  it('is of the innermost file that is the application’s own', () => {
    const error = new Error('x');
    error.stack =
      'Error: x\n    at a (node:internal/x:1:2)\n    at b (/app/node_modules/p/i.js:3:4)\n    at async c (file:///app/own%20code.ts:5:6)\n    at /app/d.js:7:8';
    expect(stackFrames(error)).toEqual([
      { file: '/app/node_modules/p/i.js', line: 3, column: 4 },
      { file: '/app/own code.ts', line: 5, column: 6 },
      { file: '/app/d.js', line: 7, column: 8 },
    ]);
    expect(ownFrame(stackFrames(error))?.file).toBe('/app/own code.ts');
    expect(ownFrame(stackFrames(error).slice(0, 1))).toBeUndefined();
  });

  it('never shows a file that a message names', () => {
    const error = new Error('x\n    at y (/etc/passwd:1:1)\n    at z (/app/secrets.js:1:1)');
    expect(stackFrames(error).some(({ file }) => file === '/etc/passwd' || file === '/app/secrets.js')).toBe(
      false,
    );
    expect(stackFrames(error)[0]?.file).toMatch(/rescue\.test\.ts$/);
  });

  it('never shows a file outside of the project, where a message was replaced that the stack begins with', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-frame-'));
    const file = join(folder, 'other.ts');
    writeFileSync(file, `export const key = '${'of another project'.toUpperCase()}';\n`);
    const error = new Error(`x\n    at y (${file}:1:1)`);
    expect(error.stack).toContain(file);
    error.message = 'another message';
    const { text } = await rescued(error, { development: true });
    expect(text).not.toContain('of another project'.toUpperCase());
    expect(text).toContain('rescue.test.ts:');
    rmSync(folder, { recursive: true });
  });

  it('is the lines on either side of the one that threw, as many as there are', () => {
    const file = join(tmpdir(), `waypost-frame-${process.pid}.ts`);
    const lines = (from: number, to: number): string[] =>
      Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`);
    writeFileSync(file, lines(1, 20).join('\n'));
    const shown = (line: number): string[] =>
      codeAround({ file, line, column: 1 }).map(({ number, text, isMarked }) => {
        expect(text).toBe(String(number));
        return isMarked ? `${number} <` : text;
      });
    expect(shown(12)).toEqual([...lines(7, 11), '12 <', ...lines(13, 17)]);
    expect(shown(2)).toEqual(['1', '2 <', ...lines(3, 7)]);
    expect(shown(20)).toEqual([...lines(15, 19), '20 <']);
    rmSync(file);
  });

  it('is of files of code alone', () => {
    const error = new Error('x');
    error.stack = 'Error: x\n    at /app/data.json:1:2\n    at /app/a.mjs:3:4\n    at /app/b.tsx:5:6';
    expect(stackFrames(error).map(({ file }) => file)).toEqual(['/app/a.mjs', '/app/b.tsx']);
  });

  it('is empty where the file cannot be read', () => {
    expect(codeAround({ file: '/nowhere/x.ts', line: 1, column: 1 })).toEqual([]);
    expect(stackFrames('no error')).toEqual([]);
  });
});
