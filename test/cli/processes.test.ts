// Commands as processes of a shell: whose output nobody reads, that cannot write, or whose folder is gone. The built programs are run.

import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkFolder } from '../support/test-terminal.js';

const bin = path.join(import.meta.dirname, '../../dist/bin');
const many = Array.from({ length: 2_000 }, (_, at) => `  get "/a${at}", to => "pages#a${at}"\n`).join('');
let folder: WorkFolder;

beforeEach(() => {
  folder = new WorkFolder();
  folder.write({ routes: `routes {\n${many}}\n`, 'gone/routes': 'routes { }\n' });
});
afterEach(() => folder.remove());

/** Somebody who may not read everything. */
const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** What a line of a shell says and ends with, in which `waypost` and `lint-routes` are the built programs. */
function shell(line: string, user: { uid?: number; gid?: number } = {}): readonly unknown[] {
  const programs = ['waypost', 'lint-routes'].map((name) => `${name}() { node '${bin}/${name}.js' "$@"; }`);
  // Without `--norc` bash reads its settings where it takes the pipe for a connection, as the first shell of a process does.
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', [...programs, line].join('\n')], {
    cwd: folder.path,
    ...user,
    encoding: 'utf8',
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  return [status, stdout, stderr];
}

describe.runIf(process.platform === 'linux')('a command', () => {
  it('ends quietly where nobody reads on', () => {
    expect(shell('waypost routes | head -1; echo "${PIPESTATUS[0]}"')).toEqual([
      0,
      expect.stringMatching(/^Name .*\n0\n$/),
      '',
    ]);
  });

  it('is coloured in a pipe where FORCE_COLOR says so, and NO_COLOR does not', () => {
    const [, colored] = shell('FORCE_COLOR=1 waypost routes');
    expect(colored).toContain('\u001b[1mName');
    for (const said of ['', 'FORCE_COLOR=0', 'FORCE_COLOR=false', 'FORCE_COLOR=1 NO_COLOR=1'])
      expect(shell(`${said} waypost routes`)[1]).toMatch(/^Name/);
  });

  it('colours no errors that go into a file, whatever the rest is printed on', () => {
    const terminal = '--import data:text/javascript,process.stdout.isTTY=true';
    expect(shell(`NODE_OPTIONS='${terminal}' waypost routes`)[1]).toContain('\u001b[1mName');
    expect(shell(`NODE_OPTIONS='${terminal}' waypost routes none`)[2]).toMatch(/^error: there is no file/);
  });

  it.each([
    ['build', 'waypost.config.mjs', 'is never imported: an `await` outside of any function'],
    ['serve --port 0', 'waypost.config.mjs', 'is never imported: an `await` outside of any function'],
    ['lint --trust-config', 'waypost.config.mjs', 'is never imported: an `await` outside of any function'],
    ['types --trust-config', 'waypost.config.mjs', 'is never imported: an `await` outside of any function'],
    ['middleware', 'config/middleware.mjs', 'is never imported: an `await` outside of any function'],
  ])('says which module it waits for in vain, and fails: %s', (command, file, line) => {
    folder.write({ 'config/routes': '', [file]: 'await new Promise(() => {});\nexport default {};\n' });
    const [status, , stderr] = shell(`waypost ${command}`);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`error: ${file} ${line}`)]);
  });

  it.each(['serve --port 0', 'middleware'])('says that nothing it awaits will come: %s', (command) => {
    const waiting = 'export default () => new Promise(() => {});\n';
    folder.write({ 'config/routes': '', 'config/middleware.mjs': waiting });
    expect(shell(`waypost ${command}`)).toEqual([
      1,
      '',
      'error: the command cannot go on: a function of the application, such as the one of config/middleware, gave a promise that is never settled\n',
    ]);
  });

  it.each([
    ['export default nothing;\n', 'nothing is not defined (waypost.config.mjs:1)'],
    ['\nexport default ];\n', "Unexpected token ']' (waypost.config.mjs:2)"],
    ["\nimport 'pg';\n", '(waypost.config.mjs:2)'],
    ["throw 'out of order';\n", 'out of order'],
  ])('says where a configuration fails: %j', (text, said) => {
    folder.write({ 'config/routes': '', 'waypost.config.mjs': text });
    expect(shell('waypost lint --trust-config')[2]).toContain(said);
  });

  it('says that its output is lost', () => {
    expect(shell('waypost routes >/dev/full')).toEqual([
      2,
      '',
      'error: the output cannot be written (the disk is full)\n',
    ]);
  });

  it.each(['waypost routes', 'waypost --version', 'waypost serve', 'lint-routes'])(
    'says which Node it needs where this one is older: %s',
    (line) => {
      folder.write({
        'older.cjs':
          "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } });\n",
      });
      expect(shell(`NODE_OPTIONS='--require ./older.cjs' ${line}`)).toEqual([
        2,
        '',
        'error: waypost needs Node 20.19 or later, and this is 20.18.3\n',
      ]);
    },
  );

  it.each(['waypost routes', 'waypost --version', 'waypost serve', 'lint-routes'])(
    'says that the folder in which it is called is gone: %s',
    (line) => {
      expect(shell(`cd gone && rm -r ../gone && ${line}`)).toEqual([
        2,
        '',
        'error: the folder in which this is called is gone; change to one that is there\n',
      ]);
    },
  );

  it('names the file of a new application that cannot be written', () => {
    expect(shell("trap '' XFSZ; ulimit -f 0; waypost new app")).toEqual([
      2,
      '',
      'error: app/config/routes cannot be written (it would be too large)\n',
    ]);
  });

  it('leaves nothing of a new application of which a file cannot be written', () => {
    const failing = "trap '' XFSZ; ulimit -f 1; waypost new";
    const failed = (directory: string): readonly unknown[] => [
      2,
      '',
      `error: ${directory}routes.d.ts cannot be written (it would be too large)\n`,
    ];
    expect(shell(`${failing} apps/shop`)).toEqual(failed('apps/shop/'));
    expect(shell('ls -A')).toEqual([0, 'gone\nroutes\n', '']);
    expect(shell(`mkdir -p cloned/.git && cd cloned && ${failing} .`)).toEqual(failed(''));
    expect(shell('ls -A cloned && rm -r cloned')).toEqual([0, '.git\n', '']);
  });

  it('goes on where a part of a folder cannot be read', () => {
    folder.write({ 'apps/shop/routes': 'routes {\n}\n', 'apps/data/base': '' });
    chmodSync(folder.path, 0o755);
    chmodSync(path.join(folder.path, 'apps/data'), 0o000);
    expect(shell('waypost format --check apps', somebody)).toEqual([
      2,
      'not formatted  apps/shop/routes\n1 file not formatted, 1 file not read; --write formats it\n',
      `error: ${path.join(folder.path, 'apps/data')} cannot be read (this user may not)\n`,
    ]);
    chmodSync(path.join(folder.path, 'apps/data'), 0o755);
  });

  it('leaves a file as it was where the new text does not fit on the disk', () => {
    const [status, output, errors] = shell("trap '' XFSZ; ulimit -f 8; waypost format --write");
    expect([status, output, errors]).toEqual([
      2,
      '1 file not written\n',
      `error: ${path.join(folder.path, 'routes')} cannot be written (it would be too large)\n`,
    ]);
    expect(folder.read('routes')).toBe(`routes {\n${many}}\n`);
    expect(shell('ls -A')).toEqual([0, 'gone\nroutes\n', '']);
  });
});
