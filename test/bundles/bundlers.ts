// The project that the plugins of the bundlers are tried with, and each bundler as its users run it.

import { type BuildOptions, build as esbuild, context as esbuildContext, type PluginBuild } from 'esbuild';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build as vite } from 'vite';
import webpack from 'webpack';
import forEsbuild from '../../src/bundlers/esbuild.js';
import forRollup from '../../src/bundlers/rollup.js';
import forVite from '../../src/bundlers/vite.js';
import forWebpack from '../../src/bundlers/webpack.js';

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

export const application = {
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

/** A folder with that application; whoever asks for it takes it away. */
export function newProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-plugin-'));
  for (const [name, text] of Object.entries(application)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/waypost'));
  return folder;
}

type PluginOptions = { readonly root: string };

/** Bundles main.js of a folder into out.mjs, with so many plugins; rejects with what the bundler says. */
type Bundler = (folder: string, times?: number, options?: PluginOptions) => Promise<unknown>;

const esbuildOptions = (folder: string, times = 1, options?: PluginOptions): BuildOptions => ({
  absWorkingDir: folder,
  entryPoints: ['main.js'],
  outfile: 'out.mjs',
  bundle: true,
  format: 'esm',
  sourcemap: true,
  logLevel: 'silent',
  plugins: plugins(forEsbuild, times, options),
});

const rollupOptions = (folder: string, times = 1, options: PluginOptions = { root: folder }) => ({
  input: join(folder, 'main.js'),
  plugins: [
    ...plugins(forRollup, times, options),
    {
      name: 'packages',
      resolveId: (id: string) => (id === 'waypost/router' ? join(root, 'dist/router.js') : null),
    },
  ],
});
const rollupOutput = (folder: string) => ({ file: join(folder, 'out.mjs'), format: 'es' });

export const webpackCompiler = (folder: string, times = 1, options?: PluginOptions) =>
  webpack({
    context: folder,
    mode: 'development',
    devtool: 'source-map',
    entry: './main.js',
    output: { path: folder, filename: 'out.mjs', module: true },
    experiments: { outputModule: true },
    plugins: plugins(forWebpack, times, options),
  });

export const bundlers: Readonly<Record<string, Bundler>> = {
  esbuild: (folder, times, options) => esbuild(esbuildOptions(folder, times, options)),
  vite: (folder, times = 1, options = undefined) =>
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
  async rollup(folder, times, options) {
    const bundle = await rollup(rollupOptions(folder, times, options));
    await bundle.write(rollupOutput(folder));
  },
  webpack: (folder, times, options) =>
    new Promise((done, fail) => {
      webpackCompiler(folder, times, options)?.run((error, stats) => {
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

/** Bundles main.js of a folder again whenever a file changes. Each time what the bundler says is told, nothing where all is well; gives what ends it. */
export type Watch = (folder: string, tell: (mistakes: string) => void) => Promise<() => unknown>;

export const watches: Readonly<Record<string, Watch>> = {
  async esbuild(folder, tell) {
    const told = {
      name: 'told',
      setup: ({ onEnd }: PluginBuild) =>
        onEnd(({ errors }) => tell(errors.map(({ text: mistake }) => mistake).join('\n'))),
    };
    const options = esbuildOptions(folder);
    const context = await esbuildContext({ ...options, plugins: [...(options.plugins ?? []), told] });
    await context.watch();
    return () => context.dispose();
  },
  async rollup(folder, tell) {
    const watcher = watchRollup({
      ...rollupOptions(folder),
      external: ['waypost/router'],
      output: rollupOutput(folder),
    });
    watcher.on('event', ({ code, error }) => {
      if (code === 'BUNDLE_END' || code === 'ERROR') tell(error?.message ?? '');
    });
    return () => watcher.close();
  },
  async webpack(folder, tell) {
    const watching = webpackCompiler(folder)?.watch({ aggregateTimeout: 20 }, (error, stats) =>
      tell(error?.message ?? stats?.toString({ all: false, errors: true }) ?? ''),
    );
    return () => new Promise((closed) => watching?.close(closed));
  },
};
