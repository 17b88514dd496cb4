// Runs a command: the part that all commands share. It reads arguments, prints errors and sets the exit status.

import { Command, CommanderError, Help, type HelpConfiguration } from 'commander';
import { escapeControls } from '../http/printable.js';
import { RoutesError } from '../language/routes-error.js';
import { ConfigurationFileError } from '../node/files/configuration-file.js';
import { RoutesFileError } from '../node/files/routes-file.js';
import { printDiagnostics } from './diagnostics.js';
import { exitStatus } from './exit-status.js';
import { reportStall } from './stalled-command.js';
import { Misuse, printFailure, type Terminal } from './terminal.js';
import { version } from './version.js';

export type AddCommand = (program: Command, terminal: Terminal) => void;

const plainHelp = new Help();
/** The least columns for a description beside its term in the help. If there are fewer, it is printed below the term. */
const narrowest = 36;

/** The layout of help, also for narrow terminals. */
const helpLayout: HelpConfiguration = {
  subcommandTerm: (command) => plainHelp.subcommandTerm(command).replace(' [options]', ''),
  formatItem(term, termWidth, description, helper) {
    const { helpWidth = 80 } = helper;
    if (helpWidth - termWidth >= narrowest)
      return plainHelp.formatItem.call(helper, term, termWidth, description, helper);
    const below = helper.boxWrap(description, helpWidth - 6).replaceAll(/^/gm, ' '.repeat(6));
    return `  ${term}\n${below}`;
  },
  minWidthToWrap: 20,
};

/**
 * Runs one of the commands and sets `terminal.exitCode`: 0, 1 for findings, 2 for wrong usage or a file that cannot be read.
 * Rejects only because of a bug in waypost.
 */
export async function run(
  commands: readonly AddCommand[],
  args: readonly string[],
  terminal: Terminal,
  name: string,
): Promise<void> {
  const program = new Command(name)
    .description('Routes in a plain-text file: see them, try them, check them, serve them.')
    .version(version, '-v, --version')
    .exitOverride()
    .configureHelp(helpLayout)
    .showHelpAfterError(`${name} --help lists the commands`)
    .configureOutput({
      writeOut: (text) => terminal.print(text.replace(/\n$/, '')),
      writeErr: (text) => terminal.printError(text.replace(/\n$/, '')),
      // A message quotes arguments, which may contain anything, so it is escaped. Only the suggestion is on a separate line.
      outputError: (text, write) => {
        const suggestion = /\n\(Did you mean [^\n]*\)\n?$/.exec(text)?.[0] ?? '\n';
        write(
          `${escapeControls(text.slice(0, -suggestion.length))}\n${escapeControls(suggestion.trim())}`.trimEnd(),
        );
      },
      getOutHelpWidth: () => terminal.columns ?? 80,
      getOutHasColors: () => terminal.colors.isColorSupported,
      getErrHasColors: () => terminal.colors.isColorSupported,
    });
  for (const add of commands) add(program, terminal);
  for (const command of program.commands) {
    const needsArguments = command.registeredArguments.some(({ required }) => required);
    command
      .exitOverride()
      .showHelpAfterError(needsArguments && `${name} ${command.name()} ${command.usage()}`)
      .configureHelp({
        ...helpLayout,
        sortOptions: true,
        ...(name !== 'waypost' && { commandUsage: (called) => `${name} ${called.usage()}` }),
      });
  }
  program.hook('preAction', (_, command) => refuseEmptyPaths(command));
  const hasEnded = reportStall(terminal);
  try {
    await program.parseAsync(askedOf(program, args), { from: 'user' });
  } catch (error) {
    terminal.exitCode = await reportFailure(error, terminal);
  } finally {
    hasEnded();
  }
}

/** The arguments. If the command does not exist, only its name: with `--help` Commander would print the help of all commands. */
function askedOf({ commands }: Command, args: readonly string[]): readonly string[] {
  const [name = ''] = args[0] === 'help' ? args.slice(1) : args;
  return /^[^-]/.test(name) && commands.every((command) => command.name() !== name) ? [name] : args;
}

/** Refuses an empty text (such as from an empty variable) as a file or folder: it would mean the working directory. */
function refuseEmptyPaths(command: Command): void {
  const given = [
    ...command.registeredArguments.map((argument, at): [string, unknown] => [
      argument.name(),
      command.processedArgs[at],
    ]),
    ...command.options.map((option): [string, unknown] => [
      option.flags,
      command.getOptionValue(option.attributeName()),
    ]),
  ];
  for (const [shown, value] of given)
    if (/(?:^|[<[])(?:file|dir|spec|path\.)/i.test(shown) && [value].flat().includes(''))
      throw new Misuse(`${shown} is the path of a file or a folder, and an empty text is none`);
}

async function reportFailure(error: unknown, terminal: Terminal): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitStatus.clean : exitStatus.usage;
  if (error instanceof RoutesError) {
    printDiagnostics(error.diagnostics, terminal);
    return exitStatus.findings;
  }
  if (isWrongUsage(error) && error.cause === undefined) {
    printFailure(error.message, terminal);
    return exitStatus.usage;
  }
  const { failedLine, reportApplicationFailure } = await import('./application-failure.js');
  if (isWrongUsage(error)) {
    printFailure(error.message + failedLine(error.cause, terminal), terminal);
    return exitStatus.usage;
  }
  const status = reportApplicationFailure(error, terminal);
  if (status === undefined) throw error;
  return status;
}

/** Whether only the message of an error is printed: a wrong call, or a file that cannot be read. */
export function isWrongUsage(error: unknown): error is Misuse | RoutesFileError | ConfigurationFileError {
  return (
    error instanceof Misuse || error instanceof RoutesFileError || error instanceof ConfigurationFileError
  );
}
