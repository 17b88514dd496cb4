// Servers measured beside each other: processor time a request, in rounds in which they take turns.
//
// Every server runs in a process of its own, is checked, and is warmed with a mix of all cases until the engine has compiled what they need. Then
// everything is collected several times, as in every process that lives long, since that changes how quick Node is (docs/performance.md, "Servers"). A
// round measures each case in slices of a few milliseconds, in which the servers take turns, since a machine that others use is now half as
// fast and now twice. Each round has processes of its own, since no two are compiled alike. A ratio is that of two servers
// in a slice, the middle one of the round's; shown are the median of the rounds and, in brackets, their middle half. Servers load the built
// package, without a loader.

import { deepStrictEqual } from 'node:assert';
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { type FirstAnswer, Load, firstAnswer } from './http-load.js';
import { printTable } from './table.js';

export interface Case {
  readonly name: string;
  /** Requests that differ, sent in turn; the first one's answer is checked. */
  readonly requests: readonly Buffer[];
  /** Requests made of what the first answer said, in place of `requests` from then on. */
  readonly again?: (first: FirstAnswer) => readonly Buffer[];
  readonly fits: (answer: FirstAnswer) => boolean;
  /** How many requests are sent for one of the usual kind; 1 unless given, less where each is long. */
  readonly share?: number;
}

export interface Comparison {
  /** Under which docs/performance.md has its table. */
  readonly id: string;
  /** The packages that stand beside waypost. */
  readonly peers: readonly string[];
  /** The first is the one that the others are held against. */
  readonly servers: readonly string[];
  readonly cases: readonly Case[];
  /** Whether nothing is collected on purpose, as in a process that has just been started. */
  readonly isFresh?: boolean;
  /** Servers whose answers have to be those of the first, but for their date: bytes cost time, too. */
  readonly alike?: readonly string[];
}

export interface RoundOptions {
  readonly rounds: number;
  readonly connections: number;
  /** How many requests of a case a round measures. */
  readonly requests: number;
  /** The module that the server processes run: `module NAME …args`. */
  readonly module: string;
  readonly args?: readonly string[];
}

/** Requests of each case before everything is collected. Nothing gets quicker after four thousand, here or among the peers. */
const warmUp = 6000;
const warmUpTurns = 12;
/** And thereafter: what was compiled for objects that are gone is compiled again. After four, the first case measured was still a tenth slower. */
const warmUpTurnsAgain = 16;
/** A round has so many slices of each case and server, or fewer, so that no slice has fewer requests than there are connections. */
const mostSlices = 6;

const peersFolder = path.join(import.meta.dirname, 'peers');

/** Runs the comparisons and prints them as Markdown. */
export async function compare(comparisons: readonly Comparison[], options: RoundOptions): Promise<void> {
  if (!existsSync(path.join(peersFolder, 'node_modules'))) {
    console.error('installing the peers …');
    execFileSync('npm', ['ci', '--prefix', peersFolder], { stdio: 'inherit' });
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
  try {
    const module = path.join(folder, 'server.mjs');
    await bundle(options.module, module);
    for (const comparison of comparisons) await measure(comparison, { ...options, module });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes JavaScript of a server's module; the package stays what is built in `dist`. */
export async function bundle(module: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [module],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    define: { 'process.env.PEERS': JSON.stringify(pathToFileURL(`${peersFolder}/package.json`).href) },
    plugins: [
      {
        name: 'built package',
        setup({ onResolve }) {
          onResolve({ filter: /^waypost/ }, (found) => ({
            path: import.meta.resolve(found.path),
            external: true,
          }));
        },
      },
    ],
  });
}

async function measure(comparison: Comparison, options: RoundOptions): Promise<void> {
  const { id, peers, servers, cases } = comparison;
  const rounds: Micros[] = [];
  while (rounds.length < options.rounds) rounds.push(await measureRound(comparison, options, rounds.length));
  const basis = servers[0]!;
  const rows = cases.map(({ name }) => {
    const own = rounds.map((round) => round.get(keyOf(basis, name)) ?? []);
    const cells = servers.slice(1).map((server) => {
      const ratios = rounds.flatMap((round, i) => {
        const slices = round.get(keyOf(server, name))?.map((micros, k) => own[i]![k]! / micros);
        return slices === undefined ? [] : [quantile(slices, 0.5)];
      });
      if (ratios.length < rounds.length) return '–';
      const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => quantile(ratios, part).toFixed(2));
      return `${middle} (${low}–${high})`;
    });
    return [name, quantile(own.flat(), 0.5).toFixed(1), ...cells];
  });
  printTable({
    id,
    columns: ['', `${basis}, µs`, ...servers.slice(1)],
    rows,
    how: `Ratios of processor time: 1.20 is a fifth more requests in the time of the first column. Median of ${options.rounds} rounds with new processes each; in brackets the middle half of the rounds; ${options.connections} connections`,
    peers,
    peersFolder,
  });
}

