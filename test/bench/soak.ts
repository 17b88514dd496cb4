// Hours in minutes: a million requests of every kind, good and bad, while the server's memory and open files are watched, and every answer is held to
// what it should be. `npm run soak [-- --requests N]`; it stays on this machine, and ends by itself.
//
// Nine tenths go to one server, one tenth to workers that are replaced and killed (`soak-workers.ts`). The server is a process of its own with a stack, static files, uploads and streams. Every tenth of the way it collects its garbage and says what it
// holds. After the first fifth neither may grow: 16 MB of heap and no open file are the tolerance, and going beyond ends with status 1.
//
// The resident memory is told with its part that belongs to V8's heap. Most of the rest is free memory that malloc keeps for each thread
// which compresses or reads files: with glibc it goes up and down by some fifty megabytes as it does under a plain `node:http` server, of which
// five or six are in use (`malloc_info`).

import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type ClientRequest, request as send } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { HttpError } from '../../src/http/http-error.js';
import { Response } from '../../src/http/response.js';
import { RequestId } from '../../src/middleware/request-id.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';
import { fromConnect } from '../../src/node/serving/from-connect.js';
import { serve } from '../../src/node/serving/serve.js';
import { StaticFiles } from '../../src/node/static/static-files.js';
import { Latencies } from './latencies.js';
import { soakWorkers } from './soak-workers.js';

interface Held {
  readonly heap: number;
  readonly rss: number;
  readonly v8: number;
  readonly files: number;
}

if (process.send === undefined) await soak();
else await serveStack(process.argv[2]!);

async function serveStack(root: string): Promise<void> {
  const { default: compression } = await import('compression');
  const { default: helmet } = await import('helmet');
  const text = Array.from({ length: 60_000 }, (_, i) => `line ${i * 7919}`).join('\n');
  const stack = new MiddlewareStack()
    .use('request-id', RequestId)
    .use('static', StaticFiles, {
      root,
      urlPrefix: '/static',
      cache: { maxFileBytes: 2000, maxBytes: 100_000 },
    })
    .use('compression', fromConnect(compression()))
    .use('helmet', fromConnect(helmet()));
  const app = stack.build({
    async call(request) {
      if (request.path === '/upload') return Response.json({ bytes: (await request.bytes()).length });
      if (request.path === '/echo') return new Response({ body: request.body });
      if (request.path === '/text') return new Response({ body: text });
      if (request.path === '/fail') throw new HttpError(422);
      if (request.path === '/broken') throw new Error('broken');
      if (request.path === '/wait')
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
      return new Response({ body: 'hello' });
    },
  });
  // No kept connection is closed by the server while a request is on its way to it: whatever is lost is lost for another reason.
  const server = await serve(app, { port: 0, keepAliveTimeout: 600_000, onError: () => undefined });
  const tell = async (): Promise<void> => {
    // What a first collection lets go of, such as buffers, is counted as held until the next.
    for (let i = 0; i < 3; i++) {
      globalThis.gc?.();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { heapUsed, external, heapTotal, rss } = process.memoryUsage();
    process.send!({
      heap: heapUsed + external,
      rss,
      v8: heapTotal,
      files: readdirSync('/proc/self/fd').length,
    } satisfies Held);
  };
  process.on('message', () => void tell());
  process.send!(server.port);
}

async function soak(): Promise<void> {
  const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } });
  const all = Number(values.requests);
  const total = Math.ceil(all * 0.9);
  const root = mkdtempSync(path.join(tmpdir(), 'waypost-soak-'));
  writeFileSync(path.join(root, 'small.txt'), 'a'.repeat(1000));
  writeFileSync(path.join(root, 'medium.txt'), 'b'.repeat(50_000));
  writeFileSync(path.join(root, 'large.bin'), Buffer.alloc(3_000_000, 'c'));
  const server = fork(import.meta.filename, [root], { execArgv: ['--import', 'tsx', '--expose-gc'] });
  const told = <Value>(): Promise<Value> =>
    new Promise((resolve) => server.once('message', (message) => resolve(message as Value)));
  const port = await told<number>();
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const held = async (): Promise<Held> => {
    agent.destroy();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const answer = told<Held>();
    server.send('held');
    return answer;
  };
  const latencies = new Latencies();
  const wrong: string[] = [];
  const kinds = requestKinds(port, agent, latencies, wrong);
  let basis: Held | undefined;
  let failed = false;
  try {
    for (let tenth = 1; tenth <= 10; tenth++) {
      let left = Math.ceil(total / 10);
      const worker = async (): Promise<void> => {
        while (left-- > 0) {
          const kind = kinds[left % kinds.length]!;
          await kind();
        }
      };
      await Promise.all(Array.from({ length: 20 }, worker));
      const now = await held();
      console.log(
        `${(tenth * total) / 10} requests: heap ${megabytes(now.heap)} MB, resident ${megabytes(now.rss)} MB (${megabytes(now.v8)} of V8), ${now.files} open files`,
      );
      if (tenth === 2) basis = now;
      if (basis !== undefined && (now.heap > basis.heap + 16 * 1024 * 1024 || now.files > basis.files))
        failed = true;
    }
  } finally {
    server.kill();
    rmSync(root, { recursive: true, force: true });
  }
  console.log(`one server: ${wrong.length} wrong or lost answers, ${latencies.toString()}`);
  for (const text of wrong.slice(0, 10)) console.log(`  ${text}`);
  console.log(failed ? 'something was kept that should have been let go' : 'nothing was kept');

  const workers = await soakWorkers(all - total);
  const { answered, lost, lostUnasked, sentAgain, reloads, ended, killed, files, resident } = workers;
  console.log(
    `workers: ${answered} answered, ${lost - lostUnasked} lost with the workers that were killed${lostUnasked > 0 ? ` and ${lostUnasked} otherwise` : ''}, ${sentAgain} sent again, over ${reloads} reloads, ${ended} workers ended and ${killed} killed; ${workers.latencies.toString()}`,
  );
  console.log(
    `supervisor: ${files[0]} → ${files[1]} open files, ${megabytes(resident[0])} → ${megabytes(resident[1])} MB resident`,
  );
  const isKept = files[1] > files[0] + 2 || resident[1] > resident[0] + 32 * 1024 * 1024;
  process.exitCode = failed || wrong.length > 0 || isKept || lostUnasked > 0 ? 1 : 0;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

