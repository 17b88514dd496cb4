// The runtime of `waypost types --runtime` as text in a module: src/compiler/standalone-runtime.ts with everything that it
// imports, and the same with what guards regexes.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

/** Without guarded regexes, values are asked about one by one where a pattern leaves their ends open. */
const stubs = {
  'regex-syntax': 'export const parseRegex = () => undefined;',
  'linear-matcher': 'export const linearProgram = () => undefined;',
  'span-automaton': 'export const SpanAutomaton = undefined;',
};

/** @type {import('esbuild').Plugin} */
const withoutAutomata = {
  name: 'without-automata',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\](regex-syntax|linear-matcher|span-automaton)\.ts$/ }, ({ path }) => ({
      contents: stubs[/([\w-]+)\.ts$/.exec(path)[1]],
    }));
  },
};

/** A statement that declares `runtime`, an object with what the entry exports. */
async function textOf(/** @type {string} */ entry, /** @type {import('esbuild').Plugin[]} */ plugins = []) {
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
    plugins,
  });
  return outputFiles[0].text.trim();
}

/** The text of the module `#standalone-runtime`. */
export async function standaloneRuntimeModule() {
  const [native, guarded] = await Promise.all([
    textOf('standalone-runtime', [withoutAutomata]),
    textOf('standalone-guarded'),
  ]);
  return `export const native = ${JSON.stringify(native)};\nexport const guarded = ${JSON.stringify(guarded)};\n`;
}
