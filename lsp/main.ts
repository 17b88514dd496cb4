// The language server over stdio: what `waypost lsp` and editors start.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { createConnection, ProposedFeatures, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { nodeHost } from './node-host.js';
import { createServer } from './server.js';

/**
 * An editor runs many servers, and this one is asked for little at a time. The engine is to sweep before the heap has grown to
 * a multiple of what lives in it, and to leave the space for new objects at a size in which an answer's objects still die
 * young; by itself it lets that grow twice as far.
 */
const heapGrowth = '--heap-growing-percent=20';
const newSpaceStays = '--semi-space-growth-factor=1';
const newSpaceBytes = 8 * 1024 * 1024;

/** Lets the space for new objects grow to its size; it cannot be told the engine beforehand. */
function keepNewSpaceSmall(): void {
  const watch = setInterval(() => {
    const size = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? newSpaceBytes;
    if (size < newSpaceBytes) return;
    setFlagsFromString(newSpaceStays);
    clearInterval(watch);
  }, 50);
  watch.unref();
}

/** Serves standard input and output until the client says exit or goes away. */
export function startServer(): void {
  setFlagsFromString(heapGrowth);
  keepNewSpaceSmall();
  const connection = createConnection(ProposedFeatures.all, new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));
  createServer(connection, nodeHost((text) => connection.console.warn(text)));
}
