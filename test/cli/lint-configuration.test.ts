// `waypost lint` with a configuration, and with a baseline.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
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

describe('the configuration', () => {
  it('sets severities with reasons and options, from TypeScript, JavaScript, JSON or package.json', async () => {
    const rules = {
      'unreachable-route': ['info', { reason: 'an old file' }],
      'deep-nesting': { severity: 'error', max: 0 },
    };
    const text =
      "routes {\n  get '/a/:b', to => 'a#b'\n  get '/a/c', to => 'a#c'\n  resources 'x', { resources 'y' }\n}\n";
    const json = JSON.stringify({ rules });
    for (const config of [
      { 'waypost.config.ts': `const config: { rules: object } = ${json};\nexport default config;\n` },
      { 'waypost.config.js': `module.exports = ${json};\n` },
      { 'waypost.config.mjs': `export default ${json};\n` },
      { 'waypost.config.json': json },
      { 'package.json': JSON.stringify({ waypost: { rules } }) },
    ]) {
      folder.remove();
      folder = new WorkFolder();
      folder.write({ 'config/routes': text, ...config });
      const isCode = /\.[mc]?[jt]s$/.test(Object.keys(config)[0]!);
      const { output, errors } = await lint('--format', 'unix', ...(isCode ? ['--trust-config'] : []));
      expect([Object.keys(config)[0], errors, output.match(/\[.*?\]/g)]).toEqual([
        Object.keys(config)[0],
        '',
        ['[info/unreachable-route]', '[error/deep-nesting]'],
      ]);
    }
  });

  it('says what it does not understand, and goes on', async () => {
    folder.write({
      routes: hidden,
      'waypost.config.json': JSON.stringify({
        rulez: {},
        files: 5,
        rules: {
          'unreachable-rout': 'off',
          'unsafe-get': 'loud',
          'deep-nesting': ['error', { max: 'two', min: 1 }],
        },
      }),
    });
    const { status, errors } = await lint('routes');
    expect(status).toBe(1);
    expect(errors.split('\n')).toEqual([
      "warning: waypost.config.json: rulez: there is no such key; did you mean 'rules'?",
      'warning: waypost.config.json: files: this is a number; write a list of paths',
      "warning: waypost.config.json: rules.unreachable-rout: there is no such rule; did you mean 'unreachable-route'?",
      'warning: waypost.config.json: rules.unsafe-get: "loud" is no severity; write one of off, info, warning, error',
      'warning: waypost.config.json: rules.deep-nesting.max: this is a string; write a number',
      'warning: waypost.config.json: rules.deep-nesting.min: the rule has no such option (max)',
    ]);
  });

  it('names the files, as patterns too, and the folder of the controllers', async () => {
    folder.write({
      'apps/one.routes': hidden,
      'apps/two.routes': clean,
      'handlers/pages.ts': 'export function about() {}\n',
      'waypost.config.json': JSON.stringify({
        files: ['apps/*.routes'],
        controllers: 'handlers',
        rules: { 'unknown-action': 'off' },
      }),
    });
    const { output, errors } = await lint('--format', 'unix');
    expect(output).toContain('apps/one.routes:3:7');
    expect(output).toContain("there is no controller 'photos'");
    expect(output).not.toContain('apps/two.routes');
    expect(errors).toContain('rules.unknown-action: there is no such rule');
  });

  it('says what it names and there is not', async () => {
    folder.write({
      routes: clean,
      'waypost.config.json': JSON.stringify({ files: ['routes', '*.none', 'gone'], controllers: 'nowhere' }),
    });
    expect(await lint()).toEqual({
      status: 2,
      output: 'no problems',
      errors: [
        "warning: waypost.config.json: controllers: there is no folder 'nowhere'",
        "warning: waypost.config.json: files: no file is like '*.none'",
        `error: there is no file ${folder.path}/gone`,
      ].join('\n'),
    });
  });

  it('is looked for up to the root of the project, and data goes before code', async () => {
    const off = '{ "rules": { "unreachable-route": "off" } }';
    folder.write({
      'waypost.config.json': off,
      'app/config/routes': hidden,
      'app/config/waypost.config.mjs': 'export default {}\n',
    });
    expect((await lint('app/config/routes')).errors).toContain(
      'app/config/waypost.config.mjs: this is code and was not run',
    );
    folder.write({ 'app/config/waypost.config.json': '{}' });
    expect(await lint('app/config/routes', '--trust-config')).toMatchObject({ status: 1, errors: '' });
    folder.remove();
    folder = new WorkFolder();
    folder.write({ 'waypost.config.json': off, 'app/config/routes': hidden });
    expect(await lint('app/config/routes')).toMatchObject({ status: 0 });
    for (const root of ['app/package.json', 'app/.git']) {
      folder.write({ [root]: '{}' });
      expect([root, (await lint('app/config/routes')).status]).toEqual([root, 1]);
      rmSync(`${folder.path}/${root}`);
    }
  });

  it('gives way to --rule, and is left out by --no-config', async () => {
    folder.write({ routes: hidden, 'waypost.config.json': '{ "rules": { "unreachable-route": "off" } }' });
    expect(await lint()).toMatchObject({ status: 0 });
    expect(await lint('--rule', 'unreachable-route:error')).toMatchObject({ status: 1 });
    expect(await lint('--no-config')).toMatchObject({ status: 1 });
  });

  it('is printed as it is set', async () => {
    folder.write({
      routes: clean,
      'waypost.config.json': '{ "rules": { "deep-nesting": { "max": 2, "reason": "deep" } } }',
    });
    const printed = JSON.parse((await lint('--print-config', '--rule', 'unsafe-get:off')).output) as {
      rules: Record<string, unknown>;
    };
    expect(printed.rules['deep-nesting']).toEqual({ severity: 'info', reason: 'deep', max: 2 });
    expect(printed.rules['unsafe-get']).toMatchObject({ severity: 'off' });
  });
});

