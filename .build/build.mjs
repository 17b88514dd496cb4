// Builds `dist`: one ES module for each entry point, with shared chunks, and the type declarations.
//
// - Chevrotain and other pure libraries are bundled. Unbundled, Chevrotain alone would cost a quarter of a second at every start.
// - Packages that cannot be bundled (jiti, native code) stay outside (`external`).
// - The language server is a separate build. The protocol's libraries are CommonJS and need a `require`; bundled, it starts in less
//   than half the time.
// - The commands that run no code of an application are one script, whose compiled code is kept (src/cli/kept-code.ts).
// - The chunks that the library's entries share are joined into few files (join-chunks.mjs).
// - `recheck`, which judges regexes, is a file that all builds share, since it is larger than everything else.
import { build } from 'esbuild';
import { parseSync } from 'oxc-parser';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nameClasses } from './class-names.mjs';
import { joinChunks } from './join-chunks.mjs';
import { lateRegexes } from './late-regexes.mjs';
import { writeLicences } from './licences.mjs';
import { standaloneRuntimeModule } from './standalone-runtime.mjs';
import { buildTypes } from './types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const entries = {
  index: 'src/index.ts',
  router: 'src/router.ts',
  node: 'src/node/index.ts',
  testing: 'src/node/testing.ts',
  koa: 'src/node/hosts/koa.ts',
  fastify: 'src/node/hosts/fastify.ts',
  tooling: 'src/tooling.ts',
  prettier: 'src/format/prettier.ts',
  vite: 'src/bundlers/vite.ts',
  rollup: 'src/bundlers/rollup.ts',
  esbuild: 'src/bundlers/esbuild.ts',
  webpack: 'src/bundlers/webpack.ts',
  rspack: 'src/bundlers/rspack.ts',
  commands: 'src/cli/main.ts',
};

const {
  version,
  engines,
  exports,
  dependencies = {},
  optionalDependencies = {},
} = JSON.parse(readFileSync('package.json', 'utf8'));
const external = Object.keys({ ...dependencies, ...optionalDependencies });

const common = {
  bundle: true,
  splitting: true,
  format: 'esm',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  target: 'es2023',
  legalComments: 'linked',
  define: { WAYPOST_VERSION: JSON.stringify(version) },
  // `#standalone-runtime` is an import of the package (package.json).
  external: [...external, 'prettier', 'esbuild', '#standalone-runtime'],
  // The package's CommonJS form cannot be removed from bundles that do not use it.
  alias: { 'fastest-levenshtein': 'fastest-levenshtein/esm/mod.js' },
  logLevel: 'warning',
  metafile: true,
};

/**
 * Gives bundled CommonJS packages Node's own modules, because an ES module has no `require`. Each module that is loaded here makes every
 * start of a command slower, so the largest, which nothing uses, is loaded only on use.
 */
const nodeModules = {
  name: 'node-modules-of-commonjs',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules\/commander\/.*\.js$/ }, ({ path }) => ({
      loader: 'js',
      contents: readFileSync(path, 'utf8')
        .replace(
          /require\('(?:node:)?child_process'\)/g,
          "{ spawn: (...args) => process.getBuiltinModule('node:child_process').spawn(...args) }",
        )
        .replace(
          /require\('(?:node:)?(events|path|fs|os|url|process)'\)/g,
          "globalThis.process.getBuiltinModule('node:$1')",
        ),
    }));
  },
};

/** Avoids loading unused parts of libraries: a table of 256 kB, which is now made on first use, and the lexer of Chevrotain. */
const lean = {
  name: 'lean-libraries',
  setup({ onLoad }) {
    onLoad({ filter: /fastest-levenshtein\/esm\/mod\.js$/ }, ({ path }) =>
      changed(path, '= new Uint32Array', '= /* @__PURE__ */ new Uint32Array'),
    );
    onLoad({ filter: /chevrotain\/lib\/src\/scan\/lexer_public\.js$/ }, () => ({
      contents:
        'export class Lexer { static NA = /NOT_APPLICABLE/; } export const LexerDefinitionErrorType = {};',
    }));
  },
};

function changed(path, from, to) {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} no longer has '${from}'`);
  return { loader: 'js', contents: text.replace(from, to) };
}

/** `#recheck` is an import of the package (package.json). */
const sharedRecheck = {
  name: 'shared-recheck',
  setup({ onResolve }) {
    onResolve({ filter: /^recheck\/lib\/browser\.js$/ }, () => ({ path: '#recheck', external: true }));
  },
};

const languageServer = {
  name: 'language-server',
  setup({ onResolve }) {
    onResolve({ filter: /\/lsp\/main\.js$/ }, () => ({ path: '../lsp.js', external: true }));
  },
};

