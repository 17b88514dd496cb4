// What has the name of a file of a project and is a pipe or a device is not read: it would be waited for, or never end. A link to a device comes with
// a clone of a repository.

import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lineConventions } from '../../src/node/files/editor-config.js';
import { projectFiles } from '../../src/node/files/project-files.js';
import { readRoutesFile } from '../../src/node/files/routes-file.js';
import { createApplication } from '../../src/node/serving/application.js';
import { WorkFolder } from '../support/test-terminal.js';

const kinds = { pipe: 'it is a pipe, and no file', zeroes: 'it is a device, and no file' };

describe.runIf(process.platform !== 'win32')('what is no file is refused in one line', () => {
  let folder: WorkFolder;
  beforeEach(() => {
    folder = new WorkFolder();
    execFileSync('mkfifo', [join(folder.path, 'pipe')]);
    symlinkSync('/dev/zero', join(folder.path, 'zeroes'));
    folder.write({ routes: "routes {\n  get '/x', to => 'x#show'\n}\n" });
  });
  afterEach(() => folder.remove());

  describe.each(Object.entries(kinds))('a %s', (name, reason) => {
    it.each([
      ['lint', name],
      ['routes', name],
      ['match', 'GET', '/x', name],
      ['types', name],
      ['openapi', name],
      ['format', '--check', name],
      ['compile', name],
      ['serve', name],
      ['types', '--check', '--out', name],
      ['openapi', '--check', name],
    ])('%s %s %s %s', async (...args) => {
      const { status, errors } = await folder.run(args.filter((each) => each !== undefined));
      expect([status, errors.split('\n')]).toEqual([2, [expect.stringContaining(reason)]]);
    });

    it('as a routes file that is loaded', () => {
      expect(() => readRoutesFile(join(folder.path, name))).toThrow(`(${reason})`);
    });
  });

  it('as the module of the middleware, which is not left out', async () => {
    folder.write({ 'config/routes': 'routes {\n}\n' });
    execFileSync('mkfifo', [join(folder.path, 'config/middleware.mjs')]);
    await expect(createApplication(folder.path)).rejects.toThrow(
      `middleware.mjs cannot be imported (${kinds.pipe})`,
    );
    expect((await folder.run(['build'])).errors).toContain(`cannot be imported (${kinds.pipe})`);
  });

  it('as the module of the middleware that is a folder', async () => {
    folder.write({ 'config/routes': 'routes {\n}\n', 'config/middleware.ts/stack.ts': '' });
    for (const command of ['serve', 'build', 'middleware'])
      expect(await folder.run([command])).toMatchObject({
        status: 2,
        errors: `error: ${join(folder.path, 'config/middleware.ts')} cannot be imported (it is a folder, and no file)`,
      });
  });

  it('as a link that leads to nothing, where something would be left out without it', async () => {
    const link = (name: string): string => {
      const path = join(folder.path, name);
      symlinkSync('gone', path);
      return path;
    };
    folder.write({ 'config/routes': 'routes {\n}\n' });
    const middleware = link('config/middleware.mjs');
    for (const command of ['serve', 'build', 'middleware'])
      expect(await folder.run([command])).toMatchObject({
        status: 2,
        errors: `error: ${middleware} is a link that leads to nothing`,
      });
    await expect(createApplication(folder.path)).rejects.toThrow(`${middleware} is a link`);
    rmSync(middleware);
    const configuration = link('waypost.config.json');
    for (const command of ['lint', 'routes', 'serve', 'build'])
      expect((await folder.run([command])).errors).toContain(
        `${configuration} has the name of a configuration, and is a link that leads to nothing`,
      );
    rmSync(configuration);
    link('public');
    expect((await folder.run(['build'])).errors).toContain(
      'warning: public: this is a link that leads to nothing, and not the folder of the static files: none are served',
    );
    rmSync(join(folder.path, 'config/routes'));
    const routes = link('config/routes');
    for (const command of ['lint', 'routes', 'serve'])
      expect((await folder.run([command])).errors).toContain(`${routes} is a link that leads to nothing`);
  });

  it('and what only says how a project is laid out is as if it were not there', async () => {
    for (const name of ['.editorconfig', '.gitignore']) symlinkSync('/dev/zero', join(folder.path, name));
    folder.write({ 'a.ts': '' });
    expect(await lineConventions(join(folder.path, 'routes'))).toEqual({});
    expect((await projectFiles(folder.path)).files).toEqual([join(folder.path, 'a.ts')]);
  });
});

it('below a file that has the name of a folder there is nothing', async () => {
  const folder = new WorkFolder();
  folder.write({
    config: 'a file, as in a bare repository\n',
    lib: '',
    routes:
      "routes {\n  include 'lib/more'\n  get '/x', to => &lib/checks#run\n  get '/y', to => 'lib/pages#show'\n}\n",
    'empty/notes': '',
  });
  const { status, output } = await folder.run(['lint', '--format', 'unix']);
  expect([status, output]).toEqual([
    1,
    expect.stringContaining("routes:2:11: there is no routes file 'lib/more'"),
  ]);
  expect(output).toContain("routes:3:20: there is no module 'lib/checks'");
  expect((await folder.run(['lint'], '', 'empty')).errors).toContain(`there is ${folder.path}/routes`);
  expect((await folder.run(['start', 'lib'])).errors).toContain('there is no lib/server.js');
  folder.remove();
});
