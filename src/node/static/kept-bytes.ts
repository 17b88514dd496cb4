// The bytes of files that are asked for again, in memory for as long as the system says the same of them.
//
// They belong to what was seen of a file, and are asked for only by who has just seen the same: a file that was changed since is another. Two
// changes within one tick of the system's clock cannot be told apart, so that, as in Git, bytes are kept only where the last change lay well
// before they were read. Kept is what comes again before as many bytes of others as there is room for: of a tree that is larger, and read by
// turns, nothing.

import { FileBody, type FileIdentity } from './file-body.js';
import { BoundedStore, type Held } from './bounded-store.js';

/** Bytes of all files together. */
const room = 32 * 1024 * 1024;
/** Bytes of the largest file that is kept. */
const largest = room / 2;
/** Milliseconds that have passed since the last change of a file whose bytes are kept: some systems note full seconds, or two. */
const settled = 2000;

/** What a file takes in memory beside its bytes, roughly: its names and headers. */
const overhead = 2048;

/** A file that may be kept. */
export interface KeepableFile extends FileIdentity {
  /** Where in all the bytes that were read it was read last; undefined where it was not. */
  lastRead: number | undefined;
}

interface Kept extends Held {
  readonly body: Buffer;
}

export class KeptBytes {
  private readonly store = new BoundedStore<KeepableFile, Kept>(room);
  private read = 0;
  private isLoading = false;

  /** The bytes of a file, where they are kept. */
  of(file: KeepableFile): Buffer | undefined {
    return this.store.get(file)?.body;
  }

  /** Notes that a file is read now; whether its bytes should be kept. */
  noteRead(file: KeepableFile): boolean {
    const before = file.lastRead;
    this.read += file.size + overhead;
    file.lastRead = this.read;
    return (
      before !== undefined &&
      this.read - before <= room &&
      file.size <= largest &&
      Date.now() - file.ctimeMs > settled
    );
  }

  /** Keeps the bytes of a whole file. */
  keep(file: KeepableFile, bytes: Buffer): void {
    // Bytes of the pool would hold all of it.
    const body = bytes.buffer.byteLength > bytes.length ? Buffer.from(new Uint8Array(bytes).buffer) : bytes;
    this.store.add(file, { body, bytes: body.length + overhead, isUsed: false });
  }

  /** Notes that a file too large to be read at once is sent now, and reads it into memory where it should be kept; one file at a time. */
  noteSent(file: KeepableFile): void {
    if (!this.noteRead(file) || this.isLoading || this.store.get(file) !== undefined) return;
    this.isLoading = true;
    this.load(file)
      .catch(() => undefined)
      .finally(() => (this.isLoading = false));
  }

  private async load(file: KeepableFile): Promise<void> {
    const bytes = Buffer.allocUnsafeSlow(file.size);
    let filled = 0;
    for await (const chunk of new FileBody(file, [{ start: 0, end: file.size - 1 }])) {
      bytes.set(chunk, filled);
      filled += chunk.length;
    }
    if (filled === file.size) this.keep(file, bytes);
  }
}
