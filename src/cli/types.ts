// `waypost types`: prints or writes the URL helpers of a routes file as TypeScript, and checks or watches them.
//
//   waypost types --out src/routes.d.ts              a declaration for the package's helpers
//   waypost types --out src/paths.ts --runtime       functions that need nothing else
//   waypost types --out src/routes.d.ts --check      exit with 1 if the file is stale

import { existsSync } from 'node:fs';
import { dirname, normalize, relative, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { escapeControls } from '../http/printable.js';
import { isOutside } from '../node/files/project-folder.js';
import { watchFolders, type LookedAt } from '../node/files/watched-folders.js';
import { standaloneHelpers } from '../compiler/standalone-helpers.js';
import { typedHelpers } from '../typescript/typed-helpers.js';
import { trustConfigOption } from './project-configuration.js';
import { hasErrors } from './diagnostics.js';
import { analyzeRoutesFile, routesFilePath, routesFileArgument } from './routes-file.js';
import { isWrongUsage } from './run.js';
import { Misuse, printFailure, type Terminal } from './terminal.js';
import { checkFile, writeFile } from './written-file.js';

interface TypesOptions {
  readonly out?: string;
  readonly runtime?: string | true;
  readonly register?: true;
  readonly check?: true;
  readonly watch?: true;
  readonly trustConfig?: true;
}

export function addTypesCommand(program: Command, terminal: Terminal): void {
  program
    .command('types')
    .description(
      'Write the URL helpers of a routes file as TypeScript: a declaration, or with --runtime a module of its own.',
    )
    .addArgument(routesFileArgument())
    .option('--out <file>', 'where to write (default: print)')
    .option(
      '--runtime [file]',
      'write functions that need neither waypost nor the routes file; beside the declaration where a file is named',
    )
    .option('--register', 'make these the helpers of every UrlHelpers and of request.helpers')
    .addOption(
      new Option('--check', 'write nothing, and exit with 1 where a file is missing or stale').conflicts(
        'watch',
      ),
    )
    .option('--watch', 'write again whenever the routes change')
    .addOption(trustConfigOption())
    .action(async (file: string | undefined, options: TypesOptions) => {
      const { check, watch } = options;
      if ((check || watch) && wantedFiles(options).length === 0)
        throw new Misuse(`--${check ? 'check' : 'watch'} needs to know the file: give --out FILE`);
      checkNames(wantedFiles(options));
      const looked = new Set<string>();
      const run = (): Promise<void> => writeTypes(file, options, (each) => looked.add(each), terminal);
      await run();
      if (options.watch) await watchFiles(looked, run, terminal);
    });
}

type Kind = 'declaration' | 'runtime';

/** The files to write, and what each contains. */
function wantedFiles({
  out,
  runtime,
}: TypesOptions): readonly { readonly kind: Kind; readonly file: string }[] {
  if (runtime === undefined) return out === undefined ? [] : [{ kind: 'declaration', file: out }];
  if (typeof runtime === 'string')
    return [
      ...(out === undefined ? [] : [{ kind: 'declaration' as const, file: out }]),
      { kind: 'runtime', file: runtime },
    ];
  if (out === undefined) return [];
  // A declaration and a module of the same name would hide each other from TypeScript.
  return /\.d\.[cm]?ts$/.test(out)
    ? [
        { kind: 'declaration', file: out },
        { kind: 'runtime', file: out.replace(/\.d\.([cm]?ts)$/, '.runtime.$1') },
      ]
    : [{ kind: 'runtime', file: out }];
}

/** Throws a `Misuse` if a file's name does not fit: both kinds are TypeScript, and need different file names. */
function checkNames(wanted: ReturnType<typeof wantedFiles>): void {
  for (const { kind, file } of wanted) {
    const module = file.replace(/(?:\.d)?\.([cm]?)[jt]sx?$/, '.$1ts');
    if (/\.[cm]?jsx?$/.test(file)) throw new Misuse(`${file} is written in TypeScript; name it ${module}`);
    if (kind === 'runtime' && /\.d\.[cm]?ts$/.test(file))
      throw new Misuse(`${file} is a declaration, in which no code can be; name it ${module}`);
  }
  const [first, second] = wanted;
  if (first && second && normalize(first.file) === normalize(second.file))
    throw new Misuse(`${second.file} cannot be both; give --out and --runtime files of their own`);
}

/** Prints, writes or checks the texts once. */
async function writeTypes(
  file: string | undefined,
  options: TypesOptions,
  lookedAt: LookedAt,
  terminal: Terminal,
): Promise<void> {
  const path = routesFilePath(file, terminal.cwd);
  const { check, register = false, runtime } = options;
  const { file: shown, analysis, validOf } = await typedRoutesFile(path, options, lookedAt, terminal);
  if (hasErrors(analysis, terminal)) return;
  const definitions = analysis.routes.map(({ definition }) => definition);
  const textOf = (kind: Kind, folder: string): string => {
    const file = shown.replaceAll('\\', '/');
    if (kind === 'runtime') return standaloneHelpers(definitions, { file });
    const directNames = analysis.interpretation.customHelpers.direct.keys();
    return typedHelpers(definitions, { file, directNames, register, validOf: validOf(folder) });
  };
  const wanted = wantedFiles(options);
  if (wanted.length === 0)
    terminal.print(textOf(runtime ? 'runtime' : 'declaration', terminal.cwd).trimEnd());
  for (const { kind, file: path } of wanted) {
    const text = textOf(kind, dirname(resolve(terminal.cwd, path)));
    if (check) checkFile(path, text, terminal);
    else writeFile(path, text, terminal);
  }
}

/** Analyzes a routes file, and makes the function that gives the type of what a layer validates. */
async function typedRoutesFile(path: string, options: TypesOptions, lookedAt: LookedAt, terminal: Terminal) {
  const [{ CallableImports }, { ControllerIndex }] = await Promise.all([
    import('../node/modules/callable-imports.js'),
    import('../node/modules/controller-index.js'),
  ]);
  const index = await ControllerIndex.load(undefined, terminal.cwd, lookedAt);
  const imports = new CallableImports((source) => resolve(terminal.cwd, source.file));
  const bindings = imports.bindings({ callable: () => ({ kind: 'unknown' }) });
  const read = await analyzeRoutesFile(path, terminal, { ...options, bindings, lookedAt });
  return { ...read, validOf: (folder: string) => imports.validOf(folder, (file) => index.moduleAt(file)) };
}

/** Runs again after each change of one of the files in `looked`, to which each run can add files. Never ends by itself. */
async function watchFiles(
  looked: ReadonlySet<string>,
  run: () => Promise<void>,
  terminal: Terminal,
): Promise<void> {
  const again = async (): Promise<void> => {
    watchNew();
    try {
      await run();
    } catch (error) {
      // A file can be missing for a moment while an editor saves it.
      if (!isWrongUsage(error)) throw error;
      printFailure(error.message, terminal);
    }
    watchNew();
  };
  let running: Promise<void> = Promise.resolve();
  const isOf = (path: string): boolean => [...looked].some((file) => !isOutside(relative(path, file)));
  const failed = (problem: string): void => printFailure(problem, terminal);
  const watcher = await watchFolders([], { depth: 0, isOf, failed }, () => {
    running = running.then(again);
  });
  const watched = new Set<string>();
  // A folder that is removed or created has to be watched anew.
  watcher.events.on('all', (_event, path) => watched.delete(path));
  const watchNew = (): void => {
    for (const folder of [...looked].map((file) => dirname(file))) {
      if (watched.has(folder)) continue;
      watched.add(folder);
      watcher.add(folder);
    }
  };
  watchNew();
  // Changes before this moment would not be noticed, so "watching" is printed only afterwards.
  await new Promise<void>((ready) => watcher.events.once('ready', ready));
  const present = [...looked].filter((file) => existsSync(file));
  terminal.print(
    `watching ${present.map((file) => escapeControls(relative(terminal.cwd, file))).join(', ')}`,
  );
}
