// `waypost serve` and `middleware`, run as their users do, and what is said of an application that does not start.

import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { createColors } from 'picocolors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportApplicationFailure } from '../../src/cli/application-failure.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { type CommandRun, WorkFolder } from '../support/test-terminal.js';
import { patience } from '../support/patience.js';

const root = new URL('../..', import.meta.url).pathname;

let folder: WorkFolder;
const run = (...args: string[]): Promise<CommandRun> => folder.run(args);

beforeEach(() => {
  folder = new WorkFolder();
});
afterEach(() => folder.remove());

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
    for (const command of ['serve', 'start'])
      expect(await run(command, '--host', '')).toMatchObject({
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

it('warns of a file in the place of the folder of static files', async () => {
  folder.write({ 'config/routes': 'gett\n', public: '' });
  const warning =
    /^warning: public: this is a file, and not the folder of the static files: none are served$/m;
  for (const command of ['serve', 'build']) expect((await run(command)).errors).toMatch(warning);
  expect((await run('serve', '--static', 'public')).errors).not.toMatch(warning);
});

it('a folder that cannot be written is told of as that', () => {
  const { terminal, errors } = terminalOf('/');
  for (const code of ['EACCES', 'EROFS']) {
    const refused = { code, syscall: 'mkdir', path: '/srv/dist', stack: '' };
    expect(reportApplicationFailure(Object.assign(new Error(code), refused), terminal)).toBe(2);
  }
  expect(errors).toEqual([
    "error: cannot write '/srv/dist': this user may not; change its permissions",
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
    readInput: () => Promise.resolve(Buffer.of()),
    printError: (line) => void errors.push(line),
    exitCode: 0,
  };
  return { terminal, errors };
}

it('waypost middleware prints the stack, the outermost entry first', async () => {
  folder.write({ 'config/routes': 'routes { }\n', 'public/a.txt': 'a' });
  expect(await run('middleware')).toEqual({ status: 0, output: 'use static\nrun router', errors: '' });
});
