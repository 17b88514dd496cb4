// The tables of docs/performance.md are what benchmarks print; see table.ts.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Benchmark, benchmarks } from './benchmarks.js';
import { summaryOf } from './summary.js';
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

test('the page has a place for every table of a benchmark and for the summary, and no other', () => {
  const ids = Object.values<Benchmark>(benchmarks).flatMap(({ tables }) => tables);
  expect([...tablesIn(page).keys()].toSorted()).toEqual(['summary', ...ids].toSorted());
});

test('the summary says what the tables of the page say', () => {
  expect(tablesIn(page).get('summary')).toBe(summaryOf(page));
});

test('the summary names the rows that are lost, and of many the worst', () => {
  const cell = (ratio: string): string =>
    page.replace('| static | 7 | 18 (2.58) | 7 (0.96) |', `| static | 7 | 18 (2.58) | 7 (${ratio}) |`);
  expect(summaryOf(cell('9.75'))).toMatch(
    /with a helper \| a template literal \| 0\.92–9\.75 \| \d+ of 15 rows, most of all static \(9\.75\) \|/,
  );
});
