// Lists the source files of a project that may call helpers: modules, views, layouts, tests. It omits files that git ignores, and the
// folders of packages and tools.

import { existsSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { attempt } from '../../http/http-error.js';
import { within } from './limited-time.js';
import { foldersUp } from './project-folder.js';
import { readRegularFile } from './regular-file.js';
import { sourceEndings } from './source-endings.js';

export interface ProjectFiles {
  readonly files: readonly string[];
  /** False if there were too many files, or the time was over. */
  readonly isComplete: boolean;
}

const isSource = new RegExp(`\\.(?:${sourceEndings.join('|')})$`);
const isGenerated = /\.(?:d\.[cm]?ts|min\.js)$/;
const most = { files: 20_000, milliseconds: 1_500 };

/** An ignore file and the folder that its patterns are relative to. */
interface Rules {
  readonly folder: string;
  readonly ignored: Ignore;
}

/** A folder to list. */
interface Folder {
  readonly path: string;
  /** The ignore files that concern its content, outermost first. */
  readonly rules: readonly Rules[];
}

/** How many folders are listed at once. Limiting the time for each one by itself would take as long as listing it. */
const batchSize = 64;

/** The source files below a folder. Stops if there are too many, or the time is over. */
export async function projectFiles(folder: string, limits = most): Promise<ProjectFiles> {
  const end = performance.now() + limits.milliseconds;
  const files: string[] = [];
  const waiting: Folder[] = [{ path: folder, rules: rulesAbove(folder) }];
  while (waiting.length > 0) {
    if (files.length >= limits.files || performance.now() > end) return { files, isComplete: false };
    const listings = await Promise.all(waiting.splice(0, batchSize).map(listing));
    const wanted = within(end - performance.now(), () => listings.flatMap(wantedOf));
    if (wanted === undefined) return { files, isComplete: false };
    for (const { path, isFolder, rules } of wanted) {
      if (isFolder) waiting.push({ path, rules });
      else files.push(path);
    }
  }
  return { files, isComplete: files.length <= limits.files };
}

interface Listing extends Folder {
  readonly entries: readonly Dirent[];
}

/** The content of a folder, and the ignore files that concern it. */
async function listing({ path, rules }: Folder): Promise<Listing> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return { path, rules: [...rules, ...rulesIn(path)], entries };
}

function wantedOf({ path: folder, rules, entries }: Listing): readonly (Folder & { isFolder: boolean })[] {
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    const isFolder = entry.isDirectory();
    const isWanted = isFolder
      ? entry.name !== 'node_modules' && !entry.name.startsWith('.')
      : entry.isFile() && isSource.test(entry.name) && !isGenerated.test(entry.name);
    return isWanted && !isIgnored(path, isFolder, rules) ? [{ path, isFolder, rules }] : [];
  });
}

/** As in git, the innermost ignore file that mentions a path decides. */
function isIgnored(path: string, isFolder: boolean, rules: readonly Rules[]): boolean {
  for (const { folder, ignored } of rules.toReversed()) {
    const inside = relative(folder, path).split(sep).join('/');
    const verdict = ignored.test(isFolder ? `${inside}/` : inside);
    if (verdict.ignored || verdict.unignored) return verdict.ignored;
  }
  return false;
}

/** The ignore files of the folders above, up to the root of the repository, outermost first. */
function rulesAbove(folder: string): readonly Rules[] {
  const folders = foldersUp(folder);
  const root = folders.findIndex((at) => existsSync(join(at, '.git')));
  return folders
    .slice(1, root + 1)
    .reverse()
    .flatMap(rulesIn);
}

function rulesIn(folder: string): readonly Rules[] {
  return ['.git/info/exclude', '.gitignore'].flatMap((name) => {
    const rules = (): Rules => ({
      folder,
      ignored: ignore().add(readRegularFile(join(folder, name)).toString()),
    });
    return attempt(rules) ?? [];
  });
}
