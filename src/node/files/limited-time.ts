// Work that a stranger's text decides the length of, for as long as there is time: a glob of a configuration or a pattern of an ignore file may try
// its ways of laying itself over a path for years.

import { createContext, runInContext, type Context } from 'node:vm';
import { systemCode } from './system-error.js';

let place: Context | undefined;

/** What `run` gives, which has to be there when it returns; undefined where that takes longer. Throws what `run` throws. */
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
