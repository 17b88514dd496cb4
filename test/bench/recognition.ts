// What recognising a path costs beside other routers: `npm run bench -- recognition`.
//
// Every look-up gets a string that was never seen before, and reads the first value of the answer. Answers are checked before the clock starts,
// against the table itself; a library that gives a wrong one is shown with `!` and is nobody's measure. Each library has a process of its own, and
// they are asked by turns of some milliseconds (turns.ts): the median of turns, and in brackets that of the ratios of each turn to the fastest peer that is
// right. `ROUNDS=9` for more processes, `TABLES=13,REST` for those tables whose names have such a word, `SEED=7` for other tables.
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
import { answerTurns, type Asked, median, turnOf, Turns } from './turns.js';

/** What one router answered: nanoseconds a look-up of all turns, and whether it was wrong. */
interface Figures {
  readonly times: number[];
  isWrong: boolean;
}

type AllFigures = ReadonlyMap<RouterName, Readonly<Record<Workload, Figures>>>;

const rounds = Number(process.env['ROUNDS'] ?? 3);
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
  routers: ['waypost', 'waypost, compiled for speed', 'memoirist', 'medley', 'rou3', 'Hono'],
} as const satisfies { flag: string; tables: readonly TableName[]; routers: readonly RouterName[] };
const batchSize = 1000;
/** How many different batches there are of a kind of look-ups: enough that no processor learns them by heart. */
const differentBatches = 15;
/** How much is asked before: so many batches, but no longer than this. */
const warmUpBatches = 300;
const warmUpMilliseconds = 300;
/** How often each process is asked for a kind of look-ups, and for how long: at least for a batch behind the one that makes the caches its own. */
const turnsEach = 25;
const turnMilliseconds = 3;

function isWrong(measured: Measured, lookUps: LookUps, workload: Workload): boolean {
  return lookUps
    .of(workload, 200, 99)
    .lookUps.some((lookUp) => !isRight(measured, lookUps, workload, lookUp));
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

/** What measures a turn, in nanoseconds a look-up, when the engine knows this kind of look-ups. */
function turnsOf(measured: Measured, lookUps: LookUps, workload: Workload): () => number {
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
  return () => {
    const end = performance.now() + turnMilliseconds;
    const times: number[] = [];
    timed();
    do times.push(timed());
    while (performance.now() < end);
    if (read === 0) throw new Error('nothing was read');
    return median(times);
  };
}

/** The process of one router: a kind of look-ups gets it ready, and says whether it answers them wrongly; `turn` measures. */
async function contend(contender: RouterName, name: TableName): Promise<void> {
  const lookUps = new LookUps(tables[name](), hasFormats(name));
  const measured = await routers[contender](lookUps.table, hasFormats(name));
  let turn: () => number;
  answerTurns((question) => {
    if (question === 'turn') return turn();
    const workload = question as Workload;
    const wrong = isWrong(measured, lookUps, workload);
    turn = turnsOf(measured, lookUps, workload);
    return wrong;
  });
}

/** Adds a round to the figures: each router in a process of its own, all asked by turns. */
async function addRound(asked: readonly Asked<RouterName>[], figures: AllFigures): Promise<void> {
  for (const workload of workloads) {
    for (const each of asked) figures.get(each.name)![workload].isWrong ||= await each.ask<boolean>(workload);
    for (let turn = 0; turn < turnsEach; turn++) {
      for (let k = 0; k < asked.length; k++) {
        const each = asked[(k + turn) % asked.length]!;
        figures.get(each.name)![workload].times.push(await each.ask<number>('turn'));
      }
    }
  }
}

async function compareAll(): Promise<void> {
  const turns = await Turns.of(import.meta.filename);
  const measured = async (
    among: readonly TableName[],
    contenders: readonly RouterName[],
    flags: readonly string[],
  ): Promise<string[][]> => {
    const rows: string[][] = [];
    for (const name of among.filter((each) => wanted.some((word) => each.includes(word)))) {
      const able = contenders.filter((each) => !hasFormats(name) || !withoutFormats.has(each));
      const figures: AllFigures = new Map(able.map((each) => [each, noFigures()]));
      for (let round = 0; round < rounds; round++)
        await turns.together(able, [name], flags, (asked) => addRound(asked, figures));
      rows.push(...rowsOf(name, contenders, figures));
    }
    return rows;
  };
  const all = Object.keys(routers) as RouterName[];
  const how = `Nanoseconds a look-up, median of ${rounds * turnsEach} turns in ${rounds} processes for each cell; in brackets the ratio to the fastest peer whose answers are right; ! marks wrong answers`;
  printTable({
    id: 'recognition',
    columns: ['routes', 'look-ups', ...all],
    rows: await measured(shown, all, []),
    how,
    peers: ['memoirist', '@medley/router', 'find-my-way', 'rou3', 'hono'],
  });
  printTable({
    id: 'recognition-refused',
    columns: ['routes', 'look-ups', ...refusing.routers],
    rows: await measured(refusing.tables, refusing.routers, [refusing.flag]),
    how: `With \`${refusing.flag}\`. ${how}`,
    peers: ['memoirist', '@medley/router', 'rou3', 'hono'],
  });
  turns.end();
}

function noFigures(): Record<Workload, Figures> {
  return Object.fromEntries(
    workloads.map((workload) => [workload, { times: [], isWrong: false }]),
  ) as unknown as Record<Workload, Figures>;
}

function rowsOf(name: TableName, contenders: readonly RouterName[], figures: AllFigures): string[][] {
  return workloads.map((workload, k) => {
    const of = (contender: RouterName): Figures | undefined => figures.get(contender)?.[workload];
    const peers = [...figures.keys()].filter((each) => !each.startsWith('waypost') && !of(each)!.isWrong);
    const [fastest] = peers.map((each) => of(each)!.times).toSorted((a, b) => median(a) - median(b));
    const cells = contenders.map((contender) => {
      const own = of(contender);
      if (own === undefined) return '–';
      const ratio = median(own.times.map((time, turn) => time / fastest![turn]!));
      return `${median(own.times).toFixed(0)} (${ratio.toFixed(2)})${own.isWrong ? ' !' : ''}`;
    });
    return [k === 0 ? name : '', workload, ...cells];
  });
}

const turn = turnOf();
if (turn) await contend(turn[0] as RouterName, turn[1] as TableName);
else await compareAll();
