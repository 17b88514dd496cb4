// The runtime of `waypost types --runtime` as text in a module: src/compiler/standalone-runtime.ts with everything that it
// imports, and the same with what guards regexes.
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
  const [native, guarded] = await Promise.all([textOf('standalone-runtime'), textOf('standalone-guarded')]);
  return `export const native = ${JSON.stringify(native)};\nexport const guarded = ${JSON.stringify(guarded)};\n`;
}
