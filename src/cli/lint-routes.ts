#!/usr/bin/env node
// The `lint-routes` command: `waypost lint` under a name of its own.

import { runCommand } from './program.js';
import { processTerminal } from './terminal.js';

const terminal = processTerminal();
await runCommand(['lint', ...process.argv.slice(2)], terminal, 'lint-routes');
process.exitCode = terminal.exitCode;
