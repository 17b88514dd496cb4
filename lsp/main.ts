// The language server over stdio: what `waypost lsp` and editors start.

import { setFlagsFromString } from 'node:v8';
import { createConnection, ProposedFeatures, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { nodeHost } from './node-host.js';
import { createServer } from './server.js';

/**
 * Percent by which the heap may outgrow what lives in it before it is swept. Each keystroke leaves a whole snapshot behind:
 * with V8's own measure they pile up to several times the memory. Sweeping sooner is mostly done beside the main thread.
 */
const heapGrowth = 50;

/** Serves standard input and output until the client says exit or goes away. */
export function startServer(): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  const connection = createConnection(ProposedFeatures.all, new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));
  createServer(connection, nodeHost((text) => connection.console.warn(text)));
}
