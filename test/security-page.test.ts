// Every promise of docs/security.md names the tests that keep it, by their files and their names, and they exist.

import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  .map((line) => line.split(' | '));

it('holds promises', () => expect(rows.length).toBeGreaterThan(5));

it.each(rows)('%s', (_, tests = '') => {
  const named = [...tests.matchAll(/`(test\/[^`]+)`((?: “[^”]+”,?)*)/g)];
  expect(named.length).toBeGreaterThan(0);
  for (const [, file = '', quoted = ''] of named) {
    expect([file, existsSync(file)]).toEqual([file, true]);
    const text = readFileSync(file, 'utf8');
    const names = [...quoted.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name);
    expect([file, names.length]).not.toEqual([file, 0]);
    // As it is written in the file, where an apostrophe in quotes has a backslash.
    for (const name of names)
      expect([file, name, text.replaceAll("\\'", "'").includes(`'${name}'`)]).toEqual([file, name, true]);
  }
});
