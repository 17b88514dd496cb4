// Which route names a project calls helpers by: in controllers, views, layouts, tests. Files are read a few at a time, and
// again only when they have changed.

import type { Host } from './host.js';
import { calledNames } from './features/helper-uses.js';
import { nextTurn } from './turns.js';

/** Milliseconds that reading goes on before it lets requests come between. */
const longestTurn = 5;
/** Milliseconds of reading for one question; the next one goes on from there. */
const budget = 1_000;

export interface HelperNames {
  /** Canonically spelled. */
  readonly names: ReadonlySet<string>;
  /** Whether every file of the project has been read: otherwise a name may be used elsewhere. */
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

  /** Every file of the project around a routes file that may call helpers. */
  async files(path: string): Promise<readonly string[]> {
    return (await this.host.sourceFiles?.(path))?.files ?? [];
  }

  /** The names that the project around a routes file uses. */
  names(path: string): Promise<HelperNames> {
    const answer = this.#answers.get(path) ?? this.#read(path);
    this.#answers.set(path, answer);
    return answer;
  }

  /** Something has changed: files are looked at again, and read where they are others now. */
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
        // The files that were read are kept, so the next question continues behind them.
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
