// From the start of a process to its first answer: compiled routes beside Hono with the same routes. `npm run bench -- start`
//
// Each contender is one bundle, minified, run in a process of its own, in turns; an empty process beside them. Medians, and the
// ratio to Hono; the processor time and the memory are what the process says of itself when it has answered. `ROUNDS=41 npm run bench -- start` for a longer run.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { compileRoutesFile } from '../../src/node/modules/compile.js';
import { printTable } from './table.js';

const root = new URL('../..', import.meta.url).pathname;
const rounds = Number(process.env['ROUNDS'] ?? 21);
const folder = mkdtempSync(join(tmpdir(), 'waypost-start-'));

/** Resources of five routes each, all of which lead to one function. */
function routesOf(count: number): { method: string; path: string }[] {
  return Array.from({ length: Math.ceil(count / 5) }, (_, k) => [
    { method: 'get', path: `/things${k}` },
    { method: 'post', path: `/things${k}` },
    { method: 'get', path: `/things${k}/:id` },
    { method: 'get', path: `/things${k}/:id/edit` },
    { method: 'delete', path: `/things${k}/:id` },
  ]).flat();
}

async function programs(count: number): Promise<Record<string, string>> {
  const routes = routesOf(count);
  const lines = routes.map(({ method, path }) => `  ${method} '${path}', to => &answers#answer\n`);
  writeFileSync(join(folder, 'routes'), `routes {\n${lines.join('')}}\n`);
  writeFileSync(
    join(folder, 'answers.js'),
    "export const answer = (request) => 'thing ' + request.params.id;\n",
  );
  const { code } = await compileRoutesFile('routes', { base: folder, out: 'routes.js', helpers: false });
  writeFileSync(join(folder, 'routes.js'), code);
  const path = '/things3/7';
  const sources = {
    nothing: "const answer = 'thing 7';",
    waypost: `import router from './routes.js'; import { toFetchHandler } from 'waypost/router';
      const answer = await (await toFetchHandler(router)(new Request('http://localhost${path}'))).text();`,
    hono: `import { Hono } from 'hono'; const app = new Hono(); const thing = (c) => c.text('thing ' + c.req.param('id'));
      ${routes.map((route) => `app.${route.method}('${route.path}', thing);`).join('\n')}
      const answer = await (await app.fetch(new Request('http://localhost${path}'))).text();`,
  };
  const built: Record<string, string> = {};
  for (const [name, contents] of Object.entries(sources)) {
    built[name] = join(folder, `${name}-${count}.mjs`);
    await build({
      stdin: { contents: `${contents}\n${report}`, resolveDir: folder },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      nodePaths: [join(root, 'node_modules')],
      alias: { 'waypost/router': join(root, 'src/router.ts') },
      outfile: built[name],
      logLevel: 'error',
    });
  }
  return built;
}

/** What each program says at its end. */
const report = `const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ answer, processor: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 }));`;

interface Start {
  /** From outside, milliseconds. */
  readonly time: number;
  /** Milliseconds of all threads. */
  readonly processor: number;
  /** Megabytes. */
  readonly memory: number;
}

function started(program: string): Start {
  const start = process.hrtime.bigint();
  const printed = execFileSync(process.execPath, [program], { encoding: 'utf8' });
  const time = Number(process.hrtime.bigint() - start) / 1e6;
  const { answer, ...used } = JSON.parse(printed) as Omit<Start, 'time'> & { readonly answer: string };
  if (answer !== 'thing 7') throw new Error(`${program} answered ${answer}`);
  return { time, ...used };
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

const measures: Readonly<Record<string, (start: Start) => number>> = {
  'time in ms': ({ time }) => time,
  'processor time in ms': ({ processor }) => processor,
  'memory in MB': ({ memory }) => memory,
};
const rows: string[][] = [];
for (const count of [100, 600]) {
  const built = Object.entries(await programs(count));
  const starts = new Map<string, Start[]>(built.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < built.length; k++) {
      const [name, program] = built[(k + round) % built.length]!;
      starts.get(name)!.push(started(program));
    }
  }
  for (const [what, of] of Object.entries(measures)) {
    const middle = (name: string): number => median(starts.get(name)!.map(of));
    const own = `${middle('waypost').toFixed(1)} (${(middle('waypost') / middle('hono')).toFixed(2)})`;
    rows.push([`${count} routes, ${what}`, middle('nothing').toFixed(1), middle('hono').toFixed(1), own]);
  }
}
printTable({
  id: 'start',
  columns: ['', 'an empty process', 'Hono', 'waypost, compiled'],
  rows,
  how: `Median of ${rounds} starts, which take turns; in brackets the ratio to Hono`,
  peers: ['hono'],
});
rmSync(folder, { recursive: true, force: true });
