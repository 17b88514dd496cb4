// How long it takes to find unreachable routes, to lint a text again and again as an editor does, and to lint a file from a
// cold start: `npm run bench -- lint`.
//
// The first table shows that the cost follows the number of routes, whatever their kind; the last is what a person waits
// for, with the built command in a process of its own.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyze } from '../../src/analysis/analyze.js';
import { lint } from '../../src/lint/lint.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { Precedence } from '../../src/proofs/precedence.js';
import { printTable } from './table.js';
import { median } from './turns.js';

function route(verb: string, path: string, segments: Readonly<Record<string, RegExp>> = {}): RouteDefinition {
  return {
    verbs: [verb],
    any: false,
    pattern: parsePattern(path).pattern,
    target: { kind: 'controller', controller: 'c', action: 'a' },
    segmentConstraints: new Map(
      Object.entries(segments).map(([name, regex]) => [name, [{ kind: 'regex', regex }]]),
    ),
    requestConstraints: [],
    defaults: new Map(),
  };
}

function resources(
  count: number,
  { prefix = '', suffix = '', id }: { prefix?: string; suffix?: string; id?: RegExp } = {},
): RouteDefinition[] {
  const segments = id ? { id } : {};
  const routes: RouteDefinition[] = [];
  for (let i = 0; routes.length < count; i++) {
    const path = `${prefix}/things-${i}`;
    routes.push(
      route('GET', path + suffix),
      route('POST', path + suffix),
      route('GET', `${path}/new${suffix}`),
      route('GET', `${path}/:id${suffix}`, segments),
      route('GET', `${path}/:id/edit${suffix}`, segments),
      route('PATCH', `${path}/:id${suffix}`, segments),
      route('DELETE', `${path}/:id${suffix}`, segments),
    );
  }
  return routes.slice(0, count);
}

const tables: Readonly<Record<string, (count: number) => RouteDefinition[]>> = {
  resources: (count) => resources(count),
  '(.:format) everywhere': (count) => resources(count, { suffix: '(.:format)' }),
  '(/:locale) and (.:format)': (count) => resources(count, { prefix: '(/:locale)', suffix: '(.:format)' }),
  'ids constrained': (count) => resources(count, { id: /\d+/ }),
  'a catch-all at the end': (count) => [...resources(count - 1), route('GET', '/*path')],
  'a catch-all at the beginning': (count) => [route('GET', '/*path'), ...resources(count - 1)],
  'every route twice': (count) => [...resources(count / 2), ...resources(count / 2)],
};

const counts = [100, 1_000, 10_000];
printTable({
  id: 'unreachable',
  columns: ['ms (found)', ...counts.map((count) => `${count.toLocaleString('en')} routes`)],
  rows: Object.entries(tables).map(([name, table]) => [
    name,
    ...counts.map((count) => {
      const routes = table(count);
      let found = 0;
      const times = timesOf(5, () => void (found = [...new Precedence(routes).unreachable()].length));
      return `${median(times).toFixed(1)} (${found})`;
    }),
  ]),
  how: 'Milliseconds to find the unreachable routes of a table, median of 5 runs; in brackets how many were found',
});

const afterEdits: string[][] = [];
for (const lines of [100, 1_000]) {
  const text = routesFile(lines);
  const cells: string[] = [];
  for (const effort of ['quick', 'full'] as const) {
    const times: number[] = [];
    for (let round = 0; round < 80; round++) {
      const analysis = analyze(text.replace('things_0', `things_${round}x`), { file: 'routes' });
      const start = performance.now();
      await lint(analysis, { effort });
      if (round >= 40) times.push(performance.now() - start);
    }
    cells.push(median(times).toFixed(1));
  }
  afterEdits.push([`${lines.toLocaleString('en')} lines`, ...cells]);
}
printTable({
  id: 'lint-edit',
  columns: ['ms', 'the quick rules', 'all rules'],
  rows: afterEdits,
  how: 'Milliseconds that the rules alone take after an edit, median of 40 edits',
});

/** Prints the microseconds that a process used, in user and system mode, when it ends. */
const tellsCost = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();console.error('processor '+(user+system))})`;
const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
printTable({
  id: 'lint-cold',
  columns: ['`lint-routes`', 'processor time, ms', 'time, ms'],
  rows: [10, 1_000, 20_000].map((lines) => {
    const file = join(folder, `${lines}.routes`);
    writeFileSync(file, routesFile(lines));
    let [least, leastCpu] = [Infinity, Infinity];
    for (let round = 0; round < 5; round++) {
      const start = performance.now();
      const { stderr } = spawnSync(
        process.execPath,
        ['--import', tellsCost, 'dist/bin/lint-routes.js', file, '--format', 'json', '--no-config'],
        { maxBuffer: 1 << 28, encoding: 'utf8' },
      );
      least = Math.min(least, performance.now() - start);
      leastCpu = Math.min(leastCpu, Number(/processor (\d+)/.exec(stderr)![1]) / 1000);
    }
    return [`${lines.toLocaleString('en')} lines`, leastCpu.toFixed(0), least.toFixed(0)];
  }),
  how: 'The built command in a new process, the fastest of 5 runs',
});
rmSync(folder, { recursive: true });

function timesOf(rounds: number, run: () => void): number[] {
  return Array.from({ length: rounds }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
}

function routesFile(lines: number): string {
  const text = ['routes {'];
  for (let i = 0; text.length < lines - 1; i++) {
    text.push(
      `  resources 'things_${i}', only => <index show create>, {`,
      "    member { get 'preview' }",
      "    resources 'comments', only => <index create>",
      '  }',
      `  get '/pages-${i}/:slug', to => 'pages#show', slug => /[a-z0-9]+(?:-[a-z0-9]+)*/, as => 'page_${i}'`,
      `  get '/files-${i}/*path', to => 'files#show'`,
      `  get '/old-${i}/:id', to => redirect('/things_${i}/%{id}')`,
      `  scope '/admin-${i}', { get '/users/:id', to => 'users#show', id => /\\d+/ }`,
    );
  }
  return `${[...text.slice(0, lines - 1), '}'].join('\n')}\n`;
}
