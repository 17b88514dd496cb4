// What recognising a path costs, by the number of routes, beside other routers. `npm run bench`
//
// Every library, table and round has a process of its own, in turns; the file bundles itself, as the package is bundled.
// Each look-up gets a string that was never seen before, and reads the first value of the answer. Answers are checked
// before the clock starts, against the table itself; a library that gives a wrong one is shown with `!`. Processor time,
// so that what else the machine does counts little; medians of batches and rounds; the ratio is to the fastest peer that
// is right. `ROUNDS=5 npm run bench` for a longer run, `SIZES=1000` for one table.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Measured, type RouterName, routers, waypostFormatsFind } from './recognition-routers.js';
import {
  type LookUp,
  lookUps,
  tableOf,
  type TableRoute,
  type Workload,
  workloads,
} from './recognition-tables.js';

type Contender = RouterName | 'waypost (.:format)';

interface Figures {
  readonly nanoseconds: Readonly<Partial<Record<Workload, number>>>;
  readonly isWrong: boolean;
  readonly buildMilliseconds: number;
}

const rounds = Number(process.env['ROUNDS'] ?? 1);
const sizes = (process.env['SIZES'] ?? '10,100,1000,10000').split(',').map(Number);
const contenders: readonly Contender[] = [
  'waypost',
  'waypost (.:format)',
  ...(Object.keys(routers) as RouterName[]).filter((name) => name !== 'waypost'),
];
const batchSize = 4000;
const warmUpMilliseconds = 150;
const batches = 21;

function build(contender: Contender, table: readonly TableRoute[]): Measured {
  return contender === 'waypost (.:format)' ? waypostFormatsFind(table) : routers[contender](table);
}

/** Look-ups that the library answers with the wrong route or value. */
function wrongAnswers({ find, routeOf, valueOf }: Measured, table: readonly TableRoute[]): number {
  return workloads
    .flatMap((workload) => lookUps(table, workload, 300, 99))
    .filter(({ method, path: asked, route, first }) => {
      const found = find(method, asked);
      const answered = routeOf(found);
      if (route === undefined || answered === undefined) return answered !== route;
      const name = /:(\w+)/.exec(table[route]!.path)?.[1];
      return answered !== route || (name !== undefined && valueOf(found, name) !== first);
    }).length;
}

function measure(
  { find, routeOf, valueOf }: Measured,
  table: readonly TableRoute[],
  workload: Workload,
): number {
  let read = 0;
  const run = (batch: readonly LookUp[], names: readonly (string | undefined)[]): number => {
    const start = process.cpuUsage().user;
    for (let i = 0; i < batch.length; i++) {
      const { method, path: asked, route } = batch[i]!;
      const found = find(method, asked);
      if (route !== undefined) {
        const name = names[route];
        read += routeOf(found)! + (name === undefined ? 0 : valueOf(found, name)!.length);
      } else read++;
    }
    return ((process.cpuUsage().user - start) / batch.length) * 1e3;
  };
  const names = table.map(({ path: pattern }) => /:(\w+)/.exec(pattern)?.[1]);
  let seed = 1;
  const times: number[] = [];
  for (let warm = 0; warm < warmUpMilliseconds;)
    warm += (batchSize / 1e6) * run(lookUps(table, workload, batchSize, seed++), names);
  while (times.length < batches) times.push(run(lookUps(table, workload, batchSize, seed++), names));
  if (read === 0) throw new Error('nothing was read');
  return median(times);
}

function figuresOf(contender: Contender, size: number): Figures {
  const table = tableOf(size);
  const start = process.cpuUsage();
  const measured = build(contender, table);
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) measured.find(method, '/users/1/edit');
  const { user, system } = process.cpuUsage(start);
  const buildMilliseconds = (user + system) / 1000;
  const isWrong = wrongAnswers(measured, table) > 0;
  const nanoseconds: Partial<Record<Workload, number>> = {};
  for (const workload of workloads) nanoseconds[workload] = measure(measured, table, workload);
  return { nanoseconds, isWrong, buildMilliseconds };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

async function compareAll(): Promise<void> {
  const { build: bundle } = await import('esbuild');
  const folder = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
  const outfile = path.join(folder, 'recognition.mjs');
  const banner = {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  };
  await bundle({
    entryPoints: [fileURLToPath(import.meta.url)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    external: ['esbuild'],
    banner,
    logLevel: 'error',
  });
  console.log(
    `ns per recognition, each path a new string; median of ${rounds} processes (ratio to the fastest peer that is right)`,
  );
  for (const size of sizes) {
    const figures = new Map<Contender, Figures[]>(contenders.map((contender) => [contender, []]));
    for (let round = 0; round < rounds; round++) {
      const order = contenders.map((_, k) => contenders[(k + round) % contenders.length]!);
      for (const contender of order) {
        const output = execFileSync(process.execPath, [outfile, contender, String(size)], {
          encoding: 'utf8',
        });
        figures.get(contender)!.push(JSON.parse(output) as Figures);
      }
    }
    print(size, figures);
  }
  rmSync(folder, { recursive: true, force: true });
}

function print(size: number, figures: ReadonlyMap<Contender, readonly Figures[]>): void {
  const timeOf = (contender: Contender, workload: Workload): number =>
    median(figures.get(contender)!.map(({ nanoseconds }) => nanoseconds[workload]!));
  const isRight = (contender: Contender): boolean => !figures.get(contender)!.some(({ isWrong }) => isWrong);
  const peers = contenders.filter((contender) => !contender.startsWith('waypost') && isRight(contender));
  console.log(
    `\n${size} routes\n${['', ...workloads, 'build ms'].map((head, k) => (k === 0 ? head.padEnd(20) : head.padStart(15))).join('')}`,
  );
  for (const contender of contenders) {
    const cells = workloads.map((workload) => {
      const fastest = Math.min(...peers.map((peer) => timeOf(peer, workload)));
      const time = timeOf(contender, workload);
      return `${time.toFixed(time < 100 ? 1 : 0)} (${(time / fastest).toFixed(2)})`.padStart(15);
    });
    const built = median(figures.get(contender)!.map(({ buildMilliseconds }) => buildMilliseconds));
    console.log(
      `${(contender + (isRight(contender) ? '' : ' !')).padEnd(20)}${cells.join('')}${built.toFixed(1).padStart(15)}`,
    );
  }
}

const [contender, size] = process.argv.slice(2);
if (contender !== undefined && size !== undefined)
  console.log(JSON.stringify(figuresOf(contender as Contender, Number(size))));
else await compareAll();
