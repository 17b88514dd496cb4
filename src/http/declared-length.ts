// Compares the declared length of a body with its bytes. If there were fewer, the client would wait. If there were more, it would read
// the rest as the beginning of the next response.

import { type ChunkSource, bytesOfChunk } from './body.js';

/** Counts the bytes of a body. Throws if there are more or fewer of them than declared. */
export class DeclaredLength {
  private sent = 0;

  constructor(private readonly length: number | undefined) {}

  /** Counts bytes that are to be sent. */
  add(count: number): void {
    this.sent += count;
    if (this.length !== undefined && this.sent > this.length)
      throw this.failure('is longer than its Content-Length of');
  }

  /** Notes that there are no more bytes. */
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
 * The chunks of a stream as bytes, checked against `length`, the `Content-Length` of the response (null for none). If the reader leaves
 * early, the stream is stopped and the length is not checked.
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
