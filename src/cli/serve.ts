// `waypost serve`: serves the application of a routes file on a port.

import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { createColors } from 'picocolors';
import { hostCheck } from '../http/host-check.js';
import { errorText } from '../http/http-error.js';
import { RoutesError } from '../language/routes-error.js';
import { applicationFiles } from '../node/files/routes-file.js';
import { reportApplicationFailure } from './application-failure.js';
import { projectConfiguration, warnOfPublicFile } from './project-configuration.js';
import { routesFileArgument, routesFilePath } from './routes-file.js';
import { address, printFailure, type Terminal, wholeNumber } from './terminal.js';

interface ServeOptions {
  readonly port?: number;
  readonly host: string;
  readonly static?: string;
  readonly hosts?: readonly string[];
  readonly watch?: true;
  readonly workers?: number;
}

export function addServeCommand(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description(
      'Serve the application of a routes file: its controllers, its middleware, its public folder.',
    )
    .addArgument(routesFileArgument())
    .addOption(
      new Option('-p, --port <port>', 'the port (default: 3000, or the next free one)')
        .env('PORT')
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(
      new Option('--host <host>', 'the address to listen on')
        .env('HOST')
        .argParser(address)
        .default('127.0.0.1'),
    )
    .option('--static <dir>', 'serve the files of this folder instead of public/')
    .option(
      '--hosts <hosts>',
      'answer for these hosts alone, as example.com,.example.com; a leading dot takes in all below the domain',
      hostList,
    )
    .option(
      '--watch',
      'start again when a file of the application changes; development mode unless NODE_ENV is set',
    )
    .option('--workers <n>', 'serve from this many processes', wholeNumber(1, 256))
    .action(async (file: string | undefined, options: ServeOptions) => {
      const routes = routesFilePath(file, terminal.cwd);
      const files = applicationFiles(routes);
      if (options.watch) process.env['NODE_ENV'] ??= 'development';
      if (options.static === undefined && cluster.isPrimary) warnOfPublicFile(files.folder, terminal);
      const { serveApplication } = await import('../node/serving/serve-application.js');
      const {
        inflections,
        controllers,
        regex,
        file: configuration,
      } = await projectConfiguration(routes, { trustsCode: true }, terminal);
      const settings = {
        routes,
        controllers,
        inflections,
        regex,
        configuration,
        folder: files.folder,
        port: options.port,
        host: options.host,
        hosts: options.hosts,
        public: options.static === undefined ? undefined : resolve(terminal.cwd, options.static),
      };
      const { watch = false, workers = 1 } = options;
      await serveApplication(
        settings,
        { watch, workers },
        {
          print: terminal.print,
          printProblem: (problem) => printFailure(problem, terminal),
          problemText: problemText(terminal),
        },
      );
    });
}

/** Makes the function that turns the error of a failed start into text for a terminal. */
function problemText(terminal: Terminal): (error: unknown) => string {
  return (error) => {
    if (error instanceof RoutesError) return error.message;
    const lines: string[] = [];
    const printError = (line: string): void => void lines.push(line);
    const status = reportApplicationFailure(error, { ...terminal, colors: createColors(false), printError });
    return status === undefined ? errorText(error) : lines.join('\n');
  };
}

/** Reads an option with a list of hosts, separated by commas. */
function hostList(text: string): readonly string[] {
  const hosts = text.split(',').map((host) => host.trim());
  try {
    hostCheck(hosts);
  } catch (error) {
    if (error instanceof TypeError) throw new InvalidArgumentError(`${error.message}.`);
    throw error;
  }
  return hosts;
}
