// Joins the chunks that entries share into few files.
//
// esbuild makes one file for each set of entries that share code, so each further entry cuts the files into smaller ones: twenty-five for
// `import 'waypost'`. Each file costs as much at start as forty kilobytes of code. Here only some entries count: files that are loaded by
// the same of these entries become one. There are no circular imports between the joined files: every entry that loads a file also loads
// what it imports.
import { build } from 'esbuild';
import { parseSync } from 'oxc-parser';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * Joins files of a finished build.
 *
 * @param {import('esbuild').BuildOptions} options of that build
 * @param {import('esbuild').Metafile} metafile of that build
 * @param {readonly (readonly string[])[]} ranks the entries that count: files that no entry of the first list loads are joined by the
 *   second list, and so on
 */
export async function joinChunks(options, { outputs }, ranks) {
  const loaded = new Map(
    ranks.flat().map((entry) => [entry, filesOf(outputs, `${options.outdir}/${entry}.js`)]),
  );
  /** @type {Map<string, string>} file → the joined file that contains it */
  const joined = new Map();
  for (const [file, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint !== undefined || !file.endsWith('.js') || isRuntime(outputs[file])) continue;
    const loaders = ranks
      .map((entries) => entries.filter((entry) => loaded.get(entry).has(file)))
      .find((entries) => entries.length > 0);
    if (loaders) joined.set(file, `${options.outdir}/chunks/of-${loaders.join('-')}.js`);
  }
  // esbuild's own helpers, two kilobytes, are put into each file.
  const runtime = Object.keys(outputs).filter((file) => isRuntime(outputs[file]));
  const names = namesOf(outputs, joined);
  for (const file of Object.keys(outputs)) {
    if (file.endsWith('.js')) writeFileSync(file, withImportsOf(file, outputs, joined, names));
  }
  for (const target of new Set(joined.values())) {
    const parts = [...joined.keys()].filter((file) => joined.get(file) === target);
    const inside = new Set([...parts, ...runtime]);
    await build({
      ...options,
      entryPoints: undefined,
      splitting: false,
      outdir: undefined,
      outfile: target,
      legalComments: 'inline',
      plugins: [
        {
          name: 'parts',
          setup({ onResolve }) {
            onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) =>
              inside.has(posix.relative(process.cwd(), posix.join(resolveDir, path)))
                ? undefined
                : { path, external: true },
            );
          },
        },
      ],
      stdin: {
        contents: parts
          .map((part) => {
            const exported = [...names.get(part)].map(([name, as]) => `${name} as ${as}`);
            return `export { ${exported.join(', ')} } from './${posix.basename(part)}';\n`;
          })
          .join(''),
        resolveDir: `${options.outdir}/chunks`,
      },
    });
    const text = readFileSync(target, 'utf8');
    writeFileSync(
      target,
      withPlainComments(text.replace(/^\/\/ dist\/.*$/gm, '').replace(/^\/\/! /gm, '// ')),
    );
  }
  for (const file of joined.keys()) {
    rmSync(file);
    rmSync(`${file}.map`, { force: true });
  }
}

/**
 * Replaces non-ASCII characters in comments, which esbuild escapes only in strings. With one character beyond Latin-1, the engine would
 * use two bytes for each character of the file.
 */
function withPlainComments(text) {
  let plain = '';
  let end = 0;
  for (const comment of parseSync('chunk.js', text).comments) {
    plain += text.slice(end, comment.start);
    plain += text
      .slice(comment.start, comment.end)
      .replaceAll('…', '...')
      .replaceAll('→', '->')
      .replace(/[^\0-\x7f]/g, '-');
    end = comment.end;
  }
  return plain + text.slice(end);
}

function isRuntime({ inputs, imports }) {
  return Object.keys(inputs).length === 0 && imports.length === 0;
}

/** The files that are loaded with a file: its imports, and theirs. */
function filesOf(outputs, file) {
  const files = new Set();
  const waiting = [file];
  for (let next; (next = waiting.pop()) !== undefined;) {
    if (files.has(next)) continue;
    files.add(next);
    for (const { path, kind, external } of outputs[next].imports) {
      if (kind === 'import-statement' && !external) waiting.push(path);
    }
  }
  return files;
}

/** The names that each part exports, and their names in the joined file, where two parts may export the same name. */
function namesOf(outputs, joined) {
  const taken = new Map([...joined.values()].map((target) => [target, new Set()]));
  const names = new Map();
  for (const [file, target] of joined) {
    const ofTarget = taken.get(target);
    const ofFile = new Map();
    for (const name of outputs[file].exports) {
      let as = name;
      for (let k = 2; ofTarget.has(as); k++) as = `${name}_${k}`;
      ofTarget.add(as);
      ofFile.set(name, as);
    }
    names.set(file, ofFile);
  }
  return names;
}

/** The text of a file with imports from the joined files. Its lines do not move, for the source map. */
function withImportsOf(file, outputs, joined, names) {
  let text = readFileSync(file, 'utf8');
  const { staticImports } = parseSync(file, text, { sourceType: 'module' }).module;
  const own = joined.get(file);
  const changes = [];
  for (const { start, end, moduleRequest, entries } of staticImports) {
    const part = posix.join(posix.dirname(file), moduleRequest.value);
    // Loading a file has no effects, so an import that takes nothing is removed.
    if (outputs[part] && entries.length === 0) changes.push({ start, end, to: '' });
    const target = joined.get(part);
    if (target === undefined || target === own || entries.length === 0) continue;
    for (const { importName, localName } of entries) {
      const as = names.get(part).get(importName.name);
      if (as === importName.name) continue;
      changes.push({ start: importName.start, end: localName.end, to: `${as} as ${localName.value}` });
    }
    const path = posix.relative(posix.dirname(file), target);
    changes.push({ ...moduleRequest, to: JSON.stringify(path.startsWith('.') ? path : `./${path}`) });
  }
  for (const { start, end, to } of changes.toReversed()) text = text.slice(0, start) + to + text.slice(end);
  // Make the comments with the names of sources survive, as licences do.
  return own === undefined ? text : text.replace(/^\/\/ (?=(?:src|grammar|node_modules)\/)/gm, '//! ');
}
