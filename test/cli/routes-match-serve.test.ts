// `waypost routes`, `match`, `serve` and `middleware`, run as their users do.

import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { createColors } from 'picocolors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportApplicationFailure } from '../../src/cli/application-failure.js';
import type { Terminal } from '../../src/cli/terminal.js';
import type { Manifest } from '../../src/manifest/manifest.js';
import { type CommandRun, WorkFolder } from '../support/test-terminal.js';
import { patience } from '../support/patience.js';

const root = new URL('../..', import.meta.url).pathname;
const routes = `routes {
  root to => 'home#index'
  get '/photos/search', to => 'photos#search'
  resources 'photos', only => <index show update>, id => /\\d+/
  constraints(subdomain => 'api', { get '/photos/new', to => 'api#new' })
  resources 'octopuses', only => <show>
  get '/old/:id', to => redirect('/photos/%{id}')
}
`;

let folder: WorkFolder;
const run = (...args: string[]): Promise<CommandRun> => folder.run(args);

beforeEach(() => {
  folder = new WorkFolder();
  folder.write({ 'config/routes': routes });
});
afterEach(() => folder.remove());

describe('waypost routes', () => {
  it('prints the table, in order', async () => {
    expect((await run('routes')).output.split('\n')).toEqual([
      'Name     Verbs       Pattern         Target',
      'root     GET         /               home#index',
      '         GET         /photos/search  photos#search',
      'photos   GET         /photos         photos#index',
      'photo    GET         /photos/:id     photos#show',
      'photo    PATCH, PUT  /photos/:id     photos#update',
      '         GET         /photos/new     api#new',
      'octopus  GET         /octopuses/:id  octopuses#show',
      '         GET         /old/:id        redirect(301, /photos/%{id})',
    ]);
  });

  it('prints what a route carries, and strikes deprecated ones through', async () => {
    folder.write({
      'config/routes': `routes {
  get '/export', to => &exports#show, through => <>, meta => { auth => 'staff', cache => { ttl => 60 } },
    deprecated => '2026-12-01', sunset => { date => '2027-06-01', link => '/help' }
  get '/', to => 'home#index', through => [&auth#signedIn, &limits#slow]
}`,
    });
    expect((await run('routes', '--expanded')).output.split('\n\n')).toEqual([
      [
        'Route 1',
        '  Name',
        '  Verbs       GET',
        '  Pattern     /export',
        '  Target      &exports#show',
        '  Meta        auth = staff, cache = {"ttl":60}',
        '  Deprecated  2026-12-01',
        '  Sunset      2027-06-01, /help',
        '  Declared    config/routes:2',
      ].join('\n'),
      [
        'Route 2',
        '  Name',
        '  Verbs     GET',
        '  Pattern   /',
        '  Target    home#index',
        '  Through   &auth#signedIn, &limits#slow',
        '  Declared  config/routes:4',
      ].join('\n'),
    ]);
  });

  it('prints JSON, and what is looked for', async () => {
    const { routes } = JSON.parse((await run('routes', '--json', '--controller', 'octopuses')).output);
    expect(routes).toMatchObject([
      { name: 'octopus', verbs: ['GET'], pattern: '/octopuses/:id', target: 'octopuses#show' },
    ]);
    const patterns = async (...args: string[]): Promise<unknown> =>
      (JSON.parse((await run('routes', '--json', ...args)).output) as Manifest).routes.map(
        ({ pattern }) => pattern,
      );
    expect(await patterns('--grep', 'SEARCH')).toEqual(['/photos/search']);
    expect(await patterns('--name', 'photo', '--verb', 'put')).toEqual(['/photos/:id']);
    folder.write({
      'more.routes': "routes { get '/a', to => 'x#a', as => 'new_line-item'; get '/b', to => 'x#b' }",
    });
    expect(await patterns('more.routes', '--name', 'lineItem')).toEqual(['/a']);
    expect(await run('routes', '--verb', 'trace')).toMatchObject({ output: 'no route fits', status: 0 });
    expect((await run('routes', '--expanded', '--name', 'octopus')).output).toBe(
      'Route 1\n  Name      octopus\n  Verbs     GET\n  Pattern   /octopuses/:id\n  Target    octopuses#show\n  Declared  config/routes:6',
    );
  });

  it('lists the routes that the application does not have, wherever its controllers are', async () => {
    folder.write({
      'app/photos.ts': 'export function index() {}\nexport function show() {}\nexport function search() {}\n',
      'waypost.config.json': '{ "controllers": "app" }',
    });
    const { output, status } = await run('routes', '--unused', '--json');
    expect([status, (JSON.parse(output) as Manifest).routes.map(({ target }) => target)]).toEqual([
      1,
      ['home#index', 'photos#update', 'api#new', 'octopuses#show'],
    ]);
  });

  it('shows the errors of a file instead of half a table', async () => {
    folder.write({ 'config/routes': "routes {\n  gett '/x'\n}\n" });
    expect(await run('routes')).toMatchObject({
      status: 1,
      output: '',
      errors: expect.stringContaining("'gett' is no declaration"),
    });
    expect(await run('routes', 'nowhere')).toMatchObject({
      status: 2,
      errors: expect.stringContaining('there is no file'),
    });
  });
});

