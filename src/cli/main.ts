#!/usr/bin/env node
// The `waypost` command.

import { runCommand } from './program.js';
import { processTerminal } from './terminal.js';

const terminal = processTerminal();
await runCommand(process.argv.slice(2), terminal);
process.exitCode = terminal.exitCode;
