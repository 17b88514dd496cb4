// The tables of docs/performance.md are what benchmarks print; see table.ts.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Benchmark, benchmarks } from './benchmarks.js';
import { tablesIn, tableText, withTables } from './table.js';

const page = readFileSync('docs/performance.md', 'utf8');

const paths = tableText(
  {
    id: 'paths',
    columns: ['', 'helper'],
    rows: [['one segment', '40 (0.95)']],
    how: 'Median of 7 processes',
  },
  'Node 20.20.2, commit 1a2b3c4',
);

test('a table stands between the marks of its id, with where it was measured', () => {
  expect(paths).toBe(
    `<!-- bench:paths -->
| | helper |
|---|---|
| one segment | 40 (0.95) |

Median of 7 processes. Node 20.20.2, commit 1a2b3c4.
<!-- /bench:paths -->`,
  );
  expect(tablesIn(`paths\n\n${paths}\n`)).toEqual(new Map([['paths', paths]]));
});

test('the versions of what it is measured beside are told', () => {
  const text = tableText(
    { id: 'p', columns: [''], rows: [], how: 'Once', peers: ['path-to-regexp'] },
    'Here',
  );
  expect(text).toMatch(/\nOnce\. Here; path-to-regexp \d+\.\d+\.\d+\.\n/);
});

test('a table takes the place of the one of its id, and nothing else changes', () => {
  const before = `# Page\n\n<!-- bench:paths -->\nold $&\n<!-- /bench:paths -->\n\nAnd <!-- bench:other --> in a line.\n`;
  expect(withTables(before, new Map([['paths', paths]]))).toBe(
    `# Page\n\n${paths}\n\nAnd <!-- bench:other --> in a line.\n`,
  );
  expect(() => withTables(before, new Map([['files', '…']]))).toThrow("no '<!-- bench:files -->'");
});

test('the page has a place for every table of a benchmark, and no other', () => {
  const ids = Object.values<Benchmark>(benchmarks).flatMap(({ tables }) => tables);
  expect([...tablesIn(page).keys()].toSorted()).toEqual(ids.toSorted());
});
