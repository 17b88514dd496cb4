// All commands as one CommonJS module, whose compiled code is kept between runs (kept-code.ts). Those that run an application are here for the sake of
// the help; they are started from `main.ts`.

import { runCommand } from './program.js';
import { processTerminal } from './terminal.js';

/** Runs a command and sets the status that the process ends with. */
export async function start(args: readonly string[], name: string): Promise<void> {
  const terminal = processTerminal();
  await runCommand(args, terminal, name);
  process.exitCode = terminal.exitCode;
}
