// A project of a framework, with the shop in it as a folder of its own: a copy of one of `apps/`, since frameworks write beside their sources.

import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('..', import.meta.url));

/** Copies `apps/<name>`, and `shop` where it has none of its own, and gives the folder, which `remove` deletes. */
export function projectOf(name: string): { readonly folder: string; remove(): void } {
  // Inside of this folder, whose packages it is to find.
  const folder = mkdtempSync(`${here}/.project-${name}-`);
  cpSync(`${here}/apps/${name}`, folder, { recursive: true });
  if (!existsSync(`${folder}/shop`)) cpSync(`${here}/shop`, `${folder}/shop`, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
