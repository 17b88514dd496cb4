// The decisions of static files that need no disk: encodings, ranges, names.

import { describe, expect, it } from 'vitest';
import { type ContentEncoding, preferredEncoding } from '../../src/node/static/static-encoding.js';
import { relativeFile, normalisedPrefix } from '../../src/node/static/static-path.js';
import { multipartFrame, requestedRanges } from '../../src/node/static/static-ranges.js';
import { fixtureLines } from '../support/file-tree.js';

const fixtures = new URL('../fixtures/static/', import.meta.url);

describe('Accept-Encoding', () => {
  it.each(fixtureLines(new URL('encodings.table', fixtures)))('%s', (line) => {
    const [, header, available, sent] = /^(.*?)\s+(br gzip|gzip|-)\s+→ (\w+)$/.exec(line)!;
    const encodings = [...(available === '-' ? [] : available!.split(' ')), 'identity'] as ContentEncoding[];
    expect(preferredEncoding(header === '-' ? null : header === '""' ? '' : header!, encodings)).toBe(sent);
  });
});

describe('Range', () => {
  const shown = (header: string, size: number): string => {
    const ranges = requestedRanges(header, size);
    if (ranges === undefined) return 'whole';
    return ranges === 'unsatisfiable' ? '416' : ranges.map(({ start, end }) => `${start}-${end}`).join(' ');
  };

  it.each(fixtureLines(new URL('ranges.table', fixtures)))('%s', (line) => {
    const [, header, size, parts] = /^(.*?)\s+(\d+) → (.*)$/.exec(line)!;
    expect(shown(header!, Number(size))).toBe(parts);
  });

  it('ignores a header of 10,000 parts, and takes one of 64', () => {
    const parts = (count: number): string =>
      `bytes=${Array.from({ length: count }, (_, i) => `${i * 2}-${i * 2}`).join(',')}`;
    expect(shown(parts(10_000), 100_000)).toBe('whole');
    expect(shown(parts(65), 100_000)).toBe('whole');
    expect(shown(parts(64), 100_000).split(' ')).toHaveLength(64);
  });

  it('lays out several parts with their whole length', () => {
    const frame = multipartFrame(
      [
        { start: 0, end: 1 },
        { start: 8, end: 9 },
      ],
      10,
      'text/plain',
      'B',
    );
    const body = `${frame.parts[0]?.head}aa${frame.parts[1]?.head}bb${frame.tail}`;
    expect(body).toBe(
      '\r\n--B\r\ncontent-type: text/plain\r\ncontent-range: bytes 0-1/10\r\n\r\naa' +
        '\r\n--B\r\ncontent-type: text/plain\r\ncontent-range: bytes 8-9/10\r\n\r\nbb\r\n--B--\r\n',
    );
    expect(frame.length).toBe(body.length);
  });
});

describe('names', () => {
  const rules = { dotfiles: false, windows: false };

  it.each([
    ['/assets/a.css', 'a.css'],
    ['/assets/', ''],
    ['/assets', undefined],
    ['/assetsx/a.css', undefined],
    ['/assets-secret/a.css', undefined],
    ['/a.css', undefined],
    ['/ASSETS/a.css', undefined],
    ['/%61ssets/a.css', 'a.css'],
    ['/assets/../assets/a.css', undefined],
    ['/assets//a.css', undefined],
  ])('below the prefix /assets, %s is %s', (path, file) => {
    expect(relativeFile(path, '/assets', rules)).toBe(file);
  });

  it.each([
    [undefined, ''],
    ['', ''],
    ['/', ''],
    ['assets', '/assets'],
    ['/assets/', '/assets'],
    ['//a//b/', '/a/b'],
    ['/caf%C3%A9', '/café'],
    ['/100%', '/100%'],
  ])('takes the prefix %s as %j', (prefix, normalised) => {
    expect(normalisedPrefix(prefix)).toBe(normalised);
  });

  it.each([
    '/C:/x',
    '/C:',
    '/a:b',
    '/a.txt::$DATA',
    '/con',
    '/CON.txt',
    '/aux.js',
    '/com1',
    '/a./b',
    '/a /b',
    '/a.txt.',
    '/a%20',
    '/a*',
    '/a%3Fb',
    '/%3Ca%3E',
    '/a|b',
  ])('refuses %s where names have a second meaning on Windows', (path) => {
    expect(relativeFile(path, '', { dotfiles: true, windows: true })).toBeUndefined();
  });

  it('serves ordinary names on Windows, and dotfiles where they are wished for', () => {
    expect(relativeFile('/console/a b.min.js', '', { dotfiles: false, windows: true })).toBe(
      'console/a b.min.js',
    );
    expect(relativeFile('/falcon', '', { dotfiles: false, windows: true })).toBe('falcon');
    for (const path of ['/.well-known/a', '/.a', '/.a/.b', '/..a'])
      expect(relativeFile(path, '', { dotfiles: true, windows: false })).toBe(path.slice(1));
    for (const path of ['/..', '/.', '/a/..', '/%2e%2e/b'])
      expect(relativeFile(path, '', { dotfiles: true, windows: false })).toBeUndefined();
  });
});
