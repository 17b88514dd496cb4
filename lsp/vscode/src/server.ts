// The extension's own language server. The extension tells it whether the workspace is trusted.

import { startServer } from '../../main.js';

startServer({ trustsCode: process.argv.includes('--trust-config') });
