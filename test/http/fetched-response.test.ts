// What `fetch` got from another server, as an answer: in the codings that the platform has left it in, and of this connection.

import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toFetchHandler } from '../../src/http/fetch.js';
import { codingsDecodedBy } from '../../src/http/fetched-response.js';
import type { Endpoint } from '../../src/http/endpoint.js';
import { answeredResponse } from '../../src/http/response.js';
import { type TestServer, listening } from '../support/raw-http.js';
import { serving } from '../support/served-endpoint.js';

describe('what fetch decodes', () => {
  const platforms = {
    'Node 22': { node: '22.23.3', undici: '6.28.1' },
    'Node 24.3': { node: '24.3.0', undici: '7.10.0' },
    'Node 24.4': { node: '24.4.0', undici: '7.11.0' },
    'Node 26': { node: '26.12.1', undici: '8.12.2' },
    Bun: { node: '26.3.0', bun: '1.4.5' },
    Deno: { node: '26.3.0', deno: '2.9.5' },
    Workers: {},
  };
  const everywhere = Object.keys(platforms);
  const onNode = everywhere.filter((platform) => platform.startsWith('Node'));

  it.each([
    ['gzip', everywhere],
    ['br', everywhere],
    ['x-gzip', [...onNode, 'Bun']],
    ['Deflate', [...onNode, 'Bun']],
    ['gzip, br', onNode],
    ['zstd', ['Node 24.4', 'Node 26', 'Bun']],
    ['br,zstd', ['Node 24.4', 'Node 26']],
    ['gzip, aes128gcm', []],
    ['', []],
  ])('%j', (codings, decoders) => {
    const decoding = Object.entries(platforms).filter(([, versions]) =>
      codingsDecodedBy(versions).test(codings),
    );
    expect(decoding.map(([platform]) => platform)).toEqual(decoders);
  });
});

describe('an answer of fetch', () => {
  const text = 'hello '.repeat(100);
  let upstream: TestServer;

  beforeAll(async () => {
    upstream = await listening((incoming, outgoing) => {
      const isPlain = incoming.url === '/plain';
      outgoing.writeHead(200, { connection: 'close', ...(!isPlain && { 'content-encoding': 'gzip' }) });
      outgoing.end(isPlain ? text : gzipSync(text));
    });
  });

  afterAll(() => upstream.close());

  const ask: Endpoint['call'] = async ({ path }) =>
    answeredResponse(await fetch(`http://127.0.0.1:${upstream.port}${path}`));

  it('says nothing of what fetch has decoded, in a host that speaks Fetch as well', async () => {
    const answer = await toFetchHandler({ call: ask })(new globalThis.Request('http://a.example/gzip'));
    expect(answer.headers.has('content-encoding')).toBe(false);
    expect(answer.headers.has('content-length')).toBe(false);
    expect(await answer.text()).toBe(text);
  });

  it('says nothing of the connection to the other server', async () => {
    const { url } = await serving(ask);
    const answer = await fetch(`${url}/plain`);
    expect([answer.headers.get('connection'), await answer.text()]).toEqual(['keep-alive', text]);
  });
});
