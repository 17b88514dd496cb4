// The commands as an ES module: for those that run an application, which is to have the same library as they have (waypost.ts), and from source.

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
  // A bug: where a server was to start, nobody would end the process because of it.
  console.error(error);
  terminal.exitCode = exitStatus.findings;
}
process.exitCode = terminal.exitCode;
// What could not start would otherwise be kept by a connection: a worker's to its supervisor, or one to a database that a module opened.
if (terminal.exitCode !== 0 && isServer) process.exit(terminal.exitCode);
