// Modules as people write them, before and after: what an editor changes in one leaves the rest of it as it was.

import { describe, expect, it } from 'vitest';
import { ModuleEdits } from '../../src/node/modules/module-edits.js';
import { loadModuleParser } from '../../src/node/modules/module-parser.js';
import type { ModuleChange } from '../../src/node/modules/module-renames.js';

const modules = new ModuleEdits(await loadModuleParser());

function changed(text: string, changes: readonly ModuleChange[] | undefined): string | undefined {
  return changes
    ?.toSorted((a, b) => b.span.start - a.span.start)
    .reduce(
      (result, { span, text: inserted }) => result.slice(0, span.start) + inserted + result.slice(span.end),
      text,
    );
}

describe('an action of another name', () => {
  const renamed = (text: string, file = 'a.ts'): string | undefined =>
    changed(text, modules.renamed(file, text, 'index', 'list'));

  it.each([
    ['export function index() { return index.name; }', 'export function list() { return list.name; }'],
    ['export const index = () => 1;\nindex();', 'export const list = () => 1;\nlist();'],
    ['function index() {}\nexport { index };', 'function index() {}\nexport { index as list };'],
    ['function all() {}\nexport { all as index };', 'function all() {}\nexport { all as list };'],
    ["export { index } from './x.js';", "export { index as list } from './x.js';"],
    ["export { all as index } from './x.js';", "export { all as list } from './x.js';"],
    ["export * from './x.js';", "export * from './x.js';\nexport { index as list } from './x.js';"],
    [
      'export const all = { index };\nexport function index() {}',
      'export const all = { index: list };\nexport function list() {}',
    ],
    [
      'export function index() {}\na.index();\nb = { index: 1 };',
      'export function list() {}\na.index();\nb = { index: 1 };',
    ],
    [
      'export default class { index() { this.index(); } }\nfunction index() {}',
      'export default class { list() { this.list(); } }\nfunction index() {}',
    ],
    [
      'class Posts { index() {} }\nexport { Posts as default };',
      'class Posts { list() {} }\nexport { Posts as default };',
    ],
    ['export default { index() {} }', 'export default { list() {} }'],
    [
      'const c = {};\nc.index = () => c.index.name;\nexport default c;',
      'const c = {};\nc.list = () => c.list.name;\nexport default c;',
    ],
    [
      "const c = { index() {}, show: () => c['index']() };\nmodule.exports = c;",
      "const c = { list() {}, show: () => c['list']() };\nmodule.exports = c;",
    ],
    [
      'const c = { index() {} };\nconst show = (c) => c.index;\nexport default c;',
      'const c = { list() {} };\nconst show = (c) => c.index;\nexport default c;',
    ],
    [
      'class C { static index() {} }\nC.prototype.index = () => C.index();\nexport default C;',
      'class C { static index() {} }\nC.prototype.list = () => C.index();\nexport default C;',
    ],
    [
      'class C { index() {} }\nconst c = new C();\nc.index();\nexport default c;',
      'class C { list() {} }\nconst c = new C();\nc.list();\nexport default c;',
    ],
    [
      'export default class { constructor() { this.index = () => this.index.name; } }',
      'export default class { constructor() { this.list = () => this.list.name; } }',
    ],
    ['exports.index = () => exports.index.name;', 'exports.list = () => exports.list.name;'],
    ['exports.show = exports.index = () => 1;', 'exports.show = exports.list = () => 1;'],
    ['const index = 1;\nmodule.exports = { index };', 'const index = 1;\nmodule.exports = { list: index };'],
  ])('%j becomes %j', (before, after) => {
    expect(renamed(before)).toBe(after);
  });

  it.each([
    ['export default class { list = 1; index() {} }', 'controller', true],
    ['export default class { get list() {} index() {} }', 'controller', true],
    ['export default class { static list() {} index() {} }', 'controller', false],
    ['export default class { index() {} }\nexport const list = 1;', 'controller', false],
    ['export default { list: 1, index() {} };', 'controller', true],
    ['export default { index() {} };\nexport const list = 1;', 'controller', true],
    ['const c = { index() {} };\nc.list = 1;\nexport default c;', 'controller', true],
    ['const c = { index() {} };\nc.list();\nexport default c;', 'controller', false],
    ['export const { list } = x;', 'module', true],
    ['const other = 1;\nexport { other as list };', 'module', true],
    ["export { list } from './x.js';", 'module', true],
    ['export type list = 1;', 'module', true],
    ['exports.list = 1;', 'module', true],
    ['const list = 1;\nexport { list as other };', 'module', false],
    ['export default class { list() {} }', 'module', false],
  ] as const)('of %j as a %s is there already: %s', (text, of, isThere) => {
    expect(modules.has('a.ts', text, 'list', of)).toBe(isThere);
  });

  it('is exported under it where the function cannot have it', () => {
    const inner = 'export function index() {}\nfunction other(index: number) { return index; }';
    expect(renamed(inner)).toBe(inner.replace('{}\n', '{}\nexport { index as list };\n'));
    const overloaded = 'export function index(a: 1): 1;\nexport function index(a: number) { return a; }';
    expect(renamed(overloaded)).toBe(`${overloaded}\nexport { index as list };`);
    const taken = 'export function index() {}\nconst list = 1;';
    expect(renamed(taken)).toBe(taken.replace('{}\n', '{}\nexport { index as list };\n'));
    const text = 'export function index() {}';
    expect(changed(text, modules.renamed('a.ts', text, 'index', 'delete'))).toBe(
      `${text}\nexport { index as delete };`,
    );
  });

  it('is not given to what the module has from elsewhere', () => {
    expect(renamed("import Base from './base.js';\nexport default class extends Base {}")).toBeUndefined();
    expect(renamed("export { default } from './base.js';")).toBeUndefined();
    expect(renamed('export function index( {')).toBeUndefined();
  });

  it('is imported by it, and called as before', () => {
    const text = "import { index, show } from './a.js';\nexport { index as all } from './a.js';\nindex();";
    expect(
      changed(
        text,
        modules.imported('b.ts', text, (from) => from === './a.js', 'index', 'list'),
      ),
    ).toBe("import { list as index, show } from './a.js';\nexport { list as all } from './a.js';\nindex();");
  });
});

