// Finds the place where the import of an application's module failed, which Node's errors tell only in words, or not at all.
//
//   Cannot find package 'pg' imported from /app/controllers/posts.mjs     the line of that file that names 'pg'
//   SyntaxError: Unexpected token ';'                                     found by `node --check`, which does not run the files
//   No such built-in module: node:nothing                                 the line of the imported file that names it
//
// Such errors occur only if Node itself reads a module. jiti and other importers name the place.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteCaught } from '../../http/failure.js';
import { attempt } from '../../http/http-error.js';
import type { StackFrame } from '../files/code-frame.js';

/** The files that are being imported now. */
const underWay = new Set<string>();
/** For an error that an import has thrown, the imported file. */
const importedFiles = new WeakMap<object, string>();
/** The last value thrown by an import that is no object, and the imported file. */
let thrownValue: { readonly value: unknown; readonly file: string } | undefined;

/** Runs the import of a file. Notes that it is being imported, and if it fails, that its error came from there. */
export async function noting<Exports>(file: string, work: () => Promise<Exports>): Promise<Exports> {
  underWay.add(file);
  try {
    return await work();
  } catch (error) {
    if (typeof error === 'object' && error !== null) {
      noteCaught(error);
      if (!importedFiles.has(error)) importedFiles.set(error, file);
    } else thrownValue = { value: error, file };
    throw error;
  } finally {
    underWay.delete(file);
  }
}

/** The files whose import has not finished. */
export function importsUnderWay(): readonly string[] {
  return [...underWay];
}

/** The place of the mistake because of which a module could not be imported; undefined if it is not known. */
export function importFailurePlace(error: unknown): StackFrame | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, specifier, importer] =
    /^Cannot find (?:package|module) '([^']+)' imported from (\S.*)$/m.exec(error.message) ?? [];
  if (specifier !== undefined && importer !== undefined) return placeOfName(importer, specifier);
  const file = importedFiles.get(error);
  if (file === undefined) return undefined;
  return error instanceof SyntaxError ? placeOfMistake(file) : placeOfImport(file, error.message);
}

/** The file whose import threw a value; undefined if it came from no import. */
export function failedImport(error: unknown): string | undefined {
  if (typeof error === 'object' && error !== null) return importedFiles.get(error);
  return thrownValue?.value === error ? thrownValue?.file : undefined;
}

const imports = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g;

/** The first import in a file whose module a message names. */
function placeOfImport(file: string, message: string): StackFrame | undefined {
  const text = textOf(file) ?? '';
  for (const { index, 1: name = '' } of text.matchAll(imports)) {
    if (!message.includes(name.replace(/^(?:\.{0,2}\/)*/, '') || name)) continue;
    const before = text.slice(0, index).split('\n');
    return { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
  }
  return undefined;
}

/** The first line of a file that names what it imports. A relative name is recognised by its last part. */
function placeOfName(importer: string, specifier: string): StackFrame {
  const file = importer.startsWith('file:') ? fileURLToPath(importer) : importer;
  const last = specifier.slice(specifier.lastIndexOf('/') + 1);
  const lines = (textOf(file) ?? '').split('\n');
  const index = Math.max(
    0,
    lines.findIndex((line) => /['"]/.test(line) && line.includes(last)),
  );
  return { file, line: index + 1, column: (lines[index] ?? '').indexOf(last) + 1 };
}

/** With more modules than this to check, no further imports are followed. */
const mostChecked = 20;

/** The place of a syntax error in a module, or in one that it imports by a relative name. */
function placeOfMistake(root: string): StackFrame | undefined {
  // Bun and Deno have another option of that name, or would run the file.
  if (process.versions['bun'] || process.versions['deno']) return undefined;
  const files = new Set([root]);
  for (const file of files) {
    const text = files.size > mostChecked ? undefined : textOf(file);
    for (const [, name = ''] of text?.matchAll(imports) ?? [])
      if (name.startsWith('.')) files.add(resolve(dirname(file), name));
    const { stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8', timeout: 5_000 });
    const [, found, line] = /^(?:file:\/\/)?(\/.+):(\d+)\n/.exec(stderr) ?? [];
    if (found !== undefined) return { file, line: Number(line), column: 1 };
  }
  return undefined;
}

function textOf(file: string): string | undefined {
  return attempt(() => readFileSync(file, 'utf8'));
}