describe('waypost match', () => {
  it('refuses what a server refuses before it asks any route', async () => {
    for (const path of [`/photos/${'7'.repeat(4_097)}`, '/photos'.repeat(1_200)])
      expect(await run('match', 'GET', path)).toMatchObject({
        status: 1,
        output: expect.stringContaining(`→ 414: the path has ${path.length} characters`),
      });
    expect(await run('match', 'GET', `/photos/7?${'x'.repeat(9_000)}`)).toMatchObject({ status: 0 });
    expect(await run('match', 'GET', 'http://user@example.com/photos/7')).toMatchObject({
      status: 1,
      output: expect.stringContaining("→ 400: 'user@example.com' is no host"),
    });
    const { output } = await run('match', 'GET', '/photos/7', '--host', 'a b', '--json');
    expect(JSON.parse(output)).toMatchObject({ match: null, refused: { status: 400 } });
  });

  it('calls a path that cannot be decoded what the server calls it', async () => {
    expect(await run('match', 'GET', '/photos/%zz', '--explain')).toMatchObject({
      status: 1,
      output: expect.stringContaining("→ 400: the path cannot be decoded; escape '%' as '%25'"),
    });
  });

  it('says what answers, with its params', async () => {
    expect(await run('match', 'get', '/photos/7?x=1')).toEqual({
      status: 0,
      errors: '',
      output:
        '✓ GET /photos/7?x=1 → photos#show\n  id = "7"\n  GET /photos/:id → photos#show  config/routes:4',
    });
    expect((await run('match', 'GET', 'http://api.example.com/photos/new')).output).toContain('→ api#new');
    expect((await run('match', 'GET', '/photos/new', '--subdomain', 'api')).output).toContain('→ api#new');
  });

  it('sees of the request what a server sees: the format of the path, and the port of the protocol', async () => {
    folder.write({
      'config/routes': `routes {
  constraints(format => 'json', { get '/photos.json', to => 'api#photos' })
  constraints(port => 443, { get '/safe', to => 'safe#show' })
}
`,
    });
    expect(await run('match', 'GET', '/photos.json/?x=a.b')).toMatchObject({ status: 0 });
    expect(await run('match', 'GET', '/photos.json', '--format', 'xml')).toMatchObject({ status: 1 });
    expect(await run('match', 'GET', 'https://example.com/safe')).toMatchObject({ status: 0 });
    expect(await run('match', 'GET', 'https://example.com:444/safe')).toMatchObject({ status: 1 });
  });

  it('explains every route that was tried, the nearest misses first where nothing matches', async () => {
    const { output, status } = await run('match', 'GET', '/photos/new', '--explain');
    expect(status).toBe(1);
    expect(output.split('\n')).toEqual([
      '✗ GET /photos/new → 404: no route answers',
      '',
      '· GET /photos/new → api#new  config/routes:5',
      "    the request has no subdomain, which has to be 'api'",
      '· GET /photos/:id → photos#show  config/routes:4',
      "    ':id' is 'new', which has to be /\\d+/",
      '· PATCH|PUT /photos/:id → photos#update  config/routes:4',
      "    ':id' is 'new', which has to be /\\d+/",
      '· GET /photos → photos#index  config/routes:4',
      "    the path goes on with '/new' where the pattern ends",
      '· GET /photos/search → photos#search  config/routes:3',
      "    piece 2 of the path is 'new' where the pattern has 'search'",
      ...[
        '· GET /old/:id → redirect(301, /photos/%{id})  config/routes:7',
        "    piece 1 of the path is 'photos' where the pattern has 'old'",
      ],
      ...[
        '· GET /octopuses/:id → octopuses#show  config/routes:6',
        "    piece 1 of the path is 'photos' where the pattern has 'octopuses'",
      ],
      ...[
        '· GET / → home#index  config/routes:2',
        "    the path goes on with '/photos/new' where the pattern ends",
      ],
    ]);
  });

  it('explains in declaration order up to the route that matched', async () => {
    const { output } = await run('match', 'PATCH', '/photos/7', '--explain', '--json');
    const { tried, match } = JSON.parse(output) as {
      tried: { pattern: string; reason: string; message: string }[];
      match: { target: string };
    };
    expect(match.target).toBe('photos#update');
    expect(tried.map(({ reason }) => reason)).toEqual(['path', 'path', 'path', 'verb', 'matched']);
    expect(tried[3]).toMatchObject({ pattern: '/photos/:id', message: 'it answers GET, not PATCH' });
  });

  it('tells a wrong verb from a wrong path, with the nearest routes', async () => {
    const { output, status } = await run('match', 'DELETE', '/photos/7');
    expect([status, output.split('\n').slice(0, 4)]).toEqual([
      1,
      [
        '✗ DELETE /photos/7 → 405: this path answers GET, HEAD, PATCH, PUT',
        '  nearest:',
        '  · GET /photos/:id → photos#show  config/routes:4',
        '    it answers GET, not DELETE',
      ],
    ]);
    expect(await run('match', 'GET')).toMatchObject({ status: 2 });
  });
});

