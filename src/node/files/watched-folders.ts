// Files that are watched by way of their folders: an editor may put another file in the place of one, and one that is missing may come. Who
// watches the files themselves hears of neither.

import type { FSWatcher } from 'chokidar';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../http/http-error.js';

/** Folders that begin to be watched within so many milliseconds are looked at together, */
const together = 200;
/** so many after that: chokidar is done with them by then, and where much else is under way at the second time. */
const settledAfter = [200, 1_800];

/** Is told each file that is looked at, whether it is there or not: what was found may be something else once one of them changes. */
export type LookedAt = (file: string) => void;

export interface WatchedFolders {
  /** What of the folders is not watched. */
  readonly ignored?: (path: string) => boolean;
  /** How many folders deep; all unless given. */
  readonly depth?: number;
  /** Whether a path is one to hear of; every one is unless given. */
  readonly isOf?: (path: string) => boolean;
}

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
  { isOf = () => true, ...options }: WatchedFolders,
  changed: (path: string) => void,
): Promise<FolderWatcher> {
  const { watch } = await import('chokidar');
  const events = watch([...folders], { ignoreInitial: true, ...options });
  /** What is to be told of, the last at the end, and whether it is new. */
  const changes = new Map<string, boolean>();
  /** What came and is gone: that it is gone is heard later, since chokidar waits whether it comes back. */
  const passing = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
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
    clearTimeout(timer);
    timer = setTimeout(tell, 80);
  };
  /** Those that have begun to be watched just now. */
  let begun: Set<string> | undefined;
  const add = (folder: string): void => {
    events.add(folder);
    catchUp(folder);
  };
  // Chokidar lists a folder before it watches it, and never hears of what comes in between.
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
      for (const name of attempt(() => readdirSync(each)) ?? []) {
        const path = join(each, name);
        if (known.has(name) || caught.has(path) || !isOf(path) || options.ignored?.(path) === true) continue;
        caught.add(path);
        add(path);
        heard('add', path);
      }
    }
  };
  events.on('all', (event, path) => {
    heard(event, path);
    if (event === 'addDir' && options.depth === undefined) catchUp(path);
  });
  return { events, add };
}
