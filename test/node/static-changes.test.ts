// Static files that change while they are served, large ones, and the cache.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { StaticFiles } from '../../src/node/static/static-files.js';
import { isOpen } from '../support/open-files.js';
import { RawClient, request as ask } from '../support/raw-http.js';
import { patience } from '../support/patience.js';
import { close, serving as servedBy } from '../support/served-endpoint.js';
import { app, staticSite } from '../support/static-site.js';

const { root, place, beside, serving, get } = staticSite();

describe.each([
  ['without the cache', undefined],
  ['without anything kept', false],
  ['with the cache, looking each time', { recheck: 0 }],
] as const)('files that change %s', (_, cache) => {
  it('are sent as they are now', async () => {
    const port = await serving({ cache });
    const file = place('changing.txt');
    writeFileSync(file, 'one');
    const first = await ask(port, 'GET', '/changing.txt');
    writeFileSync(file, 'three');
    const second = await ask(port, 'GET', '/changing.txt', { 'if-none-match': first.headers['etag']! });
    expect([first.body.toString(), second.status, second.body.toString()]).toEqual(['one', 200, 'three']);
    writeFileSync(`${file}.next`, 'four!');
    renameSync(`${file}.next`, file);
    expect((await ask(port, 'GET', '/changing.txt')).body.toString()).toBe('four!');
    unlinkSync(file);
    expect((await ask(port, 'GET', '/changing.txt')).status).toBe(404);
    mkdirSync(file);
    expect((await ask(port, 'GET', '/changing.txt')).status).toBe(404);
    rmSync(file, { recursive: true });
    symlinkSync('../secret.txt', file);
    expect((await ask(port, 'GET', '/changing.txt')).status).toBe(404);
    unlinkSync(file);
  });

  it('are no links below the root where the system cannot tell what was opened', async () => {
    symlinkSync('docs/guide.txt', place('linked.txt'));
    const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
    Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
    try {
      const port = await serving({ cache: false });
      expect((await ask(port, 'GET', '/docs/guide.txt')).body.toString()).toBe('guide');
      expect((await ask(port, 'GET', '/linked.txt')).status).toBe(404);
    } finally {
      Object.defineProperty(process, 'platform', platform);
      unlinkSync(place('linked.txt'));
    }
  });

  it('gain and lose siblings', async () => {
    const port = await serving({ cache });
    writeFileSync(place('sibling.js'), 'plain');
    const accepting = { 'accept-encoding': 'br' };
    expect((await ask(port, 'GET', '/sibling.js', accepting)).body.toString()).toBe('plain');
    writeFileSync(place('sibling.js.br'), 'brotli');
    expect((await ask(port, 'GET', '/sibling.js', accepting)).body.toString()).toBe('brotli');
    unlinkSync(place('sibling.js.br'));
    const plain = await ask(port, 'GET', '/sibling.js', accepting);
    expect([plain.body.toString(), plain.headers['vary']]).toEqual(['plain', undefined]);
  });

  it('hide what a link that is turned outwards leads to', async () => {
    const port = await serving({ cache });
    symlinkSync('docs/guide.txt', place('turning.txt'));
    expect((await ask(port, 'GET', '/turning.txt')).body.toString()).toBe('guide');
    unlinkSync(place('turning.txt'));
    symlinkSync('../public-secret/key.txt', place('turning.txt'));
    expect((await ask(port, 'GET', '/turning.txt')).body.toString()).toBe('app');
    unlinkSync(place('turning.txt'));
  });
});

describe('links that are turned while they are asked for', () => {
  it.each([
    ['without the cache', undefined],
    ['with the cache', { recheck: 0 }],
  ])('lead nowhere outside (%s)', async (_, cache) => {
    mkdirSync(place('swing'), { recursive: true });
    const turn = `
      const { renameSync, symlinkSync, rmSync } = require('node:fs');
      process.stdout.write('turning');
      for (;;) for (const target of ['../docs/guide.txt', '../../public-secret/key.txt']) {
        rmSync('next', { force: true });
        symlinkSync(target, 'next');
        renameSync('next', 'link.txt');
      }`;
    const turning = spawn(process.execPath, ['-e', turn], { cwd: place('swing') });
    try {
      await once(turning.stdout, 'data');
      const files = new StaticFiles({ app, root: root(), cache });
      const seen = new Set<string>();
      for (let i = 0; i < 6000; i++) {
        const request = new Request({ method: i % 3 === 0 ? 'HEAD' : 'GET', path: '/swing/link.txt' });
        const response = await files.call(request);
        seen.add(`${response.status} ${response.headers.get('content-length')} ${await response.text()}`);
      }
      expect([...seen].filter((answer) => !/^(?:200 null guide|200 5 |404 null app)$/.test(answer))).toEqual(
        [],
      );
    } finally {
      turning.kill('SIGKILL');
    }
  });
});

