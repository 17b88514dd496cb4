// The terminal of a command: its input and two output streams, colours if wanted, and the exit status.

import { stripVTControlCharacters } from 'node:util';
import { InvalidArgumentError } from 'commander';
import stringWidth from 'fast-string-width';
import { createColors } from 'picocolors';
import { escapeControls, escapeText } from '../http/printable.js';
import { routesText } from '../node/files/routes-file.js';
import { systemCode, systemReason } from '../node/files/system-error.js';
import { exitStatus } from './exit-status.js';

export type Colors = ReturnType<typeof createColors>;

export interface Terminal {
  readonly cwd: string;
  readonly colors: Colors;
  /** The width of the terminal; undefined if the output is not a terminal. */
  readonly columns?: number | undefined;
  print(text: string): void;
  /** Prints a text without adding a line end. On a terminal, control characters are made visible; a pipe or file gets the text as it is. */
  write(text: string): void;
  printError(text: string): void;
  /** Reads standard input to its end. */
  readInput(): Promise<Buffer>;
  exitCode: number;
}

/** A wrong call of a command, or a file that it needs and cannot use. Only the message is printed, and the exit status is 2. */
export class Misuse extends Error {}

/** The name for the text of standard input, by default `routes`. Throws a `Misuse` if it is named twice. */
export function inputName(files: readonly string[], given: string | undefined): string {
  if (files.length > (given === undefined ? 1 : 0))
    throw new Misuse('--stdin reads one text; name it once, as FILE or with --stdin-filename');
  return given ?? files[0] ?? 'routes';
}

/** The text of standard input. Throws a `RoutesFileError` if it is not UTF-8. */
export async function inputText(terminal: Terminal): Promise<string> {
  return routesText(await terminal.readInput(), 'standard input');
}

/** Makes a reader for an option that is a whole number in a range. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };
}

/** Reads an option that is an address. An empty one, such as from an empty variable, is refused: Node would listen on all addresses. */
export function address(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It is an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all.');
}

/** Runs `work`. If the system refuses it, throws a `Misuse` that names the file. */
export function orMisuse<Result>(file: string, what: 'read' | 'written', work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (what === 'read' && systemCode(error) === 'ENOENT') throw new Misuse(`there is no file ${file}`);
    throw new Misuse(`${file} cannot be ${what} (${systemReason(error)})`);
  }
}

const isPlain = /^[ -~]*$/;

/** The number of terminal columns of a text without control characters. */
export function columnsOf(text: string): number {
  return isPlain.test(text) ? text.length : stringWidth(text);
}

/** The text, followed by spaces up to a number of columns. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

/** Quotes a path for a shell command that is printed to be copied. */
export function shellWord(path: string): string {
  const word = path.startsWith('-') ? `./${path}` : path;
  if (!/[\s"'$`\\&|;<>()*?![\]{}#~^]/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Prints to the error output why a command, or a part of its work, failed. */
export function printFailure(message: string, { colors, printError }: Terminal): void {
  printError(`${colors.red('error:')} ${escapeControls(message)}`);
}

/** The terminal of this process. It has colours only on a real terminal, and never with `NO_COLOR`. */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  takeUnwritten();
  const wantsColor = ({ isTTY }: { readonly isTTY?: boolean }): boolean =>
    !env['NO_COLOR'] &&
    (env['FORCE_COLOR']
      ? !/^(?:0|false)$/.test(env['FORCE_COLOR'])
      : isTTY === true && env['TERM'] !== 'dumb');
  const errorText = wantsColor(stderr) ? String : stripVTControlCharacters;
  return {
    cwd: workingFolder(),
    colors: createColors(wantsColor(stdout)),
    columns: stdout.columns,
    print: (text) => void stdout.write(`${text}\n`),
    write: (text) => void stdout.write(stdout.isTTY ? escapeText(text) : text),
    printError: (text) => void stderr.write(`${errorText(text)}\n`),
    async readInput() {
      const { buffer } = await import('node:stream/consumers');
      // Node makes the stream on access, which takes longer than most of a command, so this is its only use.
      return buffer(process.stdin);
    },
    exitCode: exitStatus.clean,
  };
}

/** The working directory. Without one no command can work, so the process ends. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write('error: the folder in which this is called is gone; change to one that is there\n');
    process.exit(exitStatus.usage);
  }
}

/** Error codes that mean that nobody reads the output: `| head` has finished, or the terminal is closed. */
const isUnread: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO']);

/** Handles errors of the output streams. If nobody reads the output, that is no failure. Otherwise prints the error, with exit status 2. */
function takeUnwritten(): void {
  let isTold = false;
  const take = (error: Error): void => {
    if (isTold || isUnread.has(systemCode(error))) return;
    isTold = true;
    process.once('exit', () => (process.exitCode = exitStatus.usage));
    process.stderr.write(`error: the output cannot be written (${systemReason(error)})\n`);
  };
  process.stdout.on('error', take);
  process.stderr.on('error', take);
}
