// Makes a module with the runtimes of `waypost types --runtime` as texts: each src/compiler/standalone-*.ts, bundled with
// everything that it imports.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

/** A statement that declares `runtime`, an object with the exports of an entry. */
async function textOf(/** @type {string} */ entry) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../src/compiler/${entry}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
  });
  const [, code, exported] = /^(.*)export\{([^{}]*)\};?\s*$/s.exec(outputFiles[0].text) ?? [];
  if (code === undefined) throw new Error(`${entry} exports nothing`);
  // The bundler would make a getter for each export, with half a kilobyte of code.
  const object = exported.replace(/([\w$]+) as ([\w$]+)/g, '$2:$1');
  return `var runtime=(()=>{${code}return{${object}}})();`;
}

/** The text of the module `#standalone-runtime`. */
export async function standaloneRuntimeModule() {
  const names = ['plain', 'constrained', 'whole', 'guarded'];
  const texts = await Promise.all(names.map((name) => textOf(`standalone-${name}`)));
  return names.map((name, k) => `export const ${name} = ${JSON.stringify(texts[k])};\n`).join('');
}
