// The runtimes of `waypost types --runtime` as texts in a module: src/compiler/standalone-*.ts, each with everything that it
// imports.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

/** A statement that declares `runtime`, an object with what the entry exports. */
async function textOf(/** @type {string} */ entry) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../src/compiler/${entry}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'runtime',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
  });
  return outputFiles[0].text.trim();
}

/** The text of the module `#standalone-runtime`. */
export async function standaloneRuntimeModule() {
  const names = ['plain', 'constrained', 'whole', 'guarded'];
  const texts = await Promise.all(names.map((name) => textOf(`standalone-${name}`)));
  return names.map((name, k) => `export const ${name} = ${JSON.stringify(texts[k])};\n`).join('');
}
