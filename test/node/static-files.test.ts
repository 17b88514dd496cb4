// Static files, asked through real sockets of files that are really there: which paths lead to a file, and what is sent with it.

import { mkdirSync, rmSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { MiddlewareStack } from '../../src/middleware/stack.js';
import { StaticFiles, StaticRootError } from '../../src/node/static/static-files.js';
import { fixtureLines } from '../support/file-tree.js';
import { request as ask } from '../support/raw-http.js';
import { app, fixtures, staticSite } from '../support/static-site.js';

const { root, place, beside, serving, get } = staticSite();

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
    const top = new Request({ method: 'GET', path: '/assets?page=2' });
    expect((await files.call(top)).headers.get('location')).toBe('/assets/?page=2');
  });

  it('reach the mounted part alone below a mount point', async () => {
    const request = new Request({ method: 'GET', path: '/files/hello.txt' }).below('/files', '/hello.txt');
    expect(await (await new StaticFiles({ app, root: root() }).call(request)).text()).toBe('hello');
  });
});

it.each([
  [{ maxBytes: '1mb' }, "cache.maxBytes is a number of bytes, not '1mb'"],
  [{ maxFileBytes: Number.NaN }, 'cache.maxFileBytes is a number of bytes, not NaN'],
  [{ recheck: '1s' }, "cache.recheck is a number of milliseconds, not '1s'"],
])('a limit of the cache that is no number is refused: %j', (cache, message) => {
  const limits = cache as { maxBytes?: number };
  expect(() => new StaticFiles({ app, root: root(), cache: limits })).toThrow(new TypeError(message));
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
    const current = beside('current');
    symlinkSync('public', current);
    const port = await serving({ root: current });
    expect((await ask(port, 'GET', '/hello.txt')).body.toString()).toBe('hello');
    mkdirSync(beside('release-2'));
    writeFileSync(beside('release-2', 'hello.txt'), 'hello again');
    unlinkSync(current);
    symlinkSync('release-2', current);
    expect((await ask(port, 'GET', '/hello.txt')).body.toString()).toBe('hello again');
  });

  it('lets everything go on once it is gone', async () => {
    const doomed = beside('doomed');
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
    const cookies = { 'set-cookie': ['a=1', 'b=2'] };
    expect((await get('/hello.txt', {}, { headers: cookies })).headers['set-cookie']).toBe('a=1, b=2');
    expect((await get('/hello.txt', {}, { headers: (file) => ({ 'x-file': file }) })).headers['x-file']).toBe(
      'hello.txt',
    );
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
