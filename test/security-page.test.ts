// Every promise of docs/security.md names tests, and they exist.

import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise'));

it('every promise is kept by tests that exist', () => {
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    const named = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file!);
    expect([row, named.length > 0]).toEqual([row, true]);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  }
});
