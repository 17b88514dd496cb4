// The bytes of a file as a body: small ones at once, large ones chunk by chunk as the client takes them.
//
// A streamed file is opened when somebody begins to read and closed when they end, however they end; a body that is dropped unread holds nothing
// open. Whatever was found out about a file is true of the bytes only if it is still the same one when it is opened.

import { close, closeSync, constants, fstat, fstatSync, open, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { HttpError } from '../http/http-error.js';
import type { ByteRange } from './static-ranges.js';

/** A file as it was when it was looked at. */
export interface FileIdentity {
  /** Absolute path. */
  readonly file: string;
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

const closeLater = promisify(close);
const statLater = promisify(fstat);
const openLater = promisify(open);
const readLater = promisify(read);

/** Never waits at a pipe that was put in the file's place. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const chunkSize = 256 * 1024;

/** Whether a file looked at now is the one looked at before, unchanged. */
export function isSameFile(now: Omit<FileIdentity, 'file'>, before: Omit<FileIdentity, 'file'>): boolean {
  return now.ino === before.ino && now.dev === before.dev && now.size === before.size && now.mtimeMs === before.mtimeMs;
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

/** The parts one after the other. Fails with `HttpError` where the file is gone (404) or another one (503) when reading begins. */
export async function* streamParts(identity: FileIdentity, parts: readonly FilePart[]): AsyncGenerator<Uint8Array> {
  const descriptor = await openLater(identity.file, flags).catch((cause: unknown) => {
    throw new HttpError(404, undefined, { cause });
  });
  try {
    if (!isSameFile(await statLater(descriptor), identity)) {
      throw new HttpError(503, `'${identity.file}' was changed while it was asked for; the next request gets it`);
    }
    for (const part of parts) {
      if (typeof part === 'string') {
        yield Buffer.from(part, 'latin1');
        continue;
      }
      for (let position = part.start; position <= part.end; ) {
        const bytes = Buffer.allocUnsafeSlow(Math.min(chunkSize, part.end - position + 1));
        const { bytesRead } = await readLater(descriptor, bytes, 0, bytes.length, position);
        // The file has become shorter; the length that was announced tells the client that something is missing.
        if (bytesRead === 0) return;
        position += bytesRead;
        yield bytesRead === bytes.length ? bytes : bytes.subarray(0, bytesRead);
      }
    }
  } finally {
    await closeLater(descriptor);
  }
}
