// Routes files imported as they are, by each bundler that there is a plugin for: what comes out runs and answers.

import {
  type BuildFailure,
  type BuildOptions,
  type BuildResult,
  build as esbuild,
  context as esbuildContext,
  formatMessages,
  type PluginBuild,
} from 'esbuild';
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
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import ts from 'typescript';
import { createServer, createServerModuleRunner, build as vite } from 'vite';
import webpack from 'webpack';
import forEsbuild from '../../src/bundlers/esbuild.js';
import forRollup from '../../src/bundlers/rollup.js';
import forVite from '../../src/bundlers/vite.js';
import forWebpack from '../../src/bundlers/webpack.js';
import type { Router } from '../../src/router.js';
import { replaceFile } from '../../src/node/files/replaced-file.js';
import { compileRoutesFile } from '../../src/node/modules/compile.js';
import { patience } from '../support/patience.js';

vi.mock(import('../../src/node/files/replaced-file.js'), { spy: true });

const root = new URL('../..', import.meta.url).pathname;

/** Rollup as it is, the one that Vite brings. */
const { rollup, watch: watchRollup } = createRequire(
  createRequire(import.meta.url).resolve('vite/package.json'),
)('rollup') as {
  rollup(options: object): Promise<{ write(options: object): Promise<unknown> }>;
  watch(options: object): {
    on(name: 'event', tell: (event: { readonly code: string; readonly error?: Error }) => void): void;
    close(): Promise<void>;
  };
};

