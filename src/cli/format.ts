// `waypost format`: formats routes files, and prints, writes or only checks the result.
//
// The reader of .editorconfig is only loaded here, so no other command waits for it.

import { readdirSync, type Dirent } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { escapeControls } from '../http/printable.js';
import { formatRoutes, type FormatOptions } from '../format/format.js';
import { Program } from '../interpreter/program.js';
import { Source } from '../language/source.js';
import { parseSyntax, type Syntax } from '../language/syntax.js';
import { foreignFile, isInProject } from '../node/files/project-folder.js';
import { isFolder } from '../node/files/regular-file.js';
import { findRoutesFile, readIncluded, readRoutesFile, RoutesFileError } from '../node/files/routes-file.js';
import { exitStatus } from './exit-status.js';
import { inputName, inputText, Misuse, printFailure, type Terminal } from './terminal.js';
import { systemReason } from '../node/files/system-error.js';
import { rewriteFile } from './written-file.js';

interface FormatCommandOptions {
  readonly check?: true;
  readonly write?: true;
  readonly stdin?: true;
  readonly stdinFilename?: string;
}

export function addFormatCommand(program: Command, terminal: Terminal): void {
  program
    .command('format')
    .description(
      'Put routes files into the canonical style, changing spelling and white space and never what they mean.',
    )
    .argument(
      '[FILE...]',
      'routes files, or folders of them (default: config/routes, then routes, with what it includes)',
    )
    .addOption(
      new Option('--check', 'write nothing; exit with 1 if a file is not formatted').conflicts([
        'write',
        'stdin',
      ]),
    )
    .addOption(
      new Option('--write', 'write the files; without it the formatted text is printed').conflicts('stdin'),
    )
    .option('--stdin', 'format standard input and print it; FILE is its name')
    .addOption(
      new Option(
        '--stdin-filename <name>',
        'the name of that text, for .editorconfig (default: routes)',
      ).implies({ stdin: true }),
    )
    .action((files: readonly string[], options: FormatCommandOptions) =>
      options.stdin
        ? formatInput(inputName(files, options.stdinFilename), terminal)
        : formatFiles(files, options, terminal),
    );
}

async function formatInput(name: string, terminal: Terminal): Promise<void> {
  const text = await inputText(terminal);
  const { lineConventions } = await import('../node/files/editor-config.js');
  const syntax = parseSyntax(new Source(name, text));
  const formatting = formatRoutes(text, { ...(await lineConventions(resolve(terminal.cwd, name))), syntax });
  reportMistakes(syntax, terminal);
  if (formatting.refused !== undefined) reportRefusal(name, formatting.refused, terminal);
  terminal.write(formatting.refused === undefined ? formatting.text : text);
}

/** The numbers of files by outcome. */
interface Counts {
  formatted: number;
  unchanged: number;
  refused: number;
  unreadable: number;
  unwritten: number;
}

async function formatFiles(
  files: readonly string[],
  options: FormatCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const counts: Counts = { formatted: 0, unchanged: 0, refused: 0, unreadable: 0, unwritten: 0 };
  const isQuiet = !options.check && !options.write;
  const { lineConventions } = await import('../node/files/editor-config.js');
  const conventions: Parameters<typeof lineConventions>[1] = new Map();
  const failed = (error: RoutesFileError | Misuse): void => {
    counts[error instanceof Misuse ? 'unwritten' : 'unreadable']++;
    printFailure(error.message, terminal);
  };
  /** Runs something. If a file cannot be read or written, prints that and returns undefined, so the command goes on. */
  const attempt = async <Result>(run: () => Result | Promise<Result>): Promise<Result | undefined> => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof RoutesFileError || error instanceof Misuse)) throw error;
      failed(error);
      return undefined;
    }
  };
  const paths = files.length > 0 ? new Set<string>() : withIncluded(findRoutesFile(terminal.cwd));
  for (const file of files) {
    for (const path of (await attempt(() => routesFilesOf(resolve(terminal.cwd, file), failed))) ?? [])
      paths.add(path);
  }
  for (const path of paths) {
    const shown = relative(terminal.cwd, path) || path;
    await attempt(async () =>
      formatFile(
        path,
        shown,
        {
          ...options,
          lines: await lineConventions(path, conventions),
          isForeign: files.length === 0 && !isInProject(path, terminal.cwd),
        },
        counts,
        terminal,
      ),
    );
  }
  if (!isQuiet) terminal.print(summary(counts, options));
  const hasFindings = counts.refused > 0 || (options.check === true && counts.formatted > 0);
  if (counts.unreadable + counts.unwritten > 0) terminal.exitCode = exitStatus.usage;
  else if (hasFindings) terminal.exitCode = exitStatus.findings;
}

interface FileOptions extends FormatCommandOptions {
  readonly lines: FormatOptions;
  /** Whether it was not named on the command line and does not belong to the project. */
  readonly isForeign: boolean;
}

