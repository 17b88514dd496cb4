// A streamed body on its way to the client: chunk by chunk, no faster than the client takes them.
//
// The head waits for the first chunk, so that a stream which fails at once can still become a plain 500. It waits one turn of the event loop at most,
// so that the headers of a slow stream arrive; but for files, whose first chunk, or error, is never long in coming. A client that hangs up, or takes
// nothing for too long, ends the stream. A stream with fewer or more bytes than it declared ends the connection, since the next response would be
// read as part of it.

import { ReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type BodyStream, bytesOfChunk, sourceOf } from '../../http/body.js';
import { DeclaredLength } from '../../http/declared-length.js';
import { FileBody } from '../static/file-body.js';
import { cutOff, cutOffAfter, isGone, limitUnsent, onceOver } from './outgoing.js';

/** Sends a file and ends the response; like `sendStream`, but without a buffer for every chunk. */
export async function sendFile(
  body: FileBody,
  length: number | undefined,
  writeHead: () => void,
  outgoing: ServerResponse,
  sendTimeout: number,
): Promise<void> {
  const timer = cutOffAfter(sendTimeout, outgoing);
  // Node forgets the callbacks of what was written to a connection that is just going down.
  const waiting = new Set<(error?: Error | null) => void>();
  const hangUp = (): void => {
    for (const done of waiting) done(new Error('the client hung up'));
    waiting.clear();
  };
  const listenNoMore = onceOver(outgoing, hangUp);
  const declared = new DeclaredLength(length);
  try {
    await body.writeTo((bytes, done) => {
      waiting.add(done);
      if (isGone(outgoing)) {
        hangUp();
        return;
      }
      declared.add(bytes.length);
      outgoing.write(bytes, (error) => {
        waiting.delete(done);
        timer.refresh();
        // The connection broke, which the response is told of only a moment later.
        if (error) cutOff(outgoing);
        done(error);
      });
    }, writeHead);
    declared.end();
    outgoing.end();
  } catch (error) {
    if (!isGone(outgoing)) throw error;
  } finally {
    clearTimeout(timer);
    listenNoMore();
  }
}

/** Sends all chunks and ends the response; resolves as well when the client hangs up. Rejects with what the stream failed with. */
export async function sendStream(
  body: BodyStream,
  length: number | undefined,
  writeHead: () => void,
  outgoing: ServerResponse,
  sendTimeout: number,
): Promise<void> {
  const source = sourceOf(body);
  const drain = drainOf(outgoing, sendTimeout);
  const hangUp = (): void => source.stop();
  const listenNoMore = onceOver(outgoing, hangUp);
  let isHeadDue = true;
  const commit = (): void => {
    if (!isHeadDue) return;
    isHeadDue = false;
    writeHead();
  };
  const hurry = (): void => {
    if (!isHeadDue || isGone(outgoing)) return;
    commit();
    outgoing.flushHeaders();
  };
  const isFile = body instanceof ReadStream || body instanceof FileBody;
  const lastMoment = isFile ? undefined : setImmediate(hurry);
  const declared = new DeclaredLength(length);
  try {
    for (;;) {
      const { done, value } = await source.next();
      if (isGone(outgoing)) return;
      // Before the head: what is wrong at once can still become a plain 500.
      const chunk = done === true ? undefined : bytesOfChunk(value);
      if (chunk === undefined) declared.end();
      else declared.add(chunk.length);
      commit();
      if (chunk === undefined) break;
      // As Node's own `pipe` has it: a `write` that is somebody's own may give nothing back.
      if (chunk.length > 0 && outgoing.write(chunk) === false) await drain.wait();
      if (isGone(outgoing)) return;
    }
    outgoing.end();
    limitUnsent(outgoing, sendTimeout);
  } catch (error) {
    if (!isGone(outgoing)) throw error;
  } finally {
    clearImmediate(lastMoment);
    listenNoMore();
    drain.stop();
    source.stop();
  }
}

interface Drain {
  /** Resolves when the client has taken what was written, or is gone; one that takes nothing for `timeout` milliseconds is made to go. */
  wait(): Promise<void>;
  stop(): void;
}

/** Listens once for a whole response: middleware of a host that replaces `on` (compression) does not let anybody take a listener off again. */
function drainOf(outgoing: ServerResponse, timeout: number): Drain {
  let wake: (() => void) | undefined;
  let listenNoMore: (() => void) | undefined;
  const proceed = (): void => wake?.();
  return {
    async wait() {
      listenNoMore ??= onceOver(outgoing.on('drain', proceed), proceed);
      const timer = cutOffAfter(timeout, outgoing);
      await new Promise<void>((resolve) => (wake = resolve));
      clearTimeout(timer);
    },
    stop() {
      outgoing.off('drain', proceed);
      listenNoMore?.();
    },
  };
}
