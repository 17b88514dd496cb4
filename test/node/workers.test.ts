// `waypost serve --workers` and `--watch` under signals: what was asked before is answered, whoever gets the signal. The built command
// is run, since a test starts it often.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkFolder } from '../support/test-terminal.js';
import { type RawAnswer, RawClient, request } from '../support/raw-http.js';
import { patience } from '../support/patience.js';

const command = new URL('../../dist/bin/waypost.js', import.meta.url).pathname;
const asked = 'GET /slow HTTP/1.1\r\nhost: x\r\n\r\n';

let folder: WorkFolder;
const started: ChildProcess[] = [];

beforeEach(() => {
  folder = new WorkFolder();
  folder.write({
    'config/routes': "routes {\n  get '/slow', to => 'answers#slow'\n  get '/pid', to => 'answers#pid'\n}\n",
    'controllers/answers.mjs': `
      export const slow = () => new Promise((resolve) => {
        process.stdout.write('asked\\n');
        setTimeout(() => resolve('done'), 700);
      });
      export const pid = () => String(process.pid);`,
  });
});
afterEach(() => {
  for (const child of started.splice(0)) {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // The group has ended by itself.
    }
  }
  folder.remove();
});

interface Served {
  readonly process: ChildProcess;
  readonly port: number;
  readonly exit: Promise<number | null>;
  printed(): string;
}

/** `waypost serve` in a process group of its own, as a shell starts it. */
const serving = (...args: string[]): Promise<Served> =>
  running(command, 'serve', `${folder.path}/config/routes`, '--port', '0', ...args);

/** A process of Node that says where it listens. */
async function running(...args: string[]): Promise<Served> {
  const child = spawn(process.execPath, args, {
    cwd: new URL('../..', import.meta.url).pathname,
    detached: true,
  });
  started.push(child);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const port = await vi.waitFor(
    () => Number(/Listening on \S+:(\d+)/.exec(printed)?.[1] ?? expect.fail(printed)),
    { timeout: patience, interval: 20 },
  );
  return { process: child, port, exit, printed: () => printed };
}

async function slowRequests(server: Served, count: number): Promise<RawClient[]> {
  const clients = await Promise.all(
    Array.from({ length: count }, async () => (await RawClient.to(server.port)).send(asked)),
  );
  await vi.waitFor(() => expect(server.printed().match(/asked/g)?.length).toBe(count), { timeout: patience });
  return clients;
}

const answersOf = (clients: readonly RawClient[]): Promise<string[]> =>
  Promise.all(clients.map(async (client) => /done|$/.exec(await client.end())![0]));

