// One server of `npm run bench -- files`: `NAME FOLDER`. The folder's `static` is served under `/static`.

import { readFileSync, readdirSync, statSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import path from 'node:path';
import { type Endpoint, Response } from 'waypost';
import { StaticFiles, type StaticFilesOptions, toNodeListener } from 'waypost/node';
import { peer, serveNamed } from './http-process.js';

const folder = process.argv[3] ?? '';
const root = path.join(folder, 'static');
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

interface MemoryFile {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly headers304: Readonly<Record<string, string>>;
}

/** The least that a server can do which answers as waypost does, byte for byte: everything is in memory, its headers made. */
function inMemory(): RequestListener {
  const files = new Map<string, MemoryFile>(
    readdirSync(root).map((name) => {
      const file = path.join(root, name);
      const bytes = readFileSync(file);
      const { mtimeMs } = statSync(file);
      const etag = `"${bytes.length.toString(16)}-${Math.round(mtimeMs * 1000).toString(16)}"`;
      const type = types[path.extname(name)] ?? 'application/octet-stream';
      const headers304 = { 'last-modified': new Date(mtimeMs).toUTCString(), etag };
      const headers = {
        'content-type': type,
        'accept-ranges': 'bytes',
        ...headers304,
        'content-length': bytes.length,
      };
      return [`/static/${name}`, { bytes, etag, headers, headers304 }];
    }),
  );
  return (incoming, outgoing) => {
    const file = files.get(incoming.url ?? '');
    if (file === undefined) {
      outgoing.writeHead(404, { 'content-length': 0 }).end();
    } else if (incoming.headers['if-none-match'] === file.etag) {
      outgoing.writeHead(304, file.headers304).end();
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
