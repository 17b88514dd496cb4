// What the linter and the editor say of modules whose text they read is held to what the loader says when it has run them.

import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { readIncluded } from '../../src/node/files/routes-file.js';
import { ControllerIndex } from '../../src/node/modules/controller-index.js';
import { loadRoutes } from '../../src/node/modules/load.js';
import { staticBindings } from '../../src/node/modules/static-bindings.js';
import { RoutesError } from '../../src/language/routes-error.js';
import { folderOf } from '../support/temporary-folder.js';

/** The codes of the errors that are told of a line of routes, or what is told, by the text of the modules and by the modules themselves. */
async function errors(
  line: string,
  file: string,
  text: string,
  told: 'code' | 'message' = 'code',
): Promise<{ read: string[]; loaded: string[] }> {
  const routes = `routes {\n  ${line}\n}\n`;
  const folder = folderOf({
    'config/routes': routes,
    'controllers/p.js': 'export const a = () => 1;',
    [file]: text,
  });
  const path = `${folder}/config/routes`;
  const index = await ControllerIndex.load(`${folder}/controllers`);
  const { diagnostics } = analyze(routes, {
    file: path,
    read: readIncluded,
    bindings: staticBindings(index),
  });
  let loaded: string[] = [];
  try {
    await loadRoutes(path, { controllers: `${folder}/controllers` });
  } catch (error) {
    if (!(error instanceof RoutesError)) throw error;
    loaded = error.diagnostics.map((each) => each[told]);
  }
  return { read: diagnostics.map((each) => each[told]), loaded };
}

describe('a controller that has the action `a`', () => {
  it.each([
    ['cjs', "const c = {}; c.a = () => ''; module.exports = c;"],
    ['js', "const c = {}; c.a = () => ''; export default c;"],
    ['js', "const c = {}; c['a'] = () => ''; export { c as default };"],
    ['ts', "const c: { a?: () => string } = {}; c.a = () => ''; export default c;"],
    ['ts', "const c = {}; (c as any).a = () => ''; export default c;"],
    ['js', "const c = {}; if (true) c.a = () => ''; export default c;"],
    ['js', "const c = { a: 1 }; c.a = () => ''; export default c;"],
    ['js', "const c = {}; for (const n of ['a']) c[n] = () => ''; export default c;"],
    ['js', "const c = {}; function set() { c.a = () => ''; } set(); export default c;"],
    ['js', "const c = { set() { this.a = () => ''; } }; c.set(); export default c;"],
    ['js', "const c = {}; Object.assign(c, { a: () => '' }); export default c;"],
    ['js', "const c = {}; const d = c; d.a = () => ''; export default c;"],
    ['js', "const c = {}; [c.a] = [() => '']; export default c;"],
    ['js', "let c = {}; c = { a: () => '' }; export default c;"],
    ['js', "let c = 1; ({ c } = { c: { a: () => '' } }); export default c;"],
    ['js', "let c = {}; for (c of [{ a: () => '' }]); export default c;"],
    ['js', "const c = { ['a']: () => '' }; export default c;"],
    ['js', "const c = { __proto__: { a: () => '' } }; export default c;"],
    ['js', "const c = {}; c.__proto__ = { a: () => '' }; export default c;"],
    ['js', "const c = []; c.a = () => ''; export default c;"],
    ['js', "const c = Object.freeze({ a: () => '' }); export default c;"],
    ['js', "class C {} const c = new C(); c.a = () => ''; export default c;"],
    ['js', "class C {} C.prototype.a = () => ''; export default C;"],
    ['js', "export default class C {} C.prototype.a = () => '';"],
    ['js', "class C {} Object.assign(C.prototype, { a: () => '' }); export default C;"],
    ['js', "class B {} class C extends B {} B.prototype.a = () => ''; export default C;"],
    ['js', "export default class { constructor() { this.a = () => ''; } }"],
    ['ts', "export default class { constructor() { (this as any).a = () => ''; } }"],
    ['js', "export default class { constructor() { this.a = this.a2.bind(this); } a2() { return ''; } }"],
    ['js', "export default class { constructor() { this.a = this.a.bind(this); } a() { return ''; } }"],
    ['js', "export default class { constructor() { if (true) this.a = () => ''; } }"],
    ['js', "export default class { constructor() { for (const n of ['a']) this[n] = () => ''; } }"],
    ['js', "export default class { constructor() { ['a'].forEach((n) => { this[n] = () => ''; }); } }"],
    ['js', "export default class { constructor() { Object.assign(this, { a: () => '' }); } }"],
    ['js', "export default class { constructor() { this.set(); } set() { this.a = () => ''; } }"],
    ['js', "export default class { constructor() { return { a: () => '' }; } }"],
    ['js', "export default class { b = (this.a = () => ''); }"],
    ['js', "class B { constructor() { this.a = () => ''; } } export default class extends B {}"],
    ['js', "class C { constructor() { this.a = () => ''; } } export default new C();"],
    ['js', "export default class { ['a']() { return ''; } }"],
    ['js', "const K = 'a'; export default class { [K]() { return ''; } }"],
    ['js', "const K = 'a'; export default class { [K] = () => ''; }"],
    ['js', "export default class C { static { C.prototype.a = () => ''; } }"],
    ['js', "export default class { static { this.prototype.a = () => ''; } }"],
    ['ts', "export default class { constructor(public a = () => '') {} }"],
    ['ts', "export default class { private a() { return ''; } }"],
    ['ts', "export default class { protected a = () => ''; }"],
  ])('is told to have it: %s %s', async (ending, text) => {
    const line = "get '/a', to => 'e#a'";
    expect(await errors(line, `controllers/e.${ending}`, text)).toEqual({ read: [], loaded: [] });
  });

  it('is told to have it, where that is the function that it exports as default', async () => {
    const text = "const apply = () => ''; export { apply as default };";
    expect(await errors("get '/a', to => 'e#default'", 'controllers/e.js', text)).toEqual({
      read: [],
      loaded: [],
    });
  });

  it.each([
    'class C { @d a2() {} } export default C;',
    '@d class C {} export default C;',
    '@d export default class {}',
    'export default class { constructor(@d b) {} }',
    'export default class extends B {} @d class B {}',
  ])('by a decorator is not told to lack it: %s', async (text) => {
    const index = await ControllerIndex.load(
      folderOf({ 'e.ts': `${text}\nfunction d(...all: any[]): any {}` }),
    );
    expect(index.controller('e')!.isComplete).toBe(false);
  });
});

