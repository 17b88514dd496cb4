// `waypost compile`: what it writes runs without a parser, and its mistakes are those of loading the file.

import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tableText } from '../../src/cli/table.js';
import { parseRoutes, Request, type Router } from '../../src/index.js';
import { type CommandRun, WorkFolder } from '../support/test-terminal.js';
import { linesWithErrors, typeErrors } from '../support/type-check.js';

const root = new URL('../..', import.meta.url).pathname;
let folder: WorkFolder;

const application = {
  'config/routes': `routes {
  constraints &guards#isOpen, { resources 'posts', only => <index show>, id => /\\d+/ }
  get '/health', to => &../handlers#health, as => 'health'
  get '/old/:id', to => redirect('/posts/%{id}')
  mount &../handlers, at => '/legacy', as => 'legacy'
  through &../handlers#timed, { include 'admin.routes' }
  resolve 'Person', <health>
  direct 'home', 'https://example.com/'
}
`,
  'config/admin.routes': "routes { get '/people/*rest', to => 'admin/people#index', as => 'people' }\n",
  'config/guards.mjs': 'export const isOpen = () => true;\n',
  'handlers.mjs': `export const health = () => 'fine';
export default { call: (request) => \`below \${request.path}\` };
export const timed = async (request, next) => (await next(request)).with({ headers: { 'x-timed': 'yes' } });
`,
  'controllers/posts.mjs':
    'export const index = () => "all"; export const show = ({ params }) => `post ${params.id}`;\n',
  'controllers/admin/people.mjs':
    'export default class { index(request) { return request.helpers.peoplePath("x/y"); } }\n',
};

beforeEach(() => {
  folder = new WorkFolder();
  folder.write(application);
});

afterEach(() => folder.remove());

function run(...args: readonly string[]): Promise<CommandRun> {
  return folder.run(args);
}

/** Bundles the compiled module as an application would, and runs it; also names the sources that went into the bundle. */
async function bundled(module: string): Promise<{ readonly router: Router; readonly inputs: string[] }> {
  const outfile = join(folder.path, 'bundle.mjs');
  const { metafile } = await build({
    entryPoints: [join(folder.path, module)],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    nodePaths: [join(root, 'node_modules')],
    alias: { 'waypost/router': join(root, 'src/router.ts') },
    outfile,
    metafile: true,
    logLevel: 'silent',
  });
  const { default: router } = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as {
    default: Router;
  };
  return { router, inputs: Object.keys(metafile.inputs) };
}

async function answer(router: Router, path: string): Promise<string> {
  const response = await router.call(new Request({ method: 'GET', path }));
  const timed = response.headers.get('x-timed') === null ? '' : ' timed';
  return `${response.status} ${response.headers.get('location') ?? (await response.text())}${timed}`;
}

