// A module that the host imports and the routes name is one module, in every host that people use: its state is shared, its mocks apply.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { cacheFolder } from '../../src/node/modules/import-module.js';
import { installPacked, type PackedPackage } from '../support/packed-package.js';

let packed: PackedPackage;
beforeAll(() => {
  packed = installPacked(['vitest', 'tsx']);
  write('package.json', '{ "type": "module" }');
  write('config/routes', "routes { get '/', to => 'posts#show'; get '/count', to => &count#count }");
});
afterAll(() => packed?.remove());

function write(path: string, text: string): void {
  const file = join(packed.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The application of the tests, with its store in TypeScript or in JavaScript. */
function writeApplication(extension: 'ts' | 'js', imports: string = extension): void {
  const typed = extension === 'ts' ? ': { count: number }' : '';
  rmSync(join(packed.folder, 'store.ts'), { force: true });
  rmSync(join(packed.folder, 'store.js'), { force: true });
  write(`store.${extension}`, `export const store${typed} = { count: 0 };\n`);
  write(
    'controllers/posts.ts',
    `import { store } from '../store.${imports}';\nexport const show = (): string => \`shown \${++store.count}\`;\n`,
  );
  write(
    'config/count.ts',
    `import { store } from '../store.${imports}';\nexport function count(this: unknown): string { return String(++store.count); }\n`,
  );
}

const main = (imports: string): string => `
import { createApplication } from 'waypost/node';
import { Request } from 'waypost';
import { store } from './store.${imports}';
const app = await createApplication('.');
for (const path of ['/', '/count']) await (await app.call(new Request({ method: 'GET', path }))).text();
console.log('count', store.count);
`;

function run(args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: packed.folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'test', VITEST: undefined, NODE_OPTIONS: '' },
  });
  return (stdout + stderr).trim();
}

describe('a store in JavaScript', () => {
  it('is one for plain Node and controllers in TypeScript', () => {
    writeApplication('js');
    write('main.js', main('js'));
    expect(run(['main.js'])).toBe('count 2');
  });
});

