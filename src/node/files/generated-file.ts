// Files that waypost writes of others: only when their text has changed, so that nothing that watches them runs for nothing, and never over a
// file that somebody else has written.

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isGenerated } from '../../typescript/generated-heading.js';
import { irregularity, readRegularFile } from './regular-file.js';
import { replaceFile } from './replaced-file.js';
import { systemCode } from './system-error.js';

/** What became of a file: `foreign` is one that waypost has not written, and is left as it is. */
export type Written = 'written' | 'unchanged' | 'foreign';

/** Writes a file, and the folders that it needs. Throws what the system says where it can be neither read nor written. */
export function writeGenerated(path: string, text: string): Written {
  // A pipe or a device is written to, as `>` does, and not read.
  const present = irregularity(path) === undefined ? textIfPresent(path) : undefined;
  if (present === text) return 'unchanged';
  // A source map cannot say who wrote it; the module beside it does.
  if (present !== undefined && isGenerated(text) && !isGenerated(present)) return 'foreign';
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, text);
  return 'written';
}

/** A text with its lines ended by `\n`, as it is where a checkout does not end them otherwise: what is written of it is the same everywhere. */
export function withPlainLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** The text of a file, with plain lines; undefined where there is none. Throws as `readRegularFile` does. */
export function textIfPresent(path: string): string | undefined {
  try {
    return withPlainLines(readRegularFile(path).toString());
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
