// The commands of `waypost`, and what all of them do alike: read arguments, print errors, end with a status.

import { Command, CommanderError } from 'commander';
import { RoutesError } from '../language/routes-error.js';
import { RoutesFileError } from '../node/routes-file.js';
import { addFormatCommand } from './format.js';
import { addLintCommand } from './lint.js';
import { addLanguageServerCommand } from './lsp.js';
import { addMatchCommand } from './match.js';
import { addMiddlewareCommand } from './middleware.js';
import { addPathCommand } from './path.js';
import { addRoutesCommand } from './routes.js';
import { addServeCommand } from './serve.js';
import { addTypesCommand } from './types.js';
import { printDiagnostics } from './diagnostics.js';
import { exitStatus, type Terminal } from './terminal.js';
import { version } from './version.js';

/** A mistake in how a command was called; its message is all that is printed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const commands = [
  addRoutesCommand,
  addMatchCommand,
  addPathCommand,
  addLintCommand,
  addFormatCommand,
  addServeCommand,
  addMiddlewareCommand,
  addTypesCommand,
  addLanguageServerCommand,
];

/**
 * Runs `waypost ARGUMENTS` and leaves the status in `terminal.exitCode`: 0, 1 for findings, 2 for wrong usage or a file
 * that cannot be read. Rejects only with what is a bug here or thrown by the application's own modules.
 */
export async function runCommand(args: readonly string[], terminal: Terminal, name = 'waypost'): Promise<void> {
  const program = new Command(name)
    .description('Routes in a plain-text file: see them, try them, check them, serve them.')
    .version(version, '-v, --version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.replace(/\n$/, '')),
      writeErr: (text) => terminal.printError(text.replace(/\n$/, '')),
      getOutHasColors: () => terminal.colors.isColorSupported,
      getErrHasColors: () => terminal.colors.isColorSupported,
    });
  for (const add of commands) add(program, terminal);
  for (const command of program.commands) command.exitOverride().configureHelp({ sortOptions: true });
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    terminal.exitCode = reportFailure(error, terminal);
  }
}

function reportFailure(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.clean : exitStatus.usage;
  if (error instanceof RoutesError) {
    printDiagnostics(error.diagnostics, terminal, 'error');
    return exitStatus.findings;
  }
  if (error instanceof UsageError || error instanceof RoutesFileError) {
    terminal.printError(`${terminal.colors.red('error:')} ${error.message}`);
    return exitStatus.usage;
  }
  throw error;
}
