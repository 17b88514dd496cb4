// Builds the type declarations of the package: those that an entry imports, each with a map to the source in the package.
//
// The others are left out: nothing reads them, and they import packages that a user does not have.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = 'dist/types';

/** @param {readonly string[]} entries the declaration files of the package's entries */
export function buildTypes(entries) {
  execFileSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', '.build/tsconfig.types.json'], {
    stdio: 'inherit',
  });
  const reached = new Set(entries.map((entry) => join(entry)));
  for (const file of reached) {
    for (const [, from] of readFileSync(file, 'utf8').matchAll(
      /(?:\bfrom\s*|\bimport\(\s*|\bimport\s+)['"](\.[^'"]+)\.js['"]/g,
    ))
      reached.add(join(dirname(file), `${from}.d.ts`));
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(file.replace(/\.map$/, ''))) rmSync(file);
  }
}
