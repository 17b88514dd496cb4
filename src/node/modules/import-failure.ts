// Where an application's own module could not be imported, which Node's errors say in words, or not at all.
//
//   Cannot find package 'pg' imported from /app/controllers/posts.mjs     the line of that file which names 'pg'
//   SyntaxError: Unexpected token ';'                                     Node is asked to check the files, without running them
//   No such built-in module: node:nothing                                 the line of the file that was imported which names it
//
// They happen only where Node itself reads a module; jiti and other importers name the place.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteCaught } from '../../http/failure.js';
import { attempt } from '../../http/http-error.js';
import type { StackFrame } from '../files/code-frame.js';

/** The files that are being imported, and by which file's import an error came. */
const underWay = new Set<string>();
const importedFiles = new WeakMap<object, string>();
/** The last thing thrown by an import that is no object. */
let thrownValue: { readonly value: unknown; readonly file: string } | undefined;

/** Imports a file, and remembers while that lasts that it does, and of an error that it came so. */
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

/** The files whose import has not ended. */
export function importsUnderWay(): readonly string[] {
  return [...underWay];
}

/** The place of a mistake that kept a module from being imported; undefined where the error has frames, or nothing is known. */
export function importFailurePlace(error: unknown): StackFrame | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, specifier, importer] =
    /^Cannot find (?:package|module) '([^']+)' imported from (\S.*)$/m.exec(error.message) ?? [];
  if (specifier !== undefined && importer !== undefined) return placeOfName(importer, specifier);
  const file = importedFiles.get(error);
  if (file === undefined) return undefined;
  return error instanceof SyntaxError ? placeOfMistake(file) : placeOfImport(file, error.message);
}

/** The file by whose import an error came, where that is all that is known of its place. */
export function failedImport(error: unknown): string | undefined {
  if (typeof error === 'object' && error !== null) return importedFiles.get(error);
  return thrownValue?.value === error ? thrownValue?.file : undefined;
}

const imports = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g;

/** The first line of a file that imports something which a message names. */
function placeOfImport(file: string, message: string): StackFrame | undefined {
  const text = textOf(file) ?? '';
  for (const { index, 1: name = '' } of text.matchAll(imports)) {
    if (!message.includes(name.replace(/^(?:\.{0,2}\/)*/, '') || name)) continue;
    const before = text.slice(0, index).split('\n');
    return { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
  }
  return undefined;
}

/** The first line of a file that has the name of what it imports; a relative one is told by its last part. */
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

/** How many modules are checked, nearest to the one that was imported first. */
const mostChecked = 20;

/** Where a module, or one of the application's that it imports, is no program. */
function placeOfMistake(root: string): StackFrame | undefined {
  // Others take the option for another one, or run the file.
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
