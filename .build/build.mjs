// Builds `dist`: one ES module per entry point with shared chunks, and the type declarations.
//
// Chevrotain and the pure libraries are bundled (unbundled, Chevrotain alone costs a quarter of a second at every
// start); what has to stay a package of its own (jiti, native code) is left outside by `external`. The language server is
// a build of its own: the protocol's libraries are CommonJS, bundled need a `require`, and more than halve its start.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const entries = {
  index: 'src/index.ts',
  node: 'src/node/index.ts',
  tooling: 'src/tooling.ts',
  prettier: 'src/format/prettier.ts',
  'bin/waypost': 'src/cli/main.ts',
  'bin/lint-routes': 'src/cli/lint-routes.ts',
};

const { version, dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const bundled = ['pluralize', 'fastest-levenshtein', 'picocolors'];
const external = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !bundled.includes(name));

const common = {
  bundle: true,
  splitting: true,
  format: 'esm',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  target: 'es2023',
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'linked',
  define: { WAYPOST_VERSION: JSON.stringify(version) },
  external: [...external, 'prettier'],
  logLevel: 'warning',
};

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist', { recursive: true });
await build({
  ...common,
  platform: 'node',
  entryPoints: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
  plugins: [{ name: 'language-server', setup: ({ onResolve }) => onResolve({ filter: /\/lsp\/main\.js$/ }, () => ({ path: '../lsp.js', external: true })) }],
});
await build({
  ...common,
  platform: 'node',
  entryPoints: { lsp: 'lsp/main.ts' },
  minifySyntax: true,
  minifyWhitespace: true,
  banner: { js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);" },
});
if (!process.argv.includes('--no-types')) {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.build/tsconfig.types.json'], {
    stdio: 'inherit',
  });
}
