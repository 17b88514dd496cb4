// `waypost build`: an application as a folder that starts with `node dist/server.js`, away from its sources.

import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CommandRun, WorkFolder } from '../support/test-terminal.js';

const root = new URL('../..', import.meta.url).pathname;

const application = {
  'package.json': '{ "type": "module", "dependencies": { "greeter": "^1.0.0" } }\n',
  'config/routes': "routes {\n  resources 'posts', only: %w(index show)\n}\n",
  'config/middleware.ts': `import { RequestId, type MiddlewareStack } from 'waypost';
export default async (stack: MiddlewareStack): Promise<void> => void stack.use('id', RequestId);
`,
  'controllers/posts.ts': `import { readFileSync } from 'node:fs';
import { greet } from 'greeter';
import { Response, type Request } from 'waypost';
const words: string = readFileSync(new URL('../data/words.txt', import.meta.url), 'utf8');
export const index = (request: Request) => Response.text(words + request.helpers.pathFor('post', 7));
export const show = ({ params }: Request) => greet(params['id']);
`,
  'data/words.txt': 'all: ',
  'public/style.css': 'body {}\n',
  'node_modules/greeter/package.json': '{ "name": "greeter", "version": "1.0.2", "main": "index.cjs" }\n',
  'node_modules/greeter/index.cjs': 'exports.greet = (who) => `hello ${who}`;\n',
};

let folder: WorkFolder;
let elsewhere: string;

beforeEach(() => {
  folder = new WorkFolder();
  folder.write(application);
  symlinkSync(root, join(folder.path, 'node_modules/waypost'));
  elsewhere = mkdtempSync(join(tmpdir(), 'waypost-built-'));
});

afterEach(() => {
  folder.remove();
  rmSync(elsewhere, { recursive: true, force: true });
});

const run = (...args: readonly string[]): Promise<CommandRun> => folder.run(args);

/** Starts what a command line starts, asks it for paths, and ends it. */
async function asked(args: readonly string[], paths: readonly string[]): Promise<string[]> {
  return (await served(args, paths)).texts;
}

/** The same, with the line that it printed when it listened. */
async function served(
  args: readonly string[],
  paths: readonly string[],
): Promise<{ readonly texts: string[]; readonly line: string }> {
  const server = spawn(process.execPath, args, {
    cwd: elsewhere,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line, url] = await new Promise<readonly string[]>((done, fail) => {
      let printed = '';
      server.stdout.on('data', (data: Buffer) => {
        printed += String(data);
        const found = /^.*(http:\S+).*(?=\n)/m.exec(printed);
        if (found !== null) done(found);
      });
      server.once('exit', () => fail(new Error(`it ended: ${printed}`)));
    });
    const texts = await Promise.all(paths.map(async (path) => (await fetch(url + path)).text()));
    return { texts, line: line! };
  } finally {
    server.kill('SIGKILL');
  }
}

it('writes a folder that starts without its sources, a parser or jiti', async () => {
  const { output, status } = await run('build', '--include', 'data/words.txt');
  expect(output).toContain('It imports greeter');
  expect(status).toBe(0);
  const built = join(folder.path, 'dist');
  expect(JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))).toMatchObject({
    type: 'module',
    dependencies: { greeter: '^1.0.0' },
  });
  expect(readFileSync(join(built, 'server.js'), 'utf8')).not.toMatch(/chevrotain|jiti|oxc-parser/i);
  expect(readFileSync(join(built, 'server.js'), 'utf8')).toContain(
    'writtenRecognition(simpleRecognition, search)',
  );

  cpSync(built, join(elsewhere, 'dist'), { recursive: true });
  mkdirSync(join(elsewhere, 'node_modules'));
  cpSync(join(folder.path, 'node_modules/greeter'), join(elsewhere, 'node_modules/greeter'), {
    recursive: true,
  });
  folder.remove();
  const answers = ['all: /posts/7', 'hello ada', 'body {}\n'];
  const paths = ['/posts', '/posts/ada', '/style.css'];
  expect(await asked(['dist/server.js'], paths)).toEqual(answers);
  expect(await asked([join(root, 'dist/bin/waypost.js'), 'start', 'dist'], paths)).toEqual(answers);
});

