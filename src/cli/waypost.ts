#!/usr/bin/env node
// The `waypost` command, as it is built: what it runs is one of two programs.

import { startTool } from './kept-code.js';
import { refuseOldNode } from './old-node.js';
import { optimizeLater } from './short-run.js';

/** They run an application, or for long: as parts of the library that the application imports. */
const others = new Set(['serve', 'start', 'build', 'middleware', 'compile', 'lsp']);

refuseOldNode();
const args = process.argv.slice(2);
const command = args[0] === '--' ? args[1] : args[0];
if (command !== undefined && others.has(command)) {
  const program = '../commands.js';
  void import(program);
} else {
  if (!args.includes('--watch')) optimizeLater();
  startTool(args, 'waypost');
}
