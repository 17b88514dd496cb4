// One server of `npm run bench -- files`: `NAME FOLDER`. The folder's `static` is served under `/static`.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import path from 'node:path';
import { type Endpoint, Response } from 'waypost';
import { StaticFiles, type StaticFilesOptions, toNodeListener } from 'waypost/node';
import { peer, serveNamed } from './http-process.js';

const folder = process.argv[3] ?? '';
const root = path.join(folder, 'static');
const types: Readonly<Record<string, string>> = { '.css': 'text/css', '.js': 'text/javascript' };

interface MemoryFile {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** The least that a server can do: everything is in memory, its headers made. */
function inMemory(): RequestListener {
  const files = new Map<string, MemoryFile>(
    readdirSync(root).map((name) => {
      const bytes = readFileSync(path.join(root, name));
      const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
      const type = types[path.extname(name)] ?? 'application/octet-stream';
      const headers = { 'content-type': type, 'content-length': bytes.length, etag };
      return [`/static/${name}`, { bytes, etag, headers }];
    }),
  );
  return (incoming, outgoing) => {
    const file = files.get(incoming.url ?? '');
    if (file === undefined) {
      outgoing.writeHead(404, { 'content-length': 0 }).end();
    } else if (incoming.headers['if-none-match'] === file.etag) {
      outgoing.writeHead(304, { etag: file.etag }).end();
    } else {
      outgoing.writeHead(200, file.headers).end(incoming.method === 'HEAD' ? undefined : file.bytes);
    }
  };
}

function files(options: Partial<StaticFilesOptions> = {}): Endpoint {
  const app = { call: () => new Response({ status: 404, body: 'Not Found' }) };
  return new StaticFiles({ app, root, urlPrefix: '/static', ...options });
}

await serveNamed({
  'in memory': inMemory,
  waypost: () => toNodeListener(files()),
  'waypost, cache': () => toNodeListener(files({ cache: true })),
  sirv: async () => {
    const sirv = (await peer('sirv')).default(folder, { dev: false, etag: true });
    return (incoming, outgoing) => {
      sirv(incoming, outgoing, () => outgoing.writeHead(404).end());
    };
  },
  send: async () => {
    const send = (await peer('send')).default;
    return (incoming, outgoing) => {
      send(incoming, incoming.url, { root: folder }).pipe(outgoing);
    };
  },
  '@fastify/static': async () => {
    const app = (await peer('fastify')).default();
    await app.register((await peer('@fastify/static')).default, { root, prefix: '/static/' });
    await app.ready();
    return app.server as Server;
  },
});