it('gives modules their own addresses, and reads them as their names and `tsconfig.json` say', async () => {
  folder.write({
    'tsconfig.json': '{ "compilerOptions": { "experimentalDecorators": true, "jsxFactory": "h" } }\n',
    'config/routes':
      "routes {\n  get '/here', to => 'where#here'; get '/page', to => 'where#page'; get '/builtin', to => 'where#builtin'; get '/beside', to => 'where#beside'; get '/old', to => &old/where#here; get '/found', to => &old/found#here\n}\n",
    'config/old/where.cjs':
      "#!/usr/bin/env node\nconst { basename, join } = require('node:path');\nexports.here = () => require('node:fs').readFileSync(join(__dirname, '../../data/words.txt'), 'utf8') + basename(__filename);\n",
    'config/old/found.cjs':
      "exports.here = () => require('node:fs').readFileSync(require.resolve('../../data/words.txt'), 'utf8') + require.resolve('greeter').split('/node_modules/')[1];\n",
    'config/view.tsx':
      "const h = (name: string) => `<${name}> ${import.meta.url.split('/').at(-1)}`;\nexport const page = <p />;\n",
    'controllers/where.ts': `import { page } from '../config/view';
const { dirname, filename, resolve } = import.meta;
const twice = (_: object, __: string, method: PropertyDescriptor) => ({ value: () => method.value().repeat(2) });
export default class {
  @twice here() { return filename.slice(dirname.length + 1) + ' '; }
  builtin() { return resolve('node:fs') + import.meta.resolve('greeter').split('/node_modules/')[1]; }
  beside() { return ['./a b.txt', '../data/words.txt', '/x'].map((path) => resolve(path).replace(import.meta.url.slice(0, -20), '')).join(); }
  page() { return String(page); }
}
`,
  });
  expect((await run('build', '--include', 'data/words.txt')).output).not.toContain('error');
  const answers = ['where.ts where.ts ', '<p> view.tsx', 'node:fsgreeter/index.cjs'];
  const server = join(folder.path, 'dist/server.js');
  expect(await asked([server], ['/here', '/page', '/builtin'])).toEqual(answers);
  expect(await asked([server], ['/old', '/found', '/beside'])).toEqual([
    'all: where.cjs',
    'all: greeter/index.cjs',
    'controllers/a%20b.txt,data/words.txt,file:///x',
  ]);
});

it('tells what esbuild warns of, and is done', async () => {
  folder.write({
    'controllers/posts.ts':
      "export const show = () => typeof show === 'strng';\nexport const index = show;\n",
  });
  expect(await run('build')).toMatchObject({
    status: 0,
    errors: 'controllers/posts.ts:1:43 warning: The "typeof" operator will never evaluate to "strng"',
  });
});

it('asks for the version that is installed where the catalog of a workspace has the one that is asked for', async () => {
  folder.write({ 'package.json': '{ "type": "module", "dependencies": { "greeter": "catalog:" } }\n' });
  await run('build', '--include', 'data/words.txt');
  const built = readFileSync(join(folder.path, 'dist/package.json'), 'utf8');
  expect(JSON.parse(built)).toMatchObject({ dependencies: { greeter: '^1.0.2' } });
});

it('says how many routes it serves', async () => {
  const lineOf = async (routes: string): Promise<string> => {
    folder.write({ 'config/routes': `routes { ${routes} }` });
    await run('build', '--include', 'data/words.txt');
    return (await served([join(folder.path, 'dist/server.js')], [])).line;
  };
  const show = "get '/posts/:id', to => 'posts#show';";
  expect(await lineOf(show)).toMatch(/^Listening on http:\S+ \(1 route, Ctrl\+C stops\)$/);
  expect(await lineOf(`${show} get '/posts', to => 'posts#index'`)).toContain('(2 routes, Ctrl+C stops)');
});

