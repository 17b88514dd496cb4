// The route names whose helpers a project calls, in controllers, views, layouts and tests. Files are read a few at a time, and again only
// after they have changed.

import type { Host } from './host.js';
import { calledNames } from './features/helper-uses.js';
import { nextTurn } from './turns.js';

/** Milliseconds of reading before other requests can run. */
const longestTurn = 5;
/** Milliseconds of reading for one question. The next question continues there. */
const budget = 1_000;

export interface HelperNames {
  /** In canonical spelling. */
  readonly names: ReadonlySet<string>;
  /** Whether every file of the project has been read. If not, other names may be in use too. */
  readonly isComplete: boolean;
}

interface Known {
  readonly version: string;
  readonly names: ReadonlySet<string>;
}

export class HelperIndex {
  readonly #known = new Map<string, Known>();
  readonly #answers = new Map<string, Promise<HelperNames>>();

  constructor(readonly host: Host) {}

  /** The files of a routes file's project that may call helpers. */
  async files(path: string): Promise<readonly string[]> {
    return (await this.host.sourceFiles?.(path))?.files ?? [];
  }

  /** The names that a routes file's project uses. */
  names(path: string): Promise<HelperNames> {
    const answer = this.#answers.get(path) ?? this.#read(path);
    this.#answers.set(path, answer);
    return answer;
  }

  /** Makes the next question check all files again. Unchanged files are not read again. */
  forget(): void {
    this.#answers.clear();
  }

  async #read(path: string): Promise<HelperNames> {
    const found = await this.host.sourceFiles?.(path);
    if (!found) return { names: new Set(), isComplete: false };
    const names = new Set<string>();
    const end = performance.now() + budget;
    let turn = performance.now();
    for (const file of found.files) {
      if (performance.now() - turn > longestTurn) {
        await nextTurn();
        turn = performance.now();
      }
      if (turn > end) {
        // The names of the files that were read are kept, so the next question continues after them.
        this.#answers.delete(path);
        return { names, isComplete: false };
      }
      for (const name of this.#namesIn(file)) names.add(name);
    }
    return { names, isComplete: found.isComplete };
  }

  #namesIn(file: string): ReadonlySet<string> {
    const version = this.host.fileVersion?.(file) ?? '';
    const known = this.#known.get(file);
    if (known?.version === version) return known.names;
    const names = calledNames(this.host.sourceText?.(file) ?? '');
    this.#known.set(file, { version, names });
    return names;
  }
}
