// waypost behind nginx and HAProxy, which also end TLS: what their headers say of host, protocol, client and prefix, believed from the proxy's
// address alone.
// The configurations are those of docs/embedding.md. A proxy that is not installed is skipped, and the report says so.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request as dial } from 'node:http';
import { request as dialSafely } from 'node:https';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Response, routes, type Request } from '../../src/index.js';
import { toNodeListener } from '../../src/node/index.js';
import { type TestServer, listening } from '../support/raw-http.js';

type Links = { urlFor(name: string, id: string): string };

const router = routes`
  get '/orders/:id', as => 'order', to => ${(request: Request) =>
    Response.json({
      url: (request.helpers as Links).urlFor('order', '8'),
      id: request.params['id'],
      client: request.remoteAddress,
    })};
  post '/echo', to => ${async (request: Request) => Response.text(await request.text())};
  get '/stream', to => ${() => new Response({ body: ticking(), headers: { 'content-type': 'text/plain' } })};
`;

async function* ticking(): AsyncGenerator<string> {
  yield 'one ';
  await pause(20);
  yield 'two';
}

interface Ports {
  readonly plain: number;
  readonly tls: number;
  readonly application: number;
}

interface Proxy {
  readonly configuration: (ports: Ports, folder: string) => string;
  readonly command: (file: string, folder: string) => readonly [string, ...string[]];
  /** What has become of an id `a%2Fb`. */
  readonly escapedSlash: string;
}

const nginxLocation = `
location /shop/ {
  proxy_pass http://127.0.0.1:3000/;
  proxy_http_version 1.1;
  proxy_set_header X-Forwarded-Host $http_host;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Prefix /shop;
}
`;

const haproxyRules = `
http-request set-header X-Forwarded-Host %[req.hdr(host)]
http-request set-header X-Forwarded-Proto %[ssl_fc,iif(https,http)]
http-request set-header X-Forwarded-Prefix /shop
http-request replace-path ^/shop/?(.*) /\\1
option forwardfor
`;

const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    configuration: ({ plain, tls, application }, folder) => `
daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${plain};
    listen 127.0.0.1:${tls} ssl;
    ssl_certificate ${folder}/certificate.pem;
    ssl_certificate_key ${folder}/certificate.pem;
    ${nginxLocation.replace('3000', String(application))}
  }
}`,
    command: (file, folder) => ['nginx', '-p', folder, '-c', file, '-e', 'stderr'],
    escapedSlash: '404',
  },
  haproxy: {
    configuration: ({ plain, tls, application }, folder) => `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend web
  bind 127.0.0.1:${plain}
  bind 127.0.0.1:${tls} ssl crt ${folder}/certificate.pem
${haproxyRules.trim().replace(/^/gm, '  ')}
  default_backend application
backend application
  server one 127.0.0.1:${application}
`,
    command: (file) => ['haproxy', '-db', '-f', file],
    escapedSlash: 'a/b',
  },
};

const search = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore', env: { ...process.env, PATH: search } });
    return true;
  } catch {
    return false;
  }
}

/** A certificate of our own for an hour, its key in the same file. */
function writeCertificate(folder: string): void {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const words = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=public.example',
  ];
  execFileSync('openssl', [...words, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  appendFileSync(certificate, readFileSync(key));
}

async function freePort(): Promise<number> {
  const server = createSocketServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Asks from 127.0.0.2, which is no proxy's address. */
function ask(
  port: number,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  { body, tls = false }: { readonly body?: string; readonly tls?: boolean } = {},
): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const options = { host: '127.0.0.1', port, path: target, method, headers, localAddress: '127.0.0.2' };
  return new Promise((resolve, reject) => {
    const send = tls ? dialSafely : dial;
    const request = send({ ...options, rejectUnauthorized: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode!, headers: incoming.headers, body: text }),
      );
    });
    request.on('error', reject).end(body);
  });
}

describe.each(Object.entries(proxies))('%s', (name, { configuration, command, escapedSlash }) => {
  let application: TestServer;
  let port: number;
  let ports: Ports;
  let proxy: ChildProcess;
  let folder: string;
  const installed = isInstalled(name);

  beforeAll(async () => {
    if (!installed) return;
    application = await listening(toNodeListener(router, { trustProxy: ['127.0.0.1'] }));
    port = await freePort();
    ports = { plain: port, tls: await freePort(), application: application.port };
    folder = mkdtempSync(path.join(tmpdir(), `waypost-${name}-`));
    const file = path.join(folder, 'configuration');
    writeCertificate(folder);
    writeFileSync(file, configuration(ports, folder));
    const [program, ...words] = command(file, folder);
    proxy = spawn(program, words, { stdio: 'ignore', env: { ...process.env, PATH: search } });
    await vi.waitFor(() => ask(port, '/'), 5000);
  });
  afterAll(async () => {
    if (!installed) return;
    proxy.kill();
    await application.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(!installed)('says host, protocol, client and prefix', async () => {
    const { body } = await ask(port, '/shop/orders/7', { host: 'public.example' });
    expect(JSON.parse(body)).toEqual({
      url: 'http://public.example/shop/orders/8',
      id: '7',
      client: '127.0.0.2',
    });
  });

  it.skipIf(!installed)('says that a client came by TLS', async () => {
    const headers = { host: 'public.example', 'x-forwarded-proto': 'http' };
    const { body } = await ask(ports.tls, '/shop/orders/7', headers, { tls: true });
    expect(JSON.parse(body)).toEqual({
      url: 'https://public.example/shop/orders/8',
      id: '7',
      client: '127.0.0.2',
    });
  });

  it.skipIf(!installed)('believes nothing that a client says in its place', async () => {
    const forged = {
      host: 'public.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/evil',
      'x-forwarded-for': '6.6.6.6',
    };
    const through = JSON.parse((await ask(port, '/shop/orders/7', forged)).body) as object;
    expect(through).toEqual({ url: 'http://public.example/shop/orders/8', id: '7', client: '127.0.0.2' });
    const past = JSON.parse((await ask(application.port, '/orders/7', forged)).body) as object;
    expect(past).toEqual({ url: 'http://public.example/orders/8', id: '7', client: '127.0.0.2' });
  });

  it.skipIf(!installed)('brings bodies, streams, refusals and escapes', async () => {
    expect((await ask(port, '/shop/echo', { 'content-type': 'text/plain' }, { body: 'a body' })).body).toBe(
      'a body',
    );
    expect((await ask(port, '/shop/stream')).body).toBe('one two');
    const refused = await ask(port, '/shop/echo');
    expect([refused.status, refused.headers.allow]).toEqual([405, 'POST']);
    const escaped = await ask(port, '/shop/orders/a%2Fb');
    expect(
      escaped.status === 200 ? (JSON.parse(escaped.body) as { id: string }).id : `${escaped.status}`,
    ).toBe(escapedSlash);
  });
});
