// The language server over stdio: what `waypost lsp` and editors start.

import { createConnection, ProposedFeatures, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { nodeHost } from './node-host.js';
import { createServer } from './server.js';

/** Serves standard input and output until the client says exit or goes away. */
export function startServer(): void {
  const connection = createConnection(ProposedFeatures.all, new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));
  createServer(connection, nodeHost((text) => connection.console.warn(text)));
}
