// Writes `THIRD-PARTY-LICENSES`: the licence text of every package that has code in the built files.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {Iterable<string>} inputs the inputs in esbuild's metafile */
export function writeLicences(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  const packages = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^(?:licen[sc]e|copying)(?:[.-]|$)/i.test(entry));
    if (file === undefined) throw new Error(`${name} is bundled and has no licence text in ${folder}`);
    return {
      title: `${name} ${version} (${license})`,
      text: readFileSync(join(folder, file), 'utf8').trim(),
    };
  });
  packages.sort((a, b) => a.title.localeCompare(b.title));
  const sections = packages.map(({ title, text }) => `${title}\n${'-'.repeat(title.length)}\n\n${text}\n`);
  writeFileSync(
    'THIRD-PARTY-LICENSES',
    `Parts of these packages are bundled into the files of dist/.\n\n${sections.join('\n\n')}`,
  );
}
