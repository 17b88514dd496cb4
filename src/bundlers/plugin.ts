// The bundler plugin: an import of a routes file compiles it (docs/bundlers.md).
//
//   import router from './config/routes';
//
// The code here is common to all bundlers, and unplugin adapts it to each. A routes file is named `routes` or `*.routes`. The files that
// it includes and the modules that it names are watched too.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { UnpluginBuildContext, UnpluginContext } from 'unplugin';
import { attempt } from '../http/http-error.js';
import { kindOf } from '../http/object-shape.js';
import { type OptionNames, checkOptions } from '../http/options.js';
import { errorsIn, type Diagnostic } from '../language/diagnostics.js';
import { RoutesError } from '../language/routes-error.js';
import { Source } from '../language/source.js';
import { ConfigurationFileError } from '../node/files/configuration-file.js';
import { writeGenerated } from '../node/files/generated-file.js';
import { requiredPackage } from '../node/files/optional-package.js';
import { isOutside } from '../node/files/project-folder.js';
import type { LookedAt } from '../node/files/watched-folders.js';
import { applicationFiles, RoutesFileError } from '../node/files/routes-file.js';
import { refusalText, systemCode, systemReason } from '../node/files/system-error.js';
import { compileRoutesFile, type CompiledFile } from '../node/modules/compile.js';
import { moduleFiles } from '../node/modules/modules.js';
import { applicationSettings, awaitingControllers, compiledControllers } from './application-settings.js';
import type { BundlerOptions } from './bundler-options.js';
import { hotModule } from './hot-module.js';

// A plain import of a missing package would fail before any code here could explain what to do.
const { createUnplugin } = requiredPackage(
  'unplugin',
  () => createRequire(import.meta.url)('unplugin') as typeof import('unplugin'),
);

const routesFile = /(?:^|[\\/])(?:[^\\/?]+\.)?routes$/;

/** The plugin that compiles the routes files of a build. The key is an object that the bundler creates for each build. */
const builds = new WeakMap<object, object>();

/** The module for a routes file with an error, if the bundler continues after the error. */
const nothing = { code: 'export default undefined;\n', map: null };

type Context = UnpluginBuildContext & UnpluginContext;

/** The options of the plugin, and those that only `waypost build` passes. */
interface OwnOptions extends BundlerOptions {
  /** Whether nobody else gives the router its controllers. Without a folder of controllers, each one is then an error. */
  readonly runsAlone?: boolean;
}

const optionNames: OptionNames<BundlerOptions> = {
  root: true,
  controllers: true,
  helpers: 'flag',
  optimize: true,
  types: 'flag',
};

/** Throws a `TypeError` for wrong options. Those from `waypost build` are not checked. */
function checkPluginOptions(options: OwnOptions): void {
  if ('runsAlone' in Object(options)) return;
  checkOptions<BundlerOptions>('the plugin of waypost', options, optionNames, 'docs/bundlers.md');
  const { root, controllers, optimize } = options;
  for (const [name, folder] of Object.entries<unknown>({ root, controllers: controllers || undefined }))
    if (folder !== undefined && typeof folder !== 'string')
      throw new TypeError(
        `the plugin of waypost: ${name} is the path of a folder, not ${kindOf(folder)} (docs/bundlers.md)`,
      );
  if (optimize !== undefined && !['size', 'speed'].includes(optimize))
    throw new TypeError(
      `the plugin of waypost: optimize is 'size' or 'speed', not ${JSON.stringify(optimize)} (docs/bundlers.md)`,
    );
}

