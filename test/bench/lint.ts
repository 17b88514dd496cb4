// How long it takes to find unreachable routes, to lint a text again and again as an editor does, and to lint a file from a
// cold start: `npm run bench:lint`.
//
// The first table shows that the cost follows the number of routes, whatever their kind; the last is what a person waits
// for, with the built command in a process of its own.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyze } from '../../src/analysis/analyze.js';
import { lint } from '../../src/lint/lint.js';
import { parsePattern } from '../../src/routing/patterns/pattern.js';
import type { RouteDefinition } from '../../src/routing/patterns/route.js';
import { findUnreachable } from '../../src/proofs/unreachable-routes.js';

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

console.log('Finding unreachable routes, ms (found)\n');
console.log(
  `${''.padEnd(30)}${[100, 1_000, 10_000].map((count) => `${count} routes`.padStart(22)).join('')}`,
);
for (const [name, table] of Object.entries(tables)) {
  const cells = [100, 1_000, 10_000].map((count) => {
    const routes = table(count);
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < 5; round++) {
      const start = performance.now();
      found = [...findUnreachable(routes)].length;
      times.push(performance.now() - start);
    }
    return `${times.sort((a, b) => a - b)[2]!.toFixed(1)} (${found})`.padStart(22);
  });
  console.log(name.padEnd(30) + cells.join(''));
}

console.log('\nLinting after an edit, ms of the rules alone (median of 40)\n');
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
    cells.push(`${effort} ${times.sort((a, b) => a - b)[20]!.toFixed(1)}`.padStart(14));
  }
  console.log(`${`${lines} lines`.padEnd(30)}${cells.join('')}`);
}

const command = 'dist/bin/lint-routes.js';
/** Prints the microseconds that a process used, in user and system mode, when it ends. */
const tellsCost = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();console.error('processor '+(user+system))})`;
if (existsSync(command)) {
  console.log('\nlint-routes from a cold start, ms of processor time and of waiting (least of 5)\n');
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
  for (const lines of [10, 1_000, 20_000]) {
    const file = join(folder, `${lines}.routes`);
    writeFileSync(file, routesFile(lines));
    let [least, leastCpu] = [Infinity, Infinity];
    for (let round = 0; round < 5; round++) {
      const start = performance.now();
      const { stderr } = spawnSync(
        process.execPath,
        ['--import', tellsCost, command, file, '--format', 'json', '--no-config'],
        { maxBuffer: 1 << 28, encoding: 'utf8' },
      );
      least = Math.min(least, performance.now() - start);
      leastCpu = Math.min(leastCpu, Number(/processor (\d+)/.exec(stderr)![1]) / 1000);
    }
    console.log(
      `${`${lines} lines`.padEnd(30)}${leastCpu.toFixed(0).padStart(8)}${least.toFixed(0).padStart(10)}`,
    );
  }
  rmSync(folder, { recursive: true });
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
