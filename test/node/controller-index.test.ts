// Controllers read without being run: test/fixtures/controllers has a module of every kind.

import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { ControllerIndex } from '../../src/node/modules/controller-index.js';
import { folderOf } from '../support/temporary-folder.js';

const folder = fileURLToPath(new URL('../fixtures/controllers', import.meta.url));
const routesFile = `${folder}/routes`;
let index: ControllerIndex;

beforeAll(async () => {
  index = await ControllerIndex.load(folder);
});

const actions = (name: string): string[] => [...index.controller(name)!.byName.keys()].sort();
const exported = (name: string): Record<string, string> =>
  Object.fromEntries([...index.module(name, routesFile)!.byName].map(([key, member]) => [key, member.kind]));

describe('a controller', () => {
  it('is named once where it stands beside what was compiled of it, and its declaration is none', async () => {
    const names = ['home.ts', 'home.js', 'home.d.ts', 'posts.mjs', 'posts.d.mts', 'users.cjs', 'users.d.cts'];
    const beside = folderOf(Object.fromEntries(names.map((name) => [name, ''])));
    expect((await ControllerIndex.load(beside)).controllerNames()).toEqual(['home', 'posts', 'users']);
  });

  it('that is a class has the methods of an instance, inherited ones too, and not those that are kept private', () => {
    expect(actions('posts')).toEqual(['count', 'index', 'inherited', 'show', 'used']);
    expect(index.controller('posts')!.isComplete).toBe(true);
  });

  it('has its actions where they are declared, with their doc comments', () => {
    const { index: list, inherited } = Object.fromEntries(index.controller('posts')!.byName);
    expect(list).toMatchObject({
      kind: 'function',
      doc: 'Lists the posts.\n\nNewest first.',
      range: { start: { line: 11, column: 3 } },
    });
    expect(inherited).toMatchObject({
      file: `${folder}/lib/base.ts`,
      doc: 'Comes from the base class.',
      range: { start: { line: 7, column: 3 } },
    });
  });

  it('that is a class answers by methods that are kept private and by what a constructor keeps, and does not offer them', async () => {
    expect(index.controller('posts')!.others).toEqual(new Set(['update', 'destroy']));
    const text =
      'export default class { constructor(private db: Db) { this.log = log; this.show = () => 1; } }';
    const { byName, others } = (await ControllerIndex.load(folderOf({ 'c.ts': text }))).controller('c')!;
    expect([...byName.keys()]).toEqual(['show']);
    expect(others).toEqual(new Set(['db', 'log']));
  });

  it('has the actions that it is given later where they are assigned', async () => {
    const text = 'const posts = {};\n/** Shows one. */\nposts.show = () => 1;\nexport default posts;\n';
    const found = (await ControllerIndex.load(folderOf({ 'c.js': text }))).controller('c')!;
    expect(found.byName.get('show')).toMatchObject({
      kind: 'function',
      doc: 'Shows one.',
      range: { start: { line: 3, column: 7 }, end: { line: 3, column: 11 } },
    });
    expect(found.isComplete).toBe(true);
  });

  it('that is a module has the functions that it exports, from wherever they come', () => {
    expect(actions('users')).toEqual([
      'check',
      'create',
      'destroy',
      'first',
      'index',
      'isKnown',
      'second',
      'show',
      'third',
    ]);
    expect(index.controller('users')!.isComplete).toBe(true);
  });

  it.each([
    ['class C { show() {} }\nexport default new C();\nexport function list() {}\n', ['list', 'show']],
    ['export default Object.freeze({ show() {} });\n', ['show']],
    ['export default class { show() {} }\nexport function list() {}\n', ['list', 'show']],
    ['exports.default = class { show() {} };\nexports.list = () => 1;\n', ['list', 'show']],
  ])('has what its default export has, and what the module exports beside it: %j', async (text, expected) => {
    const path = folderOf({ [text.startsWith('exports') ? 'c.cjs' : 'c.ts']: text });
    const found = (await ControllerIndex.load(path)).controller('c')!;
    expect([...found.byName.keys()].toSorted()).toEqual(expected);
    expect(found.isComplete).toBe(true);
  });

  it('may be a CommonJS module', () => {
    expect(actions('admin/legacy')).toEqual(['index', 'show']);
    expect(actions('admin/object')).toEqual(['index', 'show']);
  });

  it.each([
    ["for (const name of ['one']) exports[name] = () => name;", false],
    ["Object.assign(exports, require('./other'));", false],
    ["if (process.env.MORE) exports.more = () => 'more';", false],
    ["copy(require('./other'), module.exports);", false],
    ["module.exports = () => 'all'; exports.show = () => exports.index();", true],
    [
      "Object.defineProperty(exports, '__esModule', { value: true }); exports.a = exports.b = void 0; exports.a = () => 1;",
      true,
    ],
  ])('that is CommonJS, as %s, tells whether it has all', async (text, isComplete) => {
    const folder = folderOf({ 'handlers.cjs': text });
    const modules = await ControllerIndex.load(undefined, folder);
    expect(modules.module('handlers', `${folder}/routes`)!.isComplete).toBe(isComplete);
  });

  it('of which not everything can be told says so', () => {
    expect(index.controller('admin/opaque')!.isComplete).toBe(false);
  });

  it('with a syntax error is known to be there, and nothing else of it', () => {
    const { unread, byName, isComplete } = index.controller('broken')!;
    expect({ unread, actions: byName.size, isComplete }).toEqual({
      unread: 'has a syntax error on line 3',
      actions: 0,
      isComplete: false,
    });
  });

  it('that does not exist is undefined, and so is one outside of the folder', () => {
    expect(index.controller('nobody')).toBeUndefined();
    expect(index.controller('../fixtures/controllers/posts')).toBeUndefined();
  });

  it('is found by name among the files of the folder', () => {
    expect(index.controllerNames()).toEqual(
      expect.arrayContaining(['posts', 'users', 'admin/legacy', 'admin/object']),
    );
  });
});