describe('large files', () => {
  const size = 20_000_000;
  beforeAll(() => writeFileSync(place('huge.bin'), Buffer.alloc(size, 'z')));

  it('arrive whole', async () => {
    const { body, headers } = await get('/huge.bin');
    expect([body.length, headers['content-length'], body.every((byte) => byte === 122)]).toEqual([
      size,
      String(size),
      true,
    ]);
  });

  it('are read no faster than the client takes them, and closed when it goes', async () => {
    const port = await serving();
    const client = await RawClient.to(port);
    client.socket.pause();
    client.send('GET /huge.bin HTTP/1.1\r\nhost: x\r\n\r\n');
    await pause(200);
    expect(isOpen(place('huge.bin'))).toBe(true);
    client.destroy();
    await vi.waitFor(() => expect(isOpen(place('huge.bin'))).toBe(false), patience);
  });

  it('are closed when the client goes that asked for several at once', async () => {
    const port = await serving();
    const client = await RawClient.to(port);
    client.socket.pause();
    client.send('GET /huge.bin HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(3));
    await vi.waitFor(() => expect(isOpen(place('huge.bin'))).toBe(true), patience);
    client.destroy();
    await vi.waitFor(() => expect(isOpen(place('huge.bin'))).toBe(false), patience);
  });

  it('arrive whole behind the answer to a request before them', async () => {
    const slow = { call: async () => pause(700, new Response({ body: 'slow' })) };
    const files = new StaticFiles({ app: slow, root: root() });
    const { port } = await servedBy((request) => files.call(request), { sendTimeout: 300 });
    const client = await RawClient.to(port);
    client.send(`GET /slow HTTP/1.1\r\nhost: x\r\n\r\nGET /huge.bin HTTP/1.1\r\n${close}`);
    expect((await client.end()).length).toBeGreaterThan(size);
  });

  it('hold nothing open where nobody reads the answer', async () => {
    const files = new StaticFiles({ app, root: root() });
    for (let i = 0; i < 50; i++) await files.call(new Request({ method: 'GET', path: '/huge.bin' }));
    expect(isOpen(place('huge.bin'))).toBe(false);
  });

  it('end the connection where they become shorter while they are sent', async () => {
    const shrinking = place('shrinking.bin');
    writeFileSync(shrinking, Buffer.alloc(size, 'z'));
    const onError = vi.fn();
    const port = await serving({}, onError);
    const client = await RawClient.to(port);
    client.socket.pause();
    client.send('GET /shrinking.bin HTTP/1.1\r\nhost: x\r\n\r\n');
    await pause(200);
    truncateSync(shrinking, 1000);
    client.socket.resume();
    await client.end();
    expect(client.bytes.length).toBeLessThan(size);
    expect(onError).toHaveBeenCalledOnce();
  });

  it('are taken for missing where they may not be read, and a compressed sibling for none', () => {
    writeFileSync(place('locked.txt'), 'five!');
    writeFileSync(place('locked.bin'), Buffer.alloc(500_000));
    for (const name of ['half.js', 'half.js.br']) writeFileSync(place(name), name);
    for (const name of ['locked.txt', 'locked.bin', 'half.js.br']) chmodSync(place(name), 0o000);
    chmodSync(beside('.'), 0o755);
    // The superuser may read everything.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const script = `
      const { StaticFiles } = await import(process.argv[1]);
      const { Request, Response } = await import(process.argv[2]);
      const app = { call: () => new Response({ status: 404, body: 'app' }) };
      const files = new StaticFiles({ app, root: process.argv[3] });
      for (const method of ['GET', 'HEAD'])
        for (const path of ['/locked.txt', '/locked.bin', '/half.js']) {
          const headers = { 'accept-encoding': 'br' };
          const answer = await files.call(new Request({ method, path, headers }));
          console.log(method, path, answer.status, answer.headers.get('content-encoding'), await answer.text());
        }`;
    const built = (name: string): string => new URL(`../../dist/${name}.js`, import.meta.url).href;
    const args = ['--input-type=module', '-e', script, built('node'), built('index'), root()];
    expect(execFileSync(process.execPath, args, { ...user, encoding: 'utf8' }).split('\n')).toEqual([
      'GET /locked.txt 404 null app',
      'GET /locked.bin 404 null app',
      'GET /half.js 200 null half.js',
      'HEAD /locked.txt 404 null app',
      'HEAD /locked.bin 404 null app',
      expect.stringMatching(/^HEAD \/half\.js 200 null /),
      '',
    ]);
  });
});

describe('the cache', () => {
  it('answers every spelling of a path, until the file is another or gone', async () => {
    const port = await serving({ cache: { recheck: 30 } });
    const file = place('spelled.txt');
    writeFileSync(file, 'one');
    const spelled = ['spelled', '%73pelled', 's%70elled', 'sp%65lled', 'spe%6cled', '%73%70elled'];
    const answers = async (): Promise<string[]> =>
      Promise.all(
        spelled.map(async (name) => {
          const { status, body } = await ask(port, 'GET', `/${name}.txt`, {});
          return `${status} ${body.toString()}`;
        }),
      );
    for (let turn = 0; turn < 3; turn++) expect(new Set(await answers())).toEqual(new Set(['200 one']));
    const refused = ['/docs/guide.txt', '/docs%2Fguide.txt', '/docs//guide.txt', '/docs/./guide.txt'];
    const statuses = refused.map(async (path) => (await ask(port, 'GET', path)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404]);
    writeFileSync(file, 'two');
    await vi.waitFor(async () => expect(new Set(await answers())).toEqual(new Set(['200 two'])), patience);
    unlinkSync(file);
    await vi.waitFor(async () => expect((await answers()).join()).not.toContain('200'), patience);
  });

  it('holds the conditions of a request to the file that it has', async () => {
    const port = await serving({ cache: { recheck: 60_000 } });
    writeFileSync(place('held.txt'), 'held');
    const { headers } = await ask(port, 'GET', '/held.txt');
    const etag = headers['etag'] ?? '';
    const statusWith = async (asked: Record<string, string>): Promise<number> =>
      (await ask(port, 'GET', '/held.txt', asked)).status;
    expect(await statusWith({ 'if-none-match': etag })).toBe(304);
    expect(await statusWith({ 'If-None-Match': `"x", W/${etag}` })).toBe(304);
    expect(await statusWith({ 'if-none-match': '"x"' })).toBe(200);
    expect(await statusWith({ 'if-none-match': etag, 'if-match': '"x"' })).toBe(412);
    expect(await statusWith({ 'if-match': '"x"', 'if-none-match': etag })).toBe(412);
    expect(await statusWith({ 'if-none-match': '"x"', range: 'bytes=0-1' })).toBe(206);
  });

  it('serves from memory until it looks again', async () => {
    const port = await serving({ cache: { recheck: 60_000 } });
    const file = place('cached.txt');
    writeFileSync(file, 'one');
    expect((await ask(port, 'GET', '/cached.txt')).body.toString()).toBe('one');
    unlinkSync(file);
    const answer = await ask(port, 'GET', '/cached.txt', { range: 'bytes=1-' });
    expect([answer.status, answer.body.toString()]).toEqual([206, 'ne']);
  });

  it('looks at a large file again where it is another one by now', async () => {
    const port = await serving({ cache: { recheck: 60_000 } });
    const file = place('large.bin');
    const answer = async (headers = {}): Promise<string> => {
      const { status, body } = await ask(port, 'GET', '/large.bin', headers);
      return `${status} ${body.length} ${body.toString('latin1', 0, 1)}`;
    };
    const large = 20_000_000;
    writeFileSync(file, Buffer.alloc(large, 'a'));
    expect(await answer()).toBe(`200 ${large} a`);
    writeFileSync(file, Buffer.alloc(large + 1, 'b'));
    expect(await answer()).toBe(`200 ${large + 1} b`);
    writeFileSync(file, Buffer.alloc(large, 'c'));
    expect(await answer({ range: `bytes=0-${large / 2}` })).toBe(`206 ${large / 2 + 1} c`);
    writeFileSync(file, Buffer.alloc(large, 'd'));
    expect(await answer({ range: `bytes=0-1,9-${large / 2}` })).toMatch(/^206 /);
    unlinkSync(file);
    expect(await answer()).toBe('404 3 a');
  });

  it('stays within its limits, and keeps what is asked for', async () => {
    const files = new StaticFiles({
      app,
      root: root(),
      cache: { maxBytes: 20_000, maxFileBytes: 3_000, recheck: 60_000 },
    });
    const body = async (name: string): Promise<string> => {
      await nextTurn();
      return (await files.call(new Request({ method: 'GET', path: `/${name}` }))).text();
    };
    const names = Array.from({ length: 30 }, (_, i) => `bounded-${i}.txt`);
    for (const name of names) writeFileSync(place(name), 'a'.repeat(2000));
    writeFileSync(place('favourite.txt'), 'a');
    for (const name of names) {
      expect(await body(name)).toHaveLength(2000);
      expect(await body('favourite.txt')).toBe('a');
    }
    writeFileSync(place('favourite.txt'), 'changed');
    for (const name of names) writeFileSync(place(name), 'b');
    expect(await body('favourite.txt')).toBe('a');
    const kept = await Promise.all(names.map(body));
    expect(kept.filter((text) => text !== 'b').length).toBeLessThan(10);
    writeFileSync(place('too-large.txt'), 'a'.repeat(4000));
    expect(await body('too-large.txt')).toHaveLength(4000);
  });

  it('holds an empty file', async () => {
    for (const cache of [true, false]) {
      const { status, headers, body } = await get('/empty.txt', {}, { cache });
      expect([status, headers['content-length'], body.length]).toEqual([200, '0', 0]);
      expect([headers['content-type'], headers['etag']]).toEqual([
        'text/plain; charset=utf-8',
        expect.stringMatching(/^".+"$/),
      ]);
    }
  });
});