it('starts where nothing of public/ is to be served', async () => {
  rmSync(join(folder.path, 'public'), { recursive: true });
  folder.write({ 'public/.gitkeep': '' });
  expect((await run('build', '--include', 'data/words.txt')).status).toBe(0);
  expect(await asked([join(folder.path, 'dist/server.js')], ['/posts/ada'])).toEqual(['hello ada']);
});

/** An application that reads no files of its own. */
const withoutFiles = {
  'config/routes': "routes {\n  get '/posts/:id', to => 'posts#show', as => 'post'\n}\n",
  'controllers/posts.ts': `import { greet } from 'greeter';
import { assetPath, type Request } from 'waypost/router';
export const show = ({ params, helpers }: Request) => \`\${greet(params['id'])} \${helpers.pathFor('post', 1)} \${assetPath('/style.css')}\`;
`,
  'public/logo.bin': '\u00ff\u0000',
};

type Worker = { readonly default: { fetch(request: globalThis.Request): Promise<globalThis.Response> } };

it('has source maps beside it: a stack ends in the line of the routes file that names what cannot be called', async () => {
  folder.write({
    'config/routes': "routes {\n  get '/desk', to => &desk#show\n}\n",
    'config/desk.ts':
      'interface Desk {\n  readonly open: boolean;\n}\nexport const show: Desk = JSON.parse(\'{ "open": true }\');\n',
  });
  await run('build');
  const { stderr } = spawnSync(
    process.execPath,
    ['--enable-source-maps', join(folder.path, 'dist/server.js')],
    {
      encoding: 'utf8',
    },
  );
  expect(stderr).toContain('&desk#show has to be a function, or an object with `call`');
  expect(stderr).toMatch(/config\/routes:2:3/);
});

it('runs in production, for packages that ask as they are loaded too, unless NODE_ENV says otherwise', async () => {
  folder.write({
    'node_modules/greeter/index.cjs': 'console.log(process.env.NODE_ENV);\nexports.greet = () => 1;\n',
  });
  await run('build', '--include', 'data');
  const started = (env: NodeJS.ProcessEnv): string =>
    spawnSync(process.execPath, [join(folder.path, 'dist/server.js')], {
      env: { PORT: 'none', ...env },
      encoding: 'utf8',
    }).stdout;
  expect([started({}), started({ NODE_ENV: 'staging' })]).toEqual(['production\n', 'staging\n']);
});

