// Bytes of files that are asked for again, which are kept without the cache for as long as the files are as they were.

import { lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Request } from '../../src/http/request.js';
import type { Body } from '../../src/http/body.js';
import { type KeepableFile, KeptBytes } from '../../src/node/static/kept-bytes.js';
import { StaticFiles, type StaticFilesOptions } from '../../src/node/static/static-files.js';
import { patience } from '../support/patience.js';
import { seededRandom } from '../support/random.js';
import { app, staticSite } from '../support/static-site.js';

const { root, place, beside } = staticSite();
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** From now on every file was changed an hour ago. */
function anHourLater(): void {
  const now = Date.now;
  const shifted = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
  onTestFinished(() => shifted.mockRestore());
}

/** Asks in turns of their own. */
function asking(options: Partial<StaticFilesOptions> = {}) {
  const files = new StaticFiles({ app, root: root(), ...options });
  const answer = async (path: string, headers: Record<string, string> = {}) => {
    await nextTurn();
    return files.call(new Request({ method: 'GET', path, headers }));
  };
  return {
    answer,
    body: async (path: string): Promise<Body | null> => (await answer(path)).body,
    text: async (path: string, headers?: Record<string, string>): Promise<string> =>
      (await answer(path, headers)).text(),
  };
}

describe('the bytes of a file', () => {
  it('are kept from the second time on', async () => {
    anHourLater();
    writeFileSync(place('kept.txt'), 'kept');
    const { body, text } = asking();
    const [first, second, third, fourth] = [
      await body('/kept.txt'),
      await body('/kept.txt'),
      await body('/kept.txt'),
      await body('/kept.txt'),
    ];
    expect(second).not.toBe(first);
    expect(fourth).toBe(third);
    expect(await text('/kept.txt', { range: 'bytes=1-2' })).toBe('ep');
  });

  it('are kept of a large file too, when it was read beside', async () => {
    anHourLater();
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, i) => i % 251));
    writeFileSync(place('kept.bin'), bytes);
    const { body, answer } = asking();
    await vi.waitFor(async () => expect(await body('/kept.bin')).toBeInstanceOf(Uint8Array), patience);
    expect(bytes.equals(await (await answer('/kept.bin')).bytes())).toBe(true);
    const part = await answer('/kept.bin', { range: 'bytes=300000-300004' });
    expect([part.status, [...(await part.bytes())]]).toEqual([206, [...bytes.subarray(300_000, 300_005)]]);
  });

  it.each([
    ['with `cache: false`', { cache: false }, 3_600_000],
    ['while the file has only just been changed', {}, 0],
  ] as const)('are not kept %s', async (_, options, later) => {
    if (later > 0) anHourLater();
    writeFileSync(place('read.txt'), 'read');
    const { body } = asking(options);
    const bodies = [await body('/read.txt'), await body('/read.txt'), await body('/read.txt')];
    expect(new Set(bodies).size).toBe(3);
  });

  it('are those of now where a file of the same size is written again and again', async () => {
    const { text } = asking();
    for (let i = 0; i < 100; i++) {
      const now = String(i).padStart(4, '0');
      writeFileSync(place('ticking.txt'), now);
      expect([await text('/ticking.txt'), await text('/ticking.txt')]).toEqual([now, now]);
    }
  });
});

