// Whom a listener believes what it says of a request, and which hosts it answers for, asked through real sockets.

import { expect, it } from 'vitest';
import { Response } from '../../src/http/response.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { exchange, request as ask } from '../support/raw-http.js';
import { serving, type Call } from '../support/served-endpoint.js';

it('believes forwarded headers only where told to, and the nearest proxy most', async () => {
  const headers = {
    'x-forwarded-host': 'forged.example, public.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '6.6.6.6, 10.0.0.9',
  };
  const call: Call = (request) => new Response({ body: `${request.url} ${request.remoteAddress}` });
  const wary = await serving(call);
  expect((await ask(wary.port, 'GET', '/', headers)).body.toString()).toBe('http://localhost/ 127.0.0.1');
  const trusting = await serving(call, { trustProxy: true });
  expect((await ask(trusting.port, 'GET', '/', headers)).body.toString()).toBe(
    'https://public.example/ 10.0.0.9',
  );
});

it.each([
  ['', 'HTTPS', 'https://localhost/'],
  ['public.example, ', 'http, ftp', 'http://localhost/'],
  [':8443', '', 'http://localhost/'],
  ['public.example/path', 'https', 'https://localhost/'],
])(
  'takes a forwarded host that is none for not said, and a protocol in any case (%j, %j)',
  async (...given) => {
    const [host, proto, seen] = given;
    const { port } = await serving((request) => new Response({ body: request.url }), { trustProxy: true });
    const headers = { 'x-forwarded-host': host, 'x-forwarded-proto': proto };
    expect((await ask(port, 'GET', '/', headers)).body.toString()).toBe(seen);
  },
);

it.each([
  [['loopback'], '6.6.6.6, 9.9.9.9', 'https://public.example/ 9.9.9.9'],
  [['127.0.0.0/8', '9.9.9.9', '10.0.0.0/8'], '6.6.6.6, 10.0.0.7, 9.9.9.9', 'https://public.example/ 6.6.6.6'],
  [['127.0.0.1', '6.6.6.6'], '6.6.6.6', 'https://public.example/ 6.6.6.6'],
  // Some proxies write the port of the connection too.
  [['loopback', '10.0.0.0/8'], '6.6.6.6, 9.9.9.9:4711, 10.0.0.7:443', 'https://public.example/ 9.9.9.9'],
  [['loopback'], '[2001:db8::17]:4711', 'https://public.example/ 2001:db8::17'],
  [['loopback'], '2001:db8::17', 'https://public.example/ 2001:db8::17'],
  [['10.0.0.0/8', '::1', 'uniquelocal'], '6.6.6.6', 'http://localhost/ 127.0.0.1'],
  [[], '6.6.6.6', 'http://localhost/ 127.0.0.1'],
])('believes proxies by their addresses (%j)', async (trustProxy, forwardedFor, seen) => {
  const { port } = await serving(
    (request) => new Response({ body: `${request.url} ${request.remoteAddress}` }),
    { trustProxy },
  );
  const { body } = await ask(port, 'GET', '/', {
    'x-forwarded-host': 'public.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': forwardedFor,
  });
  expect(body.toString()).toBe(seen);
});

it.each<[readonly string[] | true, string, string]>([
  [true, 'for=192.0.2.43;proto=https;host=example.com', 'https://example.com/ 192.0.2.43'],
  [true, 'For="[2001:db8::17]:4711" ; PROTO=HTTPS', 'https://localhost/ 2001:db8::17'],
  [
    true,
    'for=6.6.6.6;host=forged.example, for=10.0.0.9;host="public.example:8443"',
    'http://public.example:8443/ 10.0.0.9',
  ],
  [['loopback'], 'for=6.6.6.6;proto=https;host=forged.example, for=9.9.9.9', 'http://localhost/ 9.9.9.9'],
  [
    ['loopback', '10.0.0.0/8'],
    'for=6.6.6.6;host=forged.example, for=9.9.9.9;proto=https, for="10.0.0.7:80";proto=http;host=inner.example',
    'https://inner.example/ 9.9.9.9',
  ],
  [['loopback', '10.0.0.0/8'], 'for=10.0.0.8, for=10.0.0.7', 'http://localhost/ 10.0.0.8'],
  [
    ['loopback', '::ffff:0:0/96', '2001:db8::/32'],
    'for=_hidden;host=a.example, for="[2001:db8::1]"',
    'http://a.example/ _hidden',
  ],
  [['loopback'], 'for=unknown;by=203.0.113.60', 'http://localhost/ unknown'],
  [['loopback'], 'host="a\\.example";proto=https', 'https://a.example/ 127.0.0.1'],
  [['loopback'], 'for=9.9.9.9;host="evil.example/path";proto=gopher', 'http://localhost/ 9.9.9.9'],
  [['10.0.0.0/8'], 'for=9.9.9.9;proto=https;host=example.com', 'http://localhost/ 127.0.0.1'],
])('believes what proxies say in Forwarded (%j, %s)', async (trustProxy, forwarded, seen) => {
  const { port } = await serving(
    (request) => new Response({ body: `${request.url} ${request.remoteAddress}` }),
    { trustProxy },
  );
  expect((await ask(port, 'GET', '/', { forwarded })).body.toString()).toBe(seen);
});

