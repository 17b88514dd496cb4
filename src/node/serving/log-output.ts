// Standard output for the log: written a piece at a time while the server goes on, and what is left of it when the process ends.
//
// Where `pino` writes by itself, a full disk keeps the process from ending: it waits then until there is room. Here the lines that cannot be
// written are lost, which is said once, and those that follow are tried again.

import { write, writeSync } from 'node:fs';
import { systemCode, systemReason } from '../files/system-error.js';

/** Characters that are handed to the system at once; with more, lines of several processes on one pipe are torn more often. */
const pieceLength = 16 * 1024;

/** Milliseconds until a pipe whose reader is slow is tried again. */
const retryDelay = 100;

export class LogOutput {
  private pieces: string[] = [];
  private isWriting = false;
  /** What a pipe has no room for yet. */
  private waiting: Buffer | undefined = undefined;
  private isClosed = false;
  private hasComplained = false;

  /** `complain` is given a sentence for people; `patience` says how many milliseconds a reader that takes nothing may delay the end. */
  constructor(
    private readonly file: number,
    private readonly complain: (text: string) => void,
    private readonly patience = 5_000,
  ) {}

  /** Takes a line, with its line break. */
  write(line: string): void {
    if (this.isClosed) return;
    const last = this.pieces.at(-1);
    if (last === undefined || last.length + line.length > pieceLength) this.pieces.push(line);
    else this.pieces[this.pieces.length - 1] = last + line;
    if (!this.isWriting) this.writeNext();
  }

  /** Writes what is left before it returns, and nothing later, when the file may be closed: for the `exit` of the process. */
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

  /** Forgets what there is to write, so that it takes no memory while the disk is full. */
  private lose(error: unknown): void {
    this.pieces = [];
    // Whoever read the log is gone, and wants no more of it.
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

/** Where the log goes unless something else was made of `process.stdout`: one for all loggers, so that their lines stay in order. */
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
