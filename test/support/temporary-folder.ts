// A folder of files on the disk during a test.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export class TemporaryFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'waypost-'));

  /** Writes files, given by their path in the folder. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.path, file)), { recursive: true });
      writeFileSync(join(this.path, file), content);
    }
  }

  read(file: string): string {
    return readFileSync(join(this.path, file), 'utf8');
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** A folder with these files, which is deleted when the current test ends. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = new TemporaryFolder();
  onTestFinished(() => folder.remove());
  folder.write(files);
  return folder.path;
}
