// What recognising a path costs beside other routers: `npm run bench -- recognition`.
//
// Every look-up gets a string that was never seen before, and reads the first value of the answer. Answers are checked before the clock starts,
// against the table itself; a library that gives a wrong one is shown with `!` and is nobody's measure. Each library runs in a process of
// its own (turns.ts); the lower quartile of batches, the median of rounds; in brackets the ratio to the fastest peer that is right, of each
// round the ratio, then the median. `ROUNDS=9` for a longer run, `TABLES=13,REST` for those tables whose names have such a word, `SEED=7`
// for other tables. A round of all tables takes two minutes and a half.
//
// A second table is of processes that refuse to run code made at run time, as workerd does, with the peers that start there.

import { type Measured, type RouterName, routers, withoutFormats } from './recognition-routers.js';
import {
  type Batch,
  hasFormats,
  type LookUp,
  LookUps,
  type TableName,
  tables,
  type Workload,
  workloads,
} from './recognition-tables.js';
import { printTable } from './table.js';
import { median, turnOf, Turns } from './turns.js';

/** Nanoseconds a look-up. */
interface Figures {
  readonly times: Readonly<Record<Workload, number>>;
  readonly wrong: readonly Workload[];
}

const rounds = Number(process.env['ROUNDS'] ?? 5);
const wanted = (process.env['TABLES'] ?? '').split(',');
const shown: readonly TableName[] = [
  '13 routes',
  'REST API, 400',
  'nested, 600',
  'nested with `(.:format)`, 600',
  'nested, 10,000',
];
/** Asked again where the host refuses code, of those that make none at their start. */
const refusing = {
  flag: '--disallow-code-generation-from-strings',
  tables: ['13 routes', 'nested, 600', 'nested, 10,000'],
  routers: ['waypost', 'memoirist', 'medley', 'rou3', 'Hono'],
} as const satisfies { flag: string; tables: readonly TableName[]; routers: readonly RouterName[] };
const batchSize = 1000;
/** How many different batches there are of a kind of look-ups: enough that no processor learns them by heart. */
const differentBatches = 15;
/** How much is asked before: so many batches, but no longer than this. */
const warmUpBatches = 300;
const warmUpMilliseconds = 300;
/** How many batches are timed; a slow library gets as many as there is time for, and a few at least. */
const mostTimed = 100;
const leastTimed = 5;
const measuredMilliseconds = 120;

/** The kinds of look-ups that the library answers wrongly. */
function wrongAnswers(measured: Measured, lookUps: LookUps): Workload[] {
  return workloads.filter((workload) =>
    lookUps.of(workload, 200, 99).lookUps.some((lookUp) => !isRight(measured, lookUps, workload, lookUp)),
  );
}

function isRight(
  measured: Measured,
  { table, methods }: LookUps,
  workload: Workload,
  lookUp: LookUp,
): boolean {
  const { method, path, route, first, allowed } = lookUp;
  if (workload === 'allowed methods') {
    const answered = allowedBy(measured, methods)(path).filter((each) => methods.includes(each));
    return answered.toSorted().join() === allowed.toSorted().join();
  }
  const found = findFor(measured, workload)(method, path);
  const answered = measured.routeOf(found);
  if (route === undefined || answered !== route) return answered === route;
  const name = /:(\w+)/.exec(table[route]!.path)?.[1];
  return name === undefined || measured.valueOf(found, name) === first;
}

/** Look-ups of a kind, with what a library leaves to whoever calls it. */
function findFor({ find, cutsQueries }: Measured, workload: Workload): Measured['find'] {
  if (workload !== 'query' || !cutsQueries) return find;
  return (method, path) => {
    const query = path.indexOf('?');
    return find(method, query < 0 ? path : path.slice(0, query));
  };
}

function allowedBy(measured: Measured, methods: readonly string[]): (path: string) => readonly string[] {
  return (
    measured.allowed ??
    ((path) => methods.filter((method) => measured.routeOf(measured.find(method, path)) !== undefined))
  );
}

