#!/usr/bin/env node
// The `lint-routes` command, which is the same as `waypost lint`.

import { startTool } from './kept-code.js';
import { refuseOldNode } from './old-node.js';
import { optimizeLater } from './short-run.js';

refuseOldNode();
optimizeLater();
startTool(['lint', ...process.argv.slice(2)], 'lint-routes');
