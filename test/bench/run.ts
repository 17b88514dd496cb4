// Runs benchmarks, and writes their tables, and the summary of all, into docs/performance.md.
//
//   npm run bench                                      all of them, one after the other
//   npm run bench -- generation middleware             some of them
//   npm run bench -- --write                           and the page has the tables that were printed
//   npm run bench -- --write generation -- --rounds 3  what stands behind the second `--` is the benchmark's own
//
// The page is written after each benchmark, so that one which fails does not take the others' tables along.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Benchmark, benchmarks } from './benchmarks.js';
import { summaryOf } from './summary.js';
import { tablesIn, withTables } from './table.js';

const page = path.join(import.meta.dirname, '../../docs/performance.md');
const words = process.argv.slice(2);
const end = words.indexOf('--');
const [own, passed] = end < 0 ? [words, []] : [words.slice(0, end), words.slice(end + 1)];
const named = own.filter((word) => word !== '--write');

const known: Readonly<Record<string, Benchmark>> = benchmarks;
const unknown = named.find((name) => !Object.hasOwn(known, name));
if (unknown !== undefined) {
  console.error(`there is no benchmark '${unknown}': write ${Object.keys(known).join(', ')}`);
  process.exit(1);
}
for (const name of named.length > 0 ? named : Object.keys(known)) {
  const { file, tables, flags = [] } = known[name]!;
  console.log(`\n${name}\n`);
  const printed = tablesIn(await outputOf(file, flags));
  const odd = [...printed.keys()].filter((id) => !tables.includes(id));
  if (odd.length > 0) throw new Error(`${file} printed ${odd.join(', ')}, which benchmarks.ts does not name`);
  if (!own.includes('--write')) continue;
  const written = withTables(readFileSync(page, 'utf8'), printed);
  writeFileSync(page, withTables(written, new Map([['summary', summaryOf(written)]])));
}

/** What the benchmark prints, which is shown as it comes. */
async function outputOf(file: string, flags: readonly string[]): Promise<string> {
  const script = path.join(import.meta.dirname, file);
  const child = spawn(process.execPath, [...flags, '--import', 'tsx', script, ...passed], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  return output;
}
