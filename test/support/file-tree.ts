// Makes a folder on the disk from a fixture, which has a line for each file and link, with names and contents as JSON strings.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A temporary folder with the files of a fixture. `remove` deletes it. */
export function fileTree(fixture: URL): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'waypost-'));
  for (const line of readFileSync(fixture, 'utf8').split('\n')) {
    const match = /^(file|link) ("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")$/.exec(line);
    if (match === null) continue;
    const [, kind, name, content] = match;
    const place = path.join(folder, JSON.parse(name!) as string);
    mkdirSync(path.dirname(place), { recursive: true });
    if (kind === 'file') writeFileSync(place, JSON.parse(content!) as string);
    else symlinkSync(JSON.parse(content!) as string, place);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The lines of a fixture that are neither empty nor comments. */
export function fixtureLines(fixture: URL): string[] {
  return readFileSync(fixture, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
}
