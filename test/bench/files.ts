// Static files beside the same files in memory: `npm run bench -- files [-- --rounds 9 --connections 20 --requests 2000 --more]`. `--more` asks send and
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
    requests: { type: 'string', default: '2000' },
    more: { type: 'boolean', default: false },
  },
});

const folder = mkdtempSync(path.join(tmpdir(), 'waypost-bench-files-'));
mkdirSync(path.join(folder, 'static'));

function whole(name: string, file: string, size: number, share = 1): Case {
  writeFileSync(path.join(folder, 'static', file), Buffer.alloc(size, file));
  return {
    name,
    requests: [requestBytes('GET', `/static/${file}`)],
    fits: ({ status, bodyLength }) => status === 200 && bodyLength === size,
    share,
  };
}

const small = whole('1 KB', 'small.css', 1024);
const cases: readonly Case[] = [
  {
    name: '304',
    requests: small.requests,
    again: ({ headers }) => [
      requestBytes('GET', '/static/small.css', { 'if-none-match': headers.get('etag') ?? '' }),
    ],
    fits: ({ status }) => status === 304,
  },
  small,
  {
    name: 'HEAD',
    requests: [requestBytes('HEAD', '/static/small.css')],
    fits: ({ status, headers, bodyLength }) =>
      status === 200 && bodyLength === 0 && headers.get('content-length') === '1024',
  },
  whole('100 KB', 'medium.js', 102_400, 1 / 4),
  whole('10 MB', 'large.bin', 10_485_760, 1 / 50),
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
        alike: ['waypost', 'waypost, cache'],
      },
    ],
    {
      rounds: Number(values.rounds),
      connections: Number(values.connections),
      requests: Number(values.requests),
      module: path.join(import.meta.dirname, 'files-server.ts'),
      args: [folder],
    },
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