describe('reads of a param', () => {
  const reads = (text: string): string | undefined =>
    changed(text, modules.paramReads('a.ts', text, text.indexOf('show'), 'id', 'slug'));

  it.each([
    ['show(r) { return r.params.id + r.id; }', 'show(r) { return r.params.slug + r.id; }'],
    ["show(r) { return r.params?.['id']; }", "show(r) { return r.params?.['slug']; }"],
    [
      'show(r) { const { id } = r.params; return id; }',
      'show(r) { const { slug: id } = r.params; return id; }',
    ],
    ['show(r) { const { id: key } = r.params; }', 'show(r) { const { slug: key } = r.params; }'],
    [
      "show(r) { const { id = '1', ...rest } = r.params; }",
      "show(r) { const { slug: id = '1', ...rest } = r.params; }",
    ],
    ['show({ params }) { return params.id; }', 'show({ params }) { return params.slug; }'],
    ['show({ params: { id } }) { return id; }', 'show({ params: { slug: id } }) { return id; }'],
    [
      'show(r) { const { params: p } = r; return p.id; }',
      'show(r) { const { params: p } = r; return p.slug; }',
    ],
    ['show(r) { const p = r.params!; return p.id; }', 'show(r) { const p = r.params!; return p.slug; }'],
    ['show(r) { const { id } = r.body; return id; }', 'show(r) { const { id } = r.body; return id; }'],
  ])('%j becomes %j', (before, after) => {
    const wrap = (method: string): string =>
      `export default class {\n  ${method}\n  edit(r) { return r.params.id; }\n}\n`;
    expect(reads(wrap(before))).toBe(wrap(after));
  });

  it('are found in functions of every kind', () => {
    for (const head of [
      'export function show(r) ',
      'export const show = (r) => ',
      'exports.show = function (r) ',
    ])
      expect(reads(`${head}{ return r.params.id; }`)).toBe(`${head}{ return r.params.slug; }`);
  });
});

