// Packs the VS Code extension: `npm run package:vscode` writes lsp/vscode/waypost-<version>.vsix.
//
// The client is bundled as CommonJS, which VS Code needs, and the language server as a separate module. Packages that cannot
// be bundled are copied beside the server: jiti (reads configurations in TypeScript), the reader of .editorconfig
// (WebAssembly), and the parser of controllers with the native binding of this platform. On other platforms the server knows
// nothing of controllers, unless the workspace has installed `waypost`, whose server then runs. TypeScript's server looks for
// the plugin in the extension's `node_modules`, under the same name as in projects.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { lateRegexes } from './late-regexes.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const extension = 'lsp/vscode';
const out = join(extension, 'dist');
const packer = '@vscode/vsce@3.9.2';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
if (manifest.version !== version)
  throw new Error(
    `${extension}/package.json has version ${manifest.version}, the package ${version}: write the same`,
  );

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const common = { bundle: true, platform: 'node', minify: true, legalComments: 'eof', logLevel: 'warning' };
await build({
  ...common,
  entryPoints: [join(extension, 'src/extension.ts')],
  outfile: join(out, 'extension.cjs'),
  format: 'cjs',
  target: 'es2022',
  external: ['vscode'],
});
await build({
  ...common,
  entryPoints: [join(extension, 'src/server.ts'), 'lsp/regex-judge.ts'],
  entryNames: '[name]',
  outdir: out,
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  target: 'es2023',
  define: { WAYPOST_VERSION: JSON.stringify(version) },
  external: ['oxc-parser', 'jiti', 'prettier', '@one-ini/wasm'],
  plugins: [lateRegexes],
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
});

const plugin = join(extension, 'node_modules/waypost');
rmSync(plugin, { recursive: true, force: true });
await build({
  ...common,
  entryPoints: ['src/typescript-plugin/plugin.ts'],
  outfile: join(plugin, 'dist/typescript-plugin.cjs'),
  format: 'cjs',
  target: 'es2023',
  plugins: [lateRegexes],
  footer: { js: 'module.exports = module.exports.default;' },
});
cpSync('typescript-plugin', join(plugin, 'typescript-plugin'), { recursive: true });
writeFileSync(join(plugin, 'package.json'), JSON.stringify({ name: 'waypost', version, license: 'MIT' }));

cpSync('grammar/routes.tmLanguage.json', join(out, 'routes.tmLanguage.json'));
cpSync('docs/diagnostics', join(out, 'docs/diagnostics'), { recursive: true });
const bindings = existsSync('node_modules/@oxc-parser')
  ? readdirSync('node_modules/@oxc-parser').map((name) => `@oxc-parser/${name}`)
  : [];
for (const name of ['jiti', 'oxc-parser', '@one-ini/wasm', ...bindings]) {
  const folder = join('node_modules', name);
  const isLeftOut = (file) =>
    (file.endsWith('.wasm') && name !== '@one-ini/wasm') ||
    /[\\/]node_modules[\\/]/.test(file.slice(folder.length)) ||
    file.endsWith('.d.ts');
  cpSync(folder, join(out, 'node_modules', name), {
    recursive: true,
    dereference: true,
    filter: (file) => !isLeftOut(file),
  });
}

if (process.argv.includes('--no-package')) process.exit(0);
const file = `waypost-${version}.vsix`;
execFileSync('npx', ['--yes', packer, 'package', '--allow-missing-repository', '--out', file], {
  cwd: extension,
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
});
console.log(join(extension, file));