/** `dist/bin` is a separate package scope without the package's imports. Modules that run an application are never loaded from there. */
const partsOfTools = {
  name: 'parts-of-tools',
  setup({ onResolve }) {
    onResolve({ filter: /^recheck\/lib\/browser\.js$/ }, () => ({ path: '../recheck.js', external: true }));
    onResolve({ filter: /^#standalone-runtime$/ }, () => ({ path: `${root}dist/standalone-runtime.js` }));
    onResolve(
      { filter: /\/(?:serving\/(?:serve-)?application|bundlers\/build|lsp\/main)\.js$/ },
      ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined),
    );
  },
};

/** Escapes non-ASCII characters, which esbuild leaves in regexes: a script with kept code has one byte for each (src/cli/kept-code.ts). */
function inAscii(text) {
  return text.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Replaces `import()`, which a script with kept code does not have either. */
function withImportsOfStarter(text) {
  const { dynamicImports } = parseSync('tools.js', text, { sourceType: 'module' }).module;
  return dynamicImports
    .toReversed()
    .reduce(
      (code, { start }) => `${code.slice(0, start)}importHere${code.slice(start + 'import'.length)}`,
      text,
    );
}

/** Minification, only for programs. Code that applications import stays readable, because an uncaught error shows the line that threw. */
const quick = { minifySyntax: true, minifyWhitespace: true };

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist', { recursive: true });
writeFileSync('dist/standalone-runtime.js', await standaloneRuntimeModule());
const inputs = new Set();
/** @param {import('esbuild').BuildOptions} options */
async function bundle(options) {
  const { metafile } = await build(options);
  for (const input of Object.keys(metafile.inputs)) inputs.add(input);
  return metafile;
}

const library = {
  ...common,
  platform: 'node',
  sourcemap: true,
  entryPoints: entries,
  plugins: [
    lateRegexes,
    nodeModules,
    lean,
    sharedRecheck,
    languageServer,
    {
      name: 'without-tools',
      setup: ({ onLoad }) =>
        onLoad({ filter: /\/src\/cli\/reading-commands\.ts$/ }, () => ({
          contents: 'export const readingCommands = [];',
        })),
    },
  ],
};
await joinChunks(library, await bundle(library), [
  ['index', 'router', 'prettier'],
  ['node', 'koa'],
]);
nameClasses(
  ['dist', 'dist/chunks'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.js') && file !== 'standalone-runtime.js')
      .map((file) => `${folder}/${file}`),
  ),
);
const script = {
  ...common,
  ...quick,
  platform: 'node',
  format: 'cjs',
  splitting: false,
  minifyIdentifiers: true,
};
await bundle({
  ...script,
  entryPoints: { 'bin/tools': 'src/cli/tools.ts' },
  plugins: [lateRegexes, nodeModules, lean, partsOfTools],
  define: { ...common.define, 'import.meta.url': 'ownAddress', 'import.meta.resolve': 'addressOf' },
  banner: {
    js: `const { pathToFileURL: toAddress } = require('node:url'), ownAddress = toAddress(__filename).href, addressOf = (name) => toAddress(require.resolve(name)).href;`,
  },
});
const tools = withImportsOfStarter(inAscii(readFileSync('dist/bin/tools.js', 'utf8')));
writeFileSync('dist/bin/tools.js', tools);
const digest = createHash('sha256').update(tools).digest('hex').slice(0, 16);
await bundle({
  ...script,
  entryPoints: { 'bin/waypost': 'src/cli/waypost.ts', 'bin/lint-routes': 'src/cli/lint-routes.ts' },
  define: {
    TOOLS_DIGEST: JSON.stringify(digest),
    OLDEST_NODE: JSON.stringify(engines.node.replace(/^>=/, '')),
  },
});
writeFileSync('dist/bin/package.json', '{ "type": "commonjs" }\n');
// TypeScript's server loads plugins with `require`, and expects the module to be a function.
await bundle({
  ...common,
  ...quick,
  platform: 'node',
  format: 'cjs',
  splitting: false,
  outExtension: { '.js': '.cjs' },
  entryPoints: { 'typescript-plugin': 'src/typescript-plugin/plugin.ts' },
  plugins: [lateRegexes, lean],
  footer: { js: 'module.exports = module.exports.default;' },
});
await bundle({
  ...common,
  ...quick,
  platform: 'node',
  entryPoints: { recheck: 'recheck/lib/browser.js' },
  splitting: false,
});
await bundle({
  ...common,
  ...quick,
  platform: 'node',
  entryPoints: { lsp: 'lsp/main.ts', 'regex-judge': 'lsp/regex-judge.ts' },
  plugins: [lateRegexes, sharedRecheck, lean],
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
});
writeLicences(inputs);
if (!process.argv.includes('--no-types')) {
  const declarations = Object.values(exports).flatMap((entry) => entry.types ?? []);
  buildTypes(declarations);
}