/** One of each: answered, refused, broken off by the client before, in and after the body. */
function requestKinds(
  port: number,
  agent: Agent,
  latencies: Latencies,
  wrong: string[],
): readonly (() => Promise<void>)[] {
  const exchange = async (
    status: number,
    method: string,
    target: string,
    headers: Record<string, string | number> = {},
    body?: Uint8Array,
  ): Promise<void> => {
    const start = performance.now();
    const outgoing = send({ port, agent, method, path: target, headers });
    try {
      const answered = await finished(outgoing, () => outgoing.end(body));
      latencies.add(performance.now() - start);
      if (answered !== status) wrong.push(`${method} ${target} was answered ${answered}, not ${status}`);
    } catch (error) {
      wrong.push(`${method} ${target}: ${String(error)}`);
    }
  };
  const brokenOff = (target: string, headers: string, body: string, afterBytes: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\n${headers}\r\n${body}`),
      );
      let received = 0;
      socket.on('data', (chunk) => {
        received += chunk.length;
        if (received >= afterBytes) socket.destroy();
      });
      socket.on('error', () => undefined).on('close', () => resolve());
      if (afterBytes === 0) setTimeout(() => socket.destroy(), 5);
    });
  const bytes = new Uint8Array(20_000);
  return [
    () => exchange(200, 'GET', '/'),
    () => exchange(200, 'GET', '/?q=%zz'),
    () => exchange(200, 'GET', '/static/small.txt'),
    () => exchange(200, 'GET', '/static/medium.txt'),
    () => exchange(200, 'GET', '/static/missing.txt'),
    () => exchange(200, 'GET', '/static/../../etc/passwd'),
    () => exchange(304, 'GET', '/static/small.txt', { 'if-modified-since': new Date().toUTCString() }),
    () => exchange(206, 'GET', '/static/large.bin', { range: 'bytes=100-200,5000-6000,-1' }),
    () => exchange(416, 'GET', '/static/large.bin', { range: 'bytes=99999999999-' }),
    () => exchange(200, 'HEAD', '/static/large.bin'),
    () => exchange(200, 'POST', '/upload', { 'content-length': bytes.length }, bytes),
    () => exchange(200, 'POST', '/echo', {}, bytes),
    () => exchange(200, 'POST', '/', { 'content-length': bytes.length }, bytes),
    () => exchange(422, 'GET', '/fail'),
    () => exchange(500, 'GET', '/broken'),
    () => exchange(200, 'GET', '/', { cookie: 'a'.repeat(8000) }),
    () => exchange(200, 'GET', '/echo', { 'accept-encoding': 'gzip' }),
    () => brokenOff('/text', 'accept-encoding: br\r\n', '', 20_000),
    () => brokenOff('/wait', '', '', 0),
    () => brokenOff('/upload', 'content-length: 100000\r\n', 'half', 0),
    () => brokenOff('/static/large.bin', '', '', 100_000),
    () => brokenOff('/', `x-big: ${'a'.repeat(100_000)}\r\n`, '', 1),
  ];
}

/** The status, when the answer is there whole. */
function finished(
  outgoing: ClientRequest,
  start: (outgoing: ClientRequest) => void,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    outgoing.on('response', (incoming) =>
      incoming
        .on('end', () => (incoming.complete ? resolve(incoming.statusCode) : reject(new Error('cut off'))))
        .on('error', reject)
        .resume(),
    );
    outgoing.on('error', reject);
    start(outgoing);
  });
}
