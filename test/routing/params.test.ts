// The params of a match, whether its names come for the first time or for the thousandth, which changes how they are made.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { Request } from '../../src/http/request.js';
import { PlainSearch } from '../../src/routing/recognition/plain-search.js';
import type { Router } from '../../src/routing/router/router.js';
import { inheritsNothing } from '../support/inherits-nothing.js';
import { routerOf } from '../support/routes-of.js';

const often = 1_200;

const routes = {
  'GET /posts/:id': 'posts#show',
  'GET /:locale/posts/:post_id/comments/:id(.:format)': { defaults: { format: 'html', toString: 'x' } },
  'GET /files/*path': 'files#show',
  'GET /:__proto__/:constructor': { defaults: { valueOf: '1' } },
  'GET /strange/:id/:é': 'strange#show',
  'GET /alike/:ab/:c': 'alike#one',
  'GET /alike/:a/:bc/x': 'alike#other',
  'GET /lines/:id/one': { defaults: { 'a\nb': '1' } },
  'GET /lines/:id/two': { defaults: { a: '1', b: '2' } },
} as const;

const paths = [
  '/posts/7',
  '/posts/a%20b%2Ec',
  '/en/posts/7/comments/8',
  '/en/posts/7/comments/8.json',
  '/en/posts/7%2F/comments/8',
  '/files/a/b/c',
  '/x/y',
  '/x/%25',
  '/strange/1/2',
  '/alike/1/2',
  '/alike/1/2/x',
  '/lines/7/one',
  '/lines/7/two',
];

/** Every path, answered as the definition says. */
function check(router: Router): void {
  const plain = new PlainSearch(router.routes);
  for (const asked of paths) {
    const match = router.recognize('GET', asked)!;
    const expected = plain.find('GET', asked, {})!;
    expect([match.route.index, ...Object.entries(match.params)], asked).toEqual([
      expected.route.index,
      ...Object.entries(expected.params),
    ]);
    expect(inheritsNothing(match.params)).toBe(true);
    expect(structuredClone(match.params)).toEqual({ ...match.params });
    expect(JSON.parse(JSON.stringify(match.params))).toEqual({ ...match.params });
  }
}

test('are the same at first and when their names have come often', () => {
  const router = routerOf(routes);
  check(router);
  for (let i = 0; i < often; i++) for (const asked of paths) router.recognize('GET', asked);
  check(router);
});

test('are objects of their own, which whoever gets them may change', () => {
  const router = routerOf(routes);
  for (let i = 0; i < often; i++) {
    const { params } = router.recognize('GET', `/posts/${i}`)!;
    expect(Object.keys(params)).toEqual(['id']);
    (params as Record<string, string>)['more'] = 'x';
  }
});

test('are a plain object to helpers, queries and answers', async () => {
  const router = routerOf({
    'GET /echo/:id': { to: (request: Request) => request.params },
    ...routes,
  });
  const { params } = router.recognize('GET', '/en/posts/7/comments/8.json')!;
  const helpers = routerOf({ 'GET /:locale/posts/:post_id': { as: 'post' } }).helpers;
  expect(helpers.pathFor('post', params)).toBe('/en/posts/7?format=json&id=8&toString=x');
  expect(helpers.pathFor('post', 'en', 7, { query: { from: params } })).toMatch(/\?from\[format\]=json&/);
  const response = await router.call(new Request({ method: 'GET', path: '/echo/7' }));
  expect(response.body).toBe('{"id":"7"}');
  expect(inspect(params)).toContain("locale: 'en'");
});

test('are the same where no code may be made of texts', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waypost-params-'));
  try {
    const program = path.join(folder, 'program.ts');
    writeFileSync(
      program,
      `import { routerOf } from '${path.resolve('test/support/routes-of.js')}';
       const router = routerOf({ 'GET /:a/:b': { defaults: { c: '3' } } });
       let params;
       for (let i = 0; i < ${often}; i++) params = router.recognize('GET', '/1/2').params;
       let isRefused = false;
       try { new Function(''); } catch { isRefused = true; }
       console.log(JSON.stringify({ params, isRefused, isBare: !('constructor' in params) }));`,
    );
    const outfile = path.join(folder, 'program.mjs');
    buildSync({
      entryPoints: [program],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      logLevel: 'error',
    });
    const output = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', outfile], {
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual({
      params: { a: '1', b: '2', c: '3' },
      isRefused: true,
      isBare: true,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
