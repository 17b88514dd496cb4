// Writes every generated file of the repository. With --check it writes nothing, prints the stale files and exits with 1.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';
import './node-20.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
register();

/** Modules that export `generated: readonly { file: string; text(): string | Promise<string> }[]`. */
const generators = [
  'grammar/generated.ts',
  '.build/textmate-grammar.mjs',
  '.build/language-page.mjs',
  '.build/grammar-page.mjs',
  'src/lint/documentation.ts',
];

const checks = process.argv.includes('--check');
const stale = [];
for (const generator of generators) {
  const { generated } = await import(new URL(`../${generator}`, import.meta.url).href);
  for (const { file, text } of generated) {
    const fresh = await text();
    if (existsSync(file) && readFileSync(file, 'utf8') === fresh) continue;
    stale.push(file);
    if (checks) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, fresh);
  }
}
if (stale.length > 0)
  console.error(`${checks ? 'stale, run `npm run generate`' : 'written'}: ${stale.join(', ')}`);
process.exitCode = checks && stale.length > 0 ? 1 : 0;
