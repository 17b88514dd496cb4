// The bytes of files that are asked for again, in memory for as long as the system says the same of them.
//
// They belong to what was seen of a file, and are asked for only by who has just seen the same: a file that was changed since is another. Two
// changes within one tick of the system's clock cannot be told apart, so that, as in Git, bytes are kept only where the last change lay well
// before they were read. Kept is what comes again before as many bytes of others as there is room for: of a tree that is larger, and read by
// turns, nothing. Where files are looked at again only after some time, the bytes of each are kept when they are read first.
//
// What has been there longest makes room, but what was asked for since its last turn is spared once.

import { FileBody, type FileIdentity } from './file-body.js';

/** What is kept of files in memory. */
export interface CacheLimits {
  /** Bytes of all bodies together; 64 MiB unless given. */
  readonly maxBytes: number;
  /** Files larger than this are streamed from the disk; a quarter of `maxBytes` unless given. */
  readonly maxFileBytes: number;
  /** Milliseconds for which a file is not looked at again; 1,000 unless given. */
  readonly recheck: number;
}

/** What is kept unless somebody says otherwise. */
export const whileUnchanged: CacheLimits = {
  maxBytes: 32 * 1024 * 1024,
  maxFileBytes: 16 * 1024 * 1024,
  recheck: 0,
};

/** Milliseconds that have passed since the last change of a file whose bytes are kept: some systems note full seconds, or two. */
const settled = 2000;

/** What a file takes in memory beside its bytes, roughly: its names and headers. */
const overhead = 2048;

/** A file that may be kept. */
export interface KeepableFile extends FileIdentity {
  /** Where in all the bytes that were read it was read last; undefined where it was not. */
  lastRead: number | undefined;
}

interface Kept {
  readonly body: Buffer;
  isUsed: boolean;
}

export class KeptBytes {
  private readonly entries = new Map<KeepableFile, Kept>();
  /** Of all that is kept. */
  private bytes = 0;
  private read = 0;
  private isLoading = false;

  constructor(private readonly limits = whileUnchanged) {}

  /** The bytes of a file, where they are kept. */
  of(file: KeepableFile): Buffer | undefined {
    const kept = this.entries.get(file);
    if (kept !== undefined) kept.isUsed = true;
    return kept?.body;
  }

  /** Notes that a file is read now; whether its bytes should be kept. */
  noteRead(file: KeepableFile): boolean {
    const { maxBytes, maxFileBytes, recheck } = this.limits;
    const before = file.lastRead;
    this.read += file.size + overhead;
    file.lastRead = this.read;
    if (file.size > maxFileBytes) return false;
    if (recheck > 0) return true;
    return before !== undefined && this.read - before <= maxBytes && Date.now() - file.ctimeMs > settled;
  }

  /** Keeps the bytes of a whole file, where there is room for them. */
  keep(file: KeepableFile, bytes: Buffer): void {
    const room = this.limits.maxBytes - bytes.length - overhead;
    if (room < 0) return;
    while (this.bytes > room) this.makeRoom();
    // Bytes of the pool would hold all of it.
    const body = bytes.buffer.byteLength > bytes.length ? Buffer.from(new Uint8Array(bytes).buffer) : bytes;
    this.entries.set(file, { body, isUsed: false });
    this.bytes += body.length + overhead;
  }

  /** Notes that a file too large to be read at once is sent now, and reads it into memory where it should be kept; one file at a time. */
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
