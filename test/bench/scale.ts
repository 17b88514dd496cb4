// What a table costs as it grows: to make, to ask for the first time, to ask, and to keep. `npm run bench -- scale`
//
// Each figure is of a process of its own, since an application makes its router once: of a text with a declaration for each route; of the module
// that it is compiled to, when the router's code is there; and of memoirist, which is given the same paths. The heap is swept before anything
// is measured. `ROUNDS=21 npm run bench -- scale` for a longer run, `SEED=7` for other words.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Memoirist } from 'memoirist';
import { parseRoutes } from '../../src/interpreter/load.js';
import type { Router } from '../../src/routing/router/router.js';
import { LookUps, type TableName, type TableRoute, tables } from './recognition-tables.js';
import { printTable } from './table.js';
import { median, turnOf, Turns } from './turns.js';

const rounds = Number(process.env['ROUNDS'] ?? 7);
const shown: readonly TableName[] = ['nested, 100', 'nested, 1,000', 'nested, 10,000'];
const contenders = ['from text', 'compiled', 'memoirist'] as const;
type Contender = (typeof contenders)[number];

const figures = {
  made: 'made, ms',
  first: 'the first look-up, ms',
  each: 'each route asked for once, ms',
  hit: 'a look-up after that, ns',
  kept: 'memory, bytes a route',
  keptAsked: 'memory when each was asked for',
} as const;
type Figures = Record<keyof typeof figures, number>;

type Find = (method: string, path: string) => unknown;

function textOf(table: readonly TableRoute[]): string {
  const lines = table.map(
    ({ method, path: route }) => `  ${method.toLowerCase()} '${route}', to => &answers#answer\n`,
  );
  return `routes {\n${lines.join('')}}\n`;
}

/** The modules of all tables, and what they import: the folder. */
async function compiledTables(): Promise<string> {
  const { build } = await import('esbuild');
  const { compileRoutesFile } = await import('../../src/node/modules/compile.js');
  const folder = mkdtempSync(path.join(tmpdir(), 'waypost-scale-'));
  for (const name of shown) {
    const base = path.join(folder, name);
    mkdirSync(base);
    writeFileSync(path.join(base, 'routes'), textOf(tables[name]()));
    writeFileSync(path.join(base, 'answers.js'), 'export const answer = () => undefined;\n');
    const { code } = await compileRoutesFile('routes', { base, out: 'routes.mjs', helpers: false });
    writeFileSync(path.join(base, 'routes.mjs'), code.replace('"waypost/router"', '"../router.mjs"'));
  }
  const entry = path.join(import.meta.dirname, '../../src/router.ts');
  const outfile = path.join(folder, 'router.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    logLevel: 'error',
  });
  return folder;
}

/** Makes the router of a table, when all that it needs is loaded. */
async function makerOf(contender: Contender, name: TableName, folder: string): Promise<() => Promise<Find>> {
  const table = tables[name]();
  const byRouter = (router: Router): Find => router.recognize.bind(router);
  switch (contender) {
    case 'from text': {
      const text = textOf(table);
      const modules = { answers: { answer: () => undefined } };
      return () => Promise.resolve(byRouter(parseRoutes(text, { modules })));
    }
    case 'compiled': {
      const at = (file: string): string => pathToFileURL(path.join(folder, file)).href;
      await import(at('router.mjs'));
      const module = at(path.join(name, 'routes.mjs'));
      return async () => byRouter(((await import(module)) as { default: Router }).default);
    }
    case 'memoirist':
      return () => {
        const router = new Memoirist<number>();
        for (const [index, { method, path: route }] of table.entries()) router.add(method, route, index);
        return Promise.resolve((method, asked) => router.find(method, asked));
      };
    default:
      return contender satisfies never;
  }
}

async function figuresOf(contender: Contender, name: TableName, folder: string): Promise<Figures> {
  const table = tables[name]();
  const make = await makerOf(contender, name, folder);
  const asked = table.map(({ method, path: route }) => ({ method, path: route.replaceAll(/:\w+/g, '7') }));
  const lookUps = new LookUps(table);
  const batches = Array.from({ length: 15 }, (_, k) => lookUps.of('mixed', 1_000, k));
  const before = heap();
  const start = performance.now();
  const find = await make();
  const made = performance.now() - start;
  const kept = (heap() - before) / table.length;
  const askedFirst = asked[Math.floor(table.length / 2)]!;
  const first = timeOf(() => find(askedFirst.method, askedFirst.path));
  const each = timeOf(() => {
    for (const { method, path: route } of asked) if (!find(method, route)) throw new Error(route);
  });
  const keptAsked = (heap() - before) / table.length;
  let hit = Infinity;
  for (let turn = 0; turn < 400; turn++) {
    const batch = batches[turn % batches.length]!;
    const { methods } = batch;
    const paths = batch.paths();
    const time = timeOf(() => {
      for (let k = 0; k < paths.length; k++) if (!find(methods[k]!, paths[k]!)) throw new Error(paths[k]);
    });
    hit = Math.min(hit, (time * 1e6) / paths.length);
  }
  return { made, first, each, hit, kept, keptAsked };
}

function timeOf(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function heap(): number {
  for (let k = 0; k < 4; k++) globalThis.gc!();
  return process.memoryUsage().heapUsed;
}

async function compareAll(): Promise<void> {
  const folder = await compiledTables();
  const turns = await Turns.of(import.meta.filename);
  const rows: string[][] = [];
  for (const name of shown) {
    const answers = turns.run<Contender, Figures>(contenders, rounds, [name, folder], ['--expose-gc']);
    for (const [key, what] of Object.entries(figures)) {
      const cells = contenders.map((each) => median(answers.get(each)!.map((all) => all[key as 'made'])));
      rows.push([key === 'made' ? name : '', what, ...cells.map(shownNumber)]);
    }
  }
  turns.end();
  rmSync(folder, { recursive: true, force: true });
  printTable({
    id: 'scale',
    columns: ['routes', '', ...contenders],
    rows,
    how: `Median of ${rounds} processes for each column; of look-ups the fastest of 400 turns of 1,000 in each process`,
    peers: ['memoirist'],
  });
}

function shownNumber(number: number): string {
  return number.toFixed(number < 1 ? 2 : number < 10 ? 1 : 0);
}

const turn = turnOf();
if (turn) console.log(JSON.stringify(await figuresOf(turn[0] as Contender, turn[1] as TableName, turn[2]!)));
else await compareAll();
