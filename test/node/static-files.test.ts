// Static files, and what users of such servers expect beyond it, asked through real sockets of files that are really there.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.js';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';
import { toNodeListener } from '../../src/node/serving/listener.js';
import { StaticFiles, type StaticFilesOptions, StaticRootError } from '../../src/node/static/static-files.js';
import { fileTree, fixtureLines } from '../support/file-tree.js';
import {
  type RawAnswer,
  RawClient,
  type TestServer,
  listening,
  request as ask,
} from '../support/raw-http.js';
import { patience } from '../support/patience.js';

const fixtures = new URL('../fixtures/static/', import.meta.url);
const app: Endpoint = { call: () => new Response({ status: 404, body: 'app' }) };

let folder: string;
let removeTree: () => void;
const running: TestServer[] = [];
const root = (): string => path.join(folder, 'public');
const place = (name: string): string => path.join(root(), name);

beforeAll(() => {
  const tree = fileTree(new URL('tree', fixtures));
  ({ folder, remove: removeTree } = tree);
});
afterAll(() => removeTree());
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function serving(
  options: Partial<StaticFilesOptions> = {},
  onError = (): void => undefined,
): Promise<number> {
  const endpoint = new StaticFiles({ app, root: root(), ...options });
  const server = await listening(toNodeListener(endpoint, { onError }));
  running.push(server);
  return server.port;
}

const get = async (
  name: string,
  headers: Record<string, string> = {},
  options: Partial<StaticFilesOptions> = {},
): Promise<RawAnswer> => ask(await serving(options), 'GET', name, headers);

describe('paths', () => {
  it('are served or go on as the table says, and nothing from outside the root is sent', async () => {
    const port = await serving();
    const wrong: string[] = [];
    for (const line of fixtureLines(new URL('paths.requests', fixtures))) {
      const [, method, target, expected] = /^(\S+) (\S+) →(?: (.*))?$/.exec(line)!;
      const { body, status } = await ask(port, method!, target!);
      const shown = status === 404 || method === 'OPTIONS' ? 'app' : body.toString();
      if (shown !== (expected ?? '')) wrong.push(`${line}   but: ${status} ${body.toString()}`);
      expect(body.toString()).not.toContain('SECRET');
    }
    expect(wrong).toEqual([]);
  });

  it('are the same for an endpoint that is called without a server', async () => {
    const files = new StaticFiles({ app, root: root() });
    for (const line of fixtureLines(new URL('paths.requests', fixtures))) {
      const [, method, target, expected] = /^(\S+) (\S+) →(?: (.*))?$/.exec(line)!;
      expect(await (await files.call(new Request({ method: method!, path: target! }))).text(), line).toBe(
        expected ?? '',
      );
    }
  });

  it('lose the prefix, and lie outside it otherwise', async () => {
    const port = await serving({ urlPrefix: '/assets/' });
    expect((await ask(port, 'GET', '/assets/hello.txt')).body.toString()).toBe('hello');
    for (const outside of [
      '/hello.txt',
      '/assetshello.txt',
      '/assets',
      '/assets/../hello.txt',
      '/assets/%2e%2e/secret.txt',
    ]) {
      expect((await ask(port, 'GET', outside)).body.toString()).toBe('app');
    }
  });

  it('may begin with a dot where dotfiles are wished for', async () => {
    const port = await serving({ dotfiles: true });
    expect((await ask(port, 'GET', '/.env')).body.toString()).toBe('SECRET=1');
    expect((await ask(port, 'GET', '/..double-dot.txt')).body.toString()).toBe('two dots');
    expect((await ask(port, 'GET', '/../secret.txt')).status).toBe(404);
  });

  it('may name a folder or leave out an extension where that is wished for', async () => {
    const port = await serving({ index: 'index.html', extensions: ['html'] });
    expect((await ask(port, 'GET', '/')).body.toString()).toBe('<h1>home</h1>');
    expect((await ask(port, 'GET', '/docs/')).body.toString()).toBe('docs home');
    expect((await ask(port, 'GET', '/about')).body.toString()).toBe('about');
    expect((await ask(port, 'GET', '/a/')).status).toBe(404);
  });

  it('get the slash of a folder with an index, so that its links are right', async () => {
    const options = { index: 'index.html' };
    expect(await get('/docs?page=2', {}, options)).toMatchObject({
      status: 301,
      headers: { location: '/docs/?page=2' },
    });
    expect(await get('/a', {}, options)).toMatchObject({ status: 404 });
    expect(await get('/docs')).toMatchObject({ status: 404 });
    const files = new StaticFiles({ app, root: root(), ...options, urlPrefix: '/assets' });
    const mounted = new Request({ method: 'HEAD', path: '/shop/assets/docs' }).below('/shop', '/assets/docs');
    expect((await files.call(mounted)).headers.get('location')).toBe('/shop/assets/docs/');
  });

  it('reach the mounted part alone below a mount point', async () => {
    const request = new Request({ method: 'GET', path: '/files/hello.txt' }).below('/files', '/hello.txt');
    expect(await (await new StaticFiles({ app, root: root() }).call(request)).text()).toBe('hello');
  });
});

