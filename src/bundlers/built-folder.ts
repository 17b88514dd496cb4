// The folder that a build writes. A list in it names what the build has put there, so that the next build removes exactly that. Packages
// installed there, and files that the application has written, stay. The list has a hash of each copied file, which stays too if it has
// changed: it may be a database. Files that the build makes itself, such as `server.js`, are always replaced.

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

/** A file to copy, or a folder to make, with absolute paths. */
export interface Copied {
  readonly from: string;
  readonly to: string;
}

const list = '.waypost-build.json';

/**
 * The real path of the output folder, once it is known that it may be written.
 *
 * @throws RoutesFileError if the folder contains the application, or anything that no build has written
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
 * Removes the files of an earlier build, then writes texts by name and copies files.
 *
 * @returns the paths of files that were kept because no build has written them, although other files should have been copied there
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
  // The list is written first, so that the next build knows the files even if this one is interrupted.
  writeFileSync(join(out, list), `${JSON.stringify({ files: Object.fromEntries(files) }, null, 2)}\n`);
  for (const [name, text] of texts) writeFileSync(join(out, name), text);
  for (const each of copied) {
    if (isFolder(each)) mkdirSync(each.to, { recursive: true });
    // A copied link would still lead to the sources.
    else if (!isLeft.has(each.to)) cpSync(realpathSync(each.from), each.to);
  }
  return left.sort();
}

/** Removes the files of an earlier build, and the folders that become empty. */
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

/** A hash of a file's content, however large; undefined if the path is not a file. */
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

/** Whether the path is below the folder, is not a folder itself, and has no link among its parents. */
function isFileIn(out: string, path: string): boolean {
  if (isOutside(relative(out, path)) || path === out) return false;
  const isFile = (): boolean =>
    !lstatSync(path).isDirectory() && realpathSync(dirname(path)) === dirname(path);
  return attempt(isFile) ?? false;
}

/** The files in the list, with the hashes of those that were copied. */
function earlierFiles(path: string): readonly (readonly [string, unknown])[] {
  // A damaged list does no harm: files of the build are overwritten, and changed copies are kept.
  const read = attempt((): unknown => JSON.parse(readFileSync(path, 'utf8')));
  if (typeof read !== 'object' || read === null || !('files' in read)) return [];
  return Object.entries(read.files ?? {});
}