it('the configuration holds for every command', async () => {
  folder.write({
    'waypost.config.json': '{ "inflections": { "octopuses": "kraken" }, "rules": { "unsafe-get": "off" } }',
  });
  expect((await run('routes', '--name', 'kraken')).output).toContain('kraken  GET    /octopuses/:id');
  expect(await run('path', 'kraken', '8')).toEqual({ status: 0, output: '/octopuses/8', errors: '' });
  expect((await run('types')).output).toContain('krakenPath(');
  expect(JSON.parse((await run('match', 'GET', '/octopuses/8', '--json')).output)).toMatchObject({
    match: { name: 'kraken' },
  });
  folder.write({ 'waypost.config.json': '{ "inflection": {} }' });
  expect((await run('routes')).errors).toBe(
    "warning: waypost.config.json: inflection: there is no such key; did you mean 'inflections'?",
  );
  folder.write({ 'waypost.config.json': '{' });
  for (const args of [
    ['routes'],
    ['path', 'photos'],
    ['types'],
    ['match', 'GET', '/'],
    ['serve'],
    ['middleware'],
  ]) {
    expect([args[0], await run(...args)]).toEqual([
      args[0],
      { status: 2, output: '', errors: expect.stringContaining('is no JSON') },
    ]);
  }
});

describe('waypost serve', () => {
  it('serves the application, as it is configured, until it is stopped', async () => {
    folder.write({
      'config/routes': "routes {\n  get '/hello/:name', to => 'greetings#show'\n}\n",
      'app/greetings.ts':
        'export function show(request: { params: { name: string } }): string { return `hello ${request.params.name}` }\n',
      'waypost.config.json': '{ "controllers": "app" }',
    });
    const command = spawn(
      process.execPath,
      ['--import', 'tsx', `${root}src/cli/main.ts`, 'serve', `${folder.path}/config/routes`, '--port', '0'],
      { cwd: root },
    );
    let printed = '';
    command.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    command.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    try {
      const url = await vi.waitFor(
        () => /Listening on (\S+) \(1 route,/.exec(printed)?.[1] ?? expect.fail(printed),
        { timeout: patience },
      );
      expect(await (await fetch(`${url}/hello/ann`)).text()).toBe('hello ann');
      expect((await fetch(`${url}/nowhere`)).status).toBe(404);
      const ended = new Promise((resolve) => command.once('exit', resolve));
      command.kill('SIGTERM');
      expect(await ended).toBe(0);
    } finally {
      command.kill('SIGKILL');
    }
  });

  it('knows how it is to be called', async () => {
    expect(await run('serve', '--port', 'x')).toMatchObject({
      status: 2,
      errors: expect.stringContaining('It is a whole number from 0 to 65535.'),
    });
    expect(await run('serve', '--host', '')).toMatchObject({
      status: 2,
      errors: expect.stringContaining('It is an address of this machine'),
    });
    expect(await run('serve', 'nowhere')).toMatchObject({
      status: 2,
      errors: expect.stringContaining('there is no file'),
    });
  });
});

describe('an application that does not start', () => {
  const started = async (files: Record<string, string>, ...args: string[]): Promise<CommandRun> => {
    folder.write({ 'config/routes': "routes { root to => 'home#index' }\n", ...files });
    return run('serve', '--port', '0', ...args);
  };

  it.each([
    [
      'throws',
      'const a = 1;\nthrow new Error("no DATABASE_URL\\nforged");\n',
      /home\.ts:2 failed while the application started: no DATABASE_URL/,
    ],
    [
      'imports what is not there',
      'import { x } from "nowhere";\nexport const index = () => x;\n',
      // In the words of whoever imports it: the test runner here, jiti, or Node.
      /home\.ts:1 failed while the application started: Cannot find (?:module|package) 'nowhere'/,
    ],
    [
      'has a mistake',
      'export const index = () => {\n',
      /home\.ts:2 failed while the application started: (?:ParseError|Transform failed)/,
    ],
    [
      // As Node says it; the test runner has `exports` in every module.
      'is CommonJS among ES modules',
      'const a = 1;\nthrow new ReferenceError("exports is not defined in ES module scope\\nThis file is …");\n',
      /: exports is not defined in ES module scope; write `export …`, or let the name of the file end in \.cjs$/,
    ],
    [
      'throws no error',
      'throw null;\n',
      /while the application started: a thrown value that is no Error: null; throw an Error/,
    ],
  ])('is one line with its place and its code where a controller %s', async (_, code, line) => {
    const { status, output, errors } = await started({ 'controllers/home.ts': code });
    const [first, ...frame] = errors.split('\n');
    expect([status, output]).toEqual([1, '']);
    expect(first).toMatch(/^error: /);
    expect(first).toMatch(line);
    for (const shown of frame) expect(shown).toMatch(/^[> ] +\d+ \| /);
    expect(frame.filter((shown) => shown.startsWith('>')).length).toBe(code.startsWith('throw') ? 0 : 1);
  });

  it('is one line that says what to do where the system refuses something', async () => {
    const fine = { 'controllers/home.ts': 'export const index = () => "hi";\n', 'file.txt': '' };
    symlinkSync('loop', `${folder.path}/loop`);
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    for (const [args, text] of [
      [['--port', String(port)], 'the port is taken; stop the other server, or give another port'],
      [
        ['--port', String(port), '--workers', '2'],
        'the port is taken; stop the other server, or give another port',
      ],
      [['--host', '9.9.9.9'], 'this machine has no such address; give 127.0.0.1'],
      [['--static', 'nowhere'], 'cannot be found; make the folder, or give the path of one'],
      [['--static', 'file.txt'], 'is no folder; give the folder that the files are in'],
      [['--static', 'loop'], 'cannot be found; make the folder, or give the path of one'],
    ] as const) {
      const { status, errors } = await started(fine, ...args);
      expect([args, status, errors]).toEqual([args, 2, expect.stringContaining(text)]);
      expect(errors).toMatch(/^error: [^\n]*$/);
    }
    taken.close();
    symlinkSync('public', `${folder.path}/public`);
    expect((await started(fine)).errors).toMatch(
      /^error: cannot read '.*public': its symbolic links lead in a circle; [^\n]*$/,
    );
  });
});

it('a folder that cannot be written is told of as that', () => {
  const { terminal, errors } = terminalOf('/');
  for (const code of ['EACCES', 'EROFS']) {
    const refused = { code, syscall: 'mkdir', path: '/srv/dist', stack: '' };
    expect(reportApplicationFailure(Object.assign(new Error(code), refused), terminal)).toBe(2);
  }
  expect(errors).toEqual([
    "error: cannot write '/srv/dist': this user may not write there; change its permissions",
    "error: cannot write '/srv/dist': nothing can be written there; give another folder",
  ]);
});

it('a module of waypost itself that lacks something is no failure of the application', () => {
  const { terminal, errors } = terminalOf(root);
  const failed = (importer: string): number | undefined => {
    const message = `Cannot find package 'nowhere' imported from ${root}${importer}`;
    return reportApplicationFailure(Object.assign(new Error(message), { stack: '' }), terminal);
  };
  expect(failed('src/cli/build.ts')).toBe(undefined);
  expect(errors).toEqual([]);
  expect(failed('samples/blog/express.ts')).toBe(1);
  expect(errors[0]).toMatch(/^error: samples\/blog\/express\.ts:1 failed while/);
});

function terminalOf(cwd: string): { readonly terminal: Terminal; readonly errors: readonly string[] } {
  const errors: string[] = [];
  const terminal: Terminal = {
    cwd,
    colors: createColors(false),
    print: () => undefined,
    write: () => undefined,
    readInput: () => Promise.resolve(''),
    printError: (line) => void errors.push(line),
    exitCode: 0,
  };
  return { terminal, errors };
}

it('waypost middleware prints the stack, the outermost entry first', async () => {
  folder.write({ 'config/routes': 'routes { }\n', 'public/a.txt': 'a' });
  expect(await run('middleware')).toEqual({ status: 0, output: 'use static\nrun router', errors: '' });
});
