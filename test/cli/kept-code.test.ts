// Commands keep what the engine compiled of them, in a folder of the user's own; nothing of what they say depends on it. The built programs are run.

import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const bin = path.join(import.meta.dirname, '../../dist/bin');
let folder: string;
let cache: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'waypost-kept-'));
  cache = path.join(folder, 'cache');
  mkdirSync(cache, { mode: 0o700 });
  writeFileSync(
    path.join(folder, 'routes'),
    "routes {\n  get '/a', to => 'pages#a';\n  get '/a', to => 'pages#b';\n}\n",
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): readonly unknown[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(bin, program), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], XDG_CACHE_HOME: cache, ...env },
  });
  return [status, stdout, stderr];
}

const kept = (): string[] => {
  try {
    return readdirSync(path.join(cache, 'waypost/code'));
  } catch {
    return [];
  }
};

it('says the same with kept code as without, and writes it once', () => {
  const without = run('lint-routes.js', ['routes'], { NODE_DISABLE_COMPILE_CACHE: '1' });
  expect(without).toEqual([1, expect.stringContaining('duplicate-route'), '']);
  expect(kept()).toEqual([]);
  expect(run('lint-routes.js', ['routes'])).toEqual(without);
  const files = kept();
  expect(files).toEqual([expect.stringMatching(/^lint-[0-9a-f]{16}-[0-9a-f]+-[0-9a-f]+$/)]);
  const file = path.join(cache, 'waypost/code', files[0]!);
  const { mode, mtimeMs } = statSync(file);
  expect(mode & 0o777).toBe(0o600);
  expect(run('lint-routes.js', ['routes'])).toEqual(without);
  expect(run('waypost.js', ['lint', 'routes'])).toEqual(without);
  expect([kept(), statSync(file).mtimeMs]).toEqual([files, mtimeMs]);
});

it('reads signs of any alphabet in the code as they are written', () => {
  writeFileSync(path.join(folder, 'posts.routes'), "routes {\n  resources 'posts';\n}\n");
  const [, , errors] = run('waypost.js', ['path', 'post', '--file', 'posts.routes']);
  expect(errors).toBe(
    "error: the route 'post' (/posts/:id) lacks a value for ':id'; give it behind the name or as id=…\n",
  );
});

it('loads packages from kept code', () => {
  mkdirSync(path.join(folder, 'controllers'));
  writeFileSync(path.join(folder, 'controllers/pages.js'), 'export function a() {}\n');
  const first = run('waypost.js', ['routes', 'routes', '--unused']);
  expect(first).toEqual([1, expect.stringMatching(/pages#b/), '']);
  expect(run('waypost.js', ['routes', 'routes', '--unused'])).toEqual(first);
});

it('compiles again what is not from this engine', () => {
  const first = run('waypost.js', ['routes', 'routes']);
  const [name] = kept();
  writeFileSync(path.join(cache, 'waypost/code', name!), 'no code');
  expect(run('waypost.js', ['routes', 'routes'])).toEqual(first);
  expect(statSync(path.join(cache, 'waypost/code', name!)).size).toBeGreaterThan(1000);
});

it('keeps the code of thirty-two commands, those of other copies and versions included, and none for longer than a month', () => {
  run('waypost.js', ['routes', 'routes']);
  const [name] = kept();
  const code = path.join(cache, 'waypost/code');
  const agedBy = (days: number) => (file: string) => {
    writeFileSync(path.join(code, file), '');
    const time = Date.now() / 1000 - days * 86_400;
    utimesSync(path.join(code, file), time, time);
  };
  Array.from({ length: 40 }, (_, k) => `routes-${String(k)}`).forEach((file, k) => agedBy(k / 10)(file));
  agedBy(31)('routes-month');
  run('lint-routes.js', ['routes']);
  const names = kept();
  expect(names).toHaveLength(32);
  expect(names).toEqual(expect.arrayContaining([name, 'routes-0', 'routes-29']));
  expect(names).not.toContain('routes-month');
});

it('keeps nothing of a mistake in the arguments', () => {
  expect(run('waypost.js', ['routs'])[0]).toBe(2);
  expect(kept()).toEqual([]);
});

it('neither keeps nor takes code where others can write, or in a folder that is relative', () => {
  chmodSync(cache, 0o777);
  expect(run('waypost.js', ['routes', 'routes'])[0]).toBe(0);
  expect(kept()).toEqual([]);
  expect(run('waypost.js', ['routes', 'routes'], { XDG_CACHE_HOME: 'cache' })[0]).toBe(0);
  expect(run('waypost.js', ['routes', 'routes'], { XDG_CACHE_HOME: '/dev/null/none' })[0]).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['cache', 'routes']);
});

it('starts the commands that run an application as part of the library', () => {
  const help = execFileSync(process.execPath, [path.join(bin, 'waypost.js'), '--help'], { encoding: 'utf8' });
  for (const name of ['routes', 'lint', 'serve', 'build', 'start', 'middleware', 'compile', 'lsp'])
    expect(help).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(run('waypost.js', ['serve', 'nothing'])).toEqual([2, '', expect.stringContaining('nothing')]);
  expect(run('waypost.js', ['compile', 'routes', '--check'])[0]).not.toBe(0);
});
