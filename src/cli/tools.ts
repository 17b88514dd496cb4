// All commands as one CommonJS module, whose compiled code is kept between runs (kept-code.ts). Commands that run an application are
// included only for the help: `main.ts` starts them.

import { runCommand } from './program.js';
import { processTerminal } from './terminal.js';

/** Runs a command and sets the exit status of the process. */
export async function start(args: readonly string[], name: string): Promise<void> {
  const terminal = processTerminal();
  await runCommand(args, terminal, name);
  process.exitCode = terminal.exitCode;
}