describe('keys of calls', () => {
  const renamed = {
    helpers: new Map([
      ['post', new Map([['slug', 'name']])],
      ['edit-post', new Map([['slug', 'name']])],
    ]),
    targets: new Map([['posts#show', new Map([['slug', 'name']])]]),
  };
  const keys = (text: string, file = 'a.tsx'): string | undefined =>
    changed(text, modules.paramKeys(file, text, renamed)?.changes);
  const unsure = (text: string): readonly string[] | undefined =>
    modules.paramKeys('a.ts', text, renamed)?.unsure.map(({ start, end }) => text.slice(start, end));

  it.each([
    ['postPath({ slug });', 'postPath({ name: slug });'],
    ['postUrl({ slug: a.b, page: 2 });', 'postUrl({ name: a.b, page: 2 });'],
    ["helpers['edit-post-path']({ 'slug': 'a' });", "helpers['edit-post-path']({ 'name': 'a' });"],
    ["this.helpers?.pathFor('post', { slug });", "this.helpers?.pathFor('post', { name: slug });"],
    ["urlFor('edit_post', 'x', { slug } as const);", "urlFor('edit_post', 'x', { name: slug } as const);"],
    ['editPostPath(a ? { slug } : { slug: b });', 'editPostPath(a ? { name: slug } : { name: b });'],
    ['postPath({ currentParams: { slug } });', 'postPath({ currentParams: { name: slug } });'],
    ['<a href={postPath({ slug })}>{slug}</a>;', '<a href={postPath({ name: slug })}>{slug}</a>;'],
    ['postPath({ query: { slug } });', 'postPath({ query: { slug } });'],
    ['postsPath({ slug }); path({ slug }); post({ slug });', undefined],
    [
      "expectRoute('GET /posts/a').toBe('posts#show', { slug: 'a' });",
      "expectRoute('GET /posts/a').toBe('posts#show', { name: 'a' });",
    ],
    ["expectRoute('GET /posts/a').toBe('posts#edit', { slug: 'a' });", undefined],
    ["expect(x).toBe('posts#show', { slug: 'a' });", undefined],
  ])('%j becomes %j', (before, after) => {
    expect(keys(before)).toBe(after ?? before);
    expect(unsure(before.replace(/<a.*/, ''))).toEqual([]);
  });

  it.each([
    ['postPath(post);', ['post']],
    ['postPath(this.post, { page: 2 });', ['this.post']],
    ['postPath(await find(1));', ['await find(1)']],
    ['postPath({ ...rest, page: 2 });', ['...rest']],
    ['postPath({ [key]: 1 });', ['[key]: 1']],
    ['postPath({ slug, name: 2 });', ['{ slug, name: 2 }']],
    [
      'postPath(slug); postPath(1); postPath(`a`); postPath(p.id); postPath(postId); postPath(String(x));',
      [],
    ],
    ['function postPath(p) {}\npostPath(post); postPath({ slug });', ['{ slug }']],
    ['const postPath = ({ slug }) => helpers.postPath({ ...slug });\npostPath(a);', ['...slug']],
  ])('of %j are left, and %j is told', (text, told) => {
    expect(keys(text, 'a.ts')).toBe(text);
    expect(unsure(text)).toEqual(told);
  });

  it('are not looked for in what is no module', () => {
    expect(modules.paramKeys('a.ejs', '<%= postPath({ slug }) %>', renamed)).toBeUndefined();
  });
});