export const bundlerPlugin = createUnplugin<OwnOptions | undefined>((options = {}, meta) => {
  checkPluginOptions(options);
  const { framework } = meta as { readonly framework: string };
  const own = {};
  let root = realPath(resolve(options.root ?? process.cwd()));
  let isHot = false;
  // For Vite's dev server: its watcher, and the files that were looked for when each routes file was read, even if missing.
  let watcher: { add(path: string): unknown } | undefined;
  const lookedFor = new Map<string, Set<string>>();
  const awaitedPlaces = new Set<string>();
  const claim = (build: object, folder: string | undefined): void => {
    const taken = builds.get(build);
    if (taken !== undefined && taken !== own)
      throw new Error("the plugin of waypost is in this build's plugins twice: take one out");
    builds.set(build, own);
    root = realPath(resolve(folder ?? process.cwd(), options.root ?? '.'));
  };
  return {
    name: 'waypost',
    enforce: 'pre',
    load: {
      filter: { id: routesFile },
      async handler(id) {
        const given = resolve(id);
        // Some bundlers do not follow links, and pass a path that contains them.
        const file = isOutside(relative(root, given)) ? realPath(given) : given;
        const name = relative(root, file);
        if (isOutside(name)) {
          this.error(
            `the routes file ${file} is outside the project ${root}: move it there, or give the plugin a root that has it`,
          );
          return nothing;
        }
        const seen = new Set<string>();
        lookedFor.set(given, seen);
        const watch = watching(this, root, awaitedPlaces, watcher && ((path) => seen.add(path)));
        try {
          const compiled = await compiledIn(root, name, options, this, watch);
          if (compiled.awaitedControllers.length > 0 && options.controllers !== false) {
            this.warn(
              `${name}: ${awaitingControllers} (name the folder as \`controllers\`, or write controllers: false)`,
            );
            // The missing controllers may be written later.
            const folder = join(applicationFiles(file).folder, 'controllers');
            for (const controller of compiled.awaitedControllers)
              moduleFiles(folder, controller).forEach(watch.file);
            watch.places(false);
          }
          if (options.types !== false)
            writeDeclaration(file, compiled.types, (problem) => this.warn(problem));
          const { map } = compiled;
          // webpack resolves these paths from the project, other bundlers from the routes file.
          if (isOfWebpack(framework))
            map.sources = map.sources.map((source) => resolve(dirname(file), source));
          return { code: isHot ? hotModule(compiled.code) : compiled.code, map };
        } catch (error) {
          watch.places(true);
          const message =
            error instanceof RoutesFileError || error instanceof ConfigurationFileError
              ? error.message
              : refusalText(error);
          if (message !== undefined) {
            this.error(message);
            return nothing;
          }
          if (!(error instanceof RoutesError)) throw error;
          report(this, error, root, framework);
          return nothing;
        } finally {
          // Vite watches files inside the project by itself.
          for (const path of seen) if (isOutside(relative(root, path))) watcher?.add(path);
        }
      },
    },
    vite: {
      configResolved(config) {
        claim(config, config.root);
        isHot = config.command === 'serve' && config.mode !== 'test';
      },
      configureServer(server) {
        watcher = server.watcher;
      },
      // Vite keeps the compiled text of a module when something that the module imports changes. But the compiled routes depend on which
      // actions the controllers have. For routes with an error, Vite does not even know which files were read.
      hotUpdate({ type, file: changedFile, modules }) {
        const { moduleGraph } = this.environment;
        const changed = new Set(modules.flatMap(({ importers }) => [...importers]));
        const routes = [...moduleGraph.idToModuleMap.values()].filter(({ file }) =>
          routesFile.test(file ?? ''),
        );
        for (const each of routes) if (changed.has(each)) moduleGraph.invalidateModule(each);
        const path = join(realPath(dirname(resolve(changedFile))), basename(changedFile));
        const reads = routes.filter(
          ({ file, transformResult }) =>
            (type === 'create' || transformResult === null) &&
            lookedFor.get(resolve(file ?? ''))?.has(path) === true,
        );
        return [...modules, ...reads];
      },
    },
    rollup: {
      buildStart(build: object) {
        claim(build, undefined);
      },
    },
    esbuild: {
      onLoadFilter: routesFile,
      loader: 'js',
      setup: ({ initialOptions }) => claim(initialOptions, initialOptions.absWorkingDir),
    },
    webpack: (compiler) => claim(compiler, compiler.context),
    rspack: (compiler: { readonly context?: string }) => claim(compiler, compiler.context),
  };
});

/** A path with its links followed, as bundlers pass it. If nothing exists there, the path itself. */
function realPath(path: string): string {
  return attempt(() => realpathSync(path)) ?? path;
}

async function compiledIn(
  root: string,
  name: string,
  options: OwnOptions,
  context: Context,
  watch: Watching,
): Promise<CompiledFile> {
  const path = join(root, name);
  watch.file(path);
  // Running a bundler runs the code of its configuration, so a configuration of waypost may be code too.
  const settings = await applicationSettings(
    path,
    { trustsCode: true, lookedAt: watch.alone },
    (problem, file) => context.warn(`${relative(root, file)}: ${problem}`),
  );
  return compileRoutesFile(name, {
    base: root,
    controllers: compiledControllers(options.controllers, root, settings, watch.file),
    inflections: settings.inflections,
    regex: settings.regex,
    helpers: options.helpers,
    runsAlone: options.runsAlone,
    isBundled: true,
    optimize: options.optimize,
    // Changing any of these files may fix an error in the routes.
    lookedAt: watch.file,
  });
}

/** What webpack and Rspack offer for a module beyond unplugin's interface. */
interface Native {
  readonly framework: string;
  readonly loaderContext?:
    { addMissingDependency(file: string): void; cacheable(isCacheable: boolean): void } | undefined;
}

/** Properties that tell apart bundlers with Rollup's interface. */
interface RollupMeta {
  readonly watchMode?: boolean;
  readonly rolldownVersion?: string;
}

interface Watching {
  /** Watches a file, even if it does not exist yet. */
  readonly file: LookedAt;
  /** Watches a file but not its folder. The folder of a configuration contains everything, also what the build writes. */
  readonly alone: LookedAt;
  /**
   * Watches missing files by path. After an error, if the bundler can watch only folders, their folder is watched: whatever is written
   * into it then starts a build, which would never end if the build itself writes there. webpack reads a module with an error again in
   * every build.
   */
  places(isMistaken: boolean): void;
}

