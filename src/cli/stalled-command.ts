// Reports a command that does not continue: an import takes long, or never finishes, and the process ends before the command.
//
//   await new Promise(() => {});     in waypost.config.ts, a controller, config/middleware …

import { relative } from 'node:path';
import { exitStatus } from './exit-status.js';
import { printFailure, type Terminal } from './terminal.js';

/** Milliseconds after which an import is reported as slow. */
const longImport = 10_000;
const awaitsInVain =
  'an `await` outside of any function, in it or in what it imports, waits for something that does not come';

/**
 * Prints which module a command waits for, if an import takes long or the process ends because of it (exit status 1). Call the returned
 * function when the command has finished.
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
  // The event loop is empty, so the import will never finish.
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
