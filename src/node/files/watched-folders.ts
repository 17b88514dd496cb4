// Watches files through their folders. A watcher of a file itself does not notice if an editor replaces the file, or if a missing file is
// created.

import type { FSWatcher } from 'chokidar';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { attempt } from '../../http/http-error.js';
import { foldersUp, isOutside } from './project-folder.js';
import { systemCode, systemReason } from './system-error.js';

/** Changes are reported when there was none for so many milliseconds. */
const quiet = 80;
/** The same after a folder was removed: chokidar reports the files that were in it a tenth of a second later. */
const quietOnceGone = 160;

/** Folders that begin to be watched within so many milliseconds are checked together. */
const together = 200;
/** They are checked so many milliseconds after that. Chokidar has finished with them by then, on a busy machine by the second time. */
const settledAfter = [200, 1_800];

/** Called with each file that a result depends on, whether it exists or not. The result may be another if one of them changes. */
export type LookedAt = (file: string) => void;

export interface WatchedFolders {
  /** Whether a path in the folders is not watched. Called with and without `entry`. */
  readonly ignored?: (path: string, entry?: Entry) => boolean;
  /** How many levels of folders are watched. All by default. */
  readonly depth?: number;
  /** Whether changes of a path are reported. Those of all paths by default. */
  readonly isOf?: (path: string) => boolean;
  /** Called once if something cannot be watched, with what to do. The rest is still watched. */
  readonly failed: (problem: string) => void;
}

/** What to do if the system allows no more watches. Each file takes one. */
const advice: Readonly<Record<string, string>> = {
  ENOSPC:
    'the system watches no more files; raise the limit with `sudo sysctl fs.inotify.max_user_watches=524288`',
  EMFILE:
    'too many files are open; raise the limit with `sudo sysctl fs.inotify.max_user_instances=1024` or `ulimit -n`',
};

export interface FolderWatcher {
  /** The events of chokidar about everything that is watched. */
  readonly events: Pick<FSWatcher, 'on' | 'once' | 'close'>;
  /** Watches one more folder. */
  add(folder: string): void;
}

/**
 * Calls `changed` soon after files change, with the last of them. Files that were created and removed meanwhile are ignored: an editor may
 * write a temporary file to replace another one. Never ends by itself.
 */
export async function watchFolders(
  folders: readonly string[],
  { isOf = () => true, failed, ...options }: WatchedFolders,
  changed: (path: string) => void,
): Promise<FolderWatcher> {
  const { watch } = await import('chokidar');
  const ignored = (path: string, entry?: Entry): boolean =>
    options.ignored?.(path, entry) === true || (entry?.isSymbolicLink() === true && leadsBack(path));
  // Unreadable folders, such as those of a database, are ignored.
  const events = watch([...folders], {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    ...options,
    ignored,
  });
  /** The paths to report, the last at the end, with whether they are new. */
  const changes = new Map<string, boolean>();
  /** New paths that are gone already. Their `unlink` comes later, since chokidar waits whether they come back. */
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
  /** Folders that have just begun to be watched, or have lost a subfolder. */
  let begun: Set<string> | undefined;
  const add = (folder: string): void => {
    events.add(folder);
    catchUp(folder);
  };
  // Chokidar lists a folder before it watches it, and misses what is created in between. It also misses the second removal of a folder
  // within a tenth of a second, and then takes the next folder of that name for the one it knows.
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
      // Makes chokidar list the folder again and find them missing.
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

/** Whether a path is a folder or a link. */
export interface Entry {
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** Whether a link leads to a folder above it, so following it would never end. */
function leadsBack(link: string): boolean {
  const target = attempt(() => realpathSync(link));
  if (target === undefined) return false;
  return foldersUp(dirname(link)).some((folder) => !isOutside(relative(target, realpathSync(folder))));
}
