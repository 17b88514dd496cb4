// Builds an application's folder into a folder that runs by itself: `node dist/server.js` (docs/bundlers.md, "Production").
//
// The compiled routes, everything that they name, and the needed parts of waypost become one module. Packages that the application
// imports stay imports and are listed in a `package.json` beside the module. A worker contains its packages instead. Files that modules
// find with `import.meta.url` keep their path below the built folder.

import type { BuildFailure, Message, OnResolveArgs, OnResolveResult, Plugin } from 'esbuild';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { basename, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../http/http-error.js';
import { foldersUp, isOutside, shownFrom } from '../node/files/project-folder.js';
import { applicationFiles, lacksConfiguration, RoutesFileError } from '../node/files/routes-file.js';
import { systemCode } from '../node/files/system-error.js';
import { checkImportable } from '../node/modules/import-module.js';
import { ModuleReader } from '../node/modules/module-reader.js';
import { applicationSettings } from './application-settings.js';
import {
  bannerOf,
  type BuildTarget,
  entryText,
  type TargetName,
  targets,
  wranglerConfiguration,
} from './build-targets.js';
import { type Copied, outFolder, writeBuild } from './built-folder.js';
import { bundlerPlugin } from './plugin.js';
import { filesBelow, hashedFiles, type PublicFile, publicFiles } from './public-files.js';

export interface BuildOptions {
  /** The routes file of the application. */
  readonly routes: string;
  /** The folder to write. What an earlier build has put there is removed first. */
  readonly out: string;
  /** Files and folders that the application reads while it runs, relative to its folder. */
  readonly include?: readonly string[] | undefined;
  /** The runtime; Node unless given. */
  readonly target?: TargetName | undefined;
  /** Whether files of `public/` are also served under names with a hash; false unless given. */
  readonly hashAssets?: boolean | undefined;
}

export interface Built {
  /** Absolute paths of the files and folders that were written. */
  readonly written: readonly string[];
  /** esbuild's warnings about the modules. */
  readonly warnings: readonly Message[];
  /** Absolute paths of files that were kept, although other files should have been copied to these paths. */
  readonly left: readonly string[];
  /** The packages that must be installed where the application runs, with their versions. */
  readonly packages: Readonly<Record<string, string>>;
}

/**
 * Builds an application for a runtime (build-targets.ts).
 *
 * @throws RoutesFileError if a folder cannot be read or written, if the runtime lacks something, or if a package for the build is
 * missing. Errors in the modules are thrown as esbuild's `BuildFailure`.
 */
export async function buildApplication(options: BuildOptions): Promise<Built> {
  const { routes, include = [], target: name = 'node', hashAssets = false } = options;
  const files = applicationFiles(realpathSync(routes));
  const { folder } = files;
  await checkMiddleware(files.middleware);
  const target = targets[name];
  const out = outFolder(options.out, folder);
  const own = ['package.json', target.entry, `${target.entry}.map`, ...(hashAssets ? ['assets.json'] : [])];
  const copied = includedFiles(include, folder, out, own);
  if (target.isWorker && copied.length > 0)
    throw new RoutesFileError(
      `a worker has no files to read: import what it needs of ${include.join(', ')}, or build for node`,
    );
  if (files.public !== undefined && !isOutside(relative(files.public, out)))
    throw new RoutesFileError(
      `${options.out} is in public/, and would be served; give another folder with --out`,
    );
  const given = files.public === undefined ? [] : publicFiles(files.public);
  const hashed = hashAssets ? hashedFiles(given) : new Map<string, PublicFile>();
  const served = [...given, ...hashed.values()];
  if (!target.embedsPublic)
    copied.push(...served.map(({ from, path }) => ({ from, to: join(out, 'public', path) })));
  const names = Object.fromEntries([...hashed].map(([path, file]) => [path, file.path]));
  // Read before esbuild starts: if code in the configuration waits forever, esbuild's process would prevent this process from ending.
  await applicationSettings(files.routes, { trustsCode: true }, () => undefined);
  const esbuild = await ownEsbuild(folder);
  const packages = new Set<string>();
  const { outputFiles, metafile, warnings } = await esbuild
    .build({
      absWorkingDir: folder,
      stdin: {
        contents: entryText(files, target, served, hashAssets),
        resolveDir: folder,
        sourcefile: target.entry,
      },
      outfile: join(out, target.entry),
      write: false,
      metafile: true,
      bundle: true,
      format: 'esm',
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'silent',
      ...(target.isWorker ? workerOptions : nodeOptions),
      ...(name === 'lambda' && { alias: { 'srvx/aws-lambda': packageFile('srvx/aws-lambda', folder) } }),
      banner: { js: bannerOf(target, names) },
      plugins: [
        ownLoaders,
        target.isWorker ? workerModules : keptPackages(packages, folder),
        ...(target.isWorker ? [] : [ownPlaces(folder)]),
        bundlerPlugin.esbuild({
          root: folder,
          types: false,
          runsAlone: true,
          optimize: target.optimize,
        }),
      ],
    })
    .catch((error: unknown) => {
      throw lacksWaypost(error) ? missingPackage('waypost', 'waypost') : error;
    });
  const imported = new Set(
    Object.values(metafile.outputs).flatMap(({ imports, inputs }) => [
      ...imports.map(({ path }) => path),
      ...Object.keys(inputs).filter((path) => path.startsWith(`${requiredOfNode}:`)),
    ]),
  );
  if (target.isWorker) checkWorker(imported);
  const versions = versionsOf(packages, folder);
  const texts = {
    'package.json': packageText(target, versions),
    ...(hashAssets && { 'assets.json': json(names) }),
    ...(target.isWorker && {
      'wrangler.json': json(
        wranglerConfiguration(
          basename(folder),
          !target.embedsPublic && served.length > 0,
          [...imported].some((path) => path.startsWith('node:')),
        ),
      ),
    }),
  };
  const modules = outputFiles.map(({ path, contents }) => [relative(out, path), contents] as const);
  const made = new Map<string, string | Uint8Array>([...modules, ...Object.entries(texts)]);
  const left = writeBuild(out, made, copied);
  const named = ['public', ...include].map((name) => join(out, relative(folder, resolve(folder, name))));
  const folders = named.filter((path) => copied.some(({ to }) => `${to}${sep}`.startsWith(path + sep)));
  return {
    written: [...[target.entry, ...Object.keys(texts)].map((file) => join(out, file)), ...new Set(folders)],
    warnings,
    left,
    packages: versions,
  };
}

const nodeOptions = {
  platform: 'node' as const,
  target: 'node20',
  define: {
    'import.meta': 'waypostPlace',
    __filename: 'waypostPlace.filename',
    __dirname: 'waypostPlace.dirname',
    'require.resolve': 'waypostPlace.requireResolve',
  },
};
const workerOptions = {
  platform: 'browser' as const,
  target: 'es2022',
  conditions: ['workerd', 'worker'],
  define: { 'process.env.NODE_ENV': '"production"' },
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function packageText({ start }: BuildTarget, dependencies: Readonly<Record<string, string>>): string {
  return json({
    private: true,
    type: 'module',
    ...(start !== undefined && { scripts: { start } }),
    dependencies,
  });
}

/** The files to copy. None may have the name of one in `own`, which the build writes itself. */
function includedFiles(
  include: readonly string[],
  folder: string,
  out: string,
  own: readonly string[],
): Copied[] {
  return include.flatMap((name) => {
    const from = resolve(folder, name);
    if (isOutside(relative(folder, from)) || !existsSync(from))
      throw new RoutesFileError(
        `there is no ${name} in ${folder}; name what is to be copied by its path there`,
      );
    if (!isOutside(relative(from, out)) || !isOutside(relative(out, from)))
      throw new RoutesFileError(
        `${name} has the folder in it that is written, or is in it; name what the application reads alone`,
      );
    if (own.includes(relative(folder, from)))
      throw new RoutesFileError(
        `${name} has a name that the build itself writes; have the application read another`,
      );
    const real = realpathSync(from);
    const project = realpathSync(folder);
    const root = isOutside(relative(project, real)) ? real : project;
    const within = statSync(real).isDirectory()
      ? filesBelow(from, [root, real], (path) => {
          throw new RoutesFileError(
            `${relative(folder, path)} leads out of ${root}; put what it leads to there, or take the link away`,
          );
        })
      : [];
    return [from, ...within].map((path) => ({ from: path, to: join(out, relative(folder, path)) }));
  });
}

const leftOutside = ({ path }: { readonly path: string }): OnResolveResult => ({
  path,
  external: true,
  sideEffects: false,
});

/** Leaves out the packages with which waypost loads sources. A built application does not need them. */
const ownLoaders: Plugin = {
  name: 'own-loaders',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:jiti|oxc-parser|chokidar|unplugin|esbuild)(?:\/|$)/ }, leftOutside);
  },
};

