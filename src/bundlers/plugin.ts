// The plugin of the bundlers: an import of a routes file compiles it (docs/bundlers.md).
//
//   import router from './config/routes';
//
// What every bundler has in common is here, and unplugin carries it to each. A routes file is `routes` or ends in `.routes`; what it
// includes and the modules that it names are watched with it.

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

// An import that finds nothing fails before anything here could say what to do.
const { createUnplugin } = requiredPackage(
  'unplugin',
  () => createRequire(import.meta.url)('unplugin') as typeof import('unplugin'),
);

const routesFile = /(?:^|[\\/])(?:[^\\/?]+\.)?routes$/;

/** Which plugin compiles the routes files of a build, by an object that the bundler has for each build. */
const builds = new WeakMap<object, object>();

/** The module in the place of a routes file with a mistake, where the bundler goes on after the mistake. */
const nothing = { code: 'export default undefined;\n', map: null };

type Context = UnpluginBuildContext & UnpluginContext;

/** The options of the plugin, and what only `waypost build` says. */
interface OwnOptions extends BundlerOptions {
  /** Whether nobody gives the router its controllers: without a folder of them each is a mistake. */
  readonly runsAlone?: boolean;
}

const optionNames: OptionNames<BundlerOptions> = {
  root: true,
  controllers: true,
  helpers: 'flag',
  optimize: true,
  types: 'flag',
};

/** Throws a `TypeError` for options that the plugin does not have; those of `waypost build` are its own. */
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
  // Of Vite's dev server: its watcher, and what each routes file was read with, what was looked for and is missing too.
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
        // A bundler that does not follow links gives a path through them.
        const file = isOutside(relative(root, given)) ? realPath(given) : given;
        const name = relative(root, file);
        if (isOutside(name)) {
          this.error(
            `the routes file ${file} is outside the project ${root}: move it there, or give the plugin a root that has it`,
          );
          return nothing;
        }
        const looked = new Set<string>();
        lookedFor.set(given, looked);
        const watch = watching(this, root, awaitedPlaces, watcher && ((path) => looked.add(path)));
        try {
          const compiled = await compiledIn(root, name, options, this, watch);
          if (compiled.awaitedControllers.length > 0 && options.controllers !== false) {
            this.warn(
              `${name}: ${awaitingControllers} (name the folder as \`controllers\`, or write controllers: false)`,
            );
            // The folder may yet be written.
            const folder = join(applicationFiles(file).folder, 'controllers');
            for (const controller of compiled.awaitedControllers)
              moduleFiles(folder, controller).forEach(watch.file);
            watch.places(false);
          }
          if (options.types !== false)
            writeDeclaration(file, compiled.types, (problem) => this.warn(problem));
          const { map } = compiled;
          // Webpack takes the paths in it from the project, the others from the routes file.
          if (isOfWebpack(framework))
            map.sources = map.sources.map((source) => resolve(dirname(file), source));
          return { code: isHot ? hotModule(compiled.code) : compiled.code, map };
        } catch (error) {
          watch.places(true);
          const told =
            error instanceof RoutesFileError || error instanceof ConfigurationFileError
              ? error.message
              : refusalText(error);
          if (told !== undefined) {
            this.error(told);
            return nothing;
          }
          if (!(error instanceof RoutesError)) throw error;
          report(this, error, root, framework);
          return nothing;
        } finally {
          // The others Vite watches anyway.
          for (const path of looked) if (isOutside(relative(root, path))) watcher?.add(path);
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
      // Of a module that imports what has changed Vite keeps the text; whether a controller still has its actions is in that of the routes. Of
      // routes with a mistake it does not know what they were read with.
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

/** A path with its links followed, as bundlers give those of modules; the path itself where there is nothing. */
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
  // Who runs the bundler runs its configuration, which is code: a configuration of waypost may be code too.
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
    // A mistake in the routes may be mended in any of them.
    lookedAt: watch.file,
  });
}

/** What webpack and Rspack have for a module beside what unplugin makes of it. */
interface Native {
  readonly framework: string;
  readonly loaderContext?:
    { addMissingDependency(file: string): void; cacheable(isCacheable: boolean): void } | undefined;
}

/** What says in Rollup's own form which bundler it is. */
interface RollupMeta {
  readonly watchMode?: boolean;
  readonly rolldownVersion?: string;
}

interface Watching {
  /** Has a file watched, or the place of one that is missing. */
  readonly file: LookedAt;
  /** The same, and no folder for it: that of a configuration has everything in it, what is written too. */
  readonly alone: LookedAt;
  /**
   * Has what is missing watched by its place. After a mistake that is a folder where only folders can be watched: whatever is written there then builds
   * again, which would not end once the build itself writes. Webpack makes such a module anew whenever anything is built.
   */
  places(isMistaken: boolean): void;
}

/**
 * `kept` has the places that were missing at some time, in Rollup's watch: of a folder that it no longer watches it hears nothing at all, not even of a
 * file in it. `look` is told every file, and what is missing in place of the bundler: Vite's dev server takes what a module has watched for its imports, and
 * one that is not there for a mistake.
 */
function watching(context: Context, root: string, kept: Set<string>, look: LookedAt | undefined): Watching {
  const native: Native | undefined = context.getNativeBuildContext?.();
  const { watchMode = false, rolldownVersion } = (context as { readonly meta?: RollupMeta }).meta ?? {};
  const missing = new Set<string>();
  for (const path of kept) context.addWatchFile(path);
  const alone: LookedAt = (file) => {
    look?.(file);
    // To webpack and Rspack a file that is watched and not there is one that was taken away: they would build again at once.
    if (native?.loaderContext && !existsSync(file)) native.loaderContext.addMissingDependency(file);
    else if (look === undefined || existsSync(file)) context.addWatchFile(file);
  };
  return {
    alone,
    file(file) {
      alone(file);
      if (watchMode && !look && !existsSync(file)) missing.add(firstMissing(file));
    },
    places(isMistaken) {
      // Of what was missing webpack keeps whether it is there when the build ends: what has come meanwhile would never be read.
      native?.loaderContext?.cacheable(false);
      for (const path of missing) {
        // Rollup hears of a path that comes into a folder, and of no deeper one; Rolldown of what comes into a folder that it watches.
        if (rolldownVersion === undefined) {
          context.addWatchFile(path);
          kept.add(path);
        } else if (isMistaken && isBelow(root, dirname(path))) context.addWatchFile(dirname(path));
      }
    },
  };
}

/** The first part of a path that is not there. */
export function firstMissing(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) ? path : firstMissing(parent);
}

/** Whether a folder is inside the project: what is written is below the project's own, and would be built again and again. */
function isBelow(root: string, folder: string): boolean {
  const name = relative(root, folder);
  return name !== '' && !isOutside(name);
}

/**
 * Says every mistake at its place. Rollup and Vite stop at the first, so that theirs shows the others too; webpack and Rspack
 * take a text without a place.
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
      // All that unplugin hands on to esbuild beside the place.
      ...(!isAlone && { meta: shownLine(path, range) }),
      // The place and the message of the first are said with it.
      ...(isAlone && { frame: error.message.split('\n').slice(3).join('\n') }),
    });
  }
}

/** What esbuild shows of a mistake (`esbuild.ts`): the line, and what of it to underline, in bytes. */
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

/** `routes.d.ts` for `routes`, `admin.d.routes.ts` for `admin.routes`, as TypeScript's `allowArbitraryExtensions` has it. */
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

/** Why nothing is written where the sources are there to be read alone. */
const isReadOnly: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS']);