function measure(measured: Measured, lookUps: LookUps, workload: Workload): number {
  const { routeOf, valueOf } = measured;
  const find = findFor(measured, workload);
  const { table, methods } = lookUps;
  const allowed = allowedBy(measured, methods);
  const names = table.map(({ path }) => /:(\w+)/.exec(path)?.[1]);
  const hits = ({ lookUps: all, methods: each }: Batch, paths: readonly string[]): number => {
    let read = 0;
    for (let i = 0; i < paths.length; i++) {
      const found = find(each[i]!, paths[i]!);
      const name = names[all[i]!.route!];
      const answered = routeOf(found);
      read += answered ?? 0;
      if (name !== undefined && answered !== undefined) read += valueOf(found, name)?.length ?? 0;
    }
    return read;
  };
  const misses = ({ methods: each }: Batch, paths: readonly string[]): number => {
    let read = 0;
    for (let i = 0; i < paths.length; i++) read += routeOf(find(each[i]!, paths[i]!)) ?? 1;
    return read;
  };
  const methodsOf = (_: Batch, paths: readonly string[]): number => {
    let read = 0;
    for (let i = 0; i < paths.length; i++) read += allowed(paths[i]!).length;
    return read;
  };
  const run =
    workload === 'allowed methods'
      ? methodsOf
      : workload === 'miss' || workload === 'wrong method'
        ? misses
        : hits;
  const all = Array.from({ length: differentBatches }, (_, k) => lookUps.of(workload, batchSize, k + 1));
  let turn = 0;
  let read = 0;
  const timed = (): number => {
    const batch = all[turn++ % differentBatches]!;
    const paths = batch.paths();
    const start = process.hrtime.bigint();
    read += run(batch, paths);
    return Number(process.hrtime.bigint() - start) / batchSize;
  };
  const warmEnd = performance.now() + warmUpMilliseconds;
  while (turn < warmUpBatches && performance.now() < warmEnd) timed();
  const times: number[] = [];
  const end = performance.now() + measuredMilliseconds;
  while (times.length < mostTimed && (times.length < leastTimed || performance.now() < end))
    times.push(timed());
  if (read === 0) throw new Error('nothing was read');
  return lowerQuartile(times);
}

/** Of a machine that has other work, too, the slower half of all turns says more about that work. */
function lowerQuartile(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)]!;
}

function figuresOf(contender: RouterName, name: TableName): Figures {
  const table = tables[name]();
  const lookUps = new LookUps(table, hasFormats(name));
  const measured = routers[contender](table, hasFormats(name));
  const wrong = wrongAnswers(measured, lookUps);
  const times: Partial<Record<Workload, number>> = {};
  for (const workload of workloads) times[workload] = measure(measured, lookUps, workload);
  return { times: times as Figures['times'], wrong };
}

async function compareAll(): Promise<void> {
  const turns = await Turns.of(import.meta.filename);
  const measured = (
    among: readonly TableName[],
    contenders: readonly RouterName[],
    flags: readonly string[],
  ): string[][] =>
    among
      .filter((each) => wanted.some((word) => each.includes(word)))
      .flatMap((name) => {
        const able = contenders.filter((each) => !hasFormats(name) || !withoutFormats.has(each));
        return rowsOf(name, contenders, turns.run<RouterName, Figures>(able, rounds, [name], flags));
      });
  const all = Object.keys(routers) as RouterName[];
  const how = `Nanoseconds a look-up, median of ${rounds} processes for each cell; in brackets the ratio to the fastest peer that answers rightly, where one is wrong it has a !`;
  printTable({
    id: 'recognition',
    columns: ['routes', 'look-ups', ...all],
    rows: measured(shown, all, []),
    how,
    peers: ['memoirist', '@medley/router', 'find-my-way', 'rou3', 'hono'],
  });
  printTable({
    id: 'recognition-refused',
    columns: ['routes', 'look-ups', ...refusing.routers],
    rows: measured(refusing.tables, refusing.routers, [refusing.flag]),
    how: `With \`${refusing.flag}\`. ${how}`,
    peers: ['memoirist', '@medley/router', 'rou3', 'hono'],
  });
  turns.end();
}

function rowsOf(
  name: TableName,
  contenders: readonly RouterName[],
  figures: ReadonlyMap<RouterName, readonly Figures[]>,
): string[][] {
  return workloads.map((workload, k) => {
    const isWrong = (contender: RouterName): boolean =>
      figures.get(contender)!.some(({ wrong }) => wrong.includes(workload));
    const peers = [...figures.keys()].filter(
      (contender) => !contender.startsWith('waypost') && !isWrong(contender),
    );
    const fastest = (round: number): number =>
      Math.min(...peers.map((peer) => figures.get(peer)![round]!.times[workload]));
    const cells = contenders.map((contender) => {
      const all = figures.get(contender);
      if (all === undefined) return '–';
      const time = median(all.map(({ times }) => times[workload]));
      const ratio = median(all.map(({ times }, round) => times[workload] / fastest(round)));
      return `${time.toFixed(0)} (${ratio.toFixed(2)})${isWrong(contender) ? ' !' : ''}`;
    });
    return [k === 0 ? name : '', workload, ...cells];
  });
}

const turn = turnOf();
if (turn) console.log(JSON.stringify(figuresOf(turn[0] as RouterName, turn[1] as TableName)));
else await compareAll();
