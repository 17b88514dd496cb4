// What a request asks of a static file: conditions, ranges of bytes, encodings.

import { symlinkSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { request as ask } from '../support/raw-http.js';
import { staticSite } from '../support/static-site.js';

const { place, serving, get } = staticSite();

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
      { 'if-none-match': `"other",, ${etag} , ` },
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
      { 'if-none-match': `"other" ${headers['etag']!}` },
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

  it('compares a date to the second in each of them', async () => {
    const port = await serving();
    const time = new Date((await ask(port, 'GET', '/style.css')).headers['last-modified']!);
    const forms = (at: Date): string[] => {
      const [day = '', date = '', month = '', year = '', hours = ''] = at.toUTCString().split(/[ ,]+/);
      return [at.toUTCString(), `${day} ${month} ${date} ${hours} ${year}`];
    };
    const statuses = [];
    for (const seconds of [-1, 0, 1])
      for (const date of forms(new Date(time.getTime() + seconds * 1000)))
        statuses.push((await ask(port, 'GET', '/style.css', { 'if-modified-since': date })).status);
    expect(statuses).toEqual([200, 200, 304, 304, 304, 304]);
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

  it('gives the parts the type that the file has', async () => {
    const port = await serving({ headers: { 'content-type': 'text/x-digits' } });
    const { headers, body } = await ask(port, 'GET', '/digits.txt', { range: 'bytes=0-1,5-6' });
    expect(headers['content-type']).toMatch(/^multipart\/byteranges;/);
    expect(body.toString().match(/content-type: .*/g)).toEqual(Array(2).fill('content-type: text/x-digits'));
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
    expect([...tags].map((tag) => tag?.replace(/^"[0-9a-f]+-[0-9a-f]+/, '…'))).toEqual([
      '…"',
      '…-gzip"',
      '…-br"',
    ]);
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
