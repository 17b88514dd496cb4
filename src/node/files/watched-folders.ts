// Files that are watched by way of their folders: an editor may put another file in the place of one, and one that is missing may come. Who
// watches the files themselves hears of neither.

import type { FSWatcher } from 'chokidar';
import { existsSync } from 'node:fs';

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

/**
 * Calls `changed` soon after files change, with the last of them. What came and is gone by then was never there, as the file that an editor
 * writes to put it in the place of another. Never ends by itself.
 */
export async function watchFolders(
  folders: readonly string[],
  { isOf = () => true, ...options }: WatchedFolders,
  changed: (path: string) => void,
): Promise<FSWatcher> {
  const { watch } = await import('chokidar');
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
  return watch([...folders], { ignoreInitial: true, ...options }).on('all', (event, path) => {
    if (!isOf(path)) return;
    const hasPassed = passing.delete(path);
    if (hasPassed && event.startsWith('unlink')) return;
    const isNew = changes.get(path) ?? (hasPassed || event.startsWith('add'));
    changes.delete(path);
    changes.set(path, isNew);
    clearTimeout(timer);
    timer = setTimeout(tell, 80);
  });
}
