// The current exports of modules. A module is read when somebody asks for it, and the result is kept until its text, or that of a module
// that it re-exports from, changes. The unsaved text of a file that is open in an editor goes before the file on disk.

import { Source } from '../../language/source.js';
import { largestModule, loadModuleParser, type ModuleParser } from './module-parser.js';
import { moduleReading, type ModuleReading } from './module-reading.js';
import { moduleFile, moduleFiles } from './modules.js';
import { readRegularFile, statIfPresent } from '../files/regular-file.js';
import { systemReason } from '../files/system-error.js';
import type { LookedAt } from '../files/watched-folders.js';

/** More modules than this are not followed from one to the next. */
const longestChain = 40;

/** The text of a file that is open somewhere; undefined for every other one. */
export type OpenText = (file: string) => string | undefined;

interface Kept {
  readonly reading: ModuleReading;
  /** The versions of all files that were read for it, its own among them. */
  readonly versions: ReadonlyMap<string, string | undefined>;
}

/** Reads modules; what was read is kept until one of the files behind it changes. */
export class ModuleReader {
  readonly #kept = new Map<string, Kept>();
  /** Files being read, outermost first, to stop at circles. */
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

  /** What the module exports that a name without extension stands for in a folder; undefined where there is none. */
  readNamed(folder: string, name: string): ModuleReading | undefined {
    const file = moduleFile(folder, name);
    if (file !== undefined) return this.read(file);
    moduleFiles(folder, name).forEach(this.lookedAt);
    return undefined;
  }

  /** What a module file exports; undefined if it cannot be read. A file with a syntax error is read as far as it goes. */
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
    // A module that re-exports itself through others is being read already: the circle adds no exports.
    const isCircle = this.#reading.includes(file);
    if (isCircle || this.#reading.length >= longestChain)
      return { file, byName: new Map(), isComplete: isCircle };
    this.#reading.push(file);
    try {
      const reading = this.#readingOf(file);
      // A module read on the way may have been cut short by a circle: only the outermost reading is kept.
      if (isOutermost) this.#kept.set(file, { reading, versions: this.#versions });
      return reading;
    } finally {
      this.#reading.pop();
    }
  }

  /** Equal as long as a file's text is; undefined where there is no such file. */
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