describe('a controller that lacks the action `a`', () => {
  it.each([
    ['js', "const c = { b: () => '' }; c.d = () => ''; export default c;"],
    ['js', "const c = { b: () => c.d(), d: () => '' }; export default c;"],
    ['js', 'const c = {}; c.a = 1; export default c;'],
    ['js', "class C { static a() {} b() {} } C.a = () => ''; export default C;"],
    [
      'js',
      'class C { #a() {} b() { return [...this.all(), typeof this, helper(this)]; } } export default C;\nconst helper = (of) => of;',
    ],
    [
      'js',
      'export default class { constructor() { this.b = this.b.bind(this); this.d = () => helper(this); } b() {} }\nconst helper = (of) => of;',
    ],
    [
      'js',
      'class B { b() {} } class C extends B { constructor() { super(); this.count = 0; } } export default new C();',
    ],
    ['js', 'class C {} const c = new C(); export default Object.freeze(c);'],
    ['js', 'export default class { set b(value) { this.d = value; } }'],
    [
      'ts',
      'class C { constructor(private readonly b: C | undefined) {} d(): C { return new C(this.b); } }\nexport default C;',
    ],
    ['cjs', 'class C { b() {} } module.exports = C; module.exports.C = C;'],
    ['ts', "export class a { index() { return ''; } }"],
    ['js', 'class C {} export default { a: C };'],
  ])('is told to lack it: %s %s', async (ending, text) => {
    const line = "get '/a', to => 'e#a'";
    expect(await errors(line, `controllers/e.${ending}`, text)).toEqual({
      read: ['unknown-action'],
      loaded: ['unknown-action'],
    });
  });
});

it('a class is no action, whatever name it is exported by', async () => {
  const text = 'export default class C { show() {} } export { C };';
  for (const name of ['default', 'C']) {
    const { read, loaded } = await errors(`get '/a', to => 'e#${name}'`, 'controllers/e.js', text, 'message');
    expect(loaded).toEqual(read);
    expect(read[0]).toMatch(/^the controller 'e' has no action '\w+'; .*route to another \(show\)$/);
  }
});

it.each([
  ["get '/a', to => 'e#close'", 'controllers/e.js', "did you mean 'chose'?"],
  ["get '/a', to => 'e#apply'", 'controllers/e.js', 'route to another (chose, index, those)'],
  ["get '/a', to => &e#apply", 'config/e.js', "it exports 'chose', 'index', 'those'"],
])('what there is instead is told in one order: %s', async (line, file, told) => {
  const text = 'export const those = () => 1, index = () => 2, chose = () => 3;';
  const { read, loaded } = await errors(line, file, text, 'message');
  expect(read).toEqual(loaded);
  expect(read[0]).toContain(told);
});

const uses = {
  constraints: "constraints(&g, { get '/a', to => 'p#a' })",
  target: "get '/a', to => &g",
  layer: "get '/a', to => 'p#a', through => &g",
  app: "mount &g, at => '/m'",
  direct: "direct 'home', &g",
  redirect: "get '/a', to => redirect(&g)",
};

describe('a callable', () => {
  it.each([
    "const g = {}; g.matches = () => true; g.call = () => ''; export default g;",
    "const g = {}; Object.assign(g, { matches: () => true, call: () => '' }); export default g;",
    "const g = []; g.matches = () => true; g.call = () => ''; export default g;",
    "class G { constructor() { this.matches = () => true; this.call = () => ''; } } export default new G();",
    "class G {} G.prototype.matches = () => true; G.prototype.call = () => ''; export default new G();",
    'class G extends Function {} export default new G();',
    'let y = null; y = () => true; export { y as default };',
    'export var z = 0; z = () => true; export default z;',
    "let g = 'none'; try { g = () => true; } catch {} export default g;",
    'class G { constructor() { return () => true; } } export default new G();',
    'const g = { call() {} }; export default g;',
    'const g = {}; g.other = 1; export default g;',
    'export default class { constructor() { this.count = 0; } }',
  ])('is told to be what is needed wherever the loader takes it: %s', async (text) => {
    for (const [use, line] of Object.entries(uses)) {
      const { read, loaded } = await errors(line, 'config/g.js', text);
      if (loaded.length === 0) expect(read, use).toEqual([]);
    }
  });

  it.each([
    ['const g = {}; g.other = 1; export default g;', 'constraints'],
    ['const g = {}; g.matches = () => true; export default g;', 'target'],
    ['class G { constructor() { this.count = 0; } } export default G;', 'layer'],
    ['export const limit = 10; String(limit); export default limit;', 'redirect'],
    ['class G { constructor() { this.call = () => 1; } } export default new G();', 'direct'],
  ] as const)('is told to be none, as the loader tells it: %s, for %s', async (text, use) => {
    const { read, loaded } = await errors(uses[use], 'config/g.js', text);
    expect(read).toHaveLength(1);
    expect(read).toEqual(loaded);
  });
});
