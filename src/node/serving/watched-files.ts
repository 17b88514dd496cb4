// Decides which files of an application `waypost serve --watch` watches.

import { closeSync, fstatSync, openSync, readSync, statSync, type BigIntStats } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { attempt } from '../../http/http-error.js';
import { isOutside } from '../files/project-folder.js';
import { watchFolders, type Entry, type FolderWatcher } from '../files/watched-folders.js';

/** Names such as `.env.local`, without the dot: the only names with a leading dot that are watched. */
const environment = String.raw`env(?:\.development)?(?:\.local)?$`;
const neverWatched = new RegExp(
  String.raw`(?:^|[/\\])(?:node_modules|\.(?!${environment})[^/\\]+)(?:[/\\]|$)|\.(?:sqlite|db)(?:-\w+)?$|\.log$`,
);
const builtFolder = /(?:^|[/\\])(?:tmp|dist)(?:[/\\]|$)/;
/** Folders that an application may write to, but that may also contain modules. */
const dataFolder = /(?:^|[/\\])(?:data|logs?)(?:[/\\]|$)/;
const isModule = /\.[cm]?[jt]sx?$/;
const isSource = /\.[cm]?[jt]sx?$|(?:^|[/\\.])routes$/;
/** How many bytes at the end of a file are searched for the line that was printed last. */
const printedWithin = 65_536;

/** The places of an application, as absolute paths. */
interface Places {
  readonly folder: string;
  readonly controllers: string | undefined;
  readonly configuration: string | undefined;
}

/**
 * Watches everything in the folders of an application, except what it writes itself: data, logs, dependencies. Modules in a data folder are
 * watched, and below `controllers` a folder called `data` is an ordinary one. Elsewhere, only single files are watched: the configuration,
 * included routes files, and the modules that they name.
 */
export class WatchedFiles {
  /** The watched files elsewhere, and their folders. */
  private readonly elsewhere = new Set<string>();
  private readonly folders: Set<string>;
  private watcher: FolderWatcher | undefined;
  /** Files that the output of this process is written to. */
  private readonly outputs = new Set<string>();
  private printed: string | undefined;

  constructor(private readonly places: Places) {
    this.folders = new Set([places.folder]);
    if (this.isOwnData(this.controllers, true)) this.folders.add(this.controllers);
    if (places.configuration !== undefined) this.add(places.configuration);
  }

  /** Watches one more file, whether it exists or not. */
  add(file: string): void {
    if (!this.isIgnored(file, false)) return;
    const folder = dirname(file);
    this.elsewhere.add(file).add(folder);
    this.folders.add(folder);
    this.watcher?.add(folder);
  }

  /** Notes a printed line, by which `isOutput` recognises the file that the output is written to. */
  hasPrinted(line: string): void {
    this.printed = line;
  }

  /** Calls `changed` as `watchFolders` does. Never ends by itself. */
  async watch(failed: (problem: string) => void, changed: (path: string) => void): Promise<void> {
    const ignored = (path: string, entry?: Entry): boolean =>
      this.isIgnored(path, entry?.isDirectory() ?? true);
    // If an application creates a data folder, which is watched for its modules, that is no change.
    const isOf = (path: string): boolean => !this.isIgnored(path, false) && !this.isOutput(path);
    const begun = new Set(this.folders);
    this.watcher = await watchFolders([...begun], { ignored, isOf, failed }, changed);
    for (const folder of this.folders) if (!begun.has(folder)) this.watcher.add(folder);
  }

  private get controllers(): string {
    return this.places.controllers ?? join(this.places.folder, 'controllers');
  }

  private isIgnored(path: string, mayBeFolder: boolean): boolean {
    if (this.elsewhere.has(path)) return false;
    const inControllers = relative(this.controllers, path);
    return isOutside(inControllers) ? this.isOwnData(path, mayBeFolder) : neverWatched.test(inControllers);
  }

  private isOwnData(path: string, mayBeFolder: boolean): boolean {
    const inFolder = relative(this.places.folder, path);
    if (isOutside(inFolder) || neverWatched.test(inFolder) || builtFolder.test(inFolder)) return true;
    return dataFolder.test(inFolder) && !mayBeFolder && !isModule.test(inFolder);
  }

  /**
   * Whether the output is written to a file, directly or through a pipe (`| tee file`). Each reload prints a line, which would cause
   * another reload. The file behind a pipe is unknown, so it is recognised by the last printed line at its end. Until a line was printed,
   * any file that is no source may be it.
   */
  private isOutput(path: string): boolean {
    const { printed, outputs } = this;
    if (outputs.has(path)) return true;
    const stats = attempt(() => statSync(path, { bigint: true }));
    if (stats === undefined) return false;
    if (![1, 2].some((descriptor) => isSame(stats, descriptor))) {
      if (!stats.isFile() || isSource.test(path)) return false;
      if (printed === undefined) return true;
      if (!endOf(path).includes(printed)) return false;
    }
    outputs.add(path);
    return true;
  }
}

function isSame({ dev, ino }: BigIntStats, descriptor: number): boolean {
  const own = attempt(() => fstatSync(descriptor, { bigint: true }));
  return own?.ino === ino && own.dev === dev;
}

function endOf(path: string): string {
  const end = attempt(() => {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, printedWithin));
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length));
    } finally {
      closeSync(file);
    }
  });
  return end ?? '';
}
