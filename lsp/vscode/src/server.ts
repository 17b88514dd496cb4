// The language server that the extension brings along.

import { startServer } from '../../main.js';

startServer();
