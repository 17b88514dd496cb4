// The second half of the soak: the built `waypost serve --workers 2 --watch`, while its files change and its workers die.
//
// A reload and a worker that is told to end lose nothing. A worker that is killed takes the answers it was giving with it, and those alone: what is
// lost must have been under way when a worker was killed, or begun before the supervisor could know of that. A request on a kept connection that just then ends is sent once more, as every HTTP client does.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Latencies } from './latencies.js';

const command = new URL('../../dist/bin/waypost.js', import.meta.url).pathname;
const workerConnections = 16;

/** Milliseconds that a new worker is given to listen, on a slow machine too. */
const restart = 5000;

interface Outcome {
  readonly answered: number;
  readonly lost: number;
  /** Of these, those that were not under way when a worker was killed. */
  readonly lostUnasked: number;
  readonly sentAgain: number;
  readonly reloads: number;
  readonly ended: number;
  readonly killed: number;
  /** Of the supervising process, after the first fifth and at the end. */
  readonly files: readonly [number, number];
  readonly resident: readonly [number, number];
  readonly latencies: Latencies;
}

/** Sends so many requests, and resolves with what became of them. */
export async function soakWorkers(total: number): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waypost-soak-'));
  const controller = path.join(folder, 'controllers/answers.mjs');
  const write = (version: number): void => {
    // Into its place at once: half a file would be a version that does not start.
    writeFileSync(
      `${controller}.next`,
      `// version ${version}
       export const pid = () => String(process.pid);
       export const slow = () => new Promise((resolve) => setTimeout(resolve, 20, 'slow'));
       export const upload = async (request) => String((await request.bytes()).length);`,
    );
    renameSync(`${controller}.next`, controller);
  };
  mkdirSync(path.dirname(controller), { recursive: true });
  mkdirSync(path.join(folder, 'config'));
  writeFileSync(
    path.join(folder, 'config/routes'),
    "routes {\n  get '/pid', to => 'answers#pid'\n  get '/slow', to => 'answers#slow'\n  post '/upload', to => 'answers#upload'\n}\n",
  );
  write(0);
  const server = spawn(
    process.execPath,
    [command, 'serve', path.join(folder, 'config/routes'), '--port', '0', '--workers', '2', '--watch'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    let printed = '';
    const port = await new Promise<number>((resolve, reject) => {
      server.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const found = /Listening on \S+:(\d+)/.exec(printed);
        if (found !== null) resolve(Number(found[1]));
      });
      server.once('exit', () => reject(new Error(`the server did not start: ${printed}`)));
    });
    return await soaked(port, server.pid!, total, write);
  } finally {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function soaked(
  port: number,
  primary: number,
  total: number,
  write: (version: number) => void,
): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: workerConnections });
  const latencies = new Latencies();
  const upload = Buffer.alloc(20_000, 'u');
  const pids = new Set<number>();
  const count = { answered: 0, lost: 0, lostUnasked: 0, sentAgain: 0, reloads: 0, ended: 0, killed: 0 };
  /** Requests under way; true for those that were when a worker was killed, or before the supervisor could know of it. */
  const underWay = new Map<number, boolean>();
  /** Workers that are to go. A process that has ended is there until the supervisor has seen it. */
  const leaving = new Set<number>();
  let killed: number | undefined;
  const basis: { files?: number; resident?: number } = {};

  const exchange = (
    method: string,
    target: string,
    body: Buffer | undefined,
    through: Agent | false = agent,
  ): Promise<string> =>
    new Promise((resolve, reject) => {
      // New connections now and then, so that every worker gets some.
      const headers = count.answered % 10 === 0 ? { connection: 'close' } : {};
      const outgoing = send({ port, agent: through, method, path: target, headers }, (incoming) => {
        let text = '';
        incoming
          .on('data', (chunk: Buffer) => (text += chunk.toString()))
          .on('end', () =>
            incoming.complete ? resolve(`${incoming.statusCode} ${text}`) : reject(new Error('cut off')),
          )
          .on('error', reject);
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) =>
        reject(Object.assign(error, { isKept: outgoing.reusedSocket })),
      );
      outgoing.end(body);
    });
  const one = async (turn: number): Promise<void> => {
    const [method, target, body, expected] = (
      [
        ['GET', '/pid', undefined, /^200 \d+$/],
        ['GET', '/slow', undefined, /^200 slow$/],
        ['POST', '/upload', upload, /^200 20000$/],
        ['GET', '/missing', undefined, /^404 /],
      ] as const
    )[turn % 4]!;
    const start = performance.now();
    underWay.set(turn, killed !== undefined && isThere(killed));
    try {
      const answer = await exchange(method, target, body).catch((error: { isKept?: boolean }) => {
        if (error.isKept !== true) throw error;
        count.sentAgain += 1;
        // On a connection of its own: other kept ones may have ended with the same worker.
        return exchange(method, target, body, false);
      });
      latencies.add(performance.now() - start);
      if (!expected.test(answer))
        throw new Error(`${method} ${target} was answered '${answer.slice(0, 100)}'`);
      count.answered += 1;
      const pid = Number(answer.slice(4));
      if (target === '/pid' && !leaving.has(pid)) pids.add(pid);
    } catch (error) {
      count.lost += 1;
      if (underWay.get(turn) !== true) {
        count.lostUnasked += 1;
        console.log(`  lost: ${method} ${target}: ${String(error)}`);
      }
    } finally {
      underWay.delete(turn);
    }
  };
  const worker = (): number | undefined => {
    const pid = [...pids].at(-1);
    pids.clear();
    return pid;
  };
  const signal = (name: 'SIGTERM' | 'SIGKILL'): boolean => {
    const pid = worker();
    if (pid === undefined || pid === primary) return false;
    try {
      process.kill(pid, name);
    } catch {
      return false;
    }
    leaving.add(pid);
    if (name === 'SIGKILL') killed = pid;
    return true;
  };

  let sent = 0;
  let happened = 0;
  const step = Math.max(500, Math.ceil(total / 60));
  let due = step;
  let quietUntil = 0;
  const events = [
    () => {
      write((count.reloads += 1));
      for (const pid of pids) leaving.add(pid);
      pids.clear();
    },
    () => void (count.ended += Number(signal('SIGTERM'))),
    () => {
      if (!signal('SIGKILL')) return;
      count.killed += 1;
      for (const turn of underWay.keys()) underWay.set(turn, true);
    },
  ];
  await Promise.all(
    Array.from({ length: workerConnections }, async () => {
      while (sent < total) {
        const turn = sent++;
        // One at a time: with both workers gone at once there would be nobody to answer. So two have to be there that are not leaving.
        const isDue = turn >= due && performance.now() > quietUntil && pids.size > 1;
        if (isDue && ![...leaving].some(isThere)) {
          quietUntil = performance.now() + restart;
          events[happened++ % events.length]!();
          due = turn + step;
        }
        if (turn === Math.floor(total / 5)) Object.assign(basis, held(primary));
        await one(turn);
      }
    }),
  );
  agent.destroy();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const end = held(primary);
  return {
    ...count,
    files: [basis.files ?? end.files, end.files],
    resident: [basis.resident ?? end.resident, end.resident],
    latencies,
  };
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function held(pid: number): { readonly files: number; readonly resident: number } {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return { files: readdirSync(`/proc/${pid}/fd`).length, resident: pages * 4096 };
}
