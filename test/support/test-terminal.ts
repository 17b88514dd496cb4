// A terminal that keeps what a command prints, and a folder of files for the command to work in.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createColors } from 'picocolors';
import { runCommand } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';

export interface CommandRun {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

export class WorkFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'waypost-cli-'));

  /** Writes files by their path in the folder. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.path, file)), { recursive: true });
      writeFileSync(join(this.path, file), content);
    }
  }

  read(file: string): string {
    return readFileSync(join(this.path, file), 'utf8');
  }

  /** Runs `waypost …` in the folder, or in one below it. */
  async run(args: readonly string[], input = '', below = '.'): Promise<CommandRun> {
    const output: string[] = [];
    const errors: string[] = [];
    const terminal: Terminal = {
      cwd: join(this.path, below),
      colors: createColors(false),
      print: (text) => void output.push(`${text}\n`),
      write: (text) => void output.push(text),
      printError: (text) => void errors.push(text),
      readInput: () => Promise.resolve(input),
      exitCode: 0,
    };
    await runCommand(args, terminal);
    return {
      status: terminal.exitCode,
      output: output.join('').replace(/\n$/, ''),
      errors: errors.join('\n'),
    };
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