describe('room for one more function', () => {
  const room = (
    text: string,
    file = 'a.ts',
    of: 'controller' | 'module' = 'controller',
  ): string | undefined => {
    const found = modules.room(file, text, of);
    return found && `${found.kind}: ${text.slice(0, found.offset)}▮${text.slice(found.offset)}`;
  };

  it.each([
    [
      'export default class { a() {} }\nfunction later() {}\n',
      'class: export default class { a() {} ▮}\nfunction later() {}\n',
    ],
    [
      'class A { a() {} }\nexport { A as default };\n',
      'class: class A { a() {} ▮}\nexport { A as default };\n',
    ],
    ['const A = class { };\nexport default A;', 'class: const A = class { ▮};\nexport default A;'],
    ['class A {}\nclass B {}\nexport default B;', 'class: class A {}\nclass B {▮}\nexport default B;'],
    ['export const a = 1;\n', 'export: export const a = 1;\n▮'],
    ['', 'export: ▮'],
    ['export default { a() {} };\n', 'export: export default { a() {} };\n▮'],
    ['module.exports = { a() {} };\n', 'object: module.exports = { a() {} ▮};\n'],
    ['exports.a = () => 1;\n', 'commonjs: exports.a = () => 1;\n▮'],
    ['class A {}\nmodule.exports = A;\n', 'class: class A {▮}\nmodule.exports = A;\n'],
    ['class A {}\nexport default new A();\n', 'class: class A {▮}\nexport default new A();\n'],
    [
      'class A {}\nconst a = new A();\nexport default a;',
      'class: class A {▮}\nconst a = new A();\nexport default a;',
    ],
    [
      'module.exports = Object.freeze({ a() {} });\n',
      'object: module.exports = Object.freeze({ a() {} ▮});\n',
    ],
    ["export { default } from './base.js';", "export: export { default } from './base.js';▮"],
    ["import A from './a.js';\nexport default A;", "export: import A from './a.js';\nexport default A;▮"],
    ['const a = a;\nexport default a;', 'export: const a = a;\nexport default a;▮'],
  ])('in %j', (text, expected) => {
    expect(room(text, 'a.js')).toBe(expected);
  });

  it('follows the kind of the file, and of what names it', () => {
    expect(room('', 'a.cjs')).toBe('commonjs: ▮');
    const exportsOf = (text: string): unknown => modules.room('a.cjs', text, 'module');
    expect(exportsOf('exports.a = 1;\n')).toMatchObject({ kind: 'commonjs', exports: 'exports' });
    expect(exportsOf('module.exports = make();\n')).toMatchObject({ exports: 'module.exports' });
    expect(exportsOf('const api = (module.exports = {});\napi.a = 1;\n')).toMatchObject({
      exports: 'module.exports',
    });
    expect(room('export default class {}\n', 'a.ts', 'module')).toBe('export: export default class {}\n▮');
  });

  it('is nowhere where the text is no module', () => {
    expect(room('export function (')).toBeUndefined();
  });

  it('is in what `export =` exports, and never beside it', () => {
    expect(room('export = { a() {} };\n', 'a.cts')).toBe('object: export = { a() {} ▮};\n');
    expect(room('const c = {};\nexport = c;\n')).toBe('object: const c = {▮};\nexport = c;\n');
    expect(room('class C {}\nexport = C;\n', 'a.cts')).toBe('class: class C {▮}\nexport = C;\n');
    expect(room('export = make();\n', 'a.cts')).toBeUndefined();
    expect(room('class C {}\nexport = C;\n', 'a.cts', 'module')).toBeUndefined();
  });

  it('needs a comma behind the last member of an object', () => {
    expect(modules.room('a.cjs', 'module.exports = { a }', 'controller')?.commaAt).toBe(20);
    expect(modules.room('a.cjs', 'module.exports = { a, }', 'controller')?.commaAt).toBeUndefined();
    expect(modules.room('a.cjs', 'module.exports = {}', 'controller')?.commaAt).toBeUndefined();
    const comments = '/**//** , *//* * /*/'.repeat(40);
    expect(modules.room('a.cjs', `module.exports = { a${comments} }`, 'controller')?.commaAt).toBe(20);
    expect(
      modules.room('a.cjs', `module.exports = { a${comments}, }`, 'controller')?.commaAt,
    ).toBeUndefined();
  });
});
