// Reads files chunk by chunk: synchronously if the bytes are in the system's cache, through a thread if they come from a disk.
//
// Copying cached bytes takes microseconds, and letting a thread do it costs more than the copy. Only the system knows what is cached, so
// the time of each read tells. The slow synchronous reads of a device may take a twentieth of the time. While they have taken more, its
// files are read through threads. The time of synchronous reads in one turn of the event loop is limited too.

import { read, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Reads an open file, through a thread or synchronously, and tells the time in milliseconds. Both reads return the number of bytes. */
export interface Disk {
  read(descriptor: number, bytes: Uint8Array, length: number, position: number): Promise<number>;
  readSync(descriptor: number, bytes: Uint8Array, length: number, position: number): number;
  now(): number;
}

const readLater = promisify(read);

const systemDisk: Disk = {
  read: async (descriptor, bytes, length, position) =>
    (await readLater(descriptor, bytes, 0, length, position)).bytesRead,
  readSync: (descriptor, bytes, length, position) => readSync(descriptor, bytes, 0, length, position),
  now: () => performance.now(),
};

/** A read that takes more milliseconds is slow. A cached chunk takes about 0.05. */
const slowRead = 0.25;
/** The share of the time that slow reads of a device may take. */
const slowShare = 1 / 20;
/**
 * How many milliseconds slow reads of a device may take after a time without any. Single ones must be allowed: the system may interrupt a
 * read of cached bytes.
 */
const slowAtOnce = 25;
/** How many milliseconds all synchronous reads may take in one turn of the event loop. */
const limitOfTurn = 4;

/** The time left for slow reads of a device: `left` milliseconds at the time `at`. Negative if they have taken too much. */
interface Allowance {
  left: number;
  at: number;
}

/** Bytes of a file, in memory that is reused. */
interface Chunk {
  readonly bytes: Uint8Array;
  /** Must be called once. If somebody may still use the bytes (`isFree` is false), their memory is left to the garbage collector. */
  release(isFree: boolean): void;
}

/**
 * Reads at most `length` bytes of a file from `position`. Resolves in a later turn of the event loop, with no bytes at the file's end.
 * Rejects with the error of the system.
 */
export type ReadChunk = (position: number, length: number) => Promise<Chunk>;

export class ChunkReader {
  /** The allowances of devices that were slow not long ago. */
  private readonly allowances = new Map<number, Allowance>();
  private takenInTurn = 0;

  constructor(private readonly disk: Disk = systemDisk) {}

  /**
   * The reader of an open file on a device. The first chunk is always read through a thread: it is the least likely to be cached, and the
   * system then reads ahead by itself.
   */
  open(descriptor: number, device: number): ReadChunk {
    let isFirst = true;
    return async (position, length) => {
      const isAtOnce = !isFirst && (await this.isPermitted(device));
      isFirst = false;
      // Lent at the last moment, since memory that was just used is still in the processor's cache.
      const store = largeChunks.lent < fewChunks ? largeChunks : smallChunks;
      const memory = store.lend();
      const most = Math.min(memory.length, length);
      try {
        const count = isAtOnce
          ? this.readNow(device, descriptor, memory, most, position)
          : await this.disk.read(descriptor, memory, most, position);
        return { bytes: memory.subarray(0, count), release: (isFree) => store.takeBack(memory, isFree) };
      } catch (error) {
        store.takeBack(memory, true);
        throw error;
      }
    };
  }

  /** Whether a chunk of a device may be read synchronously. Waits for a turn of the event loop first, so others are served. */
  private async isPermitted(device: number): Promise<boolean> {
    while (this.isQuick(device)) {
      await nextTurn();
      if (this.takenInTurn < limitOfTurn && this.isQuick(device)) return true;
    }
    return false;
  }

  private readNow(
    device: number,
    descriptor: number,
    memory: Uint8Array,
    length: number,
    position: number,
  ): number {
    const start = this.disk.now();
    try {
      return this.disk.readSync(descriptor, memory, length, position);
    } finally {
      this.charge(device, start, this.disk.now());
    }
  }

  private charge(device: number, start: number, end: number): void {
    const time = end - start;
    if (this.takenInTurn === 0) setImmediate(() => (this.takenInTurn = 0));
    this.takenInTurn += time;
    if (time <= slowRead) return;
    const allowance = this.allowances.get(device);
    if (allowance === undefined) this.allowances.set(device, { left: slowAtOnce - time, at: end });
    else allowance.left -= time;
  }

  private isQuick(device: number): boolean {
    const allowance = this.allowances.get(device);
    if (allowance === undefined) return true;
    const now = this.disk.now();
    allowance.left += (now - allowance.at) * slowShare;
    allowance.at = now;
    if (allowance.left >= slowAtOnce) this.allowances.delete(device);
    return allowance.left > 0;
  }
}

/** Memory for chunks of one size. Some of it is kept for reuse. */
class ChunkStore {
  private readonly spare: Uint8Array[] = [];
  lent = 0;

  constructor(private readonly size: number) {}

  lend(): Uint8Array {
    this.lent += 1;
    return this.spare.pop() ?? Buffer.allocUnsafeSlow(this.size);
  }

  takeBack(memory: Uint8Array, isFree: boolean): void {
    this.lent -= 1;
    if (isFree && this.spare.length < fewChunks) this.spare.push(memory);
  }
}

/**
 * How many large chunks are lent at once, and how many free ones of each size are kept. Large chunks need fewer writes and turns a file. If
 * many chunks wait for their clients, small ones are read.
 */
const fewChunks = 32;
const largeChunks = new ChunkStore(256 * 1024);
const smallChunks = new ChunkStore(128 * 1024);
