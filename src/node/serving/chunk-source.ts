// What a streamed body is read from: chunk by chunk, and given up at once by whoever wants no more of it.
//
// A `for await` that waits for a chunk cannot be left before it has come, which may be never: a stream of news whose reader has gone is told by its
// `cancel`, and an iterator by its `return`, while the chunk is still awaited. (A generator hears of that when it goes on.)

import { Readable } from 'node:stream';
import { type BodyStream, isWebStream } from '../../http/body.js';

export interface ChunkSource {
  /** The next chunk as it was given. */
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>;
  /** Ends the stream wherever it is, also while `next` waits; does nothing where it has come to its end, or failed. */
  stop(): void;
}

/** Begins to read a stream. Throws where somebody reads it already. */
export function sourceOf(body: BodyStream): ChunkSource {
  if (isWebStream(body)) {
    const reader = body.getReader();
    return { next: () => reader.read(), stop: () => void reader.cancel().catch(() => undefined) };
  }
  const chunks: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
  let isOver = false;
  return {
    async next() {
      try {
        const next = await chunks.next();
        if (next.done === true) isOver = true;
        return next;
      } catch (error) {
        isOver = true;
        throw error;
      }
    },
    stop() {
      if (isOver) return;
      isOver = true;
      if (body instanceof Readable) body.destroy();
      (async () => chunks.return?.())().catch(() => undefined);
    },
  };
}
