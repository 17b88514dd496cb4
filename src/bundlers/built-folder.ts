// The folder that a build is written to. A list in it says what the build has put there, so that the next one takes away that and nothing else:
// packages that were installed there, and what the application has written as it ran, stay. A copied file stays too once it is another: it may be a
// database. The list has a hash of each; what the build itself makes (`server.js`) is always made anew.

import { createHash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { attempt } from '../http/http-error.js';
import { isOutside } from '../node/files/project-folder.js';
import { RoutesFileError } from '../node/files/routes-file.js';

/** A file that is copied, or a folder that is made, by its absolute paths. */
export interface Copied {
  readonly from: string;
  readonly to: string;
}

const list = '.waypost-build.json';

/**
 * The folder that a path leads to, as one that may be written.
 *
 * @throws RoutesFileError for one that holds the application, or what no build has written
 */
export function outFolder(given: string, application: string): string {
  const stat = statSync(given, { throwIfNoEntry: false });
  const out = stat ? realpathSync(given) : given;
  if (!isOutside(relative(out, application)))
    throw new RoutesFileError(`${given} has the application in it; give a folder of its own with --out`);
  if (stat && !(stat.isDirectory() && (readdirSync(out).length === 0 || existsSync(join(out, list)))))
    throw new RoutesFileError(
      `${given} was not written by waypost build; empty it, or give another folder with --out`,
    );
  return out;
}

/**
 * Writes texts, by their names, and copies files in the place of what an earlier build has left.
 *
 * @returns the files that stand where others would have been copied, and that no build has written
 */
export function writeBuild(
  out: string,
  texts: ReadonlyMap<string, string | Uint8Array>,
  copied: readonly Copied[],
): readonly string[] {
  removeEarlier(out);
  const isFolder = ({ from }: Copied): boolean => statSync(from).isDirectory();
  const hashes = copied.filter((each) => !isFolder(each)).map(({ from, to }) => [to, hashOf(from)] as const);
  const left = hashes.filter(([to, hash]) => existsSync(to) && hashOf(to) !== hash).map(([to]) => to);
  const isLeft = new Set(left);
  const files = [
    ...[...texts.keys()].map((name) => [name, null] as const),
    ...hashes.filter(([to]) => !isLeft.has(to)).map(([to, hash]) => [relative(out, to), hash] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  mkdirSync(out, { recursive: true });
  // First of all, so that what broke off in the middle is known for a build.
  writeFileSync(join(out, list), `${JSON.stringify({ files: Object.fromEntries(files) }, null, 2)}\n`);
  for (const [name, text] of texts) writeFileSync(join(out, name), text);
  for (const each of copied) {
    if (isFolder(each)) mkdirSync(each.to, { recursive: true });
    // A link that is copied itself would lead back to the sources.
    else if (!isLeft.has(each.to)) cpSync(realpathSync(each.from), each.to);
  }
  return left.sort();
}

/** Takes away what an earlier build has written, and the folders that nothing else is in. */
function removeEarlier(out: string): void {
  const folders = new Set<string>();
  for (const [file, hash] of earlierFiles(join(out, list))) {
    const path = join(out, file);
    if (!isFileIn(out, path) || (hash !== null && hashOf(path) !== hash)) continue;
    rmSync(path);
    for (let folder = dirname(path); folder !== out; folder = dirname(folder)) folders.add(folder);
  }
  for (const folder of [...folders].sort((one, other) => other.length - one.length))
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** A hash of what a file holds, however large it is; undefined for what is no file. */
function hashOf(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const hash = createHash('sha256');
  const part = Buffer.allocUnsafe(1 << 16);
  const file = openSync(path, 'r');
  try {
    for (let size; (size = readSync(file, part)) > 0;) hash.update(part.subarray(0, size));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex').slice(0, 32);
}

/** Whether something that is no folder stands below the folder, with no link on the way there. */
function isFileIn(out: string, path: string): boolean {
  if (isOutside(relative(out, path)) || path === out) return false;
  const isFile = (): boolean =>
    !lstatSync(path).isDirectory() && realpathSync(dirname(path)) === dirname(path);
  return attempt(isFile) ?? false;
}

/** What the list has, with the hashes of what was copied. */
function earlierFiles(path: string): readonly (readonly [string, unknown])[] {
  // Whoever has damaged it loses nothing: what the build makes is written over, and copies are left where they are others.
  const read = attempt((): unknown => JSON.parse(readFileSync(path, 'utf8')));
  if (typeof read !== 'object' || read === null || !('files' in read)) return [];
  return Object.entries(read.files ?? {});
}
