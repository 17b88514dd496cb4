// From the start of a process to its first answer: compiled routes beside Hono with the same routes. `npm run bench -- start`
//
// Each contender is one bundle, minified, run in a process of its own, in turns; an empty process beside them. Medians, and the
// ratio to Hono. `ROUNDS=41 npm run bench -- start` for a longer run.

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
    nothing: "console.log('thing 7');",
    waypost: `import router from './routes.js'; import { toFetchHandler } from 'waypost/router';
      console.log(await (await toFetchHandler(router)(new Request('http://localhost${path}'))).text());`,
    hono: `import { Hono } from 'hono'; const app = new Hono(); const answer = (c) => c.text('thing ' + c.req.param('id'));
      ${routes.map((route) => `app.${route.method}('${route.path}', answer);`).join('\n')}
      console.log(await (await app.fetch(new Request('http://localhost${path}'))).text());`,
  };
  const built: Record<string, string> = {};
  for (const [name, contents] of Object.entries(sources)) {
    built[name] = join(folder, `${name}-${count}.mjs`);
    await build({
      stdin: { contents, resolveDir: folder },
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

function milliseconds(program: string): number {
  const start = process.hrtime.bigint();
  const answer = execFileSync(process.execPath, [program], { encoding: 'utf8' }).trim();
  if (answer !== 'thing 7') throw new Error(`${program} answered ${answer}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

const rows: string[][] = [];
for (const count of [100, 600]) {
  const built = Object.entries(await programs(count));
  const times = new Map<string, number[]>(built.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < built.length; k++) {
      const [name, program] = built[(k + round) % built.length]!;
      times.get(name)!.push(milliseconds(program));
    }
  }
  const of = (name: string): number => median(times.get(name)!);
  const own = `${of('waypost').toFixed(1)} (${(of('waypost') / of('hono')).toFixed(2)})`;
  rows.push([String(count), of('nothing').toFixed(1), of('hono').toFixed(1), own]);
}
printTable({
  id: 'start',
  columns: ['routes', 'an empty process, ms', 'Hono', 'waypost, compiled'],
  rows,
  how: `Median of ${rounds} starts in turns, in brackets the ratio to Hono`,
  peers: ['hono'],
});
rmSync(folder, { recursive: true, force: true });
