// `waypost types` and `waypost path`, run as their users do.

import { spawn } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readValues } from '../../src/cli/path.js';
import { type CommandRun, WorkFolder } from '../support/test-terminal.js';
import { patience } from '../support/patience.js';

const root = new URL('../..', import.meta.url).pathname;
let folder: WorkFolder;

beforeEach(() => {
  folder = new WorkFolder();
  write(
    'config/routes',
    "routes { scope '(:locale)', locale => /en|de/, { resources 'posts', only => <index show>; } direct 'home', 'https://example.com/'; }\n",
  );
});

afterEach(() => folder.remove());

function write(file: string, text: string): void {
  folder.write({ [file]: text });
}

function read(file: string): string {
  return folder.read(file);
}

function run(...args: readonly string[]): Promise<CommandRun> {
  return folder.run(args);
}

describe('waypost path', () => {
  it('prints the path of a route', async () => {
    expect(await run('path', 'post', '5')).toEqual({ output: '/posts/5', errors: '', status: 0 });
    expect((await run('path', 'post', 'de', '5', 'page=2', 'tags[]=a', 'tags[]=b', 'anchor=x')).output).toBe(
      '/de/posts/5?page=2&tags[]=a&tags[]=b#x',
    );
    expect((await run('path', 'post', 'id=5', 'locale=de', 'trailingSlash=true')).output).toBe(
      '/de/posts/5/',
    );
    expect((await run('path', 'post', '5', 'host=example.org', 'protocol=https', '--url')).output).toBe(
      'https://example.org/posts/5',
    );
    expect((await run('path', 'home')).output).toBe('https://example.com/');
    expect((await run('path', 'postPath', '5')).output).toBe('/posts/5');
    expect((await run('path', 'post-url', '5')).output).toBe('/posts/5');
    expect((await run('path', 'homeUrl')).output).toBe('https://example.com/');
  });

  it('says what is missing, in the words of the route', async () => {
    expect(await run('path', 'post')).toEqual({
      output: '',
      errors:
        "error: the route 'post' ((/:locale)/posts/:id) lacks a value for ':id'; give it behind the name or as id=…",
      status: 1,
    });
    expect((await run('path', 'pots', '5')).errors).toBe(
      "error: no route is named 'pots'; did you mean 'posts' or 'post'?",
    );
    expect((await run('path', 'post', 'fr', '5')).errors).toContain('it must match /en|de/ as a whole');
    expect((await run('path', 'post', '5', '--url')).errors).toMatch(
      / has no host; give one as host=example\.com$/,
    );
  });

  it('reads another file, and says so when there is none', async () => {
    write('other.routes', "routes { get '/x', to => 'x#y', as => 'x'; }\n");
    expect((await run('path', 'x', '--file', 'other.routes')).output).toBe('/x');
    expect(await run('path', 'x', '--file', 'none')).toMatchObject({ status: 2 });
    expect(await run('path')).toMatchObject({ status: 2 });
  });

  it('takes values apart', () => {
    expect(readValues(['a', 'b=c=d', 'x[]=1', 'x[]=2', 'y[k]=3', 'y[l][]=4', '=e', 'f/g=h'])).toEqual({
      positional: ['a', '=e', 'f/g=h'],
      options: { b: 'c=d', x: ['1', '2'], y: { k: '3', l: ['4'] } },
    });
    expect(Object.keys(readValues(['__proto__=x']).options)).toEqual(['__proto__']);
  });
});

