// Checks the frames of the protocol before the library reads them. A frame whose header has no valid length is dropped, and reading goes
// on at the next header. The library's reader would wait forever, or fail.
//
//   Content-Length: -5⏎⏎{}Content-Length: 20⏎⏎{…}      the first is dropped with its text, the second goes on

import { Transform, type TransformCallback } from 'node:stream';

/** The greatest length of a message that is accepted: ten times a routes file of a million lines. */
const mostBytes = 256 * 1024 * 1024;
/** The greatest length of a header. */
const mostHeader = 8 * 1024;

const headerEnd = '\r\n\r\n';
const field = 'content-length:';

export class Frames extends Transform {
  #pending: Buffer = Buffer.alloc(0);
  /** How many bytes of the current message are still to come. */
  #body = 0;
  /** Whether the start of the next header is being searched. */
  #isLost = false;

  /** @param refused called with the reason if a frame is dropped */
  constructor(readonly refused: (reason: string) => void) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (this.#step());
    done();
  }

  /** Passes on or drops bytes. Returns false if more bytes are needed first. */
  #step(): boolean {
    if (this.#pending.length === 0) return false;
    if (this.#body > 0) {
      this.#body -= this.#pass(Math.min(this.#body, this.#pending.length));
      return true;
    }
    const start = this.#pending.toString('latin1', 0, mostHeader * 2).toLowerCase();
    if (this.#isLost) {
      const next = start.indexOf(field);
      this.#drop(next < 0 ? Math.max(0, start.length - field.length) : next);
      this.#isLost = next < 0;
      return next >= 0;
    }
    const end = start.indexOf(headerEnd);
    if (end < 0 && start.length <= mostHeader) return false;
    const length = /^content-length:[ \t]*(\d+)[ \t]*$/m.exec(start.slice(0, Math.max(0, end)))?.[1];
    if (end >= 0 && length !== undefined && Number(length) <= mostBytes) {
      this.#pass(end + headerEnd.length);
      this.#body = Number(length);
      return true;
    }
    this.refused(
      `a message is refused: its header gives no length that a message can have (${JSON.stringify(start.slice(0, 60))})`,
    );
    this.#drop(end < 0 ? field.length : end);
    this.#isLost = true;
    return true;
  }

  #pass(count: number): number {
    this.push(this.#pending.subarray(0, count));
    this.#drop(count);
    return count;
  }

  #drop(count: number): void {
    this.#pending = this.#pending.subarray(count);
  }
}
