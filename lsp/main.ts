// The language server over stdio. `waypost lsp` and editors start it.

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
 * Editors run many language servers, and this one is mostly idle, so memory matters more than speed. With `thrifty` the engine collects
 * garbage before the heap is a multiple of its live objects, and keeps the space for new objects at a quarter of its usual maximum, which
 * is still enough for the objects of one response. For files so long that collecting would be noticed, `generous` gives priority to
 * speed.
 */
const thrifty = ['--heap-growing-percent=20', '--semi-space-growth-factor=1'];
const generous = ['--heap-growing-percent=120', '--semi-space-growth-factor=2'];
const newSpaceBytes = 8 * 1024 * 1024;
const longFileBytes = 64 * 1024 * 1024;
/** The newest major version of V8 with which these flags were tested. */
const newestEngine = 13;

/** Milliseconds between two checks of the heap: at first, until it has grown to its size, and later. */
const looks = { first: 50, later: 1_000 };

/** Checks the heap regularly, and sets the flags for its size. `given` are the flags already set. */
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
 * Serves standard input and output until the client sends `exit` or disconnects.
 *
 * @param search whether a configuration that is code may run; no other code of a project ever does
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
