// What a benchmark prints: Markdown tables, each between two marks with its id, and under it when, where and of which code it was made.
//
//   <!-- bench:generation -->
//   | | template literal | helper |
//   |---|---|---|
//   | one segment | 42 | 40 (0.95) |
//
//   Median of 7 processes. Node 20.20.2, AMD EPYC, 2 cores; 22 November 2026, commit 1a2b3c4; path-to-regexp 9.0.0.
//   <!-- /bench:generation -->
//
// `run.ts` puts them into docs/performance.md in place of those that stand there.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';

export interface MeasuredTable {
  /** Under which the page has it. */
  readonly id: string;
  /** The heads of all columns, the first of which names the rows. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How it was measured, in a sentence: `Median of 7 processes`. */
  readonly how: string;
  /** What it is measured beside, by the folder whose node_modules has them; the project's own unless given. */
  readonly peers?: readonly string[];
  readonly peersFolder?: string;
}

const project = path.join(import.meta.dirname, '../..');

/** Prints a table with its marks. */
export function printTable(table: MeasuredTable): void {
  console.log(tableText(table, surroundings()));
}

/** The table as the page has it. `where` says on what, when and of which code it was measured. */
export function tableText(
  { id, columns, rows, how, peers, peersFolder }: MeasuredTable,
  where: string,
): string {
  const versions = (peers ?? []).map((name) => `${name} ${versionOf(name, peersFolder ?? project)}`);
  const made = [where, ...(versions.length > 0 ? [versions.join(', ')] : [])].join('; ');
  return tableBlock(id, columns, rows, `${how}. ${made}.`);
}

/** A table between its marks, with a paragraph below it. */
export function tableBlock(
  id: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  below: string,
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |');
  return [
    `<!-- bench:${id} -->`,
    line(columns),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map(line),
    '',
    below,
    `<!-- /bench:${id} -->`,
  ].join('\n');
}

/** The blocks that a benchmark has printed, by their ids. */
export function tablesIn(output: string): Map<string, string> {
  const blocks = new Map<string, string>();
  for (const [block, id] of output.matchAll(/^<!-- bench:([\w-]+) -->\n[^]*?^<!-- \/bench:\1 -->$/gm)) {
    if (blocks.has(id!)) throw new Error(`two tables have the id '${id}'`);
    blocks.set(id!, block);
  }
  return blocks;
}

/** The page with these tables in place of those of the same ids. Throws where the page has no place for one. */
export function withTables(page: string, tables: ReadonlyMap<string, string>): string {
  const known = tablesIn(page);
  let text = page;
  for (const [id, block] of tables) {
    const old = known.get(id);
    if (old === undefined)
      throw new Error(`the page has no '<!-- bench:${id} -->' with '<!-- /bench:${id} -->' behind it`);
    text = text.replace(old, () => block);
  }
  return text;
}

/** `Node 20.20.2, AMD EPYC, 2 cores; 22 November 2026, commit 1a2b3c4`. */
export function surroundings(): string {
  const processors = cpus();
  const model = processors[0]!.model.replaceAll(/\s+/g, ' ').trim();
  const date = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  return `Node ${process.versions.node}, ${model}, ${processors.length} cores; ${date}, ${commit()}`;
}

function commit(): string {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', words, {
      cwd: project,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const changed = git('status', '--porcelain', '--', 'src', 'grammar', 'lsp', 'package-lock.json') !== '';
    return `commit ${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
  } catch {
    return 'outside a repository';
  }
}

function versionOf(name: string, folder: string): string {
  const file = path.join(folder, 'node_modules', name, 'package.json');
  if (!existsSync(file)) throw new Error(`'${name}' is not installed in ${folder}`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
