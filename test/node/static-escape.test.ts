// No request path, however it is put together, gets a byte from outside the root.

import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Request } from '../../src/http/request.js';
import { Response } from '../../src/http/response.js';
import { StaticFiles } from '../../src/node/static/static-files.js';
import { relativeFile } from '../../src/node/static/static-path.js';
import { fileTree } from '../support/file-tree.js';

let folder: string;
let removeTree: () => void;
beforeAll(
  () => ({ folder, remove: removeTree } = fileTree(new URL('../fixtures/static/tree', import.meta.url))),
);
afterAll(() => removeTree());

/** Names that are there inside and outside, and all that has ever been used to get from one to the other. */
const piece = fc.constantFrom(
  '/',
  '//',
  '..',
  '.',
  '...',
  '%2e',
  '%2E%2e',
  '%252e',
  '%2f',
  '%5c',
  '\\',
  '%00',
  '%c0%ae',
  '%u002e',
  ';',
  ':',
  'C:',
  '~',
  '%',
  '%zz',
  '?',
  '#',
  ' ',
  'public',
  'public-secret',
  'key.txt',
  'secret.txt',
  'etc',
  'hostname',
  'hello.txt',
  'docs',
  'guide.txt',
  'self-link',
  'outside-folder',
  'outside-link.txt',
  'inside-folder',
  'circle',
  '.env',
  '.hidden',
  'inner.txt',
  'assets',
  '%61ssets',
  '\u00e9',
  '\u202e',
  'a'.repeat(300),
);
const requestPath = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);
const options = fc.record({
  urlPrefix: fc.constantFrom(undefined, '/assets', '/'),
  dotfiles: fc.boolean(),
  cache: fc.constantFrom(false, { recheck: 0 }),
  index: fc.constantFrom(undefined, 'index.html'),
  extensions: fc.constantFrom(undefined, ['txt']),
});

describe('static files', () => {
  it('never leave their root', async () => {
    await fc.assert(
      fc.asyncProperty(requestPath, options, async (target, given) => {
        const files = new StaticFiles({
          app: { call: () => new Response({ status: 404 }) },
          root: path.join(folder, 'public'),
          ...given,
        });
        const response = await files.call(new Request({ method: 'GET', path: target }));
        const text = (await response.text()).replace('SECRET=1', '');
        // A folder with an index is asked for again with its slash.
        if (response.status === 301)
          expect(response.headers.get('location')!.split('?')[0]).toBe(`${target.split('?')[0]}/`);
        else expect([200, 404]).toContain(response.status);
        expect(text).not.toContain('SECRET');
        expect(text).not.toContain('root:');
      }),
      { numRuns: 3000, seed: 7 },
    );
  });

  it('are looked for under names that no system takes for a way up', () => {
    fc.assert(
      fc.property(requestPath, fc.boolean(), fc.boolean(), (target, dotfiles, windows) => {
        const relative = relativeFile(target, '', { dotfiles, windows });
        if (relative === undefined) return;
        for (const system of [path.posix, path.win32]) {
          const root = system === path.win32 ? 'C:\\site\\public' : '/site/public';
          if (system === path.win32 && !windows) continue;
          const file = system.join(root, relative);
          expect(file === root || file.startsWith(root + system.sep)).toBe(true);
        }
      }),
      { numRuns: 5000, seed: 7 },
    );
  });
});
