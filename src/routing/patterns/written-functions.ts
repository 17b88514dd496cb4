// Functions generated for one table while it is in use, if the host permits: they contain what they would otherwise look up at each call.
// Each has a slower equivalent that needs no generated code.
//
// Nothing is generated unless `writeFunctionsBy` was called. `quickRecognition`, `loadedRecognition` and `quickGeneration` do so by
// `runTexts` (run-texts.ts), for routes that are loaded or compiled for speed. Other compiled modules leave it out. The code may contain
// nothing that users wrote, except names that are identifiers.

/** Runs a program with `values` as variables and returns its result. Throws if the host refuses. */
type RunText = (values: Readonly<Record<string, unknown>>, program: string) => unknown;

let runText: RunText | undefined;

/** Enables generated functions, which `run` runs. */
export function writeFunctionsBy(run: RunText): void {
  runText = run;
}

/** The number of calls after which a function is generated. */
export const worthWriting = 1_000;
/** The most generated functions of one kind. Until V8 has compiled one, which takes thousands of calls, it is slower. */
const mostWritten = 200;

/** The generated functions of one kind. */
export class WrittenFunctions {
  #left = mostWritten;

  /** Runs a program with `values` as variables and returns its result; undefined if that is not permitted. */
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

/** Whether a user's name can be used in a program as it is. */
export function isIdentifier(name: string): boolean {
  return /^[a-z_]\w*$/i.test(name);
}