describe('a baseline', () => {
  it('is silent about what there was, speaks up about more, and is pruned as it is paid off', async () => {
    folder.write({ routes: hidden });
    expect(await lint('--suppress-all')).toMatchObject({ status: 0 });
    expect(JSON.parse(folder.read('waypost-baseline.json'))).toEqual({ routes: { 'unreachable-route': 1 } });
    expect(await lint()).toMatchObject({ status: 0, output: 'no problems' });

    folder.write({ routes: hidden.replace('}\n', "  get '/photos/old', to => 'photos#old'\n}\n") });
    expect(await lint()).toMatchObject({ status: 1 });

    folder.write({ routes: clean });
    expect(await lint('--fix-dry-run')).toMatchObject({ status: 0 });
    expect(await lint('--rule', 'unreachable-route:off')).toMatchObject({ status: 0 });
    expect(folder.read('waypost-baseline.json')).toContain('unreachable-route');
    expect(await lint()).toMatchObject({ status: 0 });
    expect(() => folder.read('waypost-baseline.json')).toThrow();
  });

  it('keeps what it has of files that are there and were not linted', async () => {
    folder.write({ 'a.routes': hidden, 'b.routes': hidden });
    expect(await lint('--suppress-all', 'a.routes', 'b.routes')).toMatchObject({ status: 0 });
    expect(await lint('--suppress-all', 'a.routes')).toMatchObject({ status: 0 });
    expect(await lint('a.routes', 'b.routes')).toMatchObject({ status: 0, output: 'no problems' });
    rmSync(join(folder.path, 'b.routes'));
    expect(await lint('--suppress-all', 'a.routes')).toMatchObject({ status: 0 });
    expect(JSON.parse(folder.read('waypost-baseline.json'))).toEqual({
      'a.routes': { 'unreachable-route': 1 },
    });
  });

  it('is pruned of what is paid off in an included file, too', async () => {
    folder.write({ routes: "routes {\n  include 'more.routes'\n}\n", 'more.routes': hidden });
    expect(await lint('--suppress-all')).toMatchObject({ status: 0 });
    expect(JSON.parse(folder.read('waypost-baseline.json'))).toEqual({
      'more.routes': { 'unreachable-route': 1 },
    });
    folder.write({ 'more.routes': clean });
    expect(await lint()).toMatchObject({ status: 0 });
    expect(() => folder.read('waypost-baseline.json')).toThrow();
  });

  it('is silent about no error, though a rule has its code as well', async () => {
    folder.write({ routes: "routes {\n  get '/:id', to => 'a#b', id => /(a)\\1/\n}\n" });
    expect(await lint('--suppress-all')).toMatchObject({ status: 1 });
    expect(() => folder.read('waypost-baseline.json')).toThrow();
    folder.write({ 'waypost-baseline.json': '{ "routes": { "unsafe-regex": 1 } }' });
    expect(await lint()).toMatchObject({ status: 1 });
  });

  it('is never written over, or removed in the place of, what is something else', async () => {
    const others = {
      'notes.json': '{ "name": "notes" }',
      'controllers/a.js': 'export const b = 1;\n',
      'other/x': 'x',
    };
    folder.write({ routes: hidden, clean, ...others });
    for (const file of ['routes', 'clean', ...Object.keys(others), 'other'])
      for (const linted of ['routes', 'clean'])
        expect(await lint(linted, '--suppress-all', '--baseline', file)).toMatchObject({
          status: 2,
          errors: `error: ${file} is no baseline and is left as it is; give another file with --baseline`,
        });
    for (const [file, text] of Object.entries({ routes: hidden, clean, ...others }))
      expect(folder.read(file)).toBe(text);
  });

  it('is written anew where its name or nothing in it says otherwise', async () => {
    folder.write({
      routes: hidden,
      'waypost-baseline.json': '<<<<<<< ours\n',
      'old.json': '{}',
      'blank.json': '\n',
    });
    for (const file of ['waypost-baseline.json', 'old.json', 'blank.json']) {
      expect(await lint('--suppress-all', '--baseline', file)).toMatchObject({ status: 0 });
      expect(JSON.parse(folder.read(file))).toEqual({ routes: { 'unreachable-route': 1 } });
    }
  });
});

it('a baseline holds wherever in the project the command is called', async () => {
  folder.write({ 'package.json': '{}', 'config/routes': hidden });
  expect(await lint('--suppress-all')).toMatchObject({ status: 0 });
  expect(JSON.parse(folder.read('waypost-baseline.json'))).toEqual({
    'config/routes': { 'unreachable-route': 1 },
  });
  expect(await folder.run(['lint', 'routes'], '', 'config')).toMatchObject({
    status: 0,
    output: 'no problems',
  });
  expect(JSON.parse(folder.read('waypost-baseline.json'))).toEqual({
    'config/routes': { 'unreachable-route': 1 },
  });
});
