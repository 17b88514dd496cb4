// What a router of 3,000 routes keeps in memory: `npm run bench -- memory`.
//
// Each row is the heap in use after garbage collection, less what it was before the text was read. The first text has a
// declaration for each route, with names, constraints and layers; the second says as many with `resources`.

import { parseRoutes } from '../../src/interpreter/load.js';
import type { Router } from '../../src/routing/router/router.js';
import { printTable } from './table.js';

const wanted = 3000;

function sections(perSection: number, lines: (section: number) => readonly string[]): string {
  const all: string[] = [];
  for (let section = 0; section * perSection < wanted; section++) {
    const head = `namespace 'section-${section}', through => &auth#signedIn, meta => { team => 'team-${section % 7}' }`;
    all.push(`  ${head} {`, ...lines(section).map((line) => `    ${line}`), '  }');
  }
  return `routes {\n${all.join('\n')}\n}\n`;
}

const texts: Readonly<Record<string, string>> = {
  'a declaration for each': sections(10, () =>
    Array.from(
      { length: 10 },
      (_, k) =>
        `get '/reports-${k}/:year(/:month)(.:format)', to => 'reports#show_${k}', as => 'report-${k}', year => /\\d{4}/`,
    ),
  ),
  'by `resources`': sections(21, () => [
    "resources 'orders', id => /\\d+/ { resources 'items'; resources 'notes' }",
  ]),
};

function heap(): number {
  for (let i = 0; i < 4; i++) globalThis.gc!();
  return process.memoryUsage().heapUsed;
}

/** How much more the heap holds when something has been done, as long as what it gives is kept. */
function kept<Value>(run: () => Value): { readonly value: Value; readonly bytes: number } {
  const before = heap();
  const value = run();
  return { value, bytes: heap() - before };
}

function recognizeEach(router: Router): void {
  for (const { pattern, verbs } of router.routes) {
    const path = pattern.replace(/\(.*?\)/g, '').replace(/:\w+/g, '2026');
    if (!router.recognize(verbs[0]!, path)) throw new Error(`no route answers ${path}`);
  }
}

function makeEach({ routes, helpers }: Router): void {
  for (const { pattern, name } of routes) {
    const names = pattern.replace(/\(.*?\)/g, '').match(/:\w+/g) ?? [];
    if (name !== undefined) helpers.pathFor(name, ...names.map(() => '2026'));
  }
}

const modules = { auth: { signedIn: { call: () => undefined } } };
printTable({
  id: 'memory',
  columns: ['3,000 routes', 'text', 'loaded', 'each recognised', 'each path made'],
  rows: Object.entries(texts).map(([what, text]) => {
    // The first router pays for everything that is loaded and compiled once. It is kept: what it would leave behind must not be freed meanwhile.
    const first = parseRoutes(text, { modules });
    recognizeEach(first);
    const loaded = kept(() => parseRoutes(text, { modules }));
    const router = loaded.value;
    if (router.routes.length < wanted) throw new Error(`${router.routes.length} routes`);
    const recognised = loaded.bytes + kept(() => recognizeEach(router)).bytes;
    const made = recognised + kept(() => makeEach(router)).bytes;
    if (first.routes.length !== router.routes.length) throw new Error('the routers differ');
    const sizes = [text.length, loaded.bytes, recognised, made];
    return [what, ...sizes.map((size) => `${(size / 1e6).toFixed(1)} MB`)];
  }),
  how: 'Heap after garbage collection, minus the heap before the text was read',
});
