// Functions that are written for one table while it is used, where the host lets a text be run as a program: they know what they would
// otherwise look up at every call. Each has a slower twin that does the same without being written.
//
// Browsers would report a refusal as an attack, and are never asked. A host that refuses (`--disallow-code-generation-from-strings`,
// workerd) is asked once. No text may have anything in it that somebody else wrote, but names that are identifiers.

const mayWrite =
  (globalThis as { process?: { versions?: { node?: unknown } } }).process?.versions?.node !== undefined;

/** After so many calls a function is written in the place of the one that does for all, */
export const worthWriting = 1_000;
/** and so many of one kind at most: until the engine has compiled it, which takes thousands of calls, a written function is slower. */
const mostWritten = 200;

/** Functions of one kind. */
export class WrittenFunctions {
  #left = mayWrite ? mostWritten : 0;

  /** What the program returns, which gets `values` under their names; undefined where it may not be run. */
  write(values: Readonly<Record<string, unknown>>, program: string): unknown {
    if (this.#left === 0) return undefined;
    this.#left--;
    try {
      // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
      return new Function(...Object.keys(values), program)(...Object.values(values)) as unknown;
    } catch {
      this.#left = 0;
      return undefined;
    }
  }
}
