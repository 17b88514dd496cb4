// Files read chunk by chunk from a disk that is as fast or as slow as the test says, by a clock that only reads move.

import { describe, expect, it } from 'vitest';
import { ChunkReader, type Disk } from '../../src/node/static/chunk-reader.js';

const chunkLength = 1000;

class SlowDisk implements Disk {
  time = 0;
  /** Milliseconds for which reads without a thread have held the event loop up. */
  held = 0;
  threads = 0;

  constructor(
    /** Milliseconds of a read. */
    public cost: number,
    private readonly onHold: (cost: number) => void = () => undefined,
  ) {}

  now(): number {
    return this.time;
  }

  readSync(descriptor: number, bytes: Uint8Array, length: number): number {
    this.time += this.cost;
    this.held += this.cost;
    this.onHold(this.cost);
    return length;
  }

  async read(descriptor: number, bytes: Uint8Array, length: number): Promise<number> {
    this.time += this.cost;
    this.threads += 1;
    return length;
  }
}

async function readChunks(reader: ChunkReader, count: number, device = 1): Promise<void> {
  const read = reader.open(3, device);
  for (let i = 0; i < count; i++) (await read(i * chunkLength, chunkLength)).release(true);
}

describe('a file that the system has in memory', () => {
  it('is read without a thread but for its first chunk', async () => {
    const disk = new SlowDisk(0.05);
    await readChunks(new ChunkReader(disk), 500);
    expect(disk.threads).toBe(1);
  });

  it('leaves the event loop to others between two chunks', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await readChunks(new ChunkReader(new SlowDisk(0.05)), 100);
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(98);
  });

  it('takes a few milliseconds of a turn together with all others', async () => {
    const heldInTurns: number[] = [0];
    let isOver = false;
    const disk = new SlowDisk(0.05, (cost) => heldInTurns.push(heldInTurns.pop()! + cost));
    const begin = (): void => {
      heldInTurns.push(0);
      if (!isOver) setImmediate(begin);
    };
    const reader = new ChunkReader(disk);
    const reading = Promise.all(Array.from({ length: 300 }, () => readChunks(reader, 5)));
    setImmediate(begin);
    await reading;
    isOver = true;
    expect(Math.max(...heldInTurns)).toBeLessThanOrEqual(4.06);
    // Those that had to wait were read in later turns, without a thread all the same.
    expect(disk.threads).toBe(300);
  });
});

describe('a slow disk', () => {
  for (const cost of [0.3, 1, 10, 3000]) {
    it(`of ${cost} ms a chunk holds the event loop up for a twentieth of the time`, async () => {
      const disk = new SlowDisk(cost);
      const reader = new ChunkReader(disk);
      for (let file = 0; file < 10; file++) await readChunks(reader, 100);
      await Promise.all(Array.from({ length: 10 }, () => readChunks(reader, 100)));
      expect(disk.held).toBeGreaterThan(0);
      expect(disk.held).toBeLessThanOrEqual(25 + cost + disk.time / 20);
    });
  }

  it('is read without a thread again when it has been quick for some time', async () => {
    const disk = new SlowDisk(100);
    const reader = new ChunkReader(disk);
    await readChunks(reader, 10);
    disk.cost = 0.05;
    disk.time += 100_000;
    disk.threads = 0;
    await readChunks(reader, 100);
    expect(disk.threads).toBe(1);
  });

  it('leaves the files of another one alone', async () => {
    const disk = new SlowDisk(100);
    const reader = new ChunkReader(disk);
    await readChunks(reader, 10);
    disk.cost = 0.05;
    disk.threads = 0;
    await readChunks(reader, 100, 2);
    expect(disk.threads).toBe(1);
  });
});

describe('the memory of a chunk', () => {
  it('serves the next chunk only when nobody looks at it any more', async () => {
    const read = new ChunkReader(new SlowDisk(0.05)).open(3, 1);
    const first = await read(0, chunkLength);
    const second = await read(chunkLength, chunkLength);
    expect(second.bytes.buffer).not.toBe(first.bytes.buffer);
    first.release(true);
    second.release(false);
    const third = await read(2 * chunkLength, chunkLength);
    expect(third.bytes.buffer).toBe(first.bytes.buffer);
    third.release(true);
  });

  it('is less where many chunks wait for their clients', async () => {
    const reader = new ChunkReader(new SlowDisk(0.05));
    const chunks = await Promise.all(Array.from({ length: 40 }, () => reader.open(3, 1)(0, 10_000_000)));
    const lengths = chunks.map(({ bytes }) => bytes.length);
    expect(lengths.slice(0, 32)).toEqual(Array.from({ length: 32 }, () => 256 * 1024));
    expect(lengths.slice(32)).toEqual(Array.from({ length: 8 }, () => 128 * 1024));
    for (const chunk of chunks) chunk.release(true);
  });

  it('is free again where the read fails', async () => {
    const disk = new SlowDisk(0.05);
    disk.read = async () => {
      throw new Error('EIO');
    };
    const reader = new ChunkReader(disk);
    for (let i = 0; i < 32; i++) await expect(reader.open(3, 1)(0, chunkLength)).rejects.toThrow('EIO');
    const next = await new ChunkReader(new SlowDisk(0.05)).open(3, 1)(0, 10_000_000);
    expect(next.bytes.length).toBe(256 * 1024);
    next.release(true);
  });
});