/** The esbuild namespace for modules of Node that CommonJS requires. esbuild shows them with their full names: `node:path`. */
const requiredOfNode = 'node';

/** Leaves the modules of a worker's host outside: its own, and those of Node by their full names. */
const workerModules: Plugin = {
  name: 'worker-modules',
  setup({ onResolve, onLoad }) {
    const found = ({ path, kind }: OnResolveArgs): OnResolveResult =>
      kind === 'require-call' && path.startsWith('node:')
        ? { path: path.slice('node:'.length), namespace: requiredOfNode }
        : leftOutside({ path });
    onResolve({ filter: /^(?:node|cloudflare):/ }, found);
    onResolve({ filter: /^[a-z_/0-9]+$/ }, (asked) =>
      builtinModules.includes(asked.path) ? found({ ...asked, path: `node:${asked.path}` }) : undefined,
    );
    // An ES module has no `require`. An import would load a module that may never be needed.
    onLoad({ filter: /./, namespace: requiredOfNode }, ({ path }) => ({
      contents: `module.exports = globalThis.process?.getBuiltinModule?.('node:${path}');
if (!module.exports) throw new Error("this runtime has no module 'node:${path}', which a package requires");`,
    }));
  },
};

function checkWorker(imported: ReadonlySet<string>): void {
  const missing = [...imported].filter((path) => !/^(?:node|cloudflare):/.test(path));
  if (missing.length === 0) return;
  throw new RoutesFileError(
    `the application imports ${missing.join(', ')} by way of waypost, which a worker does not have: leave waypost/node out of what it imports, or build for node`,
  );
}