/** Processor microseconds a request in each slice, by server and case. */
type Micros = ReadonlyMap<string, readonly number[]>;

const keyOf = (server: string, name: string): string => `${server}\n${name}`;

/** A round, in processes of its own. */
async function measureRound(
  { servers, cases, isFresh = false, alike = [] }: Comparison,
  options: RoundOptions,
  round: number,
): Promise<Micros> {
  const running = await Promise.all(servers.map((name) => Server.start(name, options)));
  try {
    for (const server of running) {
      for (const each of cases) await server.check(each);
      await server.warm(cases, warmUpTurns);
      if (!isFresh) await server.collect();
      await server.warm(cases, warmUpTurnsAgain);
    }
    for (const server of running) if (alike.includes(server.name)) server.checkLike(running[0]!);
    const micros = new Map<string, number[]>();
    for (const each of cases) {
      const count = countOf(each, options.requests);
      const slices = Math.max(1, Math.min(mostSlices, Math.floor(count / options.connections)));
      for (let turn = 0; turn < slices * running.length; turn++) {
        const server = running[(turn + round + Math.floor(turn / running.length)) % running.length]!;
        const measured = await server.measure(each.name, Math.ceil(count / slices));
        const key = keyOf(server.name, each.name);
        if (measured !== undefined) micros.set(key, [...(micros.get(key) ?? []), measured]);
      }
    }
    return micros;
  } finally {
    for (const server of running) server.stop();
  }
}

function countOf({ share = 1 }: Case, requests: number): number {
  return Math.ceil(requests * share);
}

interface Checked {
  readonly requests: readonly Buffer[];
  readonly length: number;
  readonly answer: FirstAnswer;
}

/** Status, headers and body, without what differs from one second to the next. */
function lasting({ status, headers, body }: FirstAnswer): unknown {
  return { status, headers: Object.fromEntries([...headers].filter(([name]) => name !== 'date')), body };
}

/** A server's process, and the connections to it. */
class Server {
  /** Only cases that it answers rightly, so that it cannot win by others. */
  private readonly checked = new Map<string, Checked>();

  private constructor(
    readonly name: string,
    private readonly process: ChildProcess,
    private readonly port: number,
    private readonly load: Load,
  ) {}

  static async start(name: string, { module, args = [], connections }: RoundOptions): Promise<Server> {
    const child = fork(module, [name, ...args], {
      execArgv: ['--expose-gc'],
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const port = Number(await messageFrom(child));
    return new Server(name, child, port, await Load.open(port, connections));
  }

  async check({ name, requests, again, fits }: Case): Promise<void> {
    let sent = requests;
    let answer = await firstAnswer(this.port, sent[0]!).catch(() => undefined);
    if (answer !== undefined && again !== undefined) {
      sent = again(answer);
      answer = await firstAnswer(this.port, sent[0]!).catch(() => undefined);
    }
    if (answer !== undefined && fits(answer))
      this.checked.set(name, { requests: sent, length: answer.length, answer });
  }

  /** Throws where an answer is not that of the other server. */
  checkLike(other: Server): void {
    for (const [name, { answer }] of other.checked) {
      const own = this.checked.get(name)?.answer;
      deepStrictEqual(own && lasting(own), lasting(answer), `'${this.name}' answers '${name}' otherwise`);
    }
  }

  /**
   * A mix of everything, as in life. It is measured, too: for the first message that asks for its time, a process throws away what it had compiled of ticks and
   * events, and who needs few of them for a request takes the longer to compile that again.
   */
  async warm(cases: readonly Case[], turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn++)
      for (const each of cases) await this.measure(each.name, countOf(each, warmUp / warmUpTurns));
  }

  /** Processor microseconds a request; undefined for a case that it does not answer rightly. */
  async measure(name: string, count: number): Promise<number | undefined> {
    const checked = this.checked.get(name);
    if (checked === undefined) return undefined;
    const before = await this.processorMicros();
    await this.load.run(checked.requests, count, checked.length);
    return ((await this.processorMicros()) - before) / count;
  }

  stop(): void {
    this.load.close();
    this.process.kill('SIGKILL');
  }

  async collect(): Promise<void> {
    await this.answerTo('collect');
  }

  private async processorMicros(): Promise<number> {
    return Number(await this.answerTo('processor time'));
  }

  private answerTo(wish: string): Promise<unknown> {
    this.process.send(wish);
    return messageFrom(this.process);
  }
}

function messageFrom(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`a server ended with ${code}`));
    child.once('exit', ended).once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * part)]!;
}