it('writes a worker that has all in it, its files too, under names with a hash', async () => {
  folder.write(withoutFiles);
  expect((await run('build', '--target', 'static-worker', '--hash-assets')).status).toBe(0);
  const built = join(folder.path, 'dist');
  expect(readFileSync(join(built, 'worker.js'), 'utf8')).not.toMatch(/^import /m);
  expect(existsSync(join(built, 'public'))).toBe(false);
  const { default: worker } = (await import(/* @vite-ignore */ join(built, 'worker.js'))) as Worker;
  const ask = (path: string, init?: RequestInit): Promise<globalThis.Response> =>
    worker.fetch(new globalThis.Request(`http://localhost${path}`, init));
  const hashed = (JSON.parse(readFileSync(join(built, 'assets.json'), 'utf8')) as Record<string, string>)[
    '/style.css'
  ]!;
  expect(hashed).toMatch(/^\/style-[0-9a-f]{10}\.css$/);
  expect(await (await ask('/posts/ada')).text()).toBe(`hello ada /posts/1 ${hashed}`);
  const style = await ask(hashed);
  expect([await style.text(), style.headers.get('content-type'), style.headers.get('cache-control')]).toEqual(
    ['body {}\n', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
  );
  const plain = await ask('/style.css');
  expect([plain.status, plain.headers.get('cache-control')]).toEqual([200, null]);
  const again = await ask('/style.css', { headers: { 'if-none-match': plain.headers.get('etag')! } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await ask('/logo.bin', { method: 'HEAD' });
  expect([head.headers.get('content-length'), await head.text()]).toEqual(['3', '']);
  expect((await ask('/style.css', { method: 'POST' })).status).toBe(404);
  expect((await ask('/%2fstyle.css')).status).toBe(404);
});

it('serves files of public/ under names with a hash, which are good for ever', async () => {
  folder.write({ ...withoutFiles, 'public/css/app.css': 'a {}', 'public/css/app.css.br': 'br' });
  await run('build', '--hash-assets', '--out', 'built');
  const names = JSON.parse(folder.read('built/assets.json')) as Record<string, string>;
  const hash = /-(\w+)\.css$/.exec(names['/css/app.css']!)![1]!;
  expect(names['/css/app.css.br']).toBe(`/css/app-${hash}.css.br`);
  expect(folder.read(`built/public/css/app-${hash}.css`)).toBe('a {}');
  expect(folder.read('built/public/css/app.css')).toBe('a {}');
  expect(folder.read('built/server.js')).toContain('immutable: true');
});

it('writes for workerd what wrangler needs, and refuses what a worker does not have', async () => {
  folder.write(withoutFiles);
  const { output, status } = await run('build', '--target', 'workerd');
  expect([status, output.split('\n')]).toEqual([
    0,
    ['dist/worker.js', 'dist/package.json', 'dist/wrangler.json', 'dist/public'],
  ]);
  expect(JSON.parse(folder.read('dist/wrangler.json'))).toMatchObject({
    main: 'worker.js',
    assets: { directory: 'public' },
  });
  expect(folder.read('dist/worker.js')).toContain('writtenRecognition(simpleRecognition, search)');
  folder.write({
    'config/middleware.ts':
      "import { loadRoutes } from 'waypost/node';\nexport default () => loadRoutes('x');\n",
  });
  expect(await run('build', '--target', 'workerd')).toMatchObject({
    status: 2,
    errors: expect.stringContaining('which a worker does not have: leave waypost/node out') as string,
  });
});

it('has in a worker what CommonJS asks of Node, and asks the host for it no sooner than that runs', async () => {
  folder.write(withoutFiles);
  folder.write({
    'node_modules/greeter/index.cjs': `const { join } = require('path');
const inspected = () => require('node:inspector');
exports.greet = (who) => join('hello', who, typeof require('node:events'), typeof inspected);
`,
  });
  for (const target of ['workerd', 'static-worker']) {
    expect((await run('build', '--target', target, '--out', target)).status).toBe(0);
    expect(folder.read(`${target}/worker.js`)).not.toMatch(/^import /m);
    expect(JSON.parse(folder.read(`${target}/wrangler.json`))).toMatchObject({
      compatibility_flags: ['nodejs_compat'],
    });
    const asks = `import worker from './${target}/worker.js';
const answer = await worker.fetch(new Request('http://localhost/posts/ada'));
console.log(await answer.text());`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', asks], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual(['hello/ada/function/function /posts/1 /style.css\n', '']);
  }
});

it('writes over an earlier build, and over nothing else', async () => {
  await run('build', '--out', 'built');
  expect((await run('build', '--out', 'built')).status).toBe(0);
  for (const out of ['.', '..', 'data']) {
    const { errors, status } = await run('build', '--out', out);
    expect(errors).toMatch(/has the application in it|was not written by waypost build/);
    expect(status).toBe(2);
  }
  expect(existsSync(join(folder.path, 'data/words.txt'))).toBe(true);
});

it('takes away what an earlier build has written, and leaves what has come there since', async () => {
  folder.write({ 'public/old/page.css': 'p {}\n' });
  await run('build', '--include', 'data', '--hash-assets');
  const since = {
    'dist/node_modules/greeter/package.json': '{}',
    'dist/data/words.db': 'words',
    'dist/public/uploads/cat.txt': 'cat',
    'dist/notes.txt': 'notes',
  };
  folder.write(since);
  rmSync(join(folder.path, 'public/old'), { recursive: true });
  expect((await run('build', '--target', 'deno')).status).toBe(0);
  for (const [file, text] of Object.entries(since)) expect(folder.read(file)).toBe(text);
  const left = readdirSync(join(folder.path, 'dist'), { recursive: true }).map(String);
  expect(left.filter((name) => !name.startsWith('node_modules')).sort()).toEqual([
    '.waypost-build.json',
    'data',
    'data/words.db',
    'notes.txt',
    'package.json',
    'public',
    'public/style.css',
    'public/uploads',
    'public/uploads/cat.txt',
    'server.js',
    'server.js.map',
  ]);
});

it('leaves what was copied there and has changed since, such as a database, and what has come there in its place', async () => {
  const kept = { 'dist/data/words.txt': 'all words: ', 'dist/data/new.txt': 'of the application' };
  const build = (...args: readonly string[]): Promise<CommandRun> =>
    run('build', '--include', 'data', ...args);
  await build();
  folder.write({ ...kept, 'data/new.txt': 'new' });
  const left = (path: string): string =>
    `warning: ${path} is not what an earlier build has put there, and is left as it is: remove it to have it from the application`;
  for (let time = 0; time < 2; time++) {
    const { status, errors } = await build();
    expect(status).toBe(0);
    expect(errors.split('\n')).toEqual([left('dist/data/new.txt'), left('dist/data/words.txt')]);
  }
  expect((await run('build')).errors).toBe('');
  for (const [file, text] of Object.entries(kept)) expect(folder.read(file)).toBe(text);
  // What is the same as it would be copied is the build's again.
  folder.write({ 'dist/data/words.txt': 'all: ', 'dist/data/new.txt': 'new' });
  expect((await build()).errors).toBe('');
  folder.write({ 'data/words.txt': 'some: ', 'data/new.txt': 'newer' });
  expect((await build()).errors).toBe('');
  expect([folder.read('dist/data/words.txt'), folder.read('dist/data/new.txt')]).toEqual(['some: ', 'newer']);
});

it('has what links in public/ lead to, as it is served before it is built, and nothing from elsewhere', async () => {
  folder.write({ 'public/v2/app.js': '2', 'secret/key.txt': 'key' });
  for (const [target, link] of [
    ['v2', 'public/latest'],
    ['v2/app.js', 'public/app.js'],
    ['..', 'public/v2/up'],
    ['.', 'public/again'],
    ['../secret', 'public/secret'],
    ['../secret/key.txt', 'public/key.txt'],
    ['nowhere', 'public/nowhere'],
  ] as const)
    symlinkSync(target, join(folder.path, link));
  expect((await run('build')).status).toBe(0);
  const built = readdirSync(join(folder.path, 'dist/public'), { recursive: true, withFileTypes: true });
  expect(
    built
      .filter((entry) => !entry.isDirectory())
      .map((entry) => [entry.isFile(), entry.name])
      .sort(),
  ).toEqual([
    [true, 'app.js'],
    [true, 'app.js'],
    [true, 'app.js'],
    [true, 'style.css'],
  ]);
  expect(folder.read('dist/public/latest/app.js')).toBe('2');
});

it('copies what links lead to in what is included, and refuses those that lead out of the project', async () => {
  for (const [target, link] of [
    ['words.txt', 'data/same.txt'],
    ['..', 'data/up'],
    ['.', 'data/again'],
    ['nowhere', 'data/nowhere'],
  ] as const)
    symlinkSync(target, join(folder.path, link));
  mkdirSync(join(folder.path, 'uploads'));
  expect(await run('build', '--include', 'data', 'uploads')).toMatchObject({ status: 0 });
  expect(readdirSync(join(folder.path, 'dist/uploads'))).toEqual([]);
  expect(readdirSync(join(folder.path, 'dist/data')).sort()).toEqual(['same.txt', 'words.txt']);
  expect(lstatSync(join(folder.path, 'dist/data/same.txt')).isFile()).toBe(true);
  symlinkSync(tmpdir(), join(folder.path, 'data/away'));
  expect(await run('build', '--include', 'data')).toMatchObject({
    status: 2,
    errors: expect.stringContaining('data/away leads out of ') as string,
  });
});

it('says of a PORT that is none that it is none, and takes an empty one for none given', async () => {
  await run('build', '--include', 'data');
  const started = (PORT: string) =>
    spawnSync(process.execPath, [join(folder.path, 'dist/server.js')], {
      encoding: 'utf8',
      env: { ...process.env, PORT, HOST: '256.0.0.1' },
    });
  expect(started('abc')).toMatchObject({
    status: 2,
    stderr: 'error: PORT is a number up to 65535, not "abc"\n',
  });
  expect(started('').stderr).toContain('256.0.0.1:3000');
});

it('writes to the folder that a link leads to', async () => {
  mkdirSync(join(folder.path, 'target'));
  symlinkSync('target', join(folder.path, 'dist'));
  expect((await run('build')).status).toBe(0);
  expect((await run('build')).status).toBe(0);
  expect([
    readlinkSync(join(folder.path, 'dist')),
    existsSync(join(folder.path, 'target/server.js')),
  ]).toEqual(['target', true]);
  symlinkSync('.', join(folder.path, 'here'));
  expect((await run('build', '--out', 'here')).errors).toContain('here has the application in it');
});

it('removes nothing outside of its folder, whatever its list says, and needs none', async () => {
  await run('build');
  symlinkSync('../data', join(folder.path, 'dist/linked'));
  for (const list of [
    '{ "files": ["../data/words.txt", "/etc/none", "", ".", 7] }',
    '{ "files": ["linked/words.txt", "public", "public/style.css/x"] }',
    '{ "files": { "../data/words.txt": null, "/etc/none": null, "": null, ".": null, "data": 7 } }',
    '{ "files": { "linked/words.txt": null, "public": null, "public/style.css/x": null } }',
    '{ "files": 1 }',
    '[',
    'null',
  ]) {
    folder.write({ 'dist/.waypost-build.json': list });
    expect(await run('build')).toMatchObject({ status: 0 });
    expect(folder.read('data/words.txt')).toBe('all: ');
  }
});

it('says of what it cannot copy, and leaves an earlier build as it was', async () => {
  await run('build', '--include', 'data');
  const before = readdirSync(join(folder.path, 'dist'), { recursive: true });
  for (const [include, message] of [
    ['.', '. has the folder in it that is written, or is in it'],
    ['dist', 'dist has the folder in it that is written, or is in it'],
    ['dist/data', 'dist/data has the folder in it that is written, or is in it'],
    ['package.json', 'package.json has a name that the build itself writes'],
  ] as const)
    expect(await run('build', '--include', include)).toMatchObject({
      status: 2,
      errors: expect.stringContaining(message) as string,
    });
  expect((await run('build', '--out', 'public/dist')).errors).toContain('public/dist is in public/');
  expect(readdirSync(join(folder.path, 'dist'), { recursive: true })).toEqual(before);
});

it('prints what it has written as text, whatever it is called', async () => {
  const { status, output } = await run('build', '--out', 'dist\u001b[31m\n##[error]x');
  expect(status).toBe(0);
  expect(output).not.toMatch(/[\0-\x09\x0b-\x1f]|##\[/);
  expect(output.split('\n')).toHaveLength(5);
});

it('says once that the application does not have waypost itself', async () => {
  rmSync(join(folder.path, 'node_modules/waypost'));
  for (const target of ['node', 'workerd'])
    expect(await run('build', '--target', target)).toMatchObject({
      status: 2,
      errors: "error: waypost build needs the package 'waypost' for this: npm install waypost",
    });
  folder.write({
    'controllers/posts.ts': "import { a } from 'nowhere';\nexport const index = a, show = a;\n",
  });
  symlinkSync(root, join(folder.path, 'node_modules/waypost'));
  expect((await run('build')).errors).toBe('controllers/posts.ts:1:19 Could not resolve "nowhere"');
});

it('says that the middleware is no function of the stack, when it is built where its text tells', async () => {
  const lacks = 'config/middleware.ts has no default export that is a function of the middleware stack';
  folder.write({ 'config/middleware.ts': 'export const configure = () => {};\n' });
  expect(await run('build')).toMatchObject({ status: 2, errors: expect.stringContaining(lacks) as string });
  folder.write({ 'config/middleware.ts': 'export default { use() {} };\n' });
  expect(await run('build', '--include', 'data')).toMatchObject({ status: 0 });
  const { stderr } = spawnSync(process.execPath, [join(folder.path, 'dist/server.js')], { encoding: 'utf8' });
  expect(stderr).toContain(`TypeError: ${lacks}`);
});

it('says what it cannot build', async () => {
  expect(await run('build', '--target', 'browser')).toMatchObject({
    status: 2,
    errors: expect.stringContaining(
      'Allowed choices are node, deno, bun, lambda, workerd, static-worker',
    ) as string,
  });
  expect((await run('build', '--target', 'workerd', '--include', 'data')).errors).toContain(
    'a worker has no files to read: import what it needs of data',
  );
  expect((await run('build', '--target', 'lambda')).errors).toContain(
    "waypost build needs the package 'srvx' for this: npm install --save-dev srvx",
  );
  expect((await run('build', '--include', '../other')).errors).toContain('there is no ../other in ');
  expect((await run('start', 'nowhere')).errors).toContain(
    'there is no nowhere/server.js: waypost build --out nowhere writes it',
  );
  expect((await run('start', 'package.json')).errors).toContain(
    'there is no package.json/server.js: package.json is no folder; name the one that was built',
  );
  expect((await run('start', '.')).errors).toContain(
    'there is no server.js: waypost build . --out dist builds it, waypost start dist serves that',
  );
  symlinkSync('admin.ts', join(folder.path, 'controllers/admin.ts'));
  folder.write({ 'config/routes': "routes {\n  root to => 'admin#index';\n}\n" });
  expect(await run('build')).toMatchObject({
    status: 1,
    errors: `cannot read '${join(folder.path, 'controllers/admin.ts')}': its symbolic links lead in a circle; point them at something that is there`,
  });
  folder.write(application);
  await run('build', '--target', 'bun', '--out', 'for-bun');
  expect((await run('start', 'for-bun')).errors).toContain(
    'for-bun was built for another runtime: run `bun server.js` in it',
  );
  folder.write({
    'bare/config/routes':
      "routes {\n  get '/x', to => redirect('/y');\n  get '/posts', to => 'posts#index';\n  root to => 'home#index';\n}\n",
  });
  expect(await run('build', 'bare', '--out', 'built-bare')).toMatchObject({
    status: 1,
    errors:
      "bare/config/routes:3:23 unknown-controller: there is no folder 'controllers' for the controller 'posts'; write controllers/posts.ts",
  });
  folder.write({ 'bare/waypost.config.json': '{ "controllers": "nowhere" }' });
  expect(await run('build', 'bare', '--out', 'built-bare')).toMatchObject({
    status: 1,
    errors: "waypost.config.json: controllers: there is no folder 'nowhere'",
  });
  folder.write({ 'broken/config/routes': 'routes {}\n', 'broken/package.json': '{ "type":' });
  expect(await run('build', 'broken', '--out', 'built-broken')).toMatchObject({
    status: 2,
    errors: expect.stringMatching(/^error: .*broken\/package\.json/) as string,
  });
  folder.write({ 'config/routes': "routes {\n  gett '/'\n}\n" });
  expect(await run('build')).toMatchObject({
    status: 1,
    errors: expect.stringContaining("config/routes:2:3 unknown-keyword: 'gett'") as string,
  });
});