const application = {
  'package.json': '{ "type": "module" }\n',
  'config/routes': "routes {\n  resources 'posts', only: %w(index show)\n  include 'admin.routes'\n}\n",
  'config/admin.routes': "routes {\n  get '/admin', to: &desk#show, as: 'admin'\n}\n",
  'config/desk.js': "export const show = () => 'the desk';\n",
  'controllers/posts.js':
    'export const index = (request) => request.helpers.postPath(7);\nexport const show = ({ params }) => `post ${params.id}`;\n',
  'main.js': `import { toFetchHandler } from 'waypost/router';
import router from './config/routes';
import admin from './config/admin.routes';

const texts = [];
for (const [app, path] of [[router, '/posts'], [router, '/posts/3'], [router, '/admin'], [admin, '/admin'], [admin, '/posts']]) {
  const response = await toFetchHandler(app)(new Request('http://localhost' + path));
  texts.push(response.ok ? await response.text() : response.status);
}
console.log(JSON.stringify(texts));
`,
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-plugin-'));
  for (const [name, text] of Object.entries(application)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/waypost'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

type PluginOptions = { readonly root: string };

/** Bundles main.js of the folder into out.mjs; rejects with what the bundler says. */
type Bundler = (times?: number, options?: PluginOptions) => Promise<unknown>;

const esbuildOptions = (times = 1, options?: PluginOptions): BuildOptions => ({
  absWorkingDir: folder,
  entryPoints: ['main.js'],
  outfile: 'out.mjs',
  bundle: true,
  format: 'esm',
  sourcemap: true,
  logLevel: 'silent',
  plugins: plugins(forEsbuild, times, options),
});

const rollupOptions = (times = 1, options: PluginOptions = { root: folder }) => ({
  input: join(folder, 'main.js'),
  plugins: [
    ...plugins(forRollup, times, options),
    {
      name: 'packages',
      resolveId: (id: string) => (id === 'waypost/router' ? join(root, 'dist/router.js') : null),
    },
  ],
});
const rollupOutput = () => ({ file: join(folder, 'out.mjs'), format: 'es' });

const webpackCompiler = (times = 1, options?: PluginOptions) =>
  webpack({
    context: folder,
    mode: 'development',
    devtool: 'source-map',
    entry: './main.js',
    output: { path: folder, filename: 'out.mjs', module: true },
    experiments: { outputModule: true },
    plugins: plugins(forWebpack, times, options),
  });

const bundlers: Readonly<Record<string, Bundler>> = {
  esbuild: (times, options) => esbuild(esbuildOptions(times, options)),
  vite: (times = 1, options = undefined) =>
    vite({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: plugins(forVite, times, options),
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'es2023',
        minify: false,
        lib: { entry: join(folder, 'main.js'), formats: ['es'], fileName: () => 'out.mjs' },
      },
    }),
  async rollup(times, options) {
    const bundle = await rollup(rollupOptions(times, options));
    await bundle.write(rollupOutput());
  },
  webpack: (times, options) =>
    new Promise((done, fail) => {
      webpackCompiler(times, options)?.run((error, stats) => {
        if (error || stats?.hasErrors())
          fail(error ?? new Error(stats?.toString({ all: false, errors: true })));
        else done(undefined);
      });
    }),
};

function plugins<Made, Options>(
  make: (options?: Options) => Made,
  times: number,
  options: Options | undefined,
): Made[] {
  return Array.from({ length: times }, () => make(options));
}

describe.each(Object.entries(bundlers))('%s', (_, bundle) => {
  it('compiles the routes files that are imported, into what answers', async () => {
    await bundle();
    const printed = execFileSync(process.execPath, [join(folder, 'out.mjs')], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(['/posts/7', 'post 3', 'the desk', 'the desk', 404]);
    expect(readFileSync(join(folder, 'config/routes.d.ts'), 'utf8')).toContain('postPath');
    expect(readFileSync(join(folder, 'config/admin.d.routes.ts'), 'utf8')).toContain('adminPath');
  });

  it('says a mistake at its place, in the file that has it', async () => {
    writeFileSync(join(folder, 'config/admin.routes'), "routes {\n  gett '/admin'\n}\n");
    const failure = await bundle().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(text(failure)).toMatch(/unknown-keyword: .*'gett'/);
    expect(text(failure)).toMatch(/admin\.routes(?::2:[23]|","line":2,"column":2)/);
  });

  it('refuses to be there twice', async () => {
    await expect(bundle(2)).rejects.toThrow(/plugins twice: take one out/);
  });

  it('says that a configured folder of controllers is not there', async () => {
    writeFileSync(join(folder, 'waypost.config.json'), '{ "controllers": "nowhere" }');
    const failure = await bundle().then(
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
      await bundle();
      await bundle(1, { root: folder });
    } finally {
      folder = real;
    }
    expect(readFileSync(join(folder, 'config/routes.d.ts'), 'utf8')).toContain('of config/routes.');
  });

  it('refuses a routes file outside the project', async () => {
    mkdirSync(join(folder, 'inside'));
    await expect(bundle(1, { root: join(folder, 'inside') })).rejects.toThrow(
      /routes is outside the project .*inside: move it there/,
    );
  });
});

/** Bundles main.js again whenever a file changes. Each time what the bundler says is told, nothing where all is well; gives what ends it. */
type Watch = (tell: (mistakes: string) => void) => Promise<() => unknown>;

const watches: Readonly<Record<string, Watch>> = {
  async esbuild(tell) {
    const told = {
      name: 'told',
      setup: ({ onEnd }: PluginBuild) =>
        onEnd(({ errors }) => tell(errors.map(({ text: mistake }) => mistake).join('\n'))),
    };
    const options = esbuildOptions();
    const context = await esbuildContext({ ...options, plugins: [...(options.plugins ?? []), told] });
    await context.watch();
    return () => context.dispose();
  },
  async rollup(tell) {
    const watcher = watchRollup({
      ...rollupOptions(),
      external: ['waypost/router'],
      output: rollupOutput(),
    });
    watcher.on('event', ({ code, error }) => {
      if (code === 'BUNDLE_END' || code === 'ERROR') tell(error?.message ?? '');
    });
    return () => watcher.close();
  },
  async webpack(tell) {
    const watching = webpackCompiler()?.watch({ aggregateTimeout: 20 }, (error, stats) =>
      tell(error?.message ?? stats?.toString({ all: false, errors: true }) ?? ''),
    );
    return () => new Promise((closed) => watching?.close(closed));
  },
};

it.each(Object.entries(watches))(
  'is built again by %s once a mistake is mended in another file than that of the routes, be it a new one in a new folder',
  async (_, watch) => {
    writeFileSync(join(folder, 'main.js'), "export { default } from './config/routes';\n");
    writeFileSync(join(folder, 'waypost.config.json'), '{}\n');
    let last: string | undefined;
    const end = await watch((mistakes) => (last = mistakes));
    onTestFinished(() => void end());
    // A bundler may miss a change that comes while it begins to watch the file: it is made again every half second.
    const says = async (expected: RegExp, change = (): void => {}): Promise<void> => {
      change();
      const again = setInterval(change, 500);
      await expect
        .poll(() => last, { timeout: patience, interval: 20 })
        .toMatch(expected)
        .finally(() => clearInterval(again));
    };
    await says(/^$/);
    for (const [name, text, mistake] of [
      ['controllers/posts.js', 'export const show = () => 1;\n', /unknown-action/],
      ['controllers/posts.js', undefined, /unknown-controller/],
      ['config/desk.js', 'export const hide = () => 1;\n', /missing-export/],
      ['config/admin.routes', undefined, /missing-file/],
      ['waypost.config.json', '{ "controllers": "nowhere" }\n', /there is no folder 'nowhere'/],
      ['waypost.config.json', '{\n', /is no JSON/],
    ] as const) {
      const file = join(folder, name);
      const good = readFileSync(file, 'utf8');
      await says(mistake, () =>
        text === undefined ? rmSync(file, { force: true }) : writeFileSync(file, text),
      );
      await says(/^$/, () => writeFileSync(file, good));
    }
    for (const [declaration, name, text] of [
      ["get '/notes', to => 'notes#index'", 'controllers/notes.js', 'export const index = () => 1;\n'],
      [
        "get '/tags', to => 'admin/tags#index'",
        'controllers/admin/tags.js',
        'export const index = () => 1;\n',
      ],
      ["get '/door', to => &lib/guards/door", 'config/lib/guards/door.js', 'export default () => 1;\n'],
      ["include 'more/more.routes'", 'config/more/more.routes', 'routes {}\n'],
    ] as const) {
      const file = join(folder, name);
      await says(/unknown-controller|missing-export|missing-file/, () =>
        writeFileSync(join(folder, 'config/routes'), `routes {\n  ${declaration}\n}\n`),
      );
      // Once, since a second writing is noticed where the first was not.
      await setTimeout(300);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      await says(/^$/);
    }
  },
  patience,
);

/** Begins to watch, until the test is over, and waits for the first build. */
async function firstBuild(watch: Watch): Promise<void> {
  let builds = 0;
  const end = await watch(() => (builds += 1));
  onTestFinished(() => void end());
  await expect.poll(() => builds, { timeout: patience }).toBeGreaterThan(0);
  // A bundler may miss a change that comes while it begins to watch the file.
  await setTimeout(1000);
}

const bundle = (): string => readFileSync(join(folder, 'out.mjs'), 'utf8');

it.each(Object.entries(watches))(
  'is built again by %s once the first of its controllers is written',
  async (_, watch) => {
    rmSync(join(folder, 'controllers'), { recursive: true });
    writeFileSync(join(folder, 'main.js'), "export { default } from './config/routes';\n");
    writeFileSync(join(folder, 'config/routes'), "routes { get '/notes', to => 'notes#index' }\n");
    await firstBuild(watch);
    const file = join(folder, 'controllers/notes.js');
    mkdirSync(dirname(file));
    writeFileSync(file, "export const index = () => 'the first note';\n");
    await expect.poll(bundle, { timeout: patience }).toContain('the first note');
  },
  patience,
);

it.each(Object.entries(watches))(
  'is built again by %s whenever a controller changes whose folder was away for a while',
  async (_, watch) => {
    writeFileSync(join(folder, 'main.js'), "export { default } from './config/routes';\n");
    writeFileSync(join(folder, 'config/routes'), "routes { get '/notes', to => 'notes#index' }\n");
    const folders = join(folder, 'controllers');
    const write = (text: string): void =>
      writeFileSync(join(folders, 'notes.js'), `export const index = () => '${text}';\n`);
    write('a note');
    await firstBuild(watch);
    rmSync(folders, { recursive: true });
    await expect.poll(bundle, { timeout: patience }).not.toContain('a note');
    await setTimeout(300);
    mkdirSync(folders);
    write('there again');
    await expect.poll(bundle, { timeout: patience }).toContain('there again');
    for (const text of ['a second note', 'a third note']) {
      await setTimeout(1000);
      write(text);
      await expect.poll(bundle, { timeout: patience }).toContain(text);
    }
  },
  patience,
);

it.each(Object.entries(watches))(
  'is built again by %s once a configuration is written',
  async (_, watch) => {
    renameSync(join(folder, 'controllers'), join(folder, 'pages'));
    writeFileSync(join(folder, 'main.js'), "export { default } from './config/routes';\n");
    await firstBuild(watch);
    writeFileSync(join(folder, 'waypost.config.json'), '{ "controllers": "pages" }\n');
    await expect.poll(bundle, { timeout: patience }).toContain('post ${params.id}');
  },
  patience,
);

it.each(Object.entries(watches))(
  'is built again by %s once the folder of the controllers is there that the configuration names',
  async (_, watch) => {
    writeFileSync(join(folder, 'main.js'), "export { default } from './config/routes';\n");
    writeFileSync(join(folder, 'waypost.config.json'), '{ "controllers": "app/pages" }\n');
    await firstBuild(watch);
    mkdirSync(join(folder, 'app'));
    renameSync(join(folder, 'controllers'), join(folder, 'app/pages'));
    await expect.poll(bundle, { timeout: patience }).toContain('post ${params.id}');
  },
  patience,
);

it('is known to TypeScript by what it writes, whatever the extension', async () => {
  await bundlers['esbuild']!();
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
  ['a text', 'speed', 'the options of the plugin of waypost are an object, not a value of type string'],
])('says of its options what is wrong: %s', (_, options, message) => {
  for (const plugin of [forEsbuild, forRollup, forVite])
    expect(() => Reflect.apply(plugin, undefined, [options])).toThrow(message);
});

it('leaves a declaration that somebody else has written', async () => {
  writeFileSync(join(folder, 'config/routes.d.ts'), 'export default 1;\n');
  await bundlers['esbuild']!();
  expect(readFileSync(join(folder, 'config/routes.d.ts'), 'utf8')).toBe('export default 1;\n');
});

async function warnings(options?: object): Promise<string[]> {
  const { warnings: all } = (await bundlers['esbuild']!(1, options as never)) as BuildResult;
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
  await bundlers['esbuild']!();
  const printed = execFileSync(process.execPath, [join(folder, 'out.mjs')], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toContain('the desk');
});

it('shows the line of a mistake in esbuild, with what is mistaken of it underlined', async () => {
  writeFileSync(join(folder, 'config/admin.routes'), "routes {\n  get '/ä', to => 'desks#show'\n}\n");
  const failure = (await bundlers['esbuild']!().catch((error: unknown) => error)) as BuildFailure;
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
    await bundlers['esbuild']!();
    const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', join(folder, 'out.mjs')], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('&desk#show has to be a function, or an object with `call`');
    expect(stderr).toMatch(/config\/admin\.routes:2:3/);
  });

  it('in that line of webpack, whose paths are from the project', async () => {
    writeFileSync(join(folder, 'config/desk.js'), mistaken);
    await bundlers['webpack']!();
    const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', join(folder, 'out.mjs')], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('(webpack:///config/admin.routes:2:3)');
  });

  it('in the line of the action that throws', async () => {
    writeFileSync(join(folder, 'controllers/posts.js'), failing);
    writeFileSync(join(folder, 'main.js'), asking);
    await bundlers['esbuild']!();
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
        frame: expect.stringContaining("2 |   gett '/'") as string,
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
