// The bytes of a file as a body: small files in one read, large ones chunk by chunk as the client takes them.
//
// A streamed file is opened when the body is first read, and closed when reading ends for whatever reason. A body that is never read opens
// nothing. The opened file is compared with the one that was found: headers made for one file must not be sent with the bytes of another.

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

/** The identity of a file when it was found: its path, and what `stat` returned. */
export interface FileIdentity {
  /** Absolute path. */
  readonly file: string;
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  /** Unlike `mtimeMs`, programs cannot set it. */
  readonly ctimeMs: number;
}

/** `O_NONBLOCK`, since opening a pipe that was put in the file's place would block. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const chunkReader = new ChunkReader();

/** Whether a file is still the one of an earlier `stat`, unchanged. */
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
 * Whether a file can be read and lies below the root. Decided by the opened file, since its path may lead elsewhere a moment later. Throws
 * the error of the system.
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
    // Without the path of the opened file, symbolic links below the root are refused: the real path must equal the path, and still lead to
    // the opened file.
    const real = realpathSync(identity.file);
    return real === top + path.relative(root, identity.file) && isSameFile(statSync(real), opened);
  } finally {
    closeSync(descriptor);
  }
}

/** The path of an open file. Only Linux tells it. */
function placeOf(descriptor: number): string | undefined {
  return process.platform === 'linux'
    ? attempt(() => readlinkSync(`/proc/self/fd/${descriptor}`))
    : undefined;
}

/** Reads the bytes of a range synchronously; undefined if the file is no longer the one that was found. Throws the error of the system. */
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

/** A part of a body: text, such as the head of a multipart part, or a range of the file. */
export type FilePart = string | ByteRange;

/** Writes bytes of a body. Calls `done` when they have been sent, or with an error if they cannot be. */
type Write = (bytes: Uint8Array, done: (error?: Error | null) => void) => void;

/** A body made of parts of a file, in order. */
export class FileBody implements AsyncIterable<Uint8Array> {
  constructor(
    private readonly identity: FileIdentity,
    private readonly parts: readonly FilePart[],
  ) {}

  /** When reading begins, throws `HttpError` 404 if the file is gone and 503 if it has changed, or the error of the system. */
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
   * Writes everything chunk by chunk, each when the previous one has been sent. Calls `begin` before the first write. Rejects as reading
   * does, and with the error that `write` reports.
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
          // A broken connection may still use the bytes, so their memory is not reused.
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

/** The bytes of a range. Ends early if the file has become shorter; the client notices by the `Content-Length`. */
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

/** The result of `look`; undefined if the file cannot be reached, such as for `ENOENT`. Other errors are thrown. */
export function quietly<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch (error) {
    if (unreachable.has(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
