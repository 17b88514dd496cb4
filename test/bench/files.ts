// Static files beside the same files in memory: `npm run bench -- files [-- --rounds 9 --connections 20 --requests 1000 --more]`. `--more` asks send and
// @fastify/static too. How they are measured is said in `http-rounds.ts`.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { requestBytes } from './http-load.js';
import { type Case, compare } from './http-rounds.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    connections: { type: 'string', default: '20' },
    requests: { type: 'string', default: '1000' },
    more: { type: 'boolean', default: false },
  },
});
const count = Number(values.requests);

const folder = mkdtempSync(path.join(tmpdir(), 'waypost-bench-files-'));
mkdirSync(path.join(folder, 'static'));

function whole(name: string, file: string, size: number, times: number): Case {
  writeFileSync(path.join(folder, 'static', file), Buffer.alloc(size, file));
  return {
    name,
    requests: [requestBytes('GET', `/static/${file}`)],
    fits: ({ status, bodyLength }) => status === 200 && bodyLength === size,
    count: times,
  };
}

const small = whole('1 KB', 'small.css', 1024, count);
const cases: readonly Case[] = [
  {
    name: '304',
    requests: small.requests,
    again: ({ headers }) => [
      requestBytes('GET', '/static/small.css', { 'if-none-match': headers.get('etag') ?? '' }),
    ],
    fits: ({ status }) => status === 304,
    count,
  },
  small,
  {
    name: 'HEAD',
    requests: [requestBytes('HEAD', '/static/small.css')],
    fits: ({ status, headers, bodyLength }) =>
      status === 200 && bodyLength === 0 && headers.get('content-length') === '1024',
    count,
  },
  whole('100 KB', 'medium.js', 102_400, Math.ceil(count / 4)),
  whole('10 MB', 'large.bin', 10_485_760, Math.ceil(count / 50)),
];

try {
  await compare(
    [
      {
        id: 'files',
        peers: ['sirv', ...(values.more ? ['send', '@fastify/static'] : [])],
        servers: [
          'in memory',
          'waypost',
          'waypost, cache',
          'sirv',
          ...(values.more ? ['send', '@fastify/static'] : []),
        ],
        cases,
      },
    ],
    {
      rounds: Number(values.rounds),
      connections: Number(values.connections),
      module: path.join(import.meta.dirname, 'files-server.ts'),
      args: [folder],
    },
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
