// Streamed answers where the connection goes down in ways that are hard to bring about on a socket.

import { EventEmitter } from 'node:events';
import fs, { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { FileBody } from '../../src/node/static/file-body.js';
import { sendFile, sendStream } from '../../src/node/serving/send-stream.js';
import { isOpen } from '../support/open-files.js';
import { patience } from '../support/patience.js';

const folder = mkdtempSync(path.join(tmpdir(), 'waypost-'));
const file = path.join(folder, 'large.bin');
writeFileSync(file, Buffer.alloc(3_000_000));
afterAll(() => rmSync(folder, { recursive: true }));

/** A response whose connection takes everything and never says so, as one that is just going down does. */
class Silent extends EventEmitter {
  destroyed = false;
  socket = { writableLength: 0 };
  write = vi.fn((..._: unknown[]) => false);
  end = vi.fn();
  flushHeaders = vi.fn();

  destroy(): this {
    this.destroyed = true;
    this.emit('close');
    return this;
  }

  asResponse(): ServerResponse {
    return this as unknown as ServerResponse;
  }
}

function body(): FileBody {
  const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file);
  return new FileBody({ file, dev, ino, size, mtimeMs, ctimeMs }, [{ start: 0, end: size - 1 }]);
}

describe('a file', () => {
  it('is closed when the connection goes down with a chunk on its way', async () => {
    const outgoing = new Silent();
    const sending = sendFile(body(), 3_000_000, () => undefined, outgoing.asResponse(), 60_000);
    await vi.waitFor(() => expect(outgoing.write).toHaveBeenCalledTimes(1), patience);
    expect(isOpen(file)).toBe(true);
    outgoing.destroy();
    await sending;
    expect([isOpen(file), outgoing.end.mock.calls.length, outgoing.listenerCount('close')]).toEqual([
      false,
      0,
      0,
    ]);
  });

  it('is closed when the connection breaks under a chunk, which is no failure', async () => {
    const outgoing = new Silent();
    outgoing.write.mockImplementation((...[, done]: unknown[]) => {
      setImmediate(done as (error: Error) => void, new Error('write ECONNRESET'));
      return false;
    });
    await sendFile(body(), 3_000_000, () => undefined, outgoing.asResponse(), 60_000);
    expect([isOpen(file), outgoing.destroyed, outgoing.end.mock.calls.length]).toEqual([false, true, 0]);
  });

  it('is closed when the connection goes down before the first chunk', async () => {
    const outgoing = new Silent();
    const sending = sendFile(body(), 3_000_000, () => undefined, outgoing.asResponse(), 60_000);
    outgoing.destroy();
    await sending;
    expect([isOpen(file), outgoing.write.mock.calls.length]).toEqual([false, 0]);
  });

  it('is closed when the client takes nothing for too long', async () => {
    const outgoing = new Silent();
    await sendFile(body(), 3_000_000, () => undefined, outgoing.asResponse(), 50);
    expect([isOpen(file), outgoing.destroyed]).toEqual([false, true]);
  });

  it('is 404 where it is gone when reading begins, 503 where it is another one', async () => {
    const gone = new FileBody({ file: `${file}.gone`, dev: 0, ino: 0, size: 1, mtimeMs: 0, ctimeMs: 0 }, [
      { start: 0, end: 0 },
    ]);
    const other = new FileBody({ file, dev: 0, ino: 0, size: 1, mtimeMs: 0, ctimeMs: 0 }, [
      { start: 0, end: 0 },
    ]);
    const begin = vi.fn();
    await expect(sendFile(gone, 1, begin, new Silent().asResponse(), 50)).rejects.toMatchObject({
      status: 404,
    });
    await expect(sendFile(other, 1, begin, new Silent().asResponse(), 50)).rejects.toMatchObject({
      status: 503,
    });
    expect([begin.mock.calls.length, isOpen(file)]).toEqual([0, false]);
  });

  it('is not missing where the system has no room for another open file', async () => {
    const full = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    vi.spyOn(fs, 'openSync').mockImplementation(() => {
      throw full;
    });
    syncBuiltinESMExports();
    try {
      await expect(sendFile(body(), 1, vi.fn(), new Silent().asResponse(), 50)).rejects.toBe(full);
    } finally {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    }
  });
});

describe('a stream', () => {
  it('is stopped when the connection goes down while it is held back', async () => {
    let stopped = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield 'x';
      } finally {
        stopped = true;
      }
    }
    const outgoing = new Silent();
    const sending = sendStream(endless(), undefined, () => undefined, outgoing.asResponse(), 60_000);
    await pause(10);
    expect(outgoing.write).toHaveBeenCalledOnce();
    outgoing.destroy();
    await sending;
    expect([stopped, outgoing.listenerCount('close'), outgoing.listenerCount('drain')]).toEqual([true, 0, 0]);
  });

  it('is given up once, also while a chunk is waited for, and not behind its end', async () => {
    const left = vi.fn();
    /** Gives some chunks and then waits, or comes to its end. */
    const news = (chunks: string[], isEndless: boolean) => {
      let end: (result: IteratorResult<string, undefined>) => void;
      const done = { done: true, value: undefined } as const;
      const iterator: AsyncIterator<string, undefined> = {
        async next() {
          const value = chunks.shift();
          if (value !== undefined) return { done: false, value };
          return isEndless ? new Promise((resolve) => (end = resolve)) : done;
        },
        async return() {
          left();
          end(done);
          return done;
        },
      };
      return { [Symbol.asyncIterator]: () => iterator };
    };
    const whole = new Silent();
    whole.write.mockReturnValue(true);
    await sendStream(news(['a', 'b'], false), undefined, () => undefined, whole.asResponse(), 60_000);
    expect([whole.write.mock.calls.length, whole.end.mock.calls.length, left.mock.calls.length]).toEqual([
      2, 1, 0,
    ]);
    const torn = new Silent();
    torn.write.mockReturnValue(true);
    const sending = sendStream(news(['a'], true), undefined, () => undefined, torn.asResponse(), 60_000);
    await vi.waitFor(() => expect(torn.write).toHaveBeenCalledOnce(), patience);
    torn.destroy();
    await sending;
    expect([torn.end.mock.calls.length, left.mock.calls.length]).toEqual([0, 1]);
  });
});
