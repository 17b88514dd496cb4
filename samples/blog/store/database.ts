// The database file: opened once a process, and made when it is not there yet.
//
// It lies in `data/`, or where BLOG_DATABASE says. Rows come out of `rows` and `row` as plain values; the modules beside
// this one make records of them. Values are always bound, never written into the text of a statement.

import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';

export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

const here = dirname(fileURLToPath(import.meta.url));
let opened: Database.Database | undefined;
const statements = new Map<string, Database.Statement<unknown[]>>();

/** The rows that a statement gives. */
export function rows(sql: string, ...values: readonly Value[]): Row[] {
  return prepared(sql).all(...values) as Row[];
}

/** Its first row, if it gives one. */
export function row(sql: string, ...values: readonly Value[]): Row | undefined {
  return rows(sql, ...values)[0];
}

/** Runs a statement that changes something; the id of the row it made, and how many rows it touched. */
export function run(
  sql: string,
  ...values: readonly Value[]
): { readonly id: number; readonly changes: number } {
  const { lastInsertRowid, changes } = prepared(sql).run(...values);
  return { id: Number(lastInsertRowid), changes };
}

/** All of the work, or none of it where it throws; inside another transaction it is a part of that one. */
export function transaction<Result>(work: () => Result): Result {
  const connection = database();
  return connection.inTransaction ? work() : connection.transaction(work).immediate();
}

function prepared(sql: string): Database.Statement<unknown[]> {
  const connection = database();
  let statement = statements.get(sql);
  if (statement === undefined) {
    statement = connection.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}

function database(): Database.Database {
  if (opened !== undefined) return opened;
  const file = process.env['BLOG_DATABASE'] ?? join(here, '../data/blog.sqlite');
  mkdirSync(dirname(file), { recursive: true });
  opened = new Database(file);
  // Several servers may share the file: readers do not wait for a writer, and writers wait for each other.
  opened.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;');
  opened.exec(readFileSync(join(here, 'schema.sql'), 'utf8'));
  return opened;
}