it.each([
  'for=9.9.9.9;for=8.8.8.8',
  'for=9.9.9.9;',
  'for=9.9.9.9, ',
  'for=[2001:db8::1]',
  'for="9.9.9.9',
  'for = 9.9.9.9',
  '9.9.9.9',
  'for=9.9.9.9 proto=https',
])('believes nothing of a Forwarded that is none (%s)', async (forwarded) => {
  const { port } = await serving(
    (request) => new Response({ body: `${request.url} ${request.remoteAddress}` }),
    { trustProxy: true },
  );
  expect((await ask(port, 'GET', '/', { forwarded })).body.toString()).toBe('http://localhost/ 127.0.0.1');
});

it.each([
  '"',
  'for="',
  'for="6.6.6.6',
  'for=6.6.6.6;for=6.6.6.6',
  'for=6.6.6.6;host="forged.example;proto=http',
  'for=6.6.6.6;',
  'for=6.6.6.6,',
  '',
])('believes the entries that proxies add to a Forwarded that is none (%s)', async (sent) => {
  const { port } = await serving(
    (request) => new Response({ body: `${request.url} ${request.remoteAddress}` }),
    { trustProxy: ['loopback', '2001:db8::/32'] },
  );
  const added = 'for=9.9.9.9;proto=https;host="public.example", for="[2001:db8::17]:4711"';
  expect((await ask(port, 'GET', '/', { forwarded: `${sent}, ${added}` })).body.toString()).toBe(
    'https://public.example/ 9.9.9.9',
  );
});

it('reads no Forwarded beside X-Forwarded-For, -Host or -Proto, through which a client could send its own', async () => {
  const { port } = await serving(
    (request) => new Response({ body: `${request.scriptName} ${request.url} ${request.remoteAddress}` }),
    { trustProxy: ['loopback'] },
  );
  const forwarded = 'for=6.6.6.6;host=forged.example;proto=https';
  const answered = async (headers: Record<string, string>): Promise<string> =>
    (await ask(port, 'GET', '/', { forwarded, ...headers })).body.toString();
  expect(await answered({ 'x-forwarded-for': '9.9.9.9' })).toBe(' http://localhost/ 9.9.9.9');
  expect(await answered({ 'x-forwarded-proto': 'http' })).toBe(' http://localhost/ 127.0.0.1');
  expect(await answered({ 'x-forwarded-host': 'public.example' })).toBe(' http://public.example/ 127.0.0.1');
  expect(await answered({ 'x-forwarded-prefix': '/shop' })).toBe(
    '/shop https://forged.example/shop/ 6.6.6.6',
  );
});

it.each([
  ['/shop', '/shop/orders'],
  ['/evil, /shop/', '/shop/orders'],
  ['/a/caf%C3%A9', '/a/caf%C3%A9/orders'],
  ['//evil.example', '/orders'],
  ['https://evil.example', '/orders'],
  ['/a\\b', '/orders'],
  ['/', '/orders'],
  ['', '/orders'],
])('believes a trusted proxy that took the prefix "%s" away', async (prefix, link) => {
  const links: Call = (request) => new Response({ body: `${request.scriptName}${request.path}` });
  const headers = { 'x-forwarded-prefix': prefix };
  const trusting = await serving(links, { trustProxy: ['loopback'] });
  expect((await ask(trusting.port, 'GET', '/orders', headers)).body.toString()).toBe(link);
  const wary = await serving(links);
  expect((await ask(wary.port, 'GET', '/orders', headers)).body.toString()).toBe('/orders');
});

it('refuses what is no address of a proxy, and no host to answer for', () => {
  const app = { call: () => new Response() };
  for (const address of ['10.0.0.0/33', '10.0.0.0/8x', '10.0.0.0/8e0', 'proxy', '10.0.0.0/', '1.2.3'])
    expect(() => toNodeListener(app, { trustProxy: [address] })).toThrow(
      /is no address of a proxy; give one/,
    );
  expect(() => toNodeListener(app, { hosts: ['http://x'] })).toThrow(/is no host to answer for; give a name/);
});

it.each([
  ['example.com', 200],
  ['EXAMPLE.com.:8080', 200],
  ['www.example.com', 421],
  ['example.org', 200],
  ['a.b.example.org', 200],
  ['badexample.org', 421],
  ['localhost:3000', 200],
  ['localhost:3001', 421],
  ['', 421],
])('asked for host "%s" answers %i where hosts are named', async (host, status) => {
  const { port } = await serving(() => new Response(), {
    hosts: ['example.com', '.example.org', 'localhost:3000'],
  });
  expect(await exchange(port, `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).toContain(
    `HTTP/1.1 ${status} `,
  );
});

it.each([
  ['example.com', 200],
  ['example.com:', 200],
  ['[::1]:80', 200],
  ['ex%41mple.com!$&()', 200],
  ['', 200],
  ['a b', 400],
  ['a/b', 400],
  ['user@example.com', 400],
  ['a:b', 400],
  ['a:99999', 400],
  ['a,b', 200],
  ['[::1', 400],
  ['[1:2]', 400],
  ['[::1::2]', 400],
  ['[1:2:3:4:5:6:7:8:9]', 400],
  ['[::ffff:1.2.3.4]', 200],
  ['[::ffff:192.168.100.20]', 200],
  ['[1:2:3:4:5:6:7:8]', 200],
  ['a%zz', 400],
  ['<script>', 400],
  ['\u00e9.example', 400],
])('takes the Host header "%s" for a %i', async (host, status) => {
  const { port } = await serving(() => new Response());
  expect(await exchange(port, `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).toContain(
    `HTTP/1.1 ${status} `,
  );
});
