// `waypost compile`: the routes file as one ES module that needs no parser, and the declaration beside it.
//
//   waypost compile --out src/routes.js            src/routes.js and src/routes.d.ts
//   waypost compile --out src/routes.js --check    exit with 1 where one of them is stale

import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { RoutesFileError } from '../node/files/routes-file.js';
import { compileRoutesFile, declarationOf } from '../node/modules/compile.js';
import { projectConfiguration, trustConfigOption } from './project-configuration.js';
import { routesFilePath } from './routes-file.js';
import { exitStatus, type Terminal } from './terminal.js';
import { checkFile, writeFile } from './written-file.js';

interface CompileCommandOptions {
  readonly out?: string;
  readonly controllers?: string;
  readonly check?: true;
  readonly helpers: boolean;
  readonly trustConfig?: true;
}

export function addCompileCommand(program: Command, terminal: Terminal): void {
  program
    .command('compile')
    .description('Write the routes as one ES module that runs without a parser, with its types beside it.')
    .argument('[FILE]', 'the routes file (default: config/routes, then routes)')
    .option('--out <file>', 'the module to write (default: print it)')
    .option('--controllers <dir>', 'the folder of the controllers (default: controllers, where there is one)')
    .option('--check', 'write nothing, and exit with 1 where the module or its types are missing or stale')
    .option('--no-helpers', 'leave the URL helpers out, for a router that only answers')
    .addOption(trustConfigOption())
    .action(async (file: string | undefined, options: CompileCommandOptions, command: Command) => {
      const { out, check } = options;
      if (check && out === undefined)
        command.error('error: --check needs to know the file: give --out FILE', {
          exitCode: exitStatus.usage,
        });
      if (out !== undefined && !/\.[cm]?js$/.test(out))
        command.error(`error: --out is a module such as routes.js, not ${out}`, {
          exitCode: exitStatus.usage,
        });
      await compile(file, options, terminal);
    });
}

async function compile(
  file: string | undefined,
  { out, controllers, check, helpers, trustConfig }: CompileCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const { cwd } = terminal;
  const routes = routesFilePath(file, cwd);
  const configured = await projectConfiguration(routes, { trustsCode: trustConfig ?? false }, terminal);
  const named = controllers === undefined ? undefined : resolve(cwd, controllers);
  if (named !== undefined && !statSync(named, { throwIfNoEntry: false })?.isDirectory())
    throw new RoutesFileError(`there is no folder ${controllers}; name the one with the controllers`);
  const { code, types } = await compileRoutesFile(routes, {
    out,
    controllers: named ?? configured.controllers,
    inflections: configured.inflections,
    regex: configured.regex,
    file: relative(cwd, routes) || routes,
    helpers,
    base: cwd,
  });
  if (out === undefined) return terminal.print(code.trimEnd());
  for (const [path, text] of [
    [out, code],
    [declarationOf(out), types],
  ] as const) {
    if (check) checkFile(path, text, 'waypost compile --out', terminal);
    else writeFile(path, text, terminal);
  }
}
