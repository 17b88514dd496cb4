// What starts cold, from the start of its process to its end: commands, and a program that reads its routes, beside Hono with the same
// routes. `npm run bench -- commands`
//
// The built package, as users have it: commands from the second run on, for which the engine's code is kept, and once more without it, as
// the first run is. Processes take turns. `ROUNDS=41 npm run bench -- commands` for a longer run.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { printTable } from './table.js';

const project = path.join(import.meta.dirname, '../..');
const rounds = Number(process.env['ROUNDS'] ?? 21);
const folder = mkdtempSync(path.join(tmpdir(), 'waypost-commands-'));

/** Resources of five routes each, all of which lead to one function. */
function routesOf(count: number): { readonly verb: string; readonly path: string }[] {
  return Array.from({ length: Math.ceil(count / 5) }, (_, k) => [
    { verb: 'get', path: `/things${k}` },
    { verb: 'post', path: `/things${k}` },
    { verb: 'get', path: `/things${k}/:id` },
    { verb: 'get', path: `/things${k}/:id/edit` },
    { verb: 'delete', path: `/things${k}/:id` },
  ]).flat();
}

function fileOf(count: number): string {
  const lines = routesOf(count).map(({ verb, path: at }) => `  ${verb} '${at}', to => &answers#answer;\n`);
  return `routes {\n${lines.join('')}}\n`;
}

/** As applications have them, seven lines for each resource. */
function longFile(lines: number): string {
  const parts = Array.from(
    { length: Math.round((lines - 2) / 7) },
    (_, k) => `  resources 'things${k}', {
    member { get 'preview' }
    collection { get 'search' }
  }
  namespace 'area${k}', {
    resources 'people', only => <index show>;
  }
`,
  );
  return `routes {\n${parts.join('')}}\n`;
}

/** For rows of what the first run costs. */
const first = ', the first time';

function programs(): Record<string, readonly string[]> {
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(project, path.join(folder, 'node_modules/waypost'));
  symlinkSync(path.join(project, 'node_modules/hono'), path.join(folder, 'node_modules/hono'));
  const bin = (name: string): string => path.join(project, 'dist/bin', name);
  const routes = [bin('waypost.js'), 'routes', write('routes', fileOf(600))];
  const lint = [bin('lint-routes.js'), write('long.routes', longFile(1000))];
  return {
    'an empty process': [write('empty.mjs', '')],
    '`waypost routes`, 600 routes': routes,
    [`\`waypost routes\`, 600 routes${first}`]: routes,
    '`lint-routes`, 1,000 lines': lint,
    [`\`lint-routes\`, 1,000 lines${first}`]: lint,
    "`import 'hono'`, 100 routes, an answer": [
      write(
        'hono.mjs',
        `import { Hono } from 'hono';
const app = new Hono();
const answer = (c) => c.text(c.req.param('id'));
${routesOf(100)
  .map((route) => `app.${route.verb}('${route.path}', answer);`)
  .join('\n')}
await app.fetch(new Request('http://localhost/things3/7'));
`,
      ),
    ],
    "`import 'waypost'`, 100 routes parsed, an answer": [
      write(
        'waypost.mjs',
        `import { parseRoutes, Request } from 'waypost';
const answer = (request) => request.params.id;
const router = parseRoutes(${JSON.stringify(fileOf(100))}, { modules: { answers: { answer } } });
await router.call(new Request({ method: 'GET', path: '/things3/7' }));
`,
      ),
    ],
  };
}

function milliseconds(words: readonly string[], keepsCode: boolean): number {
  const env = {
    ...process.env,
    XDG_CACHE_HOME: folder,
    NODE_DISABLE_COMPILE_CACHE: keepsCode ? undefined : '1',
  };
  const start = process.hrtime.bigint();
  execFileSync(process.execPath, words, { stdio: 'ignore', cwd: folder, env });
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

try {
  const started = Object.entries(programs());
  const times = new Map<string, number[]>(started.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < started.length; k++) {
      const [name, words] = started[(k + round) % started.length]!;
      times.get(name)!.push(milliseconds(words, !name.endsWith(first)));
    }
  }
  const empty = median(times.get('an empty process')!);
  printTable({
    id: 'commands',
    columns: ['', 'ms', 'of an empty process'],
    rows: [...times].map(([name, each]) => [
      name,
      median(each).toFixed(0),
      (median(each) / empty).toFixed(2),
    ]),
    how: `Median of ${rounds} runs, which take turns`,
    peers: ['hono'],
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
