// What hostile clients, and texts of strangers in an application's hands, try over a real socket.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, HttpError, MiddlewareStack, Response, parseRoutes } from '../../src/index.js';
import { StaticFiles, fromConnect, toNodeListener, type ConnectMiddleware } from '../../src/node/index.js';
import { type TestServer, RawClient, listening, request } from '../support/raw-http.js';

const answered = async (app: Endpoint, path = '/'): Promise<string> => {
  const server = await listening(toNodeListener(app, { onError: () => undefined }));
  const client = await RawClient.to(server.port);
  // The second request tells whether the first answer ended where it says.
  client.send(
    `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\nGET /next HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
  );
  const text = await client.end();
  client.destroy();
  await server.close();
  return text;
};

/** The heads of the two answers, each of which ends where it says. */
const twoHeads = (text: string): readonly string[] => {
  const heads: string[] = [];
  for (let rest = text; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n') + 4;
    const head = rest.slice(0, end);
    expect(head).toMatch(/^HTTP\/1\.1 \d{3} [^\r\n]*\r\n/);
    expect(head).not.toMatch(/^x-evil:/im);
    heads.push(head);
    rest = rest.slice(end + Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0));
  }
  expect(heads).toHaveLength(2);
  return heads;
};

const hostile = [
  'a\r\nx-evil: 1',
  'a\nx-evil: 1',
  'a\rx-evil: 1',
  'a\0b',
  'a\r\n folded',
  '\u560d\u560ax-evil: 1',
  'a\u007f',
];

describe('headers', () => {
  const ways: Readonly<Record<string, (text: string) => Response>> = {
    'a value': (text) => new Response({ headers: { 'x-a': text } }),
    'a name': (text) => new Response({ headers: { [text]: 'x' } }),
    'a value that is set': (text) => {
      const response = new Response();
      response.headers.set('x-a', text);
      return response;
    },
    'a value that is added': (text) => new Response().with({ headers: { 'x-a': text } }),
    'a type': (text) => new Response({ body: 'x', headers: { 'content-type': text } }),
    'a redirect': (text) => Response.redirect(`/x${text}`),
    'a redirect elsewhere': (text) => Response.redirect(`https://other.example/${text}`),
    'a cookie': (text) => new Response().setCookie('a', text),
    'a cookie’s name': (text) => new Response().setCookie(text, 'x'),
    'a cookie’s path': (text) => new Response().setCookie('a', 'b', { path: text }),
    'a cookie’s domain': (text) => new Response().setCookie('a', 'b', { domain: text }),
  };
  const endpoint: Endpoint = {
    call: ({ path }) => {
      const [, way = '', index = ''] = path.split('/').map(decodeURIComponent);
      return ways[way]?.(hostile[Number(index)] ?? '') ?? Response.text('next');
    },
  };

  it.each(Object.keys(ways))('no text becomes a header of its own: %s', async (way) => {
    for (const index of hostile.keys()) {
      const [head = ''] = twoHeads(await answered(endpoint, `/${encodeURIComponent(way)}/${index}`));
      expect(head.replaceAll('\r\n', '')).not.toMatch(/[\0-\x1f\x7f]/);
    }
  });

  type Layer = (incoming: unknown, outgoing: any) => unknown;
  it.each<[string, Layer, number, string]>([
    [
      'a length too small',
      (_, res) => res.setHeader('content-length', '2').end('abcdef\r\nHTTP/1.1 200 OK\r\n\r\n'),
      200,
      '27',
    ],
    ['a length too large', (_, res) => res.setHeader('content-length', '100').end('abc'), 200, '3'],
    ['two lengths', (_, res) => res.setHeader('content-length', ['3', '4']).end('abc'), 200, '3'],
    [
      'a length and chunks',
      (_, res) => res.setHeader('transfer-encoding', 'chunked').setHeader('content-length', '1').end('abc'),
      200,
      '3',
    ],
    [
      'a body for 204',
      (_, res) => ((res.statusCode = 204), res.setHeader('content-length', '3').end('abc')),
      204,
      '',
    ],
    ['a status that is none', (_, res) => ((res.statusCode = 1000), res.end('abc')), 500, '22'],
    ['a status in between', (_, res) => ((res.statusCode = 101), res.end('abc')), 500, '22'],
    [
      'a reason with a header',
      (_, res) => ((res.statusMessage = 'OK\r\nx-evil: 1'), res.end('abc')),
      200,
      '3',
    ],
    [
      'a header in the head',
      (_, res) => res.writeHead(200, { 'x-a': 'a\r\nx-evil: 1' }).end('abc'),
      500,
      '22',
    ],
    [
      'a head of its own',
      (_, res) => ((res._header = 'HTTP/1.1 200 OK\r\nx-evil: 1\r\n\r\n'), res.end('abc')),
      200,
      '3',
    ],
    ['a cookie', (_, res) => res.cookie('a', 'b', { path: '/\r\nx-evil: 1' }).end('abc'), 500, '22'],
  ])(
    'what Connect middleware says of its body, its status and its reason is what is sent: %s',
    async (_, layer, status, length) => {
      const layered = new MiddlewareStack().use('layer', fromConnect(layer as ConnectMiddleware));
      const [head = ''] = twoHeads(await answered(layered.build({ call: () => new Response() })));
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(/^content-length: (.*)\r$/im.exec(head)?.[1] ?? '').toBe(length);
      expect(head).not.toMatch(/^transfer-encoding:/im);
    },
  );
});

