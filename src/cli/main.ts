// The commands as an ES module: for those that run an application, which is to have the same library as they have (waypost.ts), and from source.

import { runCommand } from './program.js';
import { optimizeLater } from './short-run.js';
import { processTerminal } from './terminal.js';

const args = process.argv.slice(2);
const [command = ''] = args;
if (!['serve', 'start', 'lsp'].includes(command) && !args.includes('--watch')) optimizeLater();
const terminal = processTerminal();
await runCommand(args, terminal);
process.exitCode = terminal.exitCode;
// A worker that could not start would otherwise be kept by its connection to the supervisor.
if (terminal.exitCode !== 0 && process.channel !== undefined) process.exit(terminal.exitCode);
