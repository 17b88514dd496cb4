// What of `public/` a build serves: what `StaticFiles` would.

import { expect, it } from 'vitest';
import { publicFiles } from '../../src/bundlers/public-files.js';
import { folderOf } from '../support/temporary-folder.js';

it('what is hidden is left out of what is built, but for .well-known at the top', () => {
  const names = [
    '.env',
    '.well-known/.key',
    '.well-known/security.txt',
    'a/.env',
    'a/.well-known/b',
    'app.css',
  ];
  const folder = folderOf(Object.fromEntries(names.map((name) => [name, 'x'])));
  expect(publicFiles(folder).map(({ path }) => path)).toEqual(['/.well-known/security.txt', '/app.css']);
});
