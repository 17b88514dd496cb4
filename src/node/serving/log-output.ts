// Writes the log to standard output: piece by piece and asynchronously, and the rest synchronously when the process ends.
//
// If `pino` writes itself, a full disk keeps the process from ending, since `pino` waits until there is room. Here, lines that cannot be
// written are lost. This is reported once, and later lines are tried again.

import { write, writeSync } from 'node:fs';
import { systemCode, systemReason } from '../files/system-error.js';

/** The largest piece that is written at once, in characters. With larger ones, lines of several processes on one pipe mix more often. */
const pieceLength = 16 * 1024;

/** After how many milliseconds a pipe that was full is tried again. */
const retryDelay = 100;

export class LogOutput {
  private pieces: string[] = [];
  private isWriting = false;
  /** The piece that waits until a full pipe is tried again. */
  private waiting: Buffer | undefined = undefined;
  private isClosed = false;
  private hasComplained = false;

  /** `complain` gets a sentence for people. `patience` is how many milliseconds a reader that reads nothing may delay the process's end. */
  constructor(
    private readonly file: number,
    private readonly complain: (text: string) => void,
    private readonly patience = 5_000,
  ) {}

  /** Writes a line, which ends with a line break. */
  write(line: string): void {
    if (this.isClosed) return;
    const last = this.pieces.at(-1);
    if (last === undefined || last.length + line.length > pieceLength) this.pieces.push(line);
    else this.pieces[this.pieces.length - 1] = last + line;
    if (!this.isWriting) this.writeNext();
  }

  /** Writes the rest synchronously. Nothing is written after that. Called at the `exit` of the process. */
  finish(): void {
    this.isClosed = true;
    const left = Buffer.from(this.pieces.join(''));
    let rest = this.waiting === undefined ? left : Buffer.concat([this.waiting, left]);
    this.waiting = undefined;
    this.pieces = [];
    let lastWritten = performance.now();
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.file, rest));
        lastWritten = performance.now();
      } catch (error) {
        if (!isBusy(error) || performance.now() - lastWritten > this.patience) {
          this.lose(error);
          return;
        }
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      }
    }
  }

  private writeNext(): void {
    const piece = this.pieces.shift();
    this.isWriting = piece !== undefined;
    if (piece !== undefined) this.writeRest(Buffer.from(piece));
  }

  private writeRest(rest: Buffer): void {
    write(this.file, rest, (error, written) => {
      if (this.isClosed) return;
      if (error !== null && isBusy(error)) {
        this.waiting = rest;
        setTimeout(() => {
          if (this.waiting === undefined) return;
          this.waiting = undefined;
          this.writeRest(rest);
        }, retryDelay);
        return;
      }
      if (error !== null) this.lose(error);
      if (error === null && written < rest.length) this.writeRest(rest.subarray(written));
      else this.writeNext();
    });
  }

  /** Discards the unwritten lines, so they do not fill the memory while the disk is full. */
  private lose(error: unknown): void {
    this.pieces = [];
    // The reader of the pipe is gone.
    if (systemCode(error) === 'EPIPE') this.isClosed = true;
    else if (!this.hasComplained) {
      this.hasComplained = true;
      this.complain(`the log cannot be written (${systemReason(error)}), and its lines are lost`);
    }
  }
}

function isBusy(error: unknown): boolean {
  return ['EAGAIN', 'EBUSY'].includes(systemCode(error) ?? '');
}

let standardOutput: LogOutput | undefined;

/** The output of all loggers, shared so that their lines stay in order. If `process.stdout.write` was replaced, it is `process.stdout`. */
export function logOutput(): { write(line: string): unknown } {
  const { stdout } = process;
  if (Object.hasOwn(stdout, 'write')) return stdout;
  if (standardOutput === undefined) {
    const output = new LogOutput(1, (text) => console.error(text));
    process.once('exit', () => output.finish());
    standardOutput = output;
  }
  return standardOutput;
}
