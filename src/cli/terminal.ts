// Where a command prints: two streams, colours where they are wanted, and the status it ends with.

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
  /** How wide it is; undefined where the output is no terminal. */
  readonly columns?: number | undefined;
  print(text: string): void;
  /** Prints a text without a line end of its own: into a pipe or a file as it is, and to a terminal with its control characters in a visible form. */
  write(text: string): void;
  printError(text: string): void;
  /** The bytes of standard input, to its end. */
  readInput(): Promise<Buffer>;
  exitCode: number;
}

/** A mistake in how a command was called, or a file that it cannot do without: told as it is, with the status of usage. */
export class Misuse extends Error {}

/** The name of the text of standard input, `routes` where nobody gives one. Throws a `Misuse` where it is named twice. */
export function inputName(files: readonly string[], given: string | undefined): string {
  if (files.length > (given === undefined ? 1 : 0))
    throw new Misuse('--stdin reads one text; name it once, as FILE or with --stdin-filename');
  return given ?? files[0] ?? 'routes';
}

/** The text of standard input. Throws a `RoutesFileError` where it is none in UTF-8. */
export async function inputText(terminal: Terminal): Promise<string> {
  return routesText(await terminal.readInput(), 'standard input');
}

/** Reads an option that is a whole number in a range. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };
}

/** Reads an option that is an address. Node takes an empty one, as of a variable that is set to nothing, for all that the machine has. */
export function address(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It is an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all.');
}

/** What `work` gives; where the system refuses that, the file is named. */
export function orMisuse<Result>(file: string, what: 'read' | 'written', work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (what === 'read' && systemCode(error) === 'ENOENT') throw new Misuse(`there is no file ${file}`);
    throw new Misuse(`${file} cannot be ${what} (${systemReason(error)})`);
  }
}

const isPlain = /^[ -~]*$/;

/** How many columns of a terminal a text takes, which has no control characters. */
export function columnsOf(text: string): number {
  return isPlain.test(text) ? text.length : stringWidth(text);
}

/** The text with spaces behind it, so that it takes at least so many columns. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

/** A path as a word of a command that is printed to be copied. */
export function shellWord(path: string): string {
  const word = path.startsWith('-') ? `./${path}` : path;
  if (!/[\s"'$`\\&|;<>()*?![\]{}#~^]/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Says on the error output why a command, or a part of what it was asked for, fails. */
export function printFailure(message: string, { colors, printError }: Terminal): void {
  printError(`${colors.red('error:')} ${escapeControls(message)}`);
}

/** The terminal of this process. Colour only on a terminal, and never with `NO_COLOR`. */
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
      // Node makes the stream when it is asked for, which takes longer than most of a command.
      return buffer(process.stdin);
    },
    exitCode: exitStatus.clean,
  };
}

/** The folder in which the command is called; without one there is nothing that any command could do. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write('error: the folder in which this is called is gone; change to one that is there\n');
    process.exit(exitStatus.usage);
  }
}

/** Why nobody reads what is printed: `| head` has seen enough, or the terminal is closed. */
const isUnread: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO']);

/** What cannot be written ends no command: where nobody reads it, that is no failure; where it is lost, that is said, with the status of usage. */
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