async function formatFile(
  path: string,
  shown: string,
  { check, write, lines, isForeign }: FileOptions,
  counts: Counts,
  terminal: Terminal,
): Promise<void> {
  const start = performance.now();
  const text = readRoutesFile(path);
  const syntax = parseSyntax(new Source(shown, text));
  const formatting = formatRoutes(text, { ...lines, syntax });
  reportMistakes(syntax, terminal);
  if (formatting.refused !== undefined) {
    counts.refused++;
    reportRefusal(shown, formatting.refused, terminal);
    if (!check && !write) terminal.write(text);
    return;
  }
  const isChanged = formatting.text !== text;
  if (write && isChanged && isForeign) {
    counts.refused++;
    return reportRefusal(shown, foreignFile, terminal);
  }
  if (write && isChanged) rewriteFile(path, text, formatting.text, terminal);
  counts[isChanged ? 'formatted' : 'unchanged']++;
  if (check) {
    if (isChanged) terminal.print(`${terminal.colors.yellow('not formatted')}  ${escapeControls(shown)}`);
  } else if (write) {
    const time = terminal.colors.dim(`${Math.round(performance.now() - start)} ms`);
    terminal.print(
      isChanged
        ? `${escapeControls(shown)}  ${time}`
        : terminal.colors.dim(`${escapeControls(shown)}  unchanged`),
    );
  } else terminal.write(formatting.text);
}

/** Called with the error if a folder cannot be read. */
type Failed = (error: RoutesFileError) => void;

/** The routes files of a path: a file of any name, or the routes files in a folder, which has to have one. */
function routesFilesOf(path: string, failed: Failed): string[] {
  try {
    if (!isFolder(path)) return [path];
  } catch (error) {
    throw unreadable(path, error);
  }
  let isWhole = true;
  const found = routesFilesIn(path, (error) => {
    isWhole = false;
    failed(error);
  });
  if (found.length > 0 || !isWhole) return found;
  throw new RoutesFileError(
    `there is no routes file in ${path}; one is named \`routes\` or ends in \`.routes\``,
  );
}

function unreadable(path: string, error: unknown): RoutesFileError {
  return new RoutesFileError(`${path} cannot be read (${systemReason(error)})`);
}

/** The routes files of a folder and its subfolders. */
function routesFilesIn(path: string, failed: Failed): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(path, { withFileTypes: true }).sort((one, other) =>
      one.name < other.name ? -1 : 1,
    );
  } catch (error) {
    failed(unreadable(path, error));
    return [];
  }
  return entries.flatMap((entry) => {
    const inside = join(path, entry.name);
    if (entry.isDirectory())
      return entry.name.startsWith('.') || entry.name === 'node_modules' ? [] : routesFilesIn(inside, failed);
    return entry.isFile() && (entry.name === 'routes' || entry.name.endsWith('.routes')) ? [inside] : [];
  });
}

/** A routes file and the files that it includes. */
function withIncluded(path: string): Set<string> {
  const { files } = new Program(parseSyntax(new Source(path, readRoutesFile(path))), { read: readIncluded });
  return new Set([...files.values()].map(({ source }) => source.file));
}

function reportRefusal(shown: string, reason: string, terminal: Terminal): void {
  terminal.exitCode = exitStatus.findings;
  printFailure(`${shown} is left as it is: ${reason}`, terminal);
}

function reportMistakes({ diagnostics, source }: Syntax, terminal: Terminal): void {
  const [first] = diagnostics;
  if (!first) return;
  const many =
    diagnostics.length === 1
      ? 'a mistake in its notation,'
      : `${diagnostics.length} mistakes in its notation, the first`;
  terminal.printError(
    `${terminal.colors.yellow('warning:')} ${escapeControls(source.file)} has ${many} on line ${first.range.start.line}, left as written: ${escapeControls(first.message)}`,
  );
}

function summary(
  { formatted, unchanged, refused, unreadable, unwritten }: Counts,
  { check }: FormatCommandOptions,
): string {
  const files = (count: number): string => `${count} file${count === 1 ? '' : 's'}`;
  const parts = [
    ...(formatted > 0 ? [`${files(formatted)} ${check ? 'not formatted' : 'formatted'}`] : []),
    ...(unchanged > 0 ? [`${files(unchanged)} ${check ? 'formatted already' : 'unchanged'}`] : []),
    ...(refused > 0 ? [`${files(refused)} left as ${refused === 1 ? 'it is' : 'they are'}`] : []),
    ...(unreadable > 0 ? [`${files(unreadable)} not read`] : []),
    ...(unwritten > 0 ? [`${files(unwritten)} not written`] : []),
  ];
  const help = check && formatted > 0 ? `; --write formats ${formatted === 1 ? 'it' : 'them'}` : '';
  return parts.join(', ') + help;
}