describe('waypost types', () => {
  it('prints a declaration, or a module of its own', async () => {
    const declaration = await run('types');
    expect(declaration.output).toMatch(
      /^\/\/ The URL helpers of config\/routes\. Written by `waypost types`/,
    );
    expect(declaration.output).toContain("postPath(...values: NamedRoutes['post']): string;");
    expect(declaration.output).toContain('homePath(');
    expect((await run('types', '--runtime')).output).toContain('export const postPath: ');
    expect((await run('types', '--register')).output).toContain("declare module 'waypost' {");
  });

  it('writes files, and tells which of them are stale', async () => {
    expect(await run('types', '--out', 'src/routes.d.ts', '--check')).toEqual({
      output: '',
      errors: 'error: src/routes.d.ts does not exist; the same command without --check writes it',
      status: 1,
    });
    expect(await run('types', '--out', 'src/routes.d.ts')).toEqual({
      output: 'wrote src/routes.d.ts',
      errors: '',
      status: 0,
    });
    expect(read('src/routes.d.ts')).toBe(`${(await run('types')).output}\n`);
    expect(await run('types', '--out', 'src/routes.d.ts')).toMatchObject({
      output: 'src/routes.d.ts is up to date',
      status: 0,
    });
    expect(await run('types', '--out', 'src/routes.d.ts', '--check')).toMatchObject({
      output: 'src/routes.d.ts is up to date',
      status: 0,
    });
    // As a checkout on Windows has it.
    write('src/routes.d.ts', read('src/routes.d.ts').replaceAll('\n', '\r\n'));
    expect(await run('types', '--out', 'src/routes.d.ts', '--check')).toMatchObject({ status: 0 });
    write('config/routes', "routes { resources 'photos'; }\n");
    expect(await run('types', '--out', 'src/routes.d.ts', '--check')).toMatchObject({
      errors: 'error: src/routes.d.ts is stale; the same command without --check writes it',
      status: 1,
    });
    expect(read('src/routes.d.ts')).toContain('postPath(');
  });

  it('leaves a file alone that it has not written', async () => {
    const routes = read('config/routes');
    for (const args of [
      ['types', '--runtime', 'config/routes'],
      ['types', '--out', 'config/routes'],
    ])
      expect(await run(...args)).toMatchObject({
        errors: expect.stringContaining(
          'config/routes was not written by waypost and is left as it is: move it, or give another file',
        ),
        status: 2,
      });
    expect(read('config/routes')).toBe(routes);
    write('mine.js', 'export default 1;\n');
    expect(await run('compile', '--out', 'mine.js')).toMatchObject({ status: 2 });
    expect(read('mine.js')).toBe('export default 1;\n');
    write('empty.ts', '');
    expect(await run('types', '--runtime', 'empty.ts')).toMatchObject({
      output: 'wrote empty.ts',
      status: 0,
    });
  });

  it('writes a module, alone or beside the declaration', async () => {
    for (const [args, message] of [
      [['--out', 'paths.js'], 'paths.js is written in TypeScript; name it paths.ts'],
      [['--runtime', 'paths.mjs'], 'paths.mjs is written in TypeScript; name it paths.mts'],
      [['--runtime', 'paths.d.ts'], 'paths.d.ts is a declaration, in which no code can be; name it paths.ts'],
      [['--out', 'one.ts', '--runtime', 'one.ts'], 'one.ts cannot be both'],
      [['--out', './one.ts', '--runtime', 'one.ts'], 'one.ts cannot be both'],
    ] as const)
      expect(await run('types', ...args)).toMatchObject({
        status: 2,
        errors: expect.stringContaining(message) as string,
      });
    await run('types', '--runtime', '--out', 'paths.ts');
    expect(read('paths.ts')).toContain('export const postPath: ');
    await run('types', '--runtime', 'own.ts', '--out', 'own.d.ts');
    expect(read('own.ts')).toBe(read('paths.ts'));
    expect(await run('types', '--runtime', '--out', 'both.d.ts')).toMatchObject({
      output: 'wrote both.d.ts\nwrote both.runtime.ts',
    });
    expect(read('both.runtime.ts')).toBe(read('paths.ts'));
    expect(read('both.d.ts')).toBe(read('own.d.ts'));
  });

  it('writes again while it watches, and outlives a mistake in the routes', async () => {
    const printed = await watching();
    write('config/routes', "routes { gett '/x' }\n");
    await expect.poll(printed, { timeout: patience }).toContain('unknown-keyword');
    write('waypost.config.json', '{');
    write('config/routes', "routes { gett '/y' }\n");
    await expect.poll(printed, { timeout: patience }).toContain('waypost.config.json');
    rmSync(join(folder.path, 'waypost.config.json'));
    write('config/routes', "routes { resources 'photos'; }\n");
    await expect.poll(() => read('routes.d.ts'), { timeout: patience }).toContain('photoPath(');
  });

  it('writes again while it watches when the configuration changes', async () => {
    write('config/routes', "routes { resources 'cacti'; }\n");
    write('waypost.config.json', '{}');
    await watching();
    write('waypost.config.json', '{ "inflections": { "cacti": "cactus" } }');
    await expect.poll(() => read('routes.d.ts'), { timeout: patience }).toContain('cactusPath(');
  });

  it('writes again while it watches when package.json gets a configuration', async () => {
    write('config/routes', "routes { resources 'cacti'; }\n");
    write('package.json', '{}');
    await watching();
    write('package.json', '{ "waypost": { "inflections": { "cacti": "cactus" } } }');
    await expect.poll(() => read('routes.d.ts'), { timeout: patience }).toContain('cactusPath(');
  });

  it('writes again while it watches when files go and come', async () => {
    const printed = await watching();
    const config = join(folder.path, 'config');
    const away = join(folder.path, 'away');
    const says = (message: string, times: number): Promise<void> =>
      expect
        .poll(() => printed().split(message).length - 1, { timeout: patience })
        .toBeGreaterThanOrEqual(times);
    const writes = (helper: string): Promise<void> =>
      expect.poll(() => read('routes.d.ts'), { timeout: patience }).toContain(helper);
    write('config/routes', "routes { include 'sub/more' }\n");
    await says('missing-file', 1);
    write('config/sub/more.routes', "resources 'photos'\n");
    await writes('photoPath(');
    rmSync(join(config, 'sub'), { recursive: true });
    await says('missing-file', 2);
    renameSync(config, away);
    await says('there is no file', 1);
    renameSync(away, config);
    await says('missing-file', 3);
    write('config/sub/more.routes', "resources 'pages'\n");
    await writes('pagePath(');
  });

  /** Begins to watch, until the test ends; what is given tells what has been printed. */
  async function watching(): Promise<() => string> {
    const command = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        `${root}src/cli/main.ts`,
        'types',
        `${folder.path}/config/routes`,
        '--out',
        `${folder.path}/routes.d.ts`,
        '--watch',
      ],
      { cwd: root },
    );
    onTestFinished(() => void command.kill());
    let printed = '';
    command.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    command.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await expect.poll(() => printed, { timeout: patience }).toContain('watching');
    return () => printed;
  }

  it('writes nothing for routes that have errors', async () => {
    write('config/routes', "routes { gett '/x' }\n");
    const { errors, status } = await run('types', '--out', 'routes.d.ts');
    expect(errors).toContain('unknown-keyword');
    expect(status).toBe(1);
    expect(() => read('routes.d.ts')).toThrow();
  });

  it('knows how it is to be called', async () => {
    expect(await run('types', '--check')).toMatchObject({
      errors: 'error: --check needs to know the file: give --out FILE',
      status: 2,
    });
    expect(await run('types', '--out', 'x.d.ts', '--check', '--watch')).toMatchObject({ status: 2 });
    expect(await run('types', 'none')).toMatchObject({ status: 2 });
    expect(await run('types', '--out', 'config')).toMatchObject({ status: 2 });
    expect(await run('types', '--out', 'config/routes/x.d.ts')).toMatchObject({ status: 2 });
  });
});
