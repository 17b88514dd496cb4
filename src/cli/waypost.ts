#!/usr/bin/env node
// The `waypost` command of the package. It starts one of two programs: the ES module, or the script with kept code.

import { startTool } from './kept-code.js';
import { refuseOldNode } from './old-node.js';
import { optimizeLater } from './short-run.js';

/** Commands that run an application, or run long. They belong to the library, of which the application has to import the same copy. */
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
