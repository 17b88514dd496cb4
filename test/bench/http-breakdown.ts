// Where the time of a request goes: `npm run bench -- breakdown [-- --requests 20000]`. The built server answers a mix of texts, JSON with a param, and 404s
// under V8's profiler; what it saw is added up by the module that the code was written in, which the bundle says in its comments.

import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Load, firstAnswer, requestBytes } from './http-load.js';
import { bundle } from './http-rounds.js';
import { printTable } from './table.js';

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame; readonly hitCount?: number }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

/** What the kernel does, in its time. */
const socket = 'writing to the socket';

/** The first whose pattern is found in the module's name. */
const parts: readonly (readonly [string, RegExp])[] = [
  ['request object', /^src\/(?:node\/serving\/incoming|http\/(?:request|received))/],
  ['recognition', /^(?:src\/routing\/(?:recognition|patterns)|written search)/],
  ['router, controller', /^src\/routing|^server/],
  ['response object', /^src\/http\/(?:response|body|error-response|http-error)/],
  ['headers', /^(?:src\/(?:http\/headers|node\/serving\/send)|RegExp)/],
  ['listener, middleware', /^src\//],
  ['Node: HTTP', /^node:(?:_http|internal\/http|http)/],
  ['Node: sockets, streams, timers', /^node:/],
  [socket, /^(?:write|shutdown|close)/],
  ['garbage', /^\(garbage/],
  ['the system and V8', /^[^/:]*$/],
];

/** The lines of each file of the package. */
const bundles = new Map<string, readonly string[]>();

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    server: { type: 'string', default: 'waypost' },
    functions: { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
try {
  const { times, functions } = await profiled(Number(values.requests));
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  const written = times.get(socket) ?? 0;
  const share = (time: number, all: number): string => `${((100 * time) / all).toFixed(1)} %`;
  printTable({
    id: 'breakdown',
    columns: ['part', 'share', 'without the socket'],
    rows: [...times].map(([part, time]) => [
      part,
      share(time, total),
      part === socket ? '' : share(time, total - written),
    ]),
    how: `${values.requests} requests of each kind`,
  });
  if (values.functions) {
    const slowest = [...functions].toSorted(([, a], [, b]) => b - a).slice(0, 60);
    for (const [name, time] of slowest) console.log(share(time, total), name);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function profiled(count: number): Promise<Record<'times' | 'functions', Map<string, number>>> {
  const module = path.join(folder, 'server.mjs');
  await bundle(path.join(import.meta.dirname, 'http-server.ts'), module);
  const server = fork(module, [values.server], {
    execArgv: ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=200'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const port = await new Promise<number>((resolve) =>
    server.once('message', (sent) => resolve(Number(sent))),
  );
  const paths = ['/', '/users/4242', '/nowhere/at/all'];
  const load = await Load.open(port, 20);
  for (let turn = 0; turn < 20; turn++) {
    for (const asked of paths) {
      const request = requestBytes('GET', asked);
      const { length } = await firstAnswer(port, request);
      await load.run([request], Math.ceil(count / 20 / paths.length), length);
    }
  }
  load.close();
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.send('end');
  await ended;
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'))!;
  return addedUp(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Profile);
}

/** By part and by function; the first half of the time is start and warming, and does not count, nor does waiting. */
function addedUp({
  nodes,
  samples,
  timeDeltas,
}: Profile): Record<'times' | 'functions', Map<string, number>> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map(parts.map(([part]) => [part, 0]));
  const functions = new Map<string, number>();
  for (let i = Math.floor(samples.length / 2); i < samples.length; i++) {
    const frame = frames.get(samples[i]!)!;
    if (frame.functionName === '(idle)') continue;
    const module = moduleOf(frame);
    const part = parts.find(([, pattern]) => pattern.test(module))?.[0] ?? module;
    times.set(part, (times.get(part) ?? 0) + timeDeltas[i]!);
    const named = `${module} ${frame.functionName}`;
    functions.set(named, (functions.get(named) ?? 0) + timeDeltas[i]!);
  }
  return { times, functions };
}

/** `src/http/request.ts` by the bundle's comment above the line; Node's own modules by their names, and what is built into it by its own. */
function moduleOf({ url, functionName, lineNumber }: Frame): string {
  // What was made from a text has no file, but lines.
  if (url === '') return lineNumber < 0 ? functionName : 'written search';
  if (!url.startsWith('file:')) return url;
  const file = fileURLToPath(url);
  if (file.startsWith(folder)) return 'server';
  if (!bundles.has(file)) bundles.set(file, readFileSync(file, 'utf8').split('\n'));
  const heading = bundles
    .get(file)!
    .findLast((line, i) => i <= lineNumber && /^\/\/ \S+\.(?:ts|js)$/.test(line));
  return heading?.slice(3) ?? url;
}
