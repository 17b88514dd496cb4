// The language server that the extension brings along. The extension says whether the workspace is trusted.

import { startServer } from '../../main.js';

startServer({ trustsCode: process.argv.includes('--trust-config') });
