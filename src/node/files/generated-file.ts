// Writes generated files: only if their text has changed, so watchers are not triggered for nothing, and never over a file that waypost has
// not written.

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isGenerated } from '../../typescript/generated-heading.js';
import { irregularity, readRegularFile } from './regular-file.js';
import { replaceFile } from './replaced-file.js';
import { systemCode } from './system-error.js';

/** What happened to a file. `foreign`: waypost has not written it, so it is left as it is. */
export type Written = 'written' | 'unchanged' | 'foreign';

/** Writes a file, and creates its folders. Throws the error of the system if it cannot be read or written. */
export function writeGenerated(path: string, text: string): Written {
  // A pipe or a device is only written to, as the shell's `>` does.
  const present = irregularity(path) === undefined ? textIfPresent(path) : undefined;
  if (present === text) return 'unchanged';
  // A source map has no heading that tells who wrote it, so it is always written. The module beside it has one.
  if (present !== undefined && isGenerated(text) && !isGenerated(present)) return 'foreign';
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, text);
  return 'written';
}

/** A text with `\n` as its line ends. Generated files are then the same whatever line ends a checkout uses. */
export function withPlainLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** The text of a file, with plain lines; undefined if there is none. Throws as `readRegularFile` does. */
export function textIfPresent(path: string): string | undefined {
  try {
    return withPlainLines(readRegularFile(path).toString());
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
