// The listener on a server of `node:http2`.

import { once } from 'node:events';
import { type ClientHttp2Session, connect, createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '../../src/index.js';
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
`;

let server: Http2Server;
let client: ClientHttp2Session;

beforeAll(async () => {
  // Its messages are like those of `node:http`, which TypeScript does not know.
  const listener = toNodeListener(app) as unknown as Parameters<typeof createServer>[1];
  server = createServer({}, listener).listen(0);
  await once(server, 'listening');
  client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
});

afterAll(() => {
  client.destroy();
  server.close();
});

async function answer(headers: Record<string, string>, body?: string): Promise<string> {
  const stream = client.request(headers, { endStream: body === undefined });
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
  expect(await answer({ ':path': '/texts', ':method': 'HEAD' })).toBe('200 ');
  expect(await answer({ ':path': '/nowhere' })).toBe('404 Not Found');
});