describe('the compiled module', () => {
  it('answers as the loaded routes do, with nothing of the language', async () => {
    expect(await run('compile', '--out', 'config/routes.js')).toEqual({
      output: 'wrote config/routes.js\nwrote config/routes.d.ts',
      errors: '',
      status: 0,
    });
    const { router, inputs } = await bundled('config/routes.js');
    expect(
      inputs.filter((file) => /(^|\/)(grammar|src\/(language|interpreter|lint|format))\//.test(file)),
    ).toEqual([]);
    const answers = ['/posts', '/posts/7', '/posts/x', '/health', '/old/7', '/legacy/a/b', '/people/1'];
    expect(await Promise.all(answers.map((path) => answer(router, path)))).toEqual([
      '200 all',
      '200 post 7',
      '404 Not Found',
      '200 fine',
      '301 /posts/7',
      '200 below /a/b',
      '200 /people/x/y timed',
    ]);
    expect(tableText(router.routes)).toBe((await run('routes')).output.split('\n\n')[0]);
    expect(router.routes[0]?.location?.range.start.line).toBe(2);
    expect(router.routes.at(-1)?.location?.file).toBe('config/admin.routes');
    class Person {
      readonly id = 1;
    }
    expect(router.helpers.polymorphicPath(new Person())).toBe('/health');
    expect(router.helpers.pathFor('home')).toBe('https://example.com/');
  });

  it('imports modules of any name', async () => {
    folder.write({
      'config/routes': "routes {\n  get '/a', to => &lib/what?#x\n  get '/b', to => 'odd%41#y'\n}\n",
      'config/lib/what?.mjs': 'export const x = () => "what";\n',
      'controllers/odd%41.mjs': 'export const y = () => "odd";\n',
      'ask.mjs': `import router from './c%23/routes.mjs';
import { Request } from 'waypost/router';
for (const path of ['/a', '/b']) console.log(await (await router.call(new Request({ method: 'GET', path }))).text());
`,
    });
    mkdirSync(join(folder.path, 'node_modules'));
    symlinkSync(root, join(folder.path, 'node_modules/waypost'));
    await run('compile', '--out', 'c#/routes.mjs');
    expect(execFileSync(process.execPath, ['ask.mjs'], { cwd: folder.path, encoding: 'utf8' })).toBe(
      'what\nodd\n',
    );
  });

  it('imports modules in a folder beside it whose name begins with a dot', async () => {
    folder.write({
      'config/routes': "routes { get '/a', to => &.lib/guards#x\n get '/b', to => &..lib/guards#x }\n",
      'config/.lib/guards.mjs': 'export const x = () => 1;\n',
      'config/..lib/guards.mjs': 'export const x = () => 2;\n',
    });
    await run('compile', '--out', 'config/routes.js');
    expect(folder.read('config/routes.js')).toContain('from "./.lib/guards.mjs"');
    expect(folder.read('config/routes.js')).toContain('from "./..lib/guards.mjs"');
  });

  it('is typed, and its helpers with it', async () => {
    await run('compile', '--out', 'config/routes.js');
    const files = { 'routes.d.ts': folder.read('config/routes.d.ts') };
    expect(typeErrors(files)).toEqual([]);
    const before = "import router from './routes.js';";
    const good = ['router.helpers.postPath(5);', "router.recognize('GET', '/')?.params;"];
    const bad = ['router.helpers.pstPath(5);', 'router.helpers.postPath();', 'router.helpr;'];
    expect(linesWithErrors(before, [...good, ...bad], files)).toEqual(bad);
  });

  it('is typed where a router is made of it', async () => {
    await run('compile', '--no-controllers', '--out', 'config/routes.js');
    await run('compile', '--no-controllers', '--no-helpers', '--out', 'config/bare.js');
    const files = {
      'routes.d.ts': folder.read('config/routes.d.ts'),
      'bare.d.ts': folder.read('config/bare.d.ts'),
    };
    const before = `import { compiled } from './routes.js';
import { compiled as bare } from './bare.js';
import { Router, createRouter } from 'waypost/router';
const router = createRouter(compiled, { controllers: { posts: {} } });`;
    const good = ['router.helpers.postPath(5);', 'const withoutHelpers: Router = createRouter(bare);'];
    const bad = ['router.helpers.pstPath(5);', 'router.helpers.postPath();'];
    expect(linesWithErrors(before, [...good, ...bad, 'void withoutHelpers;'], files)).toEqual(bad);
  });

  it('is typed where it is given to what asks for a router', async () => {
    await run('compile', '--out', 'config/routes.js');
    const files = { 'routes.d.ts': folder.read('config/routes.d.ts') };
    const use = `import router, { compiled } from './routes.js';
import { MiddlewareStack, type Router, UrlHelpers, createRouter, toFetchHandler } from 'waypost/router';
import { actionRequest, ask, expectRoute, useRoutes } from 'waypost/testing';

useRoutes(router);
expectRoute('GET /posts', { router }).toBe('posts#index');
actionRequest('GET /posts', { router });
await ask(router, 'GET /posts');
toFetchHandler(new MiddlewareStack().build(router));
new UrlHelpers({ router }).pathFor('post', 5);
export const routers: readonly Router[] = [router, createRouter(compiled)];
export const helpers: UrlHelpers = router.helpers;
`;
    expect(typeErrors({ ...files, 'use.ts': use })).toEqual([]);
  });

  it('is left unchecked where TypeScript checks the JavaScript of a project', async () => {
    await run('compile', '--out', 'config/routes.js', '--optimize', 'speed');
    const file = join(folder.path, 'config/routes.js');
    const program = ts.createProgram([file], {
      allowJs: true,
      checkJs: true,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      paths: { 'waypost/router': [join(root, 'src/router.ts')] },
    });
    const mistakes = program.getSemanticDiagnostics(program.getSourceFile(file));
    expect(mistakes.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
  });

  it('reads regexes as the configuration has them', async () => {
    folder.write({
      'config/native.routes': "routes { get '/:id', to => &guards#isOpen, id => /(a)\\1/ }\n",
    });
    expect((await run('compile', 'config/native.routes')).status).toBe(1);
    folder.write({ 'waypost.config.json': '{ "regex": "native" }' });
    expect(await run('compile', 'config/native.routes')).toMatchObject({ status: 0, errors: '' });
  });

  it.each([
    ['a CommonJS module', ['--out', 'routes.cjs'], '--out is an ES module such as routes.js or routes.mjs'],
    [
      'a source map of what is printed',
      ['--source-map'],
      '--source-map needs to know the file: give --out FILE',
    ],
  ])('is not %s', async (_, args, message) => {
    expect(await run('compile', ...args)).toMatchObject({
      status: 2,
      errors: expect.stringContaining(message) as string,
    });
  });

  it('can do without helpers, and be printed', async () => {
    const { output, status } = await run('compile', '--no-helpers');
    expect(status).toBe(0);
    expect(output).toContain(
      'import { callableTarget, createRouter, otherTargets, recognition, redirectTarget, requestConstraints, routeFacts, segmentConstraints, surroundings } from "waypost/router";',
    );
    expect(output).toContain('import { isOpen as callable0 } from "./guards.mjs";');
  });

  it('imports of the router what its routes need', async () => {
    folder.write({
      plain: "routes { get '/posts/:id', to => 'posts#show' }\n",
      demanding: "routes { get '/posts/:id', to => 'posts#show', id => /\\d+/ }\n",
    });
    expect((await run('compile', 'plain', '--no-helpers')).output).toContain(
      'import { createRouter, simpleRecognition } from "waypost/router";',
    );
    expect((await run('compile', 'demanding', '--no-helpers')).output).toContain(
      'import { createRouter, recognition, segmentConstraints } from "waypost/router";',
    );
    expect((await run('compile', 'plain', '--no-helpers', '--optimize', 'speed')).output).toContain(
      'import { createRouter, simpleRecognition, writtenRecognition } from "waypost/router";',
    );
    expect((await run('compile', 'plain', '--optimize', 'speed')).output).toContain(
      'import { UrlHelpers, createRouter, quickGeneration, simpleRecognition, writtenRecognition } from "waypost/router";',
    );
    expect((await run('compile', 'demanding', '--no-helpers', '--optimize', 'speed')).output).toContain(
      'import { createRouter, quickRecognition, segmentConstraints, segmentTest, writtenRecognition } from "waypost/router";',
    );
    expect((await run('compile', 'plain')).output).toContain(
      'import { UrlHelpers, createRouter, simpleRecognition } from "waypost/router";',
    );
    folder.write({
      dotted: "routes { get '/posts/:id(.:format)', to => 'posts#show', as => 'post' }\n",
      dashed: "routes { get '/:slug-:id', to => 'posts#show', as => 'post' }\n",
      unnamed: "routes { get '/:slug-:id', to => 'posts#show' }\n",
      numbered: "routes { get '/posts/:id', to => 'posts#show', as => 'post', id => /\\d+/ }\n",
    });
    for (const [file, part] of [
      ['dotted', undefined],
      ['dashed', 'generation'],
      ['unnamed', undefined],
      ['numbered', 'constrainedGeneration'],
    ] as const) {
      const [, found] = /^  generation(?:: (\w+))?,$/m.exec((await run('compile', file)).output) ?? [
        undefined,
        null,
      ];
      expect(found === undefined ? 'generation' : (found ?? undefined)).toBe(part);
    }
    folder.write({
      slow: "routes { get '/x/:id', to => 'posts#show', constraints => { id => [/(a+)+/, /b+/] } }\n",
    });
    expect((await run('compile', 'slow', '--out', 'slow.js')).errors).toBe('');
    expect(folder.read('slow.js')).toContain('segmentConstraints([["id", [guarded(/(a+)+/), /b+/]]])');
    const { router } = await bundled('slow.js');
    expect(router.recognize('GET', `/x/${'a'.repeat(4_000)}!`)).toBeUndefined();
    expect(router.recognize('GET', '/x/aaa')?.params).toEqual({ id: 'aaa' });
  });

  it('has a source map beside it where one is asked for', async () => {
    const { output } = await run('compile', '--out', 'config/routes.js', '--source-map');
    expect(output).toContain('wrote config/routes.js.map');
    expect(folder.read('config/routes.js')).toMatch(/\n\/\/# sourceMappingURL=routes\.js\.map\n$/);
    expect(JSON.parse(folder.read('config/routes.js.map'))).toMatchObject({
      version: 3,
      file: 'routes.js',
      sources: expect.arrayContaining(['./routes', './admin.routes']) as string[],
    });
    expect((await run('compile', '--out', 'config/routes.js', '--source-map', '--check')).status).toBe(0);
  });

  it('is checked to be fresh', async () => {
    expect((await run('compile', '--out', 'config/routes.js', '--check')).status).toBe(1);
    await run('compile', '--out', 'config/routes.js');
    expect((await run('compile', '--out', 'config/routes.js', '--check')).status).toBe(0);
    folder.write({ 'config/admin.routes': "routes { get '/x', to => 'posts#index' }\n" });
    expect(await run('compile', '--out', 'config/routes.js', '--check')).toMatchObject({
      status: 1,
      errors: expect.stringContaining(
        'config/routes.js is stale; the same command without --check writes it',
      ),
    });
    expect((await run('compile', '--check')).status).toBe(2);
    for (const option of ['--optimize speed', '--source-map']) {
      await run('compile', '--out', 'config/routes.js', ...option.split(' '));
      expect(await run('compile', '--out', 'config/routes.js', '--check')).toMatchObject({
        status: 1,
        errors: `error: config/routes.js was written by \`waypost compile ${option}\`, and is checked for \`waypost compile\`; give both the same options`,
      });
    }
  });

  it('is the same, and fresh, where a checkout ends lines as Windows does', async () => {
    const names = ['config/routes', 'config/admin.routes'];
    const written = ['config/routes.js', 'config/routes.js.map', 'config/routes.d.ts'];
    await run('compile', '--out', 'config/routes.js', '--source-map');
    const before = written.map((name) => folder.read(name));
    for (const name of [...names, ...written])
      folder.write({ [name]: folder.read(name).replaceAll('\n', '\r\n') });
    expect((await run('compile', '--out', 'config/routes.js', '--source-map', '--check')).errors).toBe('');
    for (const name of written) folder.write({ [name]: '' });
    await run('compile', '--out', 'config/routes.js', '--source-map');
    expect(written.map((name) => folder.read(name))).toEqual(before);
  });

  it.each(['openstreetmap', 'lobsters', 'spree-api'])('has the table of %s', async (name) => {
    mkdirSync(join(folder.path, name));
    copyFileSync(join(root, 'samples', name, 'routes'), join(folder.path, name, 'routes'));
    const written = await run('compile', `${name}/routes`, '--no-controllers', '--out', `${name}/routes.js`);
    expect(written.errors).toBe('');
    const { router } = await bundled(`${name}/routes.js`);
    expect(router.routeTable()).toEqual(parseRoutes(folder.read(`${name}/routes`)).routeTable());
  });
});

it('warns where the package says that the module is CommonJS, as which no host can load it', async () => {
  const compile = async (type: string, out: string): Promise<string> => {
    folder.write({ 'package.json': `{ "name": "shop"${type} }` });
    return (await run('compile', '--no-controllers', '--out', out)).errors;
  };
  expect(await compile(', "type": "commonjs"', 'config/routes.js')).toBe(
    'warning: config/routes.js: package.json says that this is CommonJS, and it is an ES module; name it routes.mjs',
  );
  expect(await compile(', "type": "commonjs"', 'config/routes.mjs')).toBe('');
  expect(await compile(', "type": "module"', 'config/routes.js')).toBe('');
  // Node finds out by itself.
  expect(await compile('', 'config/routes.js')).toBe('');
});

describe('controllers', () => {
  it('of which there is no folder are told of, unless that is meant', async () => {
    rmSync(join(folder.path, 'controllers'), { recursive: true });
    expect(await run('compile', '--out', 'routes.js')).toMatchObject({
      status: 0,
      errors:
        'warning: config/routes: its routes lead to controllers, and there is no folder of them: the router answers those routes only with controllers that createRouter is given (name the folder with --controllers DIR, or write --no-controllers)',
    });
    expect((await run('compile', '--out', 'routes.js', '--no-controllers')).errors).toBe('');
  });

  it('are left out where none are wanted', async () => {
    expect(await run('compile', '--out', 'routes.js', '--no-controllers')).toMatchObject({
      status: 0,
      errors: '',
    });
    expect(folder.read('routes.js')).not.toContain('controllers/');
    const { router } = await bundled('routes.js');
    expect(router.helpers.pathFor('post', 7)).toBe('/posts/7');
  });

  it('are nobody’s concern where no route leads to one', async () => {
    rmSync(join(folder.path, 'controllers'), { recursive: true });
    folder.write({ 'config/routes': "routes { get '/health', to => &../handlers#health }" });
    expect((await run('compile', '--out', 'routes.js')).errors).toBe('');
  });
});

describe('what cannot be compiled', () => {
  it('are routes whose configured controllers are not there', async () => {
    folder.write({ 'waypost.config.json': '{ "controllers": "nowhere" }' });
    expect(await run('compile')).toMatchObject({
      status: 2,
      errors: "error: waypost.config.json: controllers: there is no folder 'nowhere'",
    });
    folder.write({ 'waypost.config.json': '{}' });
    expect((await run('compile', '--controllers', 'elsewhere')).errors).toBe(
      'error: there is no folder elsewhere; name the one with the controllers',
    );
  });

  it.each([
    ["get '/x', to => &guards#isOpne", 'missing-export'],
    ["get '/x', to => &nowhere#x", 'missing-export'],
    ["get '/x', to => 'psts#index'", 'unknown-controller'],
    ["get '/x', to => 'posts#indx'", 'unknown-action'],
    ["include 'none.routes'", 'missing-file'],
    ["get '/x', to =>", 'syntax-error'],
  ])('%s is %s', async (declaration, code) => {
    folder.write({ 'config/routes': `routes {\n  ${declaration}\n}\n` });
    const { status, errors } = await run('compile', '--out', 'config/routes.js');
    expect(status).toBe(1);
    expect(errors).toContain(code);
    expect(errors).toContain('config/routes:2:');
  });

  it('is a folder of controllers that is missing, and a file that is no module', async () => {
    expect(await run('compile', '--controllers', 'ctrl')).toEqual({
      output: '',
      errors: 'error: there is no folder ctrl; name the one with the controllers',
      status: 2,
    });
    expect(await run('compile', '--out', 'routes.ts')).toMatchObject({ status: 2 });
  });
});