/**
 * `kept` has all paths that have ever been missing, for Rollup's watch mode: Rollup learns nothing about a folder, or any file in it,
 * that it no longer watches. `notice` is called with every file, and missing files are not passed to the bundler then: Vite's dev server
 * takes watched files for imports of the module, and reports missing ones as errors.
 */
function watching(context: Context, root: string, kept: Set<string>, notice: LookedAt | undefined): Watching {
  const native: Native | undefined = context.getNativeBuildContext?.();
  const { watchMode = false, rolldownVersion } = (context as { readonly meta?: RollupMeta }).meta ?? {};
  const missing = new Set<string>();
  for (const path of kept) context.addWatchFile(path);
  const alone: LookedAt = (file) => {
    notice?.(file);
    // If a watched file is missing, webpack and Rspack think that it was removed, and build again at once.
    if (native?.loaderContext && !existsSync(file)) native.loaderContext.addMissingDependency(file);
    else if (notice === undefined || existsSync(file)) context.addWatchFile(file);
  };
  return {
    alone,
    file(file) {
      alone(file);
      if (watchMode && !notice && !existsSync(file)) missing.add(firstMissing(file));
    },
    places(isMistaken) {
      // webpack remembers which files were missing at the end of a build. Without this, a file created during the build would never be
      // read.
      native?.loaderContext?.cacheable(false);
      for (const path of missing) {
        // Rollup sees a new path in an existing folder, but not deeper ones. Rolldown sees new paths only in folders that it watches.
        if (rolldownVersion === undefined) {
          context.addWatchFile(path);
          kept.add(path);
        } else if (isMistaken && isBelow(root, dirname(path))) context.addWatchFile(dirname(path));
      }
    },
  };
}

/** The first part of a path that does not exist. */
export function firstMissing(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) ? path : firstMissing(parent);
}

/**
 * Whether a folder is below the project's folder. The project's folder itself may not be watched: builds write into it and would never
 * end.
 */
function isBelow(root: string, folder: string): boolean {
  const name = relative(root, folder);
  return name !== '' && !isOutside(name);
}

/**
 * Reports each error at its place. Rollup and Vite stop at the first error, so that one mentions the number of the others. webpack and
 * Rspack accept only a text without a place.
 */
function report(context: Context, error: RoutesError, root: string, framework: string): void {
  if (isOfWebpack(framework)) return context.error(error.message);
  const mistakes = errorsIn(error.diagnostics);
  const [first] = mistakes;
  const isAlone = framework !== 'esbuild';
  const others = isAlone && mistakes.length > 1 ? ` (and ${mistakes.length - 1} more)` : '';
  for (const { code, message, file, range } of isAlone && first ? [first] : mistakes) {
    const path = resolve(root, file);
    context.error({
      message: `${code}: ${message}${others}`,
      id: path,
      loc: { file: path, line: range.start.line, column: range.start.column - 1 },
      // Apart from the place, unplugin passes only `meta` on to esbuild.
      ...(!isAlone && { meta: shownLine(path, range) }),
      // The message and place of the first error are shown already.
      ...(isAlone && { frame: error.message.split('\n').slice(3).join('\n') }),
    });
  }
}

/** The line that esbuild shows for an error (`esbuild.ts`), and the part of it to underline, in bytes. */
export interface ShownLine {
  readonly lineText: string;
  readonly column: number;
  readonly length: number;
}

function shownLine(path: string, { start, end }: Diagnostic['range']): ShownLine {
  const lineText = new Source(path, readFileSync(path, 'utf8')).lineText(start.line);
  const bytes = (from: number, to?: number): number => Buffer.byteLength(lineText.slice(from, to));
  const from = start.column - 1;
  const length = bytes(from, end.line === start.line ? end.column - 1 : undefined);
  return { lineText, column: bytes(0, from), length };
}

/** Writes `routes.d.ts` for `routes`, `admin.d.routes.ts` for `admin.routes`, as TypeScript's `allowArbitraryExtensions` requires. */
function writeDeclaration(file: string, text: string, warn: (problem: string) => void): void {
  const name = basename(file);
  const declared = name === 'routes' ? 'routes.d.ts' : `${name.slice(0, -'.routes'.length)}.d.routes.ts`;
  const path = join(dirname(file), declared);
  try {
    if (writeGenerated(path, text) === 'foreign')
      warn(
        `${path} was not written by waypost and is left as it is: move it, or give the plugin types: false`,
      );
  } catch (error) {
    if (!isReadOnly.has(systemCode(error))) throw error;
    warn(
      `${path} cannot be written (${systemReason(error)}): let it be written, or give the plugin types: false`,
    );
  }
}

const isOfWebpack = (framework: string): boolean => framework === 'webpack' || framework === 'rspack';

/** Errors of the file system that mean that the sources are read-only. */
const isReadOnly: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS']);
