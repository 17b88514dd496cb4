// Runs the commands from a script and keeps its compiled code. Parsing and compiling would be a third of a short command's time.
//
// The first run writes the compiled code to the user's cache folder, where nobody else can write, and the next runs use it. The
// name of the file depends on everything that the code was made from: the script and its path, the engine with its flags, and
// the command. So it is never used for anything else.

import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { privateFolder, userCacheFolder } from '../node/files/private-folder.js';
import { exitStatus } from './exit-status.js';

/** A digest of the text of `tools.js`. The build replaces it. */
declare const TOOLS_DIGEST: string;

/** Older code is written again, with the functions that were compiled meanwhile: the first run may have needed few. */
const hour = 3_600_000;
/** Older code is deleted. */
const month = 30 * 24 * hour;
/** The most files that are kept, a megabyte each. That is enough for the commands of several copies of the package. */
const mostFiles = 32;

/** Runs one of the commands of `tools.js`, which the build puts beside this script. */
export function startTool(args: readonly string[], name: string): void {
  const file = join(__dirname, 'tools.js');
  const command = /^[a-z]+$/.exec(args[0] ?? '')?.[0] ?? 'help';
  const { start } = keptModule(
    file,
    `${command}-${TOOLS_DIGEST}-${placeOf(file)}`,
  ) as typeof import('./tools.js');
  void start(args, name);
}

/** A hash of a path. Compiled code contains the path of its script, so each copy of the package has its own. */
function placeOf(file: string): string {
  let place = 0;
  for (const sign of file) place = (Math.imul(place, 31) + (sign.codePointAt(0) ?? 0)) >>> 0;
  return place.toString(16);
}

/** Runs a CommonJS module and returns its exports. The file has to have one byte for each character. `name` is that of the kept code. */
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

/** The parameters of the module's function: those of Node, and an `import()`, because a script with kept code has none. */
const names = 'exports, require, module, __filename, __dirname, importHere';
const importHere = (specifier: string): Promise<unknown> => import(specifier);

/** The path of the kept code; undefined if code cannot or must not be kept. */
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

/** Writes the code under a temporary name and renames it. The engine does not check the code, so it must never see half a file. */
function keep(file: string, code: Uint8Array): void {
  const partial = `${file}.${process.pid}`;
  try {
    writeFileSync(partial, code, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(partial, file);
    removeUnused(dirname(file));
  } catch {
    // The next run has to compile the script again.
  }
}

function removeUnused(folder: string): void {
  const newestFirst = readdirSync(folder)
    .map((name) => ({ file: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const [index, { file, time }] of newestFirst.entries())
    if (index >= mostFiles || Date.now() - time > month) rmSync(file, { force: true });
}