describe('whatever happens to files', () => {
  const names = ['one.txt', 'two.txt', 'three.txt'];
  const changes: ((file: string, content: string) => void)[] = [
    (file, content) => writeFileSync(ownFile(file), content),
    (file, content) => {
      writeFileSync(`${file}.next`, content);
      renameSync(`${file}.next`, file);
    },
    (file, content) => {
      writeFileSync(ownFile(file), content);
      // As `cp -p` and unpackers do, which set the time of change.
      utimesSync(file, 1_000_000_000, 1_000_000_000);
    },
    (file) => rmSync(file, { force: true }),
    (file) => symlinkSync('one.txt', noFile(file)),
    (file) => symlinkSync(beside('secret.txt'), noFile(file)),
    (file, content) => writeFileSync(`${file}.br`, `br ${content}`),
    (file) => rmSync(`${file}.br`, { force: true }),
  ];

  it.each([1, 2, 3])('they are answered as without kept bytes (seed %s)', async (seed) => {
    anHourLater();
    const next = seededRandom(seed);
    const folder = `changes-${seed}`;
    mkdirSync(place(folder));
    const keeping = asking();
    const plain = asking({ cache: false });
    for (let i = 0; i < 40; i++) {
      const content = 'abcdefgh'[next(8)]!.repeat(1 + next(4));
      changes[next(changes.length)]!(place(`${folder}/${names[next(names.length)]!}`), content);
      for (let k = 0; k < 18; k++) {
        const path = `/${folder}/${names[k % 3]!}`;
        const headers: Record<string, string> = k % 2 === 0 ? {} : { 'accept-encoding': 'br' };
        const answer = await keeping.text(path, headers);
        expect([seed, i, path, answer]).toEqual([seed, i, path, await plain.text(path, headers)]);
      }
      // The clock of the file system goes on in steps.
      await pause(10);
    }
  });
});

/** A file to be written, which is no link to another. */
function ownFile(file: string): string {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true ? noFile(file) : file;
}

function noFile(file: string): string {
  rmSync(file, { force: true });
  return file;
}

describe('what is kept', () => {
  const file = (name: string, size: number, ctimeMs = 0): KeepableFile => ({
    file: name,
    dev: 1,
    ino: 1,
    size,
    mtimeMs: 0,
    ctimeMs,
    lastRead: undefined,
  });
  const megabyte = 1024 * 1024;

  it('comes again before as many bytes of others as there is room for', () => {
    const kept = new KeptBytes();
    const [near, far] = [file('near', megabyte), file('far', megabyte)];
    expect([near, far, near].map((each) => kept.noteRead(each))).toEqual([false, false, true]);
    for (let i = 0; i < 40; i++) expect(kept.noteRead(file(`other ${i}`, megabyte))).toBe(false);
    expect([far, far].map((each) => kept.noteRead(each))).toEqual([false, true]);
  });

  it('is not too large, and was not changed a moment ago', () => {
    const kept = new KeptBytes();
    for (const each of [file('large', 17 * megabyte), file('new', 1, Date.now())])
      expect([kept.noteRead(each), kept.noteRead(each)]).toEqual([false, false]);
  });

  it('is no more than there is room for, and what is asked for stays', () => {
    const kept = new KeptBytes();
    const files = Array.from({ length: 40 }, (_, i) => file(`file ${i}`, megabyte));
    for (const each of files) {
      kept.keep(each, Buffer.alloc(megabyte));
      kept.of(files[0]!);
    }
    const held = files.filter((each) => kept.of(each) !== undefined);
    expect(held.length).toBeLessThanOrEqual(32);
    expect(held).toContain(files[0]);
    expect(held).toContain(files[39]);
  });

  it('is nothing of a file for which there is no room at all, and that drives nothing out', () => {
    const kept = new KeptBytes({ maxBytes: 10_000, maxFileBytes: 20_000, recheck: 1000 });
    const [small, large] = [file('small', 100), file('large', 9000)];
    kept.keep(small, Buffer.alloc(100));
    kept.keep(large, Buffer.alloc(9000));
    expect([kept.of(small)?.length, kept.of(large)]).toEqual([100, undefined]);
  });

  it('counts what each file takes beside its bytes', () => {
    const kept = new KeptBytes();
    const files = Array.from({ length: 30_000 }, (_, i) => file(`file ${i}`, 1));
    for (const each of files) kept.keep(each, Buffer.allocUnsafeSlow(1));
    expect(files.filter((each) => kept.of(each) !== undefined).length).toBeLessThan(20_000);
  });

  it('holds no memory beside the bytes', () => {
    const kept = new KeptBytes();
    const small = file('small', 100);
    kept.keep(small, Buffer.allocUnsafe(100).fill('x'));
    const bytes = kept.of(small)!;
    expect([bytes.buffer.byteLength, bytes.toString()]).toEqual([100, 'x'.repeat(100)]);
  });
});