describe('the root', () => {
  it.each([
    ['is missing', () => place('nowhere'), /cannot be found; make the folder/],
    ['is a file', () => place('hello.txt'), /is no folder/],
    ['is not given', () => undefined as unknown as string, /need a root/],
  ])('is refused where it %s', (_, where, message) => {
    expect(() => new StaticFiles({ app, root: where() })).toThrow(StaticRootError);
    expect(() => new MiddlewareStack().use('static', StaticFiles, { root: where() }).build(app)).toThrow(
      message,
    );
  });

  it('may be a URL, or lie behind a link that is changed later', async () => {
    expect((await get('/hello.txt', {}, { root: pathToFileURL(root()) })).body.toString()).toBe('hello');
    const current = path.join(folder, 'current');
    symlinkSync('public', current);
    const port = await serving({ root: current });
    expect((await ask(port, 'GET', '/hello.txt')).body.toString()).toBe('hello');
    mkdirSync(path.join(folder, 'release-2'));
    writeFileSync(path.join(folder, 'release-2', 'hello.txt'), 'hello again');
    unlinkSync(current);
    symlinkSync('release-2', current);
    expect((await ask(port, 'GET', '/hello.txt')).body.toString()).toBe('hello again');
  });

  it('lets everything go on once it is gone', async () => {
    const doomed = path.join(folder, 'doomed');
    mkdirSync(doomed);
    writeFileSync(path.join(doomed, 'a.txt'), 'a');
    const port = await serving({ root: doomed });
    expect((await ask(port, 'GET', '/a.txt')).status).toBe(200);
    rmSync(doomed, { recursive: true });
    expect((await ask(port, 'GET', '/a.txt')).status).toBe(404);
  });
});

describe('types', () => {
  it.each([
    ['/hello.txt', 'text/plain; charset=utf-8'],
    ['/style.css', 'text/css; charset=utf-8'],
    ['/index.html', 'text/html; charset=utf-8'],
    ['/data.json', 'application/json; charset=utf-8'],
    ['/picture.png', 'image/png'],
    ['/UPPER.TXT', 'text/plain; charset=utf-8'],
    ['/no-extension', 'application/octet-stream'],
    ['/unknown.zzz', 'application/octet-stream'],
    ['/constructor', 'application/octet-stream'],
  ])('%s is %s', async (name, type) => {
    expect((await get(name)).headers['content-type']).toBe(type);
  });
});

