// `waypost lint` as it is called: what it prints, and what it ends with.

import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseRoutes } from '../../src/interpreter/load.js';
import { loadRoutes } from '../../src/node/modules/load.js';
import type { RoutesError } from '../../src/language/routes-error.js';
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

describe('the result', () => {
  it('of a clean file is nothing to complain about, and 0', async () => {
    folder.write({ 'config/routes': clean });
    expect(await lint()).toEqual({ status: 0, output: 'no problems', errors: '' });
    expect(await lint('config/routes')).toMatchObject({ status: 0 });
  });

  it('of a file with findings is 1, with frames, related places and a count', async () => {
    folder.write({ routes: hidden });
    const { status, output } = await lint();
    expect(status).toBe(1);
    expect(output).toContain("warning[unreachable-route]: 'GET /photos/new' is never reached");
    expect(output).toContain("3 |   get '/photos/new', to => 'photos#new'");
    expect(output).toContain('routes:3:7');
    expect(output).toContain('routes:2:7');
    expect(output).toMatch(/1 warning$/);
  });

  it('offers no fix that --fix has just left out, since it would do harm', async () => {
    folder.write({ routes: "routes {\n  get '/a', to => show\n}\n" });
    expect((await lint('routes')).output).toMatch(/1 error; --fix may mend all of them$/);
    expect((await lint('--fix', 'routes')).output).toMatch(/1 error$/);
  });

  it('of a file with an error is 1, and what is only information is 0', async () => {
    folder.write({ broken: 'routes {\n  gett "/a"\n}\n', informative: fixable });
    expect(await lint('broken')).toMatchObject({ status: 1 });
    const { status, output } = await lint('informative');
    expect([status, output.endsWith('2 info; --fix may mend all of them')]).toEqual([0, true]);
  });

  it('counts columns as an editor does, where a byte order mark begins the file, and mends what stands behind it', async () => {
    folder.write({ routes: "\ufeffroutes { get('/a', to: 'a#b', :format, via => 'get') }\n" });
    const { output } = await lint('--format', 'unix');
    expect(output).toContain('routes:1:40: ');
    folder.write({ routes: "\ufeffroutes { match '/a', to => 'a#b', via => 'get' }\n" });
    await lint('--fix');
    expect(folder.read('routes')).toBe("\ufeffroutes { get '/a', to => 'a#b' }\n");
  });

  it('follows --max-warnings and --quiet', async () => {
    folder.write({ routes: hidden });
    expect(await lint('--max-warnings', '1')).toMatchObject({ status: 0 });
    expect(await lint('--max-warnings', '0')).toMatchObject({
      status: 1,
      errors: '1 warning is more than the 0 that --max-warnings allows',
    });
    expect(await lint('--quiet')).toMatchObject({ status: 0, output: 'no problems' });
  });
});

it('shows a text that is to stand in the place of another as it is written, quotes and all', async () => {
  folder.write({ routes: "routes {\n  gett '/x', to => 'users/show'\n  get '/y', to => 'users/show'\n}\n" });
  const { output } = await lint();
  expect(output).toContain('\nhelp: write `get` here');
  expect(output).toContain("\nhelp: write `'users#show'` here");
});

