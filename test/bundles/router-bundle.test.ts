// `waypost/router` in a bundle, by the bundlers that people use: nothing of the language is in it, and it is no larger than
// what is said in docs/performance.md.

import { build as esbuild } from 'esbuild';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build as vite } from 'vite';
import webpack from 'webpack';
import { compileRoutesFile } from '../../src/node/modules/compile.js';

const root = new URL('../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'waypost-bundle-'));

/** 98 routes of fourteen resources. */
const resources = [...'abcdefghijklmn'].map((letter) => `  resources 'things${letter}'\n`).join('');

/** 98 routes as applications have them: names of their own, a namespace, nested and singular resources, a plural that is not an `s` longer. */
const mixed = `
  root to => 'home#index'
  get '/about', to => 'pages#about'
  namespace 'admin', {
${listed('posts comments users articles')}  }
  resources 'posts', { resources 'comments' }
  resources 'orders', { resources 'line_items' }
${listed('line_items products invoices payments addresses')}  resource 'profile'
  resource 'cart'
`;

function listed(names: string): string {
  return names.replaceAll(/\w+ ?/g, (name) => `  resources '${name.trim()}'\n`);
}

const entries = {
  'with-helpers.js': "export { default } from './routes.js';\n",
  'mixed-names.js': "export { default } from './mixed.js';\n",
  'without-helpers.js': "export { default } from './bare.js';\n",
  'for-speed.js': "export { default } from './quick.js';\n",
  'new-helpers.js':
    "import router from './routes.js';\nimport { UrlHelpers } from 'waypost/router';\nexport const helpers = new UrlHelpers({ router });\n",
  'with-formats.js': "export { default } from './formats.js';\n",
  'response.js': "export { Response } from 'waypost/router';\n",
  'everything.js': "export * from 'waypost/router';\n",
};

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/waypost'));
  writeFileSync(join(folder, 'routes'), `routes {\n${resources}}\n`);
  writeFileSync(join(folder, 'mixed'), `routes {\n${mixed}}\n`);
  writeFileSync(join(folder, 'formats'), `routes {\nscope '', format => true {\n${resources}}\n}\n`);
  for (const [file, out, helpers, optimize] of [
    ['routes', 'routes.js', true, 'size'],
    ['routes', 'bare.js', false, 'size'],
    ['routes', 'quick.js', false, 'speed'],
    ['mixed', 'mixed.js', true, 'size'],
    ['formats', 'formats.js', true, 'size'],
  ] as const) {
    const { code } = await compileRoutesFile(file, { base: folder, out, helpers, optimize });
    writeFileSync(join(folder, out), code);
  }
  for (const [name, text] of Object.entries(entries)) writeFileSync(join(folder, name), text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Bundle {
  readonly code: string;
  /** The files that went into it. */
  readonly modules: readonly string[];
}

type Bundler = (entry: string) => Promise<Bundle>;

const bundlers: Readonly<Record<string, Bundler>> = {
  async esbuild(entry) {
    const { outputFiles, metafile } = await esbuild({
      entryPoints: [join(folder, entry)],
      absWorkingDir: folder,
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    return {
      code: outputFiles[0]!.text,
      modules: Object.keys(metafile.inputs).map((file) => resolve(folder, file)),
    };
  },
  async vite(entry) {
    const result = await vite({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, minify: 'esbuild', lib: { entry: join(folder, entry), formats: ['es'] } },
    });
    return bundleOf((result as unknown as [RollupOutput])[0]);
  },
  async rollup(entry) {
    const bundle = await rollup({
      input: join(folder, entry),
      plugins: [
        {
          name: 'waypost',
          resolveId: (id: string) => (id === 'waypost/router' ? join(root, 'dist/router.js') : null),
        },
      ],
    });
    return bundleOf(await bundle.generate({ format: 'es' }));
  },
  webpack: (entry) =>
    new Promise((done, fail) => {
      const output = { path: join(folder, 'webpack'), filename: entry, library: { type: 'module' } };
      const compiler = webpack({
        context: folder,
        mode: 'production',
        entry: `./${entry}`,
        output,
        experiments: { outputModule: true },
        optimization: { minimize: false },
      });
      compiler.run((error, stats) => {
        if (error || !stats || stats.hasErrors())
          return fail(error ?? new Error(stats?.toString({ all: false, errors: true })));
        const modules = [...stats.compilation.modules].flatMap((module) => {
          const all = 'modules' in module ? (module.modules as { resource?: string }[]) : [module];
          return all.flatMap((each) => ('resource' in each && each.resource ? [each.resource] : []));
        });
        done({ code: readFileSync(join(output.path, entry), 'utf8'), modules });
      });
    }),
};

interface RollupOutput {
  readonly output: readonly { readonly code?: string; readonly moduleIds?: readonly string[] }[];
}

/** Rollup as it is, the one that Vite brings. */
const { rollup } = createRequire(createRequire(import.meta.url).resolve('vite/package.json'))('rollup') as {
  rollup(options: object): Promise<{ generate(options: object): Promise<RollupOutput> }>;
};

function bundleOf({ output }: RollupOutput): Bundle {
  return { code: output[0]!.code!, modules: output.flatMap(({ moduleIds = [] }) => moduleIds) };
}

const language = /^\/\/ (?:grammar|src\/(?:language|interpreter|analysis|lint|format|proofs|cli|node))\//m;

describe.each(Object.keys(bundlers))('a bundle by %s', (name) => {
  it('has nothing of the language in it', async () => {
    const { modules, code } = await bundlers[name]!('everything.js');
    const ours = modules.filter((file) => file.includes('/dist/'));
    expect(ours.length).toBeGreaterThan(0);
    // In what the package ships, a comment names the source of each part.
    expect(ours.filter((file) => language.test(readFileSync(file, 'utf8')))).toEqual([]);
    expect(code).not.toMatch(/chevrotain|unknown-keyword|from ?["']node:/i);
  });
});

/** Kilobytes, minified by esbuild and gzipped: what docs/performance.md says, which is rounded, and not more. */
const largest = {
  'response.js': 3.4,
  'without-helpers.js': 10.1,
  'for-speed.js': 13.2,
  'with-helpers.js': 15.9,
  'new-helpers.js': 15.9,
  'mixed-names.js': 16.1,
  'with-formats.js': 15.9,
};

it.each(Object.entries(largest))('%s is no larger than it is said to be', async (entry, kilobytes) => {
  const { code } = await bundlers['esbuild']!(entry);
  expect(gzipSync(code, { level: 9 }).length / 1000).toBeLessThan(kilobytes + 0.05);
});
