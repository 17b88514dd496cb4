// A terminal that records what a command prints, and a folder of files in which the command works.

import { join } from 'node:path';
import { createColors } from 'picocolors';
import { runCommand } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { TemporaryFolder } from './temporary-folder.js';

export interface CommandRun {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

export class WorkFolder extends TemporaryFolder {
  /** Runs `waypost …` in the folder or a subfolder, in a terminal with a number of columns. */
  async run(
    args: readonly string[],
    input: string | Buffer = '',
    below = '.',
    columns?: number,
  ): Promise<CommandRun> {
    const output: string[] = [];
    const errors: string[] = [];
    const terminal: Terminal = {
      cwd: join(this.path, below),
      colors: createColors(false),
      columns,
      print: (text) => void output.push(`${text}\n`),
      write: (text) => void output.push(text),
      printError: (text) => void errors.push(text),
      readInput: () => Promise.resolve(typeof input === 'string' ? Buffer.from(input) : input),
      exitCode: 0,
    };
    await runCommand(args, terminal);
    return {
      status: terminal.exitCode,
      output: output.join('').replace(/\n$/, ''),
      errors: errors.join('\n'),
    };
  }
}
