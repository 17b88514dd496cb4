// The commands of `waypost`, and what all of them do alike: read arguments, print errors, end with a status.

import { Command, CommanderError } from 'commander';
import { RoutesError } from '../language/routes-error.js';
import { RoutesFileError } from '../node/routes-file.js';
import { printDiagnostics } from './diagnostics.js';
import { exitStatus, type Terminal } from './terminal.js';
import { version } from './version.js';

/** A mistake in how a command was called; its message is all that is printed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type AddCommand = (program: Command, terminal: Terminal) => void;

/** Each command's module is loaded when it is asked for: starting is most of what a short command costs. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  routes: async () => (await import('./routes.js')).addRoutesCommand,
  match: async () => (await import('./match.js')).addMatchCommand,
  path: async () => (await import('./path.js')).addPathCommand,
  lint: async () => (await import('./lint.js')).addLintCommand,
  format: async () => (await import('./format.js')).addFormatCommand,
  serve: async () => (await import('./serve.js')).addServeCommand,
  middleware: async () => (await import('./middleware.js')).addMiddlewareCommand,
  types: async () => (await import('./types.js')).addTypesCommand,
  lsp: async () => (await import('./lsp.js')).addLanguageServerCommand,
};

/** The modules of the command that is called, or of all where it is help or a version that is wanted. */
async function commandsFor(args: readonly string[]): Promise<readonly AddCommand[]> {
  const [first = ''] = args;
  const wanted = Object.hasOwn(commands, first) ? [commands[first]!] : /^(?:-v|--version)$/.test(first) ? [] : Object.values(commands);
  return Promise.all(wanted.map((load) => load()));
}

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
  for (const add of await commandsFor(args)) add(program, terminal);
  for (const command of program.commands) command.exitOverride().configureHelp({ sortOptions: true, ...(name !== 'waypost' && { commandUsage: (called) => `${name} ${called.usage()}` }) });
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
