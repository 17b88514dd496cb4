// Runs work with a time limit. Untrusted text may make it endless: matching a glob of a configuration, or a pattern of an ignore file, may
// backtrack for years.

import { createContext, runInContext, type Context } from 'node:vm';
import { systemCode } from './system-error.js';

let place: Context | undefined;

/** The result of `run`, which must be synchronous; undefined if it takes longer than the limit. Throws what `run` throws. */
export function within<Result>(milliseconds: number, run: () => Result): Result | undefined {
  let result: Result | undefined;
  place ??= createContext({});
  place['run'] = (): void => {
    result = run();
  };
  try {
    runInContext('run()', place, { timeout: Math.max(1, Math.ceil(milliseconds)) });
  } catch (error) {
    if (systemCode(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
  return result;
}
