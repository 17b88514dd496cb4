// Routes files imported as they are, by each bundler that there is a plugin for: what comes out runs and answers.

import { type BuildFailure, type BuildResult, formatMessages } from 'esbuild';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import ts from 'typescript';
import { createServer, createServerModuleRunner } from 'vite';
import forEsbuild from '../../src/bundlers/esbuild.js';
import forRollup from '../../src/bundlers/rollup.js';
import forVite from '../../src/bundlers/vite.js';
import type { Router } from '../../src/router.js';
import { replaceFile } from '../../src/node/files/replaced-file.js';
import { compileRoutesFile } from '../../src/node/modules/compile.js';
import { application, bundlers, newProject } from './bundlers.js';

vi.mock(import('../../src/node/files/replaced-file.js'), { spy: true });

let folder: string;

beforeEach(() => {
  folder = newProject();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(Object.entries(bundlers))('%s', (_, bundle) => {
  it('compiles the routes files that are imported, into what answers', async () => {
    await bundle(folder);
    const printed = execFileSync(process.execPath, [join(folder, 'out.mjs')], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(['/posts/7', 'post 3', 'the desk', 'the desk', 404]);
    expect(readFileSync(join(folder, 'config/routes.d.ts'), 'utf8')).toContain('postPath');
    expect(readFileSync(join(folder, 'config/admin.d.routes.ts'), 'utf8')).toContain('adminPath');
  });

  it('says a mistake at its place, in the file that has it', async () => {
    writeFileSync(join(folder, 'config/admin.routes'), "routes {\n  gett '/admin'\n}\n");
    const failure = await bundle(folder).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(text(failure)).toMatch(/unknown-keyword: .*'gett'/);
    expect(text(failure)).toMatch(/admin\.routes(?::2:[23]|","line":2,"column":2)/);
  });

  it('refuses to be there twice', async () => {
    await expect(bundle(folder, 2)).rejects.toThrow(/plugins twice: take one out/);
  });

  it('says that a configured folder of controllers is not there', async () => {
    writeFileSync(join(folder, 'waypost.config.json'), '{ "controllers": "nowhere" }');
    const failure = await bundle(folder).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(text(failure)).toContain("waypost.config.json: controllers: there is no folder 'nowhere'");
    expect(text(failure)).not.toContain('application-settings');
  });

  it('compiles the routes files of a project that a link leads to', async () => {
    const real = folder;
    const links = mkdtempSync(join(tmpdir(), 'waypost-plugin-'));
    onTestFinished(() => rmSync(links, { recursive: true }));
    folder = join(links, 'project');
    symlinkSync(real, folder);
    try {
      await bundle(folder);
      await bundle(folder, 1, { root: folder });
    } finally {
      folder = real;
    }
    expect(readFileSync(join(folder, 'config/routes.d.ts'), 'utf8')).toContain('of config/routes.');
  });

  it('refuses a routes file outside the project', async () => {
    mkdirSync(join(folder, 'inside'));
    await expect(bundle(folder, 1, { root: join(folder, 'inside') })).rejects.toThrow(
      /routes is outside the project .*inside: move it there/,
    );
  });
});

it('is known to TypeScript by what it writes, whatever the extension', async () => {
  await bundlers['esbuild']!(folder);
  const use = join(folder, 'use.ts');
  writeFileSync(
    use,
    `import admin from './config/admin.routes';
import router from './config/routes';
export const texts: string[] = [admin.helpers.adminPath(), router.helpers.postPath(7)];
admin.helpers.postPath(7);
router.helpers.adminPaht();
`,
  );
  const program = ts.createProgram([use], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2023,
    allowArbitraryExtensions: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2023.d.ts'],
  });
  const file = program.getSourceFile(use)!;
  const found = program.getSemanticDiagnostics(file).map(({ start = 0, messageText }) => {
    const { line } = file.getLineAndCharacterOfPosition(start);
    return `${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect(found).toEqual([
    expect.stringMatching(/^4 Property 'postPath' does not exist/),
    expect.stringMatching(/^5 Property 'adminPaht' does not exist/),
  ]);
}, 60_000);

it.each<[string, unknown, string]>([
  [
    'one that there is not',
    { optimise: 'speed' },
    "the plugin of waypost has no option 'optimise'; its options are controllers, helpers, optimize, root, types (docs/bundlers.md)",
  ],
  ['an aim that there is not', { optimize: 'fast' }, "optimize is 'size' or 'speed', not \"fast\""],
  [
    'a root that is no path',
    { root: new URL('file:///app/') },
    'root is the path of a folder, not an object of class URL',
  ],
  [
    'controllers that are no folder',
    { controllers: true },
    'controllers is the path of a folder, not a value of type boolean',
  ],
  ['a text', 'speed', 'the options of the plugin of waypost are an object, not a value of type string'],
])('says of its options what is wrong: %s', (_, options, message) => {
  for (const plugin of [forEsbuild, forRollup, forVite])
    expect(() => Reflect.apply(plugin, undefined, [options])).toThrow(message);
});

it('leaves a declaration that somebody else has written', async () => {
  writeFileSync(join(folder, 'config/routes.d.ts'), 'export default 1;\n');
  await bundlers['esbuild']!(folder);
  expect(readFileSync(join(folder, 'config/routes.d.ts'), 'utf8')).toBe('export default 1;\n');
});

async function warnings(options?: object): Promise<string[]> {
  const { warnings: all } = (await bundlers['esbuild']!(folder, 1, options as never)) as BuildResult;
  return all.filter(({ pluginName }) => pluginName === 'waypost').map(({ text: warning }) => warning);
}

it.each([
  ['EACCES', 'this user may not'],
  ['EPERM', 'this user may not'],
  ['EROFS', 'nothing can be written there'],
])('warns where a declaration cannot be written: %s', async (code, reason) => {
  vi.mocked(replaceFile).mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
  onTestFinished(() => void vi.mocked(replaceFile).mockReset());
  const warning = (name: string): string =>
    `${join(folder, 'config', name)} cannot be written (${reason}): let it be written, or give the plugin types: false`;
  expect((await warnings()).sort()).toEqual([warning('admin.d.routes.ts'), warning('routes.d.ts')]);
  expect(await warnings({ types: false })).toEqual([]);
});

it('warns where routes lead to controllers of which there is no folder, unless that is meant', async () => {
  rmSync(join(folder, 'controllers'), { recursive: true });
  expect(await warnings()).toEqual([
    'config/routes: its routes lead to controllers, and there is no folder of them: the router answers those routes only with controllers that createRouter is given (name the folder as `controllers`, or write controllers: false)',
  ]);
  expect(await warnings({ controllers: false })).toEqual([]);
});

it('leaves the controllers out where none are wanted', async () => {
  const { awaitedControllers, imports } = await compileRoutesFile('config/routes', { base: folder });
  expect([awaitedControllers, imports]).toEqual([['posts'], ['./desk.js']]);
});

it('bundles modules of any name', async () => {
  writeFileSync(join(folder, 'config/odd?%41.js'), 'export const show = () => "the desk";\n');
  writeFileSync(
    join(folder, 'config/admin.routes'),
    "routes {\n  get '/admin', to: &odd?%41#show, as: 'admin'\n}\n",
  );
  await bundlers['esbuild']!(folder);
  const printed = execFileSync(process.execPath, [join(folder, 'out.mjs')], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toContain('the desk');
});

it('shows the line of a mistake in esbuild, with what is mistaken of it underlined', async () => {
  writeFileSync(join(folder, 'config/admin.routes'), "routes {\n  get '/ä', to => 'desks#show'\n}\n");
  const failure = (await bundlers['esbuild']!(folder).catch((error: unknown) => error)) as BuildFailure;
  const [mistake] = await formatMessages(failure.errors, { kind: 'error' });
  expect(mistake).toContain(
    `unknown-controller: there is no controller 'desks' in controllers; write it, or name another`,
  );
  expect(mistake).toContain(`
    config/admin.routes:2:19:
      2 │   get '/ä', to => 'desks#show'
        ╵                   ~~~~~~~~~~~~`);
});

/** What a person sees of an error: its message, and where it is. */
function text(error: unknown): string {
  const { message, loc, frame } = error as { message: string; loc?: object; frame?: string };
  return `${message}\n${JSON.stringify(loc)}\n${frame}`;
}

it('maps each compiled route to its declaration, and each import to where it is named', async () => {
  const { code, map } = await compileRoutesFile('config/routes', {
    base: folder,
    controllers: 'controllers',
  });
  expect(map.sources).toEqual(['./routes', './admin.routes']);
  expect(map.sourcesContent).toEqual([application['config/routes'], application['config/admin.routes']]);
  const { SourceMap } = await import('node:module');
  const found = code.split('\n').flatMap((line, at) => {
    const isRoute = /^\["[A-Z]+","/.test(line);
    if (!isRoute && !/^import .* from "\.{1,2}\//.test(line)) return [];
    const entry = new SourceMap({ ...map, sourcesContent: [], file: '', sourceRoot: '' }).findEntry(at, 4);
    if (!('originalSource' in entry)) return [];
    return [`${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`];
  });
  const imports = ['./admin.routes:2:21', './routes:2:3'];
  expect(found).toEqual([...imports, './routes:2:3', './routes:2:3', './admin.routes:2:3']);
});

describe('a stack ends', () => {
  // Nothing that reads the module's text can tell what this is.
  const mistaken = "export const show = JSON.parse('42');\n";
  const failing =
    "const fail = () => {\n  throw new Error('no posts');\n};\nexport const index = () => fail();\nexport const show = index;\n";
  const asking = `import { Request } from 'waypost/router';
import router from './config/routes';
try { await router.call(new Request({ method: 'GET', path: '/posts' })); } catch (error) { console.log(error.stack); }
`;

  it('in the line of the routes file that names what cannot be called, of esbuild with source maps', async () => {
    writeFileSync(join(folder, 'config/desk.js'), mistaken);
    await bundlers['esbuild']!(folder);
    const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', join(folder, 'out.mjs')], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('&desk#show has to be a function, or an object with `call`');
    expect(stderr).toMatch(/config\/admin\.routes:2:3/);
  });

  it('in that line of webpack, whose paths are from the project', async () => {
    writeFileSync(join(folder, 'config/desk.js'), mistaken);
    await bundlers['webpack']!(folder);
    const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', join(folder, 'out.mjs')], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('(webpack:///config/admin.routes:2:3)');
  });

  it('in the line of the action that throws', async () => {
    writeFileSync(join(folder, 'controllers/posts.js'), failing);
    writeFileSync(join(folder, 'main.js'), asking);
    await bundlers['esbuild']!(folder);
    const { stdout } = spawnSync(process.execPath, ['--enable-source-maps', join(folder, 'out.mjs')], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/Error: no posts\n.*controllers\/posts\.js:2:9/);
  });

  it('in both in the dev server of Vite', async () => {
    writeFileSync(join(folder, 'config/desk.js'), mistaken);
    writeFileSync(join(folder, 'controllers/posts.js'), failing);
    const server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      server: { middlewareMode: true, ws: false },
      plugins: [forVite()],
    });
    const runner = createServerModuleRunner(server.environments.ssr, {
      hmr: false,
      sourcemapInterceptor: 'prepareStackTrace',
    });
    const stackOf = async (run: () => unknown): Promise<string> => {
      const thrown: unknown = await Promise.resolve()
        .then(run)
        .catch((error: unknown) => error);
      return (thrown as Error).stack ?? '';
    };
    try {
      expect(await stackOf(() => runner.import('/config/admin.routes'))).toMatch(
        /config\/admin\.routes:2:\d/,
      );
      writeFileSync(join(folder, 'config/routes'), "routes {\n  get '/posts', to: 'posts#index'\n}\n");
      const { default: router } = (await runner.import('/config/routes')) as { default: Router };
      const { Request } = (await runner.import('waypost/router')) as typeof import('../../src/router.js');
      expect(await stackOf(() => router.call(new Request({ method: 'GET', path: '/posts' })))).toMatch(
        /Error: no posts\n.*controllers\/posts\.js:2:\d/,
      );
    } finally {
      await runner.close();
      await server.close();
    }
  });
});

it.each(['size', 'speed'] as const)(
  'swaps the router in the dev server of Vite, for whoever holds it, and shows a mistake with its line: compiled for %s',
  async (optimize) => {
    const server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      server: { middlewareMode: true, ws: false },
      plugins: [forVite({ optimize })],
    });
    const { ssr } = server.environments;
    const runner = createServerModuleRunner(ssr, { hmr: { logger: false } });
    const changed = (text: string): void => {
      const file = join(folder, 'config/routes');
      writeFileSync(file, text);
      server.watcher.emit('change', file);
    };
    try {
      const { default: router } = (await runner.import('/config/routes')) as { default: Router };
      const recognized = (): string | undefined => router.recognize('GET', '/new')?.route.pattern;
      expect(recognized()).toBe(undefined);
      changed("routes {\n  get '/new', to: 'posts#index'\n}\n");
      await expect.poll(recognized).toBe('/new');
      expect(router.routes).toHaveLength(1);
      changed("routes {\n  gett '/'\n}\n");
      await expect(server.transformRequest('/config/routes')).rejects.toMatchObject({
        loc: { file: join(folder, 'config/routes'), line: 2, column: 2 },
        frame: "  2 |   gett '/'\n    |   ^^^^",
      });
      expect(recognized()).toBe('/new');
    } finally {
      await runner.close();
      await server.close();
    }
  },
);

it('gives a page of the dev server of Vite the routes, and anew once a configuration or a controller is written that was missing', async () => {
  renameSync(join(folder, 'controllers'), join(folder, 'pages'));
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    plugins: [forVite()],
  });
  const code = async (): Promise<string> =>
    (await server.transformRequest('/config/routes').catch(({ message }: Error) => ({ code: message })))
      ?.code ?? '';
  const written = (name: string, text: string): void => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    server.watcher.emit('add', file);
  };
  try {
    expect(await code()).toContain('createRouter(compiled)');
    expect(await code()).not.toContain('/pages/posts');
    written('waypost.config.json', '{ "controllers": "pages" }\n');
    await expect.poll(code).toContain('/pages/posts');
    written('waypost.config.json', '{ "controllers": "later" }\n');
    server.watcher.emit('change', join(folder, 'waypost.config.json'));
    await expect.poll(code).toContain("there is no folder 'later'");
    written('later/posts.js', 'export const show = () => 1;\nexport const index = () => 1;\n');
    await expect.poll(code).toContain('/later/posts');
  } finally {
    await server.close();
  }
});

it('reads the routes again in the dev server of Vite where what they name comes, changes or goes', async () => {
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, watch: null },
    plugins: [forVite()],
  });
  const { ssr } = server.environments;
  const runner = createServerModuleRunner(ssr, { hmr: { logger: false } });
  const controller = join(folder, 'controllers/drafts.js');
  const tell = (event: 'add' | 'change' | 'unlink', file: string): boolean =>
    server.watcher.emit(event, file);
  const problem = async (): Promise<string> =>
    ssr.transformRequest('/config/routes').then(
      () => '',
      ({ message }: Error) => message,
    );
  try {
    const file = join(folder, 'config/routes');
    expect(await problem()).toBe('');
    writeFileSync(file, "routes {\n  get '/drafts', to: 'drafts#index'\n}\n");
    tell('change', file);
    await expect.poll(problem).toContain("there is no controller 'drafts'");
    writeFileSync(controller, 'export const index = () => {};\n');
    const sent = vi.spyOn(ssr.hot, 'send');
    tell('add', controller);
    await expect.poll(() => sent.mock.calls.length).toBeGreaterThan(0);
    expect(await problem()).toBe('');
    writeFileSync(controller, 'export const show = () => {};\n');
    tell('change', controller);
    await expect.poll(problem).toContain("no action 'index'");
    writeFileSync(controller, 'export const index = () => {};\n');
    tell('change', controller);
    await expect.poll(problem).toBe('');
    rmSync(controller);
    tell('unlink', controller);
    await expect.poll(problem).toContain("there is no controller 'drafts'");
  } finally {
    await runner.close();
    await server.close();
  }
});

it.each<[string, string, string, string]>([
  [
    'a file that they include',
    'config/admin.routes',
    "gett '/admin', to: 'posts#index'\n",
    "get '/admin', to: 'posts#index'\n",
  ],
  [
    'a controller',
    'controllers/posts.js',
    'export const shows = () => 1;\n',
    'export const index = () => 1;\n',
  ],
  [
    'a module that they name',
    'config/checks.js',
    'export const no = 1;\n',
    'export const ok = () => true;\n',
  ],
  [
    'the configuration',
    'waypost.config.json',
    '{ "controllers": "nowhere" }\n',
    '{ "controllers": "controllers" }\n',
  ],
  ['the configuration, which is taken away', 'waypost.config.json', '{ "controllers": "nowhere" }\n', ''],
])(
  'has routes in the dev server of Vite that were wrong from the start once %s is mended',
  async (_, name, wrong, right) => {
    const file = join(folder, name);
    const changed = (text: string): void => {
      if (text === '') rmSync(file);
      else writeFileSync(file, text);
      server.watcher.emit(text === '' ? 'unlink' : 'change', file);
    };
    const server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      server: { middlewareMode: true, ws: false, watch: null },
      plugins: [forVite()],
    });
    const count = async (): Promise<number | string> =>
      server.ssrLoadModule('/entry.js').then(
        ({ default: router }) => (router as Router).routes.length,
        ({ message }: Error) => message,
      );
    try {
      writeFileSync(
        join(folder, 'config/routes'),
        "routes {\n  include 'admin'\n  get '/', to: 'posts#index', constraints: &checks#ok\n}\n",
      );
      writeFileSync(join(folder, 'config/admin.routes'), '');
      writeFileSync(join(folder, 'config/checks.js'), 'export const ok = () => true;\n');
      writeFileSync(join(folder, 'entry.js'), "export { default } from './config/routes';\n");
      writeFileSync(file, wrong);
      expect(await count()).toBeTypeOf('string');
      changed(right);
      await expect.poll(count).toBeTypeOf('number');
    } finally {
      await server.close();
    }
  },
);
