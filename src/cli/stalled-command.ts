// A command that does not go on: what it awaits takes long, or never comes, so that the process ends before the command has.
//
//   await new Promise(() => {});     in waypost.config.ts, a controller, config/middleware …

import { relative } from 'node:path';
import { exitStatus } from './exit-status.js';
import { printFailure, type Terminal } from './terminal.js';

/** Milliseconds after which an import is said to take long. */
const longImport = 10_000;
const awaitsInVain =
  'an `await` outside of any function, in it or in what it imports, waits for something that does not come';

/**
 * Says which module a command waits for: where that takes long, and where the process ends because of it, with a status of its own. What is given
 * back ends that.
 */
export function reportStall(terminal: Terminal): () => void {
  const report = async (state: string, otherwise?: string): Promise<void> => {
    const { importsUnderWay } = await import('../node/modules/import-failure.js');
    const [file] = importsUnderWay();
    const said = file === undefined ? otherwise : `${relative(terminal.cwd, file)} ${state}: ${awaitsInVain}`;
    if (said !== undefined) printFailure(said, terminal);
  };
  const timer = setTimeout(
    () => void report(`has not been imported after ${longImport / 1000} seconds`),
    longImport,
  ).unref();
  // Nothing is left that could happen.
  const onEnd = (): void => {
    process.exitCode = exitStatus.findings;
    void report(
      'is never imported',
      'the command cannot go on: a function of the application, such as the one of config/middleware, gave a promise that is never settled',
    );
  };
  process.once('beforeExit', onEnd);
  return () => {
    clearTimeout(timer);
    process.off('beforeExit', onEnd);
  };
}
