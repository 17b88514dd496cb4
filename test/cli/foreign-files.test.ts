// A project that was cloned leads to files of its user: by `include`, by its configuration, by links. None of them is written that nobody has named.

import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WorkFolder } from '../support/test-terminal.js';

const own = "resources  'a', except => []\n";
let folder: WorkFolder;
const run = (...args: string[]) => folder.run(args, '', 'clone');

beforeEach(() => {
  folder = new WorkFolder();
  mkdirSync(join(folder.path, 'clone/.git'), { recursive: true });
  folder.write({ 'mine/hosts': own, 'mine/more.routes': own });
});
afterEach(() => {
  expect([folder.read('mine/hosts'), folder.read('mine/more.routes')]).toEqual([own, own]);
  folder.remove();
});

it('what is included is formatted and fixed within the project alone', async () => {
  folder.write({
    'clone/config/routes':
      "routes {\n  include '../../mine/hosts';\n  include 'linked.routes';\n  include '../shared/own.routes';\n}\n",
    'clone/shared/own.routes': own,
  });
  symlinkSync('../../mine/more.routes', join(folder.path, 'clone/config/linked.routes'));
  const linted = await run('lint', '--fix');
  expect(folder.read('clone/shared/own.routes')).toBe("resources  'a'\n");
  expect(linted.errors.split('\n').sort()).toEqual([
    'error: ../mine/hosts is left as it is: it is outside of the project; name it to have it written',
    'error: config/linked.routes is left as it is: it is outside of the project; name it to have it written',
  ]);
  expect(linted.status).toBe(1);
  const formatted = await run('format', '--write');
  expect(folder.read('clone/shared/own.routes')).toBe("resources 'a';\n");
  expect([formatted.status, formatted.output.split('\n').at(-1)]).toEqual([
    1,
    '1 file formatted, 1 file unchanged, 2 files left as they are',
  ]);
  expect(await run('format', '--check')).toMatchObject({ status: 1 });
});

it('nor is a routes file written that is a link out of the project', async () => {
  symlinkSync('../mine/hosts', join(folder.path, 'clone/routes'));
  expect((await run('format', '--write')).errors).toContain(
    'routes is left as it is: it is outside of the project',
  );
  expect((await run('lint', '--fix')).errors).toContain(
    'routes is left as it is: it is outside of the project',
  );
});

it('nor what a configuration lists', async () => {
  folder.write({ 'clone/waypost.config.json': JSON.stringify({ files: ['../mine/hosts', '../mine/*'] }) });
  const { errors } = await run('lint', '--fix');
  expect(errors).toContain(
    "warning: waypost.config.json: files: '../mine/*' leads out of the folder of the configuration; name each file there",
  );
  expect(errors).toContain('../mine/hosts is left as it is: it is outside of the project');
});

it('what is named is written, wherever it is', async () => {
  folder.write({ 'other/a.routes': own, 'other/b.routes': own });
  expect((await run('format', '--write', '../other/a.routes')).status).toBe(0);
  expect(folder.read('other/a.routes')).toBe("resources 'a', except => [];\n");
  await run('lint', '--fix', '../other/b.routes');
  expect(folder.read('other/b.routes')).toBe("resources  'a'\n");
});
