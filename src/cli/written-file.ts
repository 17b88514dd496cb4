// Files that commands write: only when their text has changed, so that nothing that watches them runs for nothing.

import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { escapeControls } from '../http/printable.js';
import { isGenerated } from '../node/files/generated-text.js';
import { irregularity, readRegularFile } from '../node/files/regular-file.js';
import { replaceFile } from '../node/files/replaced-file.js';
import { systemCode } from '../node/files/system-error.js';
import { exitStatus, Misuse, orMisuse, printFailure, type Terminal } from './terminal.js';

/** Says whether the file on the disk is this text; if not, with the command that writes it, the exit status is 1. */
export function checkFile(file: string, text: string, command: string, terminal: Terminal): void {
  const found = readIfPresent(resolve(terminal.cwd, file));
  if (found === text) return terminal.print(`${escapeControls(file)} is up to date`);
  terminal.exitCode = exitStatus.findings;
  const state = found === undefined ? 'does not exist' : 'is stale';
  printFailure(`${file} ${state}; write it with ${command}`, terminal);
}

/**
 * Writes a file, and the folders that it needs, unless it is there with this text.
 *
 * @throws Misuse when it cannot be written, or when a file is there that waypost has not written
 */
export function writeFile(file: string, text: string, terminal: Terminal): void {
  const path = resolve(terminal.cwd, file);
  // A pipe or a device is written to, as `>` does, and not read.
  const present = irregularity(path) === undefined ? readIfPresent(path) : undefined;
  if (present === text) return terminal.print(`${escapeControls(file)} is up to date`);
  // A source map cannot say who wrote it; the module beside it does.
  if (present !== undefined && isGenerated(text) && !isGenerated(present))
    throw new Misuse(
      `${file} was not written by waypost and is left as it is: move it, or give another file`,
    );
  orMisuse(file, 'written', () => {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, text);
  });
  terminal.print(`wrote ${escapeControls(file)}`);
}

function readIfPresent(path: string): string | undefined {
  return orMisuse(path, 'read', () => {
    try {
      return readRegularFile(path).toString();
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  });
}
