// Reads files chunk by chunk: without a thread where the bytes come from memory, through one where they come from a disk.
//
// What the system keeps of a file in memory is copied within microseconds, and having a thread do that costs more than the copy. Only the system
// knows what it keeps, so the time of each read tells. Slow reads may take a twentieth of the time of each device: while more than that has been
// taken, its files are read through threads. What quick reads may take of one turn of the event loop is limited as well.

import { read, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Reads of an open file, with a thread and without, and a clock in milliseconds. */
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

/** A chunk that is in memory takes some fifty microseconds. */
const slowRead = 0.25;
/** What slow reads may take of the time that passes. */
const slowShare = 1 / 20;
/** What slow reads may take at once after a time without any. The system may take the processor away in the middle of a read that is quick. */
const slowAtOnce = 25;
/** What all reads without a thread may take in one turn of the event loop. */
const limitOfTurn = 4;

/** What slow reads of a device may take from now on: below zero where they took more than their share. */
interface Allowance {
  left: number;
  at: number;
}

/** Bytes of a file, in memory that others are read into when it is free. */
interface Chunk {
  readonly bytes: Uint8Array;
  /** To be called once. What is not free, since somebody may still look at it, is left to the garbage collector. */
  release(isFree: boolean): void;
}

/**
 * Reads bytes of a file from `position` on, `length` at most; resolves in a later turn of the event loop, with none at the file's end. Rejects with
 * what the system says.
 */
export type ReadChunk = (position: number, length: number) => Promise<Chunk>;

export class ChunkReader {
  /** Of devices that were slow not long ago. */
  private readonly allowances = new Map<number, Allowance>();
  private takenInTurn = 0;

  constructor(private readonly disk: Disk = systemDisk) {}

  /**
   * Reads an open file of that device. The first chunk comes through a thread: it is the likeliest to be on the disk alone, and the system reads
   * on from there by itself.
   */
  open(descriptor: number, device: number): ReadChunk {
    let isFirst = true;
    return async (position, length) => {
      const isAtOnce = !isFirst && (await this.isPermitted(device));
      isFirst = false;
      // Taken at the last moment: memory that was in use a moment ago is still near the processor.
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

  /** Whether a chunk of that device may be read without a thread; whoever else is ready has its turn before that. */
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

/** Memory for chunks of one size, of which some is kept for the next ones. */
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

/** Of large chunks a file has few, each of which costs a write and a turn. Small ones are read while many wait for their clients. */
const fewChunks = 32;
const largeChunks = new ChunkStore(256 * 1024);
const smallChunks = new ChunkStore(128 * 1024);
