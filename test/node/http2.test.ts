// The listener on a server of `node:http2`.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ClientHttp2Session,
  connect,
  createSecureServer,
  createServer,
  type Http2Server,
} from 'node:http2';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fromFetch, Response, type ResponseInit, routes } from '../../src/index.js';
import { fromConnect } from '../../src/node/serving/from-connect.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { nodeRequest } from '../../src/node/serving/node-request.js';
import { fromNodeListener } from '../../src/node/serving/run-listener.js';
import { patience } from '../support/patience.js';

const events: string[] = [];

async function* breaking(): AsyncGenerator<string> {
  yield 'the first half, ';
  await new Promise((resolve) => setTimeout(resolve, 20));
  throw new Error('no second half');
}

async function* endless(): AsyncGenerator<string> {
  try {
    for (;;) {
      yield 'tick ';
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  } finally {
    events.push('stream ended');
  }
}

/** More than a client has room for. */
async function* large(): AsyncGenerator<Uint8Array> {
  try {
    for (;;) yield new Uint8Array(64 * 1024);
  } finally {
    events.push('stream ended');
  }
}

/** Middleware that looks at the connection. */
function socketTold({ socket, headers }: IncomingMessage, outgoing: ServerResponse, next: () => void): void {
  outgoing.setHeader('x-address', String(socket.remoteAddress));
  outgoing.setHeader('x-host', String(headers.host));
  next();
}

/** With headers that HTTP/2 refuses, as another server's answer may have them. */
const relayed = new Response({
  body: 'relayed',
  headers: {
    'proxy-connection': 'keep-alive',
    'http2-settings': 'x',
    'keep-alive': 'timeout=5',
    upgrade: 'h2c',
  },
});

const app = routes`
  get '/hosts', to => ${(request) => `${request.protocol} ${request.host}`};
  match '/texts', to => ${async (request) => `text ${await request.text()}`}, via => <get post>;
  post '/streams', to => ${async (request) => {
    let length = 0;
    for await (const chunk of request.body ?? []) length += chunk.length;
    return `${length} bytes`;
  }};
  post '/unread', to => ${() => 'not read'};
  post '/opened', to => ${({ body }) => typeof body};
  mount ${fromFetch(async (request) => {
    const { pathname } = new URL(request.url);
    const text = pathname === '/unread' ? '' : await request.text();
    return new globalThis.Response(`${pathname} ${text} ${request.headers.get('x-sent')}`);
  })}, at => '/fetched';
  get '/broken', to => ${() => new Response({ body: breaking() })};
  get '/endless', to => ${({ signal }) => {
    signal.addEventListener('abort', () => events.push('aborted'));
    return new Response({ body: endless() });
  }};
  get '/large', to => ${({ signal }) => {
    signal.addEventListener('abort', () => events.push('aborted'));
    return new Response({ body: large() });
  }};
  get '/silent', to => ${({ signal }) => {
    signal.addEventListener('abort', () => events.push('aborted'));
    return new Promise<never>(() => undefined);
  }};
  get '/watched', to => ${({ signal }) => {
    signal.addEventListener('abort', () => events.push('aborted'));
    return 'whole';
  }};
  get '/relayed', to => ${() => relayed};
  get '/doubled', to => ${() =>
    new Response({
      headers: [
        ['location', '/a'],
        ['location', '/b'],
      ],
    })};
  mount ${fromNodeListener((_, outgoing) => {
    outgoing.writeEarlyHints({ link: '</app.css>; rel=preload; as=style' });
    outgoing.write('one, ');
    outgoing.addTrailers({ 'x-sum': '7' });
    outgoing.end('two');
  })}, at => '/mounted';
  get '/user', to => ${(request) => String(nodeRequest<{ user?: string }>(request).user)};
  through ${fromConnect(socketTold)}, { get '/address', to => ${({ remoteAddress }) => String(remoteAddress)}; }
  get '/headers', to => ${({ headers }) => [...headers].map(([name, value]) => `${name}: ${value}`)};
`;

let server: Http2Server;
let client: ClientHttp2Session;

beforeAll(async () => {
  const listener = toNodeListener(app, { onError: (error) => void events.push(String(error)) });
  server = createServer({}, (incoming, outgoing) => {
    listener(Object.assign(incoming, { user: 'ada' }), outgoing);
  }).listen(0);
  await once(server, 'listening');
  client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
});

afterAll(() => {
  client.destroy();
  server.close();
});

async function answer(headers: Record<string, string>, body?: string, asked = client): Promise<string> {
  const stream = asked.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const [{ ':status': status }] = (await once(stream, 'response')) as [{ ':status': number }];
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return `${status} ${text}`;
}

it('answers requests with and without bodies, of which the length need not be told', async () => {
  expect(await answer({ ':path': '/hosts' })).toMatch(/^200 http localhost/);
  expect(await answer({ ':path': '/texts' })).toBe('200 text ');
  expect(await answer({ ':path': '/texts', ':method': 'POST' })).toBe('200 text ');
  expect(await answer({ ':path': '/texts', ':method': 'POST' }, 'hello')).toBe('200 text hello');
  expect(await answer({ ':path': '/texts', ':method': 'POST', 'content-length': '5' }, 'hello')).toBe(
    '200 text hello',
  );
  expect(await answer({ ':path': '/streams', ':method': 'POST' }, 'x'.repeat(300_000))).toBe(
    '200 300000 bytes',
  );
  expect(await answer({ ':path': '/unread', ':method': 'POST' }, 'x'.repeat(300_000))).toBe('200 not read');
  expect(await answer({ ':path': '/opened', ':method': 'POST' }, 'x'.repeat(3_000_000))).toBe('200 object');
  expect(await answer({ ':path': '/texts', ':method': 'HEAD' })).toBe('200 ');
  expect(await answer({ ':path': '/nowhere' })).toBe('404 Not Found');
});

it('tells of the headers without those that stand for the request line, also to applications made for Fetch', async () => {
  const headers = { 'x-sent': 'yes', accept: 'text/plain' };
  expect(await answer({ ':path': '/headers', ...headers })).toBe('200 ["x-sent: yes","accept: text/plain"]');
  const posted = { ':method': 'POST', 'x-sent': 'yes' };
  expect(await answer({ ':path': '/fetched/a', ...posted }, 'hello')).toBe('200 /a hello yes');
  expect(await answer({ ':path': '/fetched/unread', ...posted }, 'x'.repeat(3_000_000))).toBe(
    '200 /unread  yes',
  );
});

it('sends early hints and trailers of what is mounted', async () => {
  const stream = client.request({ ':path': '/mounted' });
  const hints = once(stream, 'headers');
  const trailers = once(stream, 'trailers');
  expect(Buffer.concat(await stream.toArray()).toString()).toBe('one, two');
  expect((await hints)[0]).toMatchObject({ ':status': 103, link: '</app.css>; rel=preload; as=style' });
  expect((await trailers)[0]).toMatchObject({ 'x-sum': '7' });
});

it('stands behind TLS, for clients of either version', async () => {
  const [key, cert] = ['key', 'cert'].map((name) =>
    readFileSync(new URL(`../fixtures/tls/localhost.${name}.pem`, import.meta.url)),
  );
  const secure = createSecureServer({ key, cert, allowHTTP1: true }, toNodeListener(app)).listen(0);
  await once(secure, 'listening');
  const { port } = secure.address() as AddressInfo;
  const session = connect(`https://localhost:${port}`, { ca: cert });
  expect(await answer({ ':path': '/hosts' }, undefined, session)).toBe(`200 https localhost`);
  const older = get({ port, path: '/hosts', ca: cert, agent: false });
  const [response] = (await once(older, 'response')) as [IncomingMessage];
  expect(String(await response.toArray())).toMatch(/^https localhost/);
  session.close();
  secure.close();
});

it('lets a client see that a body broke off', async () => {
  const stream = client.request({ ':path': '/broken' });
  await expect(stream.toArray()).rejects.toThrow('NGHTTP2_INTERNAL_ERROR');
  expect(events.splice(0)).toEqual(['Error: no second half']);
});

it('tells of a client that gives a request up, and of no other', async () => {
  expect(await answer({ ':path': '/watched' })).toBe('200 whole');
  const endless = client.request({ ':path': '/endless' });
  await once(endless, 'data');
  endless.close(8);
  await vi.waitFor(() => expect(events).toHaveLength(2), patience);
  expect(events.splice(0).sort()).toEqual(['aborted', 'stream ended']);
  expect(await answer({ ':path': '/watched', ':method': 'HEAD' })).toBe('200 ');
  for (const method of ['GET', 'HEAD']) {
    for (const code of [8, 0]) {
      const silent = client.request({ ':path': '/silent', ':method': method });
      expect(await answer({ ':path': '/hosts' })).toMatch(/^200/);
      silent.close(code);
      await vi.waitFor(() => expect(events.splice(0), method).toEqual(['aborted']), patience);
    }
  }
});

it.each([0, 8])(
  'lets go of a body that the client gives up with %i, and of which it has taken little',
  async (code) => {
    const stream = client.request({ ':path': '/large' });
    await once(stream, 'response');
    await new Promise((resolve) => setTimeout(resolve, 100));
    stream.close(code);
    await vi.waitFor(() => expect(events).toHaveLength(2), patience);
    expect(events.splice(0).sort()).toEqual(['aborted', 'stream ended']);
  },
);

it.each(['text', 'bytes', 'chunks'])(
  'gives up a client that takes nothing of a body for too long: %s',
  async (kind) => {
    const text = 'x'.repeat(1_000_000);
    const bodies: Record<string, ResponseInit['body']> = {
      text,
      bytes: Buffer.from(text),
      chunks: Readable.from([text]),
    };
    const call = (): Response => new Response({ body: bodies[kind] });
    const patient = createServer({}, toNodeListener({ call }, { sendTimeout: 200 })).listen(0);
    await once(patient, 'listening');
    const session = connect(`http://localhost:${(patient.address() as AddressInfo).port}`);
    const stream = session.request({ ':path': '/' });
    const failure = once(stream, 'error');
    expect(String(await failure)).toContain('NGHTTP2_INTERNAL_ERROR');
    session.destroy();
    patient.close();
  },
);

it('leaves out headers that HTTP/2 has no place for, and answers for those that Node refuses', async () => {
  expect(await answer({ ':path': '/relayed' })).toBe('200 relayed');
  expect(await answer({ ':path': '/doubled' })).toBe('500 Internal Server Error\n');
  expect(events.splice(0)).toEqual([expect.stringContaining('"location" must only have a single value')]);
});

it('shows the message with what a host has left on it, and Connect middleware the client', async () => {
  expect(await answer({ ':path': '/user' })).toBe('200 ada');
  const stream = client.request({ ':path': '/address', ':authority': 'shop.example' });
  const [head] = await once(stream, 'response');
  const address = await stream.setEncoding('utf8').toArray();
  expect(head).toMatchObject({ 'x-address': address.join(''), 'x-host': 'shop.example' });
});
