// `waypost build` and `waypost start`: builds an application into a folder that runs without its sources, and runs that folder.
//
//   waypost build --out dist && waypost start dist

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Option, type Command } from 'commander';
import type { Message } from 'esbuild';
import { attempt } from '../http/http-error.js';
import { escapeControls } from '../http/printable.js';
import { targetNames, targets, type TargetName } from '../bundlers/build-targets.js';
import { isFile } from '../node/files/regular-file.js';
import { applicationFiles, findRoutesFile, routesFileIn } from '../node/files/routes-file.js';
import { exitStatus } from './exit-status.js';
import { warnOfPublicFile } from './project-configuration.js';
import { address, Misuse, shellWord, type Terminal, wholeNumber } from './terminal.js';

interface BuildCommandOptions {
  readonly out: string;
  readonly target: TargetName;
  readonly include?: readonly string[];
  readonly hashAssets?: true;
}

interface StartOptions {
  readonly port?: number;
  readonly host?: string;
}

export function addBuildCommand(program: Command, terminal: Terminal): void {
  const { cwd } = terminal;
  program
    .command('build')
    .description('Write an application as a folder that runs without its sources: node dist/server.js.')
    .argument('[DIR]', "the application's folder", '.')
    .option('--out <dir>', 'the folder to write', 'dist')
    .addOption(new Option('--target <runtime>', 'what it is to run on').choices(targetNames).default('node'))
    .option('--include <path...>', 'files and folders of the application that it reads when it runs')
    .option('--hash-assets', 'give the files of public/ names with a hash of their content, too')
    .action(async (directory: string, options: BuildCommandOptions) => {
      const { out, target, include, hashAssets } = options;
      const { buildApplication, isBuildFailure } = await import('../bundlers/build.js');
      const routes = findRoutesFile(resolve(cwd, directory));
      warnOfPublicFile(applicationFiles(realpathSync(routes)).folder, terminal);
      const say = (messages: readonly Message[], severity = ''): void => {
        const { folder } = applicationFiles(realpathSync(routes));
        const shown = (file: string): string => relative(realpathSync(cwd), resolve(folder, file));
        for (const line of esbuildLines(messages, targets[target].entry, shown, severity))
          terminal.printError(escapeControls(line));
      };
      const built = await buildApplication({
        routes,
        out: resolve(cwd, out),
        include,
        target,
        hashAssets,
      }).catch((error: unknown) => {
        if (!isBuildFailure(error)) throw error;
        say(error.errors);
        terminal.exitCode = exitStatus.findings;
        return undefined;
      });
      if (!built) return;
      const { written, warnings, left, packages } = built;
      say(warnings, 'warning: ');
      for (const path of left)
        terminal.printError(
          escapeControls(
            `warning: ${relative(cwd, path)} is not what an earlier build has put there, and is left as it is: remove it to have it from the application`,
          ),
        );
      for (const path of written) terminal.print(escapeControls(relative(cwd, path)));
      const names = Object.keys(packages);
      if (names.length > 0)
        terminal.print(
          `\n${escapeControls(`It imports ${names.join(', ')}: where it runs without ${names.length === 1 ? 'it' : 'them'}, npm install --prefix ${shellWord(relative(cwd, resolve(cwd, out)))}`)}`,
        );
    });
}

export function addStartCommand(program: Command, terminal: Terminal): void {
  program
    .command('start')
    .description('Serve an application that `waypost build` has written.')
    .argument('[DIR]', 'the folder that was written', 'dist')
    .addOption(
      new Option('-p, --port <port>', 'the port (default: PORT, or 3000)').argParser(wholeNumber(0, 65_535)),
    )
    .addOption(
      new Option('--host <host>', 'the address to listen on (default: HOST, or 127.0.0.1)').argParser(
        address,
      ),
    )
    .action(async (directory: string, { port, host }: StartOptions) => {
      const folder = resolve(terminal.cwd, directory);
      const server = join(folder, 'server.js');
      if (!isFile(server)) {
        throw new Misuse(`there is no ${join(directory, 'server.js')}: ${startHelp(directory, folder)}`);
      }
      checkRuntime(directory, folder);
      if (port !== undefined) process.env['PORT'] = String(port);
      if (host !== undefined) process.env['HOST'] = host;
      await import(pathToFileURL(server).href);
    });
}

/** What to do if a folder contains no built application. */
function startHelp(shown: string, folder: string): string {
  if (isFile(folder)) return `${shown} is no folder; name the one that was built`;
  const word = shellWord(shown);
  // An application cannot be built into its own folder.
  return routesFileIn(folder) === undefined
    ? `waypost build --out ${word} writes it`
    : `waypost build ${word} --out dist builds it, waypost start dist serves that`;
}

/** Refuses an application that was built for Deno or Bun: it has to start in these. */
function checkRuntime(shown: string, folder: string): void {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return;
  const manifest = attempt(
    () =>
      JSON.parse(readFileSync(file, 'utf8')) as { readonly scripts?: { readonly start?: unknown } } | null,
  );
  const start = manifest?.scripts?.start;
  if (typeof start === 'string' && /^(?:deno|bun) /.test(start))
    throw new Misuse(`${shown} was built for another runtime: run \`${start}\` in it`);
}

/** The messages of esbuild with their places. A message about the generated entry has no place to show. */
function esbuildLines(
  messages: readonly Message[],
  entry: string,
  shown: (file: string) => string,
  severity: string,
): ReadonlySet<string> {
  return new Set(
    messages.map(({ text, location }) =>
      location && location.file !== entry
        ? `${shown(location.file)}:${location.line}:${location.column + 1} ${severity}${text}`
        : severity + text,
    ),
  );
}
