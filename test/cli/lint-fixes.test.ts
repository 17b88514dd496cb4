// `waypost lint --fix` and `--fix-dry-run`: what they write and print, and what they leave as it is.

import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkFolder, type CommandRun } from '../support/test-terminal.js';

let folder: WorkFolder;
const lint = (...args: string[]): Promise<CommandRun> => folder.run(['lint', ...args]);

beforeEach(() => {
  folder = new WorkFolder();
});
afterEach(() => folder.remove());

const clean = "routes {\n  get '/about', to => 'pages#about'\n}\n";
const hidden =
  "routes {\n  get '/photos/:id', to => 'photos#show'\n  get '/photos/new', to => 'photos#new'\n}\n";
const fixable =
  "routes {\n  match '/search', to => 'search#run', via => 'get'\n  get '/users/:id', to => 'users#show', id => /^\\d+$/\n}\n";

describe('fixes', () => {
  const fixed =
    "routes {\n  get '/search', to => 'search#run'\n  get '/users/:id', to => 'users#show', id => /\\d+/\n}\n";

  it('are written by --fix', async () => {
    folder.write({ routes: fixable });
    expect(await lint('--fix')).toMatchObject({ status: 0, output: 'no problems' });
    expect(folder.read('routes')).toBe(fixed);
  });

  it('are written into included files too', async () => {
    folder.write({
      'config/routes': "routes {\n  include 'admin'\n}\n",
      'config/admin.routes': "get '/a/', to => 'a#b'\n",
    });
    expect(await lint('--fix')).toMatchObject({ status: 0, output: 'no problems' });
    expect(folder.read('config/admin.routes')).toBe("get '/a', to => 'a#b'\n");
    expect(folder.read('config/routes')).toBe("routes {\n  include 'admin'\n}\n");
  });

  it('are not written over what somebody saves meanwhile', async () => {
    const regexes = Array.from(
      { length: 12 },
      (_, at) => `  get '/${at}/:id', to => 'a#b', id => /(?:a|ab|b)*${at}/\n`,
    );
    const slow = fixable.replace('routes {\n', `routes {\n${regexes.join('')}`);
    const saved = `${slow}# saved\n`;
    folder.write({ clean });
    // What the command is made of is loaded once it has run.
    await lint('clean');
    let run: CommandRun | undefined;
    // How soon the file is read and how long it takes to lint, the machine decides.
    for (let wait = 10; run?.status !== 2 && wait < 5_000; wait *= 2) {
      folder.write({ routes: slow });
      const running = lint('--fix', 'routes');
      await setTimeout(wait);
      folder.write({ routes: saved });
      run = await running;
      expect(folder.read('routes')).toContain('# saved');
    }
    expect(run).toMatchObject({
      status: 2,
      errors: expect.stringContaining('routes has changed meanwhile and is left as it is; run this again'),
    });
    expect(folder.read('routes')).toBe(saved);
  });

  it('leave a file formatted that was', async () => {
    const long = "  match '/search/everywhere', to => 'search#everywhere', as => 'find'";
    folder.write({
      routes: `routes {\n${long.replaceAll(', ', ',\n    ')},\n    via => 'get',\n    defaults => { lang => 'en' };\n}\n`,
      'loose.routes': "routes {\n  match '/a',\n    to => 'a#b', via => 'get'\n}\n",
    });
    await lint('--fix', 'routes', 'loose.routes');
    expect(folder.read('routes')).toBe(
      `routes {\n${long.replace('match', 'get')}, defaults => { lang => 'en' };\n}\n`,
    );
    expect(folder.read('loose.routes')).toBe("routes {\n  get '/a',\n    to => 'a#b'\n}\n");
  });

  it('leave the notation of a Rails table as it is', async () => {
    const rails = "Rails.application.routes.draw do\n  match '/a', to: 'a#b', via: :get\nend\n";
    folder.write({ routes: rails });
    await lint('--fix');
    expect(folder.read('routes')).toBe("routes do\n  get '/a', to: 'a#b'\nend\n");
  });

  it('are printed and not written by --fix-dry-run', async () => {
    folder.write({ routes: fixable });
    const { output, errors } = await lint('--fix-dry-run');
    expect([output, errors]).toEqual([fixed.trimEnd(), 'no problems']);
    expect(folder.read('routes')).toBe(fixable);
  });

  it('are not written where something else is to be printed, of which there is one', async () => {
    folder.write({ routes: fixable });
    const others = [['--print-config'], ['--explain', 'bare-verb'], ['--list-rules']];
    for (const [index, other] of others.entries())
      for (const beside of [['--fix'], ['--fix-dry-run'], ['--suppress-all'], ...others.slice(index + 1)]) {
        const { status, output, errors } = await lint(...beside, ...other);
        expect([status, output]).toEqual([2, '']);
        expect(errors).toContain(' cannot be used with option ');
      }
    expect(folder.read('routes')).toBe(fixable);
  });

  it('are written or printed, not both', async () => {
    folder.write({ routes: `include 'more'\n${fixable}`, 'more.routes': "match '/find', via => 'get'\n" });
    for (const writing of ['--fix', '--suppress-all'])
      expect(await lint(writing, '--fix-dry-run')).toMatchObject({
        status: 2,
        errors: `error: option '--fix-dry-run' cannot be used with option '${writing}'`,
      });
    expect(folder.read('more.routes')).toContain('match');
  });

  it('come for standard input on standard output', async () => {
    expect(await folder.run(['lint', '--stdin', '--fix'], fixable)).toMatchObject({
      output: fixed.trimEnd(),
      errors: 'no problems',
    });
    expect(await folder.run(['lint', '--stdin', '--fix'], hidden)).toMatchObject({
      status: 1,
      output: hidden.trimEnd(),
    });
  });
});
