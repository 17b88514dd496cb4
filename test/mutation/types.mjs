// Whether TypeScript refuses a mutant, as `npm test` would: asked only of those that no test notices.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let copy;

export function refusedByTypes(root, { file, start, end, becomes }) {
  copy ??= copyOf(root);
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, source.slice(0, start) + becomes + source.slice(end));
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript-7/bin/tsc'), '--noEmit'],
    { cwd: copy },
  );
  writeFileSync(path, source);
  return status !== 0;
}

/** The sources alone: what they are tested with accepts no less. */
function copyOf(root) {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-mutants-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const each of ['src', 'grammar', 'lsp'])
    cpSync(join(root, each), join(folder, each), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'test'));
  for (const each of ['package.json', 'tsconfig.json']) cpSync(join(root, each), join(folder, each));
  return folder;
}