describe('an application', () => {
  let server: TestServer;
  beforeAll(async () => {
    const router = parseRoutes(
      `routes {
        get '/to/*path', to => redirect('/x/%{path}')
        get '/part/:id', to => redirect(path => '/%{id}'), id => /.+/
        get '/refused', to => &pages#refused
        get '/broken', to => &pages#broken
        match '/names/:__proto__', via => *, to => &pages#names, defaults => { constructor => 'y' }
      }`,
      {
        modules: {
          pages: {
            refused: () => {
              throw new HttpError(422, 'no title');
            },
            broken: () => {
              throw new Error('broken');
            },
            names: async (asked: {
              params: object;
              query: URLSearchParams;
              cookies: object;
              json(): Promise<object>;
            }) => ({
              params: Object.entries(asked.params),
              query: [...asked.query],
              cookies: Object.entries(asked.cookies),
              json: Object.entries(await asked.json()),
              inherited: [({} as { evil?: unknown }).evil, 'evil' in asked.params],
            }),
          },
        },
      },
    );
    const files = new MiddlewareStack().use('static', StaticFiles, { root: 'test/fixtures/static' });
    server = await listening(toNodeListener(files.build(router), { onError: () => undefined }));
  });
  afterAll(() => server.close());

  it.each([
    '/to//evil.test',
    '/to/%2Fevil.test',
    '/to/%5Cevil.test',
    '/to/\\evil.test',
    '/to/%09/evil.test',
    '/to/%0a%2fevil.test',
    '/to/@evil.test',
    '/part/%2Fevil.test',
    '/part/%5Cevil.test',
    '/part/%09%2fevil.test',
    '/part/.%2f%2fevil.test',
    '/part/javascript:alert(1)',
    '/part/@evil.test',
  ])('a redirect stays on the site: %s', async (path) => {
    const { status, headers } = await request(server.port, 'GET', path, { host: 'site.test' });
    expect([status, new URL(String(headers['location']), 'http://site.test/a').host]).toEqual([
      301,
      'site.test',
    ]);
  });

  it.each([
    ['/nowhere', 404, 'accept', undefined],
    ['/refused', 422, 'accept', 'no-store'],
    ['/broken', 500, 'accept', 'no-store'],
    ['/%zz', 400, 'accept', undefined],
    [`/${'x'.repeat(9_000)}`, 414, 'accept', undefined],
  ])('what depends on a header says so to caches: %s', async (path, expected, vary, control) => {
    const types = new Set<unknown>();
    for (const accept of ['text/html', 'application/json']) {
      const { status, headers } = await request(server.port, 'GET', path, { accept });
      expect([status, headers['vary'], headers['cache-control']]).toEqual([expected, vary, control]);
      types.add(headers['content-type']);
    }
    expect(types.size).toBe(2);
  });

  it('names of what every object has are names like any other', async () => {
    const client = await RawClient.to(server.port);
    const body = '{"__proto__":{"evil":1},"constructor":{"prototype":{"evil":1}}}';
    client.send(
      'POST /names/v?__proto__[evil]=1&__proto__=x&constructor.prototype.evil=1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n' +
        `content-type: application/json\r\ncookie: __proto__=1; constructor=2\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    const text = await client.end();
    client.destroy();
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({
      params: [
        ['__proto__', 'v'],
        ['constructor', 'y'],
      ],
      query: [
        ['__proto__[evil]', '1'],
        ['__proto__', 'x'],
        ['constructor.prototype.evil', '1'],
      ],
      cookies: [
        ['__proto__', '1'],
        ['constructor', '2'],
      ],
      json: [
        ['__proto__', { evil: 1 }],
        ['constructor', { prototype: { evil: 1 } }],
      ],
      inherited: [null, false],
    });
  });
});
