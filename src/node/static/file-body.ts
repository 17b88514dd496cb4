// The bytes of a file as a body: small ones at once, large ones chunk by chunk as the client takes them.
//
// A streamed file is opened when the body is first read and closed when reading ends, for whatever reason; a body that is never read opens
// nothing. The opened file is compared with the one that was looked at, since headers made for one file must not go with the bytes of another.

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { attempt, HttpError } from '../../http/http-error.js';
import { systemCode } from '../files/system-error.js';
import { ChunkReader, type ReadChunk } from './chunk-reader.js';
import type { ByteRange } from './static-ranges.js';

/** A file as it was when it was looked at. */
export interface FileIdentity {
  /** Absolute path. */
  readonly file: string;
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  /** Unlike the time of change, nobody can set it. */
  readonly ctimeMs: number;
}

/** Never waits at a pipe that was put in the file's place. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const chunkReader = new ChunkReader();

/** Whether a file looked at now is the one looked at before, unchanged. */
export function isSameFile(now: Omit<FileIdentity, 'file'>, before: Omit<FileIdentity, 'file'>): boolean {
  return (
    now.ino === before.ino &&
    now.dev === before.dev &&
    now.size === before.size &&
    now.mtimeMs === before.mtimeMs &&
    now.ctimeMs === before.ctimeMs
  );
}

/**
 * Whether a file can be read and lies, once opened, below the root; judged by what was opened, since a path may lead elsewhere a moment later.
 * Throws what the system says.
 */
export function isOpenedBelow(root: string, identity: FileIdentity): boolean {
  const descriptor = openSync(identity.file, flags);
  try {
    const opened = fstatSync(descriptor);
    if (!opened.isFile() || !isSameFile(opened, identity)) return false;
    const realRoot = realpathSync(root);
    const top = realRoot.endsWith(path.sep) ? realRoot : realRoot + path.sep;
    const place = placeOf(descriptor);
    if (place !== undefined) return place.startsWith(top);
    // No symbolic link below the root then: whatever the path leads to now, it was no link, and is the file that was opened.
    const real = realpathSync(identity.file);
    return real === top + path.relative(root, identity.file) && isSameFile(statSync(real), opened);
  } finally {
    closeSync(descriptor);
  }
}

/** The path of an open file, where the system can tell. */
function placeOf(descriptor: number): string | undefined {
  return process.platform === 'linux'
    ? attempt(() => readlinkSync(`/proc/self/fd/${descriptor}`))
    : undefined;
}

/** The bytes of a range, read at once; undefined where the file is no longer the one that was looked at. Throws what the system says. */
export function readRange(identity: FileIdentity, { start, end }: ByteRange): Buffer | undefined {
  const descriptor = openSync(identity.file, flags);
  try {
    if (!isSameFile(fstatSync(descriptor), identity)) return undefined;
    const bytes = Buffer.allocUnsafe(end - start + 1);
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(descriptor, bytes, filled, bytes.length - filled, start + filled);
      if (count === 0) return undefined;
      filled += count;
    }
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

/** A part of the body: text of the frame, or bytes of the file. */
export type FilePart = string | ByteRange;

/** What a body is written to: calls back when the bytes have left, with an error where they cannot. */
type Write = (bytes: Uint8Array, done: (error?: Error | null) => void) => void;

/** The parts of a file one after the other, as a body. */
export class FileBody implements AsyncIterable<Uint8Array> {
  constructor(
    private readonly identity: FileIdentity,
    private readonly parts: readonly FilePart[],
  ) {}

  /** Fails with `HttpError` where the file is gone (404) or another one (503) when reading begins, with what the system says where it cannot be opened. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const descriptor = this.open();
    try {
      const read = chunkReader.open(descriptor, this.identity.dev);
      for (const part of this.parts) {
        if (typeof part === 'string') yield Buffer.from(part, 'latin1');
        else yield* chunksOf(read, part);
      }
    } finally {
      closeSync(descriptor);
    }
  }

  /**
   * Writes everything chunk by chunk, each when the one before has left: what the system has taken is on its way meanwhile. `begin` is called
   * before the first write. Fails as reading does, and with what `write` reports.
   */
  async writeTo(write: Write, begin: () => void): Promise<void> {
    const descriptor = this.open();
    try {
      begin();
      const read = chunkReader.open(descriptor, this.identity.dev);
      const writeLater = (bytes: Uint8Array): Promise<void> =>
        new Promise((resolve, reject) => write(bytes, (error) => (error ? reject(error) : resolve())));
      for (const part of this.parts) {
        if (typeof part === 'string') {
          await writeLater(Buffer.from(part, 'latin1'));
          continue;
        }
        for (let position = part.start; position <= part.end;) {
          const chunk = await read(position, part.end - position + 1);
          const { length } = chunk.bytes;
          // Of a broken connection nobody knows whether it still looks at the bytes.
          let hasLeft = false;
          try {
            if (length > 0) await writeLater(chunk.bytes);
            hasLeft = true;
          } finally {
            chunk.release(hasLeft);
          }
          if (length === 0) return;
          position += length;
        }
      }
    } finally {
      closeSync(descriptor);
    }
  }

  private open(): number {
    const { file } = this.identity;
    const descriptor = quietly(() => openSync(file, flags));
    if (descriptor === undefined) throw new HttpError(404);
    if (isSameFile(fstatSync(descriptor), this.identity)) return descriptor;
    closeSync(descriptor);
    throw new HttpError(503, `'${file}' was changed while it was asked for; the next request gets it`);
  }
}

/** The bytes of a range; ends early where the file has become shorter, which the length that was announced tells the client. */
async function* chunksOf(read: ReadChunk, range: ByteRange): AsyncGenerator<Uint8Array> {
  for (let position = range.start; position <= range.end;) {
    const chunk = await read(position, range.end - position + 1);
    chunk.release(false);
    const { bytes } = chunk;
    if (bytes.length === 0) return;
    position += bytes.length;
    yield bytes;
  }
}

const unreachable = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'ELOOP',
  'ENAMETOOLONG',
  'EINVAL',
  'ERR_INVALID_ARG_VALUE',
  'EISDIR',
]);

/** What a look at the disk gives; undefined where nothing can be reached there. Other failures are thrown. */
export function quietly<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch (error) {
    if (unreachable.has(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
