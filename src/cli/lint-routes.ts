#!/usr/bin/env node
// The `lint-routes` command: `waypost lint` under a name of its own.

import { addLintCommand } from './lint.js';
import { run } from './run.js';
import { optimizeLater } from './short-run.js';
import { processTerminal } from './terminal.js';

optimizeLater();
const terminal = processTerminal();
await run([addLintCommand], ['lint', ...process.argv.slice(2)], terminal, 'lint-routes');
process.exitCode = terminal.exitCode;