describe('very many findings', () => {
  const mistakes = 1_003;
  const wrong = `routes {\n${"  gett '/a', to => 'a#b'\n".repeat(mistakes)}}\n`;

  it('are printed up to a thousand, with the number of the others', async () => {
    folder.write({ routes: wrong });
    for (const { status, output, errors } of [await lint(), await folder.run(['routes'])]) {
      const printed = output + errors;
      expect([status, printed.match(/^error\[/gm)?.length]).toEqual([1, 1_000]);
      expect(printed).toContain('… and 3 more; `waypost lint --format json` prints them all');
      expect(printed).toContain(`${mistakes} errors`);
    }
  });

  it('are all there for a machine', async () => {
    folder.write({ routes: wrong });
    expect(JSON.parse((await lint('--format', 'json')).output)).toHaveLength(mistakes);
  });

  it('are in the error of the loader, whose message shows a hundred', () => {
    let thrown: unknown;
    try {
      parseRoutes(wrong);
    } catch (error) {
      thrown = error;
    }
    const { diagnostics, message } = thrown as RoutesError;
    expect([diagnostics.length, message.match(/unknown-keyword/g)?.length]).toEqual([mistakes, 100]);
    expect(message).toMatch(/^routes has 1003 errors\n[^]*… and 903 more$/);
  });
});

describe('wrong usage, named in a sentence and ending with 2:', () => {
  it.each<[string, string[], string]>([
    ['a file that does not exist', ['nowhere'], 'there is no file'],
    ['a folder', ['.'], 'is a folder; name the routes file in it'],
    ['a binary file', ['binary'], 'is a binary file'],
    ['UTF-16', ['utf16'], 'is UTF-16'],
    ['a module', ['posts.ts'], 'posts.ts seems to be TypeScript, not a routes file'],
    ['an unknown format', ['--format', 'xml', 'routes'], "'xml' is invalid"],
    ['an unknown rule', ['--rule', 'unreachable-rout', 'routes'], "did you mean 'unreachable-route'?"],
    ['an unknown severity', ['--rule', 'unsafe-get:loud', 'routes'], "'loud' is no severity"],
    ['an unknown option', ['--fox', 'routes'], "unknown option '--fox'"],
    ['a number that is none', ['--max-warnings', 'many', 'routes'], "'many' is no whole number"],
    ['a code that is none', ['--explain', 'nothing'], "there is no code 'nothing'; --list-rules lists"],
    ['a code misspelled', ['--explain', 'any-verbs'], "; did you mean 'any-verb'? --list-rules lists"],
    ['a configuration that does not exist', ['--config', 'none.json', 'routes'], 'none.json'],
    ['a configuration that is no JSON', ['--config', 'broken.json', 'routes'], 'is no JSON'],
    ['a configuration that throws', ['--config', 'throws.mjs', 'routes'], 'cannot be loaded: out of order'],
    ['a baseline that is a folder', ['--baseline', '.', 'routes'], 'is no baseline'],
    [
      'a baseline that cannot be written',
      ['--baseline', 'none/b.json', '--suppress-all', 'hidden'],
      'none/b.json cannot be written (there is no such file or folder)',
    ],
    ['a baseline that is none', ['--baseline', 'broken.json', 'routes'], 'is no baseline'],
  ])('%s', async (_, args, message) => {
    folder.write({
      routes: clean,
      hidden,
      binary: Uint8Array.from([114, 0, 1, 2]),
      utf16: Uint8Array.from([0xff, 0xfe, 114, 0]),
      'broken.json': '{',
      'posts.ts': 'export const index = () => 1;\n',
      'throws.mjs': "throw new Error('out of order')\n",
    });
    const { status, errors } = await lint(...args);
    expect([status, errors]).toEqual([2, expect.stringContaining(message)]);
    expect(errors).not.toContain('    at ');
  });

  it('and a file that cannot be read is not called clean', async () => {
    expect(await lint('nowhere')).toMatchObject({ status: 2, output: '' });
    expect(await lint('nowhere', '--format', 'json')).toMatchObject({ status: 2, output: '[]' });
  });

  it('and the other files are linted all the same', async () => {
    folder.write({ routes: hidden });
    const { status, output, errors } = await lint('nowhere', 'routes');
    expect(status).toBe(2);
    expect(errors).toContain('there is no file');
    expect(output).toContain('unreachable-route');
  });
});

describe('standard input', () => {
  it('is linted under the name it is given', async () => {
    const { status, output } = await folder.run(
      ['lint', '--stdin', '--stdin-filename', 'config/routes', '--format', 'unix'],
      hidden,
    );
    expect([status, output.split(':').slice(0, 3).join(':')]).toEqual([1, 'config/routes:3:7']);
  });
});

it('a controller or a module in JSX, which not every host imports, is named with the endings that are looked for', async () => {
  folder.write({
    'config/routes': "routes {\n  get '/a', to => 'pages#about'\n  get '/b', to => &../views/list#show\n}\n",
    'controllers/pages.tsx': 'export function about() {}\n',
    'controllers/page.ts': 'export function about() {}\n',
    'views/list.jsx': 'export function show() {}\n',
  });
  const endings = 'the name of a module ends in .ts, .mts, .cts, .js, .mjs or .cjs';
  const controller = `there is no controller 'pages'; 'pages.tsx' is none: ${endings}`;
  const module = `there is no module '../views/list' in config; '../views/list.jsx' is none: ${endings}`;
  const { output } = await folder.run(['lint', '--format', 'unix'], hidden);
  expect(output.split('\n')).toEqual([
    `config/routes:2:19: ${controller} [error/unknown-controller]`,
    `config/routes:3:20: ${module} [error/missing-export]`,
  ]);
  const loaded = loadRoutes(`${folder.path}/config/routes`, { controllers: `${folder.path}/controllers` });
  await expect(loaded).rejects.toThrow(controller);
});

it('a module that is misspelt outside of the folder of the routes file is looked for where it was meant to be', async () => {
  folder.write({
    'config/routes':
      "routes {\n  mount &../apps/blgo, at => '/blog'\n  mount &../aps/shop, at => '/shop'\n  mount &../apps/x, at => '/x'\n}\n",
    'apps/blog.ts': 'export default () => undefined;\n',
    'apps/shop.ts': 'export default () => undefined;\n',
  });
  const { output } = await folder.run(['lint', '--format', 'unix'], hidden);
  expect(output.split('\n')).toEqual([
    "config/routes:2:10: there is no module '../apps/blgo' in config; did you mean '../apps/blog'? [error/missing-export]",
    "config/routes:3:10: there is no module '../aps/shop' in config; did you mean '../apps/shop'? [error/missing-export]",
    "config/routes:4:10: there is no module '../apps/x' in config; write it, or name another (there are '../apps/blog', '../apps/shop') [error/missing-export]",
  ]);
});

it('a module in a folder that is a file is said to be missing, as any other', async () => {
  folder.write({
    'config/routes': "routes {\n  mount &../package.json/app, at => '/x'\n}\n",
    'package.json': '{}\n',
  });
  const { output } = await folder.run(['lint', '--format', 'unix'], hidden);
  expect(output).toMatch(
    /^config\/routes:2:10: there is no module '\.\.\/package\.json\/app' in config; write it/,
  );
});

it('a controller that nothing is like is said to be missing from the folder that was looked in', async () => {
  folder.write({
    'config/routes': "routes {\n  get '/a', to => 'orders#index'\n}\n",
    'controllers/pages.ts': 'export function about() {}\n',
  });
  const { output } = await folder.run(['lint', '--format', 'unix'], hidden);
  expect(output).toContain("there is no controller 'orders' in controllers; write it, or name another");
  const controllers = `${folder.path}/controllers`;
  const loaded = loadRoutes(`${folder.path}/config/routes`, { controllers });
  await expect(loaded).rejects.toThrow(`there is no controller 'orders' in ${controllers}; write it`);
});

it('a text has one name, however it is written: its lines are shown, and its fixes made', async () => {
  const name = `${folder.path}/config/named.routes`;
  const shown = await folder.run(
    ['lint', '--stdin', '--stdin-filename', name],
    "routes {\n  gett '/buffer'\n}\n",
  );
  expect(shown.output).toContain("2 |   gett '/buffer'");
  expect(await folder.run(['lint', '--stdin', '--fix', name], fixable)).toEqual(
    await folder.run(['lint', '--stdin', '--fix', 'config/named.routes'], fixable),
  );
});

it('a text of standard input that is no UTF-8 is refused as a file is, and not printed with other letters', async () => {
  const latin1 = Buffer.from("get '/café', to => 'pages#menu'\n", 'latin1');
  folder.write({ 'config/routes': '' });
  writeFileSync(`${folder.path}/config/routes`, latin1);
  for (const command of ['format', 'lint']) {
    const error = ' is not UTF-8 text';
    expect(await folder.run([command, '--stdin'], latin1)).toEqual({
      status: 2,
      output: '',
      errors: `error: standard input${error}`,
    });
    expect((await folder.run([command])).errors).toContain(error);
  }
});

it('a FILE beside --stdin is the name of the text, of which there is one', async () => {
  const { output } = await folder.run(['lint', '--stdin', 'my.routes', '--format', 'unix'], hidden);
  expect(output).toMatch(/^my\.routes:3:/);
  expect(
    await folder.run(['lint', '--stdin-filename', 'my.routes', '--format', 'unix'], hidden),
  ).toMatchObject({
    output,
  });
  expect(await folder.run(['lint', '--stdin', 'a', 'b'], hidden)).toMatchObject({ status: 2 });
});

describe('an application', () => {
  it('is looked into for controllers, actions and exports, and the other way round', async () => {
    folder.write({
      'config/routes':
        "routes {\n  get '/a', to => 'pages#abuot'\n  get '/b', to => 'pagse#about'\n  get '/c', to => &../guards#isStaf\n  get '/d', to => &nowhere\n  get '/e', to => &guards#isStaff\n  get '/f', to => &config/middleware\n  get '/g', to => &../guards.isStaff\n  get '/h', to => &guards.isStaff\n}\n",
      'controllers/pages.ts': 'export function about() {}\n',
      'guards.ts': 'export const isStaff = () => true\n',
      'config/middleware.ts': 'export default () => {}\n',
    });
    const { output } = await lint('--format', 'unix');
    expect(output.split('\n')).toEqual([
      "config/routes:2:19: the controller 'pages' has no action 'abuot'; did you mean 'about'? [error/unknown-action]",
      "config/routes:3:19: there is no controller 'pagse'; did you mean 'pages'? [error/unknown-controller]",
      "config/routes:4:30: the module '../guards' does not export 'isStaf'; did you mean 'isStaff'? [error/missing-export]",
      "config/routes:5:20: there is no module 'nowhere' in config; write it, or name another (there are 'middleware') [error/missing-export]",
      "config/routes:6:20: there is no module 'guards' in config; did you mean '../guards'? [error/missing-export]",
      "config/routes:7:20: there is no module 'config/middleware' in config; did you mean 'middleware'? [error/missing-export]",
      "config/routes:8:20: there is no module '../guards.isStaff'; the export of a module stands behind `#`: write `&../guards#isStaff` [error/missing-export]",
      "config/routes:9:20: there is no module 'guards.isStaff'; the export of a module stands behind `#`: write `&../guards#isStaff` [error/missing-export]",
    ]);
    folder.write({
      'config/routes': "routes {\n  get '/a', to => 'pages#about'\n}\n",
      'controllers/pages.ts': 'export function about() {}\nexport function contact() {}\n',
    });
    expect((await lint('--format', 'unix')).output).toBe(
      "controllers/pages.ts:2:17: no route leads to 'pages#contact'; add one, or give the function a name with a leading '_' [warning/unrouted-action]",
    );
  });

  it('has its included files linted with the file that includes them, and once', async () => {
    folder.write({
      'config/routes': "routes {\n  include 'admin'\n}\n",
      'config/admin.routes':
        "get '/photos/:id', to => 'photos#show'\nget '/photos/new', to => 'photos#new'\n",
    });
    const { output } = await lint('config/routes', 'config/admin.routes', '--format', 'unix');
    expect(output.split('\n')).toEqual([expect.stringContaining('config/admin.routes:2:5')]);
  });
});

describe('help', () => {
  it('explains a code with its examples', async () => {
    const { output } = await lint('--explain', 'unreachable-route');
    expect(output).toContain('# unreachable-route');
    expect(output).toContain("    get '/photos/new', to => 'photos#new'");
    expect(output).not.toContain('```');
  });

  it('lists the rules, as JSON too', async () => {
    expect((await lint('--list-rules')).output).toMatch(
      /^unreachable-route +warning +Routes declared before/,
    );
    const list = JSON.parse((await lint('--list-rules', '--format', 'json')).output) as { code: string }[];
    expect(list.map(({ code }) => code)).toContain('unsafe-regex');
  });

  it('tells what each rule cost', async () => {
    folder.write({ routes: clean });
    expect((await lint('--stats')).errors).toMatch(/ms {2}unreachable-route/);
  });
});