describe('workers', () => {
  it.each([
    ['SIGTERM', 'the whole group, as systemd and containers send it', true],
    ['SIGINT', 'the whole group, as Ctrl+C does', true],
    ['SIGTERM', 'the primary alone', false],
    ['SIGHUP', 'the whole group, as a terminal that is closed does', true],
  ] as const)('answer what was asked when %s goes to %s', async (signal, _, toGroup) => {
    const server = await serving('--workers', '2');
    const clients = await slowRequests(server, 8);
    process.kill(toGroup ? -server.process.pid! : server.process.pid!, signal);
    expect(await answersOf(clients)).toEqual(Array.from({ length: 8 }, () => 'done'));
    expect(await server.exit).toBe(0);
    await expect(RawClient.to(server.port)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('answer what was asked when the primary is killed, and end', async () => {
    const server = await serving('--workers', '2');
    const clients = await slowRequests(server, 4);
    server.process.kill('SIGKILL');
    expect(await answersOf(clients)).toEqual(Array.from({ length: 4 }, () => 'done'));
    await vi.waitFor(() => expect(() => process.kill(-server.process.pid!, 0)).toThrow(/ESRCH/), patience);
  });

  it('are ended by the second signal of a person', async () => {
    const server = await serving('--workers', '2');
    const clients = await slowRequests(server, 2);
    process.kill(-server.process.pid!, 'SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.kill(-server.process.pid!, 'SIGINT');
    expect(await answersOf(clients)).toEqual(['', '']);
    expect(await server.exit).toBe(130);
  });

  it('may be dead when they are to end, and nobody has heard of it', async () => {
    folder.write({
      'kill.mjs': `
        import cluster from 'node:cluster';
        if (cluster.isPrimary)
          process.on('SIGTERM', () => {
            for (const { process } of Object.values(cluster.workers)) process.kill('SIGKILL');
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
          });`,
    });
    const routes = `${folder.path}/config/routes`;
    const args = [command, 'serve', routes, '--port', '0', '--workers', '2'];
    const server = await running('--import', `${folder.path}/kill.mjs`, ...args);
    server.process.kill('SIGTERM');
    expect([await server.exit, server.printed()]).toEqual([0, expect.not.stringContaining('Error')]);
  });

  it('are replaced when one dies', async () => {
    const server = await serving('--workers', '1', '--watch');
    const pid = async (): Promise<string> => (await fetch(`http://127.0.0.1:${server.port}/pid`)).text();
    const first = await pid();
    process.kill(Number(first), 'SIGKILL');
    await vi.waitFor(async () => expect(await pid()).not.toBe(first), { timeout: patience, interval: 50 });
  });
});

it('a worker of another supervisor, such as pm2, says where it listens and ends when it is told to', async () => {
  const manager = `
    import cluster from 'node:cluster';
    cluster.setupPrimary({
      exec: ${JSON.stringify(command)},
      args: ['serve', ${JSON.stringify(`${folder.path}/config/routes`)}, '--port', '0', '--workers', '2'],
    });
    const worker = cluster.fork();
    process.on('SIGINT', () => worker.process.kill('SIGINT'));
    worker.on('exit', (code) => process.exit(code));`;
  folder.write({ 'manager.mjs': manager });
  const server = await running(`${folder.path}/manager.mjs`);
  expect(server.printed()).toMatch(/^Listening on \S+ \(2 routes, Ctrl\+C stops\)$/m);
  const clients = await slowRequests(server, 2);
  server.process.kill('SIGINT');
  expect(await answersOf(clients)).toEqual(['done', 'done']);
  expect(await server.exit).toBe(0);
});

describe('where nobody reads what is printed', () => {
  it.each([[[]], [['--workers', '2']]])('a server goes on: %j', async (args) => {
    folder.write({
      'controllers/answers.mjs': `
        export const slow = () => { console.log('asked'); console.error('asked'); return 'done'; };
        export const pid = () => { setTimeout(() => { throw new Error('later'); }); return 'pid'; };`,
    });
    const server = await serving(...args);
    server.process.stdout!.destroy();
    server.process.stderr!.destroy();
    for (const path of ['/slow', '/pid', '/slow', '/pid', '/slow'])
      expect((await request(server.port, 'GET', path)).status).toBe(200);
    process.kill(-server.process.pid!, 'SIGTERM');
    expect(await server.exit).toBe(0);
  });

  it('a command ends as it would otherwise', async () => {
    const child = spawn(process.execPath, [command, 'routes', `${folder.path}/config/routes`]);
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    expect([await new Promise((resolve) => child.once('close', resolve)), errors]).toEqual([0, '']);
  });
});

describe('while an application is written', () => {
  it('an error is a page that reloads, other hosts are refused, and a line says what was reloaded', async () => {
    vi.stubEnv('NODE_ENV', 'development');
    folder.write({
      'controllers/answers.mjs': `
        export const slow = () => { throw new Error('not yet'); };
        export const pid = () => String(process.pid);`,
    });
    const server = await serving('--watch', '--hosts', 'localhost,.example.com');
    vi.unstubAllEnvs();
    const ask = (path: string, host: string): Promise<RawAnswer> =>
      request(server.port, 'GET', path, { host, accept: 'text/html' });
    expect(server.printed()).toMatch(/\(2 routes, one process, Ctrl\+C stops\)/);
    const page = await ask('/slow', 'api.example.com');
    expect(page.status).toBe(500);
    expect(page.body.toString()).toMatch(/<title>Error: not yet[^]*\.waypost\/live\.js/);
    expect((await ask('/pid', 'evil.example')).status).toBe(421);
    folder.write({ 'config/routes': "routes {\n  get '/pid', to => 'answers#pid'\n}\n" });
    await vi.waitFor(
      () => expect(server.printed()).toMatch(/config\/routes changed: reloaded 1 route in \d+ ms/),
      { timeout: patience },
    );
  });

  it('what keeps a version from starting is shown in browsers, with its place and the code there', async () => {
    const server = await serving('--watch');
    const { body } = await fetch(`http://127.0.0.1:${server.port}/.waypost/live`);
    folder.write({ 'controllers/answers.mjs': 'export const slow = () => 1;\nexport const pid = ;\n' });
    let told = '';
    for await (const text of body!.pipeThrough(new TextDecoderStream())) {
      told = /event: problem\ndata: (".+")/.exec(text)?.[1] ?? '';
      if (told !== '') break;
    }
    expect(JSON.parse(told)).toMatch(
      /^error: .*controllers\/answers\.mjs:2 failed while the application started: Unexpected token ';'\n[^]*^> +2 \| export const pid = ;$/m,
    );
  });

  it('a version that never starts ends once there is a later one', async () => {
    const server = await serving('--watch');
    const waiting =
      'process.stdout.write(`begun ${process.pid} `);\nawait new Promise((r) => setTimeout(r, 1e9));\n';
    const begun = (): number[] =>
      [...server.printed().matchAll(/begun (\d+)/g)].map(([, pid]) => Number(pid));
    for (const version of [1, 2]) {
      folder.write({ 'controllers/answers.mjs': `${waiting}// ${version}\n` });
      await vi.waitFor(() => expect(begun()).toHaveLength(version), { timeout: patience });
    }
    const [first, second] = begun() as [number, number];
    await vi.waitFor(() => expect(() => process.kill(first, 0)).toThrow('ESRCH'), { timeout: patience });
    expect(process.kill(second, 0)).toBe(true);
    expect((await request(server.port, 'GET', '/pid')).status).toBe(200);
  });

  const watchedApp = (): ReturnType<typeof running> =>
    running(command, 'serve', `${folder.path}/app/config/routes`, '--port', '0', '--watch');

  it.each([
    ['beside what applications write', 'controllers/data', {}],
    ['outside of the folder', '../shared', { 'waypost.config.json': '{ "controllers": "../shared" }' }],
  ])('controllers are watched wherever they are: %s', async (_, place, configuration) => {
    const name = place.includes('data') ? 'data/answers' : 'answers';
    folder.write({
      'app/config/routes': `routes {\n  get '/pid', to => '${name}#pid'\n}\n`,
      [`app/${place}/answers.mjs`]: "export const pid = () => 'before';\n",
      ...Object.fromEntries(Object.entries(configuration).map(([file, text]) => [`app/${file}`, text])),
    });
    const server = await watchedApp();
    folder.write({ [`app/${place}/answers.mjs`]: "export const pid = () => 'after';\n" });
    await vi.waitFor(() => expect(server.printed()).toContain('answers.mjs changed: reloaded 1 route'), {
      timeout: patience,
    });
    expect((await request(server.port, 'GET', '/pid')).body.toString()).toBe('after');
  });

  it.each([
    ['in a folder of data', 'data/posts/first.mjs', 'export {};\n'],
    ['in a folder of data below another', 'lib/data/store.mjs', 'export {};\n'],
    ['in a folder that comes', 'src/log/writer.mjs', 'export {};\n'],
    ['the environment', '.env', 'NAME=value\n'],
  ])(
    'what an application writes is not watched, but for modules and the environment: %s',
    async (_, file, text) => {
      folder.write({
        'app/config/routes': `routes {\n  get '/pid', to => 'answers#pid'\n}\n`,
        'app/controllers/answers.mjs': 'export const pid = () => String(process.pid);\n',
        'app/data/posts/first.mjs': '',
        'app/lib/data/store.mjs': '',
      });
      const server = await watchedApp();
      folder.write({
        'app/data/posts.json': '[]',
        'app/lib/data/log.txt': 'asked',
        'app/log/today/requests.log': 'asked',
        'app/dist/server.mjs': '',
        'app/.env.swp': '',
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      folder.write({ [`app/${file}`]: text });
      await vi.waitFor(() => expect(server.printed()).toContain(`${file} changed: reloaded 1 route`), {
        timeout: patience,
      });
      expect(server.printed().match(/changed: /g)).toHaveLength(1);
    },
  );

  it('a file that the output is led to is not watched, for each reload is told there', async () => {
    const output = `${folder.path}/output.txt`;
    const printed = openSync(output, 'w');
    const args = [command, 'serve', `${folder.path}/config/routes`, '--port', '0', '--watch'];
    started.push(spawn(process.execPath, args, { detached: true, stdio: ['ignore', printed, printed] }));
    closeSync(printed);
    const told = async (line: string): Promise<void> =>
      vi.waitFor(() => expect(readFileSync(output, 'utf8')).toContain(line), { timeout: patience });
    await told('Listening');
    folder.write({ 'own.log': 'asked', 'notes.txt': 'once' });
    await told('notes.txt changed: reloaded 2 routes');
    folder.write({ 'controllers/more.mjs': 'export {};\n' });
    await told('more.mjs changed: reloaded 2 routes');
    expect(readFileSync(output, 'utf8').match(/changed: /g)).toHaveLength(2);
  });

  it('nor is one that a pipe leads the output to, from the first line on', async () => {
    folder.write({
      'controllers/answers.mjs': "console.log('begun');\nexport const pid = () => '', slow = pid;\n",
    });
    const line = `"${process.execPath}" "${command}" serve config/routes --port 0 --watch 2>&1 | tee output.txt`;
    const shell = spawn('sh', ['-c', line], { cwd: folder.path, detached: true, stdio: 'ignore' });
    started.push(shell);
    const told = async (part: string): Promise<void> =>
      vi.waitFor(() => expect(folder.read('output.txt')).toContain(part), { timeout: patience });
    await told('Listening');
    folder.write({ 'notes.txt': 'once' });
    await told('notes.txt changed: reloaded 2 routes');
    folder.write({ 'controllers/more.mjs': 'export {};\n' });
    await told('more.mjs changed: reloaded 2 routes');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(folder.read('output.txt').match(/changed: /g)).toHaveLength(2);
  });

  it.each([
    ['a file that is included', 'shared/admin.routes', "get '/about', to => 'answers#pid'\n"],
    ['one from a package', 'app/node_modules/@acme/admin.routes', "get '/about', to => 'answers#pid'\n"],
    ['one that is still to come', 'shared/later.routes', "get '/later', to => 'answers#pid'\n"],
    ['a module that it names', 'shared/guards.mjs', 'export const all = () => false;\n'],
    ['a module that is still to come', 'shared/more.mjs', 'export const all = () => true;\n'],
    ['the configuration above', 'waypost.config.json', '{ "inflections": { "pids": "pid" } }'],
  ])('what its routes are made of is watched wherever it is: %s', async (_, file, text) => {
    folder.write({
      'app/config/routes': `routes {
  include '../../shared/admin.routes'
  include '../node_modules/@acme/admin.routes'
  constraints(&../../shared/guards#all, { get '/pid', to => 'answers#pid' })
}
`,
      'app/controllers/answers.mjs': 'export const pid = () => String(process.pid);\n',
      'shared/guards.mjs': 'export const all = () => true;\n',
      'app/node_modules/@acme/admin.routes': '',
      'shared/admin.routes': "# include './later.routes'\n",
      'waypost.config.json': '{}',
    });
    const server = await watchedApp();
    const coming: Record<string, string> = {
      'shared/later.routes': "include './later.routes'\n",
      'shared/more.mjs': "get '/more', to => 'answers#pid', constraints => &more#all\n",
    };
    if (coming[file] !== undefined) {
      folder.write({ 'shared/admin.routes': coming[file] });
      await vi.waitFor(() => expect(server.printed()).toContain('the version before goes on answering'), {
        timeout: patience,
      });
    }
    folder.write({ [file]: text });
    await vi.waitFor(() => expect(server.printed()).toMatch(/(?:routes|json|mjs) changed: reloaded/), {
      timeout: patience,
    });
  });

  it('what is no host is told', () => {
    const { status, stderr } = spawnSync(process.execPath, [command, 'serve', '--hosts', 'a b'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining("'a b' is no host to answer for")]);
  });
});

describe('a module that Node itself cannot import', () => {
  // The built command: a test runner's own importer says more than Node does.
  const failing = (files: Record<string, string>): { status: number | null; first: string } => {
    folder.write({ 'config/routes': "routes { root to => 'home#index' }\n", ...files });
    const { status, stderr } = spawnSync(
      process.execPath,
      [command, 'serve', `${folder.path}/config/routes`, '--port', '0'],
      { encoding: 'utf8', cwd: folder.path, timeout: patience },
    );
    return { status, first: stderr.split('\n', 1)[0]! };
  };

  it.each([
    [
      'has a mistake',
      { 'controllers/home.mjs': 'export const a = 1;\nexport const index = ;\n' },
      /home\.mjs:2 failed while the application started: Unexpected token ';'$/,
    ],
    [
      'imports one with a mistake',
      {
        'controllers/home.mjs': "import { a } from './lib.mjs';\nexport const index = () => a;\n",
        'controllers/lib.mjs': '\nexport const a = {;\n',
      },
      /lib\.mjs:2 failed while the application started: Unexpected token ';'$/,
    ],
    [
      'imports a package that is not there',
      { 'controllers/home.mjs': "\n\nimport 'nowhere';\n" },
      /home\.mjs:3 failed while the application started: Cannot find package 'nowhere'$/,
    ],
    [
      'imports what Node does not have',
      { 'controllers/home.mjs': "import 'node:fs';\nimport 'node:nothing';\n" },
      /home\.mjs:2 failed while the application started: No such built-in module: node:nothing$/,
    ],
    [
      'imports a package that throws',
      {
        'controllers/home.mjs': "import 'broken';\n",
        'node_modules/broken/index.js': "throw new Error('not built');\n",
      },
      /home\.mjs failed while the application started: not built \(node_modules\/broken\/index\.js:1\)$/,
    ],
    [
      'throws a value that is no error',
      { 'controllers/home.mjs': "throw 'no database';\n" },
      /home\.mjs failed while the application started: a thrown value that is no Error: "no database"; throw an Error, which knows its place$/,
    ],
    [
      'throws, and leaves something open',
      { 'controllers/home.mjs': "setInterval(() => {}, 1_000);\nthrow new Error('no database');\n" },
      /home\.mjs:2 failed while the application started: no database$/,
    ],
  ])('is one line with its place where it %s', (_, files, line) => {
    const { status, first } = failing(files as Record<string, string>);
    expect(first).toMatch(line);
    expect(status).toBe(1);
  });

  it('is named where it waits for ever', () => {
    const { status, first } = failing({ 'controllers/home.mjs': 'await new Promise(() => {});\n' });
    expect(first).toMatch(/home\.mjs is never imported: an `await` outside of any function/);
    expect(status).toBe(1);
  });

  it('and what it lets go is printed, and ends no worker', async () => {
    folder.write({
      'config/routes': "routes { get '/pid', to => 'home#pid' }\n",
      'controllers/home.mjs':
        "Promise.reject(new Error('let go'));\nexport const pid = () => String(process.pid);\n",
    });
    const { port, printed } = await serving('--workers', '2');
    expect((await request(port, 'GET', '/pid')).status).toBe(200);
    expect(printed()).toContain('outside of any answer: Error: let go');
  });
});
