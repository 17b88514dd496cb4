// Writes and checks the files of commands, and prints the outcome.

import { resolve } from 'node:path';
import { escapeControls } from '../http/printable.js';
import { textIfPresent, writeGenerated } from '../node/files/generated-file.js';
import { replaceFile } from '../node/files/replaced-file.js';
import { readRoutesFile } from '../node/files/routes-file.js';
import { writingCommand } from '../typescript/generated-heading.js';
import { exitStatus } from './exit-status.js';
import { Misuse, orMisuse, printFailure, type Terminal } from './terminal.js';

/** Prints whether the file on the disk has this text. If not, the exit status is 1. */
export function checkFile(file: string, text: string, terminal: Terminal): void {
  const found = orMisuse(file, 'read', () => textIfPresent(resolve(terminal.cwd, file)));
  if (found === text) return terminal.print(`${escapeControls(file)} is up to date`);
  terminal.exitCode = exitStatus.findings;
  const state = found === undefined ? 'does not exist' : 'is stale';
  const [written, wanted] = [writingCommand(found ?? text), writingCommand(text)];
  printFailure(
    written === wanted || written === undefined
      ? `${file} ${state}; the same command without --check writes it`
      : `${file} was written by \`${written}\`, and is checked for \`${wanted}\`; give both the same options`,
    terminal,
  );
}

/**
 * Writes a file and the folders that it needs, unless it already has this text.
 *
 * @throws Misuse if it cannot be written, or if there is a file that waypost has not written
 */
export function writeFile(file: string, text: string, terminal: Terminal): void {
  const outcome = orMisuse(file, 'written', () => writeGenerated(resolve(terminal.cwd, file), text));
  if (outcome === 'foreign')
    throw new Misuse(
      `${file} was not written by waypost and is left as it is: move it, or give another file`,
    );
  terminal.print(
    outcome === 'written' ? `wrote ${escapeControls(file)}` : `${escapeControls(file)} is up to date`,
  );
}

/**
 * Replaces the text of a routes file, unless somebody has changed the file since it was read.
 *
 * @throws Misuse if it cannot be written, or has changed
 */
export function rewriteFile(file: string, before: string, text: string, { cwd }: Terminal): void {
  const path = resolve(cwd, file);
  if (readRoutesFile(path) !== before)
    throw new Misuse(`${file} has changed meanwhile and is left as it is; run this again`);
  orMisuse(file, 'written', () => replaceFile(path, text));
}
