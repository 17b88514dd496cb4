// The commands as an ES module. It runs the commands that run an application, because both have to use the same copy of the library
// (waypost.ts), and all commands when running from source.

import { runCommand } from './program.js';
import { optimizeLater } from './short-run.js';
import { exitStatus } from './exit-status.js';
import { processTerminal } from './terminal.js';

const args = process.argv.slice(2);
const [command = ''] = args;
const isServer = command === 'serve' || command === 'start';
if (!isServer && command !== 'lsp' && !args.includes('--watch')) optimizeLater();
const terminal = processTerminal();
try {
  await runCommand(args, terminal);
} catch (error) {
  // This is a bug in waypost. It is printed here, and for a server the process is ended below, since nothing else would end it.
  console.error(error);
  terminal.exitCode = exitStatus.findings;
}
process.exitCode = terminal.exitCode;
// An open connection would keep a process whose server did not start: a worker's connection to its supervisor, or one to a database.
if (terminal.exitCode !== 0 && isServer) process.exit(terminal.exitCode);
