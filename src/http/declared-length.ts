// The length that a body was said to have, and the bytes that come of it: with fewer the client would wait, with more it would take what is left for the
// beginning of the next answer.

import { type ChunkSource, bytesOfChunk } from './body.js';

/** Counts the bytes of a body, and fails where there are more or fewer of them than the length that was declared, if one was. */
export class DeclaredLength {
  private sent = 0;

  constructor(private readonly length: number | undefined) {}

  /** Counts bytes that are to be sent. */
  add(count: number): void {
    this.sent += count;
    if (this.length !== undefined && this.sent > this.length)
      throw this.failure('is longer than its Content-Length of');
  }

  /** Notes that no more come. */
  end(): void {
    if (this.length !== undefined && this.sent < this.length)
      throw this.failure(`ended after ${this.sent} bytes, its Content-Length being`);
  }

  private failure(problem: string): Error {
    const advice = 'leave the header out, or send as many bytes as it says';
    return new Error(`a body ${problem} ${this.length}; ${advice}`);
  }
}

/**
 * The chunks of a stream as bytes, held to the `Content-Length` of its answer, null for none; left early, it is given up at once, and has not come to
 * its end.
 */
export function heldBytes(source: ChunkSource, length: string | null): AsyncIterable<Uint8Array> {
  const declared = new DeclaredLength(length === null ? undefined : Number(length));
  let isLeft = false;
  const chunks: AsyncIterator<Uint8Array> = {
    async next() {
      const { done, value } = await source.next();
      if (isLeft) throw new Error('the body was given up before its end');
      if (done === true) {
        declared.end();
        return { done, value: undefined };
      }
      const chunk = bytesOfChunk(value);
      declared.add(chunk.length);
      return { done: false, value: chunk };
    },
    async return() {
      isLeft = true;
      source.stop();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => chunks };
}
