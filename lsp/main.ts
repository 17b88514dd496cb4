// The language server over stdio: what `waypost lsp` and editors start.

import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { ConfigurationSearch } from '../src/node/files/configuration-file.js';
import { Frames } from './frames.js';
import { jsonEncoder } from './json-text.js';
import { nodeHost } from './node-host.js';
import { messageDecoder } from './params.js';
import { createServer } from './server.js';

/**
 * An editor runs many language servers, and this one has little to do at a time: memory goes before speed. The engine is told to collect garbage
 * before the heap is a multiple of its live objects, and to keep the space for new objects at a quarter of what it would let it grow to, in which the
 * objects of one answer still die. For a file so long that collecting would be felt, speed goes before memory.
 */
const thrifty = ['--heap-growing-percent=20', '--semi-space-growth-factor=1'];
const generous = ['--heap-growing-percent=120', '--semi-space-growth-factor=2'];
const newSpaceBytes = 8 * 1024 * 1024;
const longFileBytes = 64 * 1024 * 1024;
/** The newest engine that this was tried with. */
const newestEngine = 13;

/** Milliseconds between two looks at the heap: while it grows to its first size, and afterwards. */
const looks = { first: 50, later: 1_000 };

/** Watches the heap, and tells the engine what it is to do with it. */
function keepMemoryInBounds(given: readonly string[] = []): void {
  if (Number.parseInt(process.versions.v8, 10) > newestEngine) return;
  const isLong = getHeapStatistics().used_heap_size > longFileBytes;
  const newSpace =
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ??
    newSpaceBytes;
  const isGrowing = !isLong && given.length === 0 && newSpace < newSpaceBytes;
  const wanted = isGrowing ? given : isLong ? generous : thrifty;
  if (wanted !== given) for (const flag of wanted) setFlagsFromString(flag);
  setTimeout(keepMemoryInBounds, wanted.length === 0 ? looks.first : looks.later, wanted).unref();
}

/**
 * Serves standard input and output until the client says exit or goes away.
 *
 * @param search whether a configuration that is code may run: nothing else of a project ever does
 */
export function startServer(search: ConfigurationSearch): void {
  keepMemoryInBounds();
  const frames = new Frames((reason) => connection.console.warn(reason));
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(process.stdin.pipe(frames), { contentTypeDecoder: messageDecoder }),
    new StreamMessageWriter(process.stdout, { contentTypeEncoder: jsonEncoder }),
  );
  createServer(
    connection,
    nodeHost((text) => connection.console.warn(text), search),
    true,
  );
}
