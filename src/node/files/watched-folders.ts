// Files that are watched by way of their folders: an editor may put another file in the place of one, and one that is missing may come. Who
// watches the files themselves hears of neither.

import type { FSWatcher } from 'chokidar';

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

/** Calls `changed` soon after files change, with the last of them. Never ends by itself. */
export async function watchFolders(
  folders: readonly string[],
  { isOf = () => true, ...options }: WatchedFolders,
  changed: (path: string) => void,
): Promise<FSWatcher> {
  const { watch } = await import('chokidar');
  let timer: NodeJS.Timeout | undefined;
  return watch([...folders], { ignoreInitial: true, ...options }).on('all', (_event, path) => {
    if (!isOf(path)) return;
    clearTimeout(timer);
    timer = setTimeout(() => changed(path), 80);
  });
}