describe('a store in TypeScript', () => {
  it('is one under tsx', () => {
    writeApplication('ts', 'js');
    write('main.ts', main('js'));
    expect(run(['--import', 'tsx', 'main.ts'])).toBe('count 2');
  });

  it('is one between controllers that only waypost loads', () => {
    writeApplication('ts', 'js');
    write(
      'main.js',
      `import { createApplication } from 'waypost/node';
       import { Request } from 'waypost';
       const app = await createApplication('.');
       for (const path of ['/', '/count']) console.log(await (await app.call(new Request({ method: 'GET', path }))).text());`,
    );
    expect(run(['main.js'])).toBe('shown 1\n2');
  });

  if ((process.features as { typescript?: unknown }).typescript)
    it('is one where Node reads it', () => {
      writeApplication('ts');
      write('main.ts', main('ts'));
      expect(run(['main.ts'])).toBe('count 2');
    });

  it('is one where `require` alone has been taught to read it, as by ts-node', () => {
    write('required/package.json', '{}');
    write(
      'required/routes',
      "routes { get '/', to => 'posts#show'; get '/count', to => &count#count; get '/later', to => &later#count }",
    );
    write('required/store.ts', 'export const store: { count: number } = { count: 0 };\n');
    write(
      'required/controllers/posts.ts',
      "import { store } from '../store';\nexport const show = (): string => `shown ${++store.count}`;\n",
    );
    write(
      'required/count.ts',
      "const { store } = require('./store');\nmodule.exports = { count: (): string => String(++store.count) };\n",
    );
    // An ES module, as no `require` may read it.
    write('required/later.mts', 'await null;\nexport const count = (): string => "later";\n');
    write(
      'required/main.ts',
      `import { createApplication } from 'waypost/node';
       import { ask } from 'waypost/testing';
       import { store } from './store';
       createApplication('required').then(async (app) => {
         for (const path of ['/', '/count', '/later']) console.log(await (await ask(app, 'GET ' + path)).text());
         console.log('count', store.count);
       });`,
    );
    expect(run(['--require', 'tsx/cjs', 'required/main.ts'])).toBe('shown 1\n2\nlater\ncount 2');
  });

  it('is one under vitest 3, which has its module graph elsewhere', () => {
    writeApplication('ts', 'js');
    write(
      'main.js',
      `globalThis.__vitest_mocker__ = {
         executor: {
           named: (file) => file.split('/').at(-1),
           async executeId(file) { return { show: () => this.named(file), count: () => this.named(file) }; },
         },
       };
       const { createApplication } = await import('waypost/node');
       const { ask } = await import('waypost/testing');
       const app = await createApplication('.');
       for (const path of ['/', '/count']) console.log(await (await ask(app, 'GET ' + path)).text());`,
    );
    expect(run(['main.js'])).toBe('posts.ts\ncount.ts');
  });

  it('is one under vitest, whose mocks apply', () => {
    writeApplication('ts', 'js');
    write(
      'app.test.ts',
      `import { expect, test, vi } from 'vitest';
       import { createApplication } from 'waypost/node';
       import { Request } from 'waypost';
       vi.mock('./store.js', () => ({ store: { count: 40 } }));
       test('the mock bites', async () => {
         const app = await createApplication('.');
         expect(await (await app.call(new Request({ method: 'GET', path: '/' }))).text()).toBe('shown 41');
         const { store } = await import('./store.js');
         expect(store.count).toBe(41);
       });`,
    );
    expect(run([resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', '.'])).toMatch(/1 passed/);
  });
});

describe('what the routes name is a mock under vitest where a test says so,', () => {
  it.each([
    ['loaded', "const app = await createApplication('.');"],
    ['imported', "const { default: app } = await import('./config/routes');"],
  ])('by routes that are %s', (_, application) => {
    writeApplication('ts', 'js');
    write(
      'vitest.config.ts',
      "import waypost from 'waypost/vite';\nexport default { plugins: [waypost({ types: false })] };\n",
    );
    write(
      'app.test.ts',
      `import { expect, test, vi } from 'vitest';
       import { createApplication } from 'waypost/node';
       import { ask } from 'waypost/testing';
       vi.mock('./controllers/posts.ts', () => ({ show: () => 'a mock' }));
       vi.mock('./config/count.ts', () => ({ count: () => 'another' }));
       test('the mocks bite', async () => {
         ${application}
         expect(await (await ask(app, 'GET /')).text()).toBe('a mock');
         expect(await (await ask(app, 'GET /count')).text()).toBe('another');
       });`,
    );
    expect(run([resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', '.'])).toMatch(/1 passed/);
    rmSync(join(packed.folder, 'vitest.config.ts'));
  });
});

describe('a CommonJS module that the host has loaded', () => {
  const greeter = (folder: string): string =>
    `import greet, { words } from '${folder}';\nexport const show = (): string => greet(words);\n`;

  it('is the default import of controllers as of any other module', () => {
    const commonjs = `module.exports = (words) => 'hello ' + words;\nmodule.exports.words = 'there';\n`;
    write('node_modules/greet/index.js', commonjs);
    write('greet.cjs', commonjs);
    write(
      'greeting/routes',
      "routes { get '/package', to => 'ours#show'; get '/file', to => 'theirs#show' }",
    );
    // Of these types more has to go than Node removes itself.
    write('greeting/controllers/ours.ts', `enum Colour { Red }\n${greeter('greet')}void Colour.Red;\n`);
    write('greeting/controllers/theirs.ts', greeter('../../greet.cjs'));
    write(
      'greeting/main.js',
      `import greet from 'greet';
       import own from '../greet.cjs';
       import { createApplication } from 'waypost/node';
       import { ask } from 'waypost/testing';
       const app = await createApplication('greeting');
       for (const path of ['/package', '/file']) console.log(await (await ask(app, 'GET ' + path)).text());`,
    );
    expect(run(['greeting/main.js'])).toBe('hello there\nhello there');
  });
});

describe('modules that were compiled to CommonJS', () => {
  const compiled = 'Object.defineProperty(exports, "__esModule", { value: true });\n';

  it('export what they exported before', () => {
    write('built/package.json', '{ "type": "commonjs" }');
    write(
      'built/routes',
      "routes { get '/', to => 'orders#index'; get '/well', to => &health; get '/7', to => 'desks#show' }",
    );
    write('built/health.js', `${compiled}exports.default = () => 'well';`);
    write('built/controllers/orders.js', `${compiled}exports.default = class { index() { return 'all'; } };`);
    write('built/controllers/desks.js', `${compiled}exports.show = () => 'one';\nexports.default = {};`);
    write('built/config/middleware.js', `${compiled}exports.default = () => console.log('a stack');`);
    write(
      'built/main.cjs',
      `const { createApplication } = require('waypost/node');
       const { ask } = require('waypost/testing');
       createApplication(__dirname).then(async (app) => {
         for (const path of ['/', '/well', '/7']) console.log(await (await ask(app, 'GET ' + path)).text());
       });`,
    );
    expect(run(['built/main.cjs'])).toBe('a stack\nall\nwell\none');
  });
});

describe('the cache of compiled modules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-cache-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(() => vi.unstubAllEnvs());
  const project = (name: string, mode: number): string => {
    mkdirSync(join(folder, name, 'node_modules'), { recursive: true });
    chmodSync(join(folder, name, 'node_modules'), mode);
    return join(folder, name);
  };

  it('is below node_modules of the project', () => {
    const own = project('own', 0o755);
    expect(cacheFolder(join(own, 'app/controllers'))).toBe(join(own, 'node_modules/.cache/waypost'));
  });

  it('is the user’s own folder where others can write node_modules, or nowhere', () => {
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'home'));
    const shared = project('shared', 0o777);
    const cache = cacheFolder(shared)!;
    expect([cache, statSync(cache).mode & 0o777]).toEqual([join(folder, 'home/waypost'), 0o700]);
    chmodSync(cache, 0o777);
    expect(cacheFolder(shared)).toBeUndefined();
    symlinkSync('/nowhere/at/all', join(folder, 'dangling'));
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'dangling'));
    expect(cacheFolder(shared)).toBeUndefined();
  });
});
