// End to end: requests a second of waypost and its peers, as ratios to bare `node:http` of the same run. `npm run bench:http [-- --seconds 3 --rounds 3]`
//
// Every server is a process of its own on one core, the client (`wrk` if it is installed, else `autocannon`) on another; servers take turns in
// every round, and the medians are shown. Before a server is timed its answers are checked. Processor time a request is the steadier
// number on a machine with other work.

import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { request as ask } from '../support/raw-http.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '50' },
    only: { type: 'string', multiple: true },
    skip: { type: 'string', multiple: true },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const here = import.meta.dirname;

interface Case {
  readonly name: string;
  readonly path: string;
  readonly status: number;
  /** The body, or its length. */
  readonly body?: string | number;
  /** Headers made of those that a first answer had. */
  readonly headers?: (first: Readonly<Record<string, string>>) => Record<string, string>;
}

const dynamicCases: readonly Case[] = [
  { name: 'hello', path: '/', status: 200, body: 'Hello, world' },
  { name: 'param', path: '/users/42', status: 200, body: '{"id":"42"}' },
  { name: 'miss', path: '/nowhere/at/all', status: 404 },
];
const staticCases: readonly Case[] = [
  { name: '1 KB', path: '/static/small.css', status: 200, body: 1024 },
  { name: '100 KB', path: '/static/medium.js', status: 200, body: 102_400 },
  { name: '10 MB', path: '/static/large.bin', status: 200, body: 10_485_760 },
  {
    name: '304',
    path: '/static/small.css',
    status: 304,
    headers: (first) => ({
      'if-none-match': first['etag'] ?? '',
      'if-modified-since': first['last-modified'] ?? '',
    }),
  },
];
const dynamicServers = [
  'raw node:http',
  'waypost',
  'waypost without routes',
  'fastify',
  'hono',
  'koa',
  'express',
  'polka',
  'h3',
];
const staticServers = ['waypost static', 'waypost static, cache', 'sirv', 'send', 'fastify static'];

const chosen = (name: string): boolean =>
  (values.only?.some((part) => name.includes(part)) ?? true) && !(values.skip?.includes(name) ?? false);

if (!existsSync(path.join(here, 'peers/node_modules'))) {
  console.log('installing the peers …');
  execFileSync('npm', ['ci', '--prefix', path.join(here, 'peers')], { stdio: 'inherit' });
}

const folder = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
const staticFolder = path.join(folder, 'static');
mkdirSync(staticFolder);
writeFileSync(path.join(staticFolder, 'small.css'), 'a'.repeat(1024));
writeFileSync(path.join(staticFolder, 'medium.js'), 'b'.repeat(102_400));
writeFileSync(path.join(staticFolder, 'large.bin'), Buffer.alloc(10_485_760, 'c'));

try {
  await compare('dynamic', dynamicServers.filter(chosen), dynamicCases);
  await compare('static', staticServers.filter(chosen), staticCases);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Measure {
  readonly perSecond: number;
  readonly processorMicros: number;
}

async function compare(title: string, servers: readonly string[], cases: readonly Case[]): Promise<void> {
  const results = new Map<string, Measure[]>();
  for (let round = 0; round < rounds; round++) {
    const turned = [...servers.slice(round % servers.length), ...servers.slice(0, round % servers.length)];
    for (const server of turned) {
      const running = await started(server, 4300 + round);
      try {
        for (const each of cases) {
          const measure = await measured(running, each);
          if (measure === undefined) continue;
          const key = `${server}\n${each.name}`;
          results.set(key, [...(results.get(key) ?? []), measure]);
        }
      } finally {
        running.process.kill('SIGKILL');
      }
    }
  }
  const median = (server: string, name: string, pick: (measure: Measure) => number): number | undefined => {
    const sorted = (results.get(`${server}\n${name}`) ?? []).map(pick).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)];
  };
  const basis = servers[0]!;
  console.log(`\n${title}: requests a second (ratio to ${basis}; µs of processor a request)`);
  for (const server of servers) {
    const cells = cases.map(({ name }) => {
      const perSecond = median(server, name, (measure) => measure.perSecond);
      if (perSecond === undefined) return `${name} –`.padEnd(34);
      const ratio = perSecond / (median(basis, name, (measure) => measure.perSecond) ?? perSecond);
      const micros = median(server, name, (measure) => measure.processorMicros)!;
      return `${name} ${Math.round(perSecond)} (${ratio.toFixed(2)}; ${micros.toFixed(1)})`.padEnd(34);
    });
    console.log(`${server.padEnd(24)}${cells.join('')}`);
  }
}

interface Running {
  readonly process: ChildProcess;
  readonly port: number;
}

async function started(name: string, port: number): Promise<Running> {
  const server = fork(path.join(here, 'http-server.ts'), [name, String(port), staticFolder], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    server.once('message', () => resolve());
    server.once('exit', (code) => reject(new Error(`the server '${name}' ended with ${code}`)));
  });
  pin(server.pid!, 0);
  return { process: server, port };
}

/** Undefined where the server's answer is not the one that was asked for, so that it cannot win by it. */
async function measured({ process: server, port }: Running, each: Case): Promise<Measure | undefined> {
  const first = await ask(port, 'GET', each.path);
  const headers = each.headers?.(first.headers) ?? {};
  const answer = await ask(port, 'GET', each.path, headers);
  const bodyFits =
    each.body === undefined ||
    (typeof each.body === 'number' ? answer.body.length === each.body : answer.body.toString() === each.body);
  if (answer.status !== each.status || !bodyFits) return undefined;
  await load(port, each.path, headers, 0.5);
  const before = processorSeconds(server.pid!);
  const { requests, elapsed } = await load(port, each.path, headers, seconds);
  return {
    perSecond: requests / elapsed,
    processorMicros: ((processorSeconds(server.pid!) - before) / requests) * 1e6,
  };
}

interface Load {
  readonly requests: number;
  readonly elapsed: number;
}

async function load(
  port: number,
  target: string,
  headers: Readonly<Record<string, string>>,
  duration: number,
): Promise<Load> {
  const url = `http://127.0.0.1:${port}${target}`;
  if (hasCommand('wrk')) {
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const output = await run('wrk', [
      '-t1',
      `-c${values.connections}`,
      `-d${Math.max(1, Math.round(duration))}s`,
      ...fields,
      url,
    ]);
    const match = /(\d+) requests in ([\d.]+)s/.exec(output)!;
    return { requests: Number(match[1]), elapsed: Number(match[2]) };
  }
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const script = path.join(here, 'peers/node_modules/autocannon/autocannon.js');
  const output = await run(process.execPath, [
    script,
    '-j',
    '-c',
    values.connections,
    '-d',
    String(Math.max(1, duration)),
    ...fields,
    url,
  ]);
  const result = JSON.parse(output) as { requests: { total: number }; duration: number };
  return { requests: result.requests.total, elapsed: result.duration };
}

function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    pin(child.pid!, 1);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.once('error', reject).once('close', () => resolve(output));
  });
}

function pin(pid: number, core: number): void {
  if (hasCommand('taskset'))
    execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });
}

/** User and system time of a process, from Linux's accounts; not a number elsewhere. */
function processorSeconds(pid: number): number {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return Number.NaN;
  const fields = readFileSync(stat, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function hasCommand(name: string): boolean {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some((place) => existsSync(path.join(place, name)));
}
