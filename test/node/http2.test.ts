// The listener on a server of `node:http2`.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import {
  type ClientHttp2Session,
  connect,
  createSecureServer,
  createServer,
  type Http2Server,
} from 'node:http2';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromFetch, routes } from '../../src/index.js';
import { toNodeListener } from '../../src/node/serving/listener.js';

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
  get '/headers', to => ${({ headers }) => [...headers].map(([name, value]) => `${name}: ${value}`)};
`;

let server: Http2Server;
let client: ClientHttp2Session;

beforeAll(async () => {
  server = createServer({}, toNodeListener(app)).listen(0);
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