describe('a module', () => {
  it('has its exports with what they are', () => {
    expect(exported('lib/base')).toEqual({
      Base: 'class',
      limit: 'value',
      isKnown: 'function',
      default: 'function',
    });
    expect(exported('users')).toMatchObject({
      base: 'object',
      most: 'value',
      check: 'function',
      first: 'unknown',
    });
  });

  it('that is no file may be a package: it is undefined', () => {
    expect(index.module('some-package', routesFile)).toBeUndefined();
  });
});

describe('a module that cannot be read', () => {
  it.each([
    ['deep brackets', '('.repeat(10_000), 'nests too deep to be read'],
    [
      'deep closed brackets',
      `export default ${'['.repeat(8_000)}${']'.repeat(8_000)}`,
      'nests too deep to be read',
    ],
    ['deep functions', `export default ${'a=>'.repeat(40_000)}1`, 'nests too deep to be read'],
    ['half a function', 'const a = 1;\n\nexport function index( { }\n', 'has a syntax error on line 4'],
    [
      'a long half',
      `${'// a line\n'.repeat(1_000)}export const index = ;`,
      'has a syntax error on line 1001',
    ],
    ['a megabyte', `//${' '.repeat(1024 * 1024)}`, 'is larger than a megabyte'],
  ])('%s: nothing is known of it, and nothing ends', async (_, text, unread) => {
    const index = await ControllerIndex.load(folderOf({ 'pages.ts': text }));
    expect(index.controller('pages')).toMatchObject({ unread, isComplete: false });
  });

  it('a long one is read elsewhere, as every other one', async () => {
    const names = Array.from({ length: 500 }, (_, n) => `action${n}`);
    const text = names.map((name) => `/** Says ${name}. */\nexport function ${name}() { return 10n }\n`);
    const folder = folderOf({ 'pages.ts': text.join('') });
    const controller = (await ControllerIndex.load(folder)).controller('pages')!;
    expect([...controller.byName.keys()]).toEqual(names);
    expect(controller.byName.get('action7')).toMatchObject({ kind: 'function', doc: 'Says action7.' });
  });
});
