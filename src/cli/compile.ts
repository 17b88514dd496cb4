// `waypost compile`: compiles a routes file to an ES module that needs no parser, with a declaration beside it.
//
//   waypost compile --out src/routes.js            src/routes.js and src/routes.d.ts
//   waypost compile --out src/routes.js --check    exit with 1 if one of them is stale

import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import {
  applicationSettings,
  awaitingControllers,
  compiledControllers,
} from '../bundlers/application-settings.js';
import { attempt } from '../http/http-error.js';
import { foldersUp } from '../node/files/project-folder.js';
import { isFile, readRegularFile } from '../node/files/regular-file.js';
import { compileRoutesFile, declarationOf, type Optimize } from '../node/modules/compile.js';
import { trustConfigOption, warn } from './project-configuration.js';
import { routesFileArgument, routesFilePath } from './routes-file.js';
import { Misuse, type Terminal } from './terminal.js';
import { checkFile, writeFile } from './written-file.js';

interface CompileCommandOptions {
  readonly out?: string;
  readonly controllers?: string | false;
  readonly check?: true;
  readonly sourceMap?: true;
  readonly helpers: boolean;
  readonly optimize: Optimize;
  readonly trustConfig?: true;
}

export function addCompileCommand(program: Command, terminal: Terminal): void {
  program
    .command('compile')
    .description('Write the routes as one ES module that runs without a parser, with its types beside it.')
    .addArgument(routesFileArgument())
    .option('--out <file>', 'the module to write (default: print it)')
    .option('--controllers <dir>', 'the folder of the controllers (default: controllers, where there is one)')
    .option('--no-controllers', 'import none: createRouter is given them, or the router makes URLs alone')
    .option('--check', 'write nothing, and exit with 1 where the module or its types are missing or stale')
    .option('--source-map', 'write a source map beside the module, too')
    .option('--no-helpers', 'leave the URL helpers out, for a router that only answers')
    .addOption(
      new Option('--optimize <what>', 'make the module small, or larger and as quick as loaded routes')
        .choices(['size', 'speed'])
        .default('size'),
    )
    .addOption(trustConfigOption())
    .action(async (file: string | undefined, options: CompileCommandOptions) => {
      const { out, check, sourceMap } = options;
      if ((check || sourceMap) && out === undefined)
        throw new Misuse(`--${check ? 'check' : 'source-map'} needs to know the file: give --out FILE`);
      if (out !== undefined && !/\.m?js$/.test(out))
        throw new Misuse(`--out is an ES module such as routes.js or routes.mjs, not ${out}`);
      await compile(file, options, terminal);
    });
}

async function compile(
  file: string | undefined,
  { out, controllers, check, sourceMap, helpers, optimize, trustConfig }: CompileCommandOptions,
  terminal: Terminal,
): Promise<void> {
  const { cwd } = terminal;
  const routes = routesFilePath(file, cwd);
  const settings = await applicationSettings(routes, { trustsCode: trustConfig ?? false }, (problem, file) =>
    warn(problem, file, terminal),
  );
  const { code, types, map, awaitedControllers } = await compileRoutesFile(routes, {
    out,
    controllers: compiledControllers(controllers, cwd, settings),
    inflections: settings.inflections,
    regex: settings.regex,
    file: relative(cwd, routes) || routes,
    command: [
      'waypost compile',
      ...(controllers === false ? ['--no-controllers'] : []),
      ...(helpers ? [] : ['--no-helpers']),
      ...(optimize === 'size' ? [] : [`--optimize ${optimize}`]),
      ...(sourceMap ? ['--source-map'] : []),
    ].join(' '),
    helpers,
    optimize,
    base: cwd,
  });
  if (awaitedControllers.length > 0 && controllers !== false)
    warn(
      `${awaitingControllers} (name the folder with --controllers DIR, or write --no-controllers)`,
      routes,
      terminal,
    );
  if (out === undefined) return terminal.print(code.trimEnd());
  const link = `//# sourceMappingURL=${encodeURI(basename(out))}.map\n`;
  const files = new Map([
    [out, sourceMap ? code + link : code],
    [declarationOf(out), types],
  ]);
  if (sourceMap) files.set(`${out}.map`, `${JSON.stringify({ file: basename(out), ...map })}\n`);
  for (const [path, text] of files) {
    if (check) checkFile(path, text, terminal);
    else writeFile(path, text, terminal);
  }
  if (out.endsWith('.js') && isCommonJs(resolve(cwd, out)))
    warn(
      `package.json says that this is CommonJS, and it is an ES module; name it ${basename(out, '.js')}.mjs`,
      resolve(cwd, out),
      terminal,
    );
}

/** Whether a file's package declares its `.js` files as CommonJS. If it declares nothing, runtimes look into the file. */
function isCommonJs(file: string): boolean {
  const manifest = foldersUp(dirname(file))
    .map((folder) => join(folder, 'package.json'))
    .find(isFile);
  const type = (path: string): unknown =>
    Reflect.get(Object(JSON.parse(readRegularFile(path).toString())), 'type');
  return manifest !== undefined && attempt(() => type(manifest)) === 'commonjs';
}
