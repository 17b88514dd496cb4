// Functions that are written for one table while it is used, where the host lets a text be run as a program: they know what they would
// otherwise look up at every call. Each has a slower twin that does the same without being written.
//
// Nothing is written unless somebody has said how: `quickRecognition`, `loadedRecognition` and `quickGeneration` do by `runTexts` (run-texts.ts), for
// routes that are loaded or compiled for speed. Other compiled modules, which run no text, leave it out. No text may have anything in it that somebody
// else wrote, but names that are identifiers.

/** Runs a program, which gets the values under their names, and gives what it returns. Throws where the host refuses. */
type RunText = (values: Readonly<Record<string, unknown>>, program: string) => unknown;

let runText: RunText | undefined;

/** From now on functions are written, and run by `run`. */
export function writeFunctionsBy(run: RunText): void {
  runText = run;
}

/** After so many calls a function is written in the place of the one that does for all. */
export const worthWriting = 1_000;
/** So many functions of one kind are written at most: until the engine has compiled it, which takes thousands of calls, a written function is slower. */
const mostWritten = 200;

/** Functions of one kind. */
export class WrittenFunctions {
  #left = mostWritten;

  /** What the program returns, which gets `values` under their names; undefined where it may not be run. */
  write(values: Readonly<Record<string, unknown>>, program: string): unknown {
    if (this.#left === 0 || runText === undefined) return undefined;
    this.#left--;
    try {
      return runText(values, program);
    } catch {
      this.#left = 0;
      return undefined;
    }
  }
}

/** Whether a name that users gave may stand in a program as it is. */
export function isIdentifier(name: string): boolean {
  return /^[a-z_]\w*$/i.test(name);
}
