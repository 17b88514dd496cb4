// The log on standard output: where the disk is full, where the reader is slow, and at the end of the process.

import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LogOutput } from '../../src/node/serving/log-output.js';
import { patience } from '../support/patience.js';

const hasFullDisk = existsSync('/dev/full');
const folder = mkdtempSync(join(tmpdir(), 'waypost-log-'));
const files: number[] = [];
afterEach(() => files.splice(0).forEach((file) => closeSync(file)));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function opened(path: string, flags: string | number): number {
  const file = openSync(path, flags);
  files.push(file);
  return file;
}

/** Both ends of a pipe, neither of which waits for the other. */
function newPipe(name: string): { readonly reader: number; readonly writer: number } {
  const path = join(folder, name);
  spawnSync('mkfifo', [path]);
  const reader = opened(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reader, writer: opened(path, constants.O_WRONLY | constants.O_NONBLOCK) };
}

const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `line ${i} ${'é'.repeat(100)}\n`);

describe('the output of the log', () => {
  it('has every line in order, those at the end too', async () => {
    const path = join(folder, 'lines');
    const output = new LogOutput(opened(path, 'w'), expect.fail);
    const all = lines(1000);
    for (const line of all) output.write(line);
    await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toBe(all.join('')), patience);
    output.finish();
    expect(readFileSync(path, 'utf8')).toBe(all.join(''));
  });

  it.runIf(hasFullDisk)('loses what a full disk does not take, says so once, and ends', async () => {
    const complain = vi.fn();
    const output = new LogOutput(opened('/dev/full', 'w'), complain);
    output.write('first\n');
    await vi.waitFor(() => expect(complain).toHaveBeenCalledOnce(), patience);
    for (const line of lines(1000)) output.write(line);
    output.finish();
    expect(complain.mock.calls).toEqual([
      [expect.stringMatching(/^the log cannot be written \(the disk is full\)/)],
    ]);
  });

  it.skipIf(process.platform === 'win32')(
    'waits for a slow reader, and at the end no longer than told',
    async () => {
      const { reader, writer } = newPipe('slow');
      const complain = vi.fn();
      const output = new LogOutput(writer, complain, 50);
      const all = lines(1000);
      for (const line of all) output.write(line);
      const read: Buffer[] = [];
      const take = (): void => {
        const chunk = Buffer.alloc(1 << 20);
        try {
          read.push(chunk.subarray(0, readSync(reader, chunk)));
        } catch {
          // Nothing there yet.
        }
      };
      await vi.waitFor(() => {
        take();
        expect(Buffer.concat(read).toString()).toBe(all.join(''));
      }, patience);
      expect(complain).not.toHaveBeenCalled();
      for (const line of all) output.write(line);
      output.finish();
      expect(complain.mock.calls).toEqual([[expect.stringContaining('EAGAIN')]]);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'writes nothing once it is finished, for the file may be another one by then',
    async () => {
      const { reader, writer } = newPipe('full');
      const fill = (): void => {
        for (;;) writeSync(writer, '-'.repeat(1024));
      };
      expect(fill).toThrow('EAGAIN');
      const output = new LogOutput(writer, expect.fail);
      output.write('late\n');
      output.finish();
      const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 500));
      await later();
      const chunk = Buffer.alloc(1 << 20);
      const read = readSync(reader, chunk);
      expect(chunk.toString('utf8', 0, read)).toMatch(/^-+$/);
      await later();
      expect(() => readSync(reader, chunk)).toThrow('EAGAIN');
    },
  );

  it.runIf(hasFullDisk)('lets a server whose disk is full drain and end as it would have', async () => {
    const source = (file: string): string =>
      JSON.stringify(new URL(`../../src/${file}.ts`, import.meta.url).href);
    const script = `
      import { serve } from ${source('node/serving/serve')};
      import { RequestLogger } from ${source('node/serving/request-logger')};
      import { Response } from ${source('http/response')};
      const call = () => new Response({ body: 'done' });
      const server = await serve(new RequestLogger({ app: { call } }), { port: 0 });
      console.error('port ' + server.port);`;
    const errors = join(folder, 'errors');
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', opened('/dev/full', 'w'), opened(errors, 'w')],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const end = new Promise((resolve) => child.once('close', resolve));
    const printed = (): string => readFileSync(errors, 'utf8');
    const port = await vi.waitFor(
      () => /port (\d+)\n/.exec(printed())?.[1] ?? expect.fail(printed()),
      patience,
    );
    for (let i = 0; i < 20; i++) await (await fetch(`http://127.0.0.1:${port}/`)).text();
    child.kill('SIGTERM');
    expect(await end).toBe(0);
    expect(printed().match(/the log cannot be written/g)).toHaveLength(1);
  });
});
