// The language server over stdio: what `waypost lsp` and editors start.

import { setFlagsFromString } from 'node:v8';
import { createConnection, ProposedFeatures, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { nodeHost } from './node-host.js';
import { createServer } from './server.js';

/**
 * An editor runs many servers, and this one is asked for little at a time: the engine is to keep the space for new objects as
 * small as it begins, and to sweep before the heap has grown to a multiple of what lives in it.
 */
const thrift = ['--semi-space-growth-factor=1', '--heap-growing-percent=50'];

/** Serves standard input and output until the client says exit or goes away. */
export function startServer(): void {
  for (const flag of thrift) setFlagsFromString(flag);
  const connection = createConnection(ProposedFeatures.all, new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));
  createServer(connection, nodeHost((text) => connection.console.warn(text)));
}