/** Leaves packages that the application imports outside. waypost and its dependencies are bundled. */
function keptPackages(packages: Set<string>, folder: string): Plugin {
  const isInstalled = (file: string): boolean => file.split(sep).includes('node_modules');
  return {
    name: 'kept-packages',
    setup({ onResolve, resolve: find }) {
      onResolve({ filter: /^[^./#]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (pluginData === isInstalled || kind === 'entry-point' || /^waypost(?:\/|$)/.test(path))
          return undefined;
        if (path.startsWith('node:')) return { path, external: true };
        if (isInstalled(importer) || isOutside(relative(folder, importer))) return undefined;
        const found = await find(path, { kind, importer, resolveDir, pluginData: isInstalled });
        if (found.errors.length > 0) return undefined;
        if (found.external || !isInstalled(found.path)) return found;
        packages.add(packageOf(path));
        return { path, external: true };
      });
    },
  };
}

/**
 * All bundled modules share one `import.meta`. This gives each module its own again, for its path below the built folder. The code is put
 * before the module's text on the same line: lines keep their numbers, and esbuild still treats the file according to its name and
 * `tsconfig.json`.
 */
function ownPlaces(folder: string): Plugin {
  return {
    name: 'own-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path }) => {
        const name = relative(folder, path);
        if (isOutside(name) || name.split(sep).includes('node_modules')) return undefined;
        const text = readFileSync(path, 'utf8');
        if (!/import\.meta|__(?:file|dir)name|require\.resolve/.test(text)) return undefined;
        const address = JSON.stringify(encodeURI(name.split(sep).join('/')));
        const [program = ''] = /^(?:#!.*\n)?/.exec(text) ?? [];
        return {
          contents: `${program}var waypostPlace = /* @__PURE__ */ waypostPlaceOf(${address}); ${text.slice(program.length)}`,
          loader: 'default',
        };
      });
    },
  };
}

async function ownEsbuild(folder: string): Promise<typeof import('esbuild')> {
  const { href } = pathToFileURL(packageFile('esbuild', folder));
  return ((await import(href)) as { readonly default: typeof import('esbuild') }).default;
}

/** Resolves a module of a package that the application has installed, or else that is installed with waypost. */
function packageFile(module: string, folder: string): string {
  for (const from of [join(folder, 'package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve(module);
    } catch (error) {
      // Happens if a `package.json` on the way is not valid.
      if (systemCode(error) !== 'MODULE_NOT_FOUND')
        throw new RoutesFileError(messageOf(error) ?? String(error), { cause: error });
    }
  }
  const name = packageOf(module);
  throw missingPackage(name, `--save-dev ${name}`);
}

const missingPackage = (name: string, installed: string): RoutesFileError =>
  new RoutesFileError(`waypost build needs the package '${name}' for this: npm install ${installed}`);

/** Throws a `RoutesFileError` if a middleware module has no default export. */
async function checkMiddleware(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  checkImportable(file);
  const { byName, isComplete = false } = (await ModuleReader.load()).read(file) ?? {};
  if (isComplete && byName?.has('default') === false)
    throw new RoutesFileError(lacksConfiguration(shownFrom('', file)));
}

/** Whether a build failed because waypost is not installed in the application. Each module that imports it would report the same. */
const lacksWaypost = (error: unknown): boolean =>
  isBuildFailure(error) && error.errors.some(({ text }) => text === 'Could not resolve "waypost/router"');

/** Whether an error is esbuild's report about the modules. */
export function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

/** The package of a bare import: `esbuild/lib/main.js` → `esbuild`, `@hono/node-server/vercel` → `@hono/node-server`. */
const packageOf = (path: string): string => path.split('/', path.startsWith('@') ? 2 : 1).join('/');

/** The versions of packages as in the application's `package.json`, or else as installed. */
function versionsOf(packages: ReadonlySet<string>, folder: string): Record<string, string> {
  type Manifest = { readonly dependencies?: Readonly<Record<string, string>>; readonly version?: string };
  const manifestIn = (path: string): Manifest | undefined =>
    existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : undefined;
  const asked = manifestIn(join(folder, 'package.json'))?.dependencies ?? {};
  const installed = (name: string): string => {
    for (const at of foldersUp(folder)) {
      const found = manifestIn(join(at, 'node_modules', name, 'package.json'))?.version;
      if (found !== undefined) return `^${found}`;
    }
    return '*';
  };
  const versionOf = (name: string): string => {
    const version = Object.hasOwn(asked, name) ? asked[name] : undefined;
    // These versions refer to files of the workspace, which the built folder does not have.
    return version === undefined || /^(?:catalog|workspace):/.test(version) ? installed(name) : version;
  };
  return Object.fromEntries([...packages].sort().map((name) => [name, versionOf(name)]));
}
