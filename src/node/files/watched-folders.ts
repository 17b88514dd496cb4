// Files that are watched by way of their folders: an editor may put another file in the place of one, and one that is missing may come. Who
// watches the files themselves hears of neither.

import type { FSWatcher } from 'chokidar';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { attempt } from '../../http/http-error.js';
import { foldersUp, isOutside } from './project-folder.js';
import { systemCode, systemReason } from './system-error.js';

/** What is said of changes is said once it has been quiet for so many milliseconds, */
const quiet = 80;
/** and after a folder has gone: chokidar tells of the files that were in it a tenth of a second later. */
const quietOnceGone = 160;

/** Folders that begin to be watched within so many milliseconds are looked at together, */
const together = 200;
/** so many after that: chokidar is done with them by then, and where much else is under way at the second time. */
const settledAfter = [200, 1_800];

/** Is told each file that is looked at, whether it is there or not: what was found may be something else once one of them changes. */
export type LookedAt = (file: string) => void;

export interface WatchedFolders {
  /** What of the folders is not watched; asked with and without what is known of the path. */
  readonly ignored?: (path: string, entry?: Entry) => boolean;
  /** How many folders deep; all unless given. */
  readonly depth?: number;
  /** Whether a path is one to hear of; every one is unless given. */
  readonly isOf?: (path: string) => boolean;
  /** Is told once that something cannot be watched, and what to do. The rest goes on being watched. */
  readonly failed: (problem: string) => void;
}

/** What to do where the system watches no more: each file takes one of its watches. */
const advice: Readonly<Record<string, string>> = {
  ENOSPC:
    'the system watches no more files; raise the limit with `sudo sysctl fs.inotify.max_user_watches=524288`',
  EMFILE:
    'too many files are open; raise the limit with `sudo sysctl fs.inotify.max_user_instances=1024` or `ulimit -n`',
};

export interface FolderWatcher {
  /** What chokidar says of all that is watched. */
  readonly events: Pick<FSWatcher, 'on' | 'once' | 'close'>;
  /** Watches one more folder. */
  add(folder: string): void;
}

/**
 * Calls `changed` soon after files change, with the last of them. What came and is gone by then was never there, as the file that an editor
 * writes to put it in the place of another. Never ends by itself.
 */
export async function watchFolders(
  folders: readonly string[],
  { isOf = () => true, failed, ...options }: WatchedFolders,
  changed: (path: string) => void,
): Promise<FolderWatcher> {
  const { watch } = await import('chokidar');
  const ignored = (path: string, entry?: Entry): boolean =>
    options.ignored?.(path, entry) === true || (entry?.isSymbolicLink() === true && leadsBack(path));
  // A folder that cannot be read, as one that a database keeps to itself, is nothing to hear of.
  const events = watch([...folders], {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    ...options,
    ignored,
  });
  /** What is to be told of, the last at the end, and whether it is new. */
  const changes = new Map<string, boolean>();
  /** What came and is gone: that it is gone is heard later, since chokidar waits whether it comes back. */
  const passing = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let quietAt = 0;
  const tell = (): void => {
    let last: string | undefined;
    for (const [path, isNew] of changes) {
      if (isNew && !existsSync(path)) passing.add(path);
      else last = path;
    }
    changes.clear();
    if (last !== undefined) changed(last);
  };
  const heard = (event: string, path: string): void => {
    if (!isOf(path)) return;
    const hasPassed = passing.delete(path);
    if (hasPassed && event.startsWith('unlink')) return;
    const isNew = changes.get(path) ?? (hasPassed || event.startsWith('add'));
    changes.delete(path);
    changes.set(path, isNew);
    const now = performance.now();
    quietAt = Math.max(quietAt, now + (event === 'unlinkDir' ? quietOnceGone : quiet));
    clearTimeout(timer);
    timer = setTimeout(tell, quietAt - now);
  };
  /** Those that have begun to be watched just now, or have lost a folder. */
  let begun: Set<string> | undefined;
  const add = (folder: string): void => {
    events.add(folder);
    catchUp(folder);
  };
  // Chokidar lists a folder before it watches it, and never hears of what comes in between. Nor does it hear of a folder that goes for the second
  // time within a tenth of a second, and takes the next of that name for the one it knows.
  const catchUp = (folder: string): void => {
    if (begun === undefined) {
      const these = (begun = new Set());
      const caught = new Set<string>();
      setTimeout(() => (begun = undefined), together).unref();
      for (const time of settledAfter) setTimeout(() => look(these, caught), together + time).unref();
    }
    begun.add(folder);
  };
  const look = (these: ReadonlySet<string>, caught: Set<string>): void => {
    const watched = events.getWatched();
    for (const each of these) {
      const known = new Set(watched[each]);
      const gone = new Set(known);
      for (const entry of attempt(() => readdirSync(each, { withFileTypes: true })) ?? []) {
        const path = join(each, entry.name);
        gone.delete(entry.name);
        if (known.has(entry.name) || caught.has(path) || !isOf(path) || ignored(path, entry)) continue;
        caught.add(path);
        add(path);
        heard('add', path);
      }
      // It lists the folder again, and finds them missing.
      if (gone.size > 0) events.add(each);
    }
  };
  let hasFailed = false;
  events.on('error', (error) => {
    if (hasFailed) return;
    hasFailed = true;
    failed(problemText(error));
  });
  events.on('all', (event, path) => {
    heard(event, path);
    if (options.depth !== undefined) return;
    if (event === 'addDir') catchUp(path);
    if (event === 'unlinkDir') catchUp(dirname(path));
  });
  return { events, add };
}

function problemText(error: unknown): string {
  const file = error instanceof Error && 'path' in error ? String(error.path) : 'some files';
  const help = advice[systemCode(error) ?? ''] ?? `the system says: ${systemReason(error)}`;
  return `changes of ${file} and maybe of others go unheard: ${help}, or set CHOKIDAR_USEPOLLING=1`;
}

/** What is known of a path: whether it is a folder; of a link, that it is one. */
export interface Entry {
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** Whether a link leads to a folder that its own path goes through: behind it all of that would come again, without an end. */
function leadsBack(link: string): boolean {
  const target = attempt(() => realpathSync(link));
  if (target === undefined) return false;
  return foldersUp(dirname(link)).some((folder) => !isOutside(relative(target, realpathSync(folder))));
}
