// An endpoint under the Fetch standard's requests and responses.

import { describe, expect, it, vi } from 'vitest';
import { toFetchHandler, toFetchMiddleware } from '../../src/http/fetch.js';
import { HttpError } from '../../src/http/http-error.js';
import type { Endpoint } from '../../src/http/endpoint.js';
import { hostArguments } from '../../src/http/host.js';
import { Request } from '../../src/http/request.js';
import { answeredResponse, Response } from '../../src/http/response.js';
import { foreignError } from '../support/foreign-error.js';

const handling = (
  call: (request: Request) => Response | Promise<Response>,
  options = {},
): ((url: string, init?: RequestInit) => Promise<globalThis.Response>) => {
  const handle = toFetchHandler({ call }, options);
  return (url, init) => handle(new globalThis.Request(url, init));
};
type RequestInit = ConstructorParameters<typeof globalThis.Request>[1];
type ResponseInit = ConstructorParameters<typeof globalThis.Response>[1];

describe('toFetchHandler', () => {
  it.each([
    ['https://example.com/', 200],
    ['https://www.example.org:8443/', 200],
    ['http://localhost:3000/', 200],
    ['http://localhost:3001/', 421],
    ['https://www.example.com/', 421],
  ])('answers for the hosts that are named (%s)', async (url, status) => {
    const hosts = ['example.com', '.example.org', 'localhost:3000'];
    expect((await handling(() => new Response(), { hosts })(url)).status).toBe(status);
    expect(() => handling(() => new Response(), { hosts: ['http://x'] })).toThrow(
      /is no host to answer for; give a name/,
    );
  });

  it('gives the endpoint path, query, host, protocol and headers', async () => {
    const fetch = handling((request) =>
      Response.json([
        request.method,
        request.path,
        request.queryString,
        request.context,
        request.headers.get('x-a'),
      ]),
    );
    const answer = await fetch('https://api.example.com:8443/a%2Fb.json?q=1#frag', {
      headers: { 'X-A': 'b' },
    });
    expect(await answer.json()).toEqual([
      'GET',
      '/a%2Fb.json',
      'q=1',
      {
        subdomain: 'api',
        host: 'api.example.com',
        format: 'json',
        protocol: 'https',
        port: 8443,
        method: 'GET',
      },
      'b',
    ]);
    expect(((await (await fetch('http://a.example?x')).json()) as unknown[]).slice(0, 3)).toEqual([
      'GET',
      '/',
      'x',
    ]);
  });

  it('streams both ways', async () => {
    const fetch = handling(
      (request) => new Response({ body: request.body, headers: { 'x-cascade': 'pass' } }),
    );
    const body = new Blob(['one ', 'two']).stream();
    const answer = await fetch('http://a.example/', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(await answer.text()).toBe('one two');
    expect(answer.headers.has('x-cascade')).toBe(false);
  });

  it('sends async iterables, and stops them when the reader leaves', async () => {
    let stopped = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield 'x';
      } finally {
        stopped = true;
      }
    }
    const answer = await handling(() => new Response({ body: endless() }))('http://a.example/');
    const reader = answer.body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(stopped).toBe(true);
  });

  it('keeps cookies apart', async () => {
    const answer = await handling(() => new Response({ headers: { 'set-cookie': ['a=1', 'b=2'] } }))(
      'http://a.example/',
    );
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('hands on a Fetch response as it is, unless somebody has changed or read it', async () => {
    const made = (init?: ResponseInit): globalThis.Response => new globalThis.Response('text', init);
    const asGiven = made({
      status: 201,
      headers: [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
    });
    const changes: [(given: Response) => Response, globalThis.Response][] = [
      [(response) => response, asGiven],
      [(response) => (response.headers.set('x-a', 'new'), response), made({ headers: { 'x-a': 'old' } })],
      [(response) => response.with({ status: 202 }), made()],
      [(response) => response.with({ body: response.body }), made()],
      [(response) => (response.headers.set('x-cascade', 'no'), response), made()],
    ];
    const answers: globalThis.Response[] = [];
    for (const [change, given] of changes) {
      const fetch = handling(() => change(answeredResponse(given)));
      answers.push(await fetch('http://a.example/'));
    }
    expect(answers.map((answer, k) => answer === changes[k]![1])).toEqual([true, false, false, false, false]);
    expect(answers[0]!.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answers[1]!.headers.get('x-a')).toBe('new');
    expect(answers[2]!.status).toBe(202);
    expect(answers[4]!.headers.has('x-cascade')).toBe(false);
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(5).fill('text'));
  });

  it('does not look at the body of a Fetch response that it hands on, by which Bun would forget the type of a text', async () => {
    const given = new globalThis.Response('text');
    const look = vi.spyOn(given, 'body', 'get');
    const answer = await handling(() => answeredResponse(given))('http://a.example/');
    expect(answer === given).toBe(true);
    expect(look).not.toHaveBeenCalled();
  });

  it('drops the header of what is declined from a Fetch response, and its body for HEAD', async () => {
    const given = (): globalThis.Response =>
      new globalThis.Response('text', { status: 404, headers: { 'x-cascade': 'pass', 'x-a': '1' } });
    const fetch = handling(() => answeredResponse(given()));
    const declined = await fetch('http://a.example/');
    expect([...declined.headers.keys()]).not.toContain('x-cascade');
    expect(await declined.text()).toBe('text');
    const head = await fetch('http://a.example/', { method: 'HEAD' });
    expect([head.status, head.headers.get('x-a'), head.body]).toEqual([404, '1', null]);
  });

  it('sends no body with 204, 304 and HEAD', async () => {
    for (const status of [204, 304]) {
      const answer = await handling(() => new Response({ status, body: 'x' }))('http://a.example/');
      expect([answer.status, answer.body]).toEqual([status, null]);
    }
    expect(
      (await handling(() => new Response({ body: 'x' }))('http://a.example/', { method: 'HEAD' })).body,
    ).toBeNull();
  });

  it.each([204, 205])('tells no length with %i, which never has a body', async (status) => {
    const headers = { 'content-length': '1' };
    for (const body of ['x', null, new Blob(['x']).stream()])
      for (const method of ['GET', 'HEAD']) {
        const answer = await handling(() => new Response({ status, body, headers }))('http://a.example/', {
          method,
        });
        expect(answer.headers.get('content-length')).toBeNull();
      }
  });

  it('answers a client mistake with its status and an own mistake with a plain 500', async () => {
    const onError = vi.fn();
    const bad = await handling(
      () => {
        throw new HttpError(413, 'too much');
      },
      { onError },
    )('http://a.example/');
    expect([bad.status, await bad.text()]).toEqual([413, 'Content Too Large: too much\n']);
    expect(onError).not.toHaveBeenCalled();
    const own = await handling(() => Promise.reject(new Error('secret')), { onError })('http://a.example/');
    expect([own.status, await own.text()]).toEqual([500, 'Internal Server Error\n']);
    expect(onError).toHaveBeenCalledOnce();
    const shown = await handling(
      () => {
        throw new Error('secret');
      },
      { onError, development: true },
    )('http://a.example/');
    expect(await shown.text()).toContain('secret');
    const nothing = await handling(() => undefined as unknown as Response, { onError })('http://a.example/');
    expect(nothing.status).toBe(500);
  });

  it.each([
    ['at once', (response: Response) => response],
    ['later', (response: Response) => Promise.resolve(response)],
  ])('answers a plain 500 where what was answered %s cannot be sent', async (_, give) => {
    const onError = vi.fn();
    const kept = new Response({ body: new Blob(['once']).stream() });
    const fetch = handling(() => give(kept), { onError });
    expect(await (await fetch('http://a.example/')).text()).toBe('once');
    const second = await fetch('http://a.example/');
    expect([second.status, await second.text()]).toEqual([500, 'Internal Server Error\n']);
    expect(onError).toHaveBeenCalledOnce();
    const middleware = toFetchMiddleware({ call: () => give(kept) });
    const next = (): globalThis.Response => new globalThis.Response('next');
    await expect(middleware(new globalThis.Request('http://a.example/'), next)).rejects.toThrow(TypeError);
  });

  it('says what is wrong with a Fetch Response that was sent before', async () => {
    const onError = vi.fn();
    const kept = new globalThis.Response('once');
    const fetch = handling(() => kept as unknown as Response, { onError });
    expect(await (await fetch('http://a.example/')).text()).toBe('once');
    expect((await fetch('http://a.example/')).status).toBe(500);
    expect(onError.mock.calls[0]?.[0]).toEqual(
      new TypeError(
        'an endpoint answered an object of class Response; its call must return a Response, an unread Fetch Response or a string, or a promise of one',
      ),
    );
  });

  it('prints an error with its request on one line', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await handling(() => {
      throw new Error('broken');
    })('http://a.example/x?y=1');
    expect(print.mock.calls[0]?.[0]).toMatch(/^GET \/x\?y=1 failed: Error: broken\n/);
    print.mockRestore();
  });

  it('hands the abort signal on', async () => {
    const controller = new AbortController();
    const seen = await new Promise<AbortSignal>((resolve) => {
      void handling((request) => (resolve(request.signal), new Response()))('http://a.example/', {
        signal: controller.signal,
      });
    });
    controller.abort();
    expect(seen.aborted).toBe(true);
  });

  it('refuses what is no endpoint', () => {
    expect(() => toFetchHandler((() => new Response()) as never)).toThrow(/takes an endpoint/);
  });
});