describe('conditions', () => {
  it('answers 304 to the validators that it gave, without a body', async () => {
    const port = await serving({ cacheControl: 'max-age=60' });
    const { headers } = await ask(port, 'GET', '/style.css');
    const etag = headers['etag']!;
    const date = headers['last-modified']!;
    expect(etag).toMatch(/^"[0-9a-f]+-[0-9a-f]+"$/);
    for (const given of [
      { 'if-none-match': etag },
      { 'if-none-match': `W/${etag}` },
      { 'if-none-match': `"other", ${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': date },
      { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
    ]) {
      const answer = await ask(port, 'GET', '/style.css', given as Record<string, string>);
      expect([
        answer.status,
        answer.body.length,
        answer.headers['etag'],
        answer.headers['cache-control'],
      ]).toEqual([304, 0, etag, 'max-age=60']);
      expect(answer.headers['content-type']).toBeUndefined();
    }
    expect((await ask(port, 'HEAD', '/style.css', { 'if-none-match': etag })).status).toBe(304);
  });

  it('answers 200 to other validators, the entity tag counting before the date', async () => {
    const port = await serving();
    const { headers } = await ask(port, 'GET', '/style.css');
    for (const given of [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': headers['last-modified']! },
      { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      { 'if-modified-since': 'yesterday' },
      { 'if-modified-since': '12345' },
    ]) {
      expect((await ask(port, 'GET', '/style.css', given as Record<string, string>)).status).toBe(200);
    }
  });

  it.each([
    ['if-none-match', 'abc'],
    ['if-none-match', '"abc'],
    ['if-none-match', '"a" "b"'],
    ['if-match', 'abc'],
    ['if-modified-since', 'tomorrow'],
    ['if-modified-since', '2999-01-01T00:00:00Z'],
    ['if-modified-since', 'Fri, 01 Jan 2999 00:00:00 +0100'],
    ['if-unmodified-since', 'Jan 1 1970'],
    ['if-unmodified-since', 'Thu, 1 Jan 1970 00:00:00 GMT'],
  ])('takes no notice of a malformed one (%s: %s)', async (name, value) => {
    expect((await get('/hello.txt', { [name]: value })).status).toBe(200);
  });

  it('reads a date in each form that HTTP has had', async () => {
    for (const date of [
      'Fri, 01 Jan 2999 00:00:00 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
    ])
      expect((await get('/hello.txt', { 'if-unmodified-since': date })).status).toBe(
        date.includes('2999') ? 200 : 412,
      );
  });

  it('answers 412 where the file is not the one that was meant', async () => {
    const port = await serving();
    const { headers } = await ask(port, 'GET', '/style.css');
    const etag = headers['etag']!;
    const statuses = [];
    for (const given of [
      { 'if-match': etag },
      { 'if-match': '*' },
      { 'if-match': '"other"' },
      { 'if-match': `W/${etag}` },
      { 'if-unmodified-since': headers['last-modified']! },
      { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ]) {
      statuses.push((await ask(port, 'GET', '/style.css', given as Record<string, string>)).status);
    }
    expect(statuses).toEqual([200, 200, 412, 412, 200, 412]);
  });

  it('tells HEAD the same as GET', async () => {
    const port = await serving();
    const both = await Promise.all(['GET', 'HEAD'].map((method) => ask(port, method, '/hello.txt')));
    expect({ ...both[0]!.headers, date: '' }).toEqual({ ...both[1]!.headers, date: '' });
    expect(both[1]!.headers['content-length']).toBe('5');
  });
});

describe('ranges', () => {
  const digits = '0123456789';
  beforeAll(() => {
    writeFileSync(place('digits.txt'), digits);
    writeFileSync(place('large.bin'), Buffer.alloc(1_000_000, 'abcdefghij'));
  });

  it('sends one part', async () => {
    const port = await serving();
    const answer = await ask(port, 'GET', '/digits.txt', { range: 'bytes=2-4' });
    expect([
      answer.status,
      answer.headers['content-range'],
      answer.headers['content-length'],
      answer.headers['content-type'],
      answer.body.toString(),
    ]).toEqual([206, 'bytes 2-4/10', '3', 'text/plain; charset=utf-8', '234']);
    const tail = await ask(port, 'GET', '/large.bin', { range: 'bytes=-500001' });
    expect([tail.status, tail.body.length, tail.body[0]]).toEqual([206, 500_001, 'j'.charCodeAt(0)]);
  });

  it('sends several parts', async () => {
    const { status, headers, body } = await get('/digits.txt', { range: 'bytes=0-1,5-6,-1' });
    const boundary = /^multipart\/byteranges; boundary=(\S+)$/.exec(headers['content-type']!)![1];
    const part = (range: string, text: string): string =>
      `\r\n--${boundary}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-range: bytes ${range}/10\r\n\r\n${text}`;
    expect(status).toBe(206);
    expect(body.toString()).toBe(
      `${part('0-1', '01')}${part('5-6', '56')}${part('9-9', '9')}\r\n--${boundary}--\r\n`,
    );
    expect(headers['content-length']).toBe(String(body.length));
  });

  it('answers 416 to what lies beyond the end, and the whole file to what it does not understand', async () => {
    const port = await serving();
    const beyond = await ask(port, 'GET', '/digits.txt', { range: 'bytes=10-' });
    expect([beyond.status, beyond.headers['content-range'], beyond.body.length]).toEqual([
      416,
      'bytes */10',
      0,
    ]);
    for (const range of ['bytes=9-2', 'lines=1-2', 'bytes=x', `bytes=${'0-0,'.repeat(3000)}1-1`]) {
      const whole = await ask(port, 'GET', '/digits.txt', { range });
      expect([whole.status, whole.body.toString()]).toEqual([200, digits]);
    }
  });

  it('holds a range to the version that If-Range names', async () => {
    const port = await serving();
    const { headers } = await ask(port, 'GET', '/digits.txt');
    const statuses = [];
    for (const version of [
      headers['etag']!,
      headers['last-modified']!,
      '"other"',
      `W/${headers['etag']!}`,
      'Thu, 01 Jan 1970 00:00:00 GMT',
      'Fri, 01 Jan 2100 00:00:00 GMT',
      '',
    ]) {
      statuses.push(
        (await ask(port, 'GET', '/digits.txt', { range: 'bytes=0-0', 'if-range': version })).status,
      );
    }
    expect(statuses).toEqual([206, 206, 200, 200, 200, 200, 200]);
  });

  it('means nothing to HEAD, and less than a 304', async () => {
    const port = await serving();
    const head = await ask(port, 'HEAD', '/digits.txt', { range: 'bytes=0-0' });
    expect([head.status, head.headers['content-length'], head.headers['accept-ranges']]).toEqual([
      200,
      '10',
      'bytes',
    ]);
    expect(
      (await ask(port, 'GET', '/digits.txt', { range: 'bytes=0-0', 'if-none-match': head.headers['etag']! }))
        .status,
    ).toBe(304);
  });
});

describe('precompressed siblings', () => {
  beforeAll(() => {
    for (const [name, content] of [
      ['app.js', 'plain'],
      ['app.js.br', 'brotli'],
      ['app.js.gz', 'gzipped'],
      ['only.js', 'plain'],
      ['only.js.gz', 'gzipped'],
    ] as const)
      writeFileSync(place(name), content);
    writeFileSync(place('lone.js.br'), 'brotli');
    writeFileSync(place('escape.js'), 'plain');
    symlinkSync('../secret.txt', place('escape.js.br'));
  });

  it('are sent where the client takes them, with Vary', async () => {
    const port = await serving();
    const answer = await ask(port, 'GET', '/app.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect([
      answer.headers['content-encoding'],
      answer.headers['vary'],
      answer.headers['content-type'],
      answer.body.toString(),
    ]).toEqual(['br', 'Accept-Encoding', 'text/javascript; charset=utf-8', 'brotli']);
    expect((await ask(port, 'GET', '/app.js', { 'accept-encoding': 'gzip' })).body.toString()).toBe(
      'gzipped',
    );
    expect((await ask(port, 'GET', '/only.js', { 'accept-encoding': 'br, gzip' })).body.toString()).toBe(
      'gzipped',
    );
    const plain = await ask(port, 'GET', '/app.js');
    expect([plain.headers['content-encoding'], plain.headers['vary'], plain.body.toString()]).toEqual([
      undefined,
      'Accept-Encoding',
      'plain',
    ]);
    expect(
      (await ask(port, 'GET', '/hello.txt', { 'accept-encoding': 'br' })).headers['vary'],
    ).toBeUndefined();
  });

  it('have validators and ranges of their own', async () => {
    const port = await serving();
    const tags = new Set<string | undefined>();
    for (const accepted of ['', 'gzip', 'br'])
      tags.add((await ask(port, 'GET', '/app.js', { 'accept-encoding': accepted })).headers['etag']);
    expect(tags.size).toBe(3);
    const part = await ask(port, 'GET', '/app.js', { 'accept-encoding': 'br', range: 'bytes=1-3' });
    expect([part.headers['content-encoding'], part.headers['content-range'], part.body.toString()]).toEqual([
      'br',
      'bytes 1-3/6',
      'rot',
    ]);
    const [tag] = [...tags].slice(-1);
    expect(
      (await ask(port, 'GET', '/app.js', { 'accept-encoding': 'br', 'if-none-match': tag! })).headers['vary'],
    ).toBe('Accept-Encoding');
  });

  it('do not stand for a file that is missing, nor lead out of the root', async () => {
    const port = await serving();
    expect((await ask(port, 'GET', '/lone.js', { 'accept-encoding': 'br' })).body.toString()).toBe('app');
    expect((await ask(port, 'GET', '/escape.js', { 'accept-encoding': 'br' })).body.toString()).toBe('plain');
  });

  it('are files like others under their own name, or not looked for', async () => {
    const direct = await get('/app.js.gz', { 'accept-encoding': 'gzip' });
    expect([
      direct.headers['content-encoding'],
      direct.headers['content-type'],
      direct.body.toString(),
    ]).toEqual([undefined, 'application/gzip', 'gzipped']);
    expect(
      (await get('/app.js', { 'accept-encoding': 'br' }, { precompressed: false })).body.toString(),
    ).toBe('plain');
  });
});

describe('headers', () => {
  it('have the Cache-Control that is wished for, of all files or of one', async () => {
    expect((await get('/hello.txt')).headers['cache-control']).toBeUndefined();
    expect(
      (await get('/hello.txt', {}, { cacheControl: 'public, max-age=60' })).headers['cache-control'],
    ).toBe('public, max-age=60');
    const byName = { cacheControl: (file: string) => (file.startsWith('docs/') ? 'no-store' : undefined) };
    expect((await get('/docs/guide.txt', {}, byName)).headers['cache-control']).toBe('no-store');
    expect((await get('/hello.txt', {}, byName)).headers['cache-control']).toBeUndefined();
  });

  it.each([
    ['index-B3k9dQ2f.js', true],
    ['main.3f2a9c1b.css', true],
    ['logo.abcdef0123456789.svg', true],
    ['my-component.js', false],
    ['jquery-3.7.1.min.js', false],
    ['report-20240101.pdf', false],
    ['app.js', false],
  ])('call %s immutable: %s', async (name, immutable) => {
    writeFileSync(place(name), 'x');
    const { headers } = await get(`/${name}`, {}, { immutable: true, cacheControl: 'no-cache' });
    expect(headers['cache-control']).toBe(immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  });

  it('can be added to', async () => {
    const { headers } = await get(
      '/hello.txt',
      {},
      { headers: { 'x-content-type-options': 'nosniff' }, immutable: /hello/ },
    );
    expect([headers['x-content-type-options'], headers['cache-control']]).toEqual([
      'nosniff',
      'public, max-age=31536000, immutable',
    ]);
    expect((await get('/hello.txt', {}, { headers: (file) => ({ 'x-file': file }) })).headers['x-file']).toBe(
      'hello.txt',
    );
  });
});

describe.each([
  ['without the cache', false],
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
  const openFiles = (): string[] => readdirSync('/proc/self/fd');
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
    const before = openFiles().length;
    const client = await RawClient.to(port);
    client.socket.pause();
    client.send('GET /huge.bin HTTP/1.1\r\nhost: x\r\n\r\n');
    await pause(200);
    expect(process.memoryUsage().rss).toBeGreaterThan(0);
    client.destroy();
    await vi.waitFor(() => expect(openFiles().length).toBeLessThanOrEqual(before), patience);
  });

  it('hold nothing open where nobody reads the answer', async () => {
    const files = new StaticFiles({ app, root: root() });
    const before = openFiles().length;
    for (let i = 0; i < 50; i++) await files.call(new Request({ method: 'GET', path: '/huge.bin' }));
    expect(openFiles().length).toBeLessThanOrEqual(before);
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
    chmodSync(folder, 0o755);
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
  it('serves from memory until it looks again', async () => {
    const port = await serving({ cache: { recheck: 60_000 } });
    const file = place('cached.txt');
    writeFileSync(file, 'one');
    expect((await ask(port, 'GET', '/cached.txt')).body.toString()).toBe('one');
    unlinkSync(file);
    const answer = await ask(port, 'GET', '/cached.txt', { range: 'bytes=1-' });
    expect([answer.status, answer.body.toString()]).toEqual([206, 'ne']);
  });

  it('stays within its limits, and keeps what is asked for', async () => {
    const files = new StaticFiles({
      app,
      root: root(),
      cache: { maxBytes: 20_000, maxFileBytes: 3_000, recheck: 60_000 },
    });
    const body = async (name: string): Promise<string> =>
      (await files.call(new Request({ method: 'GET', path: `/${name}` }))).text();
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

describe('in a stack', () => {
  it('is outermost when prepended, so that a file comes before the routes', async () => {
    const built = new MiddlewareStack().prepend('static', StaticFiles, { root: root() }).build(app);
    expect(await (await built.call(new Request({ method: 'GET', path: '/hello.txt' }))).text()).toBe('hello');
    expect(built.call(new Request({ method: 'GET', path: '/none' }))).toBeInstanceOf(Response);
  });

  it('tells the time of change to the second, whatever the disk keeps', async () => {
    utimesSync(place('hello.txt'), 1_700_000_000.75, 1_700_000_000.75);
    expect(statSync(place('hello.txt')).mtimeMs % 1000).toBe(750);
    const { headers } = await get('/hello.txt');
    expect(headers['last-modified']).toBe('Tue, 14 Nov 2023 22:13:20 GMT');
    expect((await get('/hello.txt', { 'if-modified-since': headers['last-modified']! })).status).toBe(304);
  });
});
