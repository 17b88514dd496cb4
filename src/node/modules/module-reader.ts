// Reads the current exports of modules on request. A result is kept until the module's text, or that of a module that it re-exports from,
// changes. The unsaved text of a file that is open in an editor has precedence over the file on disk.

import { Source } from '../../language/source.js';
import { largestModule, loadModuleParser, type ModuleParser } from './module-parser.js';
import { moduleReading, type ModuleReading } from './module-reading.js';
import { moduleFile, moduleFiles } from './modules.js';
import { readRegularFile, statIfPresent } from '../files/regular-file.js';
import { systemReason } from '../files/system-error.js';
import type { LookedAt } from '../files/watched-folders.js';

/** The longest chain of re-exporting modules that is followed. */
const longestChain = 40;

/** The text of a file that is open in an editor; undefined for other files. */
export type OpenText = (file: string) => string | undefined;

interface Kept {
  readonly reading: ModuleReading;
  /** The versions of all files that were read for it, including its own. */
  readonly versions: ReadonlyMap<string, string | undefined>;
}

export class ModuleReader {
  readonly #kept = new Map<string, Kept>();
  /** Files being read, outermost first, to stop at cycles. */
  readonly #reading: string[] = [];
  #versions = new Map<string, string | undefined>();

  constructor(
    readonly parse: ModuleParser,
    private readonly openText: OpenText,
    private readonly lookedAt: LookedAt,
  ) {}

  /** A reader with its parser loaded. */
  static async load(
    openText: OpenText = () => undefined,
    lookedAt: LookedAt = () => undefined,
  ): Promise<ModuleReader> {
    return new ModuleReader(await loadModuleParser(), openText, lookedAt);
  }

  /** The exports of the module that a name without extension means in a folder; undefined if there is none. */
  readNamed(folder: string, name: string): ModuleReading | undefined {
    const file = moduleFile(folder, name);
    if (file !== undefined) return this.read(file);
    moduleFiles(folder, name).forEach(this.lookedAt);
    return undefined;
  }

  /** The exports of a module file; undefined if there is no file. If it cannot be read or parsed, the result says why (`unread`). */
  read(file: string): ModuleReading | undefined {
    const isOutermost = this.#reading.length === 0;
    if (isOutermost) {
      const kept = this.#kept.get(file);
      if (kept && [...kept.versions].every(([path, version]) => this.#versionOf(path) === version))
        return kept.reading;
      this.#versions = new Map();
    }
    this.lookedAt(file);
    const version = this.#versionOf(file);
    this.#versions.set(file, version);
    if (version === undefined) return undefined;
    // A module that re-exports itself through others is being read already. The cycle adds no exports.
    const isCircle = this.#reading.includes(file);
    if (isCircle || this.#reading.length >= longestChain)
      return { file, byName: new Map(), isComplete: isCircle };
    this.#reading.push(file);
    try {
      const reading = this.#readingOf(file);
      // Only the outermost reading is kept: inner ones may have been cut short by a cycle.
      if (isOutermost) this.#kept.set(file, { reading, versions: this.#versions });
      return reading;
    } finally {
      this.#reading.pop();
    }
  }

  /** A key that changes with the file's text; undefined if there is no such file. */
  #versionOf(file: string): string | undefined {
    const open = this.openText(file);
    if (open !== undefined) return `open ${open}`;
    const stat = statIfPresent(file);
    return stat?.isFile() ? `${stat.mtimeMs} ${stat.size}` : undefined;
  }

  #readingOf(file: string): ModuleReading {
    const unread = (reason: string): ModuleReading => ({
      file,
      byName: new Map(),
      isComplete: false,
      unread: reason,
    });
    let text = this.openText(file);
    if (text === undefined && (statIfPresent(file)?.size ?? 0) > largestModule * 4)
      return unread('is larger than a megabyte');
    try {
      text ??= readRegularFile(file).toString();
    } catch (error) {
      return unread(`cannot be read (${systemReason(error)})`);
    }
    const parsed = this.parse(file, text);
    if ('unread' in parsed) return unread(parsed.unread);
    try {
      return moduleReading({ source: new Source(file, text), ...parsed }, (path) => this.read(path));
    } catch (error) {
      if (error instanceof RangeError) return unread('nests too deep to be read');
      throw error;
    }
  }
}