describe('in a host', () => {
  const declining = (request: Request): Response =>
    request.path === '/mine'
      ? new Response({ body: `${request.scriptName}${request.path}` })
      : new Response({ status: 404, headers: { 'x-cascade': 'pass' } });
  const ask = (path: string, init?: RequestInit): globalThis.Request =>
    new globalThis.Request(`http://a.example${path}`, init);

  it('asks `otherwise` for what is declined, with all that the runtime gave', async () => {
    const otherwise = vi.fn(
      (request: globalThis.Request, env: { readonly name: string }) =>
        new globalThis.Response(`${env.name} ${new URL(request.url).pathname}`),
    );
    const handle = toFetchHandler({ call: declining }, { otherwise });
    expect(await (await handle(ask('/mine'), { name: 'env' })).text()).toBe('/mine');
    expect(otherwise).not.toHaveBeenCalled();
    expect(await (await handle(ask('/other'), { name: 'env' })).text()).toBe('env /other');
  });

  it('asks `next` for what is declined', async () => {
    const handle = toFetchMiddleware({ call: declining });
    const next = async (request: globalThis.Request): Promise<globalThis.Response> =>
      new globalThis.Response(request.url, { status: 202 });
    expect(await (await handle(ask('/mine'), next)).text()).toBe('/mine');
    const passed = await handle(ask('/other'), next);
    expect([passed.status, await passed.text()]).toEqual([202, 'http://a.example/other']);
  });

  it.each([
    ['/shop', '/'],
    ['/shop?a', '/?a'],
    ['/shop/', '/'],
    ['/shop/orders/7?a', '/orders/7?a'],
    ['/shop/shop/mine', '/shop/mine'],
    ['/mine', undefined],
    ['/shopping/mine', undefined],
    ['/shop.html', undefined],
  ])('a request for %s has %s below the prefix /shop//', async (path, below) => {
    const call = ({ scriptName, path: rest, queryString }: Request): Response =>
      Response.text(`${scriptName} ${rest}${queryString && `?${queryString}`}`);
    const answer = await toFetchHandler({ call }, { prefix: '/shop//' })(ask(path));
    expect(answer.ok ? await answer.text() : undefined).toBe(below && `/shop ${below}`);
  });

  it('says of a middleware that nobody stands behind that it is to be a handler, once a request is declined', async () => {
    const handle = toFetchMiddleware({ call: declining }) as unknown as (
      ...given: unknown[]
    ) => Promise<unknown>;
    const env = { ASSETS: {} };
    await expect(handle(ask('/'), env)).rejects.toThrow(
      'what toFetchMiddleware gives is called with a Fetch request and next, a function, not an object of class Object; where nobody stands behind it, use toFetchHandler',
    );
  });

  it('takes no prefix that is no path', () => {
    expect(() => toFetchHandler({ call: declining }, { prefix: 'shop' })).toThrow(
      "such as '/shop', not 'shop'",
    );
  });

  it('rejects with errors in a middleware, answers them in a handler, and either the other way on request', async () => {
    const call = (request: Request): Response => {
      throw request.path === '/teapot' ? new HttpError(418) : new Error('lost');
    };
    const next = (): globalThis.Response => new globalThis.Response('next');
    await expect(toFetchMiddleware({ call })(ask('/'), next)).rejects.toThrow('lost');
    expect((await toFetchMiddleware({ call })(ask('/teapot'), next)).status).toBe(418);
    const onError = vi.fn();
    expect((await toFetchMiddleware({ call }, { passErrors: false, onError })(ask('/'), next)).status).toBe(
      500,
    );
    expect((await toFetchHandler({ call }, { onError })(ask('/'))).status).toBe(500);
    expect(onError).toHaveBeenCalledTimes(2);
    await expect(toFetchHandler({ call }, { passErrors: true })(ask('/'))).rejects.toThrow('lost');
  });

  it('says that the host has read a body', async () => {
    const request = ask('/', { method: 'POST', body: 'gone' });
    await request.text();
    const handle = toFetchHandler(
      { call: async (posted) => new Response({ body: await posted.text() }) },
      { passErrors: true },
    );
    await expect(handle(request)).rejects.toThrow('read already by the host');
  });

  it('gives an action what the host called with', async () => {
    const endpoint: Endpoint = {
      call(request) {
        const [fetchRequest, env] = hostArguments<[globalThis.Request, { readonly name: string }]>(request);
        return new Response({ body: `${new URL(fetchRequest.url).pathname} ${env.name}` });
      },
    };
    expect(await (await toFetchHandler(endpoint)(ask('/a'), { name: 'env' })).text()).toBe('/a env');
    const handle = toFetchMiddleware(endpoint, { prefix: '/shop' });
    const next = (): globalThis.Response => new globalThis.Response('next');
    expect(await (await handle(ask('/shop/a'), next, { name: 'context' })).text()).toBe('/shop/a context');
    expect(() => hostArguments(new Request({ method: 'GET', path: '/' }))).toThrow('came from no host');
  });

  it('knows the address that the runtime tells', async () => {
    const handle = toFetchHandler(
      { call: (request) => new Response({ body: request.remoteAddress ?? 'unknown' }) },
      { remoteAddress: (_, info: { readonly address: string }) => info.address },
    );
    expect(await (await handle(ask('/'), { address: '10.0.0.7' })).text()).toBe('10.0.0.7');
  });

  it.each([
    [
      'as Node says it',
      { error: Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), isTold: false },
    ],
    [
      'as Node says it to those in a realm of their own',
      { error: foreignError('aborted', { code: 'ECONNRESET' }), isTold: false },
    ],
    ['as the signal tells', { error: new Error('gone'), isTold: true }],
  ])('a client that hangs up while its body is read has failed itself, %s', async (_, { error, isTold }) => {
    const onError = vi.fn();
    const handle = toFetchHandler(
      { call: async (request) => Response.json(await request.json()) },
      { onError },
    );
    const hangUp = new AbortController();
    const body = new ReadableStream({
      pull(controller) {
        if (isTold) hangUp.abort();
        controller.error(error);
      },
    });
    const init = { method: 'POST', body, duplex: 'half', signal: hangUp.signal } as RequestInit;
    const answer = await handle(ask('/', init));
    expect([answer.status, await answer.text()]).toEqual([
      400,
      'Bad Request: the client hung up before the body was complete\n',
    ]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('neither reports nor passes on what a stream fails with, where the host’s reason is the text of that', async () => {
    const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    const body = new ReadableStream({ pull: (controller) => controller.error(error) });
    const init = { method: 'POST', body, duplex: 'half', signal: AbortSignal.abort('Error: aborted') };
    const endpoint: Endpoint = {
      call: async ({ body: asked }) => Response.text(await new globalThis.Response(asked).text()),
    };
    const onError = vi.fn();
    expect((await toFetchHandler(endpoint, { onError })(ask('/', init as RequestInit))).status).toBe(400);
    expect(onError).not.toHaveBeenCalled();
  });

  it.each([
    ['an AbortError', undefined],
    ['a reason of the host’s own', 'Client connection prematurely closed.'],
  ])('neither reports nor passes on %s to which a hang-up leads', async (_, reason) => {
    const onError = vi.fn();
    const asked = ask('/', { signal: AbortSignal.abort(reason) });
    const endpoint: Endpoint = { call: ({ signal }) => Promise.reject(signal.reason as Error) };
    expect((await toFetchHandler(endpoint, { onError })(asked)).status).toBe(400);
    const next = vi.fn();
    expect((await toFetchMiddleware(endpoint)(asked, next)).status).toBe(400);
    expect([onError, next].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it('a client that has hung up has not sent an empty body, as a host may say where nobody had read it', async () => {
    const handle = toFetchHandler(
      { call: async (request) => Response.text(await request.text()) },
      { onError: (error) => expect.unreachable(String(error)) },
    );
    const answer = async (headers: Record<string, string>, text: string): Promise<string> => {
      const body = new ReadableStream({
        start(controller) {
          if (text !== '') controller.enqueue(Buffer.from(text));
          controller.close();
        },
      });
      const init = { method: 'POST', body, headers, duplex: 'half', signal: AbortSignal.abort() };
      return (await handle(ask('/', init as RequestInit))).text();
    };
    const cutOff = 'Bad Request: the client hung up before the body was complete\n';
    expect(await answer({ 'content-length': '5' }, '')).toBe(cutOff);
    expect(await answer({ 'content-length': '5' }, 'hel')).toBe(cutOff);
    expect(await answer({}, '')).toBe(cutOff);
    expect(await answer({ 'content-length': '5' }, 'hello')).toBe('hello');
    expect(await answer({ 'content-length': '0' }, '')).toBe('');
  });

  it('passes on what else the body of the host fails with', async () => {
    const error = Object.assign(new Error('too large for the host'), { status: 413 });
    const middleware = toFetchMiddleware({ call: async (request) => Response.json(await request.json()) });
    const body = new ReadableStream({ pull: (controller) => controller.error(error) });
    const asked = ask('/', { method: 'POST', body, duplex: 'half' } as RequestInit);
    await expect(middleware(asked, () => undefined)).rejects.toBe(error);
  });

  it('knows the host that the runtime tells, where its URL names another', async () => {
    const handle = toFetchHandler(
      { call: (request) => new Response({ body: request.url }) },
      { host: ({ headers }) => headers.get('host'), hosts: ['shop.example', 'localhost'] },
    );
    const answer = async (headers: Record<string, string>): Promise<string> =>
      (await handle(new globalThis.Request('https://localhost:3000/orders', { headers }))).text();
    expect(await answer({ host: 'shop.example' })).toBe('https://shop.example/orders');
    expect(await answer({ host: 'shop.example:8443' })).toBe('https://shop.example:8443/orders');
    expect(await answer({ host: 'other.example' })).toMatch(/^Misdirected Request/);
    for (const none of ['shop.example/', 'a b', '']) {
      expect(await answer({ host: none })).toBe('https://localhost:3000/orders');
    }
    expect(await answer({})).toBe('https://localhost:3000/orders');
  });
});

it('leaves out what an answer says of another connection, the length of a body that is there, and what is no length', async () => {
  const headers = {
    'content-length': '300',
    'transfer-encoding': 'chunked',
    connection: 'upgrade',
    upgrade: 'h2c',
    'x-by': 'shop',
  };
  const sent = async (method: string, body: string | null): Promise<string[]> => {
    const handle = toFetchHandler({ call: () => new Response({ body, headers }) });
    return [...(await handle(new globalThis.Request('http://a.example/', { method }))).headers.keys()];
  };
  expect(await sent('GET', 'abc')).toEqual(['content-type', 'x-by']);
  expect(await sent('HEAD', 'abc')).toEqual(['content-type', 'x-by']);
  expect(await sent('HEAD', null)).toEqual(['content-length', 'x-by']);
  headers['content-length'] = 'three';
  expect(await sent('HEAD', null)).toEqual(['x-by']);
});

it.each<[string, () => Response]>([
  ['of no characters', () => new Response({ body: '' })],
  ['whose type was taken away', () => withoutType(Response.text('a'))],
])('gives a text %s no type that it does not have', async (_, make) => {
  const handle = toFetchHandler({ call: make });
  for (const method of ['GET', 'HEAD']) {
    const answer = await handle(new globalThis.Request('http://a.example/', { method }));
    expect(answer.headers.get('content-type'), method).toBeNull();
  }
});

function withoutType(response: Response): Response {
  response.headers.delete('content-type');
  return response;
}

const inTwo = async function* (): AsyncGenerator<string> {
  yield 'abc';
  yield 'def';
};
const fetched = (length: number): globalThis.Response =>
  new globalThis.Response(ReadableStream.from(inTwo()).pipeThrough(new TextEncoderStream()), {
    headers: { 'content-length': String(length) },
  });

it.each([
  ['a stream', 9, 'ended after 6 bytes'],
  ['a stream', 3, 'is longer than its Content-Length of 3'],
  ['a Fetch response', 9, 'ended after 6 bytes'],
  ['a Fetch response', 3, 'is longer than its Content-Length of 3'],
])(
  'ends %s of six bytes that says %i, which no client is to take for a whole answer',
  async (kind, length, problem) => {
    const onError = vi.fn();
    const headers = { 'content-length': length };
    const call = (): Response =>
      kind === 'a stream' ? new Response({ body: inTwo(), headers }) : answeredResponse(fetched(length));
    const handle = toFetchHandler({ call }, { onError });
    const answer = await handle(new globalThis.Request('http://a.example/'));
    await expect(answer.text()).rejects.toThrow(problem);
    expect(onError).toHaveBeenCalledOnce();
  },
);

it('holds a stream to its only length: the last that it says, and none that is no length', async () => {
  const said = async (...lengths: string[]): Promise<(string | null)[]> => {
    const headers = lengths.map((length) => ['content-length', length] as const);
    const handle = toFetchHandler({ call: () => new Response({ body: inTwo(), headers }) });
    const answer = await handle(new globalThis.Request('http://a.example/'));
    return [answer.headers.get('content-length'), await answer.text()];
  };
  expect(await said('6', '6')).toEqual(['6', 'abcdef']);
  expect(await said('300', '6')).toEqual(['6', 'abcdef']);
  expect(await said('6', '-1')).toEqual([null, 'abcdef']);
  expect(await said('')).toEqual([null, 'abcdef']);
});

it.each([undefined, null, ''])('fails with an error where a stream fails with %j', async (thrown) => {
  const body = async function* (): AsyncGenerator<string> {
    yield 'abc';
    throw thrown;
  };
  const onError = vi.fn();
  const handle = toFetchHandler({ call: () => new Response({ body: body() }) }, { onError });
  const answer = await handle(new globalThis.Request('http://a.example/'));
  await expect(answer.text()).rejects.toThrow('a thrown value that is no Error');
  expect(onError.mock.calls[0]?.[0]).toBe(thrown);
});

it('leaves out of a Fetch response, too, what is of another connection and the length of a body that is not there', async () => {
  const headers = { 'content-length': '300', 'transfer-encoding': 'gzip', 'keep-alive': '5', 'x-by': 'shop' };
  const call = (): Response => answeredResponse(new globalThis.Response(null, { headers }));
  const answer = await toFetchHandler({ call })(new globalThis.Request('http://a.example/'));
  expect([...answer.headers.keys()]).toEqual(['x-by']);
});

it.each(['GET', 'HEAD'])('keeps the length of a Fetch response that is right: %s', async (method) => {
  const handle = toFetchHandler({ call: () => answeredResponse(fetched(6)) });
  const answer = await handle(new globalThis.Request('http://a.example/', { method }));
  expect([answer.headers.get('content-length'), await answer.text()]).toEqual([
    '6',
    method === 'GET' ? 'abcdef' : '',
  ]);
});
