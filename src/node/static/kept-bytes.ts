// Keeps the bytes of files that are requested again in memory.
//
// The key is the variant that `StaticIndex` has found; a changed file gets a new one. Two changes within one tick of the file system's
// clock look alike, so bytes are kept only if the last change was well before the read, as Git does it. A file is kept if it is read again
// before `maxBytes` of other files were read, so cycling through a tree that is too large keeps nothing. With a `recheck` interval, each
// file is kept at its first read.
//
// The oldest entry makes room for a new one. An entry that was used since its last turn gets a second chance.

import { FileBody, type FileIdentity } from './file-body.js';

/** The limits of the files kept in memory. */
export interface CacheLimits {
  /** The largest size of all kept files together, in bytes. 64 MiB by default. */
  readonly maxBytes: number;
  /** The largest file that is kept, in bytes; larger ones are streamed from the disk. A quarter of `maxBytes` by default. */
  readonly maxFileBytes: number;
  /** For how many milliseconds a file is not checked again. 1,000 by default. */
  readonly recheck: number;
}

/** The limits without a `cache` option: files are checked on each request. */
export const whileUnchanged: CacheLimits = {
  maxBytes: 32 * 1024 * 1024,
  maxFileBytes: 16 * 1024 * 1024,
  recheck: 0,
};

/** How many milliseconds before the read a kept file must have changed last. Some file systems note times in steps of two seconds. */
const settled = 2000;

/** The approximate bytes of memory that a file takes besides its content: names and headers. */
const overhead = 2048;

/** A file that may be kept. */
export interface KeepableFile extends FileIdentity {
  /** The value of `KeptBytes.read` when the file was last read; undefined if it was not read. */
  lastRead: number | undefined;
}

interface Kept {
  readonly body: Buffer;
  isUsed: boolean;
}

export class KeptBytes {
  private readonly entries = new Map<KeepableFile, Kept>();
  /** The bytes of all entries, with their overhead. */
  private bytes = 0;
  /** The bytes of all reads so far: a clock that tells how much was read between two reads of a file. */
  private read = 0;
  private isLoading = false;

  constructor(private readonly limits = whileUnchanged) {}

  /** The bytes of a file, if they are kept. */
  of(file: KeepableFile): Buffer | undefined {
    const kept = this.entries.get(file);
    if (kept !== undefined) kept.isUsed = true;
    return kept?.body;
  }

  /** Notes that a file is read now. Returns whether its bytes should be kept. */
  noteRead(file: KeepableFile): boolean {
    const { maxBytes, maxFileBytes, recheck } = this.limits;
    const before = file.lastRead;
    this.read += file.size + overhead;
    file.lastRead = this.read;
    if (file.size > maxFileBytes) return false;
    if (recheck > 0) return true;
    return before !== undefined && this.read - before <= maxBytes && Date.now() - file.ctimeMs > settled;
  }

  /** Keeps the bytes of a whole file, if there is room for them. */
  keep(file: KeepableFile, bytes: Buffer): void {
    const room = this.limits.maxBytes - bytes.length - overhead;
    if (room < 0) return;
    while (this.bytes > room) this.makeRoom();
    // A slice of Node's buffer pool would keep the whole pool in memory.
    const body = bytes.buffer.byteLength > bytes.length ? Buffer.from(new Uint8Array(bytes).buffer) : bytes;
    this.entries.set(file, { body, isUsed: false });
    this.bytes += body.length + overhead;
  }

  /** Notes that a large file is streamed now. If it should be kept, reads it into memory, one file at a time. */
  noteSent(file: KeepableFile): void {
    if (!this.noteRead(file) || this.isLoading || this.of(file) !== undefined) return;
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

  private makeRoom(): void {
    for (const [file, kept] of this.entries) {
      this.entries.delete(file);
      if (!kept.isUsed) {
        this.bytes -= kept.body.length + overhead;
        return;
      }
      kept.isUsed = false;
      this.entries.set(file, kept);
    }
  }
}
