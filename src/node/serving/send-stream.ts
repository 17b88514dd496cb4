// Sends a streamed body chunk by chunk, as fast as the client reads.
//
// The head waits for the first chunk, so a stream that fails at once can still become a plain 500. It waits for one turn of the event loop
// at most, so the headers of a slow stream arrive. For files it waits longer, since their first chunk or error always comes soon. If the
// client hangs up or reads nothing for too long, the stream is stopped. If a stream has fewer or more bytes than declared, the connection
// is closed: the client would take the next response for a part of it.

import { ReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type BodyStream, bytesOfChunk, sourceOf } from '../../http/body.js';
import { DeclaredLength } from '../../http/declared-length.js';
import { FileBody } from '../static/file-body.js';
import { cutOff, cutOffAfter, isGone, limitUnsent, onceOver } from './outgoing.js';

/** Sends a file and ends the response. As `sendStream`, but reuses the memory of chunks. */
export async function sendFile(
  body: FileBody,
  length: number | undefined,
  writeHead: () => void,
  outgoing: ServerResponse,
  sendTimeout: number,
): Promise<void> {
  const timer = cutOffAfter(sendTimeout, outgoing);
  // Called on hang-up, since Node drops the callbacks of writes to a connection that is closing.
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
        // The connection is broken, but the response learns it only a moment later.
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

/** Sends all chunks and ends the response. Also resolves if the client hangs up. Rejects with the error of the stream. */
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
      // Checked before the head is sent: if the first chunk is wrong, it can still become a plain 500.
      const chunk = done === true ? undefined : bytesOfChunk(value);
      if (chunk === undefined) declared.end();
      else declared.add(chunk.length);
      commit();
      if (chunk === undefined) break;
      // Compared with `false`, as Node's `pipe` does, since a replaced `write` may return nothing.
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
  /** Resolves when the client has read what was written, or is gone. If it reads nothing for `timeout` milliseconds, it is cut off. */
  wait(): Promise<void>;
  stop(): void;
}

/** Adds one listener for the whole response: if middleware of a host replaces `on` (compression), listeners cannot be removed again. */
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
