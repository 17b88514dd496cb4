// A program that keeps what the engine compiled of it: reading and compiling its code again would be a third of a short command's time.
//
// The first run leaves the compiled code in the user's own cache folder, where nobody else can write, and the next ones take it from there. The
// name of the file says of what it was made – the code and where it stands, the engine with its flags, the command – so that it never stands for anything else.

import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { privateFolder, userCacheFolder } from '../node/files/private-folder.js';
import { exitStatus } from './exit-status.js';

/** Of the text of `tools.js`, put in when it is built. */
declare const TOOLS_DIGEST: string;

/** Code that is older is written again, with what was compiled meanwhile: a first run may have needed little. */
const hour = 3_600_000;
/** Nobody uses it any more. */
const month = 30 * 24 * hour;
/** A megabyte each: the commands of some copies of the package. */
const mostFiles = 32;

/** Runs one of the commands of `tools.ts`, which is built to stand beside what starts it. */
export function startTool(args: readonly string[], name: string): void {
  const file = join(__dirname, 'tools.js');
  const command = /^[a-z]+$/.exec(args[0] ?? '')?.[0] ?? 'help';
  const { start } = keptModule(
    file,
    `${command}-${TOOLS_DIGEST}-${placeOf(file)}`,
  ) as typeof import('./tools.js');
  void start(args, name);
}

/** A number for a path: compiled code knows its file by name, so that each copy of the package has its own. */
function placeOf(file: string): string {
  let place = 0;
  for (const sign of file) place = (Math.imul(place, 31) + (sign.codePointAt(0) ?? 0)) >>> 0;
  return place.toString(16);
}

/** The exports of a CommonJS module, whose text has one byte a character; its code is kept under the name. */
function keptModule(file: string, name: string): object {
  const kept = keptFile(`${name}-${cachedDataVersionTag().toString(16)}`);
  const { cachedData, isFresh } = kept === undefined ? nothing : compiledCode(kept);
  const text = readFileSync(file, 'latin1');
  const script = new Script(`(function (${names}) {${text}\n})`, { filename: file, cachedData });
  if (kept !== undefined && !(isFresh && script.cachedDataRejected === false)) {
    process.once('exit', (status) => {
      if (status !== exitStatus.usage) keep(kept, script.createCachedData());
    });
  }
  const module = { exports: {} };
  const run = script.runInThisContext() as (...values: readonly unknown[]) => void;
  run(module.exports, require, module, file, dirname(file), importHere);
  return module.exports;
}

/** What the module is called with: as Node does, and with an `import()`, which a script with kept code has not. */
const names = 'exports, require, module, __filename, __dirname, importHere';
const importHere = (specifier: string): Promise<unknown> => import(specifier);

/** Where the code is kept; undefined where it cannot be, or is not to be. */
function keptFile(name: string): string | undefined {
  const { NODE_DISABLE_COMPILE_CACHE: isOff, NODE_V8_COVERAGE: coverage } = process.env;
  if (isOff || coverage) return undefined;
  const own = userCacheFolder();
  const folder = own === undefined ? undefined : privateFolder(join(own, 'code'));
  return folder === undefined ? undefined : join(folder, name);
}

interface CompiledCode {
  readonly cachedData: Buffer | undefined;
  readonly isFresh: boolean;
}

const nothing: CompiledCode = { cachedData: undefined, isFresh: false };

function compiledCode(file: string): CompiledCode {
  try {
    return { cachedData: readFileSync(file), isFresh: Date.now() - statSync(file).mtimeMs < hour };
  } catch {
    return nothing;
  }
}

/** The engine does not check what it is given, so that half a file never has the name of a whole one. */
function keep(file: string, code: Uint8Array): void {
  const partial = `${file}.${process.pid}`;
  try {
    writeFileSync(partial, code, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(partial, file);
    removeUnused(dirname(file));
  } catch {
    // The next run compiles as this one did.
  }
}

function removeUnused(folder: string): void {
  const newestFirst = readdirSync(folder)
    .map((name) => ({ file: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const [index, { file, time }] of newestFirst.entries())
    if (index >= mostFiles || Date.now() - time > month) rmSync(file, { force: true });
}
